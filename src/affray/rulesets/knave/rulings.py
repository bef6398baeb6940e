"""Where the booklet is silent, unclear or contradicts itself: the choices, and their values in a fight.

`Rulings` holds one value a ruling, grouped where one formula reads several. The question, the options and the witness
of each stand in `questions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from affray.rules.interning import one_of


class AttackReading(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """How the attack is read: the rulings that the attack's formula looks at."""

    natural_20: Literal["literal", "auto_hit", "needs_hit", "split"] = "literal"
    natural_1: Literal["literal", "auto_miss", "only_on_miss"] = "literal"
    natural_die: Literal["kept", "either", "both_reported"] = "kept"
    defender_edge: Literal["mirror", "unmirrored"] = "mirror"
    critical_die: Literal["one_die", "full_roll", "highest_die"] = "one_die"
    stacking: Literal["stack", "no_stack"] = "stack"
    destroyed_when: Literal["after_damage", "before_damage"] = "after_damage"


class Rulings(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """Every ruling of a fight, at its default where nobody chose otherwise. Numbered ones are text: "distance:60"."""

    attack: AttackReading = AttackReading()
    ideal_weapon: Literal["auto", "referee"] = "auto"
    attack_defense: Literal["attack_bonus", "ability_defense"] = "attack_bonus"
    who_rolls: Literal["attacker", "player_facing", "defender"] = "attacker"
    unarmed: Literal["d2", "d4", "one", "none"] = "d2"
    thrown: Literal["wis", "not_allowed"] = "wis"
    places: Literal["unlimited", "zones"] = "unlimited"
    engaged: Literal["adjacent_hostile", "attacked_this_round", "mutual"] = "adjacent_hostile"
    into_melee: Literal["no_penalty", "disadvantage", "hits_ally"] = "no_penalty"
    ammunition: Literal["not_tracked", "track"] = "not_tracked"
    two_hands: Literal["free", "swap_costs_action"] = "free"
    armor_piece: Literal["body_first", "shield_first", "defender_chooses", "attacker_chooses", "random", "all"] = (
        "body_first"
    )
    unarmored_quality: str = "no_effect"
    natural_weapon_quality: str = "no_effect"
    broken_body: Literal["base_11", "base_10"] = "base_11"
    stunt_defense: Literal["house_table", "defender_picks_best"] = "house_table"
    stunt_effect: Literal["house_table", "advantage_only"] = "house_table"
    stunt_reach: Literal["adjacent", "by_description"] = "adjacent"
    dirty_order: Literal["actors_choice", "stunt_then_attack"] = "actors_choice"
    mixed_edges: Literal["binary", "count_net"] = "binary"
    unaware: Literal["advantage_only", "surprise_round"] = "advantage_only"
    side_order: Literal["roster", "dex", "random"] = "roster"
    moving: Literal["any_order", "split", "move_first"] = "any_order"
    leaving_melee: Literal["free", "free_attack"] = "free"
    npc_down: Literal["same", "npc_dead_at_0"] = "same"
    helpless_target: Literal["normal", "auto_hit", "dies"] = "normal"
    half_group: Literal["once", "each_time", "gt_half"] = "once"
    lone_foe: Literal["from_start", "last_standing"] = "from_start"
    morale_roll: Literal["group", "individual"] = "group"
    morale_failed: Literal["flee", "per_npc"] = "flee"
    hit_dice: Literal["ignore_mod", "add_mod", "roll_d8"] = "ignore_mod"
    monster_cap: Literal["none", "cap_10"] = "none"
    routine: Literal["whole", "one_attack"] = "whole"
    spell_resisted: Literal["negates", "half"] = "negates"
    hp_per_die: Literal["four", "five"] = "four"
    morale_when: Literal["auto", "end_of_round", "referee"] = "auto"
    flight: Literal["at_once", "own_turn"] = "at_once"
    defeated: Literal["down_or_taken", "fled_counts", "by_name"] = "down_or_taken"
    space: str = "free"
    routine_edge: Literal["every_roll", "first_roll"] = "every_roll"
    leaving_fight: Literal["out_at_turn_end", "referee"] = "out_at_turn_end"
    repair_cost: Literal["exact", "ceil", "floor_min1", "yes_full"] = "exact"
    equal_maximum: Literal["literal_lt", "le"] = "literal_lt"
    hp_at_level: Literal["unchanged", "same_gain", "full"] = "unchanged"
    xp_over: Literal["kept", "reset"] = "kept"
    raise_order: Literal["sheet", "shuffled"] = "sheet"


def reading_of(rulings: Mapping[str, str]) -> AttackReading:
    """The attack's rulings from values by slug; what is not given stands at its default."""
    names = AttackReading.__struct_fields__
    return msgspec.convert({name: rulings[name] for name in names if name in rulings}, AttackReading)


def rulings_of(rulings: Mapping[str, str]) -> Rulings:
    """All rulings from values by slug; what is not given stands at its default."""
    names = Rulings.__struct_fields__
    chosen: dict[str, object] = {name: rulings[name] for name in names if name in rulings}
    return one_of(msgspec.convert(chosen | {"attack": reading_of(rulings)}, Rulings))


def by_slug(rulings: Rulings) -> dict[str, str]:
    """All rulings as values by slug."""
    values: dict[str, Any] = msgspec.structs.asdict(rulings)
    reading: AttackReading = values.pop("attack")
    return values | msgspec.structs.asdict(reading)


def numbered(option: str) -> int | None:
    """The number of an option such as "natural_quality:3"; None for one without."""
    return int(option.partition(":")[2]) if ":" in option else None
