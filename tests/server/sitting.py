"""People sitting at a table, for tests: they say something, and look what they see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from affray.dice import Seat
from affray.fight import Fight, parse
from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.messages import AnyMessage, Envelope
from affray.server.live.room import Answer, Room
from affray.server.live.rooms import Rooms
from affray.server.live.snapshot import Snapshot
from affray.server.store import Store, open_store
from affray.server.store.place import read
from affray.table.work import Table

OWNER = "00000000-0000-4000-8000-000000000001"
SECOND = "00000000-0000-4000-8000-000000000002"
ANA = "00000000-0000-4000-8000-000000000003"
BEN = "00000000-0000-4000-8000-000000000004"
WATCHER = "00000000-0000-4000-8000-000000000005"
KNOCKER = "00000000-0000-4000-8000-000000000006"
REFUSED = "00000000-0000-4000-8000-000000000007"
GONE = "00000000-0000-4000-8000-000000000008"
STRANGER = "00000000-0000-4000-8000-000000000009"

SEEDS = ("an open seed", "a hidden seed")

FORD = """
ruleset = "knave"
title = "The ford"
[[fighter]]
name = "Ana"
side = "party"
level = 1
hp = 6
abilities = { str = 2, dex = 1, con = 3, int = 1, wis = 2, cha = 1 }
armor = ["gambeson", "shield"]
weapons = ["sword"]
[[fighter]]
name = "Ben"
side = "party"
level = 1
hp = 5
abilities = { str = 1, dex = 1, con = 3, int = 1, wis = 2, cha = 1 }
armor = ["gambeson"]
weapons = ["mace"]
[[fighter]]
name = "goblin"
side = "foes"
hd = 1
hp = 4
armor = 13
attack = 1
damage = "1d6"
morale = 7
"""

ENDLESS = FORD.replace("hp = 4", "hp = 9999\ncount = 90").replace("hp = 6", "hp = 9999").replace("hp = 5", "hp = 9999")
"""A fight that nobody can win, so large that playing it as often as one may takes far more than the time there is."""


def clock() -> Callable[[], str]:
    """A clock that stands still: times are for display alone."""
    return lambda: "2026-01-01T00:00:00.000Z"


class Sitting:
    """A table with its people; everything goes through the store."""

    def __init__(
        self, folder: Path, fight: Fight | str = FORD, seeds: tuple[str, str] = SEEDS, address: str = ""
    ) -> None:
        self.path = folder / "table.db"
        self.address = address or str(self.path)
        self.store = self._opened()
        self.rooms = Rooms(self.store)
        made = parse(fight) if isinstance(fight, str) else fight
        self.room: Room = self.rooms.open(OWNER, Table(made, seeds))
        self._ids: Iterator[int] = count(1)

    def _opened(self) -> Store:
        return open_store(read(self.address), clock())

    def restart(self) -> None:
        """The server stops and starts again."""
        self.store.close()
        self.store = self._opened()
        self.rooms = Rooms(self.store)
        self.room = self.rooms.room(self.room.table)

    def close(self) -> None:
        self.rooms.close()
        self.store.close()

    def new_id(self) -> str:
        """A new command id, the same in every sitting."""
        return str(UUID(int=next(self._ids), version=4))

    # People

    def seat(self, person: str, name: str, role: str = "player", fighter: int | None = None) -> None:
        """Somebody knocks, is let in, and plays a fighter."""
        assert self.room.knock(person, name) is None
        self.say(OWNER, m.Admit(person=person, role=role))  # type: ignore[arg-type]
        if fighter is not None:
            self.say(OWNER, m.Claim(fighter=fighter, person=person))

    def everybody(self) -> None:
        """One of each: co-referee, two players with a fighter each, one who watches, and those who are not in."""
        self.seat(SECOND, "Second", "co-referee")
        self.seat(ANA, "Anne", fighter=0)
        self.seat(BEN, "Benno", fighter=1)
        self.seat(WATCHER, "Wanda", "spectator")
        self.seat(GONE, "Gil")
        self.say(OWNER, m.Remove(person=GONE))
        assert self.room.knock(REFUSED, "Rolf") is None
        self.say(OWNER, m.Refuse(person=REFUSED))
        assert self.room.knock(KNOCKER, "Kim") is None

    # What is said and seen

    def answer(
        self, person: str, message: AnyMessage, version: int | None = None, id: str | None = None
    ) -> Answer | Fault:
        """What somebody gets for a message; they have seen the latest version unless another is given."""
        if version is None:
            try:
                version = self.room.seen_version(person)
            except Exception:
                version = 0
        return self.room.answer(
            person, Envelope(command_id=id or self.new_id(), expected_version=version, message=message)
        )

    def say(self, person: str, message: AnyMessage, version: int | None = None, id: str | None = None) -> Answer:
        """As `answer`; it must be taken."""
        found = self.answer(person, message, version, id)
        assert isinstance(found, Answer), found
        return found

    def refused(self, person: str, message: AnyMessage, version: int | None = None, id: str | None = None) -> Fault:
        """As `answer`; it must be refused, and change nothing."""
        before = self.whole()
        found = self.answer(person, message, version, id)
        assert isinstance(found, Fault), found
        assert self.whole() == before
        return found

    def do(self, person: str, *faces: int, **command: Any) -> Answer:
        """Somebody gives a command and types its dice, one after another."""
        answer = self.say(person, m.Do(command=command))
        for face in faces:
            answer = self.say(person, m.Faces(faces=(face,)))
        return answer

    def look(self, person: str, seat: Seat | None = None) -> Snapshot:
        """What somebody sees."""
        return self.room.snapshot(person, seat)

    def bytes_of(self, person: str) -> bytes:
        """All that somebody sees, as it is sent, but for ids; and for referees, but for the join code and its row."""
        look = self.look(person)
        version = 0 if look.room.code else look.version
        room = msgspec.structs.replace(look.room, code=None)
        return msgspec.json.encode(msgspec.structs.replace(look, table="", version=version, room=room))

    def whole(self) -> tuple[int, bytes]:
        """Everything there is: the version, and the journal."""
        rows = self.store.rows_after(self.room.table, 0)
        return rows[-1].version, b"\n".join(row.body for row in rows)
