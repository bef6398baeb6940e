"""What each message does: the rows that it adds to the journal, or why it does nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from affray.server.faults import USED_ID, Fault, conflict, forbidden
from affray.server.live import deciding_fair as fair
from affray.server.live import deciding_people as people
from affray.server.live import deciding_play as play
from affray.server.live import messages as m
from affray.server.live import taking_back
from affray.server.live.decided import Decided, Moment
from affray.server.live.dropping import dropped
from affray.server.live.messages import AnyMessage
from affray.server.live.permissions import ABOUT_THE_FIGHT, OF_OPEN_DICE, allowed, name

DECIDE: Mapping[type, Callable[[Moment, Any], Decided | Fault]] = {
    m.Do: play.do,
    m.Faces: play.faces,
    m.RollRest: play.roll_rest,
    m.Cancel: play.cancel,
    m.Undo: taking_back.undo,
    m.Redo: taking_back.redo,
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
    m.OpenSeeds: fair.open_seeds,
}


def decide(moment: Moment, message: AnyMessage) -> Decided | Fault:
    """The rows that a message of somebody at the table adds, or why it may not be."""
    role = moment.sitter.role
    if role is None or not allowed(role, message):
        return forbidden(f"a {role or 'stranger'} may not send {name(type(message))}")
    if moment.id in moment.held.numbers:  # of an entry that the table made by itself, or began with
        return USED_ID
    if moment.held.opened and isinstance(message, OF_OPEN_DICE):
        return fair.OPENED
    if isinstance(message, ABOUT_THE_FIGHT):
        if moment.held.over:
            return conflict("ended", "the referee has ended the fight", "it can be opened again")
        if moment.held.settings.paused and not moment.sitter.is_referee:
            return conflict("paused", "the table is paused", "wait for the referee")
    if _unseen_wait(moment, message):
        return _in_its_place(moment, message)
    return DECIDE[type(message)](moment, message)


def _unseen_wait(moment: Moment, message: AnyMessage) -> bool:
    """Whether a command of a referee's waits that the sender knows nothing of, and that is in their way."""
    held = moment.held
    if held.waits is None or held.noticed or moment.sitter.is_referee:
        return False
    return isinstance(message, ABOUT_THE_FIGHT) or (isinstance(message, m.Note) and held.lies_open)


def _in_its_place(moment: Moment, message: AnyMessage) -> Decided | Fault:
    """What the message comes to as if nothing waited; the command that did is dropped, for the referee to give again.

    A refusal would tell that something hidden is under way.
    """
    rows, table = dropped(moment.held)
    found = DECIDE[type(message)](replace(moment, held=moment.held.without_wait(table)), message)
    return found if isinstance(found, Fault) else (*rows, *found)
