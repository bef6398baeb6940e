"""The name above a creature: which of the lines there is one."""

from __future__ import annotations

import re

from affray.rules import Span
from affray.rulesets.knave.convert.blocks import part
from affray.rulesets.knave.convert.labels import OTHER

LONGEST_NAME = 80
SENTENCE = re.compile(r".*[a-z]{2,}[.!?]['\")]?(?:\s|$)")
TITLE = re.compile(r"\s*(?P<mark>#{1,6}\s*)?(?P<bold>\*\*|__)?(?P<name>.*?)(?:\*\*|__)?\s*:?\s*")
SUBTITLE = re.compile(
    r"\s*[*_]?(?:tiny|small|medium|large|huge|gargantuan)\b.*,.*\b(?:lawful|neutral|chaotic|unaligned|any)\b.*",
    re.IGNORECASE,
)
"""Size, kind and alignment, as 5e prints them under a name."""


def title(words: list[Span]) -> tuple[Span | None, tuple[Span, ...]]:
    """The name on the last of these lines that can be one; where several together can, none of them, but all to ask."""
    found: list[tuple[Span, bool]] = []
    for line in reversed(words):
        one = _candidate(line)
        if one is not None and found and line.line < found[-1][0].line - 1:
            break
        if one is not None:
            found.append(one)
    if not found:
        return None, ()
    marked = [name for name, is_marked in found if is_marked]
    if len(found) == 1 or len(marked) == 1:
        return (marked or [found[0][0]])[0], ()
    return None, tuple(name for name, _ in reversed(found))


def _candidate(line: Span) -> tuple[Span, bool] | None:
    """The name that a line may be, and whether it is marked as a heading; None for a sentence, a label, a number."""
    match = TITLE.fullmatch(line.text)
    if match is None or not re.search(r"[^\W\d_]", match["name"]) or len(match["name"]) > LONGEST_NAME:
        return None
    if SENTENCE.fullmatch(match["name"]) or OTHER.fullmatch(line.text) or SUBTITLE.fullmatch(line.text):
        return None
    if line.text.lstrip().startswith("|"):
        return None
    return part(line, match.start("name"), match.end("name")), bool(match["mark"] or match["bold"])
