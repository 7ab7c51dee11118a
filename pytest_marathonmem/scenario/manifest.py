"""``benchmark.json``: its keys, checked strictly, with the line of every fault."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from pytest_marathonmem.scenario.dates import first_valid
from pytest_marathonmem.scenario.jsontext import JsonTextError, complaints, load_json5
from pytest_marathonmem.scenario.languages import LANGUAGES
from pytest_marathonmem.scenario.recognise import KINDS
from pytest_marathonmem.scenario.tokens import members, significant

if TYPE_CHECKING:
    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.source import Source

_FIRST_YEAR, _LAST_YEAR = 1900, 2199


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"there is no time zone {name!r}; write a name such as Europe/London") from None
    return name


def _moment(text: str) -> str:
    try:
        year = datetime.fromisoformat(text).year
    except ValueError:
        raise ValueError(f"{text!r} is no moment; write it as 2026-03-01 20:00") from None
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise ValueError(f"{text!r} is too far away; its year lies from {_FIRST_YEAR} to {_LAST_YEAR}")
    return text


class Manifest(BaseModel):
    """What ``benchmark.json`` says; the names of the fields are its keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    title: str = ""
    """By default the folder's name."""
    description: str = ""
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")] = "en"
    chapters: list[str] = Field(default_factory=list)
    """Files, relative to the folder, in the order of play."""
    time_master: bool = False
    time_gate: bool = False
    start_time: str | None = None
    """ISO 8601; without an offset in ``timezone``."""
    timezone: str | None = None
    """IANA name; by default the zone in which the run was started."""
    second_chance: str = ""
    kind: str | None = None
    scenarios: str | None = None

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str | None) -> str | None:
        return value if value is None else _zone(value)

    @field_validator("start_time")
    @classmethod
    def _readable_moment(cls, value: str | None) -> str | None:
        return value if value is None else _moment(value)

    @field_validator("kind")
    @classmethod
    def _known_kind(cls, value: str | None) -> str | None:
        if value is not None and value not in KINDS:
            known = ", ".join(map(repr, KINDS)) or "none yet"
            raise ValueError(
                f"unknown kind {value!r}; known are: {known}. Leave the key out for a conversation"
            )
        return value

    @model_validator(mode="after")
    def _scenarios_need_kind(self) -> Manifest:
        if self.scenarios is not None and self.kind is None:
            raise ValueError("'scenarios' goes with a 'kind'; a conversation lists 'chapters'")
        return self

    def zone(self, started: datetime) -> tzinfo:
        """The benchmark's zone: its own, else that of the (aware) start of the run."""
        if self.timezone is not None:
            return ZoneInfo(self.timezone)
        return started.tzinfo or UTC

    def start(self, started: datetime) -> datetime:
        """The base of date templates, in the benchmark's zone."""
        zone = self.zone(started)
        if self.start_time is None:
            return started.astimezone(zone)
        moment = datetime.fromisoformat(self.start_time)
        return moment.astimezone(zone) if moment.tzinfo else first_valid(moment, zone)

    @property
    def second_chance_sentence(self) -> str:
        """The sentence given, else that of the language; empty where neither exists."""
        known = LANGUAGES.get(self.language)
        return self.second_chance or (known.second_chance if known else "")


def read_manifest(source: Source, problems: list[Problem]) -> Manifest | None:
    """Read the file as far as it goes: a refused key is reported and gets its default.

    Returns:
        None if the file is no JSON object at all.
    """
    try:
        data = load_json5(source.text)
    except JsonTextError as error:
        problems.append(source.problem(error.line, f"benchmark.json can't be read: {error}"))
        return None
    if not isinstance(data, dict):
        problems.append(source.problem(1, 'benchmark.json must be an object: {"chapters": ["chapter1.md"]}'))
        return None
    lines = {member.key: member.line for member in members(source.text)}
    manifest, faults = _validated(data)
    problems += [source.problem(lines.get(key, 1), fault) for key, fault in faults]
    if "chapters" not in data and manifest.kind is None:
        problems.append(source.problem(1, "'chapters' is missing; list the chapter files in order of play"))
    if not manifest.second_chance_sentence:
        fault = f"language {manifest.language!r} has no sentence of its own for a second chance; give 'second_chance'"
        problems.append(source.problem(lines.get("language", 1), fault))
    return manifest


def _validated(data: dict[str, Any]) -> tuple[Manifest, list[tuple[str, str]]]:
    """The manifest without its refused keys, and what is wrong with those."""
    try:
        return Manifest.model_validate(data), []
    except ValidationError as error:
        faults = [(path[0] if path else "", fault) for path, fault in complaints(error, Manifest)]
    refused = {key for key, _ in faults} - {""} or {"scenarios"}
    manifest, more = _validated({key: value for key, value in data.items() if key not in refused})
    return manifest, faults + more


def chapter_lines(source: Source) -> list[int]:
    """The line of each entry of ``chapters``."""
    lines: list[int] = []
    key, before = "", ""
    for token in significant(source.text):
        if token.depth == 1 and token.name is not None and before in {"{", ","}:
            key = token.name
        elif token.depth == 2 and key == "chapters" and token.kind == "string":
            lines.append(token.line)
        before = token.text
    return lines
