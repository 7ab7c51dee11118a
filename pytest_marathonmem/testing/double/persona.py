"""The persona's brain: works off the checklist that it is given, in its own simple words, and mends what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_marathonmem.scenario.model import RETIRED
from pytest_marathonmem.testing.double.comparing import compare
from pytest_marathonmem.testing.double.conversations import Conversations
from pytest_marathonmem.testing.double.duties import Pause, Question, Say
from pytest_marathonmem.testing.double.place import Place
from pytest_marathonmem.testing.double.speech import message, phrases_for
from pytest_marathonmem.testing.double.vices import Turn, Vices
from pytest_marathonmem.testing.double.wire import completion, functions_of, messages_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pytest_marathonmem.testing.double.duties import Changed
    from pytest_marathonmem.testing.double.place import OpenCheck
    from pytest_marathonmem.testing.double.vices import Vice
    from pytest_marathonmem.testing.double.wire import Answer, Body, Call


class PersonaBrain:
    """Plays any scenario that it is given in parts.

    Args:
        vices: What it does wrong, and when.
    """

    def __init__(self, vices: Iterable[Vice] = ()) -> None:
        self._vices = Vices(vices)
        self._places: dict[tuple[str, ...], Conversations[Place]] = {}
        """By the names of the sheets."""

    def __call__(self, body: Body) -> Answer:
        """Return the next turn."""
        sheets = _sheet_names(body)
        places = self._places.setdefault(sheets, Conversations(lambda: Place(sheets), Place.take_in))
        place = places.after(messages_of(body))
        turn = self._vices.spoil(place, Turn(list(_calls(place))))
        return completion(body, turn.content, turn.calls, turn.reasoning)


def _sheet_names(body: Body) -> tuple[str, ...]:
    for function in functions_of(body):
        if function["name"] == "facts_read":
            sheet: Mapping[str, Any] = function["parameters"]["properties"]["sheet"]
            return tuple(sheet.get("enum", ()))
    return ()


def _calls(place: Place) -> Iterator[Call]:
    """What is to be done next; what belongs together stands in one turn."""
    if place.check:
        yield _of_check(place.check)
        return
    for sheet, ids in place.to_mark.items():
        yield "facts_mark_told", {"sheet": sheet, "ids": ids}
    yield from map(_change, place.unmade)
    if unread := _unread(place):
        yield from (("facts_read", {"sheet": sheet}) for sheet in unread)
    else:
        yield from _of_step(place)


def _unread(place: Place) -> list[str]:
    """Sheets to read first: all for prose, else those of the messages up to the next change, if the next one needs any."""
    if place.prose:
        return [name for name in place.sheet_names if name not in place.fresh]
    unread: dict[str, None] = {}
    for step in place.steps:
        needed = _needed(place, step) if isinstance(step, Say) else {}
        if not needed and step is place.steps[0]:
            return []
        unread |= needed
        if not isinstance(step, Say) or step.changed:
            break
    return list(unread)


def _needed(place: Place, say: Say) -> dict[str, None]:
    """Sheets to read before a message: those of its facts, also of facts that are to be retired."""
    retired = (
        change.ref for change in say.changed if change.text == RETIRED and change.ref not in place.made
    )
    sheets = dict.fromkeys(ref.sheet for ref in (*say.refs, *retired))
    return {name: None for name in sheets if name not in place.fresh}


def _of_step(place: Place) -> Iterator[Call]:
    step = place.steps[0] if place.steps else None
    if isinstance(step, Say):
        yield from (_change(change) for change in step.changed if change.ref not in place.made)
        yield "send_message", {"text": message(place, step)}
    elif isinstance(step, Question):
        yield "send_message", {"text": step.text, "check_id": step.check_id}
    elif isinstance(step, Pause):
        yield "wait", {"until": step.until}
    else:
        yield "next_phase", {}


def _change(change: Changed) -> Call:
    sheet, fact_id = change.ref
    if change.kind == "add":
        return "facts_add", {"sheet": sheet, "category": fact_id.partition(".")[0], "text": change.text}
    return "facts_edit", {"sheet": sheet, "id": fact_id, "text": change.text}


def _of_check(check: OpenCheck) -> Call:
    if check.reading == "refusal":
        text = check.second_chance or check.question
    elif check.reading == "counter-question":
        text = phrases_for(check.question).asks_back
    else:
        return "log_evaluation", _evaluation(check)
    return "send_message", {"text": text, "check_id": check.id}


def _evaluation(check: OpenCheck) -> dict[str, Any]:
    if check.reading == "none":
        return {"check_id": check.id, "verdict": "unsure"}
    verdict = compare(check.question, check.right_answer, check.reply, "persona")
    points = [number for number, right in enumerate(verdict.points, 1) if right]
    evaluation = {"check_id": check.id, "verdict": verdict.word, "comment": verdict.comment}
    return evaluation | ({"points": points} if points else {})
