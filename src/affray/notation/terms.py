"""Reading what stands between the signs: whole numbers, dice with their operators, the words adv and dis."""

from __future__ import annotations

from typing import NoReturn, get_args

from affray.dice import MOST_DICE, MOST_SIDES
from affray.notation.limits import CONSTANT, DICE, MOST_CONSTANT, MOST_SELECTORS, MOST_TERMS, TERMS
from affray.notation.reach import check_ends
from affray.notation.reader import Reader
from affray.notation.tree import WORDS, Dice, Number, Operator, OperatorName, Selector, SelectorKind

SPELLING = "after dice: k kh kl (keep), d dh dl p ph pl (drop), rr ro ra e mi ma with a number, as in kh1, d1, ro<3, e6"
ON_SETS = "after a set: kh kl k p ph pl with a number, as in kh1"
TERM = "dice such as 2d6, whole decimal numbers only, brackets, adv, dis"
NAMES: tuple[OperatorName, ...] = ("rr", "ro", "ra", "mi", "ma", "e", "k", "p")
SAID = frozenset(("adv", "dis", "advantage", "disadvantage"))
DEFAULT: dict[str, SelectorKind] = {"k": "h", "p": "l"}  # what a number alone means; elsewhere the face itself
HEX = frozenset("0123456789abcdef")


def read_term(reader: Reader) -> Number | Dice:
    """A number, dice or a word at the reader's place; labels are left to the caller."""
    start = reader.at
    word = reader.word()
    count_term(reader)
    if word in WORDS and not reader.peek(len(word)).isdigit():
        reader.at += len(word)
        count_dice(reader, WORDS[word].count, start)
        return WORDS[word]
    if word == "d":
        return read_dice(reader, 1, start)
    if word or not reader.peek().isdigit():
        refuse_term(reader, word)
    digits = reader.digits()
    following = reader.peek()
    if following == "d":
        return read_dice(reader, int(digits), start)
    check_plain_number(reader, digits, start)
    if int(digits) > MOST_CONSTANT:
        reader.fail("constant out of range", at=start, received=int(digits), allowed=CONSTANT, code="out_of_range")
    return Number(int(digits))


def refuse_term(reader: Reader, word: str) -> NoReturn:
    """The error where a term should stand."""
    if not reader.peek():
        reader.fail("a term is expected at the end", allowed=TERM)
    if word:
        reader.fail("no such term", received=word, allowed=TERM)
    sign = reader.peek()
    if sign == ")":
        reader.fail("a term is expected before the closing bracket", allowed=TERM)
    if sign == "*":
        reader.fail("power is not supported, and a term is expected", received=sign, allowed=TERM)
    reader.fail("a term is expected", received=sign, allowed=TERM)


def check_plain_number(reader: Reader, digits: str, start: int) -> None:
    """Refuse what looks like a number of another kind: 1.5, 1_000, 1e5, 0x10."""
    following = reader.peek()
    if following and following in "._":
        reader.fail("whole decimal numbers only", received=following, hint="no dot and no separator")
    if following == "x" and not int(digits) and reader.peek(1) in HEX and reader.peek(1):
        reader.fail("whole decimal numbers only", received=digits + "x", hint="to multiply, write 0 * 10")
    word = reader.word()
    if not word or following == "x":
        return
    if following == "e":
        after = reader.at
        reader.at += 1
        if reader.peek() and reader.peek() in "+-" and reader.peek(1).isdigit():
            reader.at += 1
        if reader.digits() and reader.peek() == "d":
            number = reader.text[start : reader.at]
            reader.fail("dice count", at=start, received=number, allowed=DICE, code="out_of_range")
        reader.at = after
    reader.fail("whole decimal numbers only", received=word, hint=f"operators stand {SPELLING}")


def read_dice(reader: Reader, count: int, start: int) -> Dice:
    """Dice from their d on; the count that stands before it has been read."""
    reader.at += 1
    sides = read_sides(reader, count, start)
    if not 1 <= count <= MOST_DICE:
        problem = "total dice" if count else "dice count"
        if not 2 <= sides <= MOST_SIDES:
            problem += f", and sides {sides}"
        reader.fail(problem, at=start, received=count, allowed=DICE, code="out_of_range")
    if not 2 <= sides <= MOST_SIDES:
        place = reader.at - len(str(sides))
        reader.fail("sides", at=place, received=sides, allowed=DICE, code="out_of_range")
    count_dice(reader, count, start)
    if reader.peek() and reader.peek() in "._":
        reader.fail("whole decimal numbers only", received=reader.peek(), hint="no dot and no separator")
    dice = Dice(count, sides)
    operators = read_operators(reader, count, (), on_dice=True)
    check_ends(reader, dice, operators, start)
    return Dice(count, sides, operators)


