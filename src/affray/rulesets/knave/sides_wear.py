"""A duel in which gear breaks: every way in which the armor of one and the weapons of the other can be worn."""

from __future__ import annotations

from msgspec.structs import replace

from affray.errors import Unsupported
from affray.play import Play
from affray.rulesets.knave.effects import evolve, with_condition
from affray.rulesets.knave.harm import breakable, wear_weapon
from affray.rulesets.knave.procedures import perform
from affray.rulesets.knave.sides_after import Asked
from affray.rulesets.knave.state import UNARMED, Condition, State, usable
from affray.rulesets.knave.striking import damage_armor
from affray.rulesets.knave.tactics import answer
from affray.rulesets.knave.tactics_turn import loaded
from affray.rulesets.knave.turns import next_to_act


def worn_armor(state: State, attacker: int, target: int) -> tuple[Condition, ...]:
    """The target with its armor as it is, after a natural 20, after two, ... until nothing of it can lose a point."""
    _one_hand_each(state, target)
    found = [state.conditions[target]]
    while breakable(state.profiles[target], found[-1]):
        worn = replace(state, conditions=with_condition(state, target, found[-1]))
        play = Play(worn, Asked(()), evolve)
        damage_armor(play, attacker, target, hurt=False)
        while play.state.pending:
            seat = next_to_act(play.state)
            assert seat is not None
            perform(play, answer(play.state, seat))
        found.append(play.state.conditions[target])
    return tuple(found)


def worn_weapons(state: State, attacker: int) -> tuple[Condition, ...]:
    """The attacker with its weapons as they are, after a natural 1, after two, ... until what it uses cannot break."""
    _one_hand_each(state, attacker)
    found = [state.conditions[attacker]]
    while True:
        worn = replace(state, conditions=with_condition(state, attacker, found[-1]))
        weapon = usable(worn, attacker)
        if weapon == UNARMED and loaded(worn, attacker) is not None:
            raise Unsupported("ranged")
        if weapon == UNARMED or not found[-1].weapons[weapon]:
            return tuple(found)
        found.append(wear_weapon(found[-1], weapon))


def _one_hand_each(state: State, fighter: int) -> None:
    """A shield beside a weapon of two hands would change hands as things break."""
    profile = state.profiles[fighter]
    if profile.shield and any(weapon.hands > 1 for weapon in profile.weapons):
        raise Unsupported("K23")
