"""Writes a run's record as a conversation that a person can read."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Entry = tuple[str, str]
    """Who speaks or what it is about, and the text."""

_LABEL_WIDTH = 14
_HIDDEN = frozenset({"turn", "result", "called"})
"""What passes between the persona and its tools, and calls of models that went well; what comes of it has events of its own."""


class Transcript:
    """Turns the lines of a record into text, in order."""

    def __init__(self) -> None:
        self.ended = False
        """Whether the run has come to its end, or was stopped, and hasn't been started again."""
        self._day = ""

    def lines(self, recorded: bytes) -> Iterator[str]:
        """The text for one line of the record; nothing for events that only machines need."""
        try:
            event = json.loads(recorded)
            moment = datetime.fromisoformat(event["virtual"])
            entries = list(_entries(event))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            yield f"          {'unreadable':{_LABEL_WIDTH}}{recorded[:200]!r} ({type(error).__name__})"
            return
        self._see(event["type"])
        if entries:
            yield from self._new_day(moment)
        for label, text in entries:
            yield from _heading(text) if label == "phase" else _hanging(moment, label, text)

    def _see(self, event_type: str) -> None:
        if event_type in {"started", "stopped", "finished"}:
            self.ended = event_type != "started"

    def _new_day(self, moment: datetime) -> Iterator[str]:
        day = f"{moment:%Y-%m-%d, %a}"
        if day != self._day:
            self._day = day
            yield f"-- {day} --"


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield f"== {' '.join(text.splitlines())} =="


def _hanging(moment: datetime, label: str, text: str) -> Iterator[str]:
    """The text beside its time and label; no line of it can be taken for another entry."""
    head = f"{moment:%H:%M:%S}  {label:{_LABEL_WIDTH}}"
    for line in text.splitlines() or ["(empty)"]:
        yield (head + line).rstrip()
        head = " " * len(head)


def _entries(event: Mapping[str, Any]) -> Iterator[Entry]:
    match event["type"]:
        case "phase":
            yield "phase", f"{event['chapter']}, phase {event['number']}: {event['title']}"
        case "sending":
            yield (
                "persona",
                event["text"] if event["check"] is None else f"[{event['check']}] {event['text']}",
            )
        case "received":
            yield from (("agent", text) for text in event["texts"])
        case "told":
            yield "told", f"{event['sheet']} {', '.join(event['ids'])}"
        case "changed":
            yield "changed", f"{event['kind']} {event['sheet']} {event['id']}: {event['text']}"
        case "evaluated":
            yield from _evaluated(event)
        case "waited":
            yield "waited", f"until {event['until']}"
        case _:
            yield from _about_the_agent(event)


def _about_the_agent(event: Mapping[str, Any]) -> Iterator[Entry]:
    match event["type"]:
        case "conversation":
            yield "conversation", ("a new one" if event["cleared"] else "goes on") + f": {event['reason']}"
        case "status":
            yield "status", _status(event)
        case "delivery":
            yield "delivery", _delivery(event)
        case "failed":
            yield "failed", event["error"]
        case "close_failed":
            yield "failed", f"at the agent's close: {event['error']}"
        case _:
            yield from _about_the_models(event)


def _about_the_models(event: Mapping[str, Any]) -> Iterator[Entry]:
    match event["type"]:
        case "guard":
            observed = ", only observed" if event.get("mode") == "observe" else ""
            yield "guard", f"{event['name'].replace('_', ' ')}{observed}: {event['reason']}"
        case "refused":
            yield "refused", f"{event['tool']}: {event['reason']}"
        case "judged":
            said = f"no verdict, {event['error']}" if event["error"] else event["word"]
            yield "judged", ": ".join(filter(None, (event["check"], said, event["comment"])))
        case "called" if event["fault"]:
            yield (
                "model",
                f"{event['model']}, as {event['role']}: {event['fault']} after {event['seconds']:.1f} s",
            )
        case "cut":
            yield "cut", f"the persona keeps {event['messages']} messages, about {event['tokens']:,} tokens"
        case _:
            yield from _about_the_run(event)


def _about_the_run(event: Mapping[str, Any]) -> Iterator[Entry]:
    match event["type"]:
        case "started":
            how = "resumed" if event["resumed"] else f"anew: {event['anew']}" if event["anew"] else ""
            judge = f", judge {event['judge']}" if event.get("judge") else ""
            who = (
                f"{event['run']}: {event['benchmark']} @ {event['agent']}, persona {event['persona']}{judge}"
            )
            when = f"in real time {datetime.fromisoformat(event['real']):%Y-%m-%d %H:%M:%S %z}"
            yield "started", "; ".join(part for part in (who, when, how) if part)
        case "stopped":
            yield "stopped", f"{event['reason']}: {event['error']}" if event["error"] else event["reason"]
        case "finished":
            yield "finished", f"in {event['seconds']:.1f} s"
        case event_type if event_type not in _HIDDEN:
            told = {
                name: value for name, value in event.items() if name not in {"seq", "type", "real", "virtual"}
            }
            yield str(event_type), ", ".join(f"{name} {value}" for name, value in told.items())


def _status(event: Mapping[str, Any]) -> str:
    """What is known of it; the figures are the agent's own."""
    usage = event.get("usage") or {}
    figures = {"compactions": event["compactions"], "tokens in context": event["context_tokens"], **usage}
    known = (f"{name.replace('_', ' ')} {figure:,}" for name, figure in figures.items() if figure is not None)
    return "the agent reports " + (", ".join(known) or "nothing")


def _delivery(event: Mapping[str, Any]) -> str:
    what = "had arrived" if event["arrived"] else "had not arrived, and is sent again"
    who = "the agent's history says so" if event["by"] == "history" else "--mmb-unknown says so"
    return f"the message that was on its way {what}: {who}"


def _evaluated(event: Mapping[str, Any]) -> Iterator[Entry]:
    score = event["score"]
    verdict = "unscored" if score is None else f"score {score:.3g}, {event['outcome']}"
    lines = [f"{event['check']}: {verdict}, attempt {event['attempt']}"]
    if event["owner"]:
        lines[0] += f", owner {event['owner']}"
    if score != 10:
        lines += [f"{name} {event[name]}" for name in ("expected", "comment") if event[name]]
    lines += [f"flag {flag}" for flag in event.get("flags") or ()]
    yield "evaluated", "\n".join(lines)
