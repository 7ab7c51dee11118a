"""``mmb grade``: try one answer against what would be right."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.grading.evaluate import evaluate
from pytest_marathonmem.grading.expectation import Expectation
from pytest_marathonmem.scenario.answer_keys import read_key
from pytest_marathonmem.scenario.source import Source

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.grading.outcome import Evaluation
    from pytest_marathonmem.scenario.keys import Key


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        'example:\n  mmb grade --gold "50 g" --earlier "70 g" --answer "It was 70 g, now it is 50 g."'
    )
    parser.add_argument(
        "--gold", required=True, metavar="TEXT", help="The right answer, as a benchmark writes it"
    )
    parser.add_argument("--key", metavar="JSON5", help="The check's Key")
    parser.add_argument("--answer", required=True, metavar="TEXT", help="What the agent said")
    parser.add_argument("--question", default="", metavar="TEXT", help="What was asked")
    parser.add_argument(
        "--earlier",
        nargs="+",
        action="extend",
        default=[],
        metavar="TEXT",
        help="Texts whose values are stale",
    )
    parser.add_argument("--attempt", type=int, choices=(1, 2), default=1, help="2 after the second chance")
    parser.add_argument("--language", default="en", metavar="CODE", help="Two letters (default: en)")
    parser.add_argument("--json", action="store_true", help="Print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> list[str]:
    """Grade as the arguments say.

    Raises:
        SettingsError: for a key that can't be, with everything that is wrong with it.
    """
    expectation = Expectation(
        arguments.question,
        arguments.gold,
        _key(arguments.key) if arguments.key is not None else None,
        earlier=tuple(arguments.earlier),
        language=arguments.language,
    )
    evaluation = evaluate("", expectation, arguments.answer, arguments.attempt)
    return [_as_json(evaluation)] if arguments.json else list(_as_text(evaluation))


def _key(text: str) -> Key:
    problems: list[Problem] = []
    key = read_key(text, 1, Source("--key", text), problems)
    if key is None:
        raise SettingsError("\n".join(map(str, problems)))
    return key


def _as_json(evaluation: Evaluation) -> str:
    return json.dumps(
        {
            "score": evaluation.score,
            "outcome": evaluation.outcome,
            "points": [asdict(point) for point in evaluation.points],
            "certain": evaluation.score is not None,
            "comment": evaluation.comment,
        }
    )


def _as_text(evaluation: Evaluation) -> Iterator[str]:
    score = "none" if evaluation.score is None else f"{evaluation.score:g} of 10"
    yield f"score    {score}"
    yield f"outcome  {evaluation.outcome}"
    yield f"certain  {'no' if evaluation.score is None else 'yes'}"
    for point in evaluation.points:
        name = f"{point.label}: {point.expected}" if point.label else point.expected
        got = f" (got {point.got!r})" if point.got else ""
        yield f"point    {'right' if point.right else 'wrong'}  {name}, {point.outcome}{got}"
    if evaluation.comment:
        yield f"comment  {evaluation.comment}"
