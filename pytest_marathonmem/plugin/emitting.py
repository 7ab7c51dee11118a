"""Sends reports from a running item to the terminal process; plain types only, so that they cross workers."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

WHEN = "mmb"
"""The phase of reports that tell of a run as a whole; pytest, xdist and the JUnit writer pass them over."""


def emit(item: pytest.Item, report: pytest.TestReport) -> None:
    """Hand a report to all plugins, past the capture of the item's output."""
    for name, value in vars(report).items():
        if name.startswith("mmb"):
            setattr(report, name, _encodable(value))
    capture: Any = item.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled() if capture else nullcontext():
        item.ihook.pytest_runtest_logreport(report=report)


def emit_run(item: pytest.Item, **facts: Any) -> None:
    """Tell of a run, or of a lint; each fact becomes an attribute of the report."""
    emit(item, run_report(item.nodeid, item.location, **facts))


def run_report(nodeid: str, location: tuple[str, int | None, str], **facts: Any) -> pytest.TestReport:
    """A report that tells of a run: ``mmb_begun``, ``mmb_run`` at its end, ``mmb_note`` for a line between; or of a lint."""
    return pytest.TestReport(
        nodeid=nodeid,
        location=location,
        keywords={},
        outcome="passed",
        longrepr=None,
        when=WHEN,  # type: ignore[arg-type]  # none of the three phases: it is no part of the test's own result
        **facts,
    )


def _encodable(value: Any) -> Any:
    """Plain types without lone surrogates, which no worker can send; they become escapes."""
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode("utf-8")
        case dict():
            return {_encodable(key): _encodable(item) for key, item in value.items()}
        case list():
            return [_encodable(item) for item in value]
    return value
