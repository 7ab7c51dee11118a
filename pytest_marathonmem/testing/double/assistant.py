"""The assistant's brain: answers from what lies in its context, acknowledges the rest, and uses the memory tools it is offered."""

from __future__ import annotations

import json
import re
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.agents.answering import ACKNOWLEDGEMENTS, REFUSAL, answer
from pytest_marathonmem.agents.listening import clean, listen
from pytest_marathonmem.agents.retrieval import Memory
from pytest_marathonmem.testing.double.conversations import Conversations
from pytest_marathonmem.testing.double.memory_tools import reading_call, writing_call
from pytest_marathonmem.testing.double.wire import completion, functions_of, messages_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pytest_marathonmem.testing.double.wire import Answer, Body, Call

    Message = Mapping[str, Any]

_ANY_DAY = datetime(1970, 1, 1, tzinfo=UTC)
"""No request says when something was told; where all days are the same, none is found by its words."""
_SUMMARISES = re.compile(r"\b(?:summari[sz]ation|summari[sz]e|compaction|checkpoint)\b", re.IGNORECASE)
_INSISTS = re.compile(
    r"\b(?:again|once more|I (?:did|have) (?:tell|told) you|ещ[её] раз|снова|я (?:же )?(?:тебе|вам)\b.*говорила?)\b",
    re.IGNORECASE,
)


class AssistantBrain:
    """Remembers nothing between requests; what it caches follows from them."""

    def __init__(self) -> None:
        self._memories = Conversations(Memory, _take_in, Memory.close)

    def __call__(self, body: Body) -> Answer:
        """Return the next turn."""
        messages = messages_of(body)
        asked = max((i for i, message in enumerate(messages) if message["role"] == "user"), default=-1)
        if asked < 0:
            return completion(body, ACKNOWLEDGEMENTS[0])
        text = text_of(messages[asked])
        if not body.get("tools") and _SUMMARISES.search(_instructions(messages)):
            return completion(body, _summary(messages))
        turn = messages[asked + 1 :]
        if calls := [] if turn else _uses_of_tools(body, messages[:asked], text):
            return completion(body, "", calls)
        return completion(body, self._reply(messages[:asked], text, turn))

    def close(self) -> None:
        """Drop what is cached; may be called twice."""
        self._memories.close()

    def _reply(self, before: Sequence[Message], text: str, turn: Sequence[Message]) -> str:
        heard = listen(text)
        parts = []
        if question := _question(before, text):
            memory = self._memories.after(before)
            questions = listen(question).questions
            found = answer(memory, questions, clean(question))
            parts = [_from_results(turn, questions, question) if found == REFUSAL else found]
        if not _insists(before, text) and (heard.statements or not heard.questions):
            said = sum(message["role"] == "user" for message in before)
            parts.append(ACKNOWLEDGEMENTS[said % len(ACKNOWLEDGEMENTS)])
        return "\n".join(parts)


def _take_in(memory: Memory, message: Message) -> None:
    """Remember what a message states; of the assistant's own only a summary, for the rest repeats what others said."""
    text = text_of(message)
    if message["role"] == "assistant" and not _SUMMARISES.search(text):
        return
    for part in _texts_in(text) if message["role"] == "tool" else [text]:
        memory.remember(listen(part).statements, clean(part), _ANY_DAY)


def _question(before: Sequence[Message], text: str) -> str:
    """What is asked: by the message, or by the one before it if the user doesn't accept a refusal."""
    if _insists(before, text):
        asked = [text_of(message) for message in before if message["role"] == "user"]
        return next((said for said in reversed(asked) if listen(said).questions), "")
    return text if listen(text).questions else ""


def _insists(before: Sequence[Message], text: str) -> bool:
    said = [text_of(message) for message in before if message["role"] == "assistant" and text_of(message)]
    return bool(said) and said[-1].startswith(REFUSAL) and _INSISTS.search(text) is not None


def _uses_of_tools(body: Body, before: Sequence[Message], text: str) -> list[Call]:
    """Write down what is stated, look up what is asked; once for each message of the user."""
    functions = functions_of(body)
    statements = () if _insists(before, text) else listen(text).statements
    question = _question(before, text)
    calls = [
        writing_call(functions, "\n".join(statements)) if statements else None,
        reading_call(functions, clean(question)) if question else None,
    ]
    return [call for call in calls if call is not None]


def _from_results(turn: Iterable[Message], questions: Sequence[str], question: str) -> str:
    """Answer from what the tools have found in this turn."""
    with closing(Memory()) as memory:
        for message in turn:
            if message["role"] == "tool":
                _take_in(memory, message)
        return answer(memory, questions, clean(question))


def _texts_in(result: str) -> Iterator[str]:
    """The texts in a tool's result, which may be JSON."""
    try:
        value = json.loads(result)
    except ValueError:
        yield result
        return
    yield from _strings(value)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _strings(part)


# -- summaries, which agents ask for when their context grows too long ------------------------------------------


def _instructions(messages: Sequence[Message]) -> str:
    """The beginning of what the request wants."""
    return "\n".join(text_of(message)[:400] for message in messages[:2])


def _summary(messages: Iterable[Message]) -> str:
    """All that was stated with a number or a name in it, one sentence a line."""
    statements: list[str] = []
    for message in messages:
        if message["role"] != "system":
            statements += listen(text_of(message)).statements
    kept = [line for line in dict.fromkeys(statements) if re.search(r"\d|\w\W+[A-ZА-ЯЁ]", line)]
    return "\n".join(["Summary of the conversation so far:", *(f"- {line}" for line in kept)])
