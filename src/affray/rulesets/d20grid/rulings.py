"""Where the text is silent, unclear or contradicts itself: the choices, and their values in a fight.

`Rulings` holds one value a ruling, grouped where one formula reads several. The question, the options and the witness
of each stand in `questions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from affray.rules.interning import one_of


class AttackReading(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """How the attack roll is read: the rulings that its formula looks at."""

    natural: Literal["none", "nat20_hits", "nat1_misses"] = "none"
    edge_cap: Literal["none", "cap_1", "cap_2"] = "none"


class DamageReading(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """How damage is added up: the rulings that its formula looks at."""

    several_multipliers: Literal["multiply", "add"] = "multiply"
    least_damage: Literal["min_0", "min_1"] = "min_0"


class Rulings(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """Every ruling of a fight, at its default where nobody chose otherwise."""

    attack: AttackReading = AttackReading()
    damage: DamageReading = DamageReading()
    opportunities: Literal["per_round", "each_creature_turn", "initiative_round"] = "per_round"
    immediate: Literal["free_standing", "spends_swift"] = "free_standing"
    trigger: Literal["crossing_and_total", "any_crossing", "distance_inside_gt_10", "distance_after_crossing_gt_10"] = (
        "crossing_and_total"
    )
    timing: Literal["at_crossing", "after_move"] = "at_crossing"
    ranged_opportunity: Literal["allowed", "melee_only"] = "allowed"
    metric: Literal["chebyshev", "5_10_5", "euclid"] = "chebyshev"
    disengaging: Literal["literal", "covers_into"] = "literal"
    melee_modifier: Literal["none", "str", "dex"] = "none"
    lower_attacker: Literal["nothing", "disadvantage"] = "nothing"
    flanking: Literal["literal", "opposite_sides", "ally_adjacent"] = "literal"
    inside_area: Literal["stack", "single", "rolled", "single_rolled"] = "stack"
    friendly_fire: Literal["attackers_allies", "literal_target_allies", "melee_too"] = "attackers_allies"
    creatures_between: Literal["blocks", "cover"] = "blocks"
    absorbing: Literal["own_turn", "per_hit", "lethal_only", "round_start"] = "own_turn"
    choosing_weapon: Literal["before", "after_hit"] = "before"
    unskilled_bonuses: Literal["all_other", "situational_only"] = "all_other"
    subdued: Literal["gt", "ge"] = "gt"
    waking: Literal["state_based", "latched"] = "state_based"
    unconscious_target: Literal["unchanged", "advantage", "auto_hit"] = "unchanged"
    drawing: Literal["craft_note", "quickdraw_note", "split", "best_of"] = "craft_note"
    surprise: Literal["per_character", "side"] = "per_character"
    sight: Literal["centres", "flags"] = "centres"
    five_foot_step: Literal["before_or_after", "step_between"] = "before_or_after"


GROUPS = {"attack": AttackReading, "damage": DamageReading}


def _group(kind: Any, rulings: Mapping[str, str]) -> Any:
    names = kind.__struct_fields__
    return one_of(msgspec.convert({name: rulings[name] for name in names if name in rulings}, kind))


def attack_reading(rulings: Mapping[str, str]) -> AttackReading:
    """The attack roll's rulings from values by slug; what is not given stands at its default."""
    found: AttackReading = _group(AttackReading, rulings)
    return found


def damage_reading(rulings: Mapping[str, str]) -> DamageReading:
    """The damage's rulings from values by slug; what is not given stands at its default."""
    found: DamageReading = _group(DamageReading, rulings)
    return found


def rulings_of(rulings: Mapping[str, str]) -> Rulings:
    """All rulings from values by slug; what is not given stands at its default."""
    names = Rulings.__struct_fields__
    chosen: dict[str, object] = {name: rulings[name] for name in names if name in rulings and name not in GROUPS}
    chosen |= {"attack": attack_reading(rulings), "damage": damage_reading(rulings)}
    return one_of(msgspec.convert(chosen, Rulings))


def by_slug(rulings: Rulings) -> dict[str, str]:
    """All rulings as values by slug."""
    values: dict[str, Any] = msgspec.structs.asdict(rulings)
    for name in GROUPS:
        values |= msgspec.structs.asdict(values.pop(name))
    return values
