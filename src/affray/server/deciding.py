"""What each message does: the rows that it adds to the journal, or why it does nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from affray.server import deciding_people as people
from affray.server import deciding_play as play
from affray.server import messages as m
from affray.server.decided import Decided, Moment
from affray.server.faults import Fault, conflict, forbidden
from affray.server.messages import AnyMessage
from affray.server.permissions import ABOUT_THE_FIGHT, allowed, name

DECIDE: Mapping[type, Callable[[Moment, Any], Decided | Fault]] = {
    m.Do: play.do,
    m.Faces: play.faces,
    m.RollRest: play.roll_rest,
    m.Cancel: play.cancel,
    m.Undo: play.undo,
    m.Redo: play.redo,
    m.Edit: play.edit,
    m.Note: play.note,
    m.Set: people.set_switches,
    m.Admit: people.admit,
    m.Refuse: people.refuse,
    m.Remove: people.remove,
    m.Claim: people.claim,
    m.Release: people.release,
    m.Rolls: people.rolls,
    m.NewCode: people.new_code,
    m.End: people.end,
    m.AddSeed: people.add_seed,
}


def decide(moment: Moment, message: AnyMessage) -> Decided | Fault:
    """The rows that a message of somebody at the table adds, or why it may not be."""
    role = moment.sitter.role
    if role is None or not allowed(role, message):
        return forbidden(f"a {role or 'stranger'} may not send {name(type(message))}")
    if isinstance(message, ABOUT_THE_FIGHT):
        if moment.held.over:
            return conflict("ended", "the referee has ended the fight", "it can be opened again")
        if moment.held.settings.paused and not moment.sitter.is_referee:
            return conflict("paused", "the table is paused", "wait for the referee")
    return DECIDE[type(message)](moment, message)
