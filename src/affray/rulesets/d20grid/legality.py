"""What is allowed now. `forbids` is the only owner of that question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.errors import Rejection
from affray.rules import rule
from affray.rules.refusals import NOTHING_DUE, NOW, OVER, UNKNOWN, WAITING, forbids_words
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.attacking import is_skilled
from affray.rulesets.d20grid.drawing import cost_of, pairs
from affray.rulesets.d20grid.ground import can_strike, weapons_at_hand
from affray.rulesets.d20grid.legality_moving import forbids_move_to, forbids_step, forbids_walk
from affray.rulesets.d20grid.legality_referee import OF_THE_REFEREE
from affray.rulesets.d20grid.refusals import BUDGET, NO_WEAPON, is_fighter
from affray.rulesets.d20grid.state import Cost, Offer, Place, State, Turn, WeaponChoice, is_foe, is_ranged
from affray.rulesets.d20grid.turns import can_pay, may_react, next_to_act


def forbids(state: State, command: c.Command) -> Rejection | None:
    """Why the command may not be given now, or None. Asks no die and changes nothing."""
    if isinstance(command, c.Referee):
        return OF_THE_REFEREE[type(command)](state, command)
    if state.over:
        return OVER
    if isinstance(command, c.Answer):
        return _FORBIDS[type(command)](state, command) if state.pending else NOTHING_DUE
    if state.pending:
        return WAITING
    if isinstance(command, c.OwnAction):
        rejection = _forbids_actor(state, command.actor)
        if rejection is not None:
            return rejection
    return _FORBIDS[type(command)](state, command)


@rule("d20grid.turn.budget")
def _forbids_actor(state: State, actor: int) -> Rejection | None:
    """Actions are for one's own turn, and for the conscious: nobody else has one."""
    if not is_fighter(state, actor):
        return UNKNOWN
    fate = state.conditions[actor].fate
    if fate != "up":
        told = "dead" if fate == "dead" else "unconscious"
        clause = "d20grid.hp.dead" if fate == "dead" else "d20grid.hp.unconscious"
        return Rejection(told, f"{state.profiles[actor].name} is {told} and cannot act", clause)
    if state.turn is None or state.turn.actor != actor:
        return Rejection("not_your_turn", f"it is not {state.profiles[actor].name}'s turn", BUDGET)
    return None


def turn_of(state: State) -> Turn:
    """The turn that is going on."""
    assert state.turn is not None
    return state.turn


# The round


def _forbids_round(state: State, command: c.BeginRound) -> Rejection | None:
    if next_to_act(state) != "table":
        return Rejection("turns_left", "the round is not over", BUDGET)
    return None


def _forbids_enter(state: State, command: c.RollInitiative) -> Rejection | None:
    if not is_fighter(state, command.actor):
        return UNKNOWN
    if command.actor not in state.entering:
        return Rejection("not_entering", f"{state.profiles[command.actor].name} does not roll initiative now", BUDGET)
    return None


def _forbids_end(state: State, command: c.EndTurn) -> Rejection | None:
    return None


# Attacks


@rule("d20grid.turn.budget", "d20grid.turn.full", "T01", "T06")
def _forbids_attack(state: State, command: c.Attack) -> Rejection | None:
    """One Standard Attack a turn, or what is left of a Full Attack."""
    turn = turn_of(state)
    if turn.full:
        if turn.blows < 1:
            return Rejection("no_attack", "no attack of this turn is left", "d20grid.turn.full")
    elif turn.attacked:
        return Rejection("attacked", "one Standard Attack per turn", BUDGET)
    elif not can_pay(turn, "standard"):
        return no_action("standard", turn)
    return forbids_blow(state, command.actor, command.target, command.weapon, command.subdual) or _forbids_strange(
        state, command.actor, command.weapon
    )


@rule("d20grid.unskilled")
def _forbids_strange(state: State, actor: int, weapon: int) -> Rejection | None:
    """With a weapon outside one's styles a Full Attack is one attack: it does not follow another."""
    profile, turn = state.profiles[actor], turn_of(state)
    if turn.struck and not is_skilled(profile, profile.weapons[weapon]):
        name = profile.weapons[weapon].name
        return Rejection("strange_weapon", f"the {name} makes one attack in a Full Attack", "d20grid.unskilled")
    return None


