"""``compaction`` and ``guards`` in ``mmb.jsonc``: how the persona's model is kept short, and kept to the scenario."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.persona.guarding import DEFAULT_MODES, GuardMode, GuardName

Tokens = Annotated[int, Field(gt=0)]


class CompactionSettings(BaseModel):
    """When the persona's own history is cut, and to what; in tokens."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    max_tokens: Tokens = Compaction().max_tokens
    trim_to_tokens: Tokens = Compaction().trim_to_tokens

    @model_validator(mode="after")
    def _cuts(self) -> CompactionSettings:
        if self.trim_to_tokens >= self.max_tokens:
            raise ValueError(
                f"trim_to_tokens ({self.trim_to_tokens}) must be less than max_tokens ({self.max_tokens})"
            )
        return self


class GuardSettings(BaseModel):
    """What each guard does; its fields are the guards' names."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    plain_text: GuardMode = DEFAULT_MODES["plain_text"]
    invented_reply: GuardMode = DEFAULT_MODES["invented_reply"]
    leaked_reasoning: GuardMode = DEFAULT_MODES["leaked_reasoning"]
    role_flip: GuardMode = DEFAULT_MODES["role_flip"]
    empty_message: GuardMode = DEFAULT_MODES["empty_message"]
    missing_value: GuardMode = DEFAULT_MODES["missing_value"]
    answer_in_question: GuardMode = DEFAULT_MODES["answer_in_question"]
    too_early: GuardMode = DEFAULT_MODES["too_early"]
    near_duplicate: GuardMode = DEFAULT_MODES["near_duplicate"]
    unknown_value: GuardMode = DEFAULT_MODES["unknown_value"]

    def modes(self) -> dict[GuardName, GuardMode]:
        """As plans of runs have them."""
        return {name: getattr(self, name) for name in DEFAULT_MODES}
