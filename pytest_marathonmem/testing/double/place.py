"""Where a persona stands in its scenario: all of it follows from the messages of one request."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.model import FactRef
from pytest_marathonmem.testing.double.duties import (
    Pause,
    Question,
    Say,
    SheetRead,
    Told,
    opens_phase,
    read_missing,
    read_part,
    read_prose,
    read_sheet,
)
from pytest_marathonmem.testing.double.wire import calls_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from pytest_marathonmem.testing.double.duties import Changed, Part, Step
    from pytest_marathonmem.testing.double.wire import Call

REFUSED = ("Refused", "Not done")
"""How the tools begin to say that nothing was done."""
UNSAID = "no message of this phase has"
"""So a refusal says that facts can't be marked as told before they are said."""
UNTOLD = "no message has told this change yet"
"""So a refusal says that a message was to tell a change, and lacked its values."""
_SAID_BEFORE = "said exactly this before"
_NAMED = re.compile(r" of (\S+:[0-9.]*[0-9])")
_ADDED = re.compile(r"Added as (\S+?):([0-9.]+)\.")


class OpenCheck:
    """A check between its question and its evaluation."""

    def __init__(self, question: Question) -> None:
        self.id = question.check_id
        self.question = question.text
        self.reading = ""
        self.second_chance = ""
        self.right_answer = ""
        self.reply = ""

    def hear(self, result: str) -> None:
        """Take in the result of asking; the assistant's words stand in it as one line of JSON."""
        lines = dict(line.split(": ", 1) for line in result.split("\n") if ": " in line)
        self.reading = lines.get("Reading", "")
        self.second_chance = lines.get("Say once", "")
        self.right_answer = lines.get("Right answer", "")
        self.reply = "\n\n".join(_replies(lines.get("The assistant said", "[]")))


