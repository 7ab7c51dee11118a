"""Models for agents, strict: they take only what an endpoint takes, and tell what they were asked."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pytest_marathonmem.errors import ContextOverflow, SettingsError
from pytest_marathonmem.models.chat import ChatMessage, ToolSpec
from pytest_marathonmem.models.tokens import estimate_tokens

NAME = "deepseek"


@dataclass(frozen=True)
class Asked:
    """One request."""

    messages: tuple[ChatMessage, ...]
    body: Mapping[str, Any]
    headers: Mapping[str, str]
    stateful: bool

    @property
    def said(self) -> list[str]:
        return [message.content for message in self.messages]


@dataclass
class FakeModels:
    """A `ModelSource` with one model, which says the newest sentence that shares a word with the message."""

    nonce: str = "n"
    room: int | None = None
    limit: int | None = None
    """Tokens; above it a request overflows."""
    remembers_by: Callable[[Asked], str] | None = None
    """The id by which the endpoint keeps conversations; None if it keeps none."""
    faults: list[BaseException | None] = field(default_factory=list)
    """What happens to each call from now on, None for an answer; afterwards all are answered."""
    answers: list[ChatMessage] = field(default_factory=list)
    """What is said instead of what was found, in order."""
    asked: list[Asked] = field(default_factory=list)
    kept: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def open(
        self,
        name: str,
        *,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        stateful: bool = False,
    ) -> FakeModel:
        if name != NAME:
            raise SettingsError(f"there is no model {name!r}; there are: {NAME}")
        return FakeModel(self, body or {}, headers or {}, stateful)


@dataclass
class FakeModel:
    reads_scripts: ClassVar[bool] = False

    source: FakeModels
    body: Mapping[str, Any]
    headers: Mapping[str, str]
    stateful: bool
    name: str = NAME

    @property
    def room(self) -> int | None:
        return self.source.room

    async def complete(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatMessage:
        source = self.source
        assert not tools
        system = [message.role for message in messages[:1] if message.role == "system"]
        turns = [message.role for message in messages[len(system) :]]
        assert turns == (["user", "assistant"] * len(turns))[: len(turns)]
        assert turns[-1] == "user"
        asked = Asked(tuple(messages), self.body, self.headers, self.stateful)
        source.asked.append(asked)
        if source.limit is not None and sum(map(estimate_tokens, messages)) > source.limit:
            raise ContextOverflow(f"the request is longer than {source.limit} tokens")
        said = self._heard(asked)
        if source.faults and (fault := source.faults.pop(0)) is not None:
            raise fault
        if source.answers:
            return source.answers.pop(0)
        return ChatMessage("assistant", _best(said[-1], said[:-1]))

    def _heard(self, asked: Asked) -> list[str]:
        """All that the user said in the conversation, with what the endpoint has kept of it."""
        said = [message.content for message in asked.messages if message.role == "user"]
        if self.source.remembers_by is None:
            return said
        kept = self.source.kept[self.source.remembers_by(asked)]
        kept += said[-1:]
        return [*kept[:-1], *said]


def _best(question: str, sentences: Sequence[str]) -> str:
    wanted = _words(question)
    return next((text for text in reversed(sentences) if wanted & _words(text)), "Nothing comes to mind.")


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.casefold()))
