"""Where the text is silent, unclear or contradicts itself: the choices, and their values in a fight.

`Rulings` holds one value a ruling; what one contest reads stands together in `ContestReading`. The question, the
options and the witness of each stand in `questions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec


class ContestReading(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """How two results are compared: the rulings that the contest's formulas look at."""

    hard_hit: Literal["attacker_only", "symmetric"] = "attacker_only"
    beaten_die: Literal["die_rolled", "nominal", "ceiling"] = "die_rolled"
    narrator_wins: Literal["same_as_contest", "miss_only"] = "same_as_contest"


class Rulings(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """Every ruling of a fight, at its default where nobody chose otherwise."""

    contest: ContestReading = ContestReading()
    turn_order: Literal["once", "each_round", "narrator"] = "once"
    tied_order: Literal["larger_die", "simultaneous"] = "larger_die"
    refill: Literal["round_start", "own_turn"] = "round_start"
    before_first_turn: Literal["may_spend", "none_until_first_turn"] = "may_spend"
    attacks: Literal["pool", "one_attack"] = "pool"
    several_actions: Literal["off", "effort"] = "off"
    defence_skill: Literal["same_as_attack", "defender_chooses", "narrator"] = "same_as_attack"
    attackers_loss: Literal["attackers_skill", "defenders_skill"] = "attackers_skill"
    undefended: Literal["by_state", "table_only", "lands_only", "out_of_actions_d6"] = "by_state"
    undefended_rider: Literal["needs_roll", "landing_is_winning"] = "needs_roll"
    slashing: Literal["move", "extra", "split"] = "move"
    piercing: Literal["stack", "no_stack", "every_round"] = "stack"
    tending: Literal["automatic", "roll_mind_vs_d6"] = "automatic"
    without_armour: Literal["field", "step_down_1"] = "field"
    rider: Literal["either_winner", "attacker_only", "tie_counts"] = "either_winner"
    afar: Literal["literal", "out_of_reach_no_loss"] = "literal"
    leaving: Literal["any_time", "own_turn", "one_action", "all_remaining"] = "any_time"
    coming_back: Literal["above_zero", "out_for_scene"] = "above_zero"
    respite: Literal["outside_fights", "one_action_in_combat"] = "outside_fights"
    soul_respite: Literal["with_ally", "allowed"] = "with_ally"
    scar: Literal["shorter_track", "cap_only"] = "shorter_track"
    training: Literal["off", "floors"] = "off"
    crushing: Literal["both_ways", "attacks_only"] = "both_ways"
    helpless_until: Literal["one_attack", "narrator"] = "one_attack"
    attack_skill: Literal["attacker_names", "narrator"] = "attacker_names"
    effects: Literal["off", "directions"] = "off"
    die_steps: Literal["off", "ladder"] = "off"


def reading_of(rulings: Mapping[str, str]) -> ContestReading:
    """The contest's rulings from values by slug; what is not given stands at its default."""
    names = ContestReading.__struct_fields__
    return msgspec.convert({name: rulings[name] for name in names if name in rulings}, ContestReading)


def rulings_of(rulings: Mapping[str, str]) -> Rulings:
    """All rulings from values by slug; what is not given stands at its default."""
    names = Rulings.__struct_fields__
    chosen: dict[str, object] = {name: rulings[name] for name in names if name in rulings}
    return msgspec.convert(chosen | {"contest": reading_of(rulings)}, Rulings)


def by_slug(rulings: Rulings) -> dict[str, str]:
    """All rulings as values by slug."""
    values: dict[str, Any] = msgspec.structs.asdict(rulings)
    reading: ContestReading = values.pop("contest")
    return values | msgspec.structs.asdict(reading)
