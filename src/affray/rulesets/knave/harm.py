"""What an outcome does to a fighter: small pure functions of a `Condition` or a `Profile`.

The handlers of events call these, and so does every faster path.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from affray.rules import rule
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import Condition, Profile

PIECES: tuple[Literal["body", "shield", "helmet"], ...] = ("body", "shield", "helmet")


@rule("knave.attack.damage")
def suffer(condition: Condition, damage: int) -> Condition:
    """The damage comes off the hit points, below 0 too."""
    return replace(condition, hp=condition.hp - damage)


@rule("knave.quality.destroyed")
def lose(quality: int | None) -> int | None:
    """A point of quality comes off; at 0 the item is destroyed, and one without quality never is."""
    return quality - 1 if quality else quality


@rule("knave.critical.armor")
def wear_armor(condition: Condition, piece: Literal["body", "shield", "helmet"]) -> Condition:
    """One worn piece of armor loses a point of quality."""
    if piece == "body":
        return replace(condition, body=lose(condition.body))
    if piece == "shield":
        return replace(condition, shield=lose(condition.shield))
    return replace(condition, helmet=lose(condition.helmet))


@rule("knave.critical.weapon")
def wear_weapon(condition: Condition, weapon: int) -> Condition:
    """A weapon loses a point of quality."""
    qualities = list(condition.weapons)
    qualities[weapon] = lose(qualities[weapon])
    return replace(condition, weapons=tuple(qualities))


@rule("K28", "knave.quality.destroyed")
def armor_defense(profile: Profile, condition: Condition, rulings: Rulings) -> int:
    """What an attack must beat now: the body armor or what is left of it, 1 for a whole shield, 1 for a helmet."""
    pieces = 0
    if profile.shield and condition.shield != 0 and not condition.slung:
        pieces += 1
    if profile.helmet and condition.helmet != 0:
        pieces += 1
    if condition.body != 0:
        return profile.body + pieces
    if pieces and rulings.broken_body == "base_10":
        return 10 + pieces
    return profile.bare + pieces


def breakable(profile: Profile, condition: Condition) -> tuple[Literal["body", "shield", "helmet"], ...]:
    """The worn pieces that can still lose a point, body armor first; a shield that is slung is not worn."""
    qualities = (condition.body, None if condition.slung else condition.shield, condition.helmet)
    return tuple(piece for piece, quality in zip(PIECES, qualities, strict=True) if quality)
