"""How an assistant uses memory tools that it has never seen: by their names, descriptions and parameters alone."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_marathonmem.testing.double.wire import Call

_OF_MEMORY = re.compile(r"memor|note|remember|recall|diary|journal", re.IGNORECASE)
_WRITES = re.compile(r"\b(?:save|store|write|append|add|remember|note down|record)", re.IGNORECASE)
_READS = re.compile(r"search|recall|retrieve|query|lookup|look_up|find|read|get|list|load", re.IGNORECASE)
_OVERWRITES = re.compile(r"write|create|save", re.IGNORECASE)

_WRITING_ACTIONS = ("add", "append", "write", "save", "create", "insert", "remember", "store")
_READING_ACTIONS = ("search", "query", "recall", "find", "read", "get", "list", "view")
_ACTION = ("action", "command", "operation", "mode")
_TEXT = (
    "content",
    "text",
    "note",
    "value",
    "entry",
    "fact",
    "body",
    "data",
    "memory",
    "file_text",
    "message",
)
_QUERY = ("query", "question", "q", "search", "pattern", "text", "topic")
_PATH = ("path", "file", "filename", "file_name", "file_path", "target", "name", "key", "title")
NOTES = "notes.md"


def writing_call(functions: Sequence[Mapping[str, Any]], text: str) -> Call | None:
    """A call that writes a text into the memory, if any of the tools does that."""
    for function in sorted(functions, key=lambda function: not _OF_MEMORY.search(function["name"])):
        name, about = function["name"], f"{function['name']} {function.get('description') or ''}"
        action = _action(function, _WRITING_ACTIONS)
        is_writer = action or (not _READS.search(name) and _WRITES.search(about.replace("_", " ")))
        field = _first(_TEXT, function)
        if is_writer and field and _speaks_of_memory(about):
            path = f"memory/{_digest(text)}.md" if _OVERWRITES.search(name) else NOTES
            return name, _filled(function, action, {field: text} | _path(function, path, field))
    return None


def reading_call(functions: Sequence[Mapping[str, Any]], question: str) -> Call | None:
    """A call that looks a question up in the memory, if any of the tools does that."""
    for function in sorted(functions, key=lambda function: not re.search("search", function["name"])):
        name = function["name"]
        action = _action(function, _READING_ACTIONS)
        about = f"{name} {function.get('description') or ''}"
        field = _first(_QUERY, function)
        can_ask = field or not _required(function)
        if (action or _READS.search(name)) and can_ask and _OF_MEMORY.search(about):
            return name, _filled(function, action, {field: question} if field else {})
    return None


def _speaks_of_memory(about: str) -> bool:
    return (
        _OF_MEMORY.search(about) is not None
        or re.search(r"\b(?:save|write)", about, re.IGNORECASE) is not None
    )


def _properties(function: Mapping[str, Any]) -> Mapping[str, Any]:
    properties: Mapping[str, Any] = (function.get("parameters") or {}).get("properties") or {}
    return properties


def _required(function: Mapping[str, Any]) -> list[str]:
    return list((function.get("parameters") or {}).get("required") or ())


def _first(names: Iterable[str], function: Mapping[str, Any]) -> str:
    """The first of some parameters that the tool has and that takes any text."""
    properties = _properties(function)
    return next((name for name in names if name in properties and "enum" not in properties[name]), "")


def _action(function: Mapping[str, Any], wanted: Iterable[str]) -> dict[str, str]:
    """The parameter that says what to do, if the tool has one, with the first of the wanted actions that it knows."""
    for parameter in _ACTION:
        known = _properties(function).get(parameter, {}).get("enum") or ()
        for action in wanted:
            if action in known:
                return {parameter: action}
    return {}


def _path(function: Mapping[str, Any], path: str, besides: str) -> dict[str, Any]:
    """Where to write: the first place that the tool names, else a file."""
    for name, schema in _properties(function).items():
        if name in _PATH and name != besides:
            return {name: schema["enum"][0] if schema.get("enum") else path}
    return {}


def _filled(function: Mapping[str, Any], *given: Mapping[str, Any]) -> dict[str, Any]:
    """The given arguments, and something for each other one that is required."""
    arguments = {name: value for fields in given for name, value in fields.items()}
    missing = (name for name in _required(function) if name not in arguments)
    return arguments | {name: _anything(_properties(function).get(name, {})) for name in missing}


def _anything(schema: Mapping[str, Any]) -> Any:
    if schema.get("enum"):
        return schema["enum"][0]
    neutral = {"integer": 1, "number": 1, "boolean": False, "array": [], "object": {}}
    return neutral.get(schema.get("type", "string"), "")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:12]
