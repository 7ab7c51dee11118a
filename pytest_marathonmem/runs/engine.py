"""Plays a run, or what is left of it: joins scenario, persona, agent, grading and the record."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import AgentError, BudgetSpent, ModelError, PersonaFault, QuotaExhausted
from pytest_marathonmem.persona.loop import play_persona
from pytest_marathonmem.persona.stage import Cast
from pytest_marathonmem.runs.begin import begin
from pytest_marathonmem.runs.conversation import Conversation
from pytest_marathonmem.runs.events import FILE_NAME, EventLog
from pytest_marathonmem.runs.examiner import Examiner
from pytest_marathonmem.runs.foreign import cancellations, describe_failure, from_agent
from pytest_marathonmem.runs.record import Record
from pytest_marathonmem.runs.state import StateFile
from pytest_marathonmem.scenario.read_out import read_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.agents.adapter import AgentAdapter
    from pytest_marathonmem.models.chat import ChatModel
    from pytest_marathonmem.runs.begin import Beginning
    from pytest_marathonmem.runs.events import Event
    from pytest_marathonmem.runs.plan import RunPlan

CLOSE_TIMEOUT = 10.0
"""Seconds that an agent has to free what it holds; an interrupted run ends soon."""


async def play(plan: RunPlan, agent: AgentAdapter, observe: Callable[[Event], None]) -> None:
    """Play a run, into ``plan.folder``: on from where an earlier start was broken off, or anew.

    A fault of the agent or the persona ends the run with the event ``stopped``, not with an exception. So does
    cancellation, which then goes on.

    Args:
        plan: What to play.
        agent: The agent under test, without a session.
        observe: Called with each event after it is recorded, and with those of earlier starts first.

    Raises:
        ScenarioError: if the benchmark's folder has problems; nothing is sent then.
        SettingsError: if the benchmark wants what can't be had.
        RunError: if an earlier start can't be gone on with.
    """
    beginning = begin(plan, agent)
    (plan.folder / "agent").mkdir(parents=True, exist_ok=True)
    state = StateFile(plan.folder, plan.name)

    def note(event: Event) -> None:
        state.observe(event)
        observe(event)

    with EventLog(plan.folder / FILE_NAME, beginning.clock, beginning.last_seq) as log:
        record = Record(log, note, beginning.earlier)
        await _Start(plan, agent, beginning, record, state).play()


class _Start:
    """One start of a run.

    Args:
        plan: The run.
        agent: The adapter.
        beginning: What is played, from where.
        record: The run's record.
        state: Shows where the run stands.
    """

    def __init__(
        self, plan: RunPlan, agent: AgentAdapter, beginning: Beginning, record: Record, state: StateFile
    ) -> None:
        self._plan = plan
        self._agent = agent
        self._beginning = beginning
        self._record = record
        self._state = state
        self._began = beginning.clock.elapsed()

    async def play(self) -> None:
        cancelled = 0
        try:
            await self._perform()
        except PersonaFault as fault:
            self._stop("persona", str(fault))
        except BudgetSpent as spent:
            self._stop("budget", str(spent))
        except QuotaExhausted as exhausted:
            self._stop("quota", str(exhausted))
        except (AgentError, ModelError) as error:
            self._stop("infrastructure", str(error))
        except BaseException as interrupt:
            cancelled = cancellations()
            self._stop("interrupted", describe_failure(interrupt))
            raise
        else:
            self._record.append("finished", seconds=self._seconds())
        finally:
            await self._close(cancelled)

    def _stop(self, reason: str, error: str) -> None:
        self._record.append("stopped", reason=reason, error=error, seconds=self._seconds())

    def _seconds(self) -> float:
        return self._beginning.clock.elapsed() - self._began

    async def _close(self, cancelled: int) -> None:
        """Let the agent free what it holds; what was played counts, however that ends."""
        if cancelled:
            # An agent that blocks keeps a cancellation from arriving; it must not hit the closing instead.
            with suppress(asyncio.CancelledError):
                await self._beginning.clock.sleep(0.001)
        try:
            await from_agent(self._agent.close, CLOSE_TIMEOUT, cancelled)
        except AgentError as error:
            self._record.append("close_failed", error=str(error))

    async def _perform(self) -> None:
        benchmark, clock = self._beginning.benchmark, self._beginning.clock
        model = ScriptedModel(benchmark.language)
        benchmark = read_out(benchmark) if model.reads_scripts else benchmark
        examiner = Examiner(benchmark, clock, self._record)
        self._tell_of_start(model, examiner)
        await self._create_session()
        conversation = Conversation(self._agent, clock, self._record, self._plan)
        cast = Cast(
            benchmark, conversation, examiner, clock, self._record, model.reads_scripts, self._state.keep
        )
        await play_persona(model, cast, self._plan.compaction)

    def _tell_of_start(self, model: ChatModel, examiner: Examiner) -> None:
        benchmark = self._beginning.benchmark
        self._record.append(
            "started",
            run=self._plan.name,
            group=self._plan.group,
            benchmark=benchmark.name,
            folder=str(benchmark.folder),
            agent=self._plan.agent,
            persona=model.name,
            start=benchmark.start.isoformat(),
            nonce=self._beginning.nonce,
            cassette=self._plan.cassette and self._plan.cassette.mode,
            timezone=str(benchmark.timezone),
            resumed=self._beginning.resumed,
            anew=self._beginning.anew,
            survives=self._agent.survives_restart,
            clears_context=self._agent.supports_new_conversation,
            fingerprint=self._beginning.fingerprint,
            checks=examiner.planned,
        )

    async def _create_session(self) -> None:
        """Get the agent ready; its memory is its own if it was spoken to, and empty if it wasn't."""
        workdir, resumed = self._plan.folder / "agent", self._beginning.spoken
        try:
            if not resumed:
                await from_agent(self._agent.destroy_session, self._plan.reply_timeout)
            await from_agent(
                lambda: self._agent.create_session(self._plan.name, workdir, resumed=resumed),
                self._plan.reply_timeout,
            )
        except AgentError as error:
            raise AgentError(f"the agent could not be started: {error}") from error
