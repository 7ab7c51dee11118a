"""Proves a benchmark as far as code can: every rule is a function from the view to the problems that it finds.

A folder without scripts is checked in what doesn't depend on who tells what when.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.lint import (
    aggregates,
    answers,
    days,
    leaks,
    marks,
    messages,
    retired,
    series,
    standing,
    told,
    untold,
)
from pytest_marathonmem.scenario.lint.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.model import Benchmark

    Rule = Callable[[View], Iterator[Problem]]

ERRORS: tuple[Rule, ...] = (
    told.facts_of_keys_exist,
    told.examined_facts_are_told,
    told.examined_facts_are_checkable,
    told.required_facts_are_told,
    standing.present_values_stand,
    standing.past_values_stand,
    standing.values_are_spoken,
    aggregates.aggregates_have_parts,
    aggregates.components_stand,
    aggregates.sums_add_up,
    retired.retired_items_are_absent,
    retired.absent_words_are_of_retired_items,
    untold.voids_have_a_topic_alone,
    untold.void_topics_occur_nowhere,
    series.points_stand,
    series.facts_have_points,
    series.dates_of_points_are_dates,
    leaks.questions_keep_their_answer,
    leaks.questions_keep_later_answers,
    leaks.questions_keep_absent_items,
    messages.messages_carry_values,
    answers.answers_agree_with_keys,
    marks.marks_fit,
    marks.self_fixes_follow_a_question,
    marks.late_additions_are_late,
    days.phases_go_forward,
    days.weekdays_are_right,
)
"""Rules whose findings make the lint fail."""
WARNINGS: tuple[Rule, ...] = (
    told.facts_are_told,
    told.plain_phases_are_read_out,
    standing.keys_name_facts,
    standing.values_do_not_compete,
    standing.known_values_are_left_out,
    aggregates.totals_are_provable,
    aggregates.totals_agree_with_facts,
    leaks.questions_keep_common_names,
    messages.messages_name_what_they_retire,
    messages.changed_facts_were_told,
    answers.answers_of_voids_refuse,
    marks.usual_marks_fit,
    marks.cascades_derive,
    marks.references_are_not_spoken,
)
"""Rules whose findings are only shown."""


@dataclass(frozen=True, slots=True)
class LintResult:
    """What the lint found, each in the order of files and lines."""

    problems: tuple[Problem, ...]
    """Faults: the benchmark should not be run before they are mended."""
    warnings: tuple[Problem, ...]
    """What may be meant so."""


def lint(benchmark: Benchmark) -> LintResult:
    """Check a benchmark that could be loaded. What can't be loaded is in the ``ScenarioError`` of the loader."""
    view = View(benchmark)
    return LintResult(_found(ERRORS, view, ()), _found(WARNINGS, view, benchmark.warnings))


def _found(rules: Iterable[Rule], view: View, known: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted({*known, *(problem for rule in rules for problem in rule(view))}))
