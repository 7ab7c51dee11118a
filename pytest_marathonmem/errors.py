"""The one error tree, grouped by who must act.

MarathonMemError
├── ScenarioError    the author of a benchmark folder: every problem of the folder at once
├── SettingsError    the user: an option, a setting or an argument that can't be
├── AgentError       the agent under test or the way to it (infrastructure, never a wrong answer)
│   └── AgentFailed      one message failed; the play goes on
├── PersonaFault     the persona's model can't be brought to play the scenario
├── ModelError       a model can't be had: its endpoint is gone, or says no (infrastructure)
│   ├── ContextOverflow  a request is larger than the model's context
│   ├── AnswerLost       nobody knows whether a request arrived, and it must not arrive twice
│   └── QuotaExhausted   the account behind the key has no more to give for now
├── BudgetSpent      the next call of a model might cost more than is left of the budget
├── RunError         a run's folder or record
└── ConformanceError the author of an adapter: every broken rule of the interface at once
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of a file, as people and editors write it: ``benchmarks/max/chapter3.md:12``."""

    file: str
    """Path as it is to be printed."""
    line: int
    """Counted from 1."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong, where it stands."""

    place: Place
    message: str
    """What failed, the offending value, the rule or the allowed values, the next step."""

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class MarathonMemError(Exception):
    """Base of every error that this package raises on purpose."""


class ScenarioError(MarathonMemError):
    """A benchmark folder that can't be played; carries all its problems, in file order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


class SettingsError(MarathonMemError):
    """An option, a setting or an argument that is not possible."""


class AgentError(MarathonMemError):
    """The agent under test could not be reached or broke; no fault of its memory."""


class AgentFailed(AgentError):  # noqa: N818 - what happened to a message, not the end of a run
    """One message to the agent failed; the play goes on without its reply."""


class PersonaFault(MarathonMemError):  # noqa: N818 - the design's word; it ends a run without being the program's error
    """The persona's model can't be brought to play the scenario."""


class ModelError(MarathonMemError):
    """A model that can't be had, after all patience or for good; the message names the endpoint and the next step."""


class ContextOverflow(ModelError):  # noqa: N818 - what happened to a request
    """A request is larger than the model's context; sent again it would be no smaller."""


class AnswerLost(ModelError):  # noqa: N818 - what happened to a request
    """An endpoint that keeps the conversation may have taken a request in, and its answer is lost; it isn't sent again."""


class QuotaExhausted(ModelError):  # noqa: N818 - what the provider says
    """The account behind the key has used up its quota or its money; later the run can go on."""


class BudgetSpent(MarathonMemError):  # noqa: N818 - the end of a run without a fault of anybody
    """The next call of a model might cost more than is left of the budget; nothing was sent."""


class RunError(MarathonMemError):
    """A run's folder or record can't be used."""


class ConformanceError(MarathonMemError, AssertionError):
    """An adapter that breaks rules of the interface; carries all of them.

    An `AssertionError` too, so that a test that finds it has failed, not broken.
    """

    def __init__(self, adapter: str, violations: Iterable[str]) -> None:
        self.violations = tuple(violations)
        """A sentence each: the rule, what was expected, what was seen."""
        listed = "".join(f"\n- {violation}" for violation in self.violations)
        super().__init__(f"{adapter} breaks {len(self.violations)} rule(s) of AgentAdapter:{listed}")
