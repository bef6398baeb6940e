"""What one person may see of a table: the only thing that pages and the API are made from.

Built field by field from what is public to that person, never by taking secrets out of something whole. What is not in
a snapshot cannot leave the server.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from affray.dice import Keep, Seat
from affray.rules.showing import Choice, NumberTable, Scene, Told, Wounds

Role: TypeAlias = Literal["referee", "co-referee", "player", "spectator"]

OddsFor: TypeAlias = Literal["all", "referee", "nobody"]
"""Who is shown odds before a choice."""


class You(msgspec.Struct, frozen=True, kw_only=True):
    """Who is looking: `fighters` are those they play, `may` the messages that they may send at all."""

    person: str
    name: str
    role: Role
    fighters: tuple[int, ...] = ()
    may: tuple[str, ...] = ()
    rolls: Literal["typed", "rolled"] = "typed"
    """Whether this person's dice are asked for, or thrown by the table at once."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table, as everybody there may see them."""

    person: str
    name: str
    role: Role
    fighters: tuple[int, ...] = ()


class Knock(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who waits to be let in, or was not; the referee's to see."""

    person: str
    name: str


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The switches of a table."""

    odds: OddsFor = "referee"
    wounds: Wounds = "words"
    typing: bool = True
    """Whether players may type the faces of real dice."""
    paused: bool = False
    away: bool = False
    """Whether the table is put away: it is as it was, but lists show it apart."""


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """Who is here, and how the table is set.

    For referees alone: `code` is the join code, `knocks` are those at the door, `refused` those who were not let in.
    """

    people: tuple[Person, ...] = ()
    settings: Settings = Settings()
    code: str | None = None
    knocks: tuple[Knock, ...] = ()
    refused: tuple[Knock, ...] = ()


class Fair(msgspec.Struct, frozen=True, kw_only=True):
    """What the dice can be checked by: sha256 commitments to both drawn seeds, and the texts that people added.

    `open_seed` is the drawn seed itself once a referee has opened it, `hidden_seed` too for referees; `may_add` says
    whether a text can still be added, `may_open` whether you may open them now.
    """

    open_commitment: str
    hidden_commitment: str
    added: tuple[str, ...] = ()
    may_add: bool = False
    may_open: bool = False
    open_seed: str | None = None
    hidden_seed: str | None = None


class ToAct(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that may act now."""

    seat: Seat
    name: str
    yours: bool


class Because(msgspec.Struct, frozen=True, kw_only=True):
    """Why a command is forbidden: in words, with the clause and the ruling."""

    message: str
    clause: str = ""
    ruling: str = ""


class Odd(msgspec.Struct, frozen=True, kw_only=True):
    """The exact chance of something named, as a fraction in text ("9/20"); `values` is a number's distribution."""

    name: str
    p: str
    mean: str | None = None
    values: tuple[tuple[int, str], ...] | None = None


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A command that one of your seats may give, or may not and why. `key` is its place in the list of that seat.

    `odds` is None where this table does not show them to you.
    """

    key: int
    seat: Seat
    command: Any
    choice: Choice
    forbidden: Because | None = None
    odds: tuple[Odd, ...] | None = None


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """The dice that a command waits for.

    `have` are the faces so far, `good` the faces with which what the command is for succeeds for certain, and `hint`
    says in words what is needed; both only where odds are shown to you. `yours` says whether you may answer, `drop`
    whether you may drop the command. Whoever may not answer, sees for whom the table waits, and of `command` and
    `what` as much as the log will tell. `notes` came while dice lay open: they stand in the log as soon as the command
    is done.
    """

    seat: Seat
    name: str
    yours: bool
    what: str = ""
    sides: int = 0
    count: int = 0
    keep: Keep = "sum"
    have: tuple[int | None, ...] = ()
    good: tuple[int, ...] = ()
    hint: str = ""
    special: str = ""
    """What a face that has fallen adds to this roll, by the rule."""
    command: str = ""
    typing: bool = True
    drop: bool = False
    notes: tuple[str, ...] = ()
    so_far: tuple[Told, ...] = ()
    """What the command has done so far, for referees."""
    why: str = ""
    """What the roll is for, where its name does not say enough, and how it may go; for referees."""
    thrown: bool = False
    """Whether dice lie open that are lost if the command is dropped; for referees."""


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """A die of the log: its place in the entry, so that it can be changed."""

    place: int
    name: str
    sides: int
    face: int
    source: Literal["rolled", "typed", "edited"]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log as this person may read it.

    `clauses` and `rulings` answer "why?", as ids. `counts` is False for what was undone or set aside. `at` is the time
    in UTC, for display only.
    """

    seq: int
    kind: str
    round: int
    who: str
    told: tuple[Told, ...] = ()
    text: str = ""
    dice: tuple[Die, ...] = ()
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    counts: bool = True
    hidden: bool = False
    at: str = ""


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """An open command of your seats: its tag, and the JSON schema of its fields."""

    tag: str
    about: str
    schema: Any


class Back(msgspec.Struct, frozen=True, kw_only=True):
    """What flows back to a character's sheet: its fate, and what has changed, by name, before and after."""

    id: int
    name: str
    fate: str
    changes: tuple[tuple[str, int, int], ...] = ()


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter's own numbers, with their exact chances."""

    fighter: int
    name: str
    tables: tuple[NumberTable, ...]


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one person may see it. `version` counts what this person has been told, not what there is."""

    schema: int = 1
    table: str
    title: str
    ruleset: str
    ruleset_title: str
    version: int
    you: You
    room: Room
    fair: Fair
    scene: Scene
    to_act: tuple[ToAct, ...] = ()
    offers: tuple[Offer, ...] = ()
    elsewhere: tuple[Seat, ...] = ()
    """Seats of yours whose offers are not here: asked for with `seat`, or because there are too many for one answer."""
    forms: tuple[Form, ...] = ()
    prompt: Prompt | None = None
    log: tuple[Line, ...] = ()
    """The latest entries, the newest first."""
    earlier: int = 0
    """Entries before those."""
    undo: bool = False
    redo: bool = False
    over: bool = False
    ended: bool = False
    """Whether a referee ended it as it stood; `over` then, too."""
    winner: str | None = None
    numbers: tuple[Numbers, ...] = ()
    """Of your fighters; for a referee of whom `offers` begin with."""
    back: tuple[Back, ...] = ()
    """Once it is over: what flows back to the sheets of the players' characters."""
