"""The ledger: every fact's text at every moment, its chain of changes and its traps.

The scripts' operations are folded over the phases once. A state is a view of the ledger up to a moment and copies nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Literal

from pytest_marathonmem.scenario.model import Ask, Change, FactRef, Tell, Utterance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_marathonmem.errors import Place
    from pytest_marathonmem.scenario.model import Benchmark, Phase, Step


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A message or the asking of a check; moments compare by their order of play."""

    index: int
    """Place in the timeline, counted from 0."""
    phase: Phase = field(compare=False, repr=False)
    step: Utterance | Ask = field(compare=False)


@dataclass(frozen=True, slots=True)
class Version:
    """One text of a fact, from its sheet or from a change."""

    text: str
    """``RETIRED`` if the fact is no longer so."""
    kind: Literal["sheet", "add", "edit", "derive", "retire"]
    marks: tuple[str, ...]
    """Traps of the change and of the messages that told this text."""
    place: Place
    moment: Moment | None
    """The message that carries the change; None for the sheet's text."""
    known_since: Moment | None
    """The message from which the agent can know this text; None if it can't yet."""


@dataclass(slots=True)
class _History:
    versions: list[Version]
    """As they arise, without what later messages tell about them."""
    tellings: list[tuple[int, Moment, tuple[str, ...]]] = field(default_factory=list)
    """Which version was told, when, with which marks."""
    told_since: Moment | None = None
    """The first message that said the fact or a change of it aloud."""


class Ledger:
    """A benchmark's operations in order of play. Built in time linear in their number."""

    def __init__(self, language: str) -> None:
        self.language = language
        """The benchmark's; it decides how values in texts are read."""
        self._timeline: list[Moment] = []
        self._histories: dict[FactRef, _History] = {}
        self._asked: dict[str, Moment] = {}
        self._bounds: dict[tuple[str, int], tuple[int, int]] = {}

    @classmethod
    def of(cls, benchmark: Benchmark) -> Ledger:
        """Fold the operations of all scripts over the sheets."""
        ledger = cls(benchmark.language)
        for sheet in benchmark.sheets.values():
            for fact in sheet.facts:
                ledger._histories[fact.ref] = _History(
                    [Version(fact.text, "sheet", (), fact.place, None, None)]
                )
        for phase in benchmark.phases:
            first = len(ledger._timeline)
            for step in _steps(phase):
                ledger._take(Moment(len(ledger._timeline), phase, step))
            ledger._bounds[phase.chapter, phase.number] = first, len(ledger._timeline)
        return ledger

    @property
    def timeline(self) -> tuple[Moment, ...]:
        """All messages and askings in order of play. A phase without a script has its askings only."""
        return tuple(self._timeline)

    @property
    def start(self) -> State:
        """Before the first moment: the sheets, nothing told."""
        return self._state(0)

    @property
    def end(self) -> State:
        """After the last moment."""
        return self._state(len(self._timeline))

    def before(self, moment: Moment) -> State:
        """The state when the moment comes; what its message carries is not in it."""
        return self._state(moment.index)

    def after(self, moment: Moment) -> State:
        """The state with what the moment's message carries."""
        return self._state(moment.index + 1)

    def before_phase(self, phase: Phase) -> State:
        """The state when the phase opens."""
        return self._state(self._bounds[phase.chapter, phase.number][0])

    def after_phase(self, phase: Phase) -> State:
        """The state when the phase is over."""
        return self._state(self._bounds[phase.chapter, phase.number][1])

    def asking(self, check_id: str) -> Moment:
        """When the check is asked.

        Raises:
            KeyError: for an id that no check has.
        """
        return self._asked[check_id]

    def at_ask(self, check_id: str) -> State:
        """The state when the check is asked.

        Raises:
            KeyError: for an id that no check has.
        """
        return self.before(self.asking(check_id))

    def _state(self, length: int) -> State:
        return State(self._timeline, self._histories, length)

    def _take(self, moment: Moment) -> None:
        self._timeline.append(moment)
        if isinstance(moment.step, Ask):
            self._asked[moment.step.check_id] = moment
            return
        for operation in moment.step.operations:
            if isinstance(operation, Tell):
                for ref in operation.facts:
                    self._tell(ref, operation.marks, moment)
            else:
                self._change(operation, moment)

    def _tell(self, ref: FactRef, marks: tuple[str, ...], moment: Moment) -> None:
        history = self._histories[ref]
        history.tellings.append((len(history.versions) - 1, moment, marks))
        history.told_since = history.told_since or moment

    def _change(self, change: Change, moment: Moment) -> None:
        version = Version(change.text, change.kind, change.marks, change.place, moment, moment)
        history = self._histories.setdefault(change.fact, _History([]))
        history.versions.append(version)
        if change.kind in {"add", "edit"}:
            history.told_since = history.told_since or moment


class State:
    """What holds after the first ``length`` moments of a ledger's timeline."""

    def __init__(
        self, timeline: Sequence[Moment], histories: Mapping[FactRef, _History], length: int
    ) -> None:
        self.length = length
        self._timeline = timeline
        self._histories = histories

    @property
    def refs(self) -> Iterator[FactRef]:
        """All facts that exist, retired ones too: those of the sheets in file order, then the added ones."""
        return (ref for ref, history in self._histories.items() if self._arisen(history.versions[0]))

    @property
    def told(self) -> tuple[FactRef, ...]:
        """The facts that a message has said aloud, in its sheet's text or a later one; derived texts don't count."""
        return tuple(ref for ref, history in self._histories.items() if self._past(history.told_since))

    @property
    def messages(self) -> Iterator[Moment]:
        """The messages so far."""
        return (
            moment for moment in islice(self._timeline, self.length) if isinstance(moment.step, Utterance)
        )

    def text(self, ref: FactRef) -> str | None:
        """The fact's text, ``RETIRED`` if it is no longer so; None if it doesn't exist (yet)."""
        chain = self.chain(ref)
        return chain[-1].text if chain else None

    def known(self, ref: FactRef) -> bool:
        """Whether the agent can know the fact's present text (or that it is retired)."""
        chain = self.chain(ref)
        return bool(chain) and chain[-1].known_since is not None

    def chain(self, ref: FactRef) -> tuple[Version, ...]:
        """The fact's texts so far, oldest first; empty if it doesn't exist (yet)."""
        history = self._histories.get(ref)
        if history is None:
            return ()
        versions = list(takewhile(self._arisen, history.versions))
        for number, moment, marks in history.tellings:
            if self._past(moment):
                versions[number] = _told(versions[number], moment, marks)
        return tuple(versions)

    def _arisen(self, version: Version) -> bool:
        return version.moment is None or self._past(version.moment)

    def _past(self, moment: Moment | None) -> bool:
        return moment is not None and moment.index < self.length


def _told(version: Version, moment: Moment, marks: tuple[str, ...]) -> Version:
    return Version(
        version.text,
        version.kind,
        tuple(dict.fromkeys((*version.marks, *marks))),
        version.place,
        version.moment,
        version.known_since or moment,
    )


def _steps(phase: Phase) -> Iterator[Utterance | Ask]:
    """What a phase says and asks; without a script, its checks in file order."""
    steps: tuple[Step, ...] = phase.script or tuple(Ask(check.id, check.place) for check in phase.checks)
    return (step for step in steps if isinstance(step, Utterance | Ask))