def read_sides(reader: Reader, count: int, start: int) -> int:
    """The number after d; % is 100."""
    if reader.take("%"):
        return 100
    at = reader.at
    sign = reader.peek()
    if sign and sign in "+-" and reader.peek(1).isdigit():
        reader.at += 1
        number = sign + reader.digits()
        reader.fail("sides", at=at, received=number, allowed=DICE, code="out_of_range")
    digits = reader.digits()
    if not digits:
        received = None if count <= MOST_DICE else count
        reader.fail("sides missing", received=received, allowed=DICE, hint="as in 2d6")
    return int(digits)


def count_term(reader: Reader) -> None:
    """One more term; refused above the limit."""
    reader.terms += 1
    if reader.terms > MOST_TERMS:
        reader.fail("too many terms", allowed=TERMS, code="out_of_range")


def count_dice(reader: Reader, count: int, start: int) -> None:
    """So many more dice; refused above the limit, which holds for all terms together."""
    reader.dice += count
    if reader.dice > MOST_DICE:
        reader.fail("total dice", at=start, received=reader.dice, allowed=DICE, code="out_of_range")


def read_operators(reader: Reader, size: int, before: tuple[Operator, ...], *, on_dice: bool) -> tuple[Operator, ...]:
    """The operators that stand here.

    `size` is how many dice or items there are, `before` what worked on them already inside a bracket. The same
    operator twice in a row is one with both selectors, except mi and ma.
    """
    found: list[Operator] = []
    while "a" <= reader.peek() <= "z" and reader.peek() != "x":
        start = reader.at
        name = read_name(reader, on_dice=on_dice)
        selector = read_selector(reader, name, size)
        if name == "k" and any(operator.name == "k" for operator in (*before, *found)):
            reader.fail("one keep per term", at=start, hint="drops may follow one another, as in ph1pl1")
        if found and found[-1].name == name and name not in ("mi", "ma"):
            found[-1] = Operator(name, (*found[-1].selectors, selector))
        elif name == "e" and any(operator.name == "e" for operator in found):
            reader.fail("one e per term", at=start, hint="e5e6 explodes on both")
        else:
            found.append(Operator(name, (selector,)))
        if sum(len(operator.selectors) for operator in (*before, *found)) > MOST_SELECTORS:
            allowed = f"at most {MOST_SELECTORS} operators in a term"
            reader.fail("too many operators", at=start, allowed=allowed, code="out_of_range")
    return (*before, *found)


def read_name(reader: Reader, *, on_dice: bool) -> OperatorName:
    """An operator's name; d is p. What may follow stays with the selector."""
    spelling = SPELLING if on_dice else ON_SETS
    word = reader.word()
    if word in SAID:
        hint = "adv and dis stand alone, as in adv+2; on dice write 2d20kh1 or 2d20kl1"
        reader.fail("no such operator", received=word, allowed=spelling, hint=hint)
    if reader.take("d"):
        return "p"
    for name in NAMES:
        if word.startswith(name) and (on_dice or name in ("k", "p")):
            reader.at += len(name)
            return name
    reader.fail("no such operator", received=word, allowed=spelling)


def read_selector(reader: Reader, name: OperatorName, size: int) -> Selector:
    """What stands after an operator's name: h, l, <, >, = or nothing, and a number."""
    kind: SelectorKind = DEFAULT.get(name, "=")
    sign = reader.peek()
    if sign and sign in get_args(SelectorKind) and name not in ("mi", "ma"):
        kind = next(known for known in get_args(SelectorKind) if known == sign)
        reader.at += 1
    at = reader.at
    minus = reader.peek() == "-" and reader.peek(1).isdigit()
    reader.at += minus
    digits = reader.digits()
    if not digits:
        hint = "mi10 and ma5 follow the dice or another operator, as in 2d20mi10kh1" if name in ("k", "p") else ""
        reader.fail("a whole number is expected", received=reader.peek() or None, allowed=SPELLING, hint=hint)
    number = -int(digits) if minus else int(digits)
    if reader.peek() and reader.peek() in "._":
        reader.fail("whole decimal numbers only", received=reader.peek(), hint="no dot and no separator")
    if kind in ("h", "l"):
        if not 1 <= number <= size:
            verb = {"k": "keep", "p": "drop"}.get(name, name)
            allowed = f"{verb} 1–{size}" if size else f"nothing to {verb} in an empty set"
            reader.fail(verb, at=at, received=number, allowed=allowed, code="out_of_range")
    elif not 0 <= number <= MOST_CONSTANT:
        allowed = f"0–{MOST_CONSTANT:,}"
        reader.fail(f"number after {name}", at=at, received=number, allowed=allowed, code="out_of_range")
    return Selector(kind, number)
