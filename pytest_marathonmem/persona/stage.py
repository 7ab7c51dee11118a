"""Where the play stands, and what each tool does to it. Code decides here; the model only calls.

Whatever happens on the stage is recorded before its tool returns.
"""

from __future__ import annotations

import json
import re
from collections import deque
from datetime import datetime, time
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.errors import AgentFailed
from pytest_marathonmem.persona import tools
from pytest_marathonmem.persona.asking import Asking
from pytest_marathonmem.persona.context import reminder
from pytest_marathonmem.persona.facts import Facts
from pytest_marathonmem.persona.guards.answer_in_question import gives_the_answer
from pytest_marathonmem.persona.guards.empty_message import is_empty
from pytest_marathonmem.persona.guards.leaked_reasoning import leaks_reasoning
from pytest_marathonmem.persona.guards.near_duplicate import are_alike
from pytest_marathonmem.persona.guards.role_flip import speaks_as_assistant
from pytest_marathonmem.persona.guards.watch import Guarded, Watch
from pytest_marathonmem.persona.refused import Refused
from pytest_marathonmem.persona.slices import as_checklist, as_script, cut

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from pytest_marathonmem.persona.cast import Cast
    from pytest_marathonmem.persona.slices import Slice
    from pytest_marathonmem.scenario.model import Phase


GIVES_AWAY = "this gives away what a check asks for; leave it out, or say that you don't know"


SAID = "The assistant said: "
"""Begins the line with the agent's words in the result of a tool."""
LONGEST_MESSAGE = 8_000
"""Characters of what a model that finds its own words may say at once."""


