"""A paste split into its creatures: which lines belong together, and which reader they need."""

from __future__ import annotations

import re
from collections.abc import Iterator

from affray.rules import Span
from affray.rulesets.knave.convert.blocks import Block, Foreign, part, plain
from affray.rulesets.knave.convert.labelled import key_of, labelled, rows_of
from affray.rulesets.knave.convert.labels import BY_LABEL, LOOSE, NUMBERED, OTHER, RULE
from affray.rulesets.knave.convert.oneline import behind_brackets, is_osric, kinds, oneline, pipe_row
from affray.rulesets.knave.convert.titles import LONGEST_NAME, title
from affray.rulesets.knave.convert.wrapped import is_name, is_open, is_rest, joined, labels_in, placed

LONGEST_LINE = 5_000
CAIRN = re.compile(r".*\b[0-9]{1,3} HP\b(?:.*\b[0-9]{1,2} STR\b|.*\b[0-9] Armor\b)")
MAIN = ("armor", "hit_dice", "hit_points", "attacks")
OTHER_GAME = "its armor takes from damage and it has no hit dice: no clause is about that"
NOTHING = "no armor class, hit dice or hit points with a number were found"
LEFT = "it has a label or a number, but is not read as a part of the creature above it"
COLUMNS = "which column is which is not said, and it is no row of OSRIC"
REST = re.compile(r"\s*(?:[0-9(+/&*,;-]|(?:or|and|plus|each|with|per|x)\b)", re.IGNORECASE)
"""How the rest of a list of attacks begins, and no sentence."""


def lines_of(text: str) -> list[Span]:
    """Every line of a text with its place."""
    return [Span(line, number) for number, line in enumerate(re.split("\r\n|\n|\r", text), start=1)]


def read(text: str) -> Iterator[Block | Foreign]:
    """The creatures of a text in its order, and the pieces between them that are none."""
    return Paste(lines_of(text)).read()


