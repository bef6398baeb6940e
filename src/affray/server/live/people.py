"""Who is at a table, what they are there, and which seats they play."""

from __future__ import annotations

from typing import Literal

import msgspec

from affray.dice import REFEREE, TABLE, Seat
from affray.fight import AnyRuleset
from affray.server.live.of_states import standings_of
from affray.server.live.rows import Office
from affray.server.live.snapshot import Role

PARTY = "party"
"""The side that is the players', by its name in fight files."""

REFEREES = ("referee", "co-referee")


class Sitter(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at a table, or who was, or who wants to be; `since` is the version of the row that says so."""

    person: str
    name: str
    office: Office
    rolls: Literal["typed", "rolled"] = "typed"
    fighters: tuple[int, ...] = ()
    since: int = 0

    @property
    def role(self) -> Role | None:
        """What they are at the table; None for whoever is not at it."""
        match self.office:
            case "knocking" | "refused" | "removed":
                return None
            case role:
                return role

    @property
    def is_referee(self) -> bool:
        return self.office in REFEREES

    def plays(self, seat: Seat) -> bool:
        """Whether they may act and throw for a seat: referees for every one, players also for the table's."""
        if self.is_referee:
            return True
        return self.office == "player" and (seat == TABLE or seat in self.fighters)


def is_ours(ruleset: AnyRuleset, state: object, seat: Seat) -> bool:
    """Whether a seat is that of a fighter on the players' side."""
    return isinstance(seat, int) and bool(ruleset.side(state, seat) == PARTY)


def eyes(ruleset: AnyRuleset, state: object, sitter: Sitter) -> Seat:
    """The seat through whose eyes somebody sees the fight: a referee's, a fighter's of theirs, or the public's.

    A fighter of the players' side comes before others: what those see whom a referee plays as a rule, only a ruleset
    that says how it is drawn keeps apart from what the referee sees. One who is not in this state, since it joins later
    or its joining was taken back, sees nothing.
    """
    if sitter.is_referee:
        return REFEREE
    sides = {one.id: one.side for one in standings_of(ruleset, state)}
    ours = sorted(sides.keys() & {*sitter.fighters}, key=lambda one: (sides[one] != PARTY, one))
    if not ours or (ruleset.showing is None and sides[ours[0]] != PARTY):
        return TABLE
    return ours[0]
