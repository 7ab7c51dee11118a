"""When a fault strikes."""

from __future__ import annotations

import pytest

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.testing.double import FaultRule, Faults


def test_a_rate_strikes_the_same_calls_each_time() -> None:
    runs = [[Faults([FaultRule("conflict", rate=0.2)], seed=7).next("agent")] for _ in range(2)]
    assert runs[0] == runs[1]


def test_a_rate_strikes_about_its_part_of_the_calls() -> None:
    faults = Faults([FaultRule("conflict", rate=0.1)])
    for _ in range(1000):
        faults.next("persona")
    assert 70 < faults.struck["conflict"] < 130


def test_of_a_role_only_its_own_calls_count() -> None:
    faults = Faults([FaultRule("conflict", at=2, role="judge")])
    assert [None, None, None, "conflict"] == [
        faults.next("judge"), faults.next("agent"), faults.next("persona"), faults.next("judge"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("rate-limited=0.05", FaultRule("rate limited", rate=0.05)),
        ("judge:server_error=1", FaultRule("server error", rate=1.0, role="judge")),
    ],
)
def test_a_rate_is_read(text: str, rule: FaultRule) -> None:
    assert rule == FaultRule.parse_rate(text)


def test_a_call_is_read() -> None:
    assert FaultRule("dead", at=30, role="persona") == FaultRule.parse_at("persona:dead=30")


@pytest.mark.parametrize(
    "text", ["plague=0.1", "conflict", "conflict=2", "conflict=nan", "cook:conflict=0.1"]
)
def test_what_is_no_rate_of_a_fault_is_refused(text: str) -> None:
    with pytest.raises(SettingsError):
        FaultRule.parse_rate(text)


@pytest.mark.parametrize("text", ["conflict=0", "conflict=0.5", "conflict=²"])
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(SettingsError):
        FaultRule.parse_at(text)