class Place:
    """The scenario up to the newest message.

    Args:
        sheet_names: Of all fact sheets, as the tools name them.
    """

    def __init__(self, sheet_names: Iterable[str]) -> None:
        self.sheet_names = tuple(sheet_names)
        self.steps: list[Step] = []
        """What is left to do in this part of the phase."""
        self.prose = ""
        """What says by itself what to tell; empty once it is read, or if a checklist says it."""
        self.check: OpenCheck | None = None
        self.to_mark: dict[str, list[str]] = {}
        """Ids of facts that have been said, by sheet."""
        self.sheets: dict[str, SheetRead] = {}
        self.fresh: set[str] = set()
        """Sheets that have been read since anything changed."""
        self.before: dict[FactRef, str] = {}
        """What a fact said before it was changed, if that is known."""
        self.made: set[FactRef] = set()
        """Facts whose change is made and not yet told."""
        self.unmade: list[Changed] = []
        """Changes that have been told although making them has failed."""
        self.refusals: list[str] = []
        """Why what was said for the current step has been refused so far."""
        self.unsaid: set[FactRef] = set()
        """Facts of which something was lacking when they were said."""
        self.said: list[str] = []
        self.part = ""
        """Names the part of the phase."""
        self._parts = 0
        self._questions: dict[str, str] = {}
        self._told_changes: list[Changed] = []
        """In this part."""
        self._back = 0
        """How many steps this turn's results have put back before the one that its message was for."""
        self._changed = False
        self._calls: dict[str, Call] = {}

    @property
    def opportunity(self) -> str:
        """Names what is to be done now: the same however often it is refused."""
        check = f", {self.check.id} {self.check.reading}" if self.check else ""
        return f"{self.part}, {len(self.steps)} left{check}"

    @property
    def is_again(self) -> bool:
        """Whether what is to be done now has been refused before."""
        step = self._step
        refs = [*step.refs, *(change.ref for change in step.changed)] if isinstance(step, Say) else []
        return bool(self.refusals) or not self.unsaid.isdisjoint(refs)

    # -- messages ----------------------------------------------------------------------------------------

    def take_in(self, message: Mapping[str, Any]) -> None:
        """Go on by a message."""
        text = text_of(message)
        if message["role"] == "user":
            if opens_phase(text):
                self._open_part(text)
            else:
                self.refusals.append(text)
        elif message["role"] == "assistant":
            self._calls = calls_of(message)
            self._back = 0
        elif message["role"] == "tool":
            name, arguments = self._calls.get(message["tool_call_id"], ("", {}))
            self._take_result(name, arguments, text)

    def _open_part(self, text: str) -> None:
        part = read_part(text)
        if opens_phase(text):
            self.part, self._parts = text[text.index("[") :].partition("\n")[0], 0
        self._parts += 1
        self.part = f"{self.part.partition(' | ')[0]} | {self._parts}"
        self._begin(part)

    def _begin(self, part: Part) -> None:
        self.steps = list(part.steps)
        self.prose = part.prose if part.is_prose_alone else ""
        self._questions |= {step.check_id: step.text for step in part.steps if isinstance(step, Question)}
        self.check = None
        self.refusals = []
        self.unmade = []
        self._told_changes = []
        if self._changed:
            self.fresh.clear()
        self._changed = False
        self._read_prose()

    def _read_prose(self) -> None:
        """Prose is understood as soon as all sheets are at hand."""
        if self.prose and set(self.sheet_names) <= self.fresh:
            self.steps[:0] = read_prose(self.prose, self.sheets)
            self.prose = ""

    # -- results of tools --------------------------------------------------------------------------------

    def _take_result(self, name: str, arguments: Mapping[str, Any], result: str) -> None:
        if name == "next_phase":
            self._take_next_phase(result)
        elif result.startswith(REFUSED):
            self._take_refusal(name, arguments, result)
        elif name == "send_message":
            self._take_sent(arguments, result)
        elif name == "log_evaluation":
            self._open_part(result)
        elif name == "facts_read":
            self.sheets[arguments["sheet"]] = read_sheet(result)
            self.fresh.add(arguments["sheet"])
            self._read_prose()
        elif name in ("facts_edit", "facts_add"):
            self._take_change(arguments, result)
        elif name == "facts_mark_told":
            self._take_marked(arguments)
        elif name == "wait":
            self._pop(Pause)

    def _take_next_phase(self, result: str) -> None:
        if not result.startswith(REFUSED):
            self._open_part(result)
        elif missing := read_missing(result, self._questions):
            self._back = 0
            # What has been said is only to be marked.
            self.steps = [step for step in missing if not (isinstance(step, Say) and self._is_said(step))]
        elif UNTOLD in result:
            self._tell_changes_again(result)
        else:
            self.refusals.append(result)

    def _take_refusal(self, name: str, arguments: Mapping[str, Any], result: str) -> None:
        """Calls whose arguments couldn't be read are simply made again."""
        if name == "send_message" and _SAID_BEFORE in result:
            if not self._is_repetition(arguments):
                self._pop(Say)
        elif name == "send_message":
            self.refusals.append(result)
            self.steps[:0] = read_missing(result, self._questions) if arguments.get("check_id") else ()
            if UNTOLD in result:
                self._tell_changes_again(result)
        elif name == "facts_mark_told" and "ids" in arguments:
            self._take_refused_marks(arguments.get("sheet", ""), result)

    def _take_refused_marks(self, sheet: str, result: str) -> None:
        """Take back that facts have been said, and say them if that is what marking them lacks."""
        ids = self.to_mark.pop(sheet, [])
        if not ids:
            self.refusals.append(result)
        elif UNSAID in result:
            refs = tuple(FactRef(sheet, fact_id) for fact_id in ids)
            self.unsaid.update(refs)
            self.steps.insert(0, Say([Told(refs)]))
            self._back += 1

    def _tell_changes_again(self, result: str) -> None:
        """Say those changes that a refusal names; they are made already."""
        named = set(_NAMED.findall(result))
        changes = [change for change in self._told_changes if str(change.ref) in named]
        refs = {change.ref for change in changes}
        self.unsaid |= refs
        self.made |= refs
        self.steps.insert(0, Say(changed=changes))

    def _take_sent(self, arguments: Mapping[str, Any], result: str) -> None:
        text, check_id = arguments.get("text", ""), arguments.get("check_id")
        if check_id:
            self._take_asked(check_id, result)
            return
        step = self.steps[self._back] if self._back < len(self.steps) else None
        if not isinstance(step, Say) or self._is_repetition(arguments):
            return
        self.said.append(text)
        self._told_changes += step.changed
        self.unmade += [change for change in step.changed if change.ref not in self.made]
        for ref in step.refs:
            self.to_mark.setdefault(ref.sheet, []).append(ref.id)
        self._pop(Say)

    def _is_repetition(self, arguments: Mapping[str, Any]) -> bool:
        """Whether a turn says the message before once more, and then another."""
        sent = [given for name, given in self._calls.values() if name == "send_message" and "text" in given]
        return len(sent) > 1 and arguments is sent[0] and arguments["text"] in self.said[-1:]

    def _take_asked(self, check_id: str, result: str) -> None:
        if self.check is None:
            self.check = OpenCheck(Question(check_id, self._questions.get(check_id, "")))
            self._pop(Question)
        self.refusals = []
        self.check.hear(result)

    def _take_change(self, arguments: Mapping[str, Any], result: str) -> None:
        added = _ADDED.match(result)
        fact_id = added[2] if added else arguments.get("id", "")
        ref, sheet = FactRef(arguments["sheet"], fact_id), self.sheets.get(arguments["sheet"])
        if sheet and ref.id in sheet.facts:
            self.before[ref] = sheet.facts[ref.id]
            sheet.facts[ref.id] = arguments["text"]
        told = [change for change in self.unmade if change.ref == ref]
        self.unmade = [change for change in self.unmade if change.ref != ref]
        self.made |= set() if told else {ref}
        self._changed = True
        self.fresh.clear()

    def _take_marked(self, arguments: Mapping[str, Any]) -> None:
        sheet, ids = arguments["sheet"], arguments["ids"]
        if self._changed:
            self.fresh.clear()
        if sheet in self.sheets:
            self.sheets[sheet].told |= set(ids)
        step = self._step
        if self.to_mark.pop(sheet, None) is None and isinstance(step, Say):
            marked = {FactRef(sheet, fact_id) for fact_id in ids}
            if step.refs and set(step.refs) <= marked:
                self._pop(Say)

    def _is_said(self, say: Say) -> bool:
        return not say.changed and all(ref.id in self.to_mark.get(ref.sheet, ()) for ref in say.refs)

    # -- steps -------------------------------------------------------------------------------------------

    @property
    def _step(self) -> Step | None:
        return self.steps[0] if self.steps else None

    def _pop(self, kind: type[Step]) -> None:
        at = self._back if kind is Say else 0
        if at < len(self.steps) and isinstance(self.steps[at], kind):
            step = self.steps.pop(at)
            if isinstance(step, Say):
                self.made -= {change.ref for change in step.changed}
            self.refusals = []


def _replies(line: str) -> list[str]:
    try:
        replies = json.loads(line)
    except ValueError:
        return []
    return [str(reply) for reply in replies] if isinstance(replies, list) else []
