"""Damage as it is printed, "2d6+1", and back."""

from __future__ import annotations

from affray.notation import simple_sum
from affray.rulesets.knave.state import Damage


def parse_damage(text: str) -> Damage:
    """The damage that a text prints; raises `BadInput` for anything but dice and whole numbers added up."""
    dice, flat = simple_sum(text)
    return Damage(tuple(dice), flat)


def show_damage(damage: Damage) -> str:
    """The damage as it is printed: "d8", "2d6+1", "3"."""
    parts = [f"{count if count > 1 else ''}d{sides}" for count, sides in damage.dice]
    if not parts:
        return str(damage.flat)
    return "+".join(parts) + (f"{damage.flat:+d}" if damage.flat else "")
