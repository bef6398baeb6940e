"""What an expression can reach, before a die is rolled: its bounds, whether it ends, how many dice it rolls."""

from __future__ import annotations

from affray.notation.limits import CUT, MOST_ROLLS
from affray.notation.reader import Reader
from affray.notation.tree import Binary, Dice, Expression, Negative, Number, Operator, Set


def bounds(expression: Expression) -> tuple[int, int]:
    """A least and a greatest value between which every value lies; not always reached. Takes microseconds."""
    match expression:
        case Number(value):
            return value, value
        case Negative(operand):
            low, high = bounds(operand)
            return -high, -low
        case Dice():
            return dice_bounds(expression)
        case Set(items, operators):
            return set_bounds(items, operators)
        case Binary():
            return binary_bounds(expression)


def dice_bounds(dice: Dice) -> tuple[int, int]:
    """Bounds of dice with their operators, from bounds of a die and of how many are kept."""
    low, high = 1, dice.sides
    fewest = most = dice.count
    for operator in dice.operators:
        if operator.name in ("rr", "ro", "ra", "e"):
            low, high = min(low, 1), max(high, dice.sides)
        match operator.name:
            case "mi" | "ma":
                raised = operator.name == "mi"
                number = operator.selectors[0].number
                low, high = (max(low, number), max(high, number)) if raised else (min(low, number), min(high, number))
            case "ra":
                most += 1
            case "e":
                most *= CUT + 1
            case "k" | "p":
                fewest, most = kept_bounds(operator, fewest, most)
    return fewest * low, most * high


def kept_bounds(operator: Operator, fewest: int, most: int) -> tuple[int, int]:
    """How few and how many stay of a pool of `fewest` to `most`."""
    high, low = operator.ends()
    ranked_only = all(selector.ranked for selector in operator.selectors)
    chosen_low = min(max(high, low), fewest)
    chosen_high = min(high + low, most) if ranked_only else most
    if operator.name == "k":
        return chosen_low, chosen_high
    return max(0, fewest - chosen_high), most - min(max(high, low), most)


def set_bounds(items: tuple[Expression, ...], operators: tuple[Operator, ...]) -> tuple[int, int]:
    """Bounds of a set, from those of its items."""
    each = [bounds(item) for item in items]
    if not operators:
        return sum(low for low, _ in each), sum(high for _, high in each)
    if not items:
        return 0, 0
    fewest = most = len(items)
    for operator in operators:
        fewest, most = kept_bounds(operator, fewest, most)
    least = min(low for low, _ in each)
    greatest = max(high for _, high in each)
    return least * (fewest if least > 0 else most), greatest * (most if greatest > 0 else fewest)


def binary_bounds(binary: Binary) -> tuple[int, int]:
    """Bounds of two values and a sign. A divisor is known not to reach 0."""
    low, high = bounds(binary.left)
    least, greatest = bounds(binary.right)
    match binary.symbol:
        case "+":
            return low + least, high + greatest
        case "-":
            return low - greatest, high - least
        case "*":
            corners = [a * b for a in (low, high) for b in (least, greatest)]
        case "//":
            corners = [a // b for a in (low, high) for b in (least, greatest)]
        case "%":
            corners = [0, greatest - 1] if least > 0 else [least + 1, 0]
        case _:
            corners = [0, 1]
    return min(corners), max(corners)


def check_ends(reader: Reader, dice: Dice, operators: tuple[Operator, ...], start: int) -> None:
    """Refuse operators that roll for ever, and add up how many dice the others are expected to roll."""
    rolls = pool = dice.count
    for operator in operators:
        if operator.name not in ("rr", "e"):
            rolls += pool if operator.name == "ro" else 1
            continue
        matched = sum(map(operator.takes, range(1, dice.sides + 1)))
        if matched == dice.sides or (operator.name == "rr" and operator.ranked):
            hint = "every face is chosen again" if matched == dice.sides else "some die is always chosen"
            reader.fail(f"{operator.name} can never end", at=start, hint=hint)
        if operator.ranked:
            matched = max(matched, (dice.sides + 1) // 2)
        more = pool * min(CUT * (dice.sides - matched), dice.sides) // (dice.sides - matched) + 1
        rolls += more
        if operator.name == "e":
            pool += more
    reader.rolls += rolls


def check_rolls(reader: Reader) -> None:
    """Refuse an expression that is expected to roll more dice than anybody wants to see."""
    if reader.rolls > MOST_ROLLS:
        allowed = f"at most {MOST_ROLLS:,} expected rolls"
        reader.fail("explodes or rerolls too much", at=0, received=reader.rolls, allowed=allowed, code="out_of_range")
