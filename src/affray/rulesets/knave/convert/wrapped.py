"""A creature with its labels within a line, where a paste has wrapped that line."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from affray.rules import Span
from affray.rulesets.knave.convert.blocks import Block
from affray.rulesets.knave.convert.labelled import key_of
from affray.rulesets.knave.convert.labels import BY_LABEL, RULE
from affray.rulesets.knave.convert.oneline import field_of, labels_of
from affray.rulesets.knave.convert.titles import SENTENCE

MOST_LINES = 12
LONGEST = 5_000
GOES_ON = re.compile(r"\s*(?:[(+/&]|[0-9]+d[0-9]|(?:[0-9]+\s+)?(?:or|and|plus|each|with|per)\b|x\s*[0-9])")
LONGEST_REST = 60


def labels_in(text: str, start: bool = False) -> set[str]:
    """The fields whose labels stand in a text with a number or a colon behind them; with `start`, only at its start."""
    found = set()
    for match in labels_of(text):
        at_start = not text[: match.start()].strip(" -*•")
        numbered = ":" in match[0] or text[match.end() : match.end() + 1] in tuple("0123456789½+-–—−")
        if at_start or (numbered and not start):
            found.add(field_of(match))
    return found


def joined(lines: list[Span], number: int, begins: Callable[[Span], bool]) -> int:
    """How many lines belong to the creature that begins here.

    The next one does where the text ends in the middle of a list, or where it has labels that the creature lacks.
    """
    text = lines[number].text
    has = labels_in(text)
    count = 1
    while number + count < len(lines) and count < MOST_LINES and len(text) < LONGEST:
        line = lines[number + count]
        own = labels_in(line.text)
        if not line.text.strip() or RULE.fullmatch(line.text) or begins(line) or own & has:
            break
        if not own and (not (is_open(text) or is_rest(line.text)) or is_name(lines, number + count, begins)):
            break
        if own and not is_open(text) and SENTENCE.match(line.text) and not labels_in(line.text, start=True):
            break
        if _is_of_another(lines, number + count, has):
            break
        text = f"{text} {line.text}"
        has |= own
        count += 1
    return count


def is_rest(text: str) -> bool:
    """Whether a line begins as no creature and no sentence does, so that it goes on with the one above it."""
    return bool(GOES_ON.match(text)) and len(text) <= LONGEST_REST and not text.rstrip().endswith(".")


def is_open(text: str) -> bool:
    """Whether a text ends in the middle of a list or of brackets."""
    return (
        text.rstrip().endswith((",", ";", "/"))
        or text.count("(") > text.count(")")
        or text.count("[") > text.count("]")
    )


def is_name(lines: list[Span], number: int, begins: Callable[[Span], bool]) -> bool:
    """Whether a line without labels is the name of a creature that begins below it."""
    if number + 1 >= len(lines):
        return False
    below = lines[number + 1]
    return key_of(below) is not None or begins(below)


def _is_of_another(lines: list[Span], number: int, has: set[str]) -> bool:
    """Whether a line is the first label of another creature: one of the labels that follow it is had already."""
    while number < len(lines) and (key := key_of(lines[number])) is not None:
        if BY_LABEL[key] in has:
            return True
        number += 1
    return False


def placed(block: Block, lines: list[Span]) -> Block:
    """A block that was read of several lines as of one, with every span where it stands."""
    if len(lines) == 1:
        return block

    def at(span: Span) -> Span:
        if span.line != lines[0].line:
            return span
        column = span.column
        for line in lines:
            if column <= len(line.text) + 1:
                return Span(span.text, line.line, column)
            column -= len(line.text) + 1
        return span

    return replace(
        block,
        name=at(block.name) if block.name else None,
        fields={key: at(span) for key, span in block.fields.items()},
        unread=tuple(map(at, block.unread)),
    )
