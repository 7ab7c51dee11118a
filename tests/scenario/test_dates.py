"""Date templates."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from pytest_marathonmem.scenario.dates import DateTemplates

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.model import Benchmark

BASE = datetime(2026, 5, 31, 14, 5, tzinfo=UTC)


def fill(text: str, language: str = "en", base: datetime = BASE) -> str:
    problems: list[Problem] = []
    filled = DateTemplates(base, language).fill(text, "chapter1.md", problems)
    assert problems == []
    return filled


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{{TODAY}}", "31 May 2026"),
        ("{{NOW}}", "31 May 2026, 14:05"),
        ("{{PAST:3:weeks}}", "10 May 2026"),
        ("{{FUTURE:3:weeks}}", "21 June 2026"),
        ("{{ FUTURE:1:day }}", "1 June 2026"),
        ("{{PAST:1:month}}", "30 April 2026"),
        ("{{PAST:3:months}}", "28 February 2026"),
        ("{{FUTURE:2:years}}", "31 May 2028"),
        ("{{PAST:90:minutes}}", "31 May 2026, 12:35"),
        ("{{FUTURE:10:hours}}", "1 June 2026, 00:05"),
        ("{{FUTURE:0:days}}", "31 May 2026"),
        ("{{TODAY:::%Y-%m-%d, %a}}", "2026-05-31, Sun"),
        ("{{NOW:::%H:%M}}", "14:05"),
        ("{{PAST:3:weeks:%A, %d %B (%b)}}", "Sunday, 10 May (May)"),
        ("{{PAST:3:weeks:100%% on %d}}", "100% on 10"),
        ("{{PAST:1:days:%%B}}", "%B"),
        ("a {{TODAY}} b {{TODAY}} c", "a 31 May 2026 b 31 May 2026 c"),
        ('$9{,}500 and {a: {b: 1}} {{ "x"', '$9{,}500 and {a: {b: 1}} {{ "x"'),
    ],
)
def test_a_template_is_filled_in(template: str, expected: str) -> None:
    assert expected == fill(template)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ru", "31 мая 2026 / 31 мая 2026, 14:05 / воскресенье, мая"),
        ("de", "2026-05-31 / 2026-05-31 14:05 / Sunday, May"),
    ],
)
def test_formats_follow_the_language(language: str, expected: str) -> None:
    assert expected == fill("{{TODAY}} / {{NOW}} / {{TODAY:::%A, %B}}", language)


def test_hours_count_real_time_across_a_change_of_clocks() -> None:
    """Two hours after 00:30, on the night when London's clocks go forward at one."""
    assert (
        fill("{{FUTURE:2:hours:%H:%M}}", base=datetime(2026, 3, 29, 0, 30, tzinfo=ZoneInfo("Europe/London")))
        == "03:30"
    )


def test_days_count_on_the_calendar_across_a_change_of_clocks() -> None:
    base = datetime(2026, 3, 28, 9, 0, tzinfo=ZoneInfo("Europe/London"))
    assert fill("{{FUTURE:1:day:%d %H:%M}}", base=base) == "29 09:00"


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        ("{{TOMORROW}}", "allowed are {{TODAY}}, {{NOW}}, {{PAST:3:weeks}} and"),
        ("{{today}}", "allowed are "),
        ("{{}}", "allowed are "),
        ("{{PAST}}", "'' is no whole number of units; write PAST:3:weeks"),
        ("{{PAST:three:weeks}}", "'three' is no whole number"),
        ("{{PAST:-3:weeks}}", "'-3' is no whole number"),
        (
            "{{PAST:3:fortnights}}",
            "unknown unit 'fortnights'; allowed are minutes, hours, days, weeks, months, years",
        ),
        ("{{PAST:3:}}", "unknown unit ''"),
        ("{{PAST:9999:years}}", "9999 years lead out of the years 1 to 9999"),
        ("{{FUTURE:999999:weeks}}", "999999 weeks lead out of the years 1 to 9999"),
        ("{{TODAY:3:weeks}}", "TODAY takes neither a number nor a unit"),
        ("{{FUTURE:3:weeks", "it isn't closed by }}"),
        ("{{FUTURE:3:weeks}", "it isn't closed by }}"),
    ],
)
def test_a_template_that_cannot_be_filled_in_is_named_with_its_line(template: str, reason: str) -> None:
    problems: list[Problem] = []
    text = f"one\n\n{template}\n"
    assert text == DateTemplates(BASE, "en").fill(text, "chapter1.md", problems)
    (problem,) = problems
    assert str(problem).startswith(f"chapter1.md:3: date template {template!r} can't be filled in: {reason}")


def test_dates_are_filled_in_everywhere(load: Callable[..., Benchmark]) -> None:
    chapter = """## {{TODAY}}
{{TODAY:::%Y-%m-%d, %a}}
```script
add family 1.2: Anna comes {{FUTURE:3:weeks}}
| She comes {{FUTURE:3:weeks}}.
```
❓ 1.1 Who comes on {{FUTURE:3:weeks}}? Correct answer: Anna on {{FUTURE:3:weeks}}.
   Key: {type: "RECALL", value: "{{FUTURE:3:weeks}}"}
"""
    benchmark = load({"chapter1.md": chapter, "family.md": "# F\n## 1. A\n1.1 today {{TODAY}}\n"})
    assert "{{" not in repr(benchmark)
    assert repr(benchmark).count("18 August 2026") == 5
    assert next(benchmark.phases).date == datetime(2026, 7, 28, tzinfo=UTC).date()
