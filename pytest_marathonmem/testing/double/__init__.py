"""The model double: deterministic brains behind the interface of an OpenAI-compatible endpoint, offline and free.

async with DoubleServer(Double()) as server:
    ...  # any client, at server.base_url

transport = InProcessTransport(Double(faults=Faults([FaultRule("rate limited", rate=0.05)])))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.testing.double.double import Double, role_of
from pytest_marathonmem.testing.double.faults import (
    DOUBLE_FAULTS,
    LASTING_FAULTS,
    DoubleFault,
    FaultRule,
    Faults,
)
from pytest_marathonmem.testing.double.transport import InProcessTransport
from pytest_marathonmem.testing.double.vices import VICES, Vice, ViceName

if TYPE_CHECKING:
    from pytest_marathonmem.testing.double.server import DoubleServer

__all__ = [
    "DOUBLE_FAULTS",
    "LASTING_FAULTS",
    "VICES",
    "Double",
    "DoubleFault",
    "DoubleServer",
    "FaultRule",
    "Faults",
    "InProcessTransport",
    "Vice",
    "ViceName",
    "role_of",
]


def __getattr__(name: str) -> Any:
    # Late, since a web server is needed only by those who start one.
    if name != "DoubleServer":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("pytest_marathonmem.testing.double.server").DoubleServer
