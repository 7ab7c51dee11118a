"""The models of one run: the persona's, the judge's and the agent's, all counted, from endpoints or from a recording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.models.client import EndpointModel
from pytest_marathonmem.models.endpoint import Endpoint, merged
from pytest_marathonmem.models.http import HttpTransport
from pytest_marathonmem.models.recording import RecordingTransport
from pytest_marathonmem.models.replaying import ReplayTransport
from pytest_marathonmem.models.scripted import ScriptedModel
from pytest_marathonmem.models.transport import Transport
from pytest_marathonmem.runs.cassettes import open_player, open_recorder

if TYPE_CHECKING:
    from pytest_marathonmem.models.chat import ChatModel
    from pytest_marathonmem.models.endpoint import Role
    from pytest_marathonmem.models.metering import Meter
    from pytest_marathonmem.runs.begin import Beginning
    from pytest_marathonmem.runs.plan import RunPlan

Connect = Callable[[Endpoint], Transport]
"""Opens the way to an endpoint."""

PART_OF_REPLY = 0.8
"""How much of the time for a reply an agent's model may take: then the agent can still say what is wrong."""


class RunModels:
    """Opens models, and closes them at the run's end.

    Args:
        plan: The run.
        beginning: How this start of it begins.
        meter: Counts what the models are called for.
        connect: Opens the way to an endpoint, unless a recording is replayed.

    Raises:
        RunError: if a recording can't be read.
    """

    def __init__(
        self, plan: RunPlan, beginning: Beginning, meter: Meter, connect: Connect = HttpTransport
    ) -> None:
        self._plan = plan
        self._meter = meter
        self.nonce = beginning.nonce
        self._clock = beginning.clock
        self._connect = connect
        self._player = open_player(plan)
        self._recorder = open_recorder(plan, beginning)
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
        self,
        name: str,
        *,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        stateful: bool = False,
    ) -> EndpointModel:
        """Return a model for the agent; see `pytest_marathonmem.models.chat.ModelSource`."""
        endpoint = self._endpoint(name)
        most = PART_OF_REPLY * self._plan.reply_timeout
        return self._open(
            replace(
                endpoint,
                extra_body=merged(endpoint.extra_body, body or {}),
                headers={**endpoint.headers, **(headers or {})},
                timeout=min(endpoint.timeout, most),
                retry_for=min(endpoint.retry_for, most),
                stateful=stateful,
            ),
            "agent",
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Free connections, and end the recording."""
        try:
            for model in self._opened:
                await model.close()
        finally:
            if self._recorder:
                self._recorder.close()

    def _endpoint(self, name: str) -> Endpoint:
        try:
            return self._plan.endpoints[name]
        except KeyError:
            listed = ", ".join(self._plan.endpoints) or "none; add them to 'models' of mmb.jsonc"
            raise SettingsError(f"there is no model {name!r}; there are: {listed}") from None

    def _open(self, endpoint: Endpoint, role: Role) -> EndpointModel:
        if self._plan.budget and endpoint.price is None:
            raise SettingsError(
                f"--mmb-budget-usd can't hold: the price of the {role}'s model {endpoint.name!r} isn't known; add 'price' to "
                "its entry in 'models' of mmb.jsonc"
            )
        sleep = self._skip if self._player else self._clock.sleep
        way = self._way_to(endpoint, role)
        model = EndpointModel(endpoint, way, role, self._meter, self._clock, sleep=sleep)
        self._opened.append(model)
        return model

    def _way_to(self, endpoint: Endpoint, role: Role) -> Transport:
        if self._player:
            return ReplayTransport(self._player, role, self._clock)
        transport = self._connect(endpoint)
        if self._recorder:
            return RecordingTransport(transport, self._recorder, role, self._clock)
        return transport

    async def _skip(self, seconds: float) -> None:
        """Wait in a replay: what was waited for when it was recorded is there already."""
        self._clock.skip(seconds)
