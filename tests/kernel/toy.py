"""A ruleset with a little of everything: dice that bring more dice, a hidden roll, an offer, an open command.

Two players throw a d6 in turn and add it to their score until one reaches the goal. A 6 brings the better of two d4 on
top, and a d6 of luck that only the referee sees; a 1 lets the other one steal it, or not.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from affray.dice import REFEREE, Dice, Input, Roll, Seat, Why
from affray.errors import Rejection
from affray.fight import Fight
from affray.play import Play
from affray.rules import Outcome, Repertoire, Ruleset, Standing, formula, rule
from affray.rules.machines import Machine

THROW = Why("throw.d6", "thrower")
BONUS = Why("bonus.2d4", "thrower")
LUCK = Why("luck.d6", "referee", hidden=True)


class State(msgspec.Struct, frozen=True):
    goal: int
    scores: tuple[int, int] = (0, 0)
    turn: int = 0
    throws: int = 0
    luck: int = 0
    offer: bool = False
    winner: int | None = None


class Throw(msgspec.Struct, frozen=True, tag="throw"):
    seat: int


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    seat: int
    steal: bool


class Move(msgspec.Struct, frozen=True, tag="move"):
    """The referee's open command."""

    seat: int
    score: int


Command: TypeAlias = Throw | Answer | Move


class Threw(msgspec.Struct, frozen=True, tag="threw"):
    seat: int
    points: int
    clause: str = "toy.throw"


class Lucky(msgspec.Struct, frozen=True, tag="lucky"):
    luck: int
    hidden: bool = True
    clause: str = "toy.luck"


class Offered(msgspec.Struct, frozen=True, tag="offered"):
    clause: str = "toy.steal"


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    steal: bool
    clause: str = "toy.steal"


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    seat: int
    score: int
    clause: str = ""


class Won(msgspec.Struct, frozen=True, tag="won"):
    seat: int
    clause: str = "toy.goal"


Event: TypeAlias = Threw | Lucky | Offered | Answered | Moved | Won


@formula("throw", "toy.throw")
def throw(dice: Dice) -> int:
    return dice.roll(Roll(6), THROW)


@formula("bonus", "toy.throw")
def bonus(dice: Dice) -> int:
    return dice.roll(Roll(4, 2, "high"), BONUS)


@formula("luck", "toy.luck")
def luck(dice: Dice) -> int:
    return dice.roll(Roll(6), LUCK)


@formula("reach", "toy.goal", inputs=(Input("goal", "points to reach", 1, 12, required=True),))
def reach(dice: Dice, goal: int) -> bool:
    return dice.roll(Roll(6, 2), THROW) >= goal


def evolve(state: State, event: Event) -> State:
    match event:
        case Threw(seat, points):
            return replace(state, scores=_added(state, seat, points), turn=1 - seat, throws=state.throws + 1)
        case Lucky(number):
            return replace(state, luck=number)
        case Offered():
            return replace(state, offer=True)
        case Answered(steal):
            scores = state.scores
            if steal:
                scores = _added(replace(state, scores=_added(state, 1 - state.turn, -1)), state.turn, 1)
            return replace(state, offer=False, scores=scores)
        case Moved(seat, score):
            return replace(state, scores=_added(state, seat, score - state.scores[seat]))
        case Won(seat):
            return replace(state, winner=seat)


def _added(state: State, seat: int, points: int) -> tuple[int, int]:
    left, right = state.scores
    return (left + points, right) if seat == 0 else (left, right + points)


def forbids(state: State, command: Command) -> Rejection | None:
    if state.winner is not None:
        return Rejection("over", "somebody has won", "toy.goal")
    if isinstance(command, Move):
        if command.seat not in (0, 1) or not 0 <= command.score < state.goal or state.offer:
            return Rejection("cannot_move", "not there, or not now")
        return None
    if isinstance(command, Answer) != state.offer:
        return Rejection("not_now", "first things first", "toy.steal")
    return None if command.seat == state.turn else Rejection("not_your_turn", "another is to act", "toy.throw")


def apply(play: Play[State], command: Command) -> Rejection | None:
    rejection = forbids(play.state, command)
    if rejection is None:
        perform(play, command)
    return rejection


