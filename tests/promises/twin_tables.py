"""Two tables that differ in secrets alone, played side by side: what players get of one is what they get of the other.

Who plays on chooses commands and faces so that what is public comes out alike in both: who is hit, how wounded
everybody looks, whose turn it is. Then every byte has to be alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from affray.codec import canonical
from affray.dice import REFEREE, TABLE, Roll, Seat, Why
from affray.errors import ScriptError
from affray.fight import AnyRuleset, parse
from affray.interpret.script import Rolled, Source, Trace
from affray.play import Play
from affray.rules import legal
from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.asking_dice import bookkeeping
from affray.server.live.messages import AnyMessage, Envelope
from affray.server.live.seats import showing_of
from affray.server.web.api_events import News
from affray.server.web.page_events import Parts
from affray.table.work import Table
from tests.promises.canaries import HIDDEN_SEED, NOTE, canary_in
from tests.promises.secret_fights import Twins
from tests.promises.wire import HOST, Wire, masked

SEEDS = ("öpen seed of a test", HIDDEN_SEED)
PEOPLE = ("Anne", "Wanda")
"""Somebody who plays the first fighter, and somebody who watches."""

TRIES = 25
"""Commands and faces that are tried before two tables cannot go on alike."""


class Differs(Exception):
    """What came of a command is not alike in both tables, as all may see."""


class Leak(AssertionError):
    """Players can tell two tables apart, or read what is hidden."""


class Deed(NamedTuple):
    """A command as it would come out."""

    rolls: list[Rolled]
    public: object


class World:
    """One of the two tables, with a player, somebody who watches, and all that both have got."""

    def __init__(self, wire: Wire, text: str, hidden: frozenset[int]) -> None:
        self.wire = wire
        self.hidden = hidden
        self.owner = wire.site.owner.person
        self.room = wire.site.rooms.open(self.owner, Table(parse(text), SEEDS))
        self.path = f"/api/v1/tables/{self.room.table}"
        self.page = f"/t/{self.room.table}"
        self.ids = 0
        self.got: list[tuple[str, bytes]] = []
        self.cookies: dict[str, str] = {}
        self.persons: dict[str, str] = {}
        for name, role in zip(PEOPLE, ("player", "spectator"), strict=True):
            session, self.cookies[name] = wire.site.sessions.new()
            self.persons[name] = session.person
            assert self.room.knock(session.person, name) is None
            self.own(m.Admit(person=session.person, role=role))  # type: ignore[arg-type]
        self.own(m.Claim(fighter=0, person=self.persons["Anne"]))
        self.readers = {
            name: (Parts(self.room, person, None, HOST), News(self.room, person, None))
            for name, person in self.persons.items()
        }

    @property
    def ruleset(self) -> AnyRuleset:
        return self.room._held.table.ruleset

    @property
    def state(self) -> Any:
        return self.room._held.table.state

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.room._held.table.to_act

    def new_id(self) -> str:
        self.ids += 1
        return str(UUID(int=self.ids, version=4))

    # What is said

    def own(self, message: AnyMessage) -> None:
        """The referee says something."""
        version = self.room.seen_version(self.owner)
        envelope = Envelope(command_id=self.new_id(), expected_version=version, message=message)
        found = self.room.answer(self.owner, envelope)
        assert not isinstance(found, Fault), found

    def says(self, name: str, message: Any, ahead: int = 0) -> None:
        """Somebody else says something; what they are answered is kept."""
        body = {
            "command_id": str(UUID(int=10**9 + len(self.got), version=4)),
            "expected_version": self.room.seen_version(self.persons[name]) + ahead,
            "message": message,
        }
        self.gets(name, "POST", f"{self.path}/messages", json.dumps(body).encode(), "application/json")

    def gets(self, name: str, method: str, path: str, body: bytes = b"", kind: str = "") -> None:
        """Somebody asks for something; what they get is kept."""
        accept = "*/*" if path.startswith("/api") else "text/html"
        answer = self.wire.ask(method, path, self.cookies[name], body, kind, accept)
        assert answer.status < 500, (path, answer.text)
        self.keeps(f"{name}: {method} {path.replace(self.room.table, '*')} {masked(body)!r}", answer.masked())

    def keeps(self, what: str, data: bytes) -> None:
        self.got.append((what, data))

    # What is seen

    def look(self, name: str) -> None:
        """What comes to somebody by itself, and the table as they see it."""
        for reader in self.readers[name]:
            events = reader()
            what = f"{name}: {len(events)} of {type(reader).__name__}"
            self.keeps(what, masked(b"".join(event.encoded() for event in events)))
        self.gets(name, "GET", self.path)

    def places(self) -> list[tuple[str, str]]:
        """Every page and every path of the API that tells of the table, right and wrong ones, with their methods."""
        table, api = self.page, self.path
        pages = [table, f"{table}/now?seat=0", f"{table}/now?seat=1", f"{table}/now?seat=2", f"{table}/now?seat=9"]
        pages += [f"{table}/log", f"{table}/log.csv", f"{table}/log?before=3", f"{table}/sheets", f"{table}/table"]
        pages += [f"{table}/sheet/{fighter}" for fighter in range(6)]
        pages += [f"{table}/replay?at={entry}" for entry in (0, 1, 2, 3, 5, 8, 13, 99)]
        pages += [f"{table}/map/preview?square={square}&seat=0" for square in ("A1", "B4", "H1", "zz")]
        pages += [f"{table}/map/preview?square=B4&seat={seat}" for seat in (1, 2, 3)]
        pages += [f"{table}/stream?since={version}" for version in (0, 7, 999)]
        pages += [f"{api}/{path}" for path in ("log", "export", "lines", "lines?before=4", "events")]
        pages += [f"{api}/events?since={version}" for version in (0, 5, 9, 14, 999)]
        posts = [f"{table}/what-if", f"{table}/what-if/cancel", f"{api}/simulate"]
        return [("GET", path) for path in pages] + [("POST", path) for path in posts] + [("DELETE", posts[-1])]

    def guesses(self) -> list[tuple[str, Any]]:
        """What players ask for that may be there; every refusal is looked at, too."""
        offers = self.room.snapshot(self.persons["Anne"]).offers
        known = next((offer.command for offer in offers if "target" in offer.command), None)
        strike = known or {"type": "attack", "actor": 0, "target": 1, "weapon": 0}
        found: list[tuple[str, Any]] = [("Anne", {"type": "redo"}), ("Anne", {"type": "faces", "faces": [1]})]
        found += [("Anne", {"type": "note", "text": "", "hidden": True}), ("Wanda", {"type": "note", "text": "x"})]
        for other in (1, 2, 3, 4, 99):
            found += [("Anne", {"type": "do", "command": {**strike, "target": other}}), ("Anne", {"type": "cancel"})]
            found += [(name, {"type": "do", "command": {**strike, "actor": other}}) for name in ("Anne", "Wanda")]
            found += [("Anne", {"type": kind, "fighter": other}) for kind in ("claim", "release")]
            found += [("Anne", {"type": "undo", "to": other})]
            found += [("Anne", {"type": "edit", "entry": other, "die": 0, "face": 1})]
        return found

    # What would come of a command

    def tried(self, command: Any, source: Random, like: Sequence[Rolled] | None = None) -> Deed:
        """A command thrown with any faces, or with the public ones of the other table; raises `Differs`."""
        ruleset, before = self.ruleset, self.state
        hidden = {why.name for why in ruleset.rolls if why.hidden}

        def answer(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> tuple[tuple[int, ...], Source]:
            if like is not None and index >= len(like):
                raise Differs
            if like is None or why.name in hidden:
                most = roll.sides if source.random() < 0.6 else min(roll.sides, 4)
                return tuple(source.randint(1, most) for _ in range(roll.count)), "typed"
            if (like[index].name, like[index].seat) != (why.name, seat):
                raise Differs
            return like[index].faces, "typed"

        trace = Trace(answer)
        play = Play(before, trace, ruleset.evolve)
        try:
            rejected = ruleset.apply(play, command)
        except ScriptError:
            raise Differs from None
        if rejected is not None or (like is not None and len(like) != len(trace.rolls)):
            raise Differs
        return Deed(trace.rolls, self._public(play.state))

    def _public(self, state: Any) -> object:
        """What all may see of a state: who acts, before whom, how everybody looks, and how the players' side fares.

        The order of turns is public, as whose turn it is: where a rule settles a tie by what is hidden, the order tells
        of that. So does the harm that players take. No other order is public: looks are taken by number.
        """
        ruleset = self.ruleset
        showing = showing_of(ruleset)
        assert showing is not None
        scene = showing.scene(state, 0, "words")
        cards = [(card, camp.role) for camp in scene.camps for card in camp.cards if card.id not in self.hidden]
        looks = {card.id: (card.fate, card.looks) for card, _ in cards}
        numbers = {card.id: (card.figure, card.main) for card, role in cards if role == "party"}
        turns = [[place.id for place in order.places if place.id not in self.hidden] for order in scene.order]
        outcome = ruleset.outcome(state)
        return ruleset.to_act(state), turns, ruleset.round(state), outcome and outcome.winner, looks, numbers


class Pair:
    """Both tables."""

    def __init__(self, wire: Wire, twins: Twins, source: Random) -> None:
        self.source = source
        self.one = World(wire, twins.one, twins.hide_in_one)
        self.other = World(wire, twins.other, twins.hide_in_other)
        self.worlds = (self.one, self.other)
        self.compared = 0
        self.steps = 0

    def play(self, steps: int, places: int) -> None:
        """Plays on as long as both can go on alike, and compares everything; at the end at so many places."""
        self._look()
        for _ in range(steps):
            if not self._step():
                break
            self.steps += 1
            self._look()
        # The table's own addresses differ: what is chosen is where among them.
        everywhere = range(len(self.one.places()))
        for name in PEOPLE:
            for place in self.source.sample(everywhere, min(places, len(everywhere))):
                for world in self.worlds:
                    method, path = world.places()[place]
                    more = (b"{}", "application/json") if method == "POST" else (b"", "")
                    world.gets(name, method, path, *more)
        guesses = self.one.guesses()
        for name, message in self.source.sample(guesses, min(places, len(guesses))):
            ahead = self.source.choice((0, 0, 0, 3))
            for world in self.worlds:
                world.says(name, message, ahead)
        self._look()

    def _look(self) -> None:
        self._behind()
        name = self.source.choice(PEOPLE)
        for world in self.worlds:
            world.look(name)
        self.compare()

    def compare(self) -> None:
        """Everything that came since the last time."""
        ours, theirs = (world.got[self.compared :] for world in self.worlds)
        for (what, one), (again, other) in zip(ours, theirs, strict=True):
            if what != again or one != other:
                raise Leak(f"{what} / {again}:\n{_around(one, other)}")
            if (canary := canary_in(one)) is not None:
                raise Leak(f"{what}: {canary!r} is in {one!r}")
        self.compared = len(self.one.got)

    def _behind(self) -> None:
        """What referees do at one table alone."""
        for world in self.worlds:
            if self.source.random() < 0.15:
                world.own(m.Note(text=NOTE, hidden=True))

    def _step(self) -> bool:
        """Something that both tables do; False where nothing comes out alike."""
        chance = self.source.random()
        if chance < 0.1:
            return self._both("Anne", {"type": "note", "text": f"note {self.steps}"})
        if chance < 0.2:
            return self._both("Anne", {"type": "undo"})
        acting = self.one.to_act
        if acting != self.other.to_act:
            raise Leak(f"who acts: {acting} and {self.other.to_act}")
        if not acting:
            return False
        for _ in range(TRIES):
            seat = self.source.choice(acting)
            commands = _alike(*(_open(world, seat) for world in self.worlds))
            if not commands:
                continue
            command = self.source.choice(commands)
            try:
                mine = self.one.tried(command, self.source)
                theirs = self.other.tried(command, self.source, mine.rolls)
            except Differs:
                continue
            if mine.public == theirs.public:
                self._do(seat, command, mine.rolls, theirs.rolls)
                return True
        return False

    def _both(self, name: str, message: Any) -> bool:
        for world in self.worlds:
            world.says(name, message)
        return True

    def _do(self, seat: Seat, command: Any, mine: list[Rolled], theirs: list[Rolled]) -> None:
        typed = self.source.random() < 0.7
        for world, rolls in zip(self.worlds, (mine, theirs), strict=True):
            if bookkeeping(world.room._held.table) is None:
                plain = msgspec.to_builtins(command)
                if seat == 0:
                    world.says("Anne", {"type": "do", "command": plain})
                else:
                    world.own(m.Do(command=plain))
            left = [face for roll in rolls for face in roll.faces]
            while left:
                asked = world.room._waiting()
                assert asked is not None
                faces, left = left[: asked.missing], left[asked.missing :]
                if typed and asked.seat in (0, TABLE):
                    world.says("Anne", {"type": "faces", "faces": faces})
                else:
                    world.own(m.Faces(faces=tuple(faces)))


def _open(world: World, seat: Seat) -> dict[bytes, Any]:
    """The commands that a seat may give, by their bytes; players choose among what they are offered."""
    ruleset = world.ruleset
    return {canonical(command): command for command in legal(ruleset, world.state, seat)} if seat != REFEREE else {}


def _alike(mine: dict[bytes, Any], theirs: dict[bytes, Any]) -> list[Any]:
    return [command for key, command in mine.items() if key in theirs]


def _around(one: bytes, other: bytes) -> str:
    """Where two texts begin to differ."""
    places: Iterator[int] = (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    place = next(places, min(len(one), len(other)))
    part = slice(max(place - 150, 0), place + 150)
    return f"{one[part]!r}\n{other[part]!r}"
