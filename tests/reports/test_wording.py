from __future__ import annotations

import pytest

from pytest_marathonmem.reports import wording
from pytest_marathonmem.reports.fold import fold
from tests.reports.story import Story


@pytest.mark.parametrize(
    ("usd", "expected"),
    [
        (None, "unknown"),
        (0, "$0"),
        (0.00001, "< $0.0001"),
        (0.00212, "$0.0021"),
        (0.0126, "$0.013"),
        (0.2, "$0.200"),
        (0.9994, "$0.999"),
        (12.345, "$12.35"),
    ],
)
def test_dollars_have_as_many_digits_as_matter(usd: float | None, expected: str) -> None:
    assert wording.dollars(usd) == expected


def test_calls_are_told_by_model_with_their_times() -> None:
    story = Story().started().called(seconds=2.0).called(seconds=100.0)
    story.called("judge", input_tokens=None, cached_tokens=None, output_tokens=None, seconds=None)

    assert list(wording.calls_by_model(fold(story.events))) == [
        "persona deepseek: 2 calls, 2,000 tokens in (1,200 cached), 100 out, median 51.0 s, longest 1 min 40 s",
        "judge deepseek: 1 call",
    ]


def test_one_models_several_roles_and_one_roles_several_models_are_told_apart() -> None:
    story = Story().started().called("agent", "small").called("agent", "large", cost_usd=None)

    report = fold(story.called("persona", "small").events)

    assert wording.cost(report) == "at least $0.0040 (persona $0.0020, agent at least $0.0020)"


def test_persona_and_judge_are_named_with_their_models() -> None:
    story = Story().started(judge="strict")
    models = {"persona": {"model": "scripted"}, "judge": {"model": "deepseek-v4-flash"}}
    story.events[0].data["fingerprint"]["models"] = models

    report = fold(story.events)

    assert (wording.persona(report), wording.judge(report)) == ("scripted", "strict (deepseek-v4-flash)")
