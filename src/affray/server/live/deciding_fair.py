"""What opening the seeds of a table does, by which everybody can check its dice."""

from __future__ import annotations

from affray.server.faults import Fault, conflict
from affray.server.live import messages as m
from affray.server.live import rows as r
from affray.server.live.decided import Decided, Moment, one

OPENED = conflict("opened", "its dice are open; nothing more is rolled here", "notes can still be written")


def open_seeds(at: Moment, message: m.OpenSeeds) -> Decided | Fault:
    """The seeds are opened, once the fight is over or ended; there is no way back."""
    held = at.held
    if held.opened:
        return OPENED
    if not held.over and held.table.outcome is None:
        return conflict("not_over", "the fight goes on", "its seeds can be opened when it is over, or ended")
    if held.waits is not None:
        return conflict("waiting", "a command waits for its dice", "throw them, or cancel it")
    return one(r.Opened(), public=True)
