"""What is allowed now. `forbids` is the only owner of that question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.errors import Rejection
from affray.rules import rule
from affray.rules.refusals import NOTHING_DUE, NOW, OVER, UNKNOWN, WAITING, forbids_words
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.acting import breath_in_combat, leaving
from affray.rulesets.skilldice.attacking import defence_skills, within_reach
from affray.rulesets.skilldice.legality_referee import OF_THE_NARRATOR
from affray.rulesets.skilldice.referee import may_rest
from affray.rulesets.skilldice.refusals import LEAVE, TURNS, is_fighter
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.state import (
    ACTIONS,
    UP,
    Offer,
    OrderChoice,
    SkillChoice,
    State,
    SweepChoice,
    can_act,
    is_foe,
    place_of,
)
from affray.rulesets.skilldice.turns import acting, can_spend, has_the_floor, in_round, next_to_act


def forbids(state: State, command: c.Command) -> Rejection | None:
    """Why the command may not be given now, or None. Asks no die and changes nothing."""
    if isinstance(command, c.Narrator):
        return OF_THE_NARRATOR[type(command)](state, command)
    if state.over:
        return OVER
    if isinstance(command, c.Answer):
        return _FORBIDS[type(command)](state, command) if state.pending else NOTHING_DUE
    if state.pending:
        return WAITING
    if not isinstance(command, c.BeginRound):
        rejection = _forbids_actor(state, command.actor, rolling=isinstance(command, c.Enter))
        if rejection is not None:
            return rejection
    return _FORBIDS[type(command)](state, command)


@rule("skilldice.out.kinds", "D37")
def _forbids_actor(state: State, actor: int, *, rolling: bool) -> Rejection | None:
    """One who is out, gone, dead, asleep, bound or unaware does nothing; its place in the order it still rolls for."""
    if not is_fighter(state, actor):
        return UNKNOWN
    name, one = state.profiles[actor].name, state.conditions[actor]
    if one.fate != UP:
        return Rejection("out", f"{name} is {one.fate} and cannot act", "skilldice.out.kinds")
    if not rolling and not can_act(state, actor):
        return Rejection("helpless", f"{name} is {one.manner} and cannot act", "skilldice.helpless")
    return None


# The round


def _forbids_round(state: State, command: c.BeginRound) -> Rejection | None:
    if next_to_act(state) != "table":
        return Rejection("turns_left", "the round is not over", TURNS)
    return None


def _forbids_enter(state: State, command: c.Enter) -> Rejection | None:
    if command.actor not in state.entering:
        return Rejection("not_entering", f"{state.profiles[command.actor].name} does not roll for the order now", TURNS)
    return None


def _forbids_name_next(state: State, command: c.NameNext) -> Rejection | None:
    pending = state.pending[0]
    if not isinstance(pending, OrderChoice):
        return NOTHING_DUE
    if not is_fighter(state, command.fighter):
        return UNKNOWN
    name = state.profiles[command.fighter].name
    if state.conditions[command.fighter].fate != UP:
        return Rejection("out", f"{name} is not in the fight", "skilldice.out.kinds")
    if command.fighter in pending.named:
        return Rejection("named", f"{name} has its place", TURNS)
    return None


def _forbids_end(state: State, command: c.EndTurn) -> Rejection | None:
    return None if command.actor in acting(state) else _not_its_turn(state, command.actor)


def _not_its_turn(state: State, actor: int) -> Rejection:
    return Rejection("not_your_turn", f"it is not {state.profiles[actor].name}'s turn", TURNS)


# Actions


@rule("skilldice.turn.actions", "D04", "D05")
def _forbids_action(state: State, actor: int, actions: int = 1) -> Rejection | None:
    """Actions are spent in one's turn, or afterwards as long as they are held; there are three a round."""
    if not has_the_floor(state, actor):
        return _not_its_turn(state, actor)
    if not can_spend(state, actor, actions):
        left = state.conditions[actor].actions
        return Rejection("no_action", f"{ACTIONS} actions a round, {left} left", TURNS, (("left", left),))
    return None


@rule("skilldice.attack.contest", "D06", "D08", "D37")
def _forbids_attack(state: State, command: c.Attack) -> Rejection | None:
    """An enemy who is in the fight, with as many actions as the table allows for one attempt."""
    if not is_fighter(state, command.target):
        return UNKNOWN
    target = state.profiles[command.target]
    if not is_foe(state, command.actor, command.target):
        return Rejection("not_a_foe", f"{target.name} is no foe", "skilldice.attack.contest")
    fate = state.conditions[command.target].fate
    if fate != UP:
        return Rejection("no_target", f"{target.name} is {fate}", "skilldice.stamina.out")
    if not 1 <= command.dice <= most_dice(state.rulings):
        message = f"1 to {most_dice(state.rulings)} actions go into one attack"
        return Rejection("too_many_actions", message, TURNS, (("ruling", "D08"),))
    rejection = _forbids_action(state, command.actor, command.dice)
    if rejection is None and one_attack(state.rulings) and state.conditions[command.actor].attacks:
        return Rejection("attacked", "one attack a turn", TURNS, (("ruling", "D06"),))
    return rejection


@rule("D08")
def most_dice(rulings: Rulings) -> int:
    """How many actions may go into one attack, a die each."""
    return ACTIONS if rulings.several_actions == "effort" else 1


