"""What harm and healing do to one fighter: pure and small."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from affray.rules import rule
from affray.rulesets.d20grid.rulings import Rulings
from affray.rulesets.d20grid.state import UP, Condition, Fate, Profile

DEAD_BELOW = -9


class Absorbed(NamedTuple):
    """What armor took of a hit, what it can take after that, and what went through."""

    absorbed: int
    pool: int
    through: int


@rule("d20grid.armor.absorb", "T38")
def absorbs(rulings: Rulings) -> str:
    """How armor absorbs: a pool that comes back with the wearer's "turn" or with the "round", so much of each "hit".

    "lethal" is a pool as by the turn, against lethal damage only.
    """
    return {"own_turn": "turn", "per_hit": "hit", "lethal_only": "lethal", "round_start": "round"}[rulings.absorbing]


@rule("d20grid.armor.absorb")
def absorb(profile: Profile, condition: Condition, total: int, subdual: bool, rulings: Rulings) -> Absorbed:
    """What armor takes of a hit: as much as it can of the final total (T38)."""
    pool = condition.pool
    if not profile.absorb:
        return Absorbed(0, pool, total)
    way = absorbs(rulings)
    if way == "hit":
        taken = min(profile.absorb, total)
        return Absorbed(taken, pool, total - taken)
    if way == "lethal" and subdual:
        return Absorbed(0, pool, total)
    taken = min(pool, total)
    return Absorbed(taken, pool - taken, total - taken)


def wound(condition: Condition, through: int, subdual: bool, pool: int) -> Condition:
    """Damage that went through: subdual is counted apart and takes no hit points (d20grid.hp.subdual)."""
    if subdual:
        return replace(condition, subdual=condition.subdual + through, pool=pool)
    return replace(condition, hp=condition.hp - through, pool=pool)


@rule("d20grid.hp.unconscious", "T43", "T44", "T46")
def unconscious(condition: Condition, rulings: Rulings) -> bool:
    """Below 0, or with more subdual damage than hit points left; as the two are now, whichever changed."""
    if condition.hp < 0:
        return True
    return condition.subdual >= condition.hp if rulings.subdued == "ge" else condition.subdual > condition.hp


@rule("d20grid.hp.dead", "T47")
def dead(condition: Condition) -> bool:
    """Below -9."""
    return condition.hp < DEAD_BELOW


@rule("T45")
def wakes(rulings: Rulings) -> bool:
    """Whether one wakes as soon as nothing keeps it down, and not only when the scene is over."""
    return rulings.waking == "state_based"


@rule("d20grid.hp.unconscious", "d20grid.hp.dead")
def fate_of(condition: Condition, rulings: Rulings, over: bool = False) -> Fate:
    """What has become of a fighter with these hit points; the dead stay dead. `over` says that the scene is."""
    if condition.fate == "dead" or dead(condition):
        return "dead"
    if unconscious(condition, rulings):
        return "down"
    return "down" if condition.fate == "down" and not (over or wakes(rulings)) else UP


@rule("d20grid.hp.subdual", "T50")
def heal(condition: Condition, points: int, subdual: bool) -> Condition:
    """Hit points come back, or subdual damage goes away: one without the other."""
    if subdual:
        return replace(condition, subdual=condition.subdual - points)
    return replace(condition, hp=condition.hp + points)
