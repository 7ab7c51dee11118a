"""A turn without a tool call reaches nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_marathonmem.models.chat import ChatMessage

PLAIN_TEXT = "This reached nobody: the assistant gets only what you say with the tool send_message. Call a tool in every turn."
NOTHING = "You have said nothing and called no tool; thoughts reach nobody. Call the tool that comes next."


def reaches_nobody(said: ChatMessage) -> str | None:
    """Say so of a turn that calls no tool."""
    if said.tool_calls:
        return None
    return PLAIN_TEXT if said.content.strip() else NOTHING
