"""Dice text to tree, by recursive descent: one look at each character, no regular expression.

    comparison = sum {("==" | "!=" | ">=" | "<=" | ">" | "<") sum}
    sum        = product {("+" | "-") product}
    product    = signed {("*" | "x" | "//" | "%") signed}
    signed     = {"+" | "-"} atom
    atom       = (number | dice | "adv" | "dis" | bracket) {"[" label "]"}
    bracket    = "(" [comparison {"," comparison} [","]] ")" {operator}
    dice       = [count] "d" (sides | "%") {operator}
    operator   = ("k" | "p" | "d" | "rr" | "ro" | "ra" | "e") ["h" | "l" | "<" | ">" | "="] number
               | ("mi" | "ma") number

Spaces may stand everywhere except within dice and their operators.
"""

from __future__ import annotations

from typing import NoReturn

from affray.notation.limits import DEPTH, DICE, MOST_DEPTH, MOST_LABEL
from affray.notation.reach import bounds, check_rolls
from affray.notation.reader import Reader
from affray.notation.terms import SPELLING, read_operators, read_term
from affray.notation.tree import Binary, Dice, Expression, Negative, Number, Set, Symbol

COMPARISONS: tuple[Symbol, ...] = ("==", "!=", ">=", "<=", ">", "<")
SUMS: tuple[Symbol, ...] = ("+", "-")
STRAY: dict[str, str] = {
    "^": "power is not supported",
    "!": "to explode a die write e and the face, as in 1d6e6",
    "=": "to compare write ==",
    ",": "a comma stands in brackets only, as in (1d6, 1d8)kh1; numbers have no separators",
}


def parse(text: str) -> Expression:
    """The tree of a dice expression.

    `text` has 1 to 200 characters, at most 50 terms, 10 nested brackets, 1,000 dice of 2 to 1,000 sides and
    constants up to 1,000,000. Dashes and the Unicode minus are minus signs, the multiplication sign is x, and
    full-width characters count as their ASCII forms; other digits than 0 to 9 are refused. A plus sign before a
    term does nothing. Raises `BadInput` with the column, counted from 1, for everything that cannot be read, for
    what can never end (`1d6rr<7`), and where a divisor might be 0. Linear in the text: under a millisecond.
    """
    reader = Reader(text)
    reader.spaces()
    expression = read_comparison(reader)
    if reader.peek():
        refuse_rest(reader)
    check_rolls(reader)
    return expression


def refuse_rest(reader: Reader) -> NoReturn:
    """The error where the expression could have ended, and the text goes on."""
    sign = reader.peek()
    if sign == ")":
        reader.fail("unbalanced bracket: nothing is open here", received=sign)
    if sign in STRAY:
        reader.fail("unexpected sign", received=sign, hint=STRAY[sign])
    word = reader.word()
    if word:
        hint = "adv and dis stand alone, as in adv+2; operators follow without a space"
        reader.fail("an operator is expected", received=word, allowed=SPELLING, hint=hint)
    reader.fail("a sign is expected", received=sign, allowed="+ - * x // % == != >= <= > <")


def read_comparison(reader: Reader) -> Expression:
    """Sums, compared from left to right."""
    left = read_sum(reader)
    while symbol := next((known for known in COMPARISONS if reader.take(known)), None):
        reader.spaces()
        left = Binary(symbol, left, read_sum(reader))
    return left


def read_sum(reader: Reader) -> Expression:
    """Products, added and subtracted from left to right."""
    left = read_product(reader)
    while symbol := next((known for known in SUMS if reader.take(known)), None):
        reader.spaces()
        left = Binary(symbol, left, read_product(reader))
    return left


def read_product(reader: Reader) -> Expression:
    """Signed terms, multiplied and divided from left to right."""
    left = read_signed(reader)
    while symbol := read_times(reader):
        start = reader.at
        reader.spaces()
        right = read_signed(reader)
        if symbol in ("//", "%"):
            low, high = bounds(right)
            if low <= 0 <= high:
                reader.fail("cannot divide by zero", at=start, hint="the divisor could be 0")
        left = Binary(symbol, left, right)
    return left


