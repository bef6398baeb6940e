"""Damage texts: dice and whole numbers added up."""

from __future__ import annotations

from typing import NoReturn

from affray.errors import BadInput
from affray.notation.parser import parse
from affray.notation.tree import Binary, Dice, Expression, Negative, Number


def simple_sum(text: str) -> tuple[tuple[tuple[int, int], ...], int]:
    """The dice of a damage text as (count, sides), in its order, and the sum of its numbers.

    `"2d6+1"` is `(((2, 6),), 1)`, `"5"` is `((), 5)`. Numbers may be subtracted, dice may not; labels are left out.
    Raises `BadInput` for what `parse` refuses, and for every other operator. Takes less than a millisecond.

    >>> simple_sum("1d6+1d4-1")
    (((1, 6), (1, 4)), -1)
    """
    dice: list[tuple[int, int]] = []

    def walk(expression: Expression, sign: int) -> int:
        match expression:
            case Number(value):
                return sign * value
            case Dice(count, sides, ()) if sign > 0:
                dice.append((count, sides))
                return 0
            case Negative(operand):
                return walk(operand, -sign)
            case Binary("+" | "-" as symbol, left, right):
                return walk(left, sign) + walk(right, sign if symbol == "+" else -sign)
            case _:
                refuse(text)

    number = walk(parse(text), 1)
    return tuple(dice), number


def refuse(text: str) -> NoReturn:
    """The error for dice text that is more than a sum."""
    raise BadInput(
        "damage is dice and whole numbers added up",
        place="dice",
        received=text,
        allowed="dice and numbers with + between them, numbers also with -",
        hint="as in 2d6+1",
        code="bad_dice",
    )
