"""Whatever several people do among each other's dice: no die that was shown changes, and the log can be run again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from affray.fight import parse
from affray.interpret.script import Rolled
from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.asking_dice import asked, lying
from affray.table.log import CommandEntry, Entry, NoteEntry
from affray.table.replay import first_difference
from tests.kernel.toy import game
from tests.server.sitting import ANA, BEN, FORD, OWNER, SECOND, Sitting

PEOPLE = (OWNER, SECOND, ANA, BEN)
DEEDS = (*["do"] * 4, "roll", *["face"] * 4, "note", "note", "note", "cancel", "cancel", "undo", "redo", "edit", "rest")
RARE = ("restart", "end", "seed", "unseen", "edge", "rolls", "open")
STEPS = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.sampled_from(DEEDS + RARE), st.integers(0, 10_000)), min_size=5, max_size=30
)
LONG = FORD.replace("hp = 4", "hp = 400").replace("hp = 6", "hp = 60").replace("armor = 13", "armor = 11")
FIGHTS = {"knave": parse(LONG.replace("str = 2", "str = 9").replace("str = 1", "str = 9")), "toy": game(1_000)}


@pytest.mark.parametrize("fight", FIGHTS)
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=20, deadline=None)
@given(STEPS)
def test_no_die_that_was_shown_changes(fight: str, steps: list[tuple[str, str, int]]) -> None:
    with TemporaryDirectory() as folder:
        table = Sitting(Path(folder), FIGHTS[fight])
        try:
            table.seat(SECOND, "Second", "co-referee")
            table.seat(ANA, "Anne", fighter=0)
            table.seat(BEN, "Benno", fighter=1)
            walk(table, steps)
        finally:
            table.close()


def walk(table: Sitting, steps: list[tuple[str, str, int]]) -> None:
    there: tuple[int, ...] = ()
    for whoever, deed, number in steps:
        person = whoever if deed not in ("do", "face") or number % 7 == 0 else next_one(table)
        length = len(table.room._held.table.entries)
        if deed == "restart":
            table.restart()
        else:
            answer = table.answer(person, message(table, person, deed, number))
            assert isinstance(answer, Fault) or answer.version == table.room.seen_version(person)
        now, written = shown(table), table.room._held.table.entries[length:]
        # What lay there lies there still, or is written down: as dice of an entry, or in the note that it was dropped.
        assert now[: len(there)] == there or is_written(written, there), (person, deed, there, now)
        there = now
    assert first_difference(table.room.export(OWNER)) is None
    look = table.bytes_of(OWNER)
    table.restart()
    assert table.bytes_of(OWNER) == look


def next_one(table: Sitting) -> str:
    """Whoever may throw or act now."""
    looks = {person: table.look(person) for person in (ANA, BEN, OWNER)}
    return next((person for person, one in looks.items() if one.offers or (one.prompt and one.prompt.yours)), OWNER)


def shown(table: Sitting) -> tuple[int, ...]:
    """The faces that lie open of a command of which the table threw a die, as the referee sees them all."""
    for person in (OWNER, ANA):
        table.look(person)
    held = table.room._held
    waiting = asked(held)
    if waiting is None or not held.lies_open:
        return ()
    return flat(lying(held.table, waiting.command, waiting.waits.faces))


def flat(rolls: Iterable[Rolled]) -> tuple[int, ...]:
    return tuple(face for roll in rolls for face in roll.faces)


def is_written(entries: Iterable[Entry], faces: tuple[int, ...]) -> bool:
    """Whether entries tell of a command whose dice began like this, or that it was dropped with these dice."""
    dropped = [entry.text for entry in entries if isinstance(entry, NoteEntry) and entry.text.startswith("Dropped")]
    if dropped:
        return sorted(map(int, re.findall(r"\b\d+\b", "".join(dropped)))) == sorted(faces)
    return any(flat(entry.rolls)[: len(faces)] == faces for entry in entries if isinstance(entry, CommandEntry))


def message(table: Sitting, person: str, deed: str, number: int) -> m.AnyMessage:
    """What somebody says next."""
    if deed in ("do", "roll"):
        offers = [one for one in table.look(person).offers if one.forbidden is None]
        return m.Do(command=offers[number % len(offers)].command, roll=deed == "roll") if offers else m.RollRest()
    prompt = table.look(person).prompt
    sides = prompt.sides if prompt is not None and prompt.sides else 6
    entries = len(table.room._held.table.entries)
    said: dict[str, m.AnyMessage] = {
        "face": m.Faces(faces=(None if number % 2 else number % sides + 1,)),
        "note": m.Note(text=f"note {number}", hidden=bool(number % 2)),
        "cancel": m.Cancel(),
        "undo": m.Undo(),
        "redo": m.Redo(),
        "edit": m.Edit(entry=number % (entries + 1) + 1, die=number % 2, face=number % 6 + 1),
        "rest": m.RollRest(),
        "end": m.End(reopen=bool(number % 3)),
        "open": m.OpenSeeds() if number % 5 == 0 else m.End(reopen=True),
        "seed": m.AddSeed(text=f"salt {number}"),
        "rolls": m.Rolls(rolls=("typed", "rolled")[number % 2]),
        "unseen": m.Do(command={"type": "roll_morale", "fighter": 2}),
        "edge": m.Do(command={"type": "grant", "actor": 0, "target": 2, "edge": 1}),
    }
    return said[deed]
