"""Keeps what the models of runs cost within a budget, in all processes of a session and from one start to the next.

``budget.json`` in the folder of results holds an entry for each run. It changes under a lock, before each call by the most
that the call can cost and after it by what wasn't used: a process that is killed between leaves too much behind, never too
little.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from filelock import FileLock, Timeout

from pytest_marathonmem.errors import BudgetSpent, ModelError, RunError, SettingsError
from pytest_marathonmem.runs.state import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pytest_marathonmem.runs.events import Event
    from pytest_marathonmem.runs.plan import RunPlan

FILE_NAME = "budget.json"

DIGITS = 9
"""Sums are rounded to a billionth of a dollar, so that a thousand small ones add up to what they should."""

PATIENCE = 60.0
"""Seconds to wait for the file; whoever holds it needs a millisecond."""


@dataclass(slots=True)
class Entry:
    """What a run has cost."""

    nonce: str
    """The run's: one that is started anew has another."""
    account: str
    """The session in which it began; the runs that began together are counted together."""
    session: str
    """The newest session that has played it."""
    goes_on: bool
    """Whether its next start goes on from here; if not, that one costs anew."""
    spent: float
    """US dollars, what is set aside for calls on their way included."""

    def add(self, usd: float) -> None:
        self.spent = round(self.spent + usd, DIGITS)


class RunBudget:
    """The money of one run: what all its starts have cost, and whether another call is within the session's budget.

    The budget is for the runs of a session, all their starts together, and for those runs that began together with one
    of them. Without a budget what is spent is kept all the same: a later start may have one.

    Args:
        plan: The run, claimed by this process.
        earlier: The events that it goes on from; none for a run that starts anew.
        nonce: The run's; it stays when the run goes on.
        survives: Whether a start of it can be gone on with.

    Raises:
        SettingsError: if there is a budget, and the price of one of the run's models isn't known.
        RunError: from its methods, if the file can't be read.
    """

    def __init__(self, plan: RunPlan, earlier: Iterable[Event], *, nonce: str, survives: bool) -> None:
        if plan.budget and (faults := faults_of_prices(plan)):
            raise SettingsError("\n".join(faults.values()))
        self._plan = plan
        self._file = _File(plan.results)
        self._session = plan.budget.session if plan.budget else uuid4().hex
        self._earlier = tuple(earlier)
        self._nonce = nonce
        self._survives = survives
        self._entry: Entry | None = None

    def reserve(self, most_usd: float | None) -> None:
        """Set aside what a call costs at most; None if that isn't known.

        Raises:
            BudgetSpent: if it might cost more than is left.
            ModelError: if there is a budget, and nobody knows what the call might cost.
        """
        if most_usd is None and self._plan.budget:
            raise ModelError(
                "the agent calls a model of mmb.jsonc whose price isn't known, so --mmb-budget-usd can't hold; add "
                "'price' to that entry of 'models'"
            )
        if most_usd:
            with self._file.changing() as entries:
                entry = self._own(entries)
                refusal = self._refusal(entries, entry, most_usd)
                entry.add(0.0 if refusal else most_usd)
            if refusal:
                raise BudgetSpent(refusal)

    def settle(self, reserved: float | None, cost_usd: float | None) -> None:
        """Put back what a call has not used of its reservation; all of that stays spent if the cost isn't known."""
        difference = 0.0 if cost_usd is None else cost_usd - (reserved or 0.0)
        if difference:
            with self._file.changing() as entries:
                self._own(entries).add(difference)

    def finish(self) -> None:
        """The run has come to its end: its next start will cost anew."""
        if self._file.exists:
            with self._file.changing() as entries:
                if self._plan.name in entries:
                    self._own(entries).goes_on = False

    def _own(self, entries: dict[str, Entry]) -> Entry:
        """The run's entry; it begins with the first call that costs something."""
        if self._entry is None:
            before = entries.get(self._plan.name)
            # What this session has spent on a run counts, also if the run is started anew in it.
            is_ours = before and (before.nonce == self._nonce or before.session == self._session)
            kept = before if is_ours else None
            self._entry = Entry(
                nonce=self._nonce,
                account=kept.account if kept else self._session,
                session=self._session,
                goes_on=self._survives,
                spent=max(kept.spent if kept else 0.0, recorded_cost(self._earlier)),
            )
        entries[self._plan.name] = self._entry
        return self._entry

    def _refusal(self, entries: dict[str, Entry], entry: Entry, most_usd: float) -> str:
        """Why a call can't be made; empty if it can."""
        budget = self._plan.budget
        if budget is None:
            return ""
        spent = round(sum(self._counted(entries, entry, budget.runs)), DIGITS)
        if round(spent + most_usd, DIGITS) <= budget.usd:
            return ""
        return (
            f"{dollars(spent)} of --mmb-budget-usd={budget.usd:g} have gone, and the next call might cost "
            f"{dollars(most_usd)}; nothing more was sent. It takes {dollars(spent + most_usd)} at least to go on"
        )

    def _counted(self, entries: dict[str, Entry], own: Entry, runs: tuple[str, ...]) -> Iterator[float]:
        """What each run has spent that counts, this one included."""
        replaced = {
            name
            for name in runs
            if name in entries
            and entries[name].session != self._session
            and (self._plan.fresh or not entries[name].goes_on)
        }
        mine = {self._session} | {
            entries[name].account for name in runs if name in entries and name not in replaced
        }
        mine.add(own.account)
        return (
            entry.spent for name, entry in entries.items() if entry.account in mine and name not in replaced
        )


