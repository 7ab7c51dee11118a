"""The model doesn't write what the agent says, and doesn't go on with what it can't have heard yet."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from pytest_marathonmem.persona.guards.doubt import Doubt
from pytest_marathonmem.persona.guards.wording import squeezed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.models.chat import ChatMessage

_SPEAKER = re.compile(
    r"""^(?P<marks>[>*_#"'«“\[\ -]*)
    (?: (?:the\ )?assistant (?:'s\ (?:reply|response|answer))? (?:\ (?:said|says|replied|replies|answered|responded))?
      | ассистент (?:\ (?:сказал|говорит|ответил|отвечает))?
      | ответ\ ассистента
      | (?P<result> reading (?=\W{0,5}:\W{0,5}(?:answer|refusal|counter-question)\b))
      | (?P<answer> right\ answer)
    ) [*_\]"]* \ ?: [*_]* \ ? (?P<words>.*)""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_OF_A_PERSON = re.compile(r"\b(?:my|our|мо(?:й|я|ё|е|и|его|ей|их)|наш\w*)\b", re.IGNORECASE)
"""What an assistant has next to nothing of: "Assistant: my sister's new job"."""
_WORD = re.compile(r"[^\W_]+")
_COMPARED = 40
"""Letters and digits of a quotation that show if it is one."""
_FIRST_WORDS = 8
"""Of a quotation that isn't literal; a third of them must have been heard."""

DROPPED = "Your last turn was dropped, and nothing of it has happened: "


def invents_a_reply(said: ChatMessage, heard: str) -> str | None:
    """Find the agent's words in a turn, or calls that rest on words that it hasn't said yet.

    Args:
        said: The turn.
        heard: What the tools have answered since the agent spoke last; it may be quoted beside the calls.
    """
    messages = list(_messages(said))
    unheard = [line for text in messages for line in _unheard(text, heard)]
    beside = list(_unheard(said.content, heard, loosely=not messages))
    if beside or any(map(_goes_on_for_the_assistant, unheard)):
        return (
            f"{DROPPED}you wrote what the assistant says. Only send_message returns its words. Make your calls again, "
            "without a line of the assistant's beside them or in your message."
        )
    if check_id := _asked_and_gone_on(said):
        return (
            f"{DROPPED}it asked check {check_id} and went on as if the reply were there. Send the question alone, and "
            "decide by what it returns."
        )
    return Doubt(f"{unheard[0][0][:80]!r} may be what the assistant says") if unheard else None


def _unheard(text: str, heard: str, *, loosely: bool = False) -> Iterator[re.Match[str]]:
    """The lines that have the assistant speak, less those whose words were heard.

    Args:
        text: What the model wrote.
        heard: What the tools have answered.
        loosely: Whether the words may be told in others, as who has listened tells them.
    """
    lines = list(_SPEAKER.finditer(squeezed(text)))
    if not lines:
        return
    letters, words = _letters(heard), set(_words(heard))
    for line in lines:
        quoted = _letters(line["words"])[:_COMPARED]
        if quoted and (quoted in letters or (loosely and _is_retold(line["words"], words))):
            continue
        yield line


def _is_retold(text: str, heard: set[str]) -> bool:
    first = list(islice((word for word in _words(text) if len(word) > 1), _FIRST_WORDS))
    return 3 * sum(word in heard for word in first) >= max(len(first), 1)


def _goes_on_for_the_assistant(line: re.Match[str]) -> bool:
    """Whether it can't be a person's own line, as a first one, one of a list or of a quiz can."""
    if line["result"]:
        return True
    if line["answer"] or "-" in line["marks"]:
        return False
    is_label = bool(re.search(r"[*_#\[]", line["marks"]))
    return line.start() > 0 or is_label or not _OF_A_PERSON.search(line["words"])


def _letters(text: str) -> str:
    """What is left of a text however it is quoted: as JSON, in marks of any kind."""
    return "".join(_words(text))


def _words(text: str) -> Iterator[str]:
    return (match[0] for match in _WORD.finditer(text.replace("\\n", " ").casefold()))


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
