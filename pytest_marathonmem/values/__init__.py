"""Reading text: numbers, money, units, dates, names, and what kind of reply it is."""

from pytest_marathonmem.values.content import content_words
from pytest_marathonmem.values.matching import among, matches, same_kind
from pytest_marathonmem.values.names import contains_name, normalise, words
from pytest_marathonmem.values.plain import plain_text
from pytest_marathonmem.values.printable import printable
from pytest_marathonmem.values.reading import read_values
from pytest_marathonmem.values.replies import ReplyKind, offered_despite_refusal, read_reply
from pytest_marathonmem.values.value import DateParts, Kind, Value

__all__ = [
    "DateParts",
    "Kind",
    "ReplyKind",
    "Value",
    "among",
    "contains_name",
    "content_words",
    "matches",
    "normalise",
    "offered_despite_refusal",
    "plain_text",
    "printable",
    "read_reply",
    "read_values",
    "same_kind",
    "words",
]
