"""The sheet that a creature is converted on: values with their working, questions, facts, and what was not read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from affray.errors import BadInput
from affray.rules import Answer, Question, Span, Working
from affray.rulesets.knave.convert.blocks import Block
from affray.rulesets.knave.rulings import Rulings, by_slug

ANSWERED = "answered"


class Sheet:
    """Collects what is found out about one creature. A field has a value or a question, never both."""

    def __init__(self, block: Block, rulings: Rulings, answers: Mapping[str, Answer]) -> None:
        self.block = block
        self.rulings = rulings
        self.chosen = by_slug(rulings)
        self.answers = answers
        self.values: dict[str, Any] = {}
        self.working: list[Working] = []
        self.questions: list[Question] = []
        self.unread: list[Span] = list(block.unread)
        self.facts: dict[str, Any] = {}

    def set(self, field: str, value: Any, span: Span, clause: str = "", ruling: str = "", note: str = "") -> None:
        """A field has this value, because of this text."""
        self.values[field] = value
        self.working.append(Working(field, value, span, clause, ruling, note))

    def ask(self, field: str, text: str, options: Iterable[object] = (), span: Span | None = None) -> None:
        """A field is left open; what it stands for has no value."""
        words = tuple(dict.fromkeys(str(option) for option in options))
        self.questions.append(Question(field, text, words, span or self.block.start))

    def answer(self, field: str) -> Answer | None:
        """What was answered about a field."""
        return self.answers.get(field)

    def take(self, field: str, value: Any, clause: str = "") -> None:
        """A field has the value that was answered."""
        given = self.answers[field].value
        self.set(field, value, Span(given, 0, 0), clause, note=ANSWERED)

    def whole_answer(self, field: str, low: int, high: int) -> int | None:
        """A whole number that was answered, None where nothing was; raises `BadInput` for anything else."""
        answer = self.answers.get(field)
        if answer is None:
            return None
        text = answer.value.strip()
        digits = text.removeprefix("-").removeprefix("+")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 6) or not low <= int(text) <= high:
            raise wrong_answer(answer, f"integer {low} to {high}")
        return int(text)

    def leave(self, span: Span) -> None:
        """Notes a piece of text that says nothing that was understood."""
        if span.text:
            self.unread.append(span)


def wrong_answer(answer: Answer, allowed: str) -> BadInput:
    """The error for an answer that the field cannot take."""
    return BadInput(
        f"not a possible answer for {answer.field}", place="--answer", received=answer.value, allowed=allowed
    )
