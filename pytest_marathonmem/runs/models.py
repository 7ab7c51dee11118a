"""The models of one run: the persona's, the judge's and the agent's, all counted, from endpoints or from a recording."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.models.client import EndpointModel
from pytest_marathonmem.models.scripted import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_marathonmem.clock import Clock
    from pytest_marathonmem.models.chat import ChatModel
    from pytest_marathonmem.models.endpoint import Endpoint, Role
    from pytest_marathonmem.models.metering import Meter
    from pytest_marathonmem.models.transport import Transport
    from pytest_marathonmem.runs.plan import RunPlan

Connect = Callable[[Endpoint, Role], Transport]
"""Opens the way to a model, for one of its roles."""

PART_OF_REPLY = 0.8
"""How much of the time for a reply an agent's model may take: then the agent can still say what is wrong."""


class RunModels:
    """Opens models, and closes them at the run's end.

    Args:
        plan: The run.
        meter: Counts what they are called for.
        clock: For durations and waits.
        connect: Opens the way to a model.
    """

    def __init__(self, plan: RunPlan, meter: Meter, clock: Clock, connect: Connect) -> None:
        self._plan = plan
        self._meter = meter
        self._clock = clock
        self._connect = connect
        self._opened: list[EndpointModel] = []

    def persona(self, language: str) -> ChatModel:
        """The model that plays the persona."""
        if self._plan.persona == ScriptedModel.name:
            return ScriptedModel(language)
        return self._open(self._endpoint(self._plan.persona), "persona")

    def judge(self) -> EndpointModel | None:
        """The model that judges answers; None if there is none."""
        return None if self._plan.judge is None else self._open(self._endpoint(self._plan.judge), "judge")

    def open(
        self, name: str, *, body: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None
    ) -> ChatModel:
        """Return a model for the agent; see `pytest_marathonmem.models.chat.ModelSource`."""
        endpoint = self._endpoint(name)
        most = PART_OF_REPLY * self._plan.reply_timeout
        return self._open(
            replace(
                endpoint,
                extra_body={**endpoint.extra_body, **(body or {})},
                headers={**endpoint.headers, **(headers or {})},
                timeout=min(endpoint.timeout, most),
                retry_for=min(endpoint.retry_for, most),
            ),
            "agent",
        )

    async def close(self) -> None:
        """Free the connections."""
        while self._opened:
            await self._opened.pop().close()

    def _endpoint(self, name: str) -> Endpoint:
        try:
            return self._plan.endpoints[name]
        except KeyError:
            listed = ", ".join(self._plan.endpoints) or "none; add them to 'models' of mmb.jsonc"
            raise SettingsError(f"there is no model {name!r}; there are: {listed}") from None

    def _open(self, endpoint: Endpoint, role: Role) -> EndpointModel:
        model = EndpointModel(endpoint, self._connect(endpoint, role), role, self._meter, self._clock)
        self._opened.append(model)
        return model
