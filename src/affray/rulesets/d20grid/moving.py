"""Moving: a path declared whole, the offers on its way, the step of five feet, getting away."""

from __future__ import annotations

from collections.abc import Sequence

from affray.play import Play
from affray.rules import rule
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import grid, paths
from affray.rulesets.d20grid.events import Disengaged, MoveBegan, Moved, MoveEnded, Offered, Stepped
from affray.rulesets.d20grid.ground import (
    areas_against,
    in_the_way,
    metric_of,
    place_of,
    places_of,
    square_of,
    terms_of,
    ways_of,
    weapons_at_hand,
)
from affray.rulesets.d20grid.refusals import SQUARES
from affray.rulesets.d20grid.rulings import Rulings
from affray.rulesets.d20grid.state import UP, Crossing, Offer, Place, State


@rule("d20grid.turn.budget", "T59")
def walk(play: Play[State], mover: int, path: tuple[Place, ...]) -> None:
    """A movement along this path: declared whole, then walked as far as the mover gets."""
    state = play.state
    squares = tuple([square_of(place) for place in path])
    feet = grid.length(squares, metric_of(state.rulings))
    play.record(MoveBegan(mover, path, feet, crossings_of(state, mover, squares)))
    go_on(play)


@rule("T14")
def when_over(rulings: Rulings) -> bool:
    """Whether the attacks come when the movement is over, and not at the border."""
    return rulings.timing == "after_move"


@rule("d20grid.aoo.trigger", "T14", "T65")
def crossings_of(state: State, mover: int, squares: grid.Path) -> tuple[Crossing, ...]:
    """The borders at which somebody may attack: where the mover is met, and how far it has come when asked.

    They are those of the path as declared (T59), as far as the mover gets.
    """
    turn = state.turn
    terms = terms_of(state.rulings, turn is not None and turn.disengaged)
    last = gets_to(state, mover, squares)
    found = [one for one in paths.crossings(squares, areas_against(state, mover), terms) if one.place <= last]
    late = when_over(state.rulings)
    return tuple(
        [
            Crossing(
                one.owner,
                "into" if one.into else "out_of",
                place_of(squares[one.place]),
                last if late else one.place,
            )
            for one in found
        ]
    )


@rule("d20grid.map.squares", "T58")
def gets_to(state: State, mover: int, squares: grid.Path, place: int = 0) -> int:
    """How far along its path a mover gets from a place on it, by the squares before it.

    It runs into an enemy whom it did not see, or cannot end where somebody lies unseen: then it is held up on the last
    free square before.
    """
    through, closed = in_the_way(state, mover)
    path = [place_of(square) for square in squares]
    shut = [number for number in range(place + 1, len(path)) if path[number] in closed]
    last = min(shut, default=len(path)) - 1
    while last > place and path[last] in through:
        last -= 1
    return last


@rule("d20grid.aoo.trigger", "T14", "T15", "T66", "T67")
def go_on(play: Play[State]) -> None:
    """The mover goes on to the next border where somebody may attack, or to the end of its path.

    One who is down stays where it is, and the rest keep their attacks. Each crossing is offered once, to an owner who
    still has its attack.
    """
    state = play.state
    passage = state.passage
    if passage is None or state.pending:
        return
    mover, end = passage.mover, len(passage.path) - 1
    if state.conditions[mover].fate != UP:
        play.record(MoveEnded(mover, passage.place < end))
        return
    last = gets_to(state, mover, tuple([square_of(place) for place in passage.path]), passage.place)
    due = next_crossing(state, passage.crossings)
    stop = last if due is None else passage.crossings[due].place
    if stop > passage.place:
        play.record(Moved(mover, passage.path[stop], stop))
    if due is None:
        play.record(MoveEnded(mover, True, SQUARES) if last < end else MoveEnded(mover, False))
        return
    crossing = passage.crossings[due]
    offer = Offer(crossing.owner, mover, crossing.way, crossing.spot)
    play.record(Offered(offer, passage.crossings[due + 1 :]))


def next_crossing(state: State, crossings: Sequence[Crossing]) -> int | None:
    """The first crossing whose owner can still attack."""
    for number, crossing in enumerate(crossings):
        if weapons_at_hand(state, crossing.owner):
            return number
    return None


def move_to(play: Play[State], command: c.MoveTo) -> None:
    """The movement to a square by a path that the map finds."""
    routes = ways_of(play.state, command.actor)[command.x, command.y]
    way = routes.shortest if command.way == "shortest" else routes.safest
    assert way is not None
    walk(play, command.actor, places_of(way))


def walk_by_hand(play: Play[State], command: c.Walk) -> None:
    """The movement along a path of one's own."""
    walk(play, command.actor, (play.state.conditions[command.actor].at, *command.path))


@rule("d20grid.turn.full", "T62")
def step(play: Play[State], command: c.Step) -> None:
    """The step of five feet, which never provokes; after an attack it is the end of the attacks (T62).

    Where somebody unseen is, it leads nowhere.
    """
    state = play.state
    assert state.turn is not None
    last = state.turn.struck > 0 and not steps_between(state.rulings)
    here, there = state.conditions[command.actor].at, (command.x, command.y)
    taken = any([there in squares for squares in in_the_way(state, command.actor)])
    play.record(Stepped(command.actor, here, here if taken else there, last))


@rule("T62")
def steps_between(rulings: Rulings) -> bool:
    """Whether the step may come between two attacks."""
    return rulings.five_foot_step == "step_between"


@rule("d20grid.disengage", "T20")
def disengage(play: Play[State], command: c.Disengage) -> None:
    """The attack is given up."""
    play.record(Disengaged(command.actor))
