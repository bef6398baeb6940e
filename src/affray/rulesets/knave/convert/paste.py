"""A paste split into its creatures: which lines belong together, and which reader they need."""

from __future__ import annotations

import re
from collections.abc import Iterator

from affray.rules import Span
from affray.rulesets.knave.convert.blocks import Block, Foreign, part, plain
from affray.rulesets.knave.convert.labelled import labelled
from affray.rulesets.knave.convert.labels import LINE, NUMBERED, ROW, RULE
from affray.rulesets.knave.convert.oneline import oneline, pipe_row

LONGEST_NAME = 80
LONGEST_LINE = 5_000
CAIRN = re.compile(r".*\b[0-9]{1,3} HP\b(?:.*\b[0-9]{1,2} STR\b|.*\b[0-9] Armor\b)")
MAIN = re.compile(r"ac\b|armou?r|hd\b|hit |hp\b")
SENTENCE = re.compile(r".*[a-z]{2,}[.!?]['\")]?(?:\s|$)")
OTHER_GAME = "its armor takes from damage and it has no hit dice: no clause is about that"
NOTHING = "no armor class, hit dice or hit points with a number were found"


def lines_of(text: str) -> list[Span]:
    """Every line of a text with its place."""
    return [Span(line, number) for number, line in enumerate(re.split("\r\n|\n|\r", text), start=1)]


def read(text: str) -> Iterator[Block | Foreign]:
    """The creatures of a text in its order, and the pieces between them that are none.

    Lines wait until it is known what they are: `words` may end with a name, `rows` are labels of one creature.
    """
    lines = lines_of(text)
    words: list[Span] = []
    rows: list[Span] = []
    for number, line in enumerate(lines):
        if not line.text.strip() or RULE.fullmatch(line.text):
            continue
        if len(line.text) > LONGEST_LINE:
            yield from _labelled(words, rows)
            words, rows = [], []
            yield Foreign(Span(line.text[:LONGEST_NAME], line.line), f"more than {LONGEST_LINE:,} characters in a line")
        elif _is_whole(line):
            if rows:
                yield from _labelled(words, rows)
                words, rows = [], []
            yield from _whole(line, words)
            words = []
        elif rows and _goes_on(lines, number, rows):
            rows[-1] = Span(f"{rows[-1].text} {line.text.strip()}", rows[-1].line)
        elif _key(line) is None or _key(line) in {_key(row) for row in rows}:
            if rows:
                yield from _labelled(words, rows)
                words, rows = [], []
            (words if _key(line) is None else rows).append(line)
        else:
            rows.append(line)
    yield from _labelled(words, rows)


def _goes_on(lines: list[Span], number: int, rows: list[Span]) -> bool:
    """Whether a line is the rest of the label above it: between two labels of one creature, with nothing between."""
    after = _key(lines[number + 1]) if number + 1 < len(lines) else None
    between = _key(lines[number]) is None and bool(lines[number - 1].text.strip())
    return between and after is not None and after not in {_key(row) for row in rows}


def _key(line: Span) -> str | None:
    """The label that a line of a labelled block begins with, None for any other line."""
    match = ROW.fullmatch(line.text) or LINE.fullmatch(line.text)
    return match["label"].lower() if match else None


def _is_whole(line: Span) -> bool:
    """Whether a line is a creature by itself."""
    text = line.text
    if text.count(" | ") >= 5 and not text.lstrip().startswith("|"):
        return True
    kinds = {match[0][:2].upper().replace("AR", "AC") for match in NUMBERED.finditer(text)}
    key = _key(line)
    if key is not None and not MAIN.match(key):
        return False
    return len(kinds) >= 2 or bool(CAIRN.match(plain(text)))


def _whole(line: Span, words: list[Span]) -> Iterator[Block | Foreign]:
    """A creature on one line; its name may stand on the line above."""
    if CAIRN.match(plain(line.text)):
        yield from _prose(words[:-1])
        yield Foreign(_title(words) or line, OTHER_GAME, creature=True)
        return
    if line.text.count(" | ") >= 5:
        yield from _prose(words)
        yield pipe_row(line)
        return
    name = _title(words)
    block = oneline(line, name)
    yield from _prose(words[:-1] if name is not None and block.name is name else words)
    yield block


def _labelled(words: list[Span], rows: list[Span]) -> Iterator[Block | Foreign]:
    """A creature of one label a line, under its name."""
    if not rows:
        yield from _prose(words)
        return
    name = _title(words)
    yield from _prose(words[:-1] if name is not None else words)
    if not any(MAIN.match(_key(row) or "") for row in rows):
        yield from _prose(rows)
        return
    yield from labelled(name, rows)


def _title(words: list[Span]) -> Span | None:
    """The name on the last of these lines, None where that is a sentence."""
    if not words:
        return None
    line = words[-1]
    match = re.fullmatch(r"\s*(?:#{1,6}\s*)?(?:\*\*)?(?P<name>.*?)(?:\*\*)?\s*:?\s*", line.text)
    if match is None or not match["name"] or len(match["name"]) > LONGEST_NAME or SENTENCE.fullmatch(match["name"]):
        return None
    return part(line, match.start("name"), match.end("name"))


def _prose(lines: list[Span]) -> Iterator[Foreign]:
    for line in lines:
        if line.text.strip():
            yield Foreign(part(line, 0), NOTHING)
