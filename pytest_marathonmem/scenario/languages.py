"""What the scenario language knows about natural languages: names of months and weekdays, fixed sentences."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    months: tuple[str, ...]
    """January first, as they stand in a date."""
    short_months: tuple[str, ...]
    weekdays: tuple[str, ...]
    """Monday first."""
    short_weekdays: tuple[str, ...]
    second_chance: str
    """Asks once to look up what the agent says it wasn't told."""
    tells: str
    """A message that reads ``{facts}`` of a ``{theme}`` out; both are put in as they are, in no grammatical case."""
    goes_on_telling: str
    """The same for further facts of that theme."""


ENGLISH = Language(
    months=(
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    short_months=("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    short_weekdays=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    second_chance="I did tell you about this. Please look it up in everything you have noted and try once more.",
    tells="Please note ({theme}): {facts}",
    goes_on_telling="And also ({theme}): {facts}",
)
RUSSIAN = Language(
    months=(
        "января",
        "февраля",
        "марта",
        "апреля",
        "мая",
        "июня",
        "июля",
        "августа",
        "сентября",
        "октября",
        "ноября",
        "декабря",
    ),
    short_months=("янв", "фев", "мар", "апр", "мая", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"),
    weekdays=("понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье"),
    short_weekdays=("Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс"),
    second_chance="Я тебе об этом говорил. Поищи, пожалуйста, во всём, что у тебя записано, и ответь ещё раз.",
    tells="Запиши ({theme}): {facts}",
    goes_on_telling="И ещё ({theme}): {facts}",
)
LANGUAGES = {"en": ENGLISH, "ru": RUSSIAN}
"""By code of ISO 639-1."""

_OTHER_SPELLINGS = {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}


def weekday(word: str) -> int | None:
    """Number of a weekday, Monday 0, from its full or short name in any known language."""
    folded = word.casefold().rstrip(".")
    for language in LANGUAGES.values():
        for names in (language.weekdays, language.short_weekdays):
            for number, name in enumerate(names):
                if name.casefold() == folded:
                    return number
    return _OTHER_SPELLINGS.get(folded)
