"""The tree of a dice expression, and its text.

Frozen values: two texts that mean the same term by term have equal trees, so no columns are kept here.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from affray.notation.limits import MOST_CHARACTERS

OperatorName: TypeAlias = Literal["k", "p", "rr", "ro", "ra", "e", "mi", "ma"]
SelectorKind: TypeAlias = Literal["h", "l", "<", ">", "="]
Symbol: TypeAlias = Literal["+", "-", "*", "//", "%", "==", "!=", ">=", "<=", ">", "<"]


class Selector(msgspec.Struct, frozen=True):
    """Which of the kept dice an operator means.

    `h` and `l` are the highest and lowest `number` of them, `<`, `>` and `=` those that show less than, more than
    and exactly `number`.
    """

    kind: SelectorKind
    number: int

    @property
    def ranked(self) -> bool:
        """Whether the choice looks at the other dice."""
        return self.kind in ("h", "l")

    def takes(self, value: int) -> bool:
        """Whether a die that shows `value` is meant; never for `h` and `l`, which compare dice."""
        if self.kind == "=":
            return value == self.number
        if self.kind == "<":
            return value < self.number
        return self.kind == ">" and value > self.number


class Operator(msgspec.Struct, frozen=True):
    """One operator with all its selectors, which add up: `e5e6` is one operator that means fives and sixes.

    k keep, p drop, rr reroll while chosen, ro reroll once, ra add one die if any is chosen, e explode, mi and ma
    raise or lower each die to the number (their one selector is `=`).
    """

    name: OperatorName
    selectors: tuple[Selector, ...]

    @property
    def ranked(self) -> bool:
        """Whether any selector compares dice."""
        return any(selector.ranked for selector in self.selectors)

    def takes(self, value: int) -> bool:
        """Whether a die that shows `value` is chosen by a selector that looks at this die alone."""
        return any(selector.takes(value) for selector in self.selectors)

    def ends(self) -> tuple[int, int]:
        """How many of the highest and of the lowest dice are chosen."""
        high = max((selector.number for selector in self.selectors if selector.kind == "h"), default=0)
        low = max((selector.number for selector in self.selectors if selector.kind == "l"), default=0)
        return high, low


class Number(msgspec.Struct, frozen=True, tag="number"):
    """A whole number from 0 to 1,000,000."""

    value: int
    labels: tuple[str, ...] = ()


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """`count` dice of `sides` sides; the operators work on the pool one after the other."""

    count: int
    sides: int
    operators: tuple[Operator, ...] = ()
    labels: tuple[str, ...] = ()


class Negative(msgspec.Struct, frozen=True, tag="negative"):
    """Minus the operand."""

    operand: Expression
    labels: tuple[str, ...] = ()


class Binary(msgspec.Struct, frozen=True, tag="binary"):
    """Two values and the symbol between them; a comparison is 1 where it holds and 0 where it does not."""

    symbol: Symbol
    left: Expression
    right: Expression
    labels: tuple[str, ...] = ()


class Set(msgspec.Struct, frozen=True, tag="set"):
    """Several values that operators k and p choose from; worth the sum of those kept."""

    items: tuple[Expression, ...]
    operators: tuple[Operator, ...] = ()
    labels: tuple[str, ...] = ()


Expression: TypeAlias = Number | Dice | Negative | Binary | Set

BINDING: dict[str, int] = {"+": 2, "-": 2, "*": 3, "//": 3, "%": 3}  # comparisons bind loosest, 1


def calculate(symbol: Symbol, left: int, right: int) -> int:
    """The value of `left symbol right`; // rounds down and % takes the divisor's sign. The divisor is not 0."""
    match symbol:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right
        case "%":
            return left % right
        case _:
            return int(compare(symbol, left, right))


def compare(symbol: str, left: int, right: int) -> bool:
    """Whether the comparison holds."""
    match symbol:
        case "==":
            return left == right
        case "!=":
            return left != right
        case ">=":
            return left >= right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case _:
            return left < right


def show(expression: Expression) -> str:
    """The canonical text: ASCII outside labels, no spaces, no brackets that change nothing.

    `parse(show(x)) == x` for every `x` that `parse` gave. Labels stand as they were typed, control characters
    included: escape the text (`affray.errors.visible`) before it goes to a terminal. Long expressions use the short
    spellings (`k1`, `d%`, `adv`), so that the text never outgrows what `parse` reads.
    """
    text = write(expression)
    return text if len(text) <= MOST_CHARACTERS else write(expression, short=True)


def write(expression: Expression, short: bool = False) -> str:
    """The text in full or in short spellings."""
    text = write_bare(expression, short)
    if expression.labels and isinstance(expression, Negative | Binary):
        text = f"({text})"
    return text + "".join(f"[{label}]" for label in expression.labels)


def write_bare(expression: Expression, short: bool) -> str:
    """The text without labels."""
    match expression:
        case Number(value):
            return str(value)
        case Dice():
            return write_dice(expression, short)
        case Set():
            return write_set(expression, short)
        case Negative(operand):
            return "-" + bracketed(operand, isinstance(operand, Negative | Binary), short)
        case Binary(symbol, left, right):
            own = BINDING.get(symbol, 1)
            return bracketed(left, binding(left) < own, short) + symbol + bracketed(right, binding(right) <= own, short)


def binding(expression: Expression) -> int:
    """How tightly the outermost part of the text holds together."""
    return BINDING.get(expression.symbol, 1) if isinstance(expression, Binary) and not expression.labels else 4


def bracketed(expression: Expression, needed: bool, short: bool) -> str:
    """The text, in brackets where needed; a labelled sum brings its own."""
    text = write(expression, short)
    return f"({text})" if needed and not expression.labels else text


def write_dice(dice: Dice, short: bool = False) -> str:
    """Dice and their operators without labels, as in "4d6kh3"."""
    if not short:
        return write_operators(f"{dice.count}d{dice.sides}", dice.operators, short)
    for word, meaning in WORDS.items():
        if dice.operators == meaning.operators and (dice.count, dice.sides) == (meaning.count, meaning.sides):
            return word
    count = "" if dice.count == 1 else str(dice.count)
    return write_operators(f"{count}d{'%' if dice.sides == 100 else dice.sides}", dice.operators, short)


def write_set(group: Set, short: bool = False) -> str:
    """A set without its labels; a single item needs a comma where brackets alone would not make a set."""
    items = ",".join(write(item, short) for item in group.items)
    if len(group.items) == 1 and (not group.operators or isinstance(group.items[0], Dice | Set)):
        items += ","
    return write_operators(f"({items})", group.operators, short)


def write_operators(text: str, operators: tuple[Operator, ...], short: bool) -> str:
    """The operators after what they work on. Two drops in a row stand apart by brackets, or they would be one."""
    last = ""
    for operator in operators:
        if operator.name == last and last not in ("mi", "ma"):
            text = f"({text})"
        last = operator.name
        text += "".join(write_selector(last, selector, short) for selector in operator.selectors)
    return text


def write_selector(name: str, selector: Selector, short: bool) -> str:
    """One operator with one selector, as in "kh3", "p=1", "e6", "ro<3"."""
    kind = selector.kind
    bare = (name not in ("k", "p") and kind == "=") or (short and (name, kind) in (("k", "h"), ("p", "l")))
    return f"{name}{'' if bare else kind}{selector.number}"


WORDS: dict[str, Dice] = {
    "adv": Dice(2, 20, (Operator("k", (Selector("h", 1),)),)),
    "dis": Dice(2, 20, (Operator("k", (Selector("l", 1),)),)),
}
