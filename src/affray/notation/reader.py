"""The text under the parser: normalised character by character, so that columns are those of what was typed."""

from __future__ import annotations

from typing import NoReturn

from affray.errors import BadInput
from affray.notation.limits import LENGTH, MOST_CHARACTERS, MOST_DEPTH, MOST_TERMS

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63"
SAME: dict[str, str] = {"\t": " ", "\u00a0": " ", "\u00d7": "x"} | dict.fromkeys(DASHES, "-")
LINE_BREAKS = "\n\r\v\f\u0085\u2028\u2029"
HINTS: dict[str, str] = {
    "\u2265": "write >=",
    "\u2264": "write <=",
    "\u2260": "write !=",
    "\u00f7": "write //, which rounds down",
}
FULL_WIDTH = range(0xFF01, 0xFF5F)  # the full-width forms of ! to ~
FULL_WIDTH_OFFSET = 0xFEE0


class Reader:
    """The text and the place in it. `text` is what the parser reads, `raw` is what was typed; `at` counts from 0."""

    __slots__ = ("at", "depth", "dice", "raw", "rolls", "terms", "text")

    def __init__(self, raw: object) -> None:
        if not isinstance(raw, str):
            raise BadInput("dice text expected", place="dice", received=raw, allowed=LENGTH)
        if not 1 <= len(raw) <= MOST_CHARACTERS or not raw.strip(" \t\u00a0"):
            fault = f"{len(raw):,} characters" if len(raw) > MOST_CHARACTERS else "no dice in the text"
            limits = f"{LENGTH}; at most {MOST_TERMS} terms; depth 1–{MOST_DEPTH}"
            raise BadInput(fault, place="dice", allowed=limits, code="out_of_range")
        self.raw = raw
        self.at = 0
        self.depth = 0
        self.terms = 0
        self.dice = 0
        self.rolls = 0
        self.text = self.normalised()

    def normalised(self) -> str:
        """ASCII in lower case outside labels; labels are left alone."""
        found = []
        in_label = False
        for column, char in enumerate(self.raw):
            plain = chr(ord(char) - FULL_WIDTH_OFFSET) if ord(char) in FULL_WIDTH else SAME.get(char, char)
            if in_label:
                in_label = plain != "]"
                found.append(plain if plain == "]" else char)
                continue
            if not (plain.isascii() and plain.isprintable()):
                self.at = column
                self.refuse_character(char)
            in_label = plain == "["
            found.append(plain.lower())
        return "".join(found)

    def refuse_character(self, char: str) -> NoReturn:
        """The error for a character that dice text never holds."""
        name = f"U+{ord(char):04X}"
        if char in LINE_BREAKS:
            self.fail(f"line break {name}", allowed="one line; spaces between terms")
        if char.isnumeric():
            self.fail(f"{name} is not an ASCII digit", received=char, allowed="ASCII digits only, 0 to 9")
        self.fail(f"character {name}", received=char, allowed="dice text in ASCII", hint=HINTS.get(char, ""))

    def fail(
        self,
        problem: str,
        *,
        at: int | None = None,
        received: object = None,
        allowed: str = "",
        hint: str = "",
        code: str = "bad_dice",
    ) -> NoReturn:
        """Raise the error at the place `at` (from 0), or where the reader stands."""
        column = (self.at if at is None else at) + 1
        raise BadInput(
            f"column {column}: {problem}", place="dice", received=received, allowed=allowed, hint=hint, code=code
        )

    def peek(self, ahead: int = 0) -> str:
        """The character that comes, or "" at the end."""
        place = self.at + ahead
        return self.text[place] if place < len(self.text) else ""

    def take(self, word: str) -> bool:
        """Step over the word if it comes."""
        if not self.text.startswith(word, self.at):
            return False
        self.at += len(word)
        return True

    def spaces(self) -> None:
        """Step over spaces."""
        while self.peek() == " ":
            self.at += 1

    def digits(self) -> str:
        """Step over the digits that come, and give them; "" where there is none."""
        start = self.at
        while "0" <= self.peek() <= "9":
            self.at += 1
        return self.text[start : self.at]

    def word(self) -> str:
        """The letters that come, without stepping over them."""
        end = self.at
        while end < len(self.text) and "a" <= self.text[end] <= "z":
            end += 1
        return self.text[self.at : end]

    def label(self) -> str | None:
        """Step over one [label] and give what stands in it as typed; None where none comes."""
        if self.peek() != "[":
            return None
        end = self.text.find("]", self.at)
        if end < 0:
            self.fail("the label is not closed", allowed="a ] after the label")
        label = self.raw[self.at + 1 : end]
        self.at = end + 1
        return label
