"""What the persona must not say while it is asked back: everything that any check asks for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.model import RETIRED
from pytest_marathonmem.values import contains_name, matches, normalise, read_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_marathonmem.scenario.asked import AskedCheck
    from pytest_marathonmem.scenario.ledger import Version
    from pytest_marathonmem.values import Value


class Secrets:
    """The examined facts of a benchmark, with all their texts, and the answers and keys of its checks.

    Args:
        asked: All checks.
        language: Of the benchmark.
    """

    def __init__(self, asked: Iterable[AskedCheck], language: str) -> None:
        self._asked = tuple(asked)
        self._language = language

    def told_by(self, text: str) -> bool:
        """Whether a message has a value, a name or the text of something that is examined."""
        said = read_values(text, self._language)
        if any(matches(value, secret) for secret in self._values for value in said):
            return True
        plain = normalise(text)
        return any(secret in plain for secret in self._texts) or any(
            contains_name(text, name) for name in self._names
        )

    @cached_property
    def _texts(self) -> frozenset[str]:
        return frozenset(normalise(version.text) for version in self._versions() if version.text != RETIRED)

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        texts = {version.text for version in self._versions()} | {check.expected for check in self._asked}
        return tuple(value for text in texts for value in read_values(text, self._language))

    @cached_property
    def _names(self) -> frozenset[str]:
        """What keys name that isn't a plain value: its numbers are among the values."""
        return frozenset(name for name in self._named() if not read_values(name, self._language))

    def _named(self) -> Iterator[str]:
        for key in (check.check.key for check in self._asked):
            if key is not None:
                yield from (*((key.value,) if key.value else ()), *key.any_of, *key.stale, *key.absent)
                yield from (spelling for point in key.points for spelling in point.accepted)

    def _versions(self) -> Iterator[Version]:
        return (version for check in self._asked for chain in check.chains.values() for version in chain)
