"""What all commands share: help, version, errors, and terminals of every kind."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.cli import COMMANDS, main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.commands.conftest import Mmb


def test_without_a_command_the_help_is_printed(mmb: Mmb) -> None:
    printed = mmb()
    assert printed.code == 0
    assert all(f"\n    {name}" in printed.out for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main([command, "--help"])
    assert exit_info.value.code == 0
    assert f"\n  mmb {command} " in capsys.readouterr().out


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["--version"])
    assert exit_info.value.code == 0
    assert capsys.readouterr().out.startswith("mmb ")


def test_an_unknown_command_is_an_error_that_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["polish"])
    assert exit_info.value.code == 2
    err = capsys.readouterr().err
    assert "mmb: error: " in err
    assert all(name in err for name in COMMANDS)


def test_an_error_is_printed_without_what_could_act_on_the_terminal(mmb: Mmb) -> None:
    printed = mmb("show", "\x1b[2Jmax")
    assert (printed.code, printed.out) == (2, "")
    assert printed.err.startswith("mmb: ")
    assert "\x1b" not in printed.err


def test_what_the_terminal_can_not_show_is_printed_as_an_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", terminal)

    assert main(["grade", "--gold", "Zoë", "--answer", "Zoë"]) == 0

    terminal.seek(0)
    assert r"point    right  Zo\xeb, correct" in terminal.read()


def test_an_interrupt_ends_without_a_traceback(mmb: Mmb, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> Iterator[str]:
        yield "the first line"
        raise KeyboardInterrupt

    monkeypatch.setattr("pytest_marathonmem.commands.log.run", interrupted)
    printed = mmb("log", "max-notebook", "-f")
    assert (130, "the first line\n", "") == printed


def test_a_reader_that_leaves_ends_the_command_quietly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as pipe:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "stdout", pipe)
        assert main(["show", "max"]) == 141
    assert capfd.readouterr().err == ""
