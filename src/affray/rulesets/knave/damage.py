"""Damage as it is printed: "2d6+1", read and written."""

from __future__ import annotations

from affray.errors import BadInput
from affray.notation import simple_sum
from affray.rulesets.knave.state import Damage


def parse_damage(text: str) -> Damage:
    """The damage that a text prints; raises `BadInput` for anything but dice and whole numbers added up."""
    dice, flat = simple_sum(text)
    if not dice and flat < 0:
        raise BadInput("damage is not negative", place="damage", received=text, allowed="0 to 9999, or dice")
    return Damage(tuple(dice), flat)


def print_damage(damage: Damage) -> str:
    """The text that `parse_damage` reads as this damage."""
    text = "+".join(f"{'' if count == 1 else count}d{sides}" for count, sides in damage.dice)
    return (text + f"{damage.flat:+d}" if damage.flat else text) if text else str(damage.flat)
