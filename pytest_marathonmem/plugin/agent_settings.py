"""Checks the settings of a run's agent against what its adapter declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import AliasChoices, AliasPath, BaseModel, ValidationError

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.scenario.jsontext import complaints

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo

    from pytest_marathonmem.runs.plan import RunPlan


def settings_of(plan: RunPlan, declared: object) -> BaseModel | None:
    """Make the settings that an adapter declares; None if it declares none.

    Args:
        plan: The run, with its agent's settings.
        declared: The adapter's ``Settings``.

    Raises:
        SettingsError: with everything that is wrong with them: unknown keys with the known ones, values with their rule.
    """
    prefix = f"{plan.agent}_"
    if declared is None:
        if plan.agent_settings:
            given = ", ".join(prefix + key for key in plan.agent_settings)
            raise SettingsError(
                f"The agent {plan.agent!r} takes no settings, and has {given}: take them out of mmb.jsonc or of "
                "--mmb-set, or declare them in its class, as a pydantic model named Settings"
            )
        return None
    if not (isinstance(declared, type) and issubclass(declared, BaseModel)):
        raise SettingsError(
            f"The agent {plan.agent!r} declares Settings {declared!r:.200}: it must be a pydantic model's class"
        )
    known = {
        key: field for name, field in declared.model_fields.items() for key in _keys(name, field, declared)
    }
    # pydantic passes over keys that it doesn't know, unless the model says something about them.
    takes_all = declared.model_config.get("extra") == "allow"
    unknown = [] if takes_all else [key for key in plan.agent_settings if key not in known]
    listed = ", ".join(f"{prefix}{key}{_kind(field)}" for key, field in known.items()) or "none"
    faults = [f"unknown key {prefix + key!r}; known are {listed}" for key in unknown]
    settings: BaseModel | None = None
    try:
        settings = declared.model_validate(
            {key: value for key, value in plan.agent_settings.items() if key not in unknown}
        )
    except ValidationError as error:
        faults += [fault for _, fault in complaints(error, declared, prefix)]
    if faults:
        raise SettingsError(
            f"The agent {plan.agent!r} can't have its settings:" + "".join(f"\n- {fault}" for fault in faults)
        )
    return settings


def _keys(name: str, field: FieldInfo, model: type[BaseModel]) -> Iterator[str]:
    """The keys that give a field its value."""
    config = model.model_config
    alias = field.validation_alias
    by_name = config.get("populate_by_name") or config.get("validate_by_name")
    if alias is None or by_name:
        yield name
    for choice in alias.choices if isinstance(alias, AliasChoices) else [alias]:
        if isinstance(choice, AliasPath):
            yield str(choice.path[0])
        elif choice is not None:
            yield choice


def _kind(field: FieldInfo) -> str:
    annotation = field.annotation
    kind = annotation.__name__ if isinstance(annotation, type) else str(annotation).replace("typing.", "")
    return (
        f": {kind}" if field.is_required() else f": {kind} = {field.get_default(call_default_factory=True)!r}"
    )
