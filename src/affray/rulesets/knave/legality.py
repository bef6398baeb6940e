"""What is allowed now. `forbids` is the only owner of that question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.dice import TABLE, Seat
from affray.errors import Rejection
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.attacking import bare_hands
from affray.rulesets.knave.harm import PIECES, breakable
from affray.rulesets.knave.state import (
    DEAD,
    UNARMED,
    UNCONSCIOUS,
    UP,
    BreakChoice,
    MoraleChoice,
    PieceChoice,
    State,
)
from affray.rulesets.knave.turns import to_act, turns_left

TURN = "knave.turn.action"
OVER = Rejection("over", "the fight is over")
WAITING = Rejection("decision_due", "a decision has to be made first")
UNKNOWN = Rejection("no_such_fighter", "there is no such fighter in the fight")


def forbids(state: State, command: c.Command) -> Rejection | None:
    """Why the command may not be given now, or None. Asks no die and changes nothing."""
    if state.over:
        return OVER
    return _FORBIDS[type(command)](state, command)


def candidates(state: State, seat: Seat) -> list[tuple[c.Command, Rejection | None]]:
    """The closed commands of a seat, each with why it is forbidden now, or None.

    A seat that is not to act has none. Attacks on those who are out of the fight are not listed.
    """
    if seat not in to_act(state):
        return []
    listed: list[c.Command]
    if state.pending:
        listed = _answers(state)
    elif seat == TABLE:
        listed = [c.BeginRound()]
    else:
        assert isinstance(seat, int)
        listed = [*_attacks(state, seat), c.Pass(seat), c.Flee(seat)]
    return [(command, forbids(state, command)) for command in listed]


def _answers(state: State) -> list[c.Command]:
    pending = state.pending[0]
    if isinstance(pending, PieceChoice):
        return [c.ChoosePiece(pending.seat, piece) for piece in PIECES]
    if isinstance(pending, MoraleChoice):
        return [c.CallMorale(True), c.CallMorale(False)]
    return [c.Break(pending.fighter, "flee"), c.Break(pending.fighter, "retreat"), c.Break(pending.fighter, "parley")]


def _attacks(state: State, fighter: int) -> list[c.Command]:
    weapons = [UNARMED, *range(len(state.profiles[fighter].weapons))]
    foes = state.camps[1 - state.profiles[fighter].camp]
    return [
        c.Attack(fighter, target, weapon)
        for target in foes
        if state.conditions[target].fate in (UP, UNCONSCIOUS)
        for weapon in (*weapons[1:], UNARMED)
    ]


def _forbids_round(state: State, command: c.BeginRound) -> Rejection | None:
    if state.pending:
        return WAITING
    if turns_left(state):
        return Rejection("round_goes_on", "somebody has not acted in this round yet", "knave.round.initiative")
    return None


def _forbids_turn(state: State, actor: int, running: bool = False) -> Rejection | None:
    """What forbids an action of this fighter now; one who is on the run can do nothing but run."""
    if state.pending:
        return WAITING
    if not 0 <= actor < len(state.profiles):
        return UNKNOWN
    fate = state.conditions[actor].fate
    if fate != UP:
        clause = f"knave.hp.{fate}" if fate in (DEAD, UNCONSCIOUS) else "knave.morale.check"
        return Rejection("not_up", f"{state.profiles[actor].name} is {_as_state(fate)}", clause)
    if actor in turns_left(state):
        if state.conditions[actor].fleeing and not running:
            return Rejection("fleeing", f"{state.profiles[actor].name} is on the run", "knave.morale.check")
        return None
    if actor in state.acted:
        return Rejection("acted", f"{state.profiles[actor].name} has acted in this round", TURN)
    return Rejection("not_your_turn", f"it is not the turn of {state.profiles[actor].name}", "knave.round.initiative")


def _as_state(fate: str) -> str:
    return {"fled": "gone", "retreated": "gone", "parleyed": "parleying"}.get(fate, fate)


def _forbids_attack(state: State, command: c.Attack) -> Rejection | None:
    actor, target = command.actor, command.target
    rejection = _forbids_turn(state, actor)
    if rejection is not None:
        return rejection
    profiles = state.profiles
    if not 0 <= target < len(profiles):
        return UNKNOWN
    if profiles[target].camp == profiles[actor].camp:
        return Rejection("not_a_foe", f"{profiles[target].name} is no foe", "knave.attack.melee")
    fate = state.conditions[target].fate
    if fate not in (UP, UNCONSCIOUS):
        return Rejection("no_target", f"{profiles[target].name} is {_as_state(fate)}", "knave.attack.melee")
    return _forbids_weapon(state, actor, command.weapon)


def _forbids_weapon(state: State, actor: int, weapon: int) -> Rejection | None:
    if weapon == UNARMED:
        if bare_hands(state.rulings) is None:
            return Rejection("unarmed", "there is no unarmed attack", "knave.attack.damage", (("ruling", "K17"),))
        return None
    weapons = state.profiles[actor].weapons
    if not 0 <= weapon < len(weapons):
        return Rejection("no_such_weapon", f"{state.profiles[actor].name} has no such weapon")
    if weapons[weapon].kind != "melee":
        return Rejection("not_melee", f"the {weapons[weapon].name} is no melee weapon", "knave.attack.melee")
    if state.conditions[actor].weapons[weapon] == 0:
        return Rejection("destroyed", f"the {weapons[weapon].name} is destroyed", "knave.quality.destroyed")
    return None


def _forbids_pass(state: State, command: c.Pass) -> Rejection | None:
    return _forbids_turn(state, command.actor)


def _forbids_flee(state: State, command: c.Flee) -> Rejection | None:
    rejection = _forbids_turn(state, command.actor, running=True)
    if rejection is None and not state.conditions[command.actor].fleeing:
        return Rejection("not_fleeing", f"{state.profiles[command.actor].name} is not on the run", "knave.morale.check")
    return rejection


def _forbids_piece(state: State, command: c.ChoosePiece) -> Rejection | None:
    pending = state.pending[0] if state.pending else None
    if not isinstance(pending, PieceChoice):
        return Rejection("nothing_to_choose", "no armor has to be chosen", "knave.critical.armor")
    if command.chooser != pending.seat:
        return Rejection("not_yours", "the choice is another's", "knave.critical.armor")
    if command.piece not in breakable(state.profiles[pending.target], state.conditions[pending.target]):
        return Rejection("no_such_piece", f"the {command.piece} cannot lose a point", "knave.critical.armor")
    return None


def _forbids_call(state: State, command: c.CallMorale) -> Rejection | None:
    if not state.pending or not isinstance(state.pending[0], MoraleChoice):
        return Rejection("nothing_to_choose", "no morale roll is waiting", "knave.morale.check")
    return None


def _forbids_break(state: State, command: c.Break) -> Rejection | None:
    pending = state.pending[0] if state.pending else None
    if not isinstance(pending, BreakChoice) or pending.fighter != command.fighter:
        return Rejection("nothing_to_choose", "nobody's morale has failed", "knave.morale.check")
    return None


def _forbids_override(state: State, command: c.Override) -> Rejection | None:
    if state.pending:
        return WAITING
    if not 0 <= command.fighter < len(state.profiles):
        return UNKNOWN
    condition, profile = state.conditions[command.fighter], state.profiles[command.fighter]
    if condition.fate not in (UP, UNCONSCIOUS, DEAD):
        return Rejection("not_here", f"{profile.name} is {_as_state(condition.fate)}")
    if not -9_999 <= command.hp <= profile.max_hp:
        return Rejection(
            "out_of_range", f"hp is a whole number from -9999 to {profile.max_hp}", "", (("hp", command.hp),)
        )
    if not command.reason.strip():
        return Rejection("no_reason", "an override needs a reason")
    return None


_FORBIDS: dict[type, Callable[[State, Any], Rejection | None]] = {
    c.BeginRound: _forbids_round,
    c.Attack: _forbids_attack,
    c.Pass: _forbids_pass,
    c.Flee: _forbids_flee,
    c.ChoosePiece: _forbids_piece,
    c.CallMorale: _forbids_call,
    c.Break: _forbids_break,
    c.Override: _forbids_override,
}
