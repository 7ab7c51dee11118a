from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from pytest_marathonmem.cli import main


class Printed(NamedTuple):
    code: int
    out: str
    err: str


class Mmb(Protocol):
    def __call__(self, *arguments: str) -> Printed: ...


@pytest.fixture
def mmb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Mmb:
    """Run ``mmb`` in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Printed:
        code = main(arguments)
        printed = capsys.readouterr()
        return Printed(code, printed.out, printed.err)

    return run
