"""A scenario gone through on paper, to count the calls of models and their tokens.

The histories of persona and agent grow, and are cut, as in a play. How many turns a persona takes, and how long an assistant
speaks, is set to what is usual; a model that reasons puts out more than that.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.judge import judge_prompt
from pytest_marathonmem.models.chat import ChatMessage
from pytest_marathonmem.models.endpoint import ROLES
from pytest_marathonmem.models.tokens import BYTES_PER_TOKEN, estimate_tokens
from pytest_marathonmem.persona.context import Context, reminder
from pytest_marathonmem.persona.prompt import PROFILE, sheet_text, system_prompt
from pytest_marathonmem.persona.slices import as_checklist, cut, operation_line, owed
from pytest_marathonmem.persona.tools import tool_specs
from pytest_marathonmem.scenario.model import Tell, Utterance
from pytest_marathonmem.scenario.read_out import read_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_marathonmem.models.endpoint import Endpoint, Role
    from pytest_marathonmem.persona.slices import Slice
    from pytest_marathonmem.runs.events import Event
    from pytest_marathonmem.runs.plan import RunPlan
    from pytest_marathonmem.scenario.model import Benchmark, Check, Phase, Wait

REPLY_TOKENS = 60
"""Of what an assistant says to one message."""
VERDICT_TOKENS = 40
CALL_TOKENS = 20
"""Of the calls in a turn, besides what they say."""
PROMPT_TOKENS = 100
"""Of an agent's system prompt."""
REPLY = "r" * BYTES_PER_TOKEN * REPLY_TOKENS
RESULT = "Done: that is so now in your sheets."
"""As long as what most tools answer."""


@dataclass
class Tally:
    """The calls of one model."""

    calls: int = 0
    input: int = 0
    """Tokens."""
    output: int = 0

    def add(self, input_tokens: int, output_tokens: int) -> None:
        self.calls += 1
        self.input += input_tokens
        self.output += output_tokens


def rehearse(benchmark: Benchmark, plan: RunPlan, earlier: Iterable[Event] = ()) -> Mapping[Role, Tally]:
    """Count what is left of a run, for each role, whether a model plays it or not.

    Args:
        benchmark: What is played; phases without a script count as if they were read out.
        plan: Says how histories are cut.
        earlier: The events that the run goes on from.
    """
    rehearsal = _Rehearsal(read_out(benchmark), plan, _Played.by(earlier))
    rehearsal.play()
    return rehearsal.tallies


@dataclass
class _Played:
    """What earlier starts have played."""

    phases: int = 0
    """With the current one."""
    messages: int = 0
    """Of the current phase."""
    checks: set[str] = field(default_factory=set)

    @classmethod
    def by(cls, events: Iterable[Event]) -> _Played:
        played = cls()
        for event in events:
            match event.type:
                case "phase":
                    played.phases, played.messages = played.phases + 1, 0
                case "sending" if event["check"] is None:
                    played.messages += 1
                case "evaluated":
                    played.checks.add(event["check"])
        return played


