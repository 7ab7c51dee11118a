"""The money of runs: in one process and many, in one session and the next."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_marathonmem.errors import BudgetSpent, ModelError, RunError, SettingsError
from pytest_marathonmem.models.endpoint import Endpoint, Price
from pytest_marathonmem.runs.budget import RunBudget
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.naming import fault_of_run_name
from pytest_marathonmem.runs.plan import BudgetPlan, RunPlan

RUNS = ("pets-one", "pets-two")
STARTED = (Event(1, "started", "", "", {}),)
"""The record of a run that goes on."""


@pytest.fixture
def open_budget(tmp_path: Path) -> Callable[..., RunBudget]:
    """Begin a run of a session; with ``earlier`` it goes on."""
    starts: Counter[str] = Counter()

    def begin(
        run: str = "one",
        usd: float | None = 1.0,
        session: str = "today",
        earlier: Iterable[Event] = (),
        runs: tuple[str, ...] = RUNS,
        *,
        survives: bool = True,
        fresh: bool = False,
    ) -> RunBudget:
        budget = None if usd is None else BudgetPlan(usd, session, runs)
        plan = RunPlan(tmp_path / "pets", run, tmp_path, budget=budget, fresh=fresh)
        starts[run] += not earlier
        return RunBudget(plan, earlier, nonce=f"{starts[run]}", survives=survives)

    return begin


def called(cost_usd: float | None) -> Event:
    return Event(2, "called", "", "", {"cost_usd": cost_usd})


def spent_by(folder: Path, run: str) -> float:
    spent: float = json.loads((folder / "budget.json").read_text())["runs"][run]["spent"]
    return spent


def test_a_call_that_might_cost_more_than_is_left_is_not_made(open_budget: Callable[..., RunBudget]) -> None:
    budget = open_budget(usd=1.0)
    budget.reserve(0.75)

    with pytest.raises(BudgetSpent) as caught:
        budget.reserve(0.5)

    assert str(caught.value) == (
        "$0.7500 of --mmb-budget-usd=1 have gone, and the next call might cost $0.5000; nothing more was sent. It takes "
        "$1.25 at least to go on"
    )


def test_the_whole_budget_can_be_spent(open_budget: Callable[..., RunBudget]) -> None:
    budget = open_budget(usd=0.3)

    for _ in range(3):
        budget.reserve(0.1)

    with pytest.raises(BudgetSpent):
        budget.reserve(0.000001)


def test_what_a_call_has_not_used_can_be_spent_by_the_next(
    open_budget: Callable[..., RunBudget], tmp_path: Path
) -> None:
    budget = open_budget(usd=1.0)

    budget.reserve(0.9)
    budget.settle(0.9, 0.2)
    budget.reserve(0.8)

    assert spent_by(tmp_path, "pets-one") == 1.0


def test_a_call_of_unknown_cost_keeps_all_that_was_set_aside(
    open_budget: Callable[..., RunBudget], tmp_path: Path
) -> None:
    budget = open_budget()

    budget.reserve(0.9)
    budget.settle(0.9, None)

    assert spent_by(tmp_path, "pets-one") == 0.9


def test_runs_of_a_session_share_its_budget(open_budget: Callable[..., RunBudget]) -> None:
    one, two = open_budget("one"), open_budget("two")
    one.reserve(0.7)

    with pytest.raises(BudgetSpent):
        two.reserve(0.4)


def test_a_killed_call_stays_spent_when_the_run_goes_on(open_budget: Callable[..., RunBudget]) -> None:
    open_budget().reserve(0.8)

    again = open_budget(session="tomorrow", earlier=STARTED)

    with pytest.raises(BudgetSpent):
        again.reserve(0.3)


def test_a_run_that_starts_anew_has_the_whole_budget(open_budget: Callable[..., RunBudget]) -> None:
    open_budget().reserve(0.8)

    open_budget(session="tomorrow").reserve(1.0)


def test_a_run_that_starts_anew_twice_in_a_session_pays_for_both(
    open_budget: Callable[..., RunBudget],
) -> None:
    open_budget().reserve(0.8)

    again = open_budget()

    with pytest.raises(BudgetSpent):
        again.reserve(0.3)


def test_a_run_that_had_nothing_left_for_its_first_call_goes_on_from_nothing(
    open_budget: Callable[..., RunBudget],
) -> None:
    one = open_budget("one", session="yesterday")
    one.reserve(0.9)
    one.finish()
    open_budget("two").reserve(1.0)
    with pytest.raises(BudgetSpent):
        open_budget("one").reserve(0.1)

    open_budget("one", session="tomorrow", usd=1.5, earlier=STARTED).reserve(0.5)


def test_a_finished_run_counts_when_its_sister_goes_on(open_budget: Callable[..., RunBudget]) -> None:
    one, two = open_budget("one"), open_budget("two")
    one.reserve(0.6)
    one.finish()
    two.reserve(0.3)

    again = open_budget("two", session="tomorrow", earlier=STARTED, runs=("pets-two",))

    with pytest.raises(BudgetSpent):
        again.reserve(0.2)


def test_what_an_unfinished_run_has_cost_counts_before_it_goes_on(
    open_budget: Callable[..., RunBudget],
) -> None:
    open_budget("two").reserve(0.6)

    one = open_budget("one", session="tomorrow")

    with pytest.raises(BudgetSpent):
        one.reserve(0.5)


@pytest.mark.parametrize("why", ["finished", "does not survive", "fresh"])
def test_what_a_run_has_cost_that_will_start_anew_does_not_count(
    open_budget: Callable[..., RunBudget], why: str
) -> None:
    two = open_budget("two", survives=why != "does not survive")
    two.reserve(0.6)
    if why == "finished":
        two.finish()

    open_budget("one", session="tomorrow", fresh=why == "fresh").reserve(0.9)


def test_runs_that_began_in_other_sessions_do_not_count(open_budget: Callable[..., RunBudget]) -> None:
    open_budget("other", session="yesterday", runs=("pets-other",)).reserve(0.9)

    open_budget("one").reserve(0.9)


def test_what_was_spent_without_a_budget_counts_for_one_that_is_given_later(
    open_budget: Callable[..., RunBudget],
) -> None:
    open_budget(usd=None).reserve(5.0)

    again = open_budget(usd=5.5, earlier=STARTED)

    with pytest.raises(BudgetSpent, match=r"\$5\.00 of --mmb-budget-usd=5\.5 have gone"):
        again.reserve(0.6)


def test_the_record_tells_what_was_spent_if_the_file_is_gone(
    open_budget: Callable[..., RunBudget], tmp_path: Path
) -> None:
    open_budget().reserve(0.8)
    (tmp_path / "budget.json").unlink()

    open_budget(earlier=[*STARTED, called(0.5), called(None), called(0.2)]).reserve(0.1)

    assert spent_by(tmp_path, "pets-one") == 0.8


def test_a_file_that_is_gone_while_runs_are_played_comes_back(
    open_budget: Callable[..., RunBudget], tmp_path: Path
) -> None:
    budget = open_budget()
    budget.reserve(0.5)
    (tmp_path / "budget.json").unlink()

    budget.reserve(0.25)

    assert spent_by(tmp_path, "pets-one") == 0.75


def test_a_file_that_can_not_be_read_is_named(open_budget: Callable[..., RunBudget], tmp_path: Path) -> None:
    (tmp_path / "budget.json").write_text('{"runs": ')

    with pytest.raises(RunError, match=r"budget\.json can't be read .*; take it away"):
        open_budget().reserve(0.1)


def test_nothing_is_kept_of_runs_that_cost_nothing(
    open_budget: Callable[..., RunBudget], tmp_path: Path
) -> None:
    budget = open_budget()

    budget.reserve(0.0)
    budget.settle(0.0, 0.0)
    budget.finish()

    assert [*tmp_path.iterdir()] == []


def test_a_run_that_ends_without_another_call_has_finished(open_budget: Callable[..., RunBudget]) -> None:
    open_budget("two").reserve(0.6)
    open_budget("two", session="later", earlier=STARTED).finish()

    open_budget("one", session="tomorrow").reserve(0.9)


def test_a_call_whose_price_nobody_knows_is_not_made_under_a_budget(
    open_budget: Callable[..., RunBudget],
) -> None:
    with pytest.raises(ModelError, match="add 'price' to that entry of 'models'"):
        open_budget().reserve(None)

    open_budget(usd=None).reserve(None)


def test_no_run_can_have_the_name_of_the_file() -> None:
    assert all(map(fault_of_run_name, ("budget.json", "budget.json.part", "budget.json.lock")))


def test_a_budget_needs_the_prices_of_all_models(tmp_path: Path) -> None:
    free = Endpoint("free", "http://localhost", "m", price=Price(0, 0, 0))
    plan = RunPlan(
        tmp_path / "pets",
        "chatbot",
        tmp_path,
        persona="free",
        judge="wise",
        agent_settings={"model": "small"},
        endpoints={
            "free": free,
            "wise": replace(free, name="wise", price=None),
            "small": replace(free, name="small", price=None),
            "unused": replace(free, name="unused", price=None),
        },
        budget=BudgetPlan(1.0, "today", ("pets-chatbot",)),
    )

    with pytest.raises(SettingsError) as caught:
        RunBudget(plan, (), nonce="n", survives=True)

    judge, agent = str(caught.value).splitlines()
    assert judge == (
        "--mmb-budget-usd can't hold: the price of the model 'wise', the judge of the run 'pets-chatbot', isn't known; add "
        "to its entry in 'models' of mmb.jsonc, in US dollars for a million tokens: "
        '"price": {"input": …, "cached_input": …, "output": …}'
    )
    assert "the model 'small', the agent of" in agent
    RunBudget(replace(plan, budget=None), (), nonce="n", survives=True)


SPENDER = """
import random, sys
from pathlib import Path
from pytest_marathonmem.errors import BudgetSpent
from pytest_marathonmem.runs.budget import RunBudget
from pytest_marathonmem.runs.plan import BudgetPlan, RunPlan

