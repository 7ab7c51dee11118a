"""Scripted agents whose score is known beforehand, to test benchmarks, grading and reports with.

All but the refuser look into the run's own record (`insight`); none reads what a key or an answer line says is right,
except to find in a fact's text which of several amounts, or among its earlier texts which, is meant.
"""

from __future__ import annotations

from abc import abstractmethod
from datetime import UTC
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.agents.durable import DurableAgent
from pytest_marathonmem.agents.transcript import Entry
from pytest_marathonmem.clock import Clock
from pytest_marathonmem.scenario.lint.view import wanted
from pytest_marathonmem.scenario.model import RETIRED, FactRef
from pytest_marathonmem.scenario.passage import Passage
from pytest_marathonmem.testing.insight import Insight
from pytest_marathonmem.values.matching import matches, same_kind
from pytest_marathonmem.values.reading import read_values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from pytest_marathonmem.scenario.ledger import Version
    from pytest_marathonmem.testing.insight import Asked
    from pytest_marathonmem.values.value import Value

NOTED = "Noted."
NEVER_TOLD = "You never told me that."
REFUSED = "You haven't told me that."

WRAPPINGS = (
    "\x1b[1;31m{}\x1b[0m",
    "\x00\x07{}\x08\x0b\x0c\x7f",
    "```text\n{}\n```",
    "\n## {}\n\n## \n",
    "🎉 👩‍👩‍👧 {} 🏳️‍🌈 \ud83d",
    "<script>alert('hi')</script><b>{}</b> ]]> &amp; </testcase>",
    "\u202e{}\u202c\u200b\ufeff",
    "\x1b]0;title\x07{}\x1b[2J\x1b[H",
    "\r\n> **{}**\r\n---\r\n",
)


class ScriptedAgent(DurableAgent):
    """Needs no memory to go on after a restart, and no more than a list of what was said."""

    async def reply(self, text: str) -> str:
        said = self.say()
        self.transcript.append(Entry(Clock(UTC).now(), text, said))
        return said

    @abstractmethod
    def say(self) -> str:
        """Answer the newest message."""


class RefuserAgent(ScriptedAgent):
    """Has never been told anything."""

    def say(self) -> str:
        return REFUSED


class InsiderAgent(ScriptedAgent):
    """Knows which check it is asked, and the ledger."""

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        self._insight = Insight(workdir)

    def say(self) -> str:
        asked = self._insight.asked()
        return self.answer(asked) if asked else NOTED

    @abstractmethod
    def answer(self, asked: Asked) -> str:
        """Answer a check."""


class OracleAgent(InsiderAgent):
    """Knows every fact as it is when asked, and as it was at the time that is asked for."""

    def answer(self, asked: Asked) -> str:
        key = asked.check.key
        if key is None or key.type != "HIST":
            return _recite(asked, lambda chain: chain[-1])
        return _recite_past(asked, [spelling for spellings in wanted(key) for spelling in spellings])


class StaleAgent(InsiderAgent):
    """Never takes in a change: knows each fact as it first was."""

    def answer(self, asked: Asked) -> str:
        return _recite(asked, lambda chain: chain[0])


class ParrotAgent(InsiderAgent):
    """Recites every value that it was ever told."""

    def answer(self, asked: Asked) -> str:
        state = asked.state
        texts = [
            version.text
            for ref in state.refs
            for version in state.chain(ref)
            if version.known_since is not None
        ]
        values = [value.text for text in texts for value in read_values(text, asked.language)]
        return ", ".join(dict.fromkeys(values)) or NEVER_TOLD


class GarbledAgent(OracleAgent):
    """Says what the oracle says, wrapped in what breaks terminals, XML, HTML and Markdown."""

    def answer(self, asked: Asked) -> str:
        return WRAPPINGS[asked.number % len(WRAPPINGS)].format(super().answer(asked))


def _recite_past(asked: Asked, named: Sequence[str]) -> str:
    """Say each earlier text that has a value asked for; of a fact without such a text, the one before the last change."""
    texts: list[str] = []
    for chain in filter(None, map(asked.state.chain, asked.facts)):
        earlier = [version.text for version in chain[:-1] or chain]
        meant = [text for text in earlier if any(map(Passage(text, asked.language).says, named))]
        texts += meant or earlier[-1:]
    return "\n".join(f"{text.removesuffix('.')}." for text in texts) or NEVER_TOLD


def _recite(asked: Asked, choose: Callable[[Sequence[Version]], Version]) -> str:
    """Say the chosen text of each of the check's facts, and what they add up to if that is asked."""
    chains = {ref: asked.state.chain(ref) for ref in asked.facts}
    texts = {ref: choose(chain).text for ref, chain in chains.items() if chain}
    told = {ref: text for ref, text in texts.items() if text != RETIRED}
    lines = [text if text.endswith(".") else f"{text}." for text in told.values()]
    return "\n".join([*lines, *_total(asked, told)]) or NEVER_TOLD


def _total(asked: Asked, texts: dict[FactRef, str]) -> list[str]:
    key = asked.check.key
    entries = {FactRef.parse(address): entry for address, entry in key.sum.items()} if key else {}
    amounts = [
        amount
        for ref, entry in entries.items()
        if ref in texts and (amount := _amount(texts[ref], entry, asked.language))
    ]
    if not amounts:
        return []
    total = sum((amount.amounts[0] for amount in amounts), Decimal())
    return [f"In total that makes {total:,} {amounts[0].unit}".strip() + "."]


def _amount(text: str, entry: str, language: str) -> Value | None:
    """Find the amount in a fact's text: the one that the key's entry means, else the first of its kind."""
    wanted = read_values(entry, language)[0]
    values = read_values(text, language)
    meant = [value for value in values if matches(value, wanted)]
    alike = [value for value in values if same_kind(value, wanted)]
    return next(iter(meant + alike), None)
