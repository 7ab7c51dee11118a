"""Dates, in the forms and orders that people write."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from pytest_marathonmem.values.anchors import Anchors, matches_at
from pytest_marathonmem.values.units import read_unit
from pytest_marathonmem.values.value import DateParts, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SPELLINGS = (
    "january jan январь января январе янв",
    "february feb февраль февраля феврале фев февр",
    "march mar март марта марте мар",
    "april apr апрель апреля апреле апр",
    "may май мая мае",
    "june jun июнь июня июне июн",
    "july jul июль июля июле июл",
    "august aug август августа августе авг",
    "september sept sep сентябрь сентября сентябре сен сент",
    "october oct октябрь октября октябре окт",
    "november nov ноябрь ноября ноябре ноя нояб",
    "december dec декабрь декабря декабре дек",
)
_MONTHS = {word: number for number, line in enumerate(_SPELLINGS, start=1) for word in line.split()}
_MONTH = r"(?P<month>[^\W\d_]{3,9})\.?"
_YEAR = r"(?P<year>(?:19|20)[0-9]{2})(?![0-9]|[.,/:][0-9])(?:\s?г(?:ода|оду|\.|)(?![^\W_]))?"
_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])(?![0-9]|[.,:/][0-9])(?:st|nd|rd|th|-?го|-?е|\.)?(?![^\W_])"
_UP_TO = r"\s?(?:-|–|—|\b(?:to|till|until|through|до|по)\b)\s?(?:the\s)?"
_AND = r"\s?(?:,?\s?(?:and|or|и|или)\b|&)\s?(?:the\s)?"
_DAYS = rf"(?P<days>{_DAY}(?:(?:,\s?{_DAY})*{_AND}{_DAY}|{_UP_TO}{_DAY}))"
_FREE = r"(?<![\w$€£])(?<![0-9][.,/:-])"
_NO_MORE = r"(?![0-9]|[./-][0-9])"


def _forms(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_FREE + pattern, re.IGNORECASE) for pattern in patterns)


_YEAR_FIRST = _forms(
    rf"(?P<year>(?:19|20)[0-9]{{2}})([-/.])(?P<month>[0-9]{{1,2}})\2(?P<day>[0-9]{{1,2}}){_NO_MORE}",
    r"(?P<year>(?:19|20)[0-9]{2})-(?P<month>0[1-9]|1[0-2])(?![0-9-]|[.,/:][0-9])",
)
_NUMERIC = _forms(
    rf"(?P<a>[0-9]{{1,2}})\.(?P<b>[0-9]{{1,2}})\.(?P<year>(?:19|20)[0-9]{{2}}|[0-9]{{2}}){_NO_MORE}",
    rf"(?P<a>[0-9]{{1,2}})([/-])(?P<b>[0-9]{{1,2}})\2(?P<year>(?:19|20)[0-9]{{2}}|[0-9]{{2}}){_NO_MORE}",
    r"(?P<a>[0-9]{1,2})\.(?P<b>0[1-9]|1[0-2])\.(?=\s?[:,;)–—-]|\s[a-zа-я0-9])",
)
_DAY_DOT_MONTH = re.compile(r"([0-3]?[0-9])\.(0[1-9]|1[0-2])")
_DAYS_FIRST = _forms(
    rf"{_DAYS}\s?(?:of\s|-)?\s?{_MONTH}(?:,?\s?{_YEAR})?",
    rf"(?P<days>{_DAY})\s?(?:of\s|-)?\s?{_MONTH}(?:,?\s?{_YEAR})?",
)
_MONTH_FIRST = _forms(
    rf"{_MONTH}\s?(?:the\s)?{_DAYS}(?:,?\s{_YEAR})?",
    rf"{_MONTH}\s?(?:the\s)?(?P<days>{_DAY})(?:,?\s{_YEAR})?",
    rf"{_MONTH},?\s(?:of\s)?{_YEAR}",
)
_MONTH_ALONE = _forms(_MONTH + r"(?![^\W_])")
_BEFORE_MONTH = re.compile(
    r"\b(?:in|since|by|until|till|of|from|this|next|last|early|late|mid|every|в|с|к|до|начал[аое]|конц?[аеу]|середин[аеу])[\s-]$",
    re.IGNORECASE,
)
_SUFFIX = r"(?:st|nd|rd|th)(?![^\W_])"
_DAY_ONLY = _forms(
    rf"(?<=the\s)(?P<day>[0-9]{{1,2}}){_SUFFIX}(?!\s(?!(?:at|on|of|was|is|it|and|or|to|in|with|for|the|i|you|we)\b)[a-z])",
    rf"(?:(?<=on\s)|(?<=by\s)|(?<=until\s)|(?<=till\s)|(?<=from\s)|(?<=since\s))(?P<day>[0-9]{{1,2}}){_SUFFIX}(?!\s(?!(?:at|it|and|or|to|the)\b)[a-z])",
    r"(?P<day>[0-9]{1,2})(?:\sчисла|-го|-е\sчисло)(?![^\W_])",
)
_RELATIVE = {"today": 0, "yesterday": -1, "tomorrow": 1, "сегодня": 0, "вчера": -1, "завтра": 1}


def read_dates(text: str, anchors: Anchors, language: str, today: date | None) -> Iterator[Value]:
    """Yield the dates of a plain text; their spans may overlap, earlier ones are the better readings.

    ``today`` gives "yesterday" a meaning; without it such words are no dates.
    """
    months = anchors.of(_MONTHS)
    yield from _numeric_dates(text, anchors.digits, language)
    if months:
        for match in matches_at(_DAYS_FIRST, text, anchors.digits):
            yield from _named_month(match)
        for match in matches_at(_MONTH_FIRST, text, months):
            yield from _named_month(match)
    for match in matches_at(_DAY_ONLY, text, anchors.digits):
        yield from _value(match, match.span(), [DateParts(None, None, int(match["day"]))])
    for match in matches_at(_MONTH_ALONE, text, months):
        if _BEFORE_MONTH.search(text, max(0, match.start() - 12), match.start()):
            yield from _named_month(match)
    for word in set(_RELATIVE) & set(anchors.words) if today else ():
        for start in anchors.words[word]:
            day = parts_of(today + timedelta(days=_RELATIVE[word])) if today else None
            yield Value(
                "date",
                dates=(day,) if day else (),
                text=text[start : start + len(word)],
                span=(start, start + len(word)),
            )


def _numeric_dates(text: str, starts: Iterable[int], language: str) -> Iterator[Value]:
    for match in matches_at(_YEAR_FIRST, text, starts):
        groups = match.groupdict()
        day = int(groups["day"]) if groups.get("day") else None
        yield from _value(match, match.span(), [DateParts(int(match["year"]), int(match["month"]), day)])
    for match in matches_at(_NUMERIC, text, starts):
        yield from _value(match, match.span(), _numeric(match, language))


def parts_of(day: date) -> DateParts:
    """Return a whole date's parts."""
    return DateParts(day.year, day.month, day.day)


