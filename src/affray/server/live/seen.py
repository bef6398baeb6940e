"""What one person may see of a table: a snapshot, built field by field from what is public to them."""

from __future__ import annotations

from affray.dice import TABLE, Seat
from affray.server.limits import LINES_SHOWN, MOST_PEOPLE
from affray.server.live.aftermath import back_to_sheets
from affray.server.live.asking_dice import Asked, asked
from affray.server.live.held import Held
from affray.server.live.lines import LinesKept, log_for
from affray.server.live.numbers import numbers_for
from affray.server.live.odds_shown import OddsKept
from affray.server.live.offers import NOTHING, Offered, OffersKept, forms_for, offers_for
from affray.server.live.people import Sitter
from affray.server.live.permissions import may
from affray.server.live.prompts import prompt_for
from affray.server.live.rows import Office
from affray.server.live.scenes import scene_at
from affray.server.live.seats import names_for, seat_name
from affray.server.live.snapshot import Fair, Knock, Person, Room, Snapshot, ToAct, You
from affray.server.live.unforeseen import told_news
from affray.table.fairness import commitment

MOST_LOOKS = 3 * MOST_PEOPLE
"""Snapshots of one version that are kept: everybody's, and some of actors that were picked."""


class Kept:
    """What was worked out for earlier snapshots of a table."""

    def __init__(self) -> None:
        self.odds = OddsKept()
        self.offers = OffersKept()
        self.lines = LinesKept()
        self._looks: dict[object, Snapshot] = {}
        self._version = 0

    def looks(self, version: int) -> dict[object, Snapshot]:
        """The snapshots of a version that there are already, since a page asks for one more than once."""
        if version != self._version or len(self._looks) >= MOST_LOOKS:
            self._looks, self._version = {}, version
        return self._looks


def snapshot_of(
    table: str,
    title: str,
    held: Held,
    sitter: Sitter,
    waiting: Asked | None,
    code: str | None,
    kept: Kept,
    only: Seat | None,
) -> tuple[Snapshot, Offered]:
    """The table as somebody at it may see it; `only` narrows the offers to one of their seats.

    Its offers have no odds yet: `with_odds` works them out of what was offered.
    """
    ruleset = held.table.ruleset
    role = sitter.role
    assert role is not None, "whoever is not at the table sees nothing of it"
    if held.waits is not None and not held.noticed and not sitter.is_referee:
        waiting = asked(held.without_wait(held.table))
    busy = waiting is not None and not waiting.implied
    silent = busy or held.opened or (held.settings.paused and not sitter.is_referee)
    outcome = held.table.outcome
    offered = NOTHING if silent or waiting is not None else offers_for(held, sitter, kept.offers, only)
    scene = scene_at(held, sitter, kept.lines, held.table.moment)
    over = held.over or outcome is not None
    log = log_for(held, sitter, kept.lines, LINES_SHOWN)
    snapshot = Snapshot(
        table=table,
        title=title,
        ruleset=ruleset.id,
        ruleset_title=ruleset.title,
        version=held.version if sitter.is_referee else held.public_version,
        you=You(
            person=sitter.person,
            name=sitter.name,
            role=role,
            fighters=sitter.fighters,
            may=may(role),
            rolls=sitter.rolls,
        ),
        room=room_for(held, sitter, code),
        fair=fair_for(held, sitter),
        scene=scene,
        to_act=() if held.over else to_act_for(held, sitter),
        offers=offered.offers,
        elsewhere=offered.elsewhere,
        forms=() if silent else forms_for(held, sitter),
        prompt=None if waiting is None else prompt_for(held, sitter, waiting),
        log=log,
        earlier=_entries(held, sitter) - len(log),
        undo=not silent and not held.over and may_undo(held, sitter),
        redo=not silent and not held.over and may_redo(held, sitter),
        over=over,
        ended=held.over,
        winner=None if outcome is None else outcome.winner,
        numbers=() if over else numbers_for(held, sitter, offered.offers),
        back=back_to_sheets(held, sitter, scene) if over else (),
    )
    return snapshot, offered


def room_for(held: Held, sitter: Sitter, code: str | None) -> Room:
    """Who is here, playing whom of those that somebody may know of, and how the table is set."""
    names = names_for(held, sitter)
    people = tuple(
        Person(
            person=one.person,
            name=one.name,
            role=one.role,
            fighters=tuple(fighter for fighter in one.fighters if fighter in names),
        )
        for one in held.people.values()
        if one.role is not None
    )
    if not sitter.is_referee:
        return Room(people=people, settings=held.settings)
    return Room(
        people=people,
        settings=held.settings,
        code=code,
        knocks=_outside(held, "knocking"),
        refused=_outside(held, "refused"),
    )


def _outside(held: Held, office: Office) -> tuple[Knock, ...]:
    """Those who are not at the table and wait, or were refused."""
    return tuple(Knock(person=one.person, name=one.name) for one in held.people.values() if one.office == office)


def fair_for(held: Held, sitter: Sitter) -> Fair:
    """What the dice can be checked by; the seeds themselves once a referee has opened them."""
    opened, hidden = held.base
    over = held.over or held.table.outcome is not None
    return Fair(
        open_commitment=commitment(opened),
        hidden_commitment=commitment(hidden),
        added=held.added,
        may_add=held.takes_words,
        may_open=over and not held.opened and held.waits is None and sitter.is_referee,
        open_seed=opened if held.opened else None,
        hidden_seed=hidden if held.opened and sitter.is_referee else None,
    )


def to_act_for(held: Held, sitter: Sitter) -> tuple[ToAct, ...]:
    """The seats that may act now, as far as somebody may know of them."""
    names = names_for(held, sitter)
    found = []
    for seat in held.table.to_act:
        yours = sitter.plays(seat)
        if yours or seat == TABLE or seat in names:
            found.append(ToAct(seat=seat, name=seat_name(seat, names), yours=yours))
    return tuple(found)


def may_undo(held: Held, sitter: Sitter) -> bool:
    """Whether somebody can take the last entry back; for players, as far as they know which one is the last.

    What taught them something hidden is a referee's to take back.
    """
    if sitter.is_referee:
        return held.last_given() is not None
    last = held.last_seen()
    if sitter.office != "player" or last is None or last.person != sitter.person:
        return False
    return not told_news(held, sitter, last)


def may_redo(held: Held, sitter: Sitter) -> bool:
    """Whether somebody can do again what was taken back: referees, since only they see what ends it."""
    return sitter.is_referee and held.table.can_redo


def _entries(held: Held, sitter: Sitter) -> int:
    """How many entries somebody may read."""
    if not held.happened:
        return 0
    return held.happened[-1].entry.seq if sitter.is_referee else held.happened[-1].place
