"""What a command that waits for a die has done so far, and what that die is for, as referees read it."""

from __future__ import annotations

from typing import NamedTuple

from affray.errors import AffrayError
from affray.interpret.every import outcomes
from affray.interpret.script import Rolled
from affray.rules.showing import Told
from affray.server.live.asking_dice import Asked, begun
from affray.server.live.held import Held
from affray.server.live.seats import showing_of


class SoFar(NamedTuple):
    """The sentences of it, its whole rolls, the words for the die that waits, and whether any die has been thrown."""

    told: tuple[Told, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    why: str = ""
    thrown: bool = False


def so_far(held: Held, waiting: Asked) -> SoFar:
    """What has come of a command; of a change in the log nothing is told before it is whole."""
    showing = showing_of(held.table.ruleset)
    if showing is None or waiting.implied or waiting.waits.edit is not None:
        return SoFar(thrown=bool(waiting.waits.faces))
    found = begun(held.table, waiting.command, waiting.waits.faces)
    whole = found.rolls[:-1] if waiting.need.have else found.rolls
    try:
        told = tuple(showing.told(waiting.before, whole, found.events)) if found.events else ()
    except (AffrayError, LookupError):  # words for the whole of a deed may want dice that are not there yet
        told = ()
    why = "" if showing.asks is None else showing.asks(found.state, found.events, waiting.need.why.name, outcomes)
    return SoFar(told, tuple(whole), why, bool(found.rolls))