class Paste:
    """The lines of a text on their way to creatures.

    Lines wait until it is known what they are: `words` may end with a name, `rows` are labels of one creature.
    `ended` is the number of the last line of the creature before, 0 where there is none.
    """

    def __init__(self, lines: list[Span]) -> None:
        self.lines = lines
        self.words: list[Span] = []
        self.rows: list[Span] = []
        self.ended = 0

    def read(self) -> Iterator[Block | Foreign]:
        """The creatures, and what is none."""
        number = 0
        while number < len(self.lines):
            line = self.lines[number]
            number += 1
            if not line.text.strip() or RULE.fullmatch(line.text):
                continue
            if len(line.text) > LONGEST_LINE:
                yield from self._labelled()
                reason = f"more than {LONGEST_LINE:,} characters in a line"
                yield Foreign(Span(line.text[:LONGEST_NAME], line.line), reason)
            elif not self._is_row(line) and (taken := self._whole_from(number - 1)):
                if self.rows:
                    yield from self._labelled()
                yield from self._whole(self.lines[number - 1 : number - 1 + taken])
                number += taken - 1
            else:
                yield from self._row(line, number - 1)
        yield from self._labelled()

    def _row(self, line: Span, number: int) -> Iterator[Block | Foreign]:
        """A line that is a label, the rest of one, or neither."""
        key = key_of(line)
        below = bool(self.rows) and bool(self.lines[number - 1].text.strip())
        if key is None and below and (LOOSE.fullmatch(line.text) or OTHER.fullmatch(line.text)):
            self.rows.append(line)
        elif key is None and self.rows and self._goes_on(number):
            self.rows[-1] = Span(f"{self.rows[-1].text} {line.text.strip()}", self.rows[-1].line, self.rows[-1].column)
        elif key is None or self._has(key):
            if self.rows:
                yield from self._labelled()
            if key is None:
                self.words.append(line)
            else:
                self.rows += rows_of(line)
        else:
            self.rows += rows_of(line)

    def _goes_on(self, number: int) -> bool:
        """Whether a line is the rest of the label above it, no line empty: that ends open, or another label follows."""
        if self.lines[number - 1].text.strip() and is_open(self.rows[-1].text):
            return not is_name(self.lines, number, _begins) or not self._is_new(number + 1)
        between = bool(self.lines[number - 1].text.strip())
        if between and is_rest(self.lines[number].text) and not is_name(self.lines, number, _begins):
            return True
        after = key_of(self.lines[number + 1]) if number + 1 < len(self.lines) else None
        return between and after is not None and not self._has(after)

    def _is_new(self, number: int) -> bool:
        """Whether another creature begins with a line."""
        key = key_of(self.lines[number])
        return key is None or self._has(key)

    def _has(self, key: str) -> bool:
        """Whether a label is had already, so that it is another creature's; main labels have many spellings."""
        keys = [one for row in self.rows if (one := key_of(row)) is not None]
        field = BY_LABEL[key]
        return key in keys or (field in MAIN[:3] and field in [BY_LABEL[one] for one in keys])

    def _is_row(self, line: Span) -> bool:
        """Whether a line is one more label of the block that is being read, though it would do for a creature."""
        key = key_of(line)
        fields = {BY_LABEL.get(key_of(row) or "") for row in self.rows}
        return bool(self.rows) and key is not None and BY_LABEL[key] not in fields

    def _whole_from(self, number: int) -> int:
        """How many lines a creature takes that begins here and has its labels within lines; 0 for none."""
        line = self.lines[number]
        if _is_row_of_cells(line) or CAIRN.match(plain(line.text)):
            return 1
        key = key_of(line)
        if key is not None and BY_LABEL[key] not in MAIN[:3]:
            return 0
        if not _is_whole(line) and (not kinds(line.text) or (key is not None and not line.text.rstrip().endswith(","))):
            return 0
        count = joined(self.lines, number, _begins)
        text = " ".join(one.text for one in self.lines[number : number + count])
        return count if _is_whole(Span(text, line.line)) else 0

    def _whole(self, lines: list[Span]) -> Iterator[Block | Foreign]:
        """A creature with its labels within lines; its name may stand above."""
        line, words = lines[0], self.words
        self.words = []
        if CAIRN.match(plain(line.text)):
            name, _ = title(words)
            yield from self._prose(one for one in words if name is None or one.line != name.line)
            yield Foreign(name or part(line, 0), OTHER_GAME, creature=True)
        elif _is_row_of_cells(line):
            yield from self._prose(words)
            yield pipe_row(line) if is_osric(line) else Foreign(part(line, 0), COLUMNS, creature=True)
        else:
            name, names = title(words)
            text = " ".join(one.text for one in lines)
            block = oneline(Span(text, line.line, line.column), name, names)
            above = name if name is not None and block.name is name else None
            yield from self._prose(one for one in words if above is None or one.line != above.line)
            yield placed(block, lines)
        self.ended = lines[-1].line
        if len(lines) == 1 and (more := behind_brackets(line)) is not None:
            yield from self._whole([more])

    def _labelled(self) -> Iterator[Block | Foreign]:
        """A creature of one label a line, under its name."""
        words, rows = self.words, self.rows
        self.words, self.rows = [], []
        if not any(BY_LABEL.get(key_of(row) or "") in MAIN for row in rows):
            yield from self._prose([*words, *rows])
            return
        name, names = title(words)
        yield from self._prose(one for one in words if name is None or one.line != name.line)
        yield from labelled(name, names, rows)
        self.ended = rows[-1].line

    def _prose(self, lines: Iterator[Span] | list[Span]) -> Iterator[Foreign]:
        """Lines that are no creature; one with a label may be a piece of the creature above it, and counts as one."""
        for line in lines:
            begins = key_of(line) is not None or bool(labels_in(line.text, start=True))
            below = line.line == self.ended + 1 and bool(
                labels_in(line.text) or REST.match(line.text) or NUMBERED.search(line.text)
            )
            left = bool(self.ended) and (begins or below)
            if left:
                self.ended = line.line
            yield Foreign(part(line, 0), LEFT if left else NOTHING, creature=left)


def _is_row_of_cells(line: Span) -> bool:
    return line.text.count(" | ") >= 5 and not line.text.lstrip().startswith("|")


def _is_whole(line: Span) -> bool:
    """Whether a text is a creature by itself: it has two of armor class, hit dice and hit points."""
    return len(kinds(line.text)) >= 2


def _begins(line: Span) -> bool:
    """Whether a creature begins with this line, whatever stands above it."""
    key = key_of(line)
    return _is_row_of_cells(line) or _is_whole(line) or (key is not None and BY_LABEL[key] == "name")