def read_times(reader: Reader) -> Symbol | None:
    """The sign of a product, if one comes."""
    at = reader.at
    if reader.take("//"):
        return "//"
    if reader.peek() == "/":
        reader.fail("division by / is not supported", received="/", hint="write //, which rounds down")
    if reader.take("%"):
        return "%"
    if not (reader.take("*") or reader.take("x")):
        return None
    if reader.text[at] == "*" and reader.peek() == "*":
        reader.fail("power is not supported", at=at, received="**", hint="* multiplies")
    return "*"


def read_signed(reader: Reader) -> Expression:
    """A term after any signs: two minus signs cancel, plus signs do nothing."""
    negative = False
    while sign := reader.peek():
        if sign not in "+-":
            break
        negative ^= sign == "-"
        reader.at += 1
        reader.spaces()
    operand = read_atom(reader)
    return Negative(operand) if negative else operand


def read_atom(reader: Reader) -> Expression:
    """A number, dice or brackets, with labels."""
    found: Expression = read_bracket(reader) if reader.peek() == "(" else read_term(reader)
    labels = list(found.labels)
    reader.spaces()
    at = reader.at
    while (label := reader.label()) is not None:
        if len(label) > MOST_LABEL:
            allowed = f"label 0–{MOST_LABEL} characters"
            reader.fail(f"label of {len(label)} characters", at=at, allowed=allowed, code="out_of_range")
        labels.append(label)
        reader.spaces()
        at = reader.at
    return relabelled(found, tuple(labels))


def relabelled(found: Expression, labels: tuple[str, ...]) -> Expression:
    """The same expression with these labels."""
    match found:
        case Number(value):
            return Number(value, labels)
        case Dice(count, sides, operators):
            return Dice(count, sides, operators, labels)
        case Negative(operand):
            return Negative(operand, labels)
        case Binary(symbol, left, right):
            return Binary(symbol, left, right, labels)
        case Set(items, operators):
            return Set(items, operators, labels)


def read_bracket(reader: Reader) -> Expression:
    """What stands in brackets: one value, or a set where there is a comma, nothing, or an operator behind."""
    start = reader.at
    reader.depth += 1
    if reader.depth > MOST_DEPTH:
        reader.fail("brackets nest too deep", allowed=DEPTH, code="out_of_range")
    reader.at += 1
    reader.spaces()
    items: list[Expression] = []
    comma = True
    while comma and reader.peek() != ")":
        if not reader.peek():
            reader.fail("unbalanced bracket: not closed", at=start, received="(")
        items.append(read_comparison(reader))
        comma = reader.take(",")
        reader.spaces()
    if not reader.take(")"):
        if reader.peek():
            refuse_rest(reader)
        reader.fail("unbalanced bracket: not closed", at=start, received="(")
    reader.depth -= 1
    alone = len(items) == 1 and not comma
    if reader.peek() == "d" and (alone or not items) and reader.peek(1) not in ("h", "l", "<", ">", "="):
        hint = "dice are written 2d6; to drop from a bracket write p, as in (2d6)p1"
        received = reader.raw[start : reader.at]
        reader.fail("dice count", at=start, received=received, allowed=DICE, hint=hint, code="out_of_range")
    return operated(reader, items, alone)


def operated(reader: Reader, items: list[Expression], alone: bool) -> Expression:
    """The bracket's content under the operators that follow it. Brackets around dice or a set change nothing."""
    inner = items[0] if alone else None
    if isinstance(inner, Dice):
        operators = read_operators(reader, inner.count, inner.operators, on_dice=False)
        return Dice(inner.count, inner.sides, operators, inner.labels)
    if isinstance(inner, Set):
        operators = read_operators(reader, len(inner.items), inner.operators, on_dice=False)
        return Set(inner.items, operators, inner.labels)
    operators = read_operators(reader, len(items), (), on_dice=False)
    if inner is not None and not operators:
        return inner
    return Set(tuple(items), operators)
