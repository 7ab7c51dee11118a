from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import AliasChoices, AliasPath, BaseModel, ConfigDict, Field, field_validator

from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.errors import AgentError, SettingsError
from pytest_marathonmem.plugin.adapters import make_adapter
from pytest_marathonmem.plugin.agent_settings import settings_of
from pytest_marathonmem.runs.plan import RunPlan
from tests.plugin.conftest import Project


class Settings(BaseModel):
    threshold: float = Field(default=0.5, gt=0, lt=1)
    model: str = "small"
    tools: list[str] = Field(default_factory=list)


KNOWN = "known are hermes_threshold: float = 0.5, hermes_model: str = 'small', hermes_tools: list[str] = []"


def plan(**settings: Any) -> RunPlan:
    return RunPlan(Path("max"), "hermes", Path("results"), agent_settings=settings)


def faults(declared: type[BaseModel], **settings: Any) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        settings_of(plan(**settings), declared)
    head, *rest = str(caught.value).splitlines()
    assert head == "The agent 'hermes' can't have its settings:"
    return [line.removeprefix("- ") for line in rest]


def test_an_agent_that_declares_none_has_none() -> None:
    assert settings_of(plan(), None) is None


def test_what_is_not_given_has_its_default() -> None:
    assert settings_of(plan(threshold=0.125), Settings) == Settings(threshold=0.125)
    assert settings_of(plan(), Settings) == Settings()


def test_settings_of_an_agent_that_declares_none_are_an_error() -> None:
    with pytest.raises(
        SettingsError, match="'hermes' takes no settings, and has hermes_a, hermes_b: take them out"
    ):
        settings_of(plan(a=1, b=2), None)


@pytest.mark.parametrize("declared", [dict, Settings(), "Settings"])
def test_settings_are_declared_as_a_models_class(declared: object) -> None:
    with pytest.raises(SettingsError, match=r"declares Settings .*: it must be a pydantic model's class"):
        settings_of(plan(), declared)


@pytest.mark.parametrize("extra", ["ignore", "forbid"])
def test_an_unknown_key_is_told_with_the_known_ones(extra: Any) -> None:
    class Strict(Settings):
        model_config = ConfigDict(extra=extra)

    assert faults(Strict, treshold=0.1) == [f"unknown key 'hermes_treshold'; {KNOWN}"]


def test_a_model_may_take_every_key() -> None:
    class Open(BaseModel):
        model_config = ConfigDict(extra="allow")

    settings = settings_of(plan(anything=1), Open)

    assert settings is not None
    assert settings.model_extra == {"anything": 1}


def test_everything_wrong_is_told_at_once_with_value_and_rule() -> None:
    class Needing(Settings):
        url: str

    assert faults(Needing, threshold=2, model=4, x=1) == [
        f"unknown key 'hermes_x'; {KNOWN}, hermes_url: str",
        "'hermes_threshold' is 2: input should be less than 1",
        "'hermes_model' is 4: input should be a valid string",
        "'hermes_url' is missing",
    ]


def test_a_models_own_rule_speaks_for_itself() -> None:
    class Ruled(Settings):
        @field_validator("model")
        @classmethod
        def _known(cls, value: str) -> str:
            raise ValueError(f"there is no model {value!r}")

    assert faults(Ruled, model="x") == ["'hermes_model': there is no model 'x'"]


def test_keys_are_what_the_model_reads_them_by() -> None:
    class Aliased(BaseModel):
        model: str = Field(default="", alias="llm")
        key: str = Field(default="", validation_alias=AliasChoices("a", AliasPath("b", 0)))

    assert settings_of(plan(llm="x", b=["y"]), Aliased) == Aliased(llm="x", a="y")
    known = "known are hermes_llm: str = '', hermes_a: str = '', hermes_b: str = ''"
    assert faults(Aliased, model="x") == [f"unknown key 'hermes_model'; {known}"]


def test_keys_may_be_read_by_name_and_alias() -> None:
    class Both(BaseModel):
        model_config = ConfigDict(populate_by_name=True)
        model: str = Field(default="", alias="llm")

    assert settings_of(plan(model="x"), Both) == settings_of(plan(llm="x"), Both) == Both(model="x")


class Words(BaseModel):
    words: str = "Noted."


class Configured(ReplyAgent):
    Settings = Words

    def configure(self, settings: Words) -> None:
        self.words = settings.words

    async def reply(self, text: str) -> str:
        return self.words


class Refusing(Configured):
    def configure(self, settings: Words) -> None:
        raise RuntimeError("no such words")


@pytest.mark.asyncio
@pytest.mark.parametrize("given", [Configured, Configured()])
async def test_an_adapter_is_configured_however_it_is_given(given: object) -> None:
    adapter = await make_adapter(plan(words="Yes."), given)

    assert isinstance(adapter, Configured)
    assert adapter.words == "Yes."


@pytest.mark.asyncio
async def test_an_adapter_that_breaks_when_it_is_configured_is_told() -> None:
    with pytest.raises(AgentError, match="'hermes' doesn't take its settings: RuntimeError: no such words"):
        await make_adapter(plan(), Refusing)


def test_a_wrong_setting_fails_its_run_only(project: Project) -> None:
    project.benchmark()
    (project.path / "mmb.jsonc").write_text(
        '{"runs": {"a": {"benchmark": "tiny", "agent": "right", "right_\\u001b": 1}}}'
    )

    result = project.run("benchmarks", "--mmb-agent=right", "--mmb-run=a")

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [r"The agent 'right' takes no settings, and has right_\x1b: take them out of mmb.jsonc *"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
