"""Who may act now, and with what: the closed commands of a seat, each with why it is forbidden."""

from __future__ import annotations

from collections.abc import Iterator

from affray.dice import TABLE, Seat
from affray.errors import Rejection
from affray.rules import rule
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.ground import ways_of
from affray.rulesets.d20grid.legality import forbids
from affray.rulesets.d20grid.legality_moving import steps_from
from affray.rulesets.d20grid.state import Offer, State, WeaponChoice, is_foe
from affray.rulesets.d20grid.turns import next_to_act


@rule("d20grid.turn.budget", "d20grid.aoo.trigger")
def to_act(state: State) -> tuple[Seat, ...]:
    """The one whom the fight waits for; all who still roll initiative may do so in any order."""
    first = next_to_act(state)
    if first is None:
        return ()
    return state.entering if state.entering and not state.pending else (first,)


def candidates(state: State, seat: Seat) -> list[tuple[c.Command, Rejection | None]]:
    """The closed commands of a seat, each with why it is forbidden now, or None.

    A seat that is not to act has none. Of movements there is one a square that can be reached, by the path that
    provokes least, and one by the shortest where that is another; any other path is an open command.
    """
    if seat not in to_act(state):
        return []
    listed: list[c.Command]
    if state.pending:
        listed = list(_answers(state))
    elif seat == TABLE:
        listed = [c.BeginRound()]
    else:
        assert isinstance(seat, int)
        listed = [c.RollInitiative(seat)] if state.entering else list(_turn(state, seat))
    return [(command, forbids(state, command)) for command in listed]


def _answers(state: State) -> Iterator[c.Command]:
    pending = state.pending[0]
    match pending:
        case Offer(owner):
            for weapon in state.conditions[owner].drawn:
                yield from (c.Strike(owner, weapon, subdual) for subdual in (False, True))
            yield c.Decline(owner)
        case WeaponChoice(attacker, _, weapons):
            yield from (c.ChooseWeapon(attacker, weapon) for weapon in weapons)


def _turn(state: State, actor: int) -> Iterator[c.Command]:
    """Everything that a fighter might do, in the order of the text: attacks, movements, weapons, the end."""
    one = state.conditions[actor]
    for target, other in enumerate(state.conditions):
        if is_foe(state, actor, target) and other.fate != "dead":
            for weapon in one.drawn:
                yield from (c.Attack(actor, target, weapon, subdual) for subdual in (False, True))
    yield c.FullAttack(actor)
    yield c.Disengage(actor)
    if state.turn is not None and state.turn.full:
        yield from (c.Step(actor, x, y) for x, y in steps_from(state, actor, seen_alone=True))
    elif state.turn is not None and not state.turn.moved:
        yield from _movements(state, actor)
    for weapon in range(len(state.profiles[actor].weapons)):
        yield c.Sheathe(actor, weapon) if weapon in one.drawn else c.Draw(actor, weapon)
        if weapon in one.drawn:
            yield c.Drop(actor, weapon)
    yield c.EndTurn(actor)


def _movements(state: State, actor: int) -> Iterator[c.MoveTo]:
    """The movements that provoke nobody come first, the nearest before the others; then by how many they provoke."""
    ways = ways_of(state, actor).items()
    for (x, y), _ in sorted(ways, key=lambda way: way[1].safest.provoked):
        yield c.MoveTo(actor, x, y)
    others = [(place, routes.shortest.provoked) for place, routes in ways if routes.shortest is not None]
    for (x, y), _ in sorted(others, key=lambda way: way[1]):
        yield c.MoveTo(actor, x, y, "shortest")
