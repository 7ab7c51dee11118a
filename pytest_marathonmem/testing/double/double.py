"""The double of a model: takes requests for any role, and answers each by the brain that it asks for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.testing.double.assistant import AssistantBrain
from pytest_marathonmem.testing.double.faults import Faults
from pytest_marathonmem.testing.double.judge import is_for_judge, judge
from pytest_marathonmem.testing.double.persona import PersonaBrain
from pytest_marathonmem.testing.double.wire import functions_of, messages_of, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_marathonmem.models.endpoint import Role
    from pytest_marathonmem.testing.double.vices import Vice
    from pytest_marathonmem.testing.double.wire import Answer, Body, Brain


def role_of(body: Body) -> Role:
    """Which part a request wants played: it offers the persona's tools, or shows an answer to be judged, or neither."""
    if {"send_message", "next_phase"} <= {function["name"] for function in functions_of(body)}:
        return "persona"
    return "judge" if is_for_judge(body) else "agent"


class Double:
    """Answers requests in the form of ``/chat/completions`` as a model would, offline and deterministically.

    Args:
        vices: What it does wrong as a persona.
        faults: What goes wrong on the way; nothing by default. Whoever carries the answers looks at them.
    """

    def __init__(self, vices: Iterable[Vice] = (), faults: Faults | None = None) -> None:
        self.faults = faults or Faults()
        self._assistant = AssistantBrain()
        self._brains: Mapping[Role, Brain] = {
            "persona": PersonaBrain(vices),
            "judge": judge,
            "agent": self._assistant,
        }
        self._newest: dict[Role, _Request] = {}
        """The request before, by role: what a new one shares with it counts as cached."""

    def __call__(self, body: Body) -> Answer:
        """Return the answer, with its usage."""
        role = role_of(body)
        answer = self._brains[role](body)
        request = _Request.of(body, self._newest.get(role))
        answer["usage"] = request.usage(answer)
        self._newest[role] = request
        return answer

    def close(self) -> None:
        """Drop what is cached; may be called twice."""
        self._assistant.close()
        self._newest.clear()


@dataclass(frozen=True)
class _Request:
    """A request and its size in tokens."""

    tools: Any
    messages: list[Any]
    sizes: list[int]
    """Of the tools and of each message."""
    cached: int
    """What it has in common with the beginning of the request before."""

    @classmethod
    def of(cls, body: Body, before: _Request | None) -> _Request:
        tools, messages = body.get("tools") or [], list(messages_of(body))
        shared: list[int] = []
        if before is not None and before.tools == tools:
            shared = before.sizes[: 1 + _in_common(messages, before.messages)]
        known = shared or [tokens_of(tools)]
        sizes = [*known, *map(tokens_of, messages[len(known) - 1 :])]
        return cls(tools, messages, sizes, sum(shared) if len(shared) > 1 else 0)

    def usage(self, answer: Answer) -> dict[str, Any]:
        """What the request and its answer use, as endpoints report it."""
        prompt, said = sum(self.sizes), tokens_of(answer["choices"][0]["message"])
        return {
            "prompt_tokens": prompt,
            "completion_tokens": said,
            "total_tokens": prompt + said,
            "prompt_tokens_details": {"cached_tokens": self.cached},
        }


def _in_common(one: Iterable[Any], other: Iterable[Any]) -> int:
    """With how many equal messages two requests begin."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