@rule("D06")
def one_attack(rulings: Rulings) -> bool:
    """Whether a turn has one attack at most."""
    return rulings.attacks == "one_attack"


@rule("skilldice.weapon.piercing", "D28")
def _forbids_tend(state: State, command: c.Tend) -> Rejection | None:
    """Anybody in the fight who has a wound: oneself, an ally, even a foe."""
    rejection = _forbids_other(state, command.target)
    if rejection is None and not any(state.conditions[command.target].wounds):
        name = state.profiles[command.target].name
        return Rejection("no_wound", f"{name} has no wound to tend", "skilldice.weapon.piercing")
    return rejection or _forbids_action(state, command.actor)


def _forbids_help(state: State, command: c.Help) -> Rejection | None:
    rejection = _forbids_ally(state, command.actor, command.target)
    if rejection is None and can_act(state, command.target):
        return Rejection("no_help", f"{state.profiles[command.target].name} needs no help", "skilldice.helpless")
    return rejection or _forbids_action(state, command.actor)


def _forbids_ally(state: State, actor: int, target: int) -> Rejection | None:
    rejection = _forbids_other(state, target)
    if rejection is None and is_foe(state, actor, target):
        return Rejection("a_foe", f"{state.profiles[target].name} is a foe", TURNS)
    return rejection


def _forbids_other(state: State, target: int) -> Rejection | None:
    if not is_fighter(state, target):
        return UNKNOWN
    name, fate = state.profiles[target].name, state.conditions[target].fate
    return None if fate == UP else Rejection("no_target", f"{name} is {fate}", "skilldice.out.kinds")


def _forbids_move(state: State, command: c.Move) -> Rejection | None:
    groups = {one.group for one in state.conditions if one.fate == UP}
    if command.to not in groups or command.to == state.conditions[command.actor].group:
        return Rejection("nowhere", "there is no other group of that name", "skilldice.weapon.slashing")
    return _forbids_action(state, command.actor)


def _forbids_breath(state: State, command: c.CatchBreath) -> Rejection | None:
    if not breath_in_combat(state.rulings):
        return Rejection("in_combat", "no respite in a fight", "skilldice.recover.respite", (("ruling", "D39"),))
    if not state.conditions[command.actor].lost[place_of(command.skill)]:
        return Rejection("fresh", f"nothing of {command.skill.capitalize()} is lost", "skilldice.recover.respite")
    if not may_rest(state, command.actor, command.skill):
        return Rejection("alone", "Soul is given by somebody", "skilldice.recover.respite", (("ruling", "D40"),))
    return _forbids_action(state, command.actor)


def _forbids_act(state: State, command: c.Act) -> Rejection | None:
    return forbids_words(command.what) or _forbids_action(state, command.actor)


@rule("skilldice.leave", "D35")
def _forbids_leave(state: State, command: c.Leave) -> Rejection | None:
    """Between two attacks, whoever's turn it is; unless the table reads it otherwise."""
    own_turn, actions = leaving(state.rulings)
    if not state.round or state.entering:
        return Rejection("not_begun", "the fight has not begun", LEAVE)
    if own_turn and command.actor not in acting(state):
        return _not_its_turn(state, command.actor)
    if actions and not (in_round(state) and can_spend(state, command.actor, actions)):
        return Rejection("no_action", "leaving takes an action", LEAVE, (("ruling", "D35"),))
    return None


# Decisions


def _forbids_defend(state: State, command: c.Defend) -> Rejection | None:
    pending = state.pending[0]
    if not isinstance(pending, Offer):
        return NOTHING_DUE
    if command.actor != pending.strife.target:
        return NOW
    skills = defence_skills(pending.strife.skill, state.rulings) or (pending.strife.skill,)
    if command.skill not in skills:
        message = f"that is met with {' or '.join(one.capitalize() for one in skills)}"
        return Rejection("other_skill", message, "skilldice.attack.contest", (("ruling", "D11"),))
    return None


def _forbids_take_it(state: State, command: c.TakeIt) -> Rejection | None:
    pending = state.pending[0]
    if not isinstance(pending, Offer):
        return NOTHING_DUE
    return None if command.actor == pending.strife.target else NOW


def _forbids_skill(state: State, command: c.NameSkill) -> Rejection | None:
    return None if isinstance(state.pending[0], SkillChoice) else NOTHING_DUE


def _forbids_land(state: State, command: c.Land) -> Rejection | None:
    pending = state.pending[0]
    if not isinstance(pending, SweepChoice):
        return NOTHING_DUE
    if command.actor != pending.seat:
        return NOW
    if command.target != pending.target and command.target not in within_reach(state, pending.seat, pending.target):
        return Rejection("out_of_reach", "that is no enemy within reach", "skilldice.weapon.slashing")
    return None


_FORBIDS: dict[type, Callable[[State, Any], Rejection | None]] = {
    c.BeginRound: _forbids_round,
    c.Enter: _forbids_enter,
    c.NameNext: _forbids_name_next,
    c.Attack: _forbids_attack,
    c.Defend: _forbids_defend,
    c.TakeIt: _forbids_take_it,
    c.NameSkill: _forbids_skill,
    c.Land: _forbids_land,
    c.Tend: _forbids_tend,
    c.Help: _forbids_help,
    c.Move: _forbids_move,
    c.CatchBreath: _forbids_breath,
    c.Act: _forbids_act,
    c.Leave: _forbids_leave,
    c.EndTurn: _forbids_end,
}
