"""What a persona's model does wrong, on demand: each vice has its opportunities, and strikes at the N-th or at all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.testing.double.duties import Question, Say
from pytest_marathonmem.testing.double.speech import message, phrases_for, without_values
from pytest_marathonmem.values import content_words, read_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pytest_marathonmem.testing.double.place import Place
    from pytest_marathonmem.testing.double.wire import Call

ViceName = Literal[
    "plain_text",
    "invented_reply",
    "leaked_reasoning",
    "role_flip",
    "empty_message",
    "missing_value",
    "answer_in_question",
    "too_early",
    "false_mark",
    "near_duplicate",
    "unknown_value",
]
VICES: tuple[ViceName, ...] = get_args(ViceName)

INVENTED_REPLY = "Got it, I have written that down."
LEAKED_REASONING = (
    "Okay, the next item of my checklist is a message. Let me think about how the user would say it. "
)
ROLE_FLIP = "Thank you, I have noted that. Is there anything else I can help you with today?"
UNKNOWN_VALUE = " All in all I count on $7,777 for it."


@dataclass(frozen=True, slots=True)
class Vice:
    """One thing that the persona does wrong."""

    name: ViceName
    at: int | None = None
    """At which opportunity, from 1; None for each."""
    stubborn: bool = False
    """Whether it does it again when it has been refused."""

    @classmethod
    def parse(cls, text: str) -> Vice:
        """Read ``NAME``, ``NAME=N`` or ``NAME=always``, the latter two with ``:stubborn`` if it never obeys.

        Raises:
            SettingsError: if there is no such vice, or it can't strike at N.
        """
        name, _, when = text.partition("=")
        when, _, manner = when.partition(":")
        known = {vice: vice for vice in VICES}.get(name.strip().replace("-", "_"))  # type: ignore[call-overload]
        if known is None:
            raise SettingsError(f"there is no vice {name!r}; the vices are {', '.join(VICES)}")
        if when not in ("", "always") and not (when.isascii() and when.isdecimal() and int(when)):
            raise SettingsError(
                f"vice {text!r}: {when!r} is no opportunity; write a number from 1, or always"
            )
        if manner not in ("", "stubborn"):
            raise SettingsError(f"vice {text!r}: {manner!r} is no manner; write stubborn, or leave it out")
        return cls(known, int(when) if when.isdecimal() else None, stubborn=bool(manner))


@dataclass
class Turn:
    """What the persona's model says."""

    calls: list[Call]
    content: str = ""
    reasoning: str = ""
    first_text: str = field(init=False)
    """The message in it, if there is one."""

    def __post_init__(self) -> None:
        said = [arguments["text"] for name, arguments in self.calls if name == "send_message"]
        self.first_text = said[0] if said else ""

    def with_text(self, text: str) -> Turn:
        """The same turn with another message."""
        calls = [
            (name, arguments | {"text": text} if name == "send_message" else arguments)
            for name, arguments in self.calls
        ]
        return Turn(calls, self.content, self.reasoning)


class Vices:
    """Counts opportunities; one that comes again, after a refusal or a lost answer, is the same."""

    def __init__(self, vices: Iterable[Vice]) -> None:
        self._vices = tuple(vices)
        self._opportunities: dict[Vice, dict[str, int]] = {vice: {} for vice in self._vices}

    def spoil(self, place: Place, turn: Turn) -> Turn:
        """Return the turn as it comes out."""
        for vice in self._vices:
            spoilt = _SPOILERS[vice.name](place, turn)
            if spoilt is not None and self._strikes(vice, place):
                return spoilt
        return turn

    def _strikes(self, vice: Vice, place: Place) -> bool:
        seen = self._opportunities[vice]
        number = seen.setdefault(place.opportunity, len(seen) + 1)
        return vice.at in (None, number) and (vice.stubborn or not place.is_again)


# -- one function for each vice: the spoilt turn, or None if there is no opportunity --------------------------


