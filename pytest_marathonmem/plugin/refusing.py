"""Refuses a session after its collection; under pytest-xdist a worker's refusal is raised by the controller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

NAME = "marathonmem-refusals"
REFUSAL = "mmb_refusal"


def refuse(config: pytest.Config, items: list[pytest.Item], error: pytest.UsageError) -> None:
    """Raise the error, or, in a worker, where that would look like a crash, leave it and nothing else to the controller."""
    output: dict[str, Any] | None = getattr(config, "workeroutput", None)
    if output is None:
        raise error
    output[REFUSAL] = str(error)
    items.clear()


def listen(config: pytest.Config) -> None:
    """See that the controller hears of its workers' refusals."""
    if not config.pluginmanager.hasplugin(NAME):
        config.pluginmanager.register(Refusals(), NAME)


class Refusals:
    """Keeps what the workers refuse; they all collect the same, so that any of them speaks for all."""

    def __init__(self) -> None:
        self._refusal = ""

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take in what a worker has left."""
        self._refusal = getattr(node, "workeroutput", {}).get(REFUSAL, self._refusal)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        """End the session as one process would have done."""
        result = yield
        if self._refusal:
            raise pytest.UsageError(self._refusal)
        return result
