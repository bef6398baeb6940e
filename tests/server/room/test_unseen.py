"""What a referee does unseen leaves no trace for players: in nothing that they may do, or that comes of it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import msgspec
import pytest

from affray.server.live import messages as m
from affray.table.replay import first_difference
from tests.server.room.test_messages import SKILLS
from tests.server.room.test_secrets import ford as ford_text
from tests.server.sitting import ANA, BEN, OWNER, WATCHER, Sitting

STRIKE = {"type": "attack", "actor": 0, "target": 2, "weapon": 0}
MORALE = {"type": "set_morale", "fighter": 2, "rating": 9, "reason": "they see the ogre"}
ROLL = {"type": "roll_morale", "fighter": 2}


def override(table: Sitting) -> None:
    table.say(OWNER, m.Do(command=MORALE))


def note(table: Sitting) -> None:
    table.say(OWNER, m.Note(text="soon", hidden=True))


def asked_for(table: Sitting) -> None:
    table.say(OWNER, m.Do(command=ROLL))


def half_typed(table: Sitting) -> None:
    table.say(OWNER, m.Do(command=ROLL))
    table.say(OWNER, m.Faces(faces=(2,)))


def half_rolled(table: Sitting) -> None:
    table.say(OWNER, m.Do(command=ROLL))
    table.say(OWNER, m.Faces(faces=(None,)))


UNSEEN: dict[str, Callable[[Sitting], None]] = {
    "an override": override,
    "a note": note,
    "a die that is asked for": asked_for,
    "a die that is typed": half_typed,
    "a die that is rolled": half_rolled,
}


class Players:
    """A table as its players find it: each message of theirs, with what all of them see after it."""

    def __init__(self, table: Sitting, secret: Callable[[Sitting], None] | None) -> None:
        self.table = table
        self.secret = secret
        self.found: list[bytes] = []
        table.everybody()

    def behind(self) -> None:
        """Something happens behind their backs."""
        if self.secret is not None:
            if self.table.look(OWNER).prompt is not None and self.table.room._held.waits is not None:
                self.table.say(OWNER, m.Cancel())
            self.secret(self.table)
        self.look()

    def say(self, person: str, message: m.AnyMessage) -> None:
        id = str(UUID(int=10**9 + len(self.found), version=4))
        self.found.append(msgspec.json.encode(self.table.answer(person, message, id=id)))
        self.look()

    def look(self) -> None:
        for person in (ANA, BEN, WATCHER):
            self.found.append(self.table.bytes_of(person))
            self.found.append(self.table.room.export(person))


def played(players: Players) -> list[bytes]:
    players.behind()
    players.say(ANA, m.AddSeed(text="salt"))
    players.say(ANA, m.Faces(faces=(6,)))
    for person, actor in ((ANA, 0), (BEN, 1)):
        players.behind()
        players.say(person, m.Note(text="now"))
        players.behind()
        players.say(person, m.Do(command={**STRIKE, "actor": actor}))
        players.say(person, m.Faces(faces=(2,)))
        players.behind()
        players.say(BEN, m.Undo())
        players.say(ANA, m.Undo())
        players.say(ANA, m.Redo())
        players.behind()
        players.say(person, m.Redo())
        players.say(person, m.Cancel())
        players.say(person, m.RollRest())
        players.say(person, m.Do(command={**STRIKE, "actor": actor}))
        players.say(person, m.Faces(faces=(3,)))
    return players.found


@pytest.mark.parametrize("secret", UNSEEN)
def test_players_cannot_tell_that_a_referee_does_something(secret: str, sit: Callable[..., Sitting]) -> None:
    text = ford_text(hp=30)
    with_it = Players(sit(text), UNSEEN[secret])
    pairs = zip(played(Players(sit(text), None)), played(with_it), strict=True)
    for number, (one, two) in enumerate(pairs):
        assert one == two, f"part {number}:\n{one!r}\n{two!r}"
    assert first_difference(with_it.table.room.export(OWNER)) is None


def test_what_a_referee_changed_unseen_outlives_a_players_undo(ford: Sitting) -> None:
    ford.do(ANA, 2, **STRIKE)
    override(ford)
    before = ford.room._held.table.state
    ford.say(ANA, m.Undo())
    log = ford.look(OWNER).log
    assert [(line.kind, line.counts) for line in log[:4]] == [
        ("command", True),
        ("undo", True),
        ("command", False),
        ("command", False),
    ]
    assert ford.room._held.table.state != before
    ford.do(ANA, 2, **STRIKE)
    assert ford.room._held.table.state == before
    ford.restart()
    assert ford.room._held.table.state == before
    assert first_difference(ford.room.export(OWNER)) is None


def test_a_referees_command_that_a_player_was_faster_than_is_dropped(ford: Sitting) -> None:
    half_rolled(ford)
    prompt = ford.look(OWNER).prompt
    assert prompt is not None
    (face,) = prompt.have
    assert ford.look(ANA).prompt is None
    ford.do(ANA, 2, **STRIKE)
    texts = [(line.text, line.hidden) for line in ford.look(OWNER).log if line.kind == "note"]
    assert texts == [(f"Dropped after dice had fallen: a command of the referee (morale {face})", True)]


def test_a_public_note_of_a_referee_comes_when_their_unseen_dice_are_done(ford: Sitting) -> None:
    half_rolled(ford)
    before = ford.bytes_of(ANA)
    ford.say(OWNER, m.Note(text="it growls"))
    assert ford.bytes_of(ANA) == before
    ford.say(OWNER, m.Faces(faces=(1,)))
    assert ford.look(ANA).log[0].text == "it growls"
    assert first_difference(ford.room.export(OWNER)) is None


def test_the_hint_of_a_die_knows_no_more_than_its_thrower(sit: Callable[..., Sitting]) -> None:
    """Whoever strikes somebody unaware is asked for the die at once; what it needs would tell that nobody defends."""
    table = sit(SKILLS.replace('weapon = "none"', 'weapon = "none"\nstate = "unaware"'))
    table.seat(ANA, "Anne", fighter=0)
    table.say(OWNER, m.Set(odds="all"))
    for person, fighter, face in ((ANA, 0, 9), (OWNER, 1, 2)):
        table.say(person, m.Do(command={"type": "enter", "actor": fighter, "skill": "body"}))
        table.say(person, m.Faces(faces=(face,)))
    table.say(ANA, m.Do(command={"type": "attack", "actor": 0, "target": 1, "skill": "body", "dice": 1}))
    mine, all_of_it = table.look(ANA).prompt, table.look(OWNER).prompt
    assert mine is not None
    assert all_of_it is not None
    assert (mine.yours, mine.good, mine.hint) == (True, (), "")
    assert all_of_it.hint
