"""Rules on VOID: what the check asks for was never told, so that only a refusal is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Problem
from pytest_marathonmem.scenario.model import Utterance
from pytest_marathonmem.values import contains_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.errors import Place
    from pytest_marathonmem.scenario.lint.view import Examined, View


def voids_have_a_topic_alone(view: View) -> Iterator[Problem]:
    """VOID has a topic and rests on no facts."""
    for examined in _voids(view):
        if not examined.key.topic:
            yield examined.problem(
                "is VOID without 'topic': words of the thing asked for that nobody has said"
            )
        if examined.key.facts:
            yield examined.problem(
                f"is VOID, but names the facts {examined.facts}; a VOID check rests on none"
            )


def void_topics_occur_nowhere(view: View) -> Iterator[Problem]:
    """A topic stands in no text of a fact and in no message before the asking."""
    for examined in _voids(view):
        seen = {*_texts_of_facts(view), *_messages(examined)}
        for place, text in sorted(seen):
            for word in examined.key.topic:
                if contains_name(text, word):
                    asked = f"check {examined.check.id!r} at {examined.check.place}"
                    yield Problem(
                        place, f"{text!r} holds {word!r}, but {asked} is VOID about it; say it otherwise"
                    )


def _voids(view: View) -> Iterator[Examined]:
    return (examined for examined in view.examined if examined.key.type == "VOID")


def _texts_of_facts(view: View) -> Iterator[tuple[Place, str]]:
    for ref in view.ledger.end.refs:
        for version in view.ledger.end.chain(ref):
            yield version.place, version.text


def _messages(examined: Examined) -> Iterator[tuple[Place, str]]:
    for moment in examined.state.messages:
        if isinstance(moment.step, Utterance):
            yield moment.step.place, moment.step.text