def _plain_text(_: Place, turn: Turn) -> Turn | None:
    return Turn([], turn.first_text) if turn.first_text else None


def _invented_reply(_: Place, turn: Turn) -> Turn | None:
    if not turn.first_text:
        return None
    asked = [arguments["check_id"] for _, arguments in turn.calls if "check_id" in arguments]
    evaluations: list[Call] = [
        ("log_evaluation", {"check_id": check_id, "verdict": "right"}) for check_id in asked
    ]
    return Turn([*turn.calls, *evaluations], f'The assistant said: ["{INVENTED_REPLY}"]')


def _leaked_reasoning(_: Place, turn: Turn) -> Turn | None:
    return turn.with_text(LEAKED_REASONING + turn.first_text) if turn.first_text else None


def _role_flip(place: Place, turn: Turn) -> Turn | None:
    return turn.with_text(ROLE_FLIP) if _message_of(place, turn) else None


def _empty_message(_: Place, turn: Turn) -> Turn | None:
    return turn.with_text("") if turn.first_text else None


def _missing_value(place: Place, turn: Turn) -> Turn | None:
    step = _message_of(place, turn)
    if step is None or not (step.told or step.changed) or not read_values(turn.first_text):
        return None
    return turn.with_text(f"{without_values(turn.first_text)}.")


def _answer_in_question(place: Place, turn: Turn) -> Turn | None:
    """The answer is guessed from the sheets, which are read first."""
    step = place.steps[0] if place.steps and turn.first_text else None
    if not isinstance(step, Question):
        return None
    if unread := [name for name in place.sheet_names if name not in place.sheets]:
        return Turn([("facts_read", {"sheet": name}) for name in unread])
    asked = content_words(step.text)
    facts = [text for sheet in place.sheets.values() for text in sheet.facts.values() if read_values(text)]
    best = max(facts, key=lambda text: len(asked & content_words(text)), default="")
    guess = phrases_for(step.text).guesses.format(question=step.text, value=best.rstrip("."))
    return turn.with_text(guess) if best else None


def _too_early(place: Place, turn: Turn) -> Turn | None:
    """Says what changes only later."""
    step = _message_of(place, turn)
    later = [
        Say(changed=[change])
        for other in place.steps[1:]
        if isinstance(other, Say)
        for change in other.changed
        if read_values(change.text)
    ]
    if step is None or step.changed or not later:
        return None
    return turn.with_text(f"{turn.first_text} {message(place, later[0])}")


def _false_mark(place: Place, turn: Turn) -> Turn | None:
    step = _message_of(place, turn)
    if step is None or len({ref.sheet for ref in step.refs}) != 1:
        return None
    mark: Call = ("facts_mark_told", {"sheet": step.refs[0].sheet, "ids": [ref.id for ref in step.refs]})
    return Turn([*(call for call in turn.calls if call[0] != "send_message"), mark])


def _near_duplicate(place: Place, turn: Turn) -> Turn | None:
    if _message_of(place, turn) is None or not place.said:
        return None
    return Turn([("send_message", {"text": place.said[-1]}), *turn.calls])


def _unknown_value(place: Place, turn: Turn) -> Turn | None:
    return turn.with_text(turn.first_text + UNKNOWN_VALUE) if _message_of(place, turn) else None


def _message_of(place: Place, turn: Turn) -> Say | None:
    """The message that the turn says, if it is none about a check."""
    step = place.steps[0] if place.steps and turn.first_text and place.check is None else None
    return step if isinstance(step, Say) else None


_SPOILERS: Mapping[ViceName, Callable[[Place, Turn], Turn | None]] = {
    "plain_text": _plain_text,
    "invented_reply": _invented_reply,
    "leaked_reasoning": _leaked_reasoning,
    "role_flip": _role_flip,
    "empty_message": _empty_message,
    "missing_value": _missing_value,
    "answer_in_question": _answer_in_question,
    "too_early": _too_early,
    "false_mark": _false_mark,
    "near_duplicate": _near_duplicate,
    "unknown_value": _unknown_value,
}