folder, agent, names = Path(sys.argv[1]), sys.argv[2], tuple(sys.argv[3].split(","))
plan = RunPlan(folder / "pets", agent, folder, budget=BudgetPlan(0.5, "today", names))
budget = RunBudget(plan, (), nonce="n", survives=True)
chance, total = random.Random(agent), 0.0
print("ready", flush=True)
sys.stdin.readline()
try:
    while True:
        budget.reserve(0.01)
        cost = chance.uniform(0, 0.01)
        total += cost
        budget.settle(0.01, cost)
except BudgetSpent:
    print(total)
"""


def test_many_processes_together_stay_within_the_budget(tmp_path: Path) -> None:
    agents = [f"a{number}" for number in range(4)]
    names = ",".join(f"pets-{agent}" for agent in agents)
    spenders = [
        subprocess.Popen(  # noqa: S603 - our own interpreter with our own text
            [sys.executable, "-c", SPENDER, str(tmp_path), agent, names],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        for agent in agents
    ]

    for spender in spenders:
        assert spender.stdout is not None
        assert spender.stdout.readline() == "ready\n"
    for spender in spenders:
        assert spender.stdin is not None
        spender.stdin.write("go\n")
        spender.stdin.flush()
    totals = [float(spender.communicate()[0]) for spender in spenders]

    entries = json.loads((tmp_path / "budget.json").read_text())["runs"].values()
    assert 0.5 - 4 * 0.01 <= sum(totals) <= 0.5
    assert sum(entry["spent"] for entry in entries) == pytest.approx(sum(totals))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["reserve", "settle", "kill", "session"]),
            st.sampled_from(["one", "two", "three"]),
            st.floats(0, 0.5),
        ),
        max_size=40,
    )
)
def test_whatever_happens_no_more_than_the_budget_is_spent(steps: list[tuple[str, str, float]]) -> None:
    """All runs begin together and go on in every further session; what each call costs is at most what was set aside."""
    names = ("pets-one", "pets-two", "pets-three")
    with TemporaryDirectory() as folder:
        results, session = Path(folder), 0
        paid = 0.0
        playing: dict[str, RunBudget] = {}
        on_their_way: list[tuple[RunBudget, float]] = []
        for what, run, share in [("session", "", 0.0), *steps]:
            if what in ("session", "kill"):
                # A kill may come before or after the provider has charged for the calls on their way.
                paid += sum(reserved * share for _, reserved in on_their_way)
                on_their_way.clear()
                session += what == "session"
                for agent in ("one", "two", "three"):
                    plan = RunPlan(
                        results / "pets", agent, results, budget=BudgetPlan(1.0, str(session), names)
                    )
                    playing[agent] = RunBudget(plan, STARTED, nonce=agent, survives=True)
            elif what == "reserve":
                try:
                    playing[run].reserve(share)
                except BudgetSpent:
                    continue
                on_their_way.append((playing[run], share))
            elif on_their_way:
                budget, reserved = on_their_way.pop()
                paid += reserved * share
                budget.settle(reserved, reserved * share)
            assert paid <= 1.0 + 1e-9
