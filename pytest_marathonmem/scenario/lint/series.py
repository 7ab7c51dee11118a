"""Rules on SERIES: each point stands in a fact with its date, and each fact has its point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.lint.view import quoted
from pytest_marathonmem.scenario.model import RETIRED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.keys import Point
    from pytest_marathonmem.scenario.lint.view import Examined, View


def points_stand(view: View) -> Iterator[Problem]:
    """Each point stands, date and value, in one present text."""
    for examined in _series(view) if view.scripted else ():
        for point in _strays(view, examined) if examined.current else ():
            fault = f"has the point {quoted(point.accepted)} at {point.at!r}"
            yield examined.problem(f"{fault}, which stands in no present text of {examined.facts}")


def facts_have_points(view: View) -> Iterator[Problem]:
    """No fact of a series is left out: an answer that gives it would lose a point for an invented one."""
    for examined in _series(view) if view.scripted else ():
        if list(_strays(view, examined)):
            continue  # A point that stands nowhere is meant for the fact without one.
        for ref, text in examined.current.items():
            if text != RETIRED and not any(_holds(view, text, point) for point in examined.key.points):
                yield examined.problem(
                    f"rests on {str(ref)!r}, but none of its points is {text!r}; add the point"
                )


def dates_of_points_are_dates(view: View) -> Iterator[Problem]:
    """Each point has one whole date, and no two have the same."""
    for examined in _series(view):
        seen: set[object] = set()
        for point in examined.key.points:
            dates = view.passage(point.at or "").numbers
            if len(dates) != 1 or dates[0].kind != "date":
                yield examined.problem(
                    f"has a point at {point.at!r}, which is not one date; write it such as 31 May"
                )
            elif dates[0].dates in seen:
                yield examined.problem(f"has two points at {point.at!r}; give each date once")
            else:
                seen.add(dates[0].dates)


def _series(view: View) -> Iterator[Examined]:
    return (examined for examined in view.examined if examined.key.type == "SERIES")


def _strays(view: View, examined: Examined) -> Iterator[Point]:
    """The points that stand in no present text."""
    texts = examined.current.values()
    return (point for point in examined.key.points if not any(_holds(view, text, point) for text in texts))


def _holds(view: View, text: str, point: Point) -> bool:
    passage = view.passage(text)
    return passage.says(point.at or "") and any(map(passage.says, point.accepted))
