"""What is allowed now. `forbids` is the only owner of that question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.errors import Rejection
from affray.rules import rule
from affray.rules.refusals import NOTHING_DUE, OVER, UNKNOWN, WAITING
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.attacking import bare_hands, blows_of, edge_over
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.hands import swapping_costs
from affray.rulesets.knave.harm import breakable
from affray.rulesets.knave.legality_referee import OF_THE_REFEREE
from affray.rulesets.knave.refusals import MOVE, STUNT, TURN, as_state, forbids_effect, forbids_name, forbids_target
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.space import goals, is_engaged, reach
from affray.rulesets.knave.state import (
    DEAD,
    UNARMED,
    UNCONSCIOUS,
    UP,
    BreakChoice,
    FreeAttack,
    IdealChoice,
    LeaveChoice,
    MoraleChoice,
    PieceChoice,
    State,
    TakenChoice,
)
from affray.rulesets.knave.striking import allies_at, hampered_by
from affray.rulesets.knave.stunts import advantage_only, in_hand, needs_reach
from affray.rulesets.knave.turns import at_turn_of, may_still_move, turns_left


def forbids(state: State, command: c.Command) -> Rejection | None:
    """Why the command may not be given now, or None. Asks no die and changes nothing."""
    if state.over:
        return OVER
    if state.turn is not None:
        state = at_turn_of(state, c.turn_of(command))
    return _FORBIDS[type(command)](state, command)


# The turn


def _forbids_round(state: State, command: c.BeginRound) -> Rejection | None:
    if state.pending:
        return WAITING
    if turns_left(state):
        return Rejection("round_goes_on", "somebody has not acted in this round yet", "knave.round.initiative")
    return None


def _forbids_turn(state: State, actor: int, running: bool = False, action: bool = False) -> Rejection | None:
    """What forbids this fighter anything now: one on the run can do nothing but run, one stunned takes no action."""
    if state.pending:
        return WAITING
    if not 0 <= actor < len(state.profiles):
        return UNKNOWN
    condition = state.conditions[actor]
    if condition.fate == UP and actor in turns_left(state):
        if condition.fleeing and not running:
            return Rejection("fleeing", f"{state.profiles[actor].name} is on the run", "knave.morale.check")
        if condition.stunned and action:
            return Rejection("stunned", f"{state.profiles[actor].name} is stunned and loses the action", STUNT)
        return None
    if condition.fate != UP:
        clause = f"knave.hp.{condition.fate}" if condition.fate in (DEAD, UNCONSCIOUS) else "knave.morale.check"
        return Rejection("not_up", f"{state.profiles[actor].name} is {as_state(condition.fate)}", clause)
    if actor in state.acted:
        return Rejection("acted", f"{state.profiles[actor].name} has acted in this round", TURN)
    return Rejection("not_your_turn", f"it is not the turn of {state.profiles[actor].name}", "knave.round.initiative")


def _forbids_action(state: State, actor: int) -> Rejection | None:
    """What forbids anything that takes an action."""
    return _forbids_turn(state, actor, action=True)


def _forbids_reach(state: State, actor: int, target: int) -> Rejection | None:
    if reach(state, actor, target) == "none":
        names = state.profiles[actor].name, state.profiles[target].name
        return Rejection("out_of_reach", f"{names[0]} does not reach {names[1]}", "knave.attack.melee")
    return None


# Attacks, stunts, spells


def _forbids_attack(state: State, command: c.Attack) -> Rejection | None:
    actor, target = command.actor, command.target
    rejection = _forbids_turn(state, actor, action=True)
    if rejection is None:
        rejection = forbids_target(state, actor, target) or _forbids_weapon(state, command)
    if rejection is None and (state.turn is not None or command.dirty):
        rejection = _forbids_half(state, command, "attack") or _forbids_routine(state, command)
    if rejection is not None:
        return rejection
    if command.thrown or (command.weapon != UNARMED and _is_ranged(state, actor, command.weapon)):
        return _forbids_shot(state, actor)
    return _forbids_reach(state, actor, target)


def _is_ranged(state: State, actor: int, weapon: int) -> bool:
    return state.profiles[actor].weapons[weapon].kind == "ranged"


def _forbids_weapon(state: State, command: c.Attack | c.Strike) -> Rejection | None:
    actor, weapon = command.actor, command.weapon
    thrown = isinstance(command, c.Attack) and command.thrown
    if weapon is None:
        return None
    if weapon == UNARMED:
        if bare_hands(state.rulings) is None or thrown:
            return Rejection("unarmed", "there is no unarmed attack", "knave.attack.damage", (("ruling", "K17"),))
        return None
    profile, condition = state.profiles[actor], state.conditions[actor]
    if not 0 <= weapon < len(profile.weapons):
        return Rejection("no_such_weapon", f"{profile.name} has no such weapon")
    one = profile.weapons[weapon]
    if condition.weapons[weapon] == 0:
        return Rejection("destroyed", f"the {one.name} is destroyed", "knave.quality.destroyed")
    if weapon in condition.dropped:
        return Rejection("dropped", f"the {one.name} is on the floor", STUNT)
    if thrown and not (may_throw(state.rulings) and "thrown" in one.tags and one.kind == "melee"):
        return Rejection("not_thrown", f"the {one.name} cannot be thrown", "knave.attack.ranged", (("ruling", "K18"),))
    if one.kind == "ranged" and condition.shots == 0:
        return Rejection("no_shots", "there is nothing left to shoot", "knave.attack.ranged", (("ruling", "K22"),))
    if one.hands == 1 or not profile.shield or condition.slung or condition.shield == 0:
        return None
    return _forbids_swap(state, actor, out_of_turn=isinstance(command, c.Strike))


@rule("K18")
def may_throw(rulings: Rulings) -> bool:
    """Whether a melee weapon made for it can be thrown."""
    return rulings.thrown != "not_allowed"


def _forbids_swap(state: State, actor: int, out_of_turn: bool = False) -> Rejection | None:
    """What forbids slinging the shield on the way to an attack or a spell that takes both hands (K23)."""
    turn = state.turn
    # One change a turn, and before the action.
    late = turn is not None and turn.actor == actor and (turn.swapped or bool(turn.owed))
    if out_of_turn or late or swapping_costs(state.rulings):
        return Rejection("hands", "the shield is in the way", TURN, (("ruling", "K23"),))
    return None


def _forbids_shot(state: State, actor: int) -> Rejection | None:
    if is_engaged(state, actor):
        name = state.profiles[actor].name
        return Rejection("engaged", f"{name} is engaged in melee", "knave.attack.ranged", (("ruling", "K20"),))
    return None


def _forbids_routine(state: State, command: c.Attack) -> Rejection | None:
    """A routine that has begun goes on with the same weapon, and one choice of dirty fighting holds for all of it."""
    turn = state.turn
    if turn is None or turn.actor != command.actor or turn.over or not turn.blow or turn.owed == "attack":
        return None
    if turn.blow < len(blows_of(state.rulings, state.profiles[command.actor], turn.weapon)):
        if command.weapon != turn.weapon:
            return Rejection("routine", "the routine goes on with the same weapon", TURN)
        if turn.dirty and command.target != turn.against:
            return Rejection("owed", "fighting dirty is against one foe", "knave.edge.choice")
        return None
    return Rejection("no_attack_left", "no attack is left", TURN)


@rule("knave.edge.choice", "K36", "K37")
def _forbids_half(state: State, command: c.Attack | c.Stunt | c.FreeStunt, half: str) -> Rejection | None:
    """What forbids this half of choice (B), or anything else while the other half is owed."""
    turn = state.turn
    mine = turn is not None and turn.actor == command.actor
    if mine and turn is not None and turn.owed:
        goes_on = half == "attack" and turn.owed == "stunt" and _in_routine(state, command.actor)
        if (turn.owed != half and not goes_on) or not command.dirty or turn.against != command.target:
            return Rejection("owed", f"a {turn.owed} against the same foe is what is left", "knave.edge.choice")
        return None
    if not command.dirty:
        return None
    if mine and turn is not None and turn.blow:
        return Rejection("too_late", "fighting dirty is declared before the first roll", "knave.edge.choice")
    if state.conditions[command.target].fate != UP:
        return Rejection("no_target", f"{state.profiles[command.target].name} is down", STUNT)
    if half == "attack" and stunt_comes_first(state.rulings):
        return Rejection("stunt_first", "the stunt comes first", "knave.edge.choice", (("ruling", "K36"),))
    hampered = _hampered(state, command) if isinstance(command, c.Attack) else 0
    if edge_over(state, command.actor, command.target, hampered) < 1:
        name = state.profiles[command.target].name
        return Rejection("no_advantage", f"there is no advantage over {name}", "knave.edge.choice")
    return None


def _hampered(state: State, command: c.Attack) -> int:
    """What speaks against an attack itself: a disadvantage cancels the advantage, and (B) is not open (K38)."""
    if not command.thrown and (command.weapon == UNARMED or not _is_ranged(state, command.actor, command.weapon)):
        return 0
    return hampered_by(state.rulings, allies_at(state, command.actor, command.target))


def _in_routine(state: State, actor: int) -> bool:
    turn = state.turn
    if turn is None or turn.actor != actor or turn.over:
        return False
    return 0 < turn.blow < len(blows_of(state.rulings, state.profiles[actor], turn.weapon))


@rule("K36")
def stunt_comes_first(rulings: Rulings) -> bool:
    """Whether of the two halves of choice (B) the stunt comes first."""
    return rulings.dirty_order == "stunt_then_attack"


def _forbids_stunt(state: State, command: c.Stunt | c.FreeStunt) -> Rejection | None:
    rejection = _forbids_action(state, command.actor) or forbids_target(state, command.actor, command.target)
    if rejection is not None:
        return rejection
    harms = isinstance(command, c.FreeStunt) and command.effect.kind == "damage"
    if state.conditions[command.target].fate != UP and not harms:
        return Rejection("no_target", f"{state.profiles[command.target].name} is down", STUNT)
    rejection = _forbids_half(state, command, "stunt")
    if rejection is None and isinstance(command, c.FreeStunt):
        rejection = forbids_effect(command.effect) or forbids_name(command.name)
    elif rejection is None and isinstance(command, c.Stunt):
        rejection = _forbids_what_does_nothing(state, command)
    if rejection is None and not command.dirty and _in_routine(state, command.actor):
        rejection = Rejection("routine", "the action is spent on attacks", TURN)
    afar = isinstance(command, c.FreeStunt) and command.afar
    if rejection is None and not afar and needs_reach(state.rulings):
        rejection = _forbids_reach(state, command.actor, command.target)
    return rejection


def _forbids_what_does_nothing(state: State, command: c.Stunt) -> Rejection | None:
    """A stunt of the house table that would change nothing about its target (K34)."""
    one, profile = state.conditions[command.target], state.profiles[command.target]
    if advantage_only(state.rulings):
        return None
    if command.kind == "shove" and space(state.rulings)[0] == "zones":
        return Rejection("no_room", "a push of 5 feet leads to no other place", STUNT, (("ruling", "K19"),))
    if command.kind == "disarm" and in_hand(state, command.target) == UNARMED:
        return Rejection("nothing_to_disarm", f"{profile.name} has no weapon in hand", STUNT)
    if command.kind == "sunder" and not breakable(profile, one):
        return Rejection("nothing_to_sunder", f"{profile.name} wears nothing that could lose a point", STUNT)
    if command.kind == "trip" and one.tripped:
        return Rejection("off_its_feet", f"{profile.name} is off its feet already", STUNT)
    if command.kind == "stun" and one.stunned:
        return Rejection("stunned_already", f"{profile.name} is stunned already", STUNT)
    return None


def _forbids_cast(state: State, command: c.Cast) -> Rejection | None:
    rejection = _forbids_action(state, command.actor) or forbids_target(state, command.actor, command.target)
    if rejection is not None:
        return rejection
    actor = command.actor
    spells = state.profiles[actor].spells
    if not 0 <= command.spell < len(spells):
        return Rejection("no_such_spell", f"{state.profiles[actor].name} has no such spell")
    if command.spell in state.conditions[actor].cast:
        return Rejection("used_up", f"{spells[command.spell].name} has been cast today", "knave.spell.cast")
    if state.conditions[command.target].fate != UP and spells[command.spell].on_fail.kind != "damage":
        return Rejection("no_target", f"{state.profiles[command.target].name} is down", "knave.spell.cast")
    rejection = _forbids_fresh(state, actor)
    condition = state.conditions[actor]
    if rejection is None and state.profiles[actor].shield and condition.shield != 0 and not condition.slung:
        return _forbids_swap(state, actor)
    return rejection


# Moving and hands


def _forbids_moving(state: State, actor: int) -> Rejection | None:
    """What forbids spending the move now: before the action or after it, not in the middle (K42)."""
    rejection, turn = _forbids_turn(state, actor), state.turn
    if turn is None or turn.actor != actor:
        return rejection
    if rejection is not None:
        late = rejection.code == "acted" and turn.over and may_still_move(state, actor)
        return None if late else rejection
    if turn.blow or turn.owed:
        return Rejection("split", "the move does not come in the middle of the action", MOVE, (("ruling", "K42"),))
    return None


def _forbids_move(state: State, command: c.Move) -> Rejection | None:
    actor, turn = command.actor, state.turn
    rejection = _forbids_moving(state, actor)
    if rejection is not None:
        return rejection
    if command.to not in goals(state, actor):
        return Rejection("nowhere", "no move there would change anything", MOVE)
    second = turn is not None and turn.actor == actor and turn.moved and not turn.over
    if second and state.conditions[actor].stunned:
        return Rejection("stunned", f"{state.profiles[actor].name} is stunned and loses the action", STUNT)
    return None


def _forbids_rise(state: State, command: c.Rise) -> Rejection | None:
    actor, turn = command.actor, state.turn
    rejection = _forbids_moving(state, actor)
    if rejection is not None:
        return rejection
    if not state.conditions[actor].tripped:
        return Rejection("on_its_feet", f"{state.profiles[actor].name} is on its feet", MOVE)
    if turn is not None and turn.actor == actor and turn.moved:
        return Rejection("moved", "the move is spent", MOVE)
    return None


def _forbids_take_up(state: State, command: c.TakeUp) -> Rejection | None:
    rejection = _forbids_action(state, command.actor) or _forbids_fresh(state, command.actor)
    if rejection is not None:
        return rejection
    condition = state.conditions[command.actor]
    if command.weapon not in condition.dropped:
        return Rejection("not_dropped", "that weapon is not on the floor", TURN)
    place = dict(condition.lying).get(command.weapon, condition.at)
    if place != condition.at:
        return Rejection("elsewhere", f"that weapon lies at {place}", MOVE)
    return None


def _forbids_fresh(state: State, actor: int) -> Rejection | None:
    """What forbids an action of another kind once attacks or a stunt have begun."""
    turn = state.turn
    if turn is not None and turn.actor == actor and (turn.blow or turn.owed):
        return Rejection("routine", "the action is spent on attacks", TURN)
    return None


def _forbids_ready(state: State, command: c.Ready) -> Rejection | None:
    actor = command.actor
    rejection = _forbids_turn(state, actor) or _forbids_fresh(state, actor)
    if rejection is not None:
        return rejection
    if not state.profiles[actor].shield or state.conditions[actor].shield == 0:
        return Rejection("no_shield", f"{state.profiles[actor].name} has no shield")
    if state.conditions[actor].slung != command.shield:
        return Rejection("as_it_is", "the shield is there already", TURN)
    turn = state.turn
    if turn is not None and turn.actor == actor and turn.swapped:
        return Rejection("swapped", "one change of what is in hand a turn", TURN, (("ruling", "K23"),))
    if swapping_costs(state.rulings) and state.conditions[actor].stunned:
        return Rejection("stunned", f"{state.profiles[actor].name} is stunned and loses the action", STUNT)
    return None


def _forbids_pass(state: State, command: c.Pass) -> Rejection | None:
    rejection, turn = _forbids_turn(state, command.actor), state.turn
    if rejection is not None and rejection.code == "acted" and turn is not None and turn.actor == command.actor:
        return None if turn.over and may_still_move(state, command.actor) else rejection
    return rejection


def _forbids_flee(state: State, command: c.Flee) -> Rejection | None:
    rejection = _forbids_turn(state, command.actor, running=True)
    if rejection is None and not state.conditions[command.actor].fleeing:
        return Rejection("not_fleeing", f"{state.profiles[command.actor].name} is not on the run", "knave.morale.check")
    return rejection


@rule("K81")
def _forbids_withdraw(state: State, command: c.Withdraw) -> Rejection | None:
    """Leaving takes a move and a second move: a turn of which nothing is spent."""
    rejection = _forbids_action(state, command.actor)
    turn = state.turn
    if rejection is None and turn is not None and turn.actor == command.actor:
        return Rejection("turn_begun", "leaving takes the move and the action of a whole turn", MOVE)
    return rejection


# Decisions


def _forbids_piece(state: State, command: c.ChoosePiece) -> Rejection | None:
    pending = state.pending[0] if state.pending else None
    if not isinstance(pending, PieceChoice):
        return NOTHING_DUE
    if command.chooser != pending.seat:
        return Rejection("not_yours", "the choice is another's", "knave.critical.armor")
    if command.piece not in breakable(state.profiles[pending.target], state.conditions[pending.target]):
        return Rejection("no_such_piece", f"the {command.piece} cannot lose a point", "knave.critical.armor")
    return None


def _forbids_strike(state: State, command: c.Strike) -> Rejection | None:
    pending = state.pending[0] if state.pending else None
    if not isinstance(pending, FreeAttack):
        return NOTHING_DUE
    if command.actor != pending.seat:
        return Rejection("not_yours", "the choice is another's", MOVE)
    if command.weapon is None:
        return None
    rejection = _forbids_weapon(state, command)
    if rejection is None and command.weapon != UNARMED and _is_ranged(state, command.actor, command.weapon):
        return Rejection("not_melee", "a free attack is made in melee", MOVE)
    return rejection


def _forbids_call(state: State, command: c.CallMorale) -> Rejection | None:
    return None if state.pending and isinstance(state.pending[0], MoraleChoice) else NOTHING_DUE


def _forbids_break(state: State, command: c.Break) -> Rejection | None:
    pending = state.pending[0] if state.pending else None
    if not isinstance(pending, BreakChoice) or pending.fighter != command.fighter:
        return NOTHING_DUE
    return None


def _forbids_rule(state: State, command: c.Rule) -> Rejection | None:
    asked = isinstance(state.pending[0], IdealChoice | LeaveChoice | TakenChoice) if state.pending else False
    return None if asked else NOTHING_DUE


_FORBIDS: dict[type, Callable[[State, Any], Rejection | None]] = {
    c.BeginRound: _forbids_round,
    c.Attack: _forbids_attack,
    c.Stunt: _forbids_stunt,
    c.FreeStunt: _forbids_stunt,
    c.Cast: _forbids_cast,
    c.Move: _forbids_move,
    c.Rise: _forbids_rise,
    c.TakeUp: _forbids_take_up,
    c.Ready: _forbids_ready,
    c.Pass: _forbids_pass,
    c.Flee: _forbids_flee,
    c.Withdraw: _forbids_withdraw,
    c.ChoosePiece: _forbids_piece,
    c.Strike: _forbids_strike,
    c.CallMorale: _forbids_call,
    c.Break: _forbids_break,
    c.Rule: _forbids_rule,
    **OF_THE_REFEREE,
}
