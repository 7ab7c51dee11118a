"""An agent of your own in five lines; ``pytest --mmb-agent=my_agent`` and a benchmark's folder plays with it."""

import pytest

from pytest_marathonmem import ReplyAgent


class MyAgent(ReplyAgent):
    async def reply(self, text: str) -> str:
        return f"You said: {text}"  # ask your agent here


@pytest.fixture
def mmb_agent_my_agent() -> type[MyAgent]:
    return MyAgent