class Stage:
    """The play of one benchmark, from its first phase to its end."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._phases = deque(cast.benchmark.phases)
        self.phase: Phase | None = None
        self._slices: deque[Slice] = deque()
        self._slice: Slice | None = None
        self._asking: Asking | None = None
        guarded = cast.guards_scripts or not cast.reads_scripts
        self.watch = Watch(cast.guards if guarded else {}, cast.record)
        self._facts = Facts(cast.benchmark, cast.record, self.watch)
        self.ended = False
        self.progress = 0
        """Rises with whatever brings the play forward."""
        self._tools: dict[type[tools.ToolArguments], Callable[[Any], Awaitable[str]]] = {
            tools.SendMessage: self._send_message,
            tools.NextPhase: self._next_phase,
            tools.Wait: self._wait,
            tools.LogEvaluation: self._log_evaluation,
        }
        self._fact_tools: dict[type[tools.ToolArguments], Callable[[Any], str]] = {
            tools.FactsRead: self._facts.read,
            tools.FactsGetUntold: self._facts.get_untold,
            tools.FactsMarkTold: self._facts.mark_told,
            tools.FactsEdit: self._facts.edit,
            tools.FactsAdd: self._facts.add,
        }

    async def call(self, name: str, arguments: Any, fault: str = "") -> str:
        """Carry out a tool call; one that can't be is answered with the reason.

        Args:
            name: The tool.
            arguments: As the model wrote them.
            fault: Why they can't be read; empty if they can.

        Raises:
            AgentError: if the agent has failed so often that the run must stop.
        """
        try:
            call = _read(name, arguments, fault)
            if type(call) in self._fact_tools:
                return self._fact_tools[type(call)](call)
            return await self._tools[type(call)](call)
        except Refused as refusal:
            if not isinstance(refusal, Guarded):
                self._cast.record("refused", tool=name, reason=str(refusal))
            return f"Refused: {refusal}"

    def state(self) -> dict[str, Any]:
        """Where the play stands, in plain types."""
        phase = self.phase
        place = {"chapter": phase.chapter, "phase": phase.number, "title": phase.title} if phase else {}
        return {"ended": self.ended, "place": place, "sheets": self._facts.as_json()}

    def reminder(self) -> str:
        """What the persona must know of what is cut off its history."""
        return reminder(self._facts.profile, self._facts.sheets_read)

    # -- phases ------------------------------------------------------------------------------------------

    async def open(self) -> str:
        """Open the first phase and return what the persona gets of it."""
        return await self._open_next_phase()

    async def _next_phase(self, _: tools.NextPhase) -> str:
        if missing := list(self._missing()):
            raise Refused("this phase isn't over; still missing: " + "; ".join(missing))
        self._facts.check_all_said()
        self._facts.derive()
        return await self._open_next_phase()

    def _missing(self) -> Iterator[str]:
        if self._slice and self._slice.check:
            yield from self._facts.missing()
            yield f"check {self._slice.check.id} isn't evaluated"
            return  # The phase's last anchor may stand behind the check.
        if self.phase:
            yield from self._facts.missing(self.phase.settings.require_all_facts)
        end = self._end_of_phase
        if end and self._cast.benchmark.time_gate and self._cast.record.now < end:
            yield f"it isn't {end:%Y-%m-%d %H:%M} yet; wait until then"

    @property
    def _end_of_phase(self) -> datetime | None:
        """The moment of its last time anchor; None if it has none."""
        return self._moment(self.phase.anchors[-1].time) if self.phase and self.phase.anchors else None

    async def _open_next_phase(self) -> str:
        self._get_on()
        if not self._phases:
            self.ended = True
            return "The end."
        phase = self.phase = self._phases.popleft()
        self._slices = deque(cut(phase))
        self._facts.begin_phase(phase)
        self._cast.record("phase", chapter=phase.chapter, number=phase.number, title=phase.title)
        if phase.settings.new_session:
            await self._cast.chat.new_conversation()
        return f"[{phase.chapter}, phase {phase.number}: {phase.title}]\n\n{self._next_slice()}"

    def _next_slice(self) -> str:
        self._slice = self._slices.popleft()
        self._facts.give(self._slice)
        return as_script(self._slice) if self._cast.reads_scripts else as_checklist(self._slice)

    # -- talking -----------------------------------------------------------------------------------------

    async def _send_message(self, call: tools.SendMessage) -> str:
        self._guard(call.text)
        if call.check_id is not None:
            return await self._ask(call.text, call.check_id)
        if self._asking:
            raise Refused(f"check {self._asking.check.id} is open; {self._asking.next_step}")
        self._refuse_question(call.text)
        self._facts.check_message(call.text)
        self._sending(call.text)
        try:
            replies = await self._cast.chat.say(call.text, None)
        except AgentFailed as error:
            self._facts.message_lost(str(error))
            return f"The assistant failed: {error}. Go on with the next thing."
        self._facts.message_arrived()
        return _as_data(replies)

    def _refuse_question(self, text: str) -> None:
        """Don't let a check be asked unnoticed."""
        check = self._slice.check if self._slice else None
        if check and self.watch.looks and are_alike(text, check.question):
            raise Refused(f'this asks check {check.id}; to ask it, send it with check_id "{check.id}"')

    def _guard(self, text: str) -> None:
        """Guard what may go out by any means.

        Raises:
            Refused: if it is refused.
        """
        if len(text) > LONGEST_MESSAGE and self.watch.looks:
            raise Refused(
                f"the message has more than {LONGEST_MESSAGE} characters; be as brief as people are"
            )
        self.watch.insist("empty_message", is_empty(text))
        self.watch.ask(
            "leaked_reasoning", lambda: leaks_reasoning(text, self._facts.exists, self._facts.has_phrase)
        )
        self.watch.ask("role_flip", lambda: speaks_as_assistant(text, self._facts.has_phrase))

    def _guard_asking(self, asking: Asking, text: str) -> None:
        """Guard what is said to ask a check."""
        if asking.last != "counter-question":
            language = self._cast.benchmark.language
            self.watch.ask("answer_in_question", lambda: gives_the_answer(text, asking.check, language))
        elif self._cast.examiner.gives_away(text):
            self.watch.insist("answer_in_question", GIVES_AWAY)

    def _sending(self, text: str, *, asks: bool = False) -> None:
        self.progress += 1
        self.watch.message_sent()
        self._facts.message_sent(text, asks=asks)

    def _get_on(self) -> None:
        self.progress += 1
        self.watch.got_on()

    async def _ask(self, text: str, check_id: str) -> str:
        asking = self._asking or self._begin(check_id)
        if asking.check.id != check_id or asking.settled:
            raise Refused(f"check {asking.check.id} is open; {asking.next_step}")
        self._guard_asking(asking, text)
        self._asking = asking
        self._sending(text, asks=True)
        if self._cannot_be_asked(asking):
            return self._heard_nothing(asking)
        try:
            replies = await self._cast.chat.say(text, check_id)
        except AgentFailed as error:
            asking.failure = str(error)
            return self._heard_nothing(asking)
        return self._heard(asking, replies)

    def _cannot_be_asked(self, asking: Asking) -> bool:
        """Whether the agent can't know what a check rests on, so that asking would blame it for somebody else."""
        rests_on = self._cast.examiner.rests_on(asking.check.id)
        if lost := self._facts.lost(rests_on):
            asking.failure = f"not asked, since the message that told what it rests on failed: {lost}"
        elif untold := self._facts.untold(rests_on):
            asking.failure = f"not asked, since the persona never told {', '.join(map(str, untold))}"
            asking.owner = "persona"
        asking.flags = self._facts.unheard(rests_on)
        return bool(asking.failure)

    def _begin(self, check_id: str) -> Asking:
        check = self._slice.check if self._slice else None
        if check is None or check.id != check_id:
            raise Refused(
                f"check {check_id} isn't to be asked now; {f'it is {check.id}' if check else 'none is'}"
            )
        if missing := list(self._facts.missing()):
            raise Refused("before the check: " + "; ".join(missing))
        self._facts.check_all_said()
        self._facts.derive()
        return Asking(check, self._cast.examiner.is_void(check_id), self._cast.clock.elapsed())

    def _heard(self, asking: Asking, replies: Sequence[str]) -> str:
        reading = asking.hear(replies, self._cast.benchmark.language)
        lines = [f"Reading: {reading}"]
        if reading == "refusal":
            lines.append(f"Say once: {_one_line(self._cast.benchmark.second_chance)}")
        if reading == "answer":
            lines.append(f"Right answer: {_one_line(asking.check.answer)}")
        return "\n".join([*lines, f"Next: {asking.next_step}", _as_data(replies)])

    def _heard_nothing(self, asking: Asking) -> str:
        return f"Reading: none\nNext: {asking.next_step}"

    async def _log_evaluation(self, call: tools.LogEvaluation) -> str:
        asking = self._asking
        if asking is None or asking.check.id != call.check_id:
            raise Refused(
                f"check {call.check_id} isn't open; {f'{asking.check.id} is' if asking else 'none is'}"
            )
        if not asking.settled:
            raise Refused(f"check {call.check_id} has no answer yet; {asking.next_step}")
        verdict = await self._cast.examiner.evaluate(asking, call)
        self._asking = None
        self._get_on()
        return f"{verdict}\n\n{self._next_slice()}"

    # -- time --------------------------------------------------------------------------------------------

    async def _wait(self, call: tools.Wait) -> str:
        until = self._read_moment(call.until)
        now = self._cast.record.now
        if until <= now:
            return f"It is already {now:%Y-%m-%d %H:%M}."
        end = self._end_of_phase
        if end is None or until > end:
            rule = (
                f"this phase lasts until {end:%Y-%m-%d %H:%M}; wait no longer"
                if end
                else "nothing here is to be waited for"
            )
            raise Refused(f"{rule}; go on with what comes next")
        if not self._cast.record.recorded("waited"):
            await self._cast.clock.sleep((until - self._cast.clock.now()).total_seconds())
            self._cast.record("waited", until=until.isoformat())
        return f"It is {until:%Y-%m-%d %H:%M}."

    def _read_moment(self, until: str) -> datetime:
        zone = self._cast.benchmark.timezone
        if re.fullmatch(r"\d{1,2}:\d{2}", until.strip()):
            hour, minute = map(int, until.split(":"))
            if hour < 24 and minute < 60:
                return self._moment(time(hour, minute))
        try:
            moment = datetime.fromisoformat(until.strip())
        except ValueError:
            raise Refused(f"{until!r} is no moment; write 18:30 or 2026-03-10 18:30") from None
        return moment if moment.tzinfo else moment.replace(tzinfo=zone)

    def _moment(self, time_of_day: time) -> datetime:
        day = (self.phase and self.phase.date) or self._cast.record.now.date()
        return datetime.combine(day, time_of_day, self._cast.benchmark.timezone)


def _read(name: str, arguments: Any, fault: str) -> tools.ToolArguments:
    if fault:
        raise Refused(fault)
    return tools.read_arguments(name, arguments)


def _as_data(replies: Sequence[str]) -> str:
    """The agent's words as one line of JSON: they can't be taken for a line of ours."""
    return SAID + json.dumps(list(replies), ensure_ascii=False)


def _one_line(text: str) -> str:
    return " ".join(text.split())
