"""How large the persona's own history may grow. By itself, since plans of runs need it where no model is imported yet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Compaction:
    """When the persona's own history is cut, and to what; in tokens, estimated."""

    max_tokens: int = 30_000
    trim_to_tokens: int = 10_000
