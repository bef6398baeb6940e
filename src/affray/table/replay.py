"""A log played again: every command is run with the faces that the log has, and must lead where the log says."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from affray.codec import convert
from affray.errors import BadInput, ReplayError
from affray.fight import Fight, known_tactic, read_rulings
from affray.interpret.roll import TABLE_GENERATOR
from affray.rules import find
from affray.table.log import Entry, Header, fingerprint, read
from affray.table.work import Table


def fight_of(header: Header) -> Fight:
    """The fight that a log begins with."""
    ruleset = find(header.ruleset)
    state = convert(header.fight, ruleset.state, "line 1: fight")
    wrong = ruleset.check(state)
    if wrong is not None:
        raise BadInput(wrong, place="line 1: fight")
    sides = ruleset.sides(state)
    for side, tactic in header.tactics.items():
        if side not in sides or known_tactic(ruleset, tactic) != tactic:
            raise BadInput("no such tactic", place="line 1: tactics", field=side, received=tactic)
    for side in sides:
        if side not in header.tactics:
            raise BadInput("required", place="line 1: tactics", field=side)
    rulings = read_rulings(ruleset, header.rulings)
    if {ruleset.ruling(name).slug: option for name, option in rulings.items()} != dict(ruleset.chosen(state)):
        raise BadInput("they are not those of the fight", place="line 1: rulings")
    return Fight(ruleset, state, rulings, header.tactics, header.title)


def warnings(header: Header) -> list[str]:
    """What differs here from where the log was made; none of it keeps the log from being played."""
    ruleset = find(header.ruleset)
    found = []
    if header.version != ruleset.version:
        found.append(f"made with version {header.version} of {header.ruleset}, here it is {ruleset.version}")
    if header.fingerprint != fingerprint(ruleset):
        found.append(f"the content or the rulings of {header.ruleset} have changed since")
    return found


def replay(header: Header, entries: Iterable[Entry], to: int | None = None) -> Table:
    """The table after these entries, or after entry number `to`.

    Raises `ReplayError` naming the first entry that does not follow: a die the rule does not ask for, other events,
    another digest.
    """
    if header.generator != TABLE_GENERATOR:
        raise BadInput(
            "no such generator", place="line 1: generator", received=header.generator, allowed=TABLE_GENERATOR
        )
    table = Table(fight_of(header), header.seeds)
    for entry in islice(entries, to):
        table.restore(entry)
    return table


def open_log(data: bytes, place: str = "log") -> Table:
    """The table that a log describes; see `replay` and `log.read` for what is refused."""
    header, entries = read(data, place)
    return replay(header, entries)


def first_difference(data: bytes, place: str = "log") -> str | None:
    """The first entry at which a log does not lead where it says, in a sentence; None where it verifies."""
    try:
        open_log(data, place)
    except ReplayError as error:
        return str(error)
    return None
