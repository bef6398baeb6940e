"""What best play chooses from: whom to attack, who of the players' side acts next, or everything that is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from msgspec.structs import replace

from affray.dice import Dice, Formula, Roll, Seat, Why
from affray.rules import Repertoire
from affray.rulesets.knave.candidates import candidates
from affray.rulesets.knave.commands import Attack, Command
from affray.rulesets.knave.state import UP, State
from affray.rulesets.knave.tactics import attacking
from affray.rulesets.knave.turns import to_act, turns_left


class _NoDice:
    """Dice for tactics that ask for none."""

    def __init__(self) -> None:
        self.roles: Mapping[str, Seat] = {}

    def roll(self, roll: Roll, why: Why) -> NoReturn:
        raise AssertionError(why.name)

    def faces(self, roll: Roll, why: Why) -> NoReturn:
        raise AssertionError(why.name)

    def resolve(self, formula: Formula[..., Any], *inputs: Any, **named: Any) -> NoReturn:
        raise AssertionError(formula.name)


NO_DICE = _NoDice()


def targets(state: State, seat: Seat) -> list[Command]:
    """What the tactic `first` would do; where that is an attack on a foe of its choice, the same on each of them."""
    seen: list[int] = []

    def choose(state: State, foes: tuple[int, ...], dice: Dice) -> int:
        seen[:] = [foe for foe in foes if state.conditions[foe].fate == UP]
        return seen[0]

    command = attacking(choose)(state, seat, NO_DICE)
    if isinstance(command, Attack) and seen:
        return [replace(command, target=foe) for foe in seen]
    return [command]


def targets_and_order(state: State, seat: Seat) -> list[Command]:
    """The same for each of those who may act next, one after another: the players settle that among themselves."""
    if state.pending:
        return targets(state, seat)
    return [command for one in turns_left(state) for command in targets(state, one)]


def everything(state: State, seat: Seat) -> list[Command]:
    """Every closed command of those of the seat's side who may act now."""
    side = _side(state, seat)
    seats = [one for one in to_act(state) if _side(state, one) == side]
    return [command for one in seats for command, rejection in candidates(state, one) if rejection is None]


def _side(state: State, seat: Seat) -> str:
    return state.profiles[seat].side if isinstance(seat, int) else seat


REST = "everybody strikes with the first whole weapon, shoots without one, rises, and flees only by morale"
REPERTOIRES: dict[str, Repertoire[State, Command]] = {
    one.name: one
    for one in (
        Repertoire("targets", lambda state: f"whom to attack; who acts next is by the roster, and {REST}", targets),
        Repertoire(
            "targets+order",
            lambda state: f"whom to attack, and who of the players' side acts next; {REST}",
            targets_and_order,
        ),
        Repertoire(
            "all",
            lambda state: "everything that is allowed and needs no word of the referee, and who of the side does it",
            everything,
        ),
    )
}
