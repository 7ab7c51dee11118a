"""Text that is made to break a parser is read or refused quickly."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_marathonmem.errors import Problem, ScenarioError
from pytest_marathonmem.scenario.folder import load_benchmark

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from pytest_marathonmem.scenario.model import Benchmark

LONG = {
    "one line": "x" * 380_000,
    "spaces": "❓ 1.1 Q" + " " * 380_000 + "x",
    "marks": "```script\nedit pets 1.2: x" + "  #A" * 80_000 + " x\n```",
    "marks at the end": "```script\nedit pets 1.2: x" + "  #A" * 80_000 + "\n```",
    "answers": "❓ 1.1 Q? " + "Correct answer: " * 20_000,
    "keys": "❓ 1.1 Q? Correct answer: A.\n" + "Key: {\n" * 40_000,
    "key braces": "❓ 1.1 Q? Correct answer: A.\nKey: " + "{" * 200_000,
    "templates": "{{TODAY" * 40_000,
    "open braces": "{{" * 180_000,
    "quotations": "> " * 180_000,
    "lists": "- " * 200_000,
    "backticks": "`" * 380_000,
    "ids": "```script\ntell pets " + "1.1-1.1," * 40_000 + "\n```",
    "statements": "```js\n" + ";" * 200_000 + "\n```",
    "comments": "```js\n" + "/*" * 180_000 + "\n```",
    "quotes": "```js\n" + "'" * 200_000 + "\n```",
    "dashes": "12:00 " + "-" * 380_000,
    "date": "2026-03-10, " + "T" * 380_000,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_a_long_text_is_read_or_refused_quickly(load: Callable[..., Benchmark], text: str) -> None:
    with contextlib.suppress(ScenarioError):
        load({"chapter1.md": "## P\n" + text, "pets.md": "# P\n## 1. A\n1.1 a\n1.2 b\n"})


PIECES = st.sampled_from(
    ["❓ 1.1 Q?", "Correct answer: A.", "Key: {", "type: 'VOID'}", "```script", "```", "~~~js", "## P", "# T", "- ", "    ", "\n", "\n\n",
     "| hi", "tell pets 1", "edit pets 1.1: x", "derive pets 1.1: y", "retire pets 1.1", "ask 1.1", "wait 08:00", "#STALE", "<!--", "-->",
     "08:00 — x", "2026-03-10, Tue", "{{TODAY}}", "{{", "vars.require_all_facts = 'pets';", "> ", "\t", "\r", "\u2028"]
)  # fmt: skip


@given(pieces=st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=40))
@settings(max_examples=60, deadline=None)
def test_any_mixture_is_read_or_refused_with_places(
    tmp_path_factory: pytest.TempPathFactory, started: datetime, pieces: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("any")
    (folder / "benchmark.json").write_text('{"chapters": ["chapter1.md"]}')
    (folder / "pets.md").write_text("# P\n## 1. A\n1.1 a\n")
    (folder / "chapter1.md").write_bytes("\n".join(pieces).encode(errors="surrogatepass"))
    problems: tuple[Problem, ...] = ()
    try:
        load_benchmark(folder, started)
    except ScenarioError as error:
        problems = error.problems
    assert all(problem.place.line >= 1 and problem.message for problem in problems)
