"""The persona's loop: the model speaks, the stage answers, until the play is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_marathonmem.errors import PersonaFault
from pytest_marathonmem.models.chat import ChatMessage, ToolCall
from pytest_marathonmem.persona.context import Context
from pytest_marathonmem.persona.guards.invented_reply import invents_a_reply
from pytest_marathonmem.persona.guards.plain_text import PLAIN_TEXT, reaches_nobody
from pytest_marathonmem.persona.prompt import system_prompt
from pytest_marathonmem.persona.stage import SAID, Stage
from pytest_marathonmem.persona.tools import tool_specs
from pytest_marathonmem.scenario.model import Utterance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_marathonmem.models.chat import ChatModel
    from pytest_marathonmem.persona.cast import Cast
    from pytest_marathonmem.persona.compaction import Compaction

IDLE_TURNS = 20
"""How many turns in a row may pass without a message, an evaluation or a new phase."""

IDLE_MESSAGES = 40
"""How many messages in a row a model that finds its own words may send without telling, changing or ending anything.

As many more as the phase's script has.
"""

MOST_CALLS = 50
"""Of one turn that are carried out."""
TOO_MANY_CALLS = f"Not done: a turn has {MOST_CALLS} calls at most. Make the rest of them in the next one."

GUARD_REFUSALS = 5
"""In how many turns guards may refuse what the model wants before the play gets on."""


async def play_persona(model: ChatModel, cast: Cast, compaction: Compaction) -> None:
    """Play a benchmark from its first phase to its end, or, after a restart, from where its record ends.

    Args:
        model: Plays the persona.
        cast: All else that takes part.
        compaction: When the model's history is cut, and to what.

    Raises:
        PersonaFault: if the model can't be brought to go on.
        AgentError: if the agent fails so often that the run must stop.
    """
    play = _Play(model, cast, compaction)
    try:
        await play.to_the_end()
    finally:
        play.keep()


class _Play:
    def __init__(self, model: ChatModel, cast: Cast, compaction: Compaction) -> None:
        self._model = model
        self._cast = cast
        self._stage = Stage(cast)
        self._tools = tool_specs(tuple(cast.benchmark.sheets))
        self._context = Context(
            system_prompt(cast.benchmark), compaction, with_reasoning=cast.sends_reasoning
        )

    def keep(self) -> None:
        """Keep where the play stands."""
        self._cast.keep(
            {**self._stage.state(), "messages": [_as_json(message) for message in self._context.messages]}
        )

    async def to_the_end(self) -> None:
        stage = self._stage
        self._context.append(ChatMessage("user", await stage.open()), opens_phase=True)
        idle = 0
        while not stage.ended:
            before, phase = stage.progress, stage.phase
            self._cut()
            said = self._recorded_turn()
            is_new = said is None
            said = said or await self._new_turn()
            await self._take(said)
            if not is_new:
                stage.watch.got_on()
            idle = idle + 1 if is_new and stage.progress == before else 0
            self._see_that_it_obeys(said, idle)
            if is_new and stage.phase is not phase:
                self.keep()

    def _see_that_it_obeys(self, said: ChatMessage, idle: int) -> None:
        if lapse := self._lapse(idle):
            raise PersonaFault(f"persona {self._model.name!r} {lapse}; its last words: {_last_words(said)!r}")

    def _lapse(self, idle: int) -> str:
        """Why the model is given up; empty if it isn't."""
        watch = self._stage.watch
        if len(watch.refusals) >= GUARD_REFUSALS:
            return f"was refused in {len(watch.refusals)} turns in a row, at last by the guard {watch.refusals[-1]}"
        if watch.messages >= IDLE_MESSAGES + self._wanted() and not self._cast.reads_scripts:
            return f"has sent {watch.messages} messages without telling, changing or asking anything that the scenario wants"
        return f"has not brought the play forward for {idle} turns" if idle == IDLE_TURNS else ""

    def _wanted(self) -> int:
        """How many messages the script of the phase has."""
        phase = self._stage.phase
        return sum(isinstance(step, Utterance) for step in phase.script) if phase else 0

    def _recorded_turn(self) -> ChatMessage | None:
        """What the model said in an earlier start, if that isn't used up."""
        turn = self._cast.record.recorded("turn")
        if turn is None:
            return None
        calls = tuple(ToolCall(**call) for call in turn["calls"])
        return ChatMessage("assistant", turn["content"], calls, reasoning=turn.data.get("reasoning", ""))

    async def _new_turn(self) -> ChatMessage:
        said = await self._model.complete(self._context.messages, self._tools)
        calls = [_call_as_json(call) for call in said.tool_calls]
        self._cast.record("turn", content=said.content, calls=calls, reasoning=said.reasoning)
        return said

    async def _take(self, said: ChatMessage) -> None:
        """Take a turn in and answer it; one that invents the agent's words is dropped as a whole."""
        watch = self._stage.watch
        watch.begin_turn()
        if reason := watch.refusal("invented_reply", lambda: invents_a_reply(said, self._heard())):
            self._context.append(ChatMessage("user", reason))
            return
        self._context.append(said)
        if not said.tool_calls:
            reason = watch.refusal("plain_text", lambda: reaches_nobody(said))
            self._context.append(ChatMessage("user", reason or PLAIN_TEXT))
        await self._carry_out(said.tool_calls)

    def _heard(self) -> str:
        """What the tools have answered since the agent spoke last, its words with it."""
        answers: list[str] = []
        for message in reversed(self._context.messages):
            if message.role == "tool":
                answers.append(message.content)
                if SAID in message.content:
                    break
        return "\n".join(answers)

    async def _carry_out(self, calls: Iterable[ToolCall]) -> None:
        """Carry out what the model called, in order, and answer each call."""
        for number, call in enumerate(calls, 1):
            phase = self._stage.phase
            fault = call.fault or (TOO_MANY_CALLS if number > MOST_CALLS else "")
            result = await self._stage.call(call.name, call.arguments, fault)
            self._cast.record("result", id=call.id, content=result)
            answer = ChatMessage("tool", result, tool_call_id=call.id)
            self._context.append(answer, opens_phase=self._stage.phase is not phase)
            if self._stage.ended:
                break

    def _cut(self) -> None:
        """Cut the history off if it has grown too long."""
        if self._context.cut(self._stage.reminder):
            self._cast.record("cut", messages=len(self._context.messages), tokens=self._context.tokens)


def _last_words(said: ChatMessage) -> str:
    """What the model said last, aloud or beside it."""
    messages = [str(call.arguments["text"]) for call in said.tool_calls if "text" in call.arguments]
    return (messages[-1] if messages else said.content)[:200]


def _call_as_json(call: ToolCall) -> dict[str, Any]:
    return {"id": call.id, "name": call.name, "arguments": dict(call.arguments), "fault": call.fault}


def _as_json(message: ChatMessage) -> dict[str, Any]:
    fields: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        fields["tool_calls"] = [_call_as_json(call) for call in message.tool_calls]
    if message.tool_call_id:
        fields["tool_call_id"] = message.tool_call_id
    return fields
