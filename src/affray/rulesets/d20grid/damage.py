"""Damage dice as they are printed: "2d6+1"."""

from __future__ import annotations

import msgspec

from affray.errors import BadInput
from affray.notation import simple_sum

MOST_FLAT = 9_999
"""The most that is printed with the dice."""


class Damage(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True, forbid_unknown_fields=True):
    """Dice that are added up, each as (count, sides), and the number printed with them."""

    dice: tuple[tuple[int, int], ...] = ()
    flat: int = 0

    @property
    def text(self) -> str:
        """The damage as it is printed."""
        parts = [f"{count}d{sides}" for count, sides in self.dice]
        if self.flat or not parts:
            parts.append(str(self.flat))
        return "+".join(parts).replace("+-", "-")

    @property
    def most(self) -> int:
        """What the dice count for in full (d20grid.edge.point-blank)."""
        return sum([count * sides for count, sides in self.dice]) + self.flat


def parse_damage(text: str) -> Damage:
    """The damage that a text prints; raises `BadInput` for anything but dice and whole numbers added up."""
    dice, flat = simple_sum(text)
    if not dice and flat < 0:
        raise BadInput("damage is not negative", place="damage", received=text, allowed="0 to 9999, or dice")
    if abs(flat) > MOST_FLAT:
        allowed = f"numbers up to {MOST_FLAT} beside the dice"
        raise BadInput("out of range", place="damage", received=text, allowed=allowed)
    return Damage(tuple(dice), flat)
