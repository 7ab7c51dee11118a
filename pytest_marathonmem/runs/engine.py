"""Plays a run, or what is left of it: joins scenario, persona, agent, grading and the record."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import (
    AgentError,
    BudgetSpent,
    MarathonMemError,
    ModelError,
    PersonaFault,
    QuotaExhausted,
)
from pytest_marathonmem.grading.judge import Judge
from pytest_marathonmem.models.http import HttpTransport
from pytest_marathonmem.persona.cast import Cast
from pytest_marathonmem.persona.loop import play_persona
from pytest_marathonmem.runs.begin import begin
from pytest_marathonmem.runs.budget import RunBudget
from pytest_marathonmem.runs.conversation import Conversation
from pytest_marathonmem.runs.events import FILE_NAME, EventLog
from pytest_marathonmem.runs.examiner import Examiner
from pytest_marathonmem.runs.forecast import forecast
from pytest_marathonmem.runs.foreign import cancellations, describe_failure, from_agent
from pytest_marathonmem.runs.meter import RunMeter
from pytest_marathonmem.runs.models import Connect, RunModels
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


async def play(
    plan: RunPlan, agent: AgentAdapter, observe: Callable[[Event], None], connect: Connect = HttpTransport
) -> None:
    """Play a run, into ``plan.folder``: on from where an earlier start was broken off, or anew.

    A fault of the agent, the persona or a model ends the run with the event ``stopped``, not with an exception. So does
    cancellation, which then goes on.

    Args:
        plan: What to play.
        agent: The agent under test, without a session.
        observe: Called with each event after it is recorded, and with those of earlier starts first.
        connect: Opens the way to a model's endpoint.

    Raises:
        ScenarioError: if the benchmark's folder has problems; nothing is sent then.
        SettingsError: if the benchmark or the agent wants what can't be had.
        RunError: if an earlier start can't be gone on with.
        AgentError: if the agent breaks when it is given the way to its models.
    """
    beginning = begin(plan, agent)
    (plan.folder / "agent").mkdir(parents=True, exist_ok=True)
    state = StateFile(plan.folder, plan.name)

    def note(event: Event) -> None:
        state.observe(event)
        observe(event)

    with EventLog(plan.folder / FILE_NAME, beginning.clock, beginning.last_seq) as log:
        record = Record(log, note, beginning.earlier)
        meter = RunMeter(record, _money(plan, beginning, agent))
        async with RunModels(plan, beginning, meter, connect) as models:
            _give_models(agent, models)
            persona, judge = models.persona(beginning.benchmark.language), _judge(models, beginning)
            if await _Start(plan, agent, beginning, record, state, persona, judge).play():
                meter.finish()


def _money(plan: RunPlan, beginning: Beginning, agent: AgentAdapter) -> RunBudget | None:
    """The run's money; None in a replay, which costs nothing."""
    if plan.cassette and plan.cassette.mode == "replay":
        return None
    return RunBudget(plan, beginning.earlier, nonce=beginning.nonce, survives=agent.survives_restart)


def _give_models(agent: AgentAdapter, models: RunModels) -> None:
    """Let the agent have the models that its settings name."""
    try:
        agent.use_models(models)
    except MarathonMemError:
        raise
    except Exception as error:
        raise AgentError(f"the agent could not be given its models: {describe_failure(error)}") from error


def _judge(models: RunModels, beginning: Beginning) -> Judge | None:
    model = models.judge()
    return Judge(model, beginning.nonce) if model else None


def _sends_reasoning(plan: RunPlan) -> bool:
    """Whether the persona's endpoint is sent the model's own reasoning."""
    persona = plan.models.get("persona")
    return persona is not None and persona.reasoning == "return"


@dataclass
class _Start:
    """One start of a run."""

    plan: RunPlan
    agent: AgentAdapter
    beginning: Beginning
    record: Record
    state: StateFile
    persona: ChatModel
    judge: Judge | None

    def __post_init__(self) -> None:
        self._began = self.beginning.clock.elapsed()

    async def play(self) -> bool:
        """Play; returns whether the run came to its end."""
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
        except asyncio.CancelledError:
            cancelled = cancellations()
            self._stop("interrupted", "by Ctrl-C, a signal, or the end of the session")
            raise
        except BaseException as interrupt:
            cancelled = cancellations()
            self._stop("interrupted", describe_failure(interrupt))
            raise
        else:
            self.record.append("finished", seconds=self._seconds())
            return True
        finally:
            await self._close(cancelled)
        return False

    def _stop(self, reason: str, error: str) -> None:
        self.record.append("stopped", reason=reason, error=error, seconds=self._seconds())

    def _seconds(self) -> float:
        return self.beginning.clock.elapsed() - self._began

    async def _close(self, cancelled: int) -> None:
        """Let the agent free what it holds; what was played counts, however that ends."""
        if cancelled:
            # An agent that blocks keeps a cancellation from arriving; it must not hit the closing instead.
            with suppress(asyncio.CancelledError):
                await self.beginning.clock.sleep(0.001)
        try:
            await from_agent(self.agent.close, CLOSE_TIMEOUT, cancelled)
        except (AgentError, BudgetSpent, ModelError) as error:
            self.record.append("close_failed", error=str(error))

    async def _perform(self) -> None:
        persona, plan, clock = self.persona, self.plan, self.beginning.clock
        benchmark = self.beginning.benchmark
        benchmark = read_out(benchmark) if persona.reads_scripts else benchmark
        examiner = Examiner(
            benchmark, clock, self.record, self.judge, persona_judges=not persona.reads_scripts
        )
        self._tell_of_start(examiner)
        await self._create_session()
        conversation = Conversation(self.agent, clock, self.record, plan)
        cast = Cast(
            benchmark,
            conversation,
            examiner,
            clock,
            self.record,
            persona.reads_scripts,
            self.state.keep,
            plan.guards,
            sends_reasoning=_sends_reasoning(plan),
        )
        await play_persona(persona, cast, plan.compaction)

    def _tell_of_start(self, examiner: Examiner) -> None:
        benchmark = self.beginning.benchmark
        self.record.append(
            "started",
            run=self.plan.name,
            group=self.plan.group,
            benchmark=benchmark.name,
            folder=str(benchmark.folder),
            agent=self.plan.agent,
            persona=self.persona.name,
            judge=self.judge.name if self.judge else None,
            start=benchmark.start.isoformat(),
            nonce=self.beginning.nonce,
            cassette=self.plan.cassette and self.plan.cassette.mode,
            timezone=str(benchmark.timezone),
            resumed=self.beginning.resumed,
            anew=self.beginning.anew,
            survives=self.agent.survives_restart,
            clears_context=self.agent.supports_new_conversation,
            fingerprint=self.beginning.fingerprint,
            forecast=[asdict(each) for each in forecast(benchmark, self.plan, self.beginning.earlier)],
            checks=examiner.planned,
        )

    async def _create_session(self) -> None:
        """Get the agent ready; its memory is its own if it was spoken to, and empty if it wasn't."""
        workdir, resumed = self.plan.folder / "agent", self.beginning.spoken
        try:
            if not resumed:
                await from_agent(self.agent.destroy_session, self.plan.reply_timeout)
            await from_agent(
                lambda: self.agent.create_session(self.plan.name, workdir, resumed=resumed),
                self.plan.reply_timeout,
            )
        except AgentError as error:
            raise AgentError(f"the agent could not be started: {error}") from error
