"""The no-memory baseline: a chatbot whose window ends where the conversation begins."""

from __future__ import annotations

from pytest_marathonmem.agents.chatbot import ChatbotAgent


class AmnesiacAgent(ChatbotAgent):
    """Knows the current conversation, and nothing of those before."""

    async def start_new_conversation(self) -> None:
        self.transcript.start_new_conversation()
        self.memory.forget()