def day_and_month(a: int, b: int, language: str, year: int | None = None) -> list[DateParts]:
    """Return the dates that two numbers may mean: English writes either order, other languages the day first."""
    orders = [(b, a), (a, b)] if language == "en" else [(a, b), (b, a)]
    dates = [DateParts(year, month, day) for day, month in orders]
    return [parts for parts in dict.fromkeys(dates) if _exists(parts)]


def day_and_month_of(digits: str) -> list[DateParts]:
    """Return the date that a number such as 31.05 may be."""
    match = _DAY_DOT_MONTH.fullmatch(digits)
    dates = [DateParts(None, int(match[2]), int(match[1]))] if match else []
    return [parts for parts in dates if _exists(parts)]


def _numeric(match: re.Match[str], language: str) -> list[DateParts]:
    groups = match.groupdict()
    year = int(groups["year"]) if groups.get("year") else None
    if year is not None and year < 100:
        year += 2000
    a, b = int(match["a"]), int(match["b"])
    if match[0][len(match["a"])] == ".":
        return [DateParts(year, b, a)]
    return day_and_month(a, b, language, year)


def _named_month(match: re.Match[str]) -> Iterator[Value]:
    """Yield one value a day: "3–7 May" and "May 3 and 7" are two dates."""
    groups = match.groupdict()
    month = _MONTHS.get(match["month"].casefold())
    if month is None:
        return
    year = int(groups["year"]) if groups.get("year") else None
    if not groups.get("days"):
        yield from _value(match, match.span(), [DateParts(year, month, None)])
        return
    if not year and _counts_something(match):
        return
    days = list(re.finditer("[0-9]+", match["days"]))
    offset = match.start("days")
    for index, day in enumerate(days):
        start = match.start() if index == 0 else offset + day.start()
        end = match.end() if index == len(days) - 1 else offset + day.end()
        yield from _value(match, (start, end), [DateParts(year, month, int(day[0]))])


def _counts_something(match: re.Match[str]) -> bool:
    """Whether the last number behind a month has a unit: "in March 5 km"."""
    if match.start("days") < match.start("month"):
        return False
    rest = match.string[match.end() :]
    return bool(re.match(r"\s?%", rest) or read_unit(rest, len(rest) - len(rest.lstrip(" -"))))


def _value(match: re.Match[str], span: tuple[int, int], dates: Iterable[DateParts]) -> Iterator[Value]:
    dates = tuple(parts for parts in dates if _exists(parts))
    if not dates:
        return
    start, end = span
    words = match.string[start:end].rstrip(".")
    yield Value("date", dates=dates, text=words, span=(start, start + len(words)))


def _exists(parts: DateParts) -> bool:
    """Whether the calendar has such a day; a leap day needs no leap year if no year is given."""
    try:
        date(parts.year or 2024, parts.month or 1, parts.day or 1)
    except ValueError:
        return False
    return True
