"""The double of a model: takes requests for any role, and answers each by the brain that it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.testing.double.assistant import AssistantBrain
from pytest_marathonmem.testing.double.judge import is_for_judge, judge
from pytest_marathonmem.testing.double.persona import PersonaBrain
from pytest_marathonmem.testing.double.wire import functions_of, messages_of, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

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
    """

    def __init__(self, vices: Iterable[Vice] = ()) -> None:
        self._assistant = AssistantBrain()
        self._brains: Mapping[Role, Brain] = {
            "persona": PersonaBrain(vices),
            "judge": judge,
            "agent": self._assistant,
        }
        self._newest: dict[Role, Body] = {}
        """The request before, by role: what a new one shares with it counts as cached."""

    def __call__(self, body: Body) -> Answer:
        """Return the answer, with its usage."""
        role = role_of(body)
        answer = self._brains[role](body)
        answer["usage"] = _usage(body, self._newest.get(role), answer)
        self._newest[role] = body
        return answer

    def close(self) -> None:
        """Drop what is cached; may be called twice."""
        self._assistant.close()
        self._newest.clear()


def _usage(body: Body, before: Body | None, answer: Answer) -> dict[str, Any]:
    """Count tokens: all of the request, those in common with the beginning of the one before, and those of the answer."""
    tools = tokens_of(body.get("tools") or [])
    sizes = [tokens_of(message) for message in messages_of(body)]
    cached = 0
    if before is not None and before.get("tools") == body.get("tools"):
        cached = sum(sizes[: _shared(messages_of(body), messages_of(before))])
        cached += tools if cached else 0
    prompt, said = tools + sum(sizes), tokens_of(answer["choices"][0]["message"])
    return {
        "prompt_tokens": prompt,
        "completion_tokens": said,
        "total_tokens": prompt + said,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def _shared(one: Iterable[Any], other: Iterable[Any]) -> int:
    """How many messages two requests have in common from their beginning."""
    shared = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        shared += 1
    return shared
