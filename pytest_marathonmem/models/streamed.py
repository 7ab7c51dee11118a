"""The chunks of a streamed answer put together into the answer that the endpoint would have given in one piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_marathonmem.models.faults import ModelFault

_GROWING = ("reasoning_content", "reasoning", "refusal")


class StreamedAnswer:
    """Grows with each chunk; only what is a part of an answer is taken, whatever else comes is passed over."""

    def __init__(self) -> None:
        self._about: dict[str, Any] = {}
        self._usage: Mapping[str, Any] | None = None
        self._reason: str | None = None
        self._content: list[Any] = []
        self._texts: dict[str, str] = {}
        self._calls: list[_StreamedCall] = []

    def add(self, chunk: object) -> None:
        """Take in one chunk, in the form of ``chat.completion.chunk``."""
        if not isinstance(chunk, Mapping):
            return
        self._about |= {name: chunk[name] for name in ("id", "model", "created") if name in chunk}
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        for bearer in (choice, chunk):  # Moonshot has the usage in the choice
            if isinstance(bearer, Mapping) and isinstance(bearer.get("usage"), Mapping):
                self._usage = bearer["usage"]
        if isinstance(choice, Mapping):
            self._reason = choice.get("finish_reason") or self._reason
            if isinstance(choice.get("delta"), Mapping):
                self._grow(choice["delta"])

    def whole(self) -> dict[str, Any]:
        """Return the answer, in the form of ``chat.completion``.

        Raises:
            ModelFault: if no chunk said why the answer ends.
        """
        if self._reason is None:
            raise ModelFault("truncated", "the stream ended without a finish reason")
        message: dict[str, Any] = {"role": "assistant", "content": self._said(), **self._texts}
        if self._calls:
            message["tool_calls"] = [call.whole() for call in self._calls]
        answer = {**self._about, "object": "chat.completion"}
        answer["choices"] = [{"index": 0, "message": message, "finish_reason": self._reason}]
        if self._usage is not None:
            answer["usage"] = self._usage
        return answer

    def _said(self) -> object:
        """One text; a list only where the endpoint sent parts."""
        if all(isinstance(piece, str) for piece in self._content):
            return "".join(self._content) or None
        return self._content

    def _grow(self, delta: Mapping[str, Any]) -> None:
        content = delta.get("content")
        self._content += content if isinstance(content, list) else [content] if content else []
        for name in _GROWING:
            if isinstance(delta.get(name), str):
                self._texts[name] = self._texts.get(name, "") + delta[name]
        fragments = delta.get("tool_calls")
        for fragment in fragments if isinstance(fragments, list) else ():
            if isinstance(fragment, Mapping):
                self._call(fragment).add(fragment)

    def _call(self, fragment: Mapping[str, Any]) -> _StreamedCall:
        """The call that a fragment belongs to: that of its index; some endpoints have none, or always 0, and a new id instead."""
        index, call_id = fragment.get("index"), fragment.get("id")
        same = [call for call in self._calls if index is None or call.index == index]
        if same and (not call_id or call_id == same[-1].id or not same[-1].id):
            return same[-1]
        self._calls.append(_StreamedCall(index))
        return self._calls[-1]


class _StreamedCall:
    def __init__(self, index: object) -> None:
        self.index = index
        self.id: object = None
        self._name = ""
        self._arguments: Any = ""

    def add(self, fragment: Mapping[str, Any]) -> None:
        self.id = self.id or fragment.get("id")
        function = fragment.get("function")
        if not isinstance(function, Mapping):
            return
        name, arguments = function.get("name"), function.get("arguments")
        if isinstance(name, str) and name != self._name:  # some endpoints repeat it in every fragment
            self._name += name
        if isinstance(arguments, str) and isinstance(self._arguments, str):
            self._arguments += arguments
        elif isinstance(arguments, Mapping):
            self._arguments = arguments

    def whole(self) -> dict[str, Any]:
        function = {"name": self._name, "arguments": self._arguments}
        return {"id": self.id, "type": "function", "function": function}
