"""Hand-made snapshots of a fight: a referee's and a player's, and what comes of them."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.rules.showing import Told
from affray.server.live.snapshot import (
    Back,
    Die,
    Fair,
    Form,
    Knock,
    Line,
    Person,
    Prompt,
    Room,
    Settings,
    Snapshot,
    ToAct,
    You,
)
from tests.server.pages.scenes_knave import knave_log, knave_offers, knave_scene

REFEREE_MAY = [
    "do",
    "faces",
    "roll_rest",
    "cancel",
    "undo",
    "redo",
    "edit",
    "note",
    "set",
    "admit",
    "refuse",
    "remove",
    "claim",
    "release",
    "rolls",
    "new_code",
    "end",
]
PLAYER_MAY = ["do", "faces", "roll_rest", "cancel", "undo", "note", "claim", "release", "rolls"]
FAIR = Fair(open_commitment="a" * 64, hidden_commitment="b" * 64)


def people() -> tuple[Person, ...]:
    return (
        Person(person="r", name="Mara", role="referee"),
        Person(person="a", name="Jo", role="player", fighters=(0,)),
        Person(person="b", name="Timo with the very long name from the other town", role="player", fighters=(1, 2)),
        Person(person="c", name="Eli", role="spectator"),
    )


OVERRIDE = {
    "title": "Harm",
    "type": "object",
    "properties": {
        "type": {"enum": ["harm"]},
        "target": {"type": "integer"},
        "amount": {"type": "integer", "minimum": -9999, "maximum": 9999},
        "kind": {"enum": ["damage", "healing"], "default": "damage"},
        "hidden": {"type": "boolean", "default": False},
        "reason": {"type": "string", "maxLength": 200},
    },
    "required": ["target", "amount", "reason"],
}


def knave_referee(**more: Any) -> Snapshot:
    shown: dict[str, Any] = dict(
        table="7f0c0a52-1111-4222-8333-444455556666",
        title="Goblins at the ford",
        ruleset="knave",
        ruleset_title="Knave",
        version=12,
        you=You(person="r", name="Mara", role="referee", may=tuple(REFEREE_MAY)),
        room=Room(people=people(), settings=Settings(), code="K7QM4XRP", knocks=(Knock(person="k", name="Noor"),)),
        fair=FAIR,
        scene=knave_scene(referee=True),
        to_act=(ToAct(seat=0, name="Ana", yours=True),),
        offers=knave_offers(odds=True),
        forms=(
            Form(tag="harm", about="Set what the rules did not foresee; the reason stays in the log.", schema=OVERRIDE),
        ),
        log=knave_log(referee=True),
        earlier=12,
        undo=True,
    )
    return Snapshot(**(shown | more))


def knave_player(**more: Any) -> Snapshot:
    shown: dict[str, Any] = dict(
        you=You(person="a", name="Jo", role="player", fighters=(0,), may=tuple(PLAYER_MAY)),
        room=Room(people=people(), settings=Settings(odds="all")),
        scene=knave_scene(referee=False),
        forms=(),
        log=knave_log(referee=False),
    )
    return knave_referee(**(shown | more))


def rolling(base: Snapshot, **more: Any) -> Snapshot:
    prompt = Prompt(
        seat=0,
        name="Ana",
        yours=True,
        what="Sword at goblin 2, with advantage",
        sides=20,
        count=2,
        keep="high",
        have=(9,),
        good=tuple(range(12, 21)),
        hint="9 + 2 = 11 is not enough: the second hits on 12 or more.",
        command="Sword at goblin 2",
        drop=True,
    )
    return msgspec.structs.replace(base, offers=(), prompt=msgspec.structs.replace(prompt, **more))


def waits(base: Snapshot) -> Snapshot:
    """Somebody else has the dice."""
    return msgspec.structs.replace(base, offers=(), prompt=Prompt(seat=1, name="Bram", yours=False))


def result(base: Snapshot) -> Snapshot:
    """What a command came to, and nothing to do for whoever gave it."""
    newest = Line(
        seq=10,
        kind="command",
        round=3,
        who="Ana",
        told=(
            Told(text="Ana strikes goblin 2 with her sword.", who=0),
            Told(text="The better of 9 and 14: 14 + 2 = 16 beats 13: hit.", dice=((20, 9, False), (20, 14, True))),
            Told(text="5: goblin 2 goes from 4 to −1, dead.", dice=((8, 5, True),)),
        ),
        dice=(
            Die(place=0, name="attack", sides=20, face=9, source="typed"),
            Die(place=1, name="attack", sides=20, face=14, source="typed"),
        ),
        clauses=("knave.attack.hit",),
    )
    return msgspec.structs.replace(
        base, offers=(), to_act=(ToAct(seat=5, name="goblin 2", yours=False),), log=(newest, *base.log)
    )


def ended(base: Snapshot) -> Snapshot:
    back = (
        Back(id=0, name="Ana", fate="up", changes=(("HP", 6, 4), ("sword", 3, 2))),
        Back(id=3, name="Ilse", fate="unconscious", changes=(("HP", 4, 0),)),
        Back(id=1, name="Bram", fate="up"),
    )
    return msgspec.structs.replace(result(base), over=True, winner="party", to_act=(), back=back)


def paused(base: Snapshot) -> Snapshot:
    room = msgspec.structs.replace(base.room, settings=Settings(paused=True))
    return msgspec.structs.replace(base, room=room, offers=())