def perform(play: Play[State], command: Command) -> None:
    match command:
        case Throw(seat):
            play.bind(thrower=seat)
            points = play.resolve(throw)
            if points == 6:
                points += play.resolve(bonus)
                play.record(Lucky(play.resolve(luck)))
            play.record(Threw(seat, points))
            if points == 1:
                play.record(Offered())
        case Answer(_, steal):
            play.record(Answered(steal))
        case Move(seat, score):
            play.record(Moved(seat, score))
    for seat in (0, 1):
        if play.state.scores[seat] >= play.state.goal and not play.state.offer:
            play.record(Won(seat))
            break


def to_act(state: State) -> tuple[Seat, ...]:
    return () if state.winner is not None else (state.turn,)


def candidates(state: State, seat: Seat) -> list[tuple[Command, Rejection | None]]:
    if seat not in to_act(state) or not isinstance(seat, int):
        return []
    listed: list[Command] = [Throw(seat), Answer(seat, True), Answer(seat, False)]
    return [(command, forbids(state, command)) for command in listed]


def issuer(state: State, command: Command) -> Seat:
    return REFEREE if isinstance(command, Move) else command.seat


def greedy(state: State, seat: Seat, dice: Dice) -> Command:
    assert isinstance(seat, int)
    return Answer(seat, True) if state.offer else Throw(seat)


def meek(state: State, seat: Seat, dice: Dice) -> Command:
    assert isinstance(seat, int)
    return Answer(seat, False) if state.offer else Throw(seat)


def fickle(state: State, seat: Seat, dice: Dice) -> Command:
    assert isinstance(seat, int)
    return Answer(seat, dice.resolve(throw) > 3) if state.offer else Throw(seat)


def lump(state: State, tactics: Mapping[str, str]) -> Hashable:
    return replace(state, throws=0, luck=0)


def view(state: State, seat: Seat) -> Any:
    return state if seat == REFEREE else {"scores": state.scores, "turn": state.turn}


@rule("toy.goal")
def setup(root: Any, chosen: Mapping[str, str]) -> State:
    return State(goal=root.whole("goal", 1, 1_000, default=12))


def publish(state: State, event: Event) -> dict[str, Any] | None:
    told: dict[str, Any] = msgspec.to_builtins(event)
    return None if told.get("hidden") else told


def glance(before: State, after: State) -> tuple[tuple[str, int | bool], ...]:
    return tuple((f"score of {n}", after.scores[n]) for n in (0, 1) if before.scores[n] != after.scores[n])


def _machine(state: State, tactics: Mapping[str, str]) -> Machine[State]:
    from tests.kernel.toy_machine import machine

    return machine(state, tactics)


def _commands(state: State, seat: Seat) -> list[Command]:
    return [command for command, rejection in candidates(state, seat) if rejection is None]


ruleset: Ruleset[State, Command, Event] = Ruleset(
    id="toy",
    version="1",
    title="Toy",
    state=State,
    command=Command,
    event=Event,
    rulings=(),
    formulas={one.name: one for one in (throw, bonus, luck, reach)},
    rolls=(THROW, BONUS, LUCK),
    tactics={"first": greedy, "meek": meek, "fickle": fickle},
    standing_orders={},
    clauses=lambda: {"toy.throw": "", "toy.luck": "", "toy.steal": "", "toy.goal": ""},
    functions=lambda: (setup,),
    content=dict,
    setup=setup,
    sides=lambda state: ("left", "right"),
    contenders=lambda state: ("left", "right"),
    side=lambda state, seat: ("left", "right")[seat] if isinstance(seat, int) else seat,
    to_act=to_act,
    next_to_act=lambda state: next(iter(to_act(state)), None),
    issuer=issuer,
    candidates=candidates,
    apply=apply,
    perform=perform,
    evolve=evolve,
    outcome=lambda state: None if state.winner is None else Outcome(("left", "right")[state.winner]),
    round=lambda state: state.throws,
    standings=lambda state: tuple(
        Standing(n, side, side, "up", max(state.scores[n], 0)) for n, side in enumerate(("left", "right"))
    ),
    chosen=lambda state: {},
    check=lambda state: None if state.goal > 0 else "the goal is above 0",
    publish=publish,
    view=view,
    phrase=lambda state, command: type(command).__name__.lower(),
    narrate=lambda before, rolls, events: [type(event).__name__ for event in events],
    glance=glance,
    lump=lump,
    machine=_machine,
    repertoires=lambda: {"all": Repertoire("all", lambda state: "everything", _commands)},
)


def game(goal: int = 12, **tactics: str) -> Fight:
    """A fight of the toy: left against right."""
    return Fight(ruleset, State(goal), {}, {"left": "first", "right": "first", **tactics}, "a game")
