"""What the agent ``openai`` can be told of the endpoint under test."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, model_validator

from pytest_marathonmem.models.endpoint import merged

BODY_FIELD = r"^[\w-]+(\.[\w-]+)*$"
"""A field of the request's body; dots lead into nested objects: ``metadata.session``."""
HEADER_NAME = r"^[A-Za-z0-9-]+$"

NewConversation = Literal["new_session", "clear", "none"]

OURS = frozenset({"messages", "model", "stream", "tools"})
"""Fields of the body that are the client's."""


class Ids(NamedTuple):
    """What tells an endpoint whose message a request has."""

    body: dict[str, Any]
    headers: dict[str, str]


class OpenAISettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    model: str
    """A key of ``models``: endpoint, key, headers, sampling."""
    history: Literal["client", "server"] = "client"
    """Who keeps the conversation: each request has all of it, or only the newest message."""
    system: str = ""
    """A system prompt, where we keep the conversation."""
    session_field: str | None = Field(default=None, pattern=BODY_FIELD)
    """Where the conversation's id goes: a new conversation has another."""
    session_header: str | None = Field(default=None, pattern=HEADER_NAME)
    user_field: str | None = Field(default=None, pattern=BODY_FIELD)
    """Where the id of the run's memory goes: the same from its begin to its end."""
    user_header: str | None = Field(default=None, pattern=HEADER_NAME)
    new_conversation: NewConversation | None = None
    """A new id of the conversation, or an empty window under the same one, or it can't be; None for the first of these that
    the history allows: ``clear`` for a client's, ``new_session`` for a server's."""
    survives: bool = False
    """Whether an endpoint that remembers still does after our restart."""
    extra_body: dict[str, Any] = Field(default_factory=dict)
    """What else each request has."""

    @model_validator(mode="after")
    def _fits(self) -> OpenAISettings:
        """Refuse what can't be together."""
        named = self.session_field or self.session_header
        if self.history == "server":
            if not named:
                raise ValueError(
                    "history 'server' needs session_field or session_header: by it the endpoint knows whose message it is"
                )
            if self.system:
                raise ValueError("system goes with history 'client': the endpoint that keeps it has its own")
            if self.new_conversation == "clear":
                raise ValueError(
                    "new_conversation 'clear' goes with history 'client': write 'new_session' or 'none'"
                )
        elif self.new_conversation == "new_session" and not named:
            raise ValueError(
                "new_conversation 'new_session' needs session_field or session_header; or write 'clear'"
            )
        for field in (self.session_field, self.user_field):
            if field and field.partition(".")[0] in OURS:
                raise ValueError(f"no id can go into {field!r}: each request has that already")
        return self

    @property
    def switches_by(self) -> NewConversation:
        """What a new conversation is."""
        return self.new_conversation or ("clear" if self.history == "client" else "new_session")

    @property
    def is_stateful(self) -> bool:
        """Whether the endpoint may remember a message."""
        return any((self.session_field, self.session_header, self.user_field, self.user_header))

    def ids(self, run: str, conversation: str) -> Ids:
        """Put the ids where the endpoint wants them, beside what else each request has."""
        body: dict[str, Any] = self.extra_body
        headers: dict[str, str] = {}
        for value, field, header in (
            (run, self.user_field, self.user_header),
            (conversation, self.session_field, self.session_header),
        ):
            if field:
                body = merged(body, _nested(field, value))
            if header:
                headers[header] = value
        return Ids(body, headers)


def _nested(path: str, value: str) -> dict[str, Any]:
    """``a.b`` becomes an object in an object."""
    head, _, rest = path.partition(".")
    return {head: _nested(rest, value) if rest else value}
