"""Each evaluated check as a pytest subtest, with words and letters of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from _pytest.subtests import SubtestContext  # a report's context has no public name, and the report needs one

from pytest_marathonmem.plugin.emitting import WHEN, emit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_marathonmem.plugin.options import Options
    from pytest_marathonmem.reports.report import CheckResult

CheckVerdict = Literal["passed", "imperfect", "unscored"]

LETTERS: Mapping[CheckVerdict, str] = {"passed": "+", "imperfect": "-", "unscored": "?"}
COLORS: Mapping[CheckVerdict, str] = {"passed": "green", "imperfect": "red", "unscored": "yellow"}


def judge(check: CheckResult, options: Options) -> CheckVerdict:
    """Say what a check is by the score that passes."""
    if check.score is None:
        return "unscored"
    return "passed" if check.score >= options.pass_score else "imperfect"


def emit_check(item: pytest.Item, check: CheckResult, options: Options, **of_run: str) -> None:
    """Report one check when it is evaluated.

    Args:
        item: The run's item.
        check: The check.
        options: Its score that passes, and whether a gate decides.
        of_run: What the report's ``mmb`` says of the run besides the check.
    """
    verdict = judge(check, options)
    outcome, longrepr = _outcome(item, check, verdict, gated=options.gated)
    report = pytest.SubtestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords={},
        outcome=outcome,
        longrepr=longrepr,
        when="call",
        duration=check.seconds,
        context=SubtestContext(msg=check.id, kwargs={}),
        mmb={**check.as_json(), **of_run, "verdict": verdict},
    )
    emit(item, report)


def _outcome(
    item: pytest.Item, check: CheckResult, verdict: CheckVerdict, *, gated: bool
) -> tuple[Literal["passed", "failed", "skipped"], str | tuple[str, int, str] | None]:
    """The outcome for pytest, and the reason in the form that pytest wants for it."""
    from pytest_marathonmem.reports import wording  # noqa: PLC0415 - only played benchmarks pay for it

    if verdict == "passed":
        return "passed", None
    if verdict == "imperfect" and not gated:
        return "failed", "\n".join(wording.in_full(check))
    return "skipped", (str(item.path), 1, wording.one_line(check.comment or f"expected {check.expected}"))


def teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, Any] | None:
    """The category in the last line, the letter, and the word of ``-v``; None for what isn't ours."""
    mmb: Mapping[str, Any] | None = getattr(report, "mmb", None)
    if mmb is not None:
        verdict: CheckVerdict = mmb["verdict"]
        return f"checks {verdict}", LETTERS[verdict], (_word(mmb), {COLORS[verdict]: True})
    return ("", "", "") if report.when == WHEN else None


def _word(mmb: Mapping[str, Any]) -> str:
    score = "" if mmb["score"] is None else f" {mmb['score']:.3g}"
    return ascii(f"CHECK {mmb['id']}{score} {mmb['outcome']}")[1:-1]


class ChecksDontCount:
    """Keeps imperfect checks from being counted as failures: ``-x`` and ``--maxfail`` are about items.

    Args:
        session: Counts failures, and so does xdist's session, if there is one.
    """

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._distributed: Any = session.config.pluginmanager.getplugin("dsession")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take back beforehand what they are about to add, so that no limit is ever reached by it."""
        if report.failed and hasattr(report, "mmb"):
            self._session.testsfailed -= 1
            if self._distributed is not None:
                self._distributed.countfailures -= 1
