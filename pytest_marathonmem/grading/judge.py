"""The judge: a model that sees question, reference and answer, nothing else, and picks a verdict from a small menu."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import ContextOverflow
from pytest_marathonmem.grading.code_grader import LONGEST
from pytest_marathonmem.grading.judge_reply import SCHEMA, Unreadable, read_judge_reply
from pytest_marathonmem.models.chat import ChatMessage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.grading.verdict import Verdict
    from pytest_marathonmem.models.chat import StructuredModel

REPETITIONS = 1
"""How often a reply without a verdict is asked for again."""

LONGEST_ECHO = 1000
"""Characters of such a reply that the model gets to see again."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, or why there is none."""

    verdict: Verdict | None = None
    error: str = ""
    """What the judge said instead of a verdict; empty if there is one."""


class Judge:
    """Asks a model for its verdict on an answer.

    Args:
        model: The judge.
        nonce: The run's random number: the fence around an answer is made of it, so that nobody who answers can know
            the fence, yet a resumed or replayed run makes the same request.
    """

    def __init__(self, model: StructuredModel, nonce: str) -> None:
        self.name = model.name
        self._model = model
        self._nonce = nonce

    async def judge(self, question: str, reference: str, points: Sequence[str], answer: str) -> Judgement:
        """Return the verdict on an answer; without one after a repetition, the reason.

        Args:
            question: What was asked.
            reference: The right answer, as the scenario writes it.
            points: What is asked for, if it is several things.
            answer: What the agent said; as much of it is judged as the code grader reads.

        Raises:
            ModelError: if the model can't be had; a request that is too large for it only has no verdict.
            BudgetSpent: if the call might cost more than is left.
        """
        messages = [
            ChatMessage("system", judge_prompt()),
            ChatMessage("user", self._task(question, reference, points, answer[:LONGEST])),
        ]
        error = ""
        for _ in range(1 + REPETITIONS):
            try:
                reply = await self._model.answer(messages, SCHEMA)
                return Judgement(read_judge_reply(reply.content, len(points)))
            except ContextOverflow as overflow:
                return Judgement(error=str(overflow))
            except Unreadable as unreadable:
                error = str(unreadable)
                messages += _ask_again(reply.content, error)
        return Judgement(error=error)

    def _task(self, question: str, reference: str, points: Sequence[str], answer: str) -> str:
        fence = f"answer-{self._tag(answer)}"
        listed = [f"{number}. {_one_line(point)}" for number, point in enumerate(points, 1)]
        return "\n".join(
            [
                f"Question: {_one_line(question)}",
                f"Reference: {_one_line(reference)}",
                *(["Points:", *listed] if listed else []),
                f"<{fence}>",
                answer,
                f"</{fence}>",
            ]
        )

    def _tag(self, answer: str) -> str:
        """A number that doesn't occur in the answer, and that can't be known to who wrote it."""
        tag = ""
        while not tag or tag in answer:
            text = (tag + answer).encode("utf-8", "surrogatepass")
            tag = hmac.new(self._nonce.encode(), text, hashlib.sha256).hexdigest()[:16]
        return tag


def prompt_fingerprint() -> str:
    """A digest of the prompt, which decides beside the model how a judge judges."""
    return hashlib.sha256(judge_prompt().encode()).hexdigest()[:12]


def _ask_again(reply: str, error: str) -> list[ChatMessage]:
    """The next messages after a reply without a verdict. The roles alternate: some endpoints insist on it."""
    return [
        ChatMessage("assistant", reply.strip()[:LONGEST_ECHO] or "(nothing)"),
        ChatMessage("user", f"No verdict can be read: {error}. Reply in one of the two forms, nothing else."),
    ]


@cache
def judge_prompt() -> str:
    """The system prompt of every judge."""
    return (files(__package__) / "judge.md").read_text("utf-8").strip()


def _one_line(text: str) -> str:
    return " ".join(text.split())
