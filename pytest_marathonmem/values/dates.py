"""Dates, in the forms and orders that people write."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from pytest_marathonmem.values.units import UNIT
from pytest_marathonmem.values.value import DateParts, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MONTHS = (
    r"jan(?:uary)?|янв(?:ар[ьяе]|)",
    r"feb(?:ruary)?|фев(?:рал[ьяе]|р|)",
    r"mar(?:ch)?|мар(?:та?|те|)",
    r"apr(?:il)?|апр(?:ел[ьяе]|)",
    r"may|ма[йяе]",
    r"june?|июн[ьяе]?",
    r"july?|июл[ьяе]?",
    r"aug(?:ust)?|авг(?:уста?е?|)",
    r"sept?(?:ember)?|сен(?:тябр[ьяе]|т|)",
    r"oct(?:ober)?|окт(?:ябр[ьяе]|)",
    r"nov(?:ember)?|ноя(?:бр[ьяе]|)",
    r"dec(?:ember)?|дек(?:абр[ьяе]|)",
)
_MONTH_PATTERNS = [re.compile(rf"(?:{names})\.?", re.IGNORECASE) for names in _MONTHS]
_MONTH = rf"(?P<month>(?:{'|'.join(_MONTHS)})(?![^\W_])\.?)"
_YEAR = r"(?P<year>(?:19|20)[0-9]{2})(?![0-9]|[.,/:][0-9])(?:\s?г(?:ода|оду|\.|)(?![^\W_]))?"
_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])(?![0-9]|[.,:/][0-9])(?:st|nd|rd|th|-?го|-?е|\.)?(?![^\W_])"
_UP_TO = r"\s?(?:-|–|—|\b(?:to|till|until|through|до|по)\b)\s?(?:the\s)?"
_AND = r"\s?(?:,?\s?(?:and|or|и|или)\b|&)\s?(?:the\s)?"
_DAYS = rf"(?P<days>{_DAY}(?:(?:,\s?{_DAY})*{_AND}{_DAY}|{_UP_TO}{_DAY})?)"
_FREE = r"(?<![\w$€£])(?<![0-9][.,/:-])"
_NO_UNIT = rf"(?!\s?-?(?:{UNIT}|%))"
_NO_MORE = r"(?![0-9]|[./-][0-9])"


def _forms(*patterns: str) -> list[re.Pattern[str]]:
    return [re.compile(_FREE + pattern, re.IGNORECASE) for pattern in patterns]


_NAMED_MONTH = _forms(
    rf"(?:the\s)?{_DAYS}\s?(?:of\s|-)?\s?{_MONTH}(?:,?\s?{_YEAR})?",
    rf"{_MONTH}\s?(?:the\s)?{_DAYS}{_NO_UNIT}(?:,?\s{_YEAR})?",
    rf"{_MONTH},?\s(?:of\s)?{_YEAR}",
    rf"(?:(?:in|since|by|until|till|of|from|this|next|last|early|late|mid|every)[\s-]|(?:в|с|к|до|начал[аое]|конц?[аеу]|середин[аеу])\s){_MONTH}",
)
_YEAR_FIRST = _forms(
    rf"(?P<year>(?:19|20)[0-9]{{2}})([-/.])(?P<month>[0-9]{{1,2}})\2(?P<day>[0-9]{{1,2}}){_NO_MORE}",
    r"(?P<year>(?:19|20)[0-9]{2})-(?P<month>0[1-9]|1[0-2])(?![0-9-]|[.,/:][0-9])",
)
_NUMERIC = _forms(
    rf"(?P<a>[0-9]{{1,2}})\.(?P<b>[0-9]{{1,2}})\.(?P<year>(?:19|20)[0-9]{{2}}|[0-9]{{2}}){_NO_MORE}",
    rf"(?P<a>[0-9]{{1,2}})([/-])(?P<b>[0-9]{{1,2}})\2(?P<year>(?:19|20)[0-9]{{2}}|[0-9]{{2}}){_NO_MORE}",
    r"(?P<a>[0-9]{1,2})\.(?P<b>0[1-9]|1[0-2])\.(?=\s?[:,;)–—-]|\s[a-zа-я0-9])",
)
_DAY_ONLY = _forms(
    r"the\s(?P<day>[0-9]{1,2})(?:st|nd|rd|th)(?![^\W_])(?!\s(?!(?:at|on|of|was|is|it|and|or|to|in|with|for|the|i|you|we)\b)[a-z])",
    r"(?:on|by|until|till|from|since)\s(?P<day>[0-9]{1,2})(?:st|nd|rd|th)(?![^\W_])(?!\s(?!(?:at|it|and|or|to|the)\b)[a-z])",
    r"(?P<day>[0-9]{1,2})(?:\sчисла|-го|-е\sчисло)(?![^\W_])",
)
_RELATIVE = re.compile(r"\b(?:(today|сегодня)|(yesterday|вчера)|(tomorrow|завтра))\b", re.IGNORECASE)


def read_dates(text: str, language: str, today: date | None) -> Iterator[Value]:
    """Yield the dates of a plain text; their spans may overlap, earlier ones are the better readings.

    ``today`` gives "yesterday" a meaning; without it such words are no dates.
    """
    for match in _matches(_YEAR_FIRST, text):
        groups = match.groupdict()
        day = int(groups["day"]) if groups.get("day") else None
        yield from _value(match, match.span(), [DateParts(int(match["year"]), int(match["month"]), day)])
    for match in _matches(_NUMERIC, text):
        yield from _value(match, match.span(), _numeric(match, language))
    for match in _matches(_NAMED_MONTH, text):
        yield from _named_month(match)
    for match in _matches(_DAY_ONLY, text):
        yield from _value(match, match.span(), [DateParts(None, None, int(match["day"]))])
    if today:
        yield from _relative(text, today)


def _matches(forms: list[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    return (match for form in forms for match in form.finditer(text))


def _relative(text: str, today: date) -> Iterator[Value]:
    for match in _RELATIVE.finditer(text):
        offset = 0 if match[1] else -1 if match[2] else 1
        yield from _value(match, match.span(), [parts_of(today + timedelta(days=offset))])


def parts_of(day: date) -> DateParts:
    """Return a whole date's parts."""
    return DateParts(day.year, day.month, day.day)


def day_and_month(a: int, b: int, language: str, year: int | None = None) -> list[DateParts]:
    """Return the dates that two numbers may mean: English writes either order, other languages the day first."""
    orders = [(b, a), (a, b)] if language == "en" else [(a, b), (b, a)]
    dates = [DateParts(year, month, day) for day, month in orders]
    return [parts for parts in dict.fromkeys(dates) if _exists(parts)]


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
    year = int(groups["year"]) if groups.get("year") else None
    month = next(n for n, form in enumerate(_MONTH_PATTERNS, start=1) if form.fullmatch(match["month"]))
    if not groups.get("days"):
        yield from _value(match, match.span(), [DateParts(year, month, None)])
        return
    days = list(re.finditer("[0-9]+", match["days"]))
    offset = match.start("days")
    for index, day in enumerate(days):
        start = match.start() if index == 0 else offset + day.start()
        end = match.end() if index == len(days) - 1 else offset + day.end()
        yield from _value(match, (start, end), [DateParts(year, month, int(day[0]))])


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
