"""Through which seat somebody sees a fight, and whom they may know of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.codec import plain
from affray.dice import REFEREE, Seat
from affray.fight import AnyRuleset
from affray.rules.showing import Scene, Showing, Wounds
from affray.server.faults import Fault, conflict, of_rejection
from affray.server.live import plainly
from affray.server.live.held import Held
from affray.server.live.of_states import OfStates, standings_of
from affray.server.live.people import Sitter, eyes

NOBODY = Sitter(person="", name="", office="spectator")
"""Somebody who plays nobody, and sees what is public."""

ABSENT = Fault(status=404, code="no_such_fighter", field="command", message="there is no such fighter in the fight")


def showing_of(ruleset: AnyRuleset) -> Showing[Any, Any] | None:
    """What the ruleset knows about being drawn, if anything."""
    return None if ruleset.showing is None else ruleset.showing()


SCENES: OfStates[Scene] = OfStates(most=500)


def scene_for(held: Held, sitter: Sitter, state: Any = None) -> Scene:
    """The fight as somebody may see it: now, or in an earlier state."""
    ruleset, wounds = held.table.ruleset, held.settings.wounds
    state = held.table.state if state is None else state
    return scene_of(ruleset, state, eyes(ruleset, state, sitter), wounds)


def scene_of(ruleset: AnyRuleset, state: Any, seat: Seat, wounds: Wounds) -> Scene:
    """A state of a fight as a seat may see it."""
    return SCENES.of(ruleset, state, (seat, wounds), lambda: _scene(ruleset, state, seat, wounds))


def _scene(ruleset: AnyRuleset, state: Any, seat: Seat, wounds: Wounds) -> Scene:
    showing = showing_of(ruleset)
    return plainly.scene(ruleset, state, seat) if showing is None else showing.scene(state, seat, wounds)


def seen_by(ruleset: AnyRuleset, state: Any, sitter: Sitter) -> Any:
    """The fight as somebody has to take it to be: whom they do not know of has no name in it."""
    showing = showing_of(ruleset)
    if showing is None or showing.seen is None:
        return state
    return showing.seen(state, eyes(ruleset, state, sitter))


def names_for(held: Held, sitter: Sitter) -> Mapping[int, str]:
    """The fighters that somebody may know of, by number, with their names."""
    everybody = {one.id: one.name for one in standings_of(held.table.ruleset, held.table.state)}
    if sitter.is_referee:
        return everybody
    shown = {card.id: card.name for camp in scene_for(held, sitter).camps for card in camp.cards}
    return shown | {one: everybody[one] for one in sitter.fighters if one in everybody}


def is_known(held: Held, fighter: int) -> bool:
    """Whether everybody at the table may know of a fighter."""
    return fighter in names_for(held, NOBODY)


def seat_name(seat: Seat, names: Mapping[int, str]) -> str:
    """The name of a seat for somebody who knows these fighters; of one they do not know, the referee's."""
    if seat == REFEREE or isinstance(seat, str):
        return f"the {seat}"
    return names.get(seat, f"the {REFEREE}")


def may_know(held: Held, sitter: Sitter, seat: Seat, command: Any) -> Fault | None:
    """Why a player may not ask for a command: whom they do not know is not there, what they cannot know is not open."""
    if sitter.is_referee:
        return None
    names = names_for(held, sitter)
    fields: Mapping[str, Any] = plain(command)
    if any(type(fields.get(field)) is int and fields[field] not in names for field in plainly.FIGHTERS):
        return ABSENT
    showing = showing_of(held.table.ruleset)
    if showing is None:
        return None
    rejection = None if showing.refuses is None else showing.refuses(held.table.state, seat, command)
    if rejection is not None:
        return of_rejection(rejection)
    if showing.offers is None and not showing.known(held.table.state, seat, command):
        return conflict("not_open", "that cannot be done now")
    return None
