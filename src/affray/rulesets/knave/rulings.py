"""Where the booklet is silent, unclear or contradicts itself: the choices, and their values in a fight.

`Rulings` holds one value a ruling, grouped where one formula reads several. The question, the options and the witness
of each stand in `RULINGS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

CriticalDie: TypeAlias = Literal["one_die", "full_roll", "highest_die"]


class AttackReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the attack is read: the rulings that the attack's formula looks at."""

    natural_20: Literal["literal", "auto_hit", "needs_hit", "split"] = "literal"
    natural_1: Literal["literal", "auto_miss", "only_on_miss"] = "literal"
    natural_die: Literal["kept", "either", "both_reported"] = "kept"
    defender_edge: Literal["mirror", "unmirrored"] = "mirror"
    critical_die: CriticalDie = "one_die"
    stacking: Literal["stack", "no_stack"] = "stack"
    destroyed_when: Literal["after_damage", "before_damage"] = "after_damage"


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every ruling of a fight, at its default where nobody chose otherwise."""

    attack: AttackReading = AttackReading()
    attack_defense: Literal["attack_bonus", "ability_defense"] = "attack_bonus"
    who_rolls: Literal["attacker", "player_facing", "defender"] = "attacker"
    unarmed: Literal["d2", "d4", "one", "none"] = "d2"
    armor_piece: Literal["body_first", "shield_first", "defender_chooses", "attacker_chooses", "random", "all"] = (
        "body_first"
    )
    unarmored_quality: str = "no_effect"
    natural_weapon_quality: str = "no_effect"
    broken_body: Literal["base_11", "base_10"] = "base_11"
    half_group: Literal["once", "each_time", "gt_half"] = "once"
    lone_foe: Literal["from_start", "last_standing"] = "from_start"
    morale_roll: Literal["group", "individual"] = "group"
    morale_failed: Literal["flee", "per_npc"] = "flee"
    morale_when: Literal["auto", "end_of_round", "referee"] = "auto"
    flight: Literal["at_once", "own_turn"] = "at_once"
    defeated: Literal["down_or_taken", "fled_counts", "by_name"] = "down_or_taken"


def reading_of(rulings: Mapping[str, str]) -> AttackReading:
    """The attack's rulings from values by slug; what is not given stands at its default."""
    names = AttackReading.__struct_fields__
    return msgspec.convert({name: rulings[name] for name in names if name in rulings}, AttackReading)


def rulings_of(rulings: Mapping[str, str]) -> Rulings:
    """All rulings from values by slug; what is not given stands at its default."""
    names = Rulings.__struct_fields__
    chosen: dict[str, object] = {name: rulings[name] for name in names if name in rulings}
    return msgspec.convert(chosen | {"attack": reading_of(rulings)}, Rulings)


def by_slug(rulings: Rulings) -> dict[str, str]:
    """All rulings as values by slug."""
    values: dict[str, Any] = msgspec.structs.asdict(rulings)
    reading: AttackReading = values.pop("attack")
    return values | msgspec.structs.asdict(reading)


def numbered(option: str) -> int | None:
    """The number of an option such as "natural_quality:3"; None for one without."""
    return int(option.partition(":")[2]) if ":" in option else None
