"""Nothing hidden leaves the table: two tables that differ in secrets alone look the same to players, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

import msgspec
import pytest

from affray.server.faults import Fault
from affray.server.live import messages as m
from tests.kernel.toy import game
from tests.server.room.test_messages import GRID, SKILLS
from tests.server.sitting import ANA, BEN, FORD, OWNER, WATCHER, Sitting

CANARY = 918273


@dataclass
class Seen:
    """Everything that players got from a table, in order."""

    parts: list[bytes] = field(default_factory=list)
    said: int = 0

    def look(self, table: Sitting) -> None:
        for person in (ANA, BEN, WATCHER):
            self.parts.append(table.bytes_of(person))
            self.parts.append(msgspec.json.encode(table.room.lines_since(person, 0, 1_000)))
            self.parts.append(table.room.export(person))
            self.parts.append(msgspec.json.encode(table.room.seen_version(person)))

    def say(self, table: Sitting, person: str, message: m.AnyMessage) -> None:
        self.said += 1
        found = table.answer(person, message, id=str(UUID(int=10**9 + self.said, version=4)))
        if person != OWNER:
            self.parts.append(msgspec.json.encode(found))
        else:
            assert not isinstance(found, Fault), found
        self.look(table)


HIDDEN = """
[[fighter]]
name = "ogre"
side = "foes"
hd = 4
hp = 20
armor = 15
attack = 4
damage = "1d10"
morale = 10
hidden = true
joins = 50
"""


def ford(hp: int = 9, armor: int = 13, morale: int = 7, damage: str = "1d6", more: str = "") -> str:
    """The ford with a goblin of these numbers, and perhaps somebody hidden."""
    text = FORD.replace("hp = 4", f"hp = {hp}").replace("armor = 13", f"armor = {armor}")
    return text.replace("morale = 7", f"morale = {morale}").replace('"1d6"', f'"{damage}"') + more


def strike(actor: int, target: int) -> m.Do:
    return m.Do(command={"type": "attack", "actor": actor, "target": target, "weapon": 0})


def play(table: Sitting, secret: Callable[[Sitting], None] | None) -> Seen:
    """The same fight at both tables, as far as players can tell; `secret` is done behind their backs."""
    seen = Seen()
    table.everybody()
    seen.look(table)

    def behind() -> None:
        if secret is not None:
            secret(table)

    def typed(person: str, *faces: int) -> None:
        for face in faces:
            seen.say(table, person, m.Faces(faces=(face,)))

    typed(ANA, 6)
    # Commands that cannot be known to be impossible, and such as are: what they say tells nothing.
    for target in (2, 3, 4, 99):
        seen.say(table, BEN, m.Do(command={"type": "attack", "actor": 0, "target": target, "weapon": 0}))
    for target in (1, 3, 4, 99):
        seen.say(table, ANA, strike(0, target))
    behind()
    seen.say(table, ANA, strike(0, 2))
    behind()
    typed(ANA, 19, 1)
    seen.say(table, BEN, strike(1, 2))
    typed(BEN, 2)
    seen.say(table, OWNER, m.Set(typing=True))
    seen.say(table, OWNER, strike(2, 0))
    typed(OWNER, 18, 2)
    behind()
    seen.say(table, BEN, m.Undo())
    seen.say(table, OWNER, m.Edit(entry=_entry_of(table, "Ana"), die=1, face=2))
    seen.say(table, OWNER, m.Undo())
    seen.say(table, OWNER, m.Undo())
    seen.say(table, OWNER, m.Redo())
    seen.say(table, BEN, m.Redo())
    seen.say(table, ANA, m.Note(text="that hurt"))
    table.restart()
    seen.look(table)
    return seen


def _entry_of(table: Sitting, who: str) -> int:
    return next(line.seq for line in table.look(OWNER).log if line.who == who and line.kind == "command")


def note(table: Sitting) -> None:
    table.say(OWNER, m.Note(text=f"{CANARY}", hidden=True))


SECRETS: dict[str, tuple[str, Callable[[Sitting], None] | None]] = {
    "hit points": (ford(hp=10), None),
    "armor": (ford(armor=14), None),
    "morale": (ford(morale=11), None),
    "damage": (ford(damage="1d8"), None),
    "somebody hidden": (ford(more=HIDDEN), None),
    "notes": (ford(), note),
}


@pytest.fixture
def plain(sit: Callable[..., Sitting]) -> Seen:
    return play(sit(ford()), None)


@pytest.mark.parametrize("secret", SECRETS)
def test_players_cannot_tell_two_tables_apart(secret: str, plain: Seen, sit: Callable[..., Sitting]) -> None:
    text, behind = SECRETS[secret]
    other = play(sit(text), behind)
    for number, (one, two) in enumerate(zip(plain.parts, other.parts, strict=True)):
        assert one == two, f"part {number}:\n{one!r}\n{two!r}"


# By the other rules

GRID_SCRIPT: list[tuple[str, m.AnyMessage]] = [
    (OWNER, m.Do(command={"type": "roll_initiative", "actor": 0})),
    (OWNER, m.Faces(faces=(15,))),
    (OWNER, m.Do(command={"type": "roll_initiative", "actor": 1})),
    (OWNER, m.Faces(faces=(3,))),
    (ANA, m.Do(command={"type": "attack", "actor": 0, "target": 1, "weapon": 0, "subdual": False})),
    (ANA, m.Faces(faces=(2,))),
    (BEN, m.Do(command={"type": "attack", "actor": 1, "target": 0, "weapon": 0, "subdual": False})),
    (ANA, m.Do(command={"type": "attack", "actor": 0, "target": 1, "weapon": 0, "subdual": False})),
    (ANA, m.Do(command={"type": "end_turn", "actor": 0})),
    (OWNER, m.Do(command={"type": "attack", "actor": 1, "target": 0, "weapon": 0, "subdual": False})),
    (OWNER, m.Faces(faces=(1,))),
    (OWNER, m.Do(command={"type": "end_turn", "actor": 1})),
    (OWNER, m.Undo()),
    (ANA, m.Note(text="closer")),
]
SKILLS_SCRIPT: list[tuple[str, m.AnyMessage]] = [
    (ANA, m.Do(command={"type": "enter", "actor": 0, "skill": "body"})),
    (ANA, m.Faces(faces=(9,))),
    (OWNER, m.Do(command={"type": "enter", "actor": 1, "skill": "soul"})),
    (OWNER, m.Faces(faces=(2,))),
    (ANA, m.Do(command={"type": "attack", "actor": 0, "target": 1, "skill": "body", "dice": 1})),
    (ANA, m.Do(command={"type": "defend", "actor": 1, "skill": "body"})),
    (OWNER, m.Do(command={"type": "take_it", "actor": 1})),
    (OWNER, m.Undo()),
    (OWNER, m.Do(command={"type": "defend", "actor": 1, "skill": "body"})),
    (OWNER, m.Faces(faces=(5,))),
    (OWNER, m.Faces(faces=(2,))),
    (ANA, m.Note(text="again")),
]
ROBBER = "hp = 30\ndefense = 12"
OTHERS = {
    "grid: hit points": (GRID, (ROBBER, "hp = 31\ndefense = 12"), GRID_SCRIPT),
    "grid: defense": (GRID, (ROBBER, "hp = 30\ndefense = 14"), GRID_SCRIPT),
    "grid: armor": (GRID, (ROBBER, f"{ROBBER}\narmor = {{ absorb = 2 }}"), GRID_SCRIPT),
    "grid: attack": (GRID, ("class_attack_bonus = 1", "class_attack_bonus = 3"), GRID_SCRIPT),
    "skills: body": (SKILLS, ("body = 8", "body = 20"), SKILLS_SCRIPT),
    "skills: mind": (SKILLS, ("body = 8\nmind = 6", "body = 8\nmind = 12"), SKILLS_SCRIPT),
    "skills: soul": (SKILLS, ('soul = 4\nweapon = "none"', 'soul = 8\nweapon = "none"'), SKILLS_SCRIPT),
}


@pytest.mark.parametrize("secret", OTHERS)
def test_by_other_rules_players_cannot_tell_either(secret: str, sit: Callable[..., Sitting]) -> None:
    text, (was, is_now), script = OTHERS[secret]
    assert was in text
    mine, theirs = (_played(sit(one), script) for one in (text, text.replace(was, is_now)))
    for number, (one, two) in enumerate(zip(mine.parts, theirs.parts, strict=True)):
        assert one == two, f"part {number}:\n{one!r}\n{two!r}"


def _played(table: Sitting, script: list[tuple[str, m.AnyMessage]]) -> Seen:
    seen = Seen()
    table.seat(ANA, "Anne", fighter=0)
    table.seat(BEN, "Benno")
    table.seat(WATCHER, "Wanda", "spectator")
    for person, message in script:
        seen.say(table, person, message)
    return seen


def test_a_canary_is_in_nothing_that_players_get(sit: Callable[..., Sitting]) -> None:
    """Secrets stripped from what is shown must not come back with undo, the start, the log, or a refusal."""
    table = sit(ford(hp=987, armor=13, morale=3, damage="1d97"))
    seen = play(table, note)
    for part in seen.parts:
        without_ids = re.sub(rb"[0-9a-f]{64}|[0-9a-f-]{36}", b"", part)
        for canary in (b"987", b"918273", b"97"):
            where = without_ids.find(canary)
            assert where < 0, without_ids[max(where - 100, 0) : where + 40]


def test_a_hidden_roll_is_the_referees(sit: Callable[..., Sitting]) -> None:
    """A six brings a hidden d6 of luck: others see that the table waits for the referee, and nothing of the die."""
    table = sit(game())
    table.seat(ANA, "Anne")
    table.seat(BEN, "Benno")
    table.say(OWNER, m.Claim(fighter=0, person=ANA))
    table.say(ANA, m.Do(command={"type": "throw", "seat": 0}))
    table.say(ANA, m.Faces(faces=(6,)))
    table.say(ANA, m.Faces(faces=(2, 3)))
    prompt = table.look(ANA).prompt
    assert prompt is not None
    assert (prompt.seat, prompt.name, prompt.yours, prompt.what) == ("referee", "the referee", False, "")
    assert table.refused(ANA, m.Faces(faces=(1,))).status == 403
    asked = table.look(OWNER).prompt
    assert asked is not None
    assert (asked.yours, asked.what, asked.sides) == (True, "luck", 6)
    seen = []
    for face in (1, 5):
        table.say(OWNER, m.Faces(faces=(face,)))
        seen.append(_line(table.bytes_of(BEN)))
        table.say(OWNER, m.Undo())
        table.say(OWNER, m.Do(command={"type": "throw", "seat": 0}))
        for faces in ((6,), (2, 3)):
            table.say(OWNER, m.Faces(faces=faces))
    assert seen[0] == seen[1]
    assert b"luck" not in seen[0]


def _line(snapshot: bytes) -> bytes:
    log = msgspec.json.decode(snapshot)["log"]
    line = next(one for one in log if one["kind"] == "command")
    return msgspec.json.encode({**line, "seq": 0})


def test_odds_are_for_those_whom_the_switch_names(sit: Callable[..., Sitting]) -> None:
    table = sit(ford())
    table.everybody()
    table.say(OWNER, m.Faces(faces=(6,)))

    def shown(person: str) -> bool:
        return any(one.odds is not None for one in table.look(person).offers)

    assert (shown(OWNER), shown(ANA)) == (True, False)
    table.say(OWNER, m.Set(odds="all"))
    assert (shown(OWNER), shown(ANA)) == (True, True)
    hit = next(
        one for one in table.look(ANA).offers if one.command == strike(0, 2).command | {"thrown": False, "dirty": False}
    )
    assert hit.odds is not None
    assert {one.name: one.p for one in hit.odds}["hits"] == "9/20"
    assert {one.name for one in hit.odds} <= {hit.choice.amount, *(name for _, name in hit.choice.figures)}
    table.say(OWNER, m.Set(odds="nobody"))
    assert (shown(OWNER), shown(ANA)) == (False, False)


def test_knocks_and_codes_are_the_referees(ford_table: Sitting) -> None:
    assert ford_table.look(OWNER).room.knocks
    assert ford_table.look(OWNER).room.code
    for person in (ANA, WATCHER):
        assert ford_table.look(person).room.knocks == ()
        assert ford_table.look(person).room.code is None


@pytest.fixture
def ford_table(sit: Callable[..., Sitting]) -> Sitting:
    table = sit(ford())
    table.everybody()
    return table


def test_what_the_referee_prepares_is_seen_by_nobody(sit: Callable[..., Sitting]) -> None:
    table = sit(ford())
    table.everybody()
    before = [table.bytes_of(person) for person in (ANA, WATCHER)]
    command = {"type": "set_morale", "fighter": 2, "rating": 9, "reason": "they see the ogre"}
    table.say(OWNER, m.Do(command=command))
    assert [table.bytes_of(person) for person in (ANA, WATCHER)] == before
