"""Whether the adapter keeps every rule of the interface."""

import pytest

from pytest_marathonmem import AgentAdapter
from pytest_marathonmem.testing import check_adapter


@pytest.mark.asyncio
async def test_my_agent_keeps_the_rules(mmb_agent_my_agent: type[AgentAdapter]) -> None:
    await check_adapter(mmb_agent_my_agent)
