"""Whether what came of a player's command told them of something hidden: then they cannot just take it back."""

from __future__ import annotations

from affray.codec import convert
from affray.dice import REFEREE
from affray.errors import AffrayError
from affray.interpret.script import Trace, recorded
from affray.play import Play
from affray.server.live.held import Happened, Held
from affray.server.live.people import Sitter, eyes
from affray.server.live.publics import shown
from affray.server.live.seats import showing_of
from affray.table.log import CommandEntry
from affray.table.publishing import published_events


def told_news(held: Held, sitter: Sitter, one: Happened) -> bool:
    """Whether a command would have gone otherwise, with the same dice, in the fight as its player had to take it to be.

    Only what players see is compared, so that the answer tells nothing that did not happen before their eyes.
    """
    entry, ruleset = one.entry, held.table.ruleset
    showing = showing_of(ruleset)
    if showing is None or showing.seen is None or not isinstance(entry, CommandEntry) or entry.seat == REFEREE:
        return False
    before = next((moment.before.state for moment in one.path if moment.entry is entry and moment.before), None)
    if before is None:
        return False
    seen = showing.seen(before, eyes(ruleset, before, sitter))
    if seen == before:
        return False
    play = Play(seen, Trace(recorded(entry.rolls)), ruleset.evolve, [])
    try:
        rejection = ruleset.apply(play, convert(entry.command, ruleset.command))
    except AffrayError:  # it asks for other dice
        return True
    found = tuple(published_events(ruleset, seen, play.events or ()))
    return rejection is not None or found != shown(ruleset, before, entry).events
