"""What is wrong in itself with a state that was read from outside: what no fight could have come to."""

from __future__ import annotations

from affray.dice import MOST_DICE, MOST_SIDES
from affray.rulesets.knave.attacking import FLAGS
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.harm import breakable
from affray.rulesets.knave.state import (
    FOES,
    MOVE,
    PARTY,
    UNARMED,
    UP,
    Condition,
    FreeAttack,
    IdealChoice,
    PieceChoice,
    Profile,
    State,
    Trigger,
    Turn,
    side_name,
)

MOST_POINTS = 9_999
NAMING = ("seat", "target", "fighter", "actor", "mover")
"""Fields of pending decisions that name a fighter."""


def check(state: State) -> str | None:
    """What is wrong with the state, in a sentence; None where nothing is."""
    wrong = _wrong_roster(state) or _wrong_round(state) or _wrong_turn(state) or _wrong_pending(state)
    wrong = wrong or _wrong_standing(state)
    return wrong or next(filter(None, map(_wrong_fighter, state.profiles, state.conditions)), None)


def _wrong_roster(state: State) -> str | None:
    everybody = range(len(state.profiles))
    if not everybody or len(state.conditions) != len(everybody):
        return "every fighter needs a profile and a condition"
    if sorted((*state.camps[PARTY], *state.camps[FOES])) != list(everybody) or not all(state.camps):
        return "every fighter belongs to one of two camps, and neither is empty"
    if any(state.profiles[one].camp != camp for camp in (PARTY, FOES) for one in state.camps[camp]):
        return "a fighter's camp is not the one that lists it"
    if not {one.hireling_of for one in state.profiles} <= {None, *everybody}:
        return "a hireling's employer is not there"
    return None


def _wrong_round(state: State) -> str | None:
    everybody = set(range(len(state.profiles)))
    pairs = {fighter for one in (*state.adjacent, *state.struck) for fighter in one}
    granted = {fighter for one in state.grants for fighter in one[:2]} | {one[0] for one in state.modifiers}
    if state.round < 0:
        return "rounds are counted from 0"
    if not {*state.acted} <= everybody or list(state.acted) != sorted({*state.acted}):
        return "those who acted are numbers of fighters, ascending"
    if state.first not in (None, PARTY, FOES):
        return "the camp that acts first is 0 or 1"
    if state.order and sorted(state.order) != sorted(everybody):
        return "the order has every fighter once"
    if not pairs | granted <= everybody:
        return "somebody stands to a fighter who is not there"
    if any(one >= other for one, other in state.adjacent) or list(state.adjacent) != sorted({*state.adjacent}):
        return "those who are adjacent are pairs of two, ascending"
    if not all(-1 <= edge <= 1 for _, _, edge in state.grants):
        return "an edge is -1, 0 or 1"
    if not all(_is_known(state, trigger) for trigger in (*state.checked, *state.due)):
        return "a morale roll is due of a fighter who is not there"
    if state.winner not in (None, side_name(state, PARTY), side_name(state, FOES)):
        return "the winner is none of the sides"
    return None


def _is_known(state: State, trigger: Trigger) -> bool:
    return trigger.fighter is None or 0 <= trigger.fighter < len(state.profiles)


def _wrong_turn(state: State) -> str | None:
    turn = state.turn
    if turn is None:
        return None
    if not 0 <= turn.actor < len(state.profiles):
        return "the open turn is that of a fighter who is not there"
    if turn.owed and turn.against is None:
        return "the open turn owes half of an action against nobody"
    if turn.against is not None and not 0 <= turn.against < len(state.profiles):
        return "the open turn is against a fighter who is not there"
    if not 0 <= turn.walked <= MOVE:
        return f"a move has 0 to {MOVE} feet"
    if not _has_weapon(state, turn.actor, turn.weapon):
        return "the open turn is with a weapon that is not there"
    return _wrong_routine(state, turn)


def _wrong_routine(state: State, turn: Turn) -> str | None:
    weapons = state.profiles[turn.actor].weapons
    most = len(weapons[turn.weapon].blows) if turn.weapon != UNARMED else 1
    if not 0 <= turn.blow <= most:
        return "more attacks have been made than a routine has"
    return None


def _has_weapon(state: State, fighter: int, weapon: int) -> bool:
    return weapon == UNARMED or 0 <= weapon < len(state.profiles[fighter].weapons)


def _wrong_pending(state: State) -> str | None:
    everybody = range(len(state.profiles))
    for one in state.pending:
        if not {getattr(one, name, 0) for name in NAMING} <= {*everybody}:
            return "a decision waits for a fighter who is not there"
        trigger = getattr(one, "trigger", None)
        if trigger is not None and not _is_known(state, trigger):
            return "a decision waits for a fighter who is not there"
        if isinstance(one, IdealChoice) and not _has_weapon(state, one.actor, one.weapon):
            return "a decision waits for a weapon that is not there"
        if isinstance(one, PieceChoice) and not breakable(state.profiles[one.target], state.conditions[one.target]):
            return "a decision waits for armor that cannot lose anything"
        if isinstance(one, FreeAttack) and one.seat == one.mover:
            return "nobody strikes at itself"
    return None


def _wrong_standing(state: State) -> str | None:
    """Nobody is up without hit points, but while something is to be decided first; in zones everybody is somewhere."""
    for profile, condition in zip(state.profiles, state.conditions, strict=True):
        if condition.fate == UP and condition.hp <= 0 and not state.pending:
            return f"{profile.name}: one who is up has hit points"
        if space(state.rulings)[0] == "zones" and not condition.at:
            return f"{profile.name}: where places are kept everybody is at one"
    return None


def _wrong_fighter(profile: Profile, condition: Condition) -> str | None:
    weapons, spells = range(len(profile.weapons)), range(len(profile.spells))
    if len(condition.weapons) != len(profile.weapons):
        return f"{profile.name}: every weapon needs a quality"
    if not all(weapon.blows for weapon in profile.weapons):
        return f"{profile.name}: every weapon needs its damage"
    if not {*condition.dropped, *condition.flung} <= {*weapons} or not {*condition.cast} <= {*spells}:
        return f"{profile.name}: there is no such weapon or spell"
    if condition.hp > profile.max_hp or not 1 <= profile.max_hp <= MOST_POINTS:
        return f"{profile.name}: hit points are at most max_hp, and that is 1 to {MOST_POINTS:,}"
    if not 1 <= profile.body <= 50 or not 1 <= profile.bare <= 50:
        return f"{profile.name}: armor defense is 1 to 50"
    if profile.morale is not None and not 2 <= profile.morale <= 12:
        return f"{profile.name}: a morale rating is 2 to 12"
    if not {*condition.flags, *condition.passing} <= {*FLAGS}:
        return f"{profile.name}: there is no such flag"
    dice = [die for weapon in profile.weapons for blow in weapon.blows for die in blow.dice]
    dice += [die for spell in profile.spells if spell.on_fail.damage for die in spell.on_fail.damage.dice]
    dice += profile.hp_dice.dice if profile.hp_dice else ()
    if not all(1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES for count, sides in dice):
        return f"{profile.name}: damage dice are 1 to {MOST_DICE:,} of 2 to {MOST_SIDES:,} sides"
    return None
