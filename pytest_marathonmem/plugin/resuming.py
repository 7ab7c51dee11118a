"""The command line that goes on with what a session has left undone."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.plugin.options import OPTIONS
from pytest_marathonmem.plugin.selection import FILE_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Self

ONCE = ("--mmb-fresh", "--mmb-unknown")
"""Options that tell how one start begins: the next one would throw away, or send twice, by them."""

BUDGET = "--mmb-budget-usd"

MARK = "mmb-is-this-a-path"


class CommandLine:
    """What pytest was started with; a plugin, because only a plugin is given the parser.

    Args:
        parser: Tells paths from the values of options.
    """

    NAME = "marathonmem-command-line"

    def __init__(self, parser: pytest.Parser) -> None:
        self._parser = parser

    @classmethod
    def of(cls, config: pytest.Config) -> Self:
        """The one of a session."""
        found: Self = config.pluginmanager.getplugin(cls.NAME)
        return found

    def again(self, config: pytest.Config, nodeids: Iterable[str] = (), *, more_money: bool = False) -> str:
        """Write it so that a shell takes it, in the same directory.

        Args:
            config: The session's.
            nodeids: Items to play in place of what was named; none for all of that.
            more_money: Whether the budget is spent: with the same one nothing would go on, so it is doubled.
        """
        arguments = list(without_once([os.fspath(argument) for argument in config.invocation_params.args]))
        if more_money and (usd := config.stash[OPTIONS].budget_usd):
            arguments = with_budget_of(2 * usd, arguments)
        if paths := [_from_directory(nodeid, config) for nodeid in nodeids]:
            # In front no option can take them for its value.
            arguments = [*paths, *self._options(arguments)]
        return shlex.join(["pytest", *arguments])

    def _options(self, arguments: Sequence[str]) -> list[str]:
        return [argument for number, argument in enumerate(arguments) if not self._is_path(arguments, number)]

    def _is_path(self, arguments: Sequence[str], number: int) -> bool:
        if arguments[number].startswith("-"):
            return arguments[number] == "--"
        marked = [*arguments[:number], MARK, *arguments[number + 1 :]]
        try:
            return MARK in self._parser.parse_known_args(marked).file_or_dir
        except pytest.UsageError:
            return False


class Selected:
    """The benchmark items of a session, and what became of them."""

    def __init__(self) -> None:
        self._nodeids: tuple[str, ...] = ()
        self._unfinished: set[str] = set()
        self._to_go_on: set[str] = set()

    def select(self, nodeids: Iterable[str]) -> None:
        self._nodeids = tuple(nodeids)
        self._unfinished, self._to_go_on = set(self._nodeids), set(self._nodeids)

    def finish(self, nodeid: str) -> None:
        """The item's run has come to its end: started again it would start anew."""
        self._unfinished.discard(nodeid)
        self._to_go_on.discard(nodeid)

    def fail(self, nodeid: str) -> None:
        """The item failed without a run: it is no reason to go on, but belongs to what is left."""
        self._to_go_on.discard(nodeid)

    def left(self) -> tuple[str, ...]:
        """The items to go on with, in order; none if nothing was broken off."""
        return (
            tuple(nodeid for nodeid in self._nodeids if nodeid in self._unfinished) if self._to_go_on else ()
        )

    def __contains__(self, nodeid: str) -> bool:
        return nodeid in self._nodeids

    def __len__(self) -> int:
        return len(self._nodeids)


def is_benchmark(nodeid: str) -> bool:
    """Whether an item is a benchmark, told from its id alone."""
    return nodeid.partition("::")[0].rpartition("/")[2] == FILE_NAME


def without_once(arguments: Sequence[str]) -> Iterator[str]:
    """Leave out the options that are for one start alone, with their values."""
    is_value = False
    for argument in arguments:
        name, has_value, _ = argument.partition("=")
        if name not in ONCE and not is_value:
            yield argument
        is_value = argument == "--mmb-unknown" and not has_value


def with_budget_of(usd: float, arguments: Sequence[str]) -> list[str]:
    """Give a budget in place of the one that is given, perhaps by the ini file."""
    others: list[str] = []
    is_value = False
    for argument in arguments:
        if not is_value and argument.partition("=")[0] != BUDGET:
            others.append(argument)
        is_value = argument == BUDGET
    return [f"{BUDGET}={usd:.12g}", *others]


def _from_directory(nodeid: str, config: pytest.Config) -> str:
    """A node id, which is relative to the root, as pytest takes it where it was started."""
    path, colons, names = nodeid.partition("::")
    return os.path.relpath(config.rootpath / path, config.invocation_params.dir) + colons + names