def faults_of_prices(plan: RunPlan) -> dict[str, str]:
    """Why a budget can't hold for a run: by its models' names, what to do about those without a known price."""
    return {
        endpoint.name: f"--mmb-budget-usd can't hold: the price of the model {endpoint.name!r}, the {role} of the run "
        f"{plan.name!r}, isn't known; add to its entry in 'models' of mmb.jsonc, in US dollars for a million tokens: "
        '"price": {"input": …, "cached_input": …, "output": …}'
        for role, endpoint in plan.models.items()
        if endpoint.price is None
    }


def recorded_cost(events: Iterable[Event]) -> float:
    """What the calls of a record have cost together in US dollars, as far as it is known."""
    costs = (event["cost_usd"] or 0.0 for event in events if event.type == "called")
    return round(float(sum(costs)), DIGITS)


def dollars(usd: float) -> str:
    """Write a sum for people: in cents, or as small as it is."""
    return f"${usd:.2f}" if usd >= 1 or not usd else f"${usd:.4f}" if usd >= 0.0001 else f"${usd:.9f}"


class _File:
    def __init__(self, results: Path) -> None:
        self._path = results / FILE_NAME
        # A file of its own, since the other one is replaced.
        self._lock = FileLock(f"{self._path}.lock", timeout=PATIENCE, poll_interval=0.005)

    @property
    def exists(self) -> bool:
        return self._path.exists()

    @contextmanager
    def changing(self) -> Iterator[dict[str, Entry]]:
        """Give out the entries by their runs' names, and write them back unless that fails."""
        try:
            self._lock.acquire()
        except Timeout:
            raise RunError(
                f"{self._path} was held by another process for {PATIENCE:g} seconds; end that one, and start again"
            ) from None
        try:
            entries = self._read()
            yield entries
            runs = {name: asdict(entry) for name, entry in entries.items()}
            write_whole(self._path, json.dumps({"runs": runs}, indent=2) + "\n")
        finally:
            self._lock.release()

    def _read(self) -> dict[str, Entry]:
        try:
            runs = json.loads(self._path.read_text(encoding="utf-8"))["runs"]
            return {name: Entry(**entry) for name, entry in runs.items()}
        except FileNotFoundError:
            return {}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise RunError(
                f"{self._path} can't be read ({error}); take it away: what each run has cost is in its record too"
            ) from error
