"""The model doesn't write what the agent says, and doesn't go on with what it can't have heard yet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.models.chat import ChatMessage

_SPEAKER = re.compile(
    r"""^[\s>*_#"'«“\[-]*
    (?: (?:the\s+)? assistant (?:'s\s+(?:reply|response|answer))? (?:\s+(?:said|says|replied|replies|answered|responded))?
      | ассистент (?:\s+(?:сказал|говорит|ответил|отвечает))?
      | ответ\s+ассистента
      | reading (?=\W*:\W*(?:answer|refusal|counter-question)\b)
      | right\s+answer
    ) [*_\]"]* \s* : [*_]* [ \t]* (?P<words>.*)""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_COMPARED = 40
"""Letters and digits of a quotation that show if it is one."""

DROPPED = "Your last turn was dropped, and nothing of it has happened: "


def invents_a_reply(said: ChatMessage, heard: str) -> str | None:
    """Find the agent's words in a turn, or calls that rest on words that it hasn't said yet.

    Args:
        said: The turn.
        heard: What the tools have answered to the turn before; it may be quoted beside the calls.
    """
    if any(_invents(text, heard) for text in (said.content, *_messages(said))):
        return f"{DROPPED}you wrote what the assistant says. Only send_message returns its words; send your own and wait."
    if check_id := _asked_and_gone_on(said):
        return (
            f"{DROPPED}it asked check {check_id} and went on as if the reply were there. Send the question alone, and "
            "decide by what it returns."
        )
    return None


def _invents(text: str, heard: str) -> bool:
    quoted = [_letters(match["words"])[:_COMPARED] for match in _SPEAKER.finditer(text)]
    return bool(quoted) and any(not words or words not in _letters(heard) for words in quoted)


def _letters(text: str) -> str:
    """What is left of a text however it is quoted: as JSON, in marks of any kind."""
    return "".join(re.findall(r"[^\W_]", text.replace("\\n", " ").casefold()))


def _messages(said: ChatMessage) -> Iterator[str]:
    return (
        text
        for call in said.tool_calls
        if call.name == "send_message" and isinstance(text := call.arguments.get("text"), str)
    )


def _asked_and_gone_on(said: ChatMessage) -> str:
    """The check that the turn asks and then asks again, answers for or evaluates; empty if there is none."""
    asked: set[str] = set()
    for call in said.tool_calls:
        check_id = str(call.arguments.get("check_id") or "")
        if check_id in asked and call.name in {"send_message", "log_evaluation"}:
            return check_id
        if check_id and call.name == "send_message":
            asked.add(check_id)
    return ""
