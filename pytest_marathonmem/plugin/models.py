"""Sees that the models that runs need can be had, before the first of several long runs is played."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.runs.models_settings import fault_of_room
from pytest_marathonmem.runs.naming import MODEL_NAME, SCRIPTED
from pytest_marathonmem.runs.settings import FILE_NAME, no_such_model
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_marathonmem.models.endpoint import Endpoint
    from pytest_marathonmem.plugin.options import Options
    from pytest_marathonmem.runs.plan import RunPlan
    from pytest_marathonmem.runs.settings import SessionSettings


def faults_of_models(options: Options, settings: SessionSettings) -> Iterator[str]:
    """What is wrong with the models that options name: there is none such, or it is too small for a persona."""
    for role, name in (("persona", options.persona), ("judge", options.judge)):
        if name is None or (role, name) == ("persona", SCRIPTED):
            continue
        if name not in settings.models:
            yield f"--mmb-{role}: {no_such_model(name, settings.models, role)}.\n{_example(name)}"
        elif role == "persona":
            fault = fault_of_room(settings.models[name], settings.compaction.max_tokens)
            yield from [f"--mmb-persona: {name!r} can't play the persona: {fault}"] * bool(fault)


def expect_keys(plans: Iterable[RunPlan]) -> None:
    """See that the keys of all models that runs call are in the environment.

    Raises:
        pytest.UsageError: naming each variable that is missing, and the entry that names it.
    """
    missing = {endpoint.name: endpoint.api_key_env for plan in plans for endpoint in _without_key(plan)}
    if missing:
        faults = (
            f"the model {name!r} needs a key, and the environment variable {variable}, which 'api_key_env' of its "
            f"entry in {FILE_NAME} names, is not set or empty; set it, or take 'api_key_env' out if the endpoint "
            "wants no key"
            for name, variable in missing.items()
        )
        raise pytest.UsageError(printable("\n".join(faults)))


def _without_key(plan: RunPlan) -> Iterator[Endpoint]:
    if plan.cassette is not None and plan.cassette.mode == "replay":
        return
    for endpoint in plan.models.values():
        if endpoint.api_key_env is not None and not os.environ.get(endpoint.api_key_env):
            yield endpoint


def _example(name: str) -> str:
    """How the entry that is missing may look."""
    key = json.dumps(name if MODEL_NAME.fullmatch(name) else "NAME")
    return (
        f"An entry in {FILE_NAME} looks like this, and names the environment variable that holds the key:\n"
        "\n"
        '    "models": {\n'
        f'      {key}: {{"base_url": "https://api.deepseek.com", "model": "deepseek-v4-flash", '
        '"api_key_env": "DEEPSEEK_API_KEY"},\n'
        "    },\n"
    )
