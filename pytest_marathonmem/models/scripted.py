"""The scripted model: plays a scripted folder word for word, offline, through the same tools as any model.

Where it stands follows from the conversation alone, which it folds message by message. Of the tools' answers it trusts
only the lines that the tools write themselves; the agent's words stand in them as one line of JSON.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, ClassVar

from pytest_marathonmem.models.chat import ChatMessage, ToolCall

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_marathonmem.models.chat import ToolSpec

Call = tuple[str, dict[str, Any]]
"""A tool's name and its arguments."""

DONT_KNOW = {"ru": "Не знаю."}
"""The answer to a counter-question that the sheets leave open, by language; English for others."""


class ScriptedModel:
    """Speaks the script that it is given; deterministic.

    Args:
        language: Of the benchmark, two letters.
    """

    name = "scripted"
    reads_scripts: ClassVar[bool] = True

    def __init__(self, language: str = "en") -> None:
        self._dont_know = DONT_KNOW.get(language, "I don't know.")
        self._place = _Place()
        self._seen = 0
        self._last: ChatMessage | None = None

    async def complete(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatMessage:
        """Return the next step of the script as tool calls."""
        self._fold(messages)
        calls = self._next_calls(tools)
        return ChatMessage(
            "assistant",
            "",
            tuple(
                ToolCall(f"call-{len(messages)}-{number}", name, arguments)
                for number, (name, arguments) in enumerate(calls, 1)
            ),
        )

    def _fold(self, messages: Sequence[ChatMessage]) -> None:
        """Take in what is new; a conversation that doesn't go on from the last one is folded from its start."""
        if self._seen and (len(messages) < self._seen or messages[self._seen - 1] is not self._last):
            self._place, self._seen = _Place(), 0
        for index in range(self._seen, len(messages)):
            self._place.take_in(messages[index])
        self._seen, self._last = len(messages), messages[-1]

    def _next_calls(self, tools: Sequence[ToolSpec]) -> Iterator[Call]:
        place = self._place
        if place.reading in ("answer", "none"):
            yield "log_evaluation", {"check_id": place.check_id, "verdict": "unsure"}
        elif place.reading == "refusal":
            yield "send_message", {"text": place.second_chance, "check_id": place.check_id}
        elif place.reading == "counter-question":
            yield from self._counter_answer(tools)
        elif place.steps:
            yield from _perform(place.steps[-1])
        else:
            yield "next_phase", {}

    def _counter_answer(self, tools: Sequence[ToolSpec]) -> Iterator[Call]:
        """First read all sheets, then say the told fact that fits best; what is refused gives way to not knowing."""
        place = self._place
        sheets = _sheet_names(tools)
        if not place.sheets and sheets and not place.refused:
            yield from (("facts_read", {"sheet": name}) for name in sheets)
            return
        text = (
            self._dont_know if place.refused else _best_fact(place.replies, place.sheets) or self._dont_know
        )
        yield "send_message", {"text": text, "check_id": place.check_id}


class _Place:
    """Where a conversation stands in the script."""

    def __init__(self) -> None:
        self.steps: list[dict[str, Any]] = []
        """What is left of the slice, the next step last."""
        self._calls: dict[str, ToolCall] = {}
        self._close_check()

    def _close_check(self) -> None:
        self.check_id = self.reading = self.second_chance = self.replies = ""
        self.refused = False
        self.sheets: list[str] = []

    def take_in(self, message: ChatMessage) -> None:
        if message.role == "user":
            self._take_slice(message.content)
        elif message.role == "assistant":
            self._calls = {call.id: call for call in message.tool_calls}
        elif message.role == "tool":
            self._take_result(self._calls[message.tool_call_id], message.content)

    def _take_slice(self, content: str) -> None:
        scripts = re.findall(r"^```jsonl\n(.*?)^```$", content, re.MULTILINE | re.DOTALL)
        if scripts:
            self._close_check()
            self.steps = [json.loads(line) for line in reversed(scripts[-1].rstrip("\n").split("\n")) if line]

    def _take_result(self, call: ToolCall, content: str) -> None:
        if content.startswith("Refused: "):
            self.refused = bool(self.check_id)
        elif call.name in ("next_phase", "log_evaluation"):
            self._take_slice(content)
        elif call.name == "facts_read" and self.check_id:
            self.sheets.append(content)
        elif call.name == "send_message" and call.arguments.get("check_id"):
            self._take_reading(call.arguments["check_id"], content)
        elif call.name in ("send_message", "wait"):
            self.steps.pop()

    def _take_reading(self, check_id: str, content: str) -> None:
        lines = dict(line.split(": ", 1) for line in content.split("\n") if ": " in line)
        self.check_id = check_id
        self.reading = lines["Reading"]
        self.second_chance = lines.get("Say once", "")
        self.replies = " ".join(json.loads(lines.get("The assistant said", "[]")))
        self.refused = False


def _perform(step: dict[str, Any]) -> Iterator[Call]:
    """Changes first, so that the sheets are true when the message goes out; marks last."""
    if "ask" in step:
        yield "send_message", {"text": step["question"], "check_id": step["ask"]}
        return
    if "wait" in step:
        yield "wait", {"until": step["wait"]}
        return
    yield from map(_change, step["changes"])
    yield "send_message", {"text": step["say"]}
    told: dict[str, list[str]] = {}
    for sheet, fact_id in step["told"]:
        told.setdefault(sheet, []).append(fact_id)
    yield from (("facts_mark_told", {"sheet": sheet, "ids": ids}) for sheet, ids in told.items())


def _change(change: dict[str, str]) -> Call:
    sheet, fact_id, text = change["sheet"], change["id"], change["text"]
    if change["kind"] == "add":
        return "facts_add", {"sheet": sheet, "category": fact_id.partition(".")[0], "text": text}
    return "facts_edit", {"sheet": sheet, "id": fact_id, "text": text}


def _sheet_names(tools: Sequence[ToolSpec]) -> list[str]:
    for tool in tools:
        if tool.name == "facts_read":
            return list(tool.parameters["properties"]["sheet"].get("enum", []))
    return []


def _best_fact(question: str, sheets: Sequence[str]) -> str:
    """The told fact that shares most words with the question; empty if none shares two."""
    asked = _words(question)
    facts = re.findall(r"^[\d.]+ (.+) \(told\)$", "\n".join(sheets), re.MULTILINE)
    best = max(facts, key=lambda fact: len(asked & _words(fact)), default="")
    return best if len(asked & _words(best)) > 1 else ""


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.casefold()))
