"""Reads JSON5 with the line of what is wrong in it, and turns a strict model's complaints into sentences."""

from __future__ import annotations

import json
import re
import reprlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, get_args

import json5
from pydantic import BaseModel, ValidationError

from pytest_marathonmem.scenario.tokens import significant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core import ErrorDetails

_MAX_CHARACTERS = 200_000  # the parser is written in Python and reads some 100 kB a second
_MAX_DEPTH = 40
_WHERE = re.compile(r"<string>:(\d+) (.*?)(?: at column (\d+))?", re.DOTALL)
_SHAPES = {
    "tuple_type": "write a list in brackets",
    "list_type": "write a list in brackets",
    "dict_type": "write an object in braces",
    "model_type": "write an object in braces",
}
"""What to do about complaints that pydantic states in terms of Python."""
_DUPLICATE = re.compile(r'Duplicate key "(.*)" found in object', re.DOTALL)


class JsonTextError(ValueError):
    """The text is no JSON5; ``line`` counts from 1 within it."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def load_json5(text: str) -> Any:
    """Read JSON with comments, trailing commas and unquoted keys.

    Raises:
        JsonTextError: if it can't be read, is too long or too deep, repeats a key or holds half a character.
    """
    return json.loads(_as_json(text))


@lru_cache(maxsize=4096)
def _as_json(text: str) -> str:
    """The same as plain JSON; kept, since the parser is slow and each start of a run reads the same keys."""
    _check_size(text)
    try:
        plain = json.dumps(json5.loads(text, allow_duplicate_keys=False), ensure_ascii=False)
        plain.encode()
    except UnicodeEncodeError as error:
        raise JsonTextError(
            1, "a lone surrogate (half a character) stands in a string; write the character"
        ) from error
    except RecursionError as error:
        raise JsonTextError(1, f"nested too deeply; at most {_MAX_DEPTH} levels") from error
    except ValueError as error:
        raise _located(text, str(error)) from error
    return plain


def fault_of_json(value: object) -> str:
    """Say what of a value JSON hasn't; empty if it can be written as JSON."""
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return "JSON has no such number; write a finite one, or a string"
    return ""


def _check_size(text: str) -> None:
    if len(text) > _MAX_CHARACTERS:
        raise JsonTextError(1, f"{len(text)} characters long; at most {_MAX_CHARACTERS}")
    for token in significant(text):
        if token.depth >= _MAX_DEPTH:
            raise JsonTextError(token.line, f"nested too deeply; at most {_MAX_DEPTH} levels")


def _located(text: str, message: str) -> JsonTextError:
    if where := _WHERE.fullmatch(message):
        line, what, column = where.groups()
        what = what.replace("\n", r"\n") + (f" at column {column}" if column else "")
        return JsonTextError(int(line), what)
    if repeated := _DUPLICATE.fullmatch(message):
        key = repeated.group(1)
        lines = [token.line for token in significant(text) if token.name == key]
        return JsonTextError(lines[-1] if lines else 1, f"the key {key!r} stands twice")
    return JsonTextError(1, message)


def complaints(
    error: ValidationError, model: type[BaseModel], prefix: str = ""
) -> Iterator[tuple[tuple[str, ...], str]]:
    """The keys that lead to it, outermost first, and a sentence, for each thing that a strict model refuses.

    Args:
        error: What pydantic found.
        model: The model that was to be made.
        prefix: Of the keys as the user writes them.
    """
    for details in error.errors(include_url=False):
        yield tuple(map(str, details["loc"])), _sentence(details, model, prefix)


def _sentence(details: ErrorDetails, model: type[BaseModel], prefix: str) -> str:
    location = details["loc"]
    path = prefix * bool(location) + ".".join(map(str, location))
    if details["type"] == "extra_forbidden":
        allowed = ", ".join(sorted(_model_at(model, location).model_fields))
        return f"unknown key {path!r}; allowed are {allowed}"
    if details["type"] == "missing":
        return f"{path!r} is missing"
    reason = details["msg"].removeprefix("Value error, ")
    if details["type"] == "value_error":
        return f"{path!r}: {reason}" if path else reason
    reason = _SHAPES.get(details["type"], f"{reason[:1].lower()}{reason[1:]}")
    return f"{path!r} is {reprlib.repr(details['input'])}: {reason}"


def _model_at(model: type[BaseModel], location: tuple[int | str, ...]) -> type[BaseModel]:
    """The model whose key the location's last step names."""
    for step in location[:-1]:
        if isinstance(step, str) and step in model.model_fields:
            model = _model_in(model.model_fields[step].annotation) or model
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_in, get_args(annotation))), None)
