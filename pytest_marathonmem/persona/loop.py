"""The persona's loop: the model speaks, the stage answers, until the play is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.errors import PersonaFault
from pytest_marathonmem.models.chat import ChatMessage
from pytest_marathonmem.persona.prompt import system_prompt
from pytest_marathonmem.persona.stage import Stage
from pytest_marathonmem.persona.tools import tool_specs

if TYPE_CHECKING:
    from pytest_marathonmem.models.chat import ChatModel
    from pytest_marathonmem.persona.stage import Cast

IDLE_TURNS = 20
"""How many turns in a row may pass without a message, an evaluation or a new phase."""

PLAIN_TEXT = "This reached nobody: the assistant gets only what you say with the tool send_message."


async def play_persona(model: ChatModel, cast: Cast) -> None:
    """Play a benchmark from its first phase to its end.

    Raises:
        PersonaFault: if the model can't be brought to go on.
        AgentError: if the agent fails so often that the run must stop.
    """
    stage = Stage(cast)
    specs = tool_specs(tuple(cast.benchmark.sheets))
    messages = [
        ChatMessage("system", system_prompt(cast.benchmark)),
        ChatMessage("user", await stage.open()),
    ]
    idle = 0
    while not stage.ended:
        before = stage.progress
        said = await model.complete(messages, specs)
        messages += [said, *await _answers(said, stage, cast)]
        idle = 0 if stage.progress > before else idle + 1
        if idle == IDLE_TURNS:
            raise PersonaFault(
                f"persona {model.name!r} has not brought the play forward for {idle} turns; "
                f"its last words: {said.content[:200]!r}"
            )


async def _answers(said: ChatMessage, stage: Stage, cast: Cast) -> list[ChatMessage]:
    """Carry out what the model called, in order, and answer each call."""
    calls = [
        {"id": call.id, "name": call.name, "arguments": dict(call.arguments)} for call in said.tool_calls
    ]
    cast.record("turn", content=said.content, calls=calls)
    if not said.tool_calls:
        cast.record("guard", name="plain text", reason=PLAIN_TEXT)
        return [ChatMessage("user", PLAIN_TEXT)]
    answers = []
    for call in said.tool_calls:
        result = await stage.call(call.name, call.arguments)
        cast.record("result", id=call.id, content=result)
        answers.append(ChatMessage("tool", result, tool_call_id=call.id))
        if stage.ended:
            break
    return answers
