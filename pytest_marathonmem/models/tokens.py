"""How large a message is, where no tokenizer is at hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_marathonmem.models.chat import ChatMessage

BYTES_PER_TOKEN = 4


def estimate_tokens(message: ChatMessage, *, with_reasoning: bool = False) -> int:
    """A message's size in tokens: a quarter of its bytes in UTF-8, calls of tools included.

    No tokenizer has to be at hand; English comes out about right, other scripts rather too large than too small.

    Args:
        message: The message.
        with_reasoning: Whether its reasoning is sent, too.
    """
    calls = (call.name + json.dumps(dict(call.arguments), ensure_ascii=False) for call in message.tool_calls)
    reasoning = message.reasoning if with_reasoning else ""
    text = message.content + reasoning + "".join(calls)
    return -(-len(text.encode(errors="replace")) // BYTES_PER_TOKEN)
