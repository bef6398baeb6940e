"""What messages about people and switches do."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from affray.errors import BadInput
from affray.files.words import plain
from affray.server.faults import Fault, conflict, forbidden, invalid, of_input
from affray.server.limits import LONGEST_SEED, MOST_PEOPLE
from affray.server.live import codes
from affray.server.live import messages as m
from affray.server.live import rows as r
from affray.server.live.decided import Change, Decided, Moment, one
from affray.server.live.dropping import dropped
from affray.server.live.people import PARTY, Sitter
from affray.server.live.seats import is_known, names_for
from affray.table.fairness import MOST_ADDED

NOBODY = Fault(status=404, code="no_such_person", field="person", message="there is nobody of that id here")


def set_switches(at: Moment, message: m.Set) -> Decided | Fault:
    """Switches that are named are set, the others stay."""
    given = {name: value for name, value in msgspec.structs.asdict(message).items() if value is not None}
    if not given:
        return invalid("message", "no switch is named", allowed="odds, wounds, typing, paused, away")
    return one(r.Switched(replace(at.held.settings, **given)), public=True)


def admit(at: Moment, message: m.Admit) -> Decided | Fault:
    """Whoever knocked is let in, and be it after a refusal; whoever is in already gets another role."""
    sitter = at.held.people.get(message.person)
    if sitter is None or sitter.office == "removed":
        return NOBODY
    if sitter.office == "referee":
        return forbidden("the referee of a table stays its referee")
    if "co-referee" in (message.role, sitter.office) and at.sitter.office != "referee":
        return forbidden("only the referee says who is a co-referee")
    here = [one for one in at.held.people.values() if one.role is not None]
    if sitter.role is None and len(here) >= MOST_PEOPLE:
        return conflict("table_full", f"table is full ({MOST_PEOPLE})")
    return one(_seated(sitter, message.role), public=True)


def refuse(at: Moment, message: m.Refuse) -> Decided | Fault:
    """Whoever knocked is not let in. Nobody else learns of it."""
    sitter = at.held.people.get(message.person)
    if sitter is None or sitter.office != "knocking":
        return NOBODY
    return one(_seated(sitter, "refused"), public=False)


def remove(at: Moment, message: m.Remove) -> Decided | Fault:
    """Somebody leaves the table; their fighters are free. Everybody may leave by being removed by a referee."""
    sitter = at.held.people.get(message.person)
    if sitter is None or sitter.role is None:
        return NOBODY
    if sitter.office == "referee":
        return forbidden("the referee of a table cannot be removed")
    if sitter.office == "co-referee" and at.sitter.office != "referee":
        return forbidden("only the referee may remove a co-referee")
    return one(_seated(sitter, "removed"), public=True)


def claim(at: Moment, message: m.Claim) -> Decided | Fault:
    """A player takes a free fighter of the players' side; a referee gives any to anybody, or takes it away ("")."""
    held, sitter = at.held, at.sitter
    names = names_for(held, sitter)
    there = {standing.id: standing for standing in held.table.ruleset.standings(held.table.state)}
    fighter = there.get(message.fighter) if message.fighter in names else None
    if not sitter.is_referee:
        if message.person not in (None, sitter.person):
            return forbidden("a referee says who plays what")
        if fighter is None or fighter.side != PARTY:
            return forbidden("that fighter is not for players to claim")
    if fighter is None:
        return Fault(status=404, code="no_such_fighter", field="fighter", message="there is no such fighter")
    player = held.player_of(message.fighter)
    person = sitter.person if message.person is None else message.person
    if not sitter.is_referee and player is not None and player.person != person:
        return conflict("claimed", f"{player.name} plays {fighter.name}")
    if person and ((other := held.people.get(person)) is None or other.role not in ("player", "referee", "co-referee")):
        return NOBODY
    return one(r.Claimed(message.fighter, person), public=is_known(held, message.fighter))


def release(at: Moment, message: m.Release) -> Decided | Fault:
    """A fighter is free again."""
    player = at.held.player_of(message.fighter)
    if player is None or (player.person != at.sitter.person and not at.sitter.is_referee):
        return forbidden("you do not play that fighter")
    return one(r.Claimed(message.fighter, ""), public=is_known(at.held, message.fighter))


def rolls(at: Moment, message: m.Rolls) -> Decided | Fault:
    """Whether one's own dice are asked for or thrown by the table."""
    return one(replace(_seated(at.sitter, at.sitter.office), rolls=message.rolls), public=True)


def new_code(at: Moment, message: m.NewCode) -> Decided | Fault:
    """Another join code."""
    code = codes.new_code()
    return (Change(r.Coded(at.hashed(code)), public=False, code=code),)


def end(at: Moment, message: m.End) -> Decided | Fault:
    """The fight ends as it stands, or goes on; a command that waits for dice is dropped."""
    if at.held.over != message.reopen:
        return conflict("ended" if at.held.over else "open", f"the fight is {'ended' if at.held.over else 'open'}")
    waits = dropped(at.held)[0] if at.held.waits is not None else ()
    return (*waits, Change(r.Closed(not message.reopen), public=True))


def add_seed(at: Moment, message: m.AddSeed) -> Decided | Fault:
    """A text goes into the seed of the open dice, until the first command."""
    if not at.held.takes_words:
        return conflict("started", "texts are added to the seed before the first command")
    if len(at.held.added) >= MOST_ADDED:
        return conflict("enough", f"at most {MOST_ADDED} texts are added to a seed")

    def refusal(problem: str, allowed: str) -> BadInput:
        return BadInput(problem, field="text", received=message.text, allowed=allowed)

    try:
        text = plain(message.text, 1, LONGEST_SEED, refusal)
    except BadInput as error:
        return of_input(error)
    if not text.strip():
        return invalid("text", "a text needs a visible character", message.text, f"1 to {LONGEST_SEED} characters")
    return one(r.Seeded(text), public=True)


def _seated(sitter: Sitter, office: r.Office) -> r.Seated:
    return r.Seated(sitter.person, sitter.name, office, sitter.rolls)
