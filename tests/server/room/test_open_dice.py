"""A die that the table has thrown and shown stays as it fell: no note, no way back and no restart throws it again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.snapshot import Prompt
from affray.table.replay import first_difference
from tests.kernel.toy import game
from tests.server.sitting import ANA, BEN, OWNER, SECOND, Sitting

STRIKE = {"type": "attack", "actor": 0, "target": 2, "weapon": 0}


@pytest.fixture
def two(ford: Sitting) -> Sitting:
    """Ana strikes with an edge, two d20; the table has thrown the first."""
    ford.say(OWNER, m.Do(command={"type": "grant", "actor": 0, "target": 2, "edge": 1}))
    ford.say(ANA, m.Do(command=STRIKE))
    ford.say(ANA, m.Faces(faces=(None,)))
    return ford


def asked(table: Sitting, person: str) -> Prompt:
    prompt = table.look(person).prompt
    assert prompt is not None
    return prompt


def test_notes_change_no_die_that_lies_open(two: Sitting) -> None:
    have = asked(two, ANA).have
    assert len(have) == 1
    for person in (BEN, OWNER, ANA, SECOND):
        two.say(person, m.Note(text=f"a word of {person[-1]}"))
        assert asked(two, ANA).have == have
        two.restart()
        assert asked(two, ANA).have == have
    two.say(ANA, m.Faces(faces=(1,)))
    rolls = two.room._held.table.entries[-5].rolls  # type: ignore[union-attr]
    assert rolls[0].faces == (*have, 1)
    assert first_difference(two.room.export(OWNER)) is None


def test_a_note_that_came_between_follows_the_dice_in_its_writers_name(two: Sitting) -> None:
    two.say(BEN, m.Note(text="go, Ana"))
    two.say(OWNER, m.Note(text="it is lame", hidden=True))
    assert all(line.kind != "note" for line in two.look(BEN).log)
    assert asked(two, BEN).notes == ("go, Ana",)
    assert asked(two, OWNER).notes == ("go, Ana", "it is lame")
    two.say(ANA, m.Faces(faces=(1,)))
    lines = {person: [(line.kind, line.who, line.text) for line in two.look(person).log] for person in (OWNER, BEN)}
    assert lines[BEN][0] == ("note", "Benno", "go, Ana")
    assert lines[BEN][1][:2] == ("command", "Ana")
    assert [text for *_, text in lines[OWNER][:2]] == ["it is lame", "go, Ana"]
    two.restart()
    assert [(line.kind, line.who, line.text) for line in two.look(BEN).log] == lines[BEN]


def test_a_note_between_that_is_sent_twice_is_written_once(two: Sitting) -> None:
    id = two.new_id()
    first = two.say(BEN, m.Note(text="go"), id=id)
    assert two.say(BEN, m.Note(text="go"), id=id) == first
    two.say(ANA, m.Faces(faces=(1,)))
    assert sum(line.kind == "note" for line in two.look(BEN).log) == 1


def test_as_long_as_nothing_was_thrown_notes_are_written_at_once(ford: Sitting) -> None:
    ford.say(ANA, m.Do(command=STRIKE))
    ford.say(ANA, m.Faces(faces=(19,)))
    ford.say(BEN, m.Note(text="go"))
    assert ford.look(BEN).log[0].text == "go"
    ford.say(ANA, m.Faces(faces=(1,)))
    assert first_difference(ford.room.export(OWNER)) is None


def test_who_gave_a_command_drops_it_until_the_table_has_thrown_a_die(ford: Sitting) -> None:
    ford.say(ANA, m.Do(command=STRIKE))
    assert asked(ford, ANA).drop
    assert not asked(ford, BEN).drop
    ford.say(ANA, m.Faces(faces=(19,)))  # a real die is no secret of the table's
    ford.say(ANA, m.Cancel())
    assert [line.kind for line in ford.look(ANA).log] == ["command"]
    ford.say(ANA, m.Do(command=STRIKE))
    ford.say(ANA, m.Faces(faces=(None,)))
    if ford.look(ANA).prompt is not None:  # it has hit
        assert not asked(ford, ANA).drop
        assert ford.refused(ANA, m.Cancel()).status == 403
        assert asked(ford, OWNER).drop


@pytest.mark.parametrize("way", [m.Cancel(), m.End()])
def test_what_a_referee_drops_is_written_down_and_not_shown_again(two: Sitting, way: m.AnyMessage) -> None:
    have = asked(two, ANA).have
    assert two.refused(ANA, m.Cancel()).status == 403
    two.say(BEN, m.Note(text="no!"))
    two.say(OWNER, way)
    texts = [line.text for line in two.look(ANA).log]
    assert texts[:2] == ["no!", f"Dropped after dice had fallen: a command of Ana (attack {have[0]})"]
    if isinstance(way, m.End):
        two.say(OWNER, m.End(reopen=True))
    seen = set()
    for _ in range(5):
        two.say(ANA, m.Do(command=STRIKE))
        two.say(ANA, m.Faces(faces=(None,)))
        seen.add(asked(two, ANA).have)
        two.say(OWNER, m.Cancel())
    assert len(seen) > 1
    assert first_difference(two.room.export(OWNER)) is None


def test_hidden_dice_that_are_dropped_are_written_down_for_referees_alone(sit: Callable[..., Sitting]) -> None:
    """A six brings two d4, and a hidden d6 of luck: the table throws it, and the referee drops all."""
    table = sit(game(), ("s", "h"))
    table.seat(ANA, "Anne", fighter=0)
    table.say(OWNER, m.Do(command={"type": "throw", "seat": 0}))
    for face in (6, None, 3):
        table.say(OWNER, m.Faces(faces=(face,)))
    assert asked(table, OWNER).what == "luck"
    table.say(OWNER, m.Cancel())
    public = [line.text for line in table.look(ANA).log]
    assert len(public) == 1
    assert "throw 6; bonus" in public[0]
    assert "luck" not in public[0]
    assert first_difference(table.room.export(OWNER)) is None


def test_the_answer_tells_the_version_after_all_that_followed(ford: Sitting) -> None:
    """Passing ends the round, and the table goes on by itself; the next message is not late."""
    for person, fighter in ((ANA, 0), (BEN, 1)):
        answer = ford.say(person, m.Do(command={"type": "pass", "actor": fighter}))
        assert answer.version == ford.room.seen_version(person)
        assert answer.entry is not None
    answer = ford.say(OWNER, m.Do(command={"type": "pass", "actor": 2}))
    assert answer.version == ford.room.seen_version(OWNER)
    assert not isinstance(ford.answer(OWNER, m.Note(text="on"), answer.version), Fault)


def test_the_answer_is_the_same_after_a_restart(two: Sitting) -> None:
    two.say(BEN, m.Note(text="go"))
    id, version = two.new_id(), two.room.seen_version(ANA)
    answer = two.say(ANA, m.Faces(faces=(1,)), version, id)
    two.restart()
    assert two.say(ANA, m.Faces(faces=(1,)), version, id) == answer
    line = next(line for line in two.look(ANA).log if line.seq == answer.entry)
    assert (line.kind, line.who) == ("command", "Ana")
