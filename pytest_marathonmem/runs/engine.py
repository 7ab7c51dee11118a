"""Plays a run from its first event to its last: joins scenario, persona, agent, grading and the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import AgentError, PersonaFault
from pytest_marathonmem.models.scripted import ScriptedModel
from pytest_marathonmem.persona.loop import play_persona
from pytest_marathonmem.persona.stage import Cast
from pytest_marathonmem.runs.archive import archive
from pytest_marathonmem.runs.conversation import Conversation
from pytest_marathonmem.runs.events import FILE_NAME, EventLog
from pytest_marathonmem.runs.examiner import Examiner
from pytest_marathonmem.runs.foreign import cancellations, describe_failure, from_agent
from pytest_marathonmem.runs.playable import expect_playable
from pytest_marathonmem.scenario.folder import load_benchmark

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.agents.adapter import AgentAdapter
    from pytest_marathonmem.runs.events import Event, EventType
    from pytest_marathonmem.runs.plan import RunPlan
    from pytest_marathonmem.scenario.model import Benchmark

CLOSE_TIMEOUT = 10.0
"""Seconds that an agent has to free what it holds; an interrupted run ends soon."""


async def play(plan: RunPlan, agent: AgentAdapter, observe: Callable[[Event], None]) -> None:
    """Play a run anew, into ``plan.folder``; an earlier run of that name is put aside.

    A fault of the agent or the persona ends the run with the event ``stopped``, not with an exception. So does
    cancellation, which then goes on.

    Args:
        plan: What to play.
        agent: The agent under test, without a session.
        observe: Called with each event after it is recorded.

    Raises:
        ScenarioError: if the benchmark's folder has problems; nothing is sent then.
        SettingsError: if the benchmark wants what can't be had.
    """
    benchmark = load_benchmark(plan.benchmark, Clock.local().now())
    expect_playable(benchmark)
    archive(plan)
    (plan.folder / "agent").mkdir(parents=True)
    clock = Clock(benchmark.timezone, benchmark.start)
    with EventLog(plan.folder / FILE_NAME, clock) as log:

        def record(event_type: EventType, **data: Any) -> None:
            observe(log.append(event_type, **data))

        await _play_recorded(plan, agent, benchmark, clock, record)


async def _play_recorded(
    plan: RunPlan, agent: AgentAdapter, benchmark: Benchmark, clock: Clock, record: Callable[..., None]
) -> None:
    began = clock.elapsed()
    cancelled = 0

    def stop(reason: str, error: str) -> None:
        record("stopped", reason=reason, error=error, seconds=clock.elapsed() - began)

    try:
        await _perform(plan, agent, benchmark, clock, record)
    except PersonaFault as fault:
        stop("persona", str(fault))
    except AgentError as error:
        stop("infrastructure", str(error))
    except BaseException as interrupt:
        cancelled = cancellations()
        stop("interrupted", describe_failure(interrupt))
        raise
    else:
        record("finished", seconds=clock.elapsed() - began)
    finally:
        await _close(agent, record, cancelled)


async def _close(agent: AgentAdapter, record: Callable[..., None], cancelled: int) -> None:
    """Let the agent free what it holds; what was played counts, however that ends."""
    try:
        await from_agent(agent.close, CLOSE_TIMEOUT, cancelled)
    except AgentError as error:
        record("failed", error=f"at close: {error}", seconds=0.0)


async def _perform(
    plan: RunPlan, agent: AgentAdapter, benchmark: Benchmark, clock: Clock, record: Callable[..., None]
) -> None:
    model = ScriptedModel(benchmark.language)
    examiner = Examiner(benchmark, clock, record)
    record(
        "started",
        run=plan.name,
        group=plan.group,
        benchmark=benchmark.name,
        folder=str(benchmark.folder),
        agent=plan.agent,
        persona=model.name,
        start=benchmark.start.isoformat(),
        timezone=str(benchmark.timezone),
        resumed=False,
        anew="",
        survives=agent.survives_restart,
        fingerprint={},
        clears_context=agent.supports_new_conversation,
        checks=examiner.planned,
    )
    try:
        await from_agent(agent.destroy_session, plan.reply_timeout)
        workdir = plan.folder / "agent"
        await from_agent(lambda: agent.create_session(plan.name, workdir, resumed=False), plan.reply_timeout)
    except AgentError as error:
        raise AgentError(f"the agent could not be started: {error}") from error
    conversation = Conversation(agent, clock, record, plan.reply_timeout)
    await play_persona(model, Cast(benchmark, conversation, examiner, clock, record, model.reads_scripts))
