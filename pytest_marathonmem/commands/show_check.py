"""A check for its author: the question, what is right, and the texts through which its facts have gone."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import TYPE_CHECKING

from pytest_marathonmem.commands.layout import beside
from pytest_marathonmem.scenario.model import RETIRED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.scenario.asked import AskedCheck
    from pytest_marathonmem.scenario.ledger import Version

_MARGIN = "      "


def check_lines(asked: AskedCheck) -> Iterator[str]:
    """Write out a check at its asking."""
    yield from beside(f"❓ {asked.check.id}", asked.question, "    ", 8)
    yield from beside("answer", asked.expected, _MARGIN)
    yield from beside("key", _key(asked), _MARGIN)
    if asked.traps:
        yield from beside("traps", ", ".join(asked.traps), _MARGIN)
    for ref, versions in asked.chains.items():
        yield from beside("rests on", str(ref), _MARGIN)
        for version in versions:
            yield from beside(version.kind, _version(version), _MARGIN + "    ", 6)
    yield from beside("stands in", str(asked.check.place), _MARGIN)


def _key(asked: AskedCheck) -> str:
    key = asked.check.key
    if key is None:
        return f"none; {asked.type} by its answer"
    wanted = key.model_dump(mode="json", exclude_defaults=True, exclude={"type", "facts"})
    return f"{asked.type} {json.dumps(wanted, ensure_ascii=False)}"


def _version(version: Version) -> str:
    text = "retired" if version.text == RETIRED else version.text
    marks = "".join(f" #{mark}" for mark in version.marks)
    since = version.known_since
    known = f"known since {since.phase.chapter}, phase {since.phase.number}" if since else "unknown"
    return f"{text}{marks} ({PurePath(version.place.file).name}:{version.place.line}, {known})"
