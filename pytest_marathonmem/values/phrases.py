"""Tables of phrases: one pattern a line, in folded case, a space for any white space."""

from __future__ import annotations

import re


def phrase_pattern(*tables: str) -> re.Pattern[str]:
    """Compile the lines of ``tables`` into one pattern that matches what any of them does."""
    lines = [line.strip() for table in tables for line in table.strip().splitlines() if line.strip()]
    return re.compile("|".join(f"(?:{line})" for line in lines).replace(" ", r"\s"), re.IGNORECASE)
