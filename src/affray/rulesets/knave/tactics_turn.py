"""The plain turn under any tactic: one strikes, shoots, gets there, rises, takes up what it has dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from affray.dice import Dice
from affray.rulesets.knave.attacking import bare_hands
from affray.rulesets.knave.commands import Attack, Command, Move, Pass, Ready, Rise, Stunt, TakeUp
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.legality import forbids
from affray.rulesets.knave.space import CLOSER, adjacent_foes, goals, is_engaged, reach
from affray.rulesets.knave.state import UNARMED, UP, State, Turn, can_use, usable

Targets: TypeAlias = Callable[[State, tuple[int, ...], Dice], int]
"""Whom to attack, of these foes; at least one of them is up."""


def plain(state: State, seat: int, choose: Targets, dice: Dice) -> Command:
    """The attack, or what has to come before it; without any way to attack the turn goes by."""
    weapon = usable(state, seat)
    if weapon == UNARMED:
        command = taking_up(state, seat) or shooting(state, seat, choose, dice)
        if command is not None:
            return command
        if bare_hands(state.rulings) is None:
            return Pass(seat)
    elif hands_are_full(state, seat, weapon):
        return slinging(state, seat)
    foes = within_reach(state, seat)
    if foes:
        return Attack(seat, choose(state, foes, dice), weapon)
    return from_afar(state, seat, choose, dice) or closing(state, seat)


def taking_up(state: State, seat: int) -> Command | None:
    """The first weapon on the floor that is of any use is taken up where it lies, or gone to."""
    condition, weapons = state.conditions[seat], state.profiles[seat].weapons
    for weapon in condition.dropped:
        if condition.weapons[weapon] != 0 and (weapons[weapon].kind == "melee" or condition.shots != 0):
            place = dict(condition.lying).get(weapon, condition.at)
            if place == condition.at:
                return TakeUp(seat, weapon)
            if place in goals(state, seat):
                return Move(seat, place)
    return None


def within_reach(state: State, seat: int) -> tuple[int, ...]:
    """The foes who are up and in melee reach; if one lies on the ground only those for whom it need not walk."""
    foes = adjacent_foes(state, seat) if state.conditions[seat].tripped else ()
    return foes or tuple([one for one in standing(state, seat) if reach(state, seat, one) != "none"])


def standing(state: State, seat: int) -> tuple[int, ...]:
    """The foes who are up."""
    foes = state.camps[1 - state.profiles[seat].camp]
    return tuple([one for one in foes if state.conditions[one].fate == UP])


def closing(state: State, seat: int) -> Command:
    """Towards the foes, with the action too where the move is not enough."""
    where = goals(state, seat)
    if CLOSER in where:
        return Move(seat, CLOSER)
    if space(state.rulings)[0] == "zones":
        for foe in standing(state, seat):
            if state.conditions[foe].at in where:
                return Move(seat, state.conditions[foe].at)
    return Pass(seat)


# Shooting


def shooting(state: State, seat: int, choose: Targets, dice: Dice) -> Command | None:
    """The shot of one who has nothing else: in melee it steps out first. None where it cannot shoot in this turn."""
    bow = loaded(state, seat)
    if bow is None:
        return None
    if is_engaged(state, seat):
        return stepping_out(state, seat)
    if hands_are_full(state, seat, bow):
        return slinging(state, seat)
    return Attack(seat, choose(state, standing(state, seat), dice), bow)


def from_afar(state: State, seat: int, choose: Targets, dice: Dice) -> Command | None:
    """A shot at those who are out of reach, by one who would else have to walk; never at the price of the shield."""
    bow = loaded(state, seat)
    if bow is None or is_engaged(state, seat) or hands_are_full(state, seat, bow):
        return None
    return Attack(seat, choose(state, standing(state, seat), dice), bow)


def loaded(state: State, seat: int) -> int | None:
    """The first weapon that shoots, is whole and in hand, while there is something to shoot."""
    if state.conditions[seat].shots == 0:
        return None
    weapons = state.profiles[seat].weapons
    return next((n for n, one in enumerate(weapons) if one.kind == "ranged" and can_use(state, seat, n)), None)


def stepping_out(state: State, seat: int) -> Command | None:
    """Out of everybody's reach, where the move is left for it: the second one would be the action (K20)."""
    turn = state.turn
    if turn is not None and turn.actor == seat and turn.moved:
        return None
    taken = {state.conditions[foe].at for foe in standing(state, seat)}
    goal = next((goal for goal in goals(state, seat) if goal != CLOSER and goal not in taken), None)
    return None if goal is None else Move(seat, goal)


# Hands


def hands_are_full(state: State, seat: int, weapon: int) -> bool:
    """Whether the shield is in the way of the weapon in this turn (K23)."""
    if state.profiles[seat].weapons[weapon].hands == 1 or not state.profiles[seat].shield:
        return False
    blocked = forbids(state, Attack(seat, standing(state, seat)[0], weapon))
    return blocked is not None and blocked.code == "hands"


def slinging(state: State, seat: int) -> Command:
    """The shield is slung by an action of its own, if the turn allows it."""
    slung = Ready(seat, shield=False)
    return slung if forbids(state, slung) is None else Pass(seat)


# A turn that has begun


def next_blow(state: State, seat: int, turn: Turn, choose: Targets, dice: Dice) -> Command:
    """The next attack of a routine, against those who are there."""
    foes = [one for one in standing(state, seat) if forbids(state, Attack(seat, one, turn.weapon)) is None]
    return Attack(seat, choose(state, tuple(foes), dice), turn.weapon) if foes else Pass(seat)


def rising(state: State, seat: int, command: Command) -> Command:
    """The command, or to rise first where it does not need the move (K34)."""
    if not state.conditions[seat].tripped or isinstance(command, Move):
        return command
    if isinstance(command, Attack | Stunt) and walks(state, command):
        return command
    return Rise(seat) if forbids(state, Rise(seat)) is None else command


def walks(state: State, command: Attack | Stunt) -> bool:
    """Whether the fighter walks up to its target: to strike or for a stunt, not to shoot."""
    return not is_shot(state, command) and reach(state, command.actor, command.target) == "walk"


def is_shot(state: State, command: Command) -> bool:
    """Whether the command is an attack with a weapon that shoots."""
    if not isinstance(command, Attack) or command.weapon == UNARMED:
        return False
    return state.profiles[command.actor].weapons[command.weapon].kind == "ranged"