def no_action(cost: Cost, turn: Turn) -> Rejection:
    """What is missing of the turn."""
    left = turn.swift if cost == "swift" else turn.standard
    return Rejection("no_action", f"no {cost.capitalize()} action is left", BUDGET, (("left", left),))


@rule("d20grid.attack.roll", "d20grid.attack.reach", "d20grid.edge.line-of-sight", "d20grid.hp.subdual", "T48", "T60")
def forbids_blow(
    state: State, attacker: int, target: int, number: int, subdual: bool, spot: Place | None = None
) -> Rejection | None:
    """An attack with a weapon in hand at an enemy who is not dead, and whom the weapon reaches."""
    if not is_fighter(state, target):
        return UNKNOWN
    name, other = state.profiles[target].name, state.conditions[target]
    if not is_foe(state, attacker, target):
        return Rejection("not_a_foe", f"{name} is no foe", "d20grid.attack.roll")
    if other.fate == "dead":
        return Rejection("no_target", f"{name} is dead", "d20grid.hp.dead")
    weapons = state.profiles[attacker].weapons
    if not 0 <= number < len(weapons):
        return NO_WEAPON
    weapon = weapons[number]
    if number not in state.conditions[attacker].drawn:
        return Rejection("not_in_hand", f"the {weapon.name} is not in hand", "d20grid.draw")
    if weapon.subdues and not subdual:
        return Rejection("subdues", f"the {weapon.name} deals subdual damage only", "d20grid.hp.subdual")
    if not can_strike(state, attacker, target, weapon, other.at if spot is None else spot):
        if is_ranged(weapon):
            return Rejection("no_line_of_sight", f"there is no clear line to {name}", "d20grid.edge.line-of-sight")
        return Rejection("out_of_reach", f"{name} is out of reach", "d20grid.attack.reach", (("reach", weapon.reach),))
    return None


@rule("d20grid.turn.full", "T03")
def _forbids_full(state: State, command: c.FullAttack) -> Rejection | None:
    """It takes both Standards."""
    turn = turn_of(state)
    if turn.full:
        return Rejection("full", "a Full Round action is one a turn", "d20grid.turn.full")
    if turn.standard < 2:
        message = "a Full Round action takes both Standards"
        return Rejection("no_action", message, "d20grid.turn.full", (("left", turn.standard),))
    return None


@rule("d20grid.disengage", "T20")
def _forbids_disengage(state: State, command: c.Disengage) -> Rejection | None:
    """In place of the attack, and before moving."""
    turn = turn_of(state)
    if turn.moved:
        return Rejection("moved", "a Disengage is said before moving", "d20grid.disengage")
    if turn.attacked:
        return Rejection("attacked", "a Disengage takes the place of the attack", "d20grid.disengage")
    return None if can_pay(turn, "standard") else no_action("standard", turn)


# Weapons in hand


@rule("d20grid.draw", "d20grid.dual-wield", "T10", "T41")
def _forbids_draw(state: State, command: c.Draw) -> Rejection | None:
    """One weapon, or two that can be wielded at once; each is drawn once a turn."""
    profile, one, turn = state.profiles[command.actor], state.conditions[command.actor], turn_of(state)
    if not 0 <= command.weapon < len(profile.weapons):
        return NO_WEAPON
    weapon = profile.weapons[command.weapon]
    if command.weapon in one.drawn:
        return Rejection("in_hand", f"the {weapon.name} is in hand", "d20grid.draw")
    if command.weapon in one.dropped:
        return Rejection("dropped", f"the {weapon.name} lies on the ground", "d20grid.draw")
    if command.weapon in turn.drew:
        return Rejection("drew", f"the {weapon.name} was drawn in this turn", BUDGET)
    if len(one.drawn) > 1 or (one.drawn and not pairs(profile, profile.weapons[one.drawn[0]], weapon)):
        return Rejection("hands_full", f"the {weapon.name} does not go with what is in hand", "d20grid.dual-wield")
    cost = cost_of(profile, weapon, state.rulings, drawing=True)
    return None if can_pay(turn, cost) else no_action(cost, turn)


