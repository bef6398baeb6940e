"""What a person may ask of a table: every message there is, with its fields and their limits.

Each message comes in an envelope with an id of its own and the version that the sender has seen.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from affray.rules.showing import Wounds
from affray.server.live.snapshot import OddsFor

Face: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What all messages are: frozen, strict, told apart by `type`."""


class Do(Message, frozen=True, tag="do"):
    """A command of the rules, as plain values. Its dice are asked for one by one, or thrown at once if `roll`."""

    command: dict[str, Any]
    roll: bool = False


class Faces(Message, frozen=True, tag="faces"):
    """Faces for the dice that wait, in order; None lets the table roll that one."""

    faces: Annotated[tuple[Face | None, ...], msgspec.Meta(min_length=1, max_length=1000)]


class RollRest(Message, frozen=True, tag="roll_rest"):
    """The table rolls everything that the waiting command still asks for."""


class Cancel(Message, frozen=True, tag="cancel"):
    """The command that waits for dice is dropped; by referees alone, once the table has thrown one of them."""


class Undo(Message, frozen=True, tag="undo"):
    """Back to right after entry `to` (0: the start); without it, the last entry that counts is undone."""

    to: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Redo(Message, frozen=True, tag="redo"):
    """What the last undo took away counts again; for referees."""


class Edit(Message, frozen=True, tag="edit"):
    """A die of an entry shows another face after all; `faces` answer what is newly asked, else the table rolls it."""

    entry: Annotated[int, msgspec.Meta(ge=1)]
    die: Annotated[int, msgspec.Meta(ge=0)]
    face: Face
    faces: tuple[Face | None, ...] | None = None


class Note(Message, frozen=True, tag="note"):
    """Something written beside the fight; a hidden one is the referees'."""

    text: str
    hidden: bool = False


class Set(Message, frozen=True, tag="set"):
    """A switch of the table."""

    odds: OddsFor | None = None
    wounds: Wounds | None = None
    typing: bool | None = None
    paused: bool | None = None
    away: bool | None = None


class Admit(Message, frozen=True, tag="admit"):
    """Somebody who knocked is let in, as a player or to watch."""

    person: str
    role: Literal["player", "spectator", "co-referee"] = "player"


class Refuse(Message, frozen=True, tag="refuse"):
    """Somebody who knocked is not let in."""

    person: str


class Remove(Message, frozen=True, tag="remove"):
    """Somebody has to leave the table."""

    person: str


class Claim(Message, frozen=True, tag="claim"):
    """A fighter is played by its claimer; a referee may give it to somebody else, or take it from everybody ("")."""

    fighter: Annotated[int, msgspec.Meta(ge=0)]
    person: str | None = None


class Release(Message, frozen=True, tag="release"):
    """A fighter that you play is free again."""

    fighter: Annotated[int, msgspec.Meta(ge=0)]


class Rolls(Message, frozen=True, tag="rolls"):
    """Whether your dice are asked for, or thrown by the table."""

    rolls: Literal["typed", "rolled"]


class NewCode(Message, frozen=True, tag="new_code"):
    """Another join code; who is in stays."""


class End(Message, frozen=True, tag="end"):
    """The fight is ended by the referee as it stands; `reopen` takes that back."""

    reopen: bool = False


class AddSeed(Message, frozen=True, tag="add_seed"):
    """A text that goes into the seed of the table's open dice; possible until the first command."""

    text: str


class OpenSeeds(Message, frozen=True, tag="open_seeds"):
    """The seeds of a fight that is over are opened, for good: nothing is rolled or taken back after that."""


AnyMessage: TypeAlias = (
    Do
    | Faces
    | RollRest
    | Cancel
    | Undo
    | Redo
    | Edit
    | Note
    | Set
    | Admit
    | Refuse
    | Remove
    | Claim
    | Release
    | Rolls
    | NewCode
    | End
    | AddSeed
    | OpenSeeds
)


class Envelope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message with the id that its sender made for it, a UUID, and the version that the sender has seen."""

    command_id: str
    expected_version: Annotated[int, msgspec.Meta(ge=0)]
    message: AnyMessage
