"""The model double: deterministic brains behind the interface of an OpenAI-compatible endpoint, offline and free.

async with DoubleServer(Double()) as server:
    ...  # any client, at server.base_url

transport = InProcessTransport(Double(faults=Faults([FaultRule("rate limited", rate=0.05)])))
"""

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

__all__ = [
    "DOUBLE_FAULTS",
    "LASTING_FAULTS",
    "VICES",
    "Double",
    "DoubleFault",
    "FaultRule",
    "Faults",
    "InProcessTransport",
    "Vice",
    "ViceName",
    "role_of",
]
