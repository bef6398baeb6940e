"""What one person may see of a table: a snapshot, built field by field from what is public to them."""

from __future__ import annotations

from affray.dice import TABLE, Seat
from affray.server.aftermath import back_to_sheets
from affray.server.asking_dice import Asked
from affray.server.held import Held
from affray.server.limits import LINES_SHOWN
from affray.server.lines import LinesKept, log_for
from affray.server.numbers import numbers_for
from affray.server.odds_shown import OddsKept
from affray.server.offers import Offered, forms_for, offers_for
from affray.server.people import Sitter
from affray.server.permissions import may
from affray.server.prompts import prompt_for
from affray.server.scenes import scene_at
from affray.server.seats import names_for, seat_name
from affray.server.snapshot import Fair, Knock, Person, Room, Snapshot, ToAct, You
from affray.table.fairness import commitment
from affray.table.log import CommandEntry


class Kept:
    """What was worked out for earlier snapshots of a table."""

    def __init__(self) -> None:
        self.odds = OddsKept()
        self.lines = LinesKept()
        self._looks: dict[object, Snapshot] = {}
        self._version = 0

    def looks(self, version: int) -> dict[object, Snapshot]:
        """The snapshots of a version that there are already, since a page asks for one more than once."""
        if version != self._version:
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
) -> Snapshot:
    """The table as somebody at it may see it; `only` narrows the offers to one of their seats."""
    ruleset = held.table.ruleset
    role = sitter.role
    assert role is not None, "whoever is not at the table sees nothing of it"
    busy = waiting is not None and not waiting.implied
    silent = busy or (held.settings.paused and not sitter.is_referee)
    outcome = held.table.outcome
    offered = Offered((), ()) if silent or waiting is not None else offers_for(held, sitter, kept.odds, only)
    scene = scene_at(held, sitter, kept.lines, held.table.moment)
    over = held.over or outcome is not None
    log = log_for(held, sitter, kept.lines, LINES_SHOWN)
    return Snapshot(
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
        log=tuple(log),
        earlier=_entries(held, sitter) - len(log),
        undo=not silent and not held.over and may_undo(held, sitter),
        redo=not silent and not held.over and may_redo(held, sitter),
        over=over,
        winner=None if outcome is None else outcome.winner,
        numbers=() if over else numbers_for(held, sitter, offered.offers),
        back=back_to_sheets(held, sitter, scene) if over else (),
    )


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
    knocks = tuple(Knock(person=one.person, name=one.name) for one in held.people.values() if one.office == "knocking")
    return Room(people=people, settings=held.settings, code=code, knocks=knocks)


def fair_for(held: Held, sitter: Sitter) -> Fair:
    """What the dice can be checked by; the seeds themselves once the fight is over."""
    over = held.table.outcome is not None
    opened, hidden = held.base
    commands = [one for one in held.happened if isinstance(one.entry, CommandEntry)]
    begun = any(one.public or sitter.is_referee for one in commands)  # of what the referee prepares nobody learns
    return Fair(
        open_commitment=commitment(opened),
        hidden_commitment=commitment(hidden),
        added=held.added,
        may_add=not over and not held.over and held.waits is None and not begun,
        open_seed=opened if over else None,
        hidden_seed=hidden if over and sitter.is_referee else None,
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
    """Whether somebody can take the last entry back; for players, as far as they know which one is the last."""
    if sitter.is_referee:
        return held.last_given() is not None
    last = held.last_seen()
    return sitter.office == "player" and last is not None and last.person == sitter.person


def may_redo(held: Held, sitter: Sitter) -> bool:
    """Whether somebody can do again what was taken back; for players, what they took back themselves."""
    if sitter.is_referee:
        return held.table.can_redo
    last = held.last_undo()
    return sitter.office == "player" and last is not None and last.person == sitter.person


def _entries(held: Held, sitter: Sitter) -> int:
    """How many entries somebody may read."""
    if not held.happened:
        return 0
    return held.happened[-1].entry.seq if sitter.is_referee else held.happened[-1].place