@rule("d20grid.draw", "T10")
def _forbids_sheathe(state: State, command: c.Sheathe) -> Rejection | None:
    """What is in hand; each is sheathed once a turn."""
    rejection = _forbids_letting_go(state, command.actor, command.weapon)
    if rejection is not None:
        return rejection
    profile, turn = state.profiles[command.actor], turn_of(state)
    weapon = profile.weapons[command.weapon]
    if command.weapon in turn.sheathed:
        return Rejection("sheathed", f"the {weapon.name} was sheathed in this turn", BUDGET)
    cost = cost_of(profile, weapon, state.rulings, drawing=False)
    return None if can_pay(turn, cost) else no_action(cost, turn)


def _forbids_drop(state: State, command: c.Drop) -> Rejection | None:
    return _forbids_letting_go(state, command.actor, command.weapon)


def _forbids_letting_go(state: State, actor: int, weapon: int) -> Rejection | None:
    weapons = state.profiles[actor].weapons
    if not 0 <= weapon < len(weapons):
        return NO_WEAPON
    if weapon not in state.conditions[actor].drawn:
        return Rejection("not_in_hand", f"the {weapons[weapon].name} is not in hand", "d20grid.draw")
    return None


# Anything else


@rule("d20grid.turn.budget", "d20grid.turn.full", "T04", "T09")
def _forbids_act(state: State, command: c.Act) -> Rejection | None:
    turn = turn_of(state)
    if command.kind == "full":
        rejection = _forbids_full(state, c.FullAttack(command.actor))
    else:
        rejection = None if can_pay(turn, command.kind) else no_action(command.kind, turn)
    return rejection or forbids_words(command.what)


@rule("d20grid.turn.others", "d20grid.surprise", "T08", "T56")
def _forbids_react(state: State, command: c.React) -> Rejection | None:
    """In the turn of somebody else; an Immediate action once."""
    if not is_fighter(state, command.actor):
        return UNKNOWN
    one = state.conditions[command.actor]
    if not may_react(state, command.actor):
        name = state.profiles[command.actor].name
        return Rejection("not_now", f"{name} has nothing to react with now", "d20grid.turn.others")
    if command.kind == "immediate" and "unaware" in one.flags:
        name = state.profiles[command.actor].name
        return Rejection("unaware", f"{name} is taken unawares", "d20grid.surprise", (("ruling", "T56"),))
    if command.kind == "immediate" and not one.immediate:
        return Rejection("no_action", "no Immediate action is left", "d20grid.turn.others")
    return forbids_words(command.what)


# Decisions


@rule("d20grid.aoo.trigger", "T16")
def _forbids_strike(state: State, command: c.Strike) -> Rejection | None:
    """With a weapon that can take an attack of opportunity, at the one who passes."""
    offer = state.pending[0]
    if not isinstance(offer, Offer):
        return NOTHING_DUE
    if command.actor != offer.owner:
        return NOW
    rejection = forbids_blow(state, offer.owner, offer.mover, command.weapon, command.subdual, offer.spot)
    if rejection is None and command.weapon not in weapons_at_hand(state, offer.owner):
        name = state.profiles[offer.owner].weapons[command.weapon].name
        message = f"the {name} takes no attack of opportunity"
        return Rejection("no_opportunity", message, "d20grid.aoo.trigger", (("ruling", "T16"),))
    return rejection


def _forbids_decline(state: State, command: c.Decline) -> Rejection | None:
    offer = state.pending[0]
    if not isinstance(offer, Offer):
        return NOTHING_DUE
    return None if command.actor == offer.owner else NOW


def _forbids_choice(state: State, command: c.ChooseWeapon) -> Rejection | None:
    choice = state.pending[0]
    if not isinstance(choice, WeaponChoice):
        return NOTHING_DUE
    if command.actor != choice.attacker:
        return NOW
    return None if command.weapon in choice.weapons else NO_WEAPON


_FORBIDS: dict[type, Callable[[State, Any], Rejection | None]] = {
    c.BeginRound: _forbids_round,
    c.RollInitiative: _forbids_enter,
    c.Attack: _forbids_attack,
    c.FullAttack: _forbids_full,
    c.Step: forbids_step,
    c.MoveTo: forbids_move_to,
    c.Walk: forbids_walk,
    c.Disengage: _forbids_disengage,
    c.Draw: _forbids_draw,
    c.Sheathe: _forbids_sheathe,
    c.Drop: _forbids_drop,
    c.Act: _forbids_act,
    c.React: _forbids_react,
    c.EndTurn: _forbids_end,
    c.Strike: _forbids_strike,
    c.Decline: _forbids_decline,
    c.ChooseWeapon: _forbids_choice,
}
