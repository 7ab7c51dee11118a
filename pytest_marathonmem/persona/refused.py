"""The answer to a tool call that can't be carried out."""


class Refused(Exception):  # noqa: N818 - an answer to the model, not a fault of the program
    """Says why a call is refused and what is allowed; nothing has happened."""
