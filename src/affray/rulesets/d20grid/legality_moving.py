"""Where one may go now."""

from __future__ import annotations

from itertools import pairwise

from affray.errors import Rejection
from affray.rules import rule
from affray.rules.showing import square_name
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.grid import is_walkable, length, steps
from affray.rulesets.d20grid.ground import grid_of, in_the_way, metric_of, on_map, place_of, square_of, ways_of
from affray.rulesets.d20grid.refusals import BUDGET, SQUARES
from affray.rulesets.d20grid.state import SQUARE, Place, State
from affray.rulesets.d20grid.turns import can_pay

MOST_SQUARES = 1_000


@rule("d20grid.turn.budget", "T01")
def forbids_movement(state: State) -> Rejection | None:
    """One movement a turn, for a Standard."""
    turn = state.turn
    assert turn is not None
    if turn.full:
        return Rejection("full", "the Full Round action leaves a step of 5 feet", "d20grid.turn.full")
    if turn.moved:
        return Rejection("moved", "one movement per turn", BUDGET)
    if not can_pay(turn, "standard"):
        return Rejection("no_action", "no Standard action is left", BUDGET, (("left", turn.standard),))
    return None


@rule("d20grid.map.squares", "T58", "T60")
def forbids_move_to(state: State, command: c.MoveTo) -> Rejection | None:
    """A square that the movement can end on; the shortest path where it is another than the safest."""
    rejection = forbids_movement(state)
    if rejection is not None:
        return rejection
    routes = ways_of(state, command.actor).get((command.x, command.y))
    if routes is None:
        return Rejection("no_way", "there is no way to that square, or it is too far", SQUARES)
    if command.way == "shortest" and routes.shortest is None:
        return Rejection("no_other_way", "the safest path is the shortest", SQUARES)
    return None


@rule("d20grid.map.squares", "T58", "T59")
def forbids_walk(state: State, command: c.Walk) -> Rejection | None:
    """A path of one's own: open steps, no enemy in the way, a free square at the end, no longer than the speed.

    It is judged by what the mover sees: whom it does not see it runs into (`moving.gets_to`).
    """
    rejection = forbids_movement(state)
    if rejection is not None:
        return rejection
    path = (state.conditions[command.actor].at, *command.path)
    if not 1 < len(path) <= MOST_SQUARES:
        return Rejection("no_path", f"a path has 1 to {MOST_SQUARES - 1} squares", SQUARES)
    squares = tuple([square_of(place) for place in path])
    stop = first_shut(state, path)
    if stop is not None:
        message = f"each square of a path is an open step from the one before; {_named(state, stop)} is not"
        return Rejection("no_way", message, SQUARES, (("x", stop[0]), ("y", stop[1])))
    through, closed = in_the_way(state, command.actor, seen_alone=True)
    for x, y in command.path:
        if (x, y) in closed:
            message = f"a path does not cross the square of an enemy, as {_named(state, (x, y))} is"
            return Rejection("enemy", message, SQUARES, (("x", x), ("y", y)))
    if path[-1] in through:
        x, y = path[-1]
        message = f"a path ends on a free square, which {_named(state, (x, y))} is not"
        return Rejection("occupied", message, SQUARES, (("x", x), ("y", y)))
    feet, speed = length(squares, metric_of(state.rulings)), state.profiles[command.actor].speed
    if feet > speed:
        return Rejection("too_far", f"{speed} feet are as far as it goes", SQUARES, (("feet", feet), ("speed", speed)))
    return None


def _named(state: State, place: Place) -> str:
    """A square as the map names it, with its place in feet; beside the map there are no names."""
    name = f"{square_name(place, state.map.size)} " if on_map(state.map, place) else ""
    return f"{name}({place[0]},{place[1]} feet)"


def first_shut(state: State, path: tuple[Place, ...]) -> Place | None:
    """The first square of a path that is not on the map, or no open step from the one before."""
    ground = grid_of(state.map)
    for here, there in pairwise(path):
        if not on_map(state.map, there) or not is_walkable(ground, (square_of(here), square_of(there))):
            return there
    return None


@rule("d20grid.turn.full", "T03", "T62")
def forbids_step(state: State, command: c.Step) -> Rejection | None:
    """The step that goes with a Full Round action: once, to a square beside one's own that looks free."""
    turn = state.turn
    assert turn is not None
    if not turn.full:
        return Rejection("no_step", "a step goes with a Full Round action", "d20grid.turn.full")
    if turn.stepped:
        return Rejection("stepped", "one step per turn", "d20grid.turn.full")
    if (command.x, command.y) not in steps_from(state, command.actor, seen_alone=True):
        return Rejection("no_way", "that is no free square within 5 feet", SQUARES)
    return None


@rule("d20grid.turn.full", "d20grid.map.squares")
def steps_from(state: State, actor: int, *, seen_alone: bool = False) -> tuple[Place, ...]:
    """The free squares that a step of five feet leads to, or those that look free to whoever takes it."""
    here = square_of(state.conditions[actor].at)
    through, closed = in_the_way(state, actor, seen_alone=seen_alone)
    metric = metric_of(state.rulings)
    near = sorted([there for there in steps(grid_of(state.map), here) if length((here, there), metric) <= SQUARE])
    return tuple([place for place in map(place_of, near) if place not in through and place not in closed])