class _Rehearsal:
    """Takes a turn of the persona for each message, question, verdict and change of phase.

    One more for all changes that a message carries, and one to read a sheet that is needed and no longer in its history.
    """

    def __init__(self, benchmark: Benchmark, plan: RunPlan, played: _Played) -> None:
        self.tallies = {role: Tally() for role in ROLES}
        self._benchmark = benchmark
        self._played = played
        self._left = True
        """Whether what is gone through now is still to be played."""
        self._context = Context(system_prompt(benchmark), plan.compaction)
        self._tools = _tokens(*(json.dumps(asdict(tool)) for tool in tool_specs(tuple(benchmark.sheets))))
        self._at_hand: set[str] = {PROFILE}
        self._window = _Window(plan.models.get("agent"))

    def play(self) -> None:
        for number, phase in enumerate(self._benchmark.phases, 1):
            is_current = number == self._played.phases
            self._left = number > self._played.phases
            slices = cut(phase)
            self._open(phase, as_checklist(slices[0]))
            told = 0
            for piece, following in zip(slices, (*slices[1:], None), strict=True):
                for step in filter(partial(_is_given, piece), piece.steps):
                    told += isinstance(step, Utterance)
                    self._left = self._left or (is_current and told > self._played.messages)
                    self._step(step)
                if piece.check:
                    self._left = self._left or (is_current and piece.check.id not in self._played.checks)
                    self._check(piece.check, as_checklist(following) if following else "")

    def _open(self, phase: Phase, text: str) -> None:
        if not self._context.messages[1:]:
            self._context.append(ChatMessage("user", text), opens_phase=True)
        else:
            self._turn("next_phase", f"{phase.title}\n\n{text}", opens_phase=True)

    def _step(self, step: Utterance | Wait) -> None:
        if not isinstance(step, Utterance):
            self._turn("wait", RESULT)
            return
        operations = list(owed(step.operations))
        self._read({ref.sheet for op in operations if isinstance(op, Tell) for ref in op.facts})
        if changes := [operation_line(op) for op in operations if not isinstance(op, Tell)]:
            self._turn("".join(changes), RESULT * len(changes))
        marks = "".join(operation_line(op) for op in operations if isinstance(op, Tell))
        self._say(step.text, marks)

    def _read(self, sheets: Iterable[str]) -> None:
        for name in sorted(sheets):
            if name not in self._at_hand and name in self._benchmark.sheets:
                self._turn("facts_read", sheet_text(self._benchmark.sheets[name]))
                self._at_hand.add(name)

    def _say(self, text: str, besides: str = "") -> None:
        self._turn(f"send_message {text} {besides}", REPLY)
        if self._left:
            self.tallies["agent"].add(self._window.add(text), REPLY_TOKENS)
        else:
            self._window.add(text)

    def _check(self, check: Check, following: str) -> None:
        self._say(check.question, check.id)
        self._turn(f"log_evaluation {check.id} {check.answer}", f"{RESULT}\n\n{check.answer}\n\n{following}")
        if self._left:
            asked = _tokens(judge_prompt(), check.question, check.answer) + REPLY_TOKENS
            self.tallies["judge"].add(asked, VERDICT_TOKENS)

    def _turn(self, said: str, result: str, *, opens_phase: bool = False) -> None:
        context = self._context
        if context.cut(self._reminder):
            self._at_hand = {PROFILE}
        answer = ChatMessage("assistant", said)
        if self._left:
            self.tallies["persona"].add(self._tools + context.tokens, CALL_TOKENS + estimate_tokens(answer))
        context.append(answer)
        context.append(ChatMessage("tool", result), opens_phase=opens_phase)

    def _reminder(self) -> str:
        profile = self._benchmark.sheets.get(PROFILE)
        return reminder(sheet_text(profile) if profile else "", self._at_hand)


def _is_given(piece: Slice, step: Utterance | Wait) -> bool:
    """Whether the persona is given a step: small talk it makes up where there is prose."""
    return not (piece.prose and isinstance(step, Utterance) and not any(owed(step.operations)))


class _Window:
    """The conversation before an agent's model; taken as never begun anew by the scenario."""

    def __init__(self, endpoint: Endpoint | None) -> None:
        limit = endpoint.context_limit if endpoint else None
        self._room = limit and endpoint and limit - endpoint.max_output_tokens
        self._exchanges: list[int] = []

    def add(self, text: str) -> int:
        """Take in a message and its reply, and return how many tokens the model gets to answer it."""
        message = _tokens(text)
        size = PROMPT_TOKENS + sum(self._exchanges) + message
        while self._room and size > self._room and self._exchanges:
            self._exchanges = self._exchanges[(len(self._exchanges) + 1) // 2 :]
            size = PROMPT_TOKENS + sum(self._exchanges) + message
        self._exchanges.append(message + REPLY_TOKENS)
        return size


def _tokens(*texts: str) -> int:
    return sum(estimate_tokens(ChatMessage("user", text)) for text in texts)
