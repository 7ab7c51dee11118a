"""An endpoint that keeps the conversation gets no message twice."""

import pytest

from pytest_marathonmem.errors import AnswerLost, ModelError
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.models.faults import FaultKind, ModelFault
from tests.models.test_client import HELLO, Table


@pytest.mark.parametrize("kind", ["timeout", "connection lost", "server error", "truncated", "unreadable"])
def test_what_may_have_arrived_is_not_sent_again(kind: FaultKind) -> None:
    table = Table(ModelFault(kind, "gone"), stateful=True)
    assert "isn't sent again" in table.fail(AnswerLost)
    assert len(table.transport.sent) == 1


@pytest.mark.parametrize(
    "fault",
    [
        ModelFault("rate limited", "slow down"),
        ModelFault("conflict", "busy"),
        ModelFault("request timeout", "too slow"),
        ModelFault("connection lost", "refused", arrived=False),
    ],
)
def test_what_was_turned_down_is_sent_again(fault: ModelFault) -> None:
    assert Table(fault, HELLO, stateful=True).ask().content == "Hello"


def test_what_is_turned_down_for_good_did_not_arrive() -> None:
    Table(ModelFault("unauthorized", "no"), stateful=True).fail(ModelError)


@pytest.mark.parametrize(
    ("limit", "most", "room"), [(None, 1000, None), (8192, 1000, 7192), (8192, 8000, 4096)]
)
def test_a_request_has_the_room_that_the_answer_leaves(
    limit: int | None, most: int, room: int | None
) -> None:
    endpoint = Endpoint("fast", "", "", context_limit=limit, max_output_tokens=most)
    assert endpoint.room == room
