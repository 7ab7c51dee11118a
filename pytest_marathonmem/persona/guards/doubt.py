"""Between what is refused and what is let pass."""


class Doubt(str):
    """A reason that is too weak to refuse: an honest person may write such words too. It is only counted."""

    __slots__ = ()
