"""Hand-made snapshots in every state that a table's page has to draw."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from affray.rules.showing import Camp, Card, Choice, Order, Place, Scene, Told, Track
from affray.server.snapshot import (
    Because,
    Die,
    Fair,
    Form,
    Knock,
    Line,
    Odd,
    Offer,
    Person,
    Prompt,
    Room,
    Settings,
    Snapshot,
    ToAct,
    You,
)

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


def hp(left: int, most: int) -> Track:
    return Track(name="HP", kind="points", left=max(left, 0), most=most)


def quality(name: str, left: int, most: int, note: str = "") -> Track:
    return Track(name=name, kind="quality", left=left, most=most, note=note)


def fighter(number: int, name: str, left: int, most: int, gear: tuple[Track, ...], **more: Any) -> Card:
    fate = "up" if left > 0 else "down" if left == 0 else "dead"
    shown = dict(id=number, name=name, side="party", fate=fate, figure=f"{left} of {most}".replace("-", "−"))
    shown |= dict(looks="" if left > 0 else "unconscious", main=(hp(left, most),), gear=gear)
    return Card(**(shown | more))


def goblin(number: int, left: int, *, referee: bool, **more: Any) -> Card:
    fate = "up" if left > 0 else "down" if left == 0 else "dead"
    looks = {4: "unhurt", 2: "badly hurt", 0: "unconscious"}.get(left, "dead")
    shown = dict(id=number + 3, name=f"goblin {number}", side="goblins", fate=fate, looks=looks)
    if referee:
        shown |= dict(figure=f"{left} of 4".replace("-", "−"), main=(hp(left, 4),))
    return Card(**(shown | more))


def knave_camps(*, referee: bool) -> tuple[Camp, Camp]:
    party = Camp(
        name="The party",
        role="party",
        note="3 of 4 standing",
        cards=(
            fighter(
                0,
                "Ana",
                4,
                6,
                (
                    quality("sword", 2, 3, "d8"),
                    quality("bow", 3, 3, "d6"),
                    quality("gambeson", 3, 3),
                    quality("shield", 1, 1),
                ),
                mark="now",
                notes=("armor 13",),
            ),
            fighter(
                1,
                "Bram",
                7,
                8,
                (quality("halberd", 3, 3, "d10"), quality("brigandine", 4, 4)),
                mark="done",
                notes=("armor 14",),
            ),
            fighter(2, "Wren", 2, 5, (quality("bow", 3, 3), quality("dagger", 3, 3)), mark="done", notes=("armor 12",)),
            fighter(3, "Ilse", 0, 4, (quality("mace", 3, 3), quality("gambeson", 2, 3)), notes=("armor 12",)),
        ),
    )
    foes = Camp(
        name="The goblins",
        role="foes",
        note="3 of 6 standing",
        about="Armor 13, attack +1, d6, morale 7" if referee else "",
        cards=(
            goblin(2, 4, referee=referee, notes=("off balance",)),
            goblin(3, 2, referee=referee),
            goblin(6, 4, referee=referee),
            goblin(5, 0, referee=referee),
            goblin(1, -1, referee=referee),
            goblin(4, -3, referee=referee),
        ),
    )
    return party, foes


def knave_order() -> tuple[Order, ...]:
    ours = (("Bram", 1, "done"), ("Wren", 2, "done"), ("Ana", 0, "now"), ("Ilse", 3, "out"))
    return (
        Order(
            label="first the party",
            role="party",
            places=tuple(Place(id=i, name=n, role="party", mark=m) for n, i, m in ours),
        ),
        Order(
            label="then the goblins",
            role="foes",
            places=tuple(Place(id=i + 3, name=f"goblin {i}", role="foes") for i in (2, 3, 6)),
        ),
    )


def knave_scene(*, referee: bool) -> Scene:
    return Scene(
        round=3,
        heading="Five: the party acts first.",
        note="1–3 enemies, 4–6 party; a new die each round.",
        die=(6, 5),
        order=knave_order(),
        camps=knave_camps(referee=referee),
    )


def damage(hit: Fraction, sides: int) -> tuple[tuple[int, str], ...]:
    """A hit's die; a twentieth of the attacks throw two and add them up."""
    rare = Fraction(1, 20)
    chances: dict[int, Fraction] = {0: 1 - hit}
    for face in range(1, sides + 1):
        chances[face] = chances.get(face, Fraction(0)) + (hit - rare) / sides
        for other in range(1, sides + 1):
            chances[face + other] = chances.get(face + other, Fraction(0)) + rare / sides**2
    return tuple((value, str(p)) for value, p in sorted(chances.items()))


def strike(
    key: int, name: str, manner: str, p: Fraction, sides: int, drops: int, how: str, arm: str, *, odds: bool
) -> Offer:
    values = damage(p, sides)
    down = sum((Fraction(chance) for value, chance in values if value >= drops), Fraction(0))
    who = name.split(" at ")[1]
    return Offer(
        key=key,
        seat=0,
        command={"type": "attack", "actor": 0, "target": key, "weapon": 0},
        choice=Choice(
            name=name,
            manner=manner,
            how=how,
            group="Attack",
            figures=(("hits", "hits"), ("drops it", f"{who} down"), (f"{arm} −1 quality", "worn")),
            amount=f"{who}: HP lost",
            targets=(key,),
        ),
        odds=(
            Odd(name="hits", p=str(p)),
            Odd(name=f"{who} down", p=str(down)),
            Odd(name="worn", p="1/20"),
            Odd(
                name=f"{who}: HP lost",
                p="1",
                mean=str(sum((v * Fraction(c) for v, c in values), Fraction(0))),
                values=values,
            ),
        )
        if odds
        else None,
    )


def knave_offers(*, odds: bool) -> tuple[Offer, ...]:
    return (
        strike(
            0,
            "Sword at goblin 2",
            "with advantage",
            Fraction(279, 400),
            8,
            4,
            "better of two d20, + 2 against 13, d8",
            "sword",
            odds=odds,
        ),
        strike(1, "Sword at goblin 3", "", Fraction(9, 20), 8, 2, "d20 + 2 against 13, d8", "sword", odds=odds),
        Offer(
            key=2,
            seat=0,
            command={"type": "attack", "actor": 0, "target": 9, "weapon": 1},
            choice=Choice(name="Bow at goblin 6", group="Attack", targets=(9,)),
            forbidden=Because(
                message="Not while goblin 2 is beside her: no shooting when engaged.",
                clause="knave.attack.ranged",
                ruling="K20",
            ),
        ),
        Offer(
            key=3,
            seat=0,
            command={"type": "stunt", "actor": 0, "target": 5, "kind": "disarm"},
            choice=Choice(
                name="Disarm goblin 2",
                manner="with advantage",
                group="Stunt",
                how="better of two d20, + 2 against STR 11",
                figures=(("works", "works"),),
            ),
            odds=(Odd(name="works", p="319/400"),) if odds else None,
        ),
        Offer(
            key=4,
            seat=0,
            command={"type": "move", "actor": 0},
            choice=Choice(name="Step away", group="Move", how="may not be beside goblin 2 any more"),
        ),
        Offer(key=5, seat=0, command={"type": "pass", "actor": 0}, choice=Choice(name="Pass", group="Turn")),
    )


def knave_log(*, referee: bool) -> tuple[Line, ...]:
    def line(seq: int, round_: int, who: str, told: tuple[Told, ...], dice: tuple[Die, ...] = (), **more: Any) -> Line:
        shown = dict(seq=seq, kind="command", round=round_, who=who, told=told, dice=dice)
        shown |= dict(clauses=("knave.attack.hit", "knave.hp.unconscious"), rulings=("K45",))
        return Line(**(shown | more))

    def rolled(name: str, sides: int, face: int, place: int = 0) -> Die:
        return Die(place=place, name=name, sides=sides, face=face, source="rolled")

    return (
        line(
            9,
            3,
            "Wren",
            (
                Told(text="Wren shoots goblin 5.", who=2),
                Told(text="+ 3 = 19 beats 13: hit.", who=2, dice=((20, 16, True),)),
                Told(text="Goblin 5: 2 − 2 = 0, unconscious.", dice=((6, 2, True),)),
            ),
            (rolled("attack", 20, 16), rolled("damage", 6, 2, 1)),
        ),
        line(
            8,
            3,
            "Bram",
            (
                Told(text="Bram trips goblin 2.", who=1),
                Told(
                    text="+ 3 = 14 beats DEX 11: off balance until its next turn ends.",
                    dice=((20, 11, True), (20, 4, False)),
                ),
            ),
            (rolled("trip", 20, 11),),
        ),
        *(
            (
                line(
                    7,
                    2,
                    "referee",
                    (),
                    kind="note",
                    text="The bridge burns from round 4 on.",
                    hidden=True,
                    clauses=(),
                    rulings=(),
                ),
            )
            if referee
            else ()
        ),
        line(
            6,
            2,
            "goblin 5",
            (
                Told(text="Goblin 5 strikes Ilse.", who=8),
                Told(text="+ 1 = 21 beats 12: hit, and a natural 20: one die more.", dice=((20, 20, True),)),
                Told(
                    text="Ilse: 4 − 4 = 0, unconscious. Gambeson: quality 3 − 1 = 2.", dice=((6, 1, True), (6, 3, True))
                ),
            ),
            (rolled("attack", 20, 20), rolled("damage", 6, 1, 1), rolled("damage", 6, 3, 2)),
        ),
        line(
            5,
            2,
            "Ana",
            (
                Told(text="Ana strikes goblin 2.", who=0),
                Told(
                    text="+ 2 = 3 against 13: miss, and a natural 1. Sword: quality 3 − 1 = 2.", dice=((20, 1, True),)
                ),
            ),
            (rolled("attack", 20, 1),),
            counts=False,
        ),
    )


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
    return msgspec.structs.replace(result(base), over=True, winner="party", to_act=())


def paused(base: Snapshot) -> Snapshot:
    room = msgspec.structs.replace(base.room, settings=Settings(paused=True))
    return msgspec.structs.replace(base, room=room, offers=())


def skills(body: int, most: int, mind: int, soul: int, *, stake: tuple[int, ...] = ()) -> tuple[Track, ...]:
    return (
        Track(name="actions", kind="actions", left=2, most=3),
        Track(name="Body", kind="ceiling", left=body, most=most, note=f"d{most}, armour and all", stake=stake),
        Track(name="Mind", kind="ceiling", left=mind, most=6),
        Track(name="Soul", kind="ceiling", left=soul, most=4),
    )


def skilldice(*, referee: bool) -> Snapshot:
    """Defend, or take it: a contest of two dice, seen by whoever decides and by the referee."""
    odo = Card(
        id=0, name="Sir Odo", side="party", mark="waits", main=skills(8, 12, 5, 4, stake=(8,)), notes=("at the gate",)
    )
    maud = Card(id=1, name="Maud", side="party", mark="done", main=skills(6, 6, 5, 4))
    foes = [
        Card(id=2 + i, name=name, side="reeve", mark=mark, looks="fresh", main=skills(body, 8, 6, 3) if referee else ())
        for i, (name, mark, body) in enumerate((("spearman", "now", 7), ("captain", "", 8), ("bailiff", "", 4)))
    ]
    places = (
        ("spearman", 2, "foes", "now"),
        ("Sir Odo", 0, "party", ""),
        ("captain", 3, "foes", ""),
        ("Maud", 1, "party", "done"),
    )
    scene = Scene(
        round=2,
        heading="The spearman acts.",
        order=(
            Order(
                label="in this order",
                role="",
                places=tuple(
                    Place(id=i, name=n, role=r, mark=m, value=str(9 - k)) for k, (n, i, r, m) in enumerate(places)
                ),
            ),
        ),
        camps=(
            Camp(name="The party", role="party", note="2 of 2 standing", cards=(odo, maud)),
            Camp(name="The reeve’s men", role="foes", note="3 of 3 standing", cards=tuple(foes)),
        ),
    )
    defend = Offer(
        key=0,
        seat=0,
        command={"type": "defend", "actor": 0},
        choice=Choice(
            name="Defend",
            manner="one action",
            group="Defend, or take it?",
            how="d12 up to 8 against d8 up to 7; a lost tie costs both 1 Body",
            figures=(("you win", "wins"), ("he wins", "loses"), ("tie", "ties")),
            pairs=((12, 8), (8, 7)),
        ),
        odds=(Odd(name="wins", p="61/96"), Odd(name="ties", p="1/12"), Odd(name="loses", p="9/32")),
    )
    take = Offer(
        key=1,
        seat=0,
        command={"type": "take", "actor": 0},
        choice=Choice(
            name="Take it",
            manner="no roll, keep both actions",
            group="Defend, or take it?",
            how="1 Body lost: the ceiling drops to 7",
        ),
    )
    leave = Offer(
        key=2,
        seat=0,
        command={"type": "leave", "actor": 0},
        choice=Choice(name="Leave the fight", group="Leave"),
        forbidden=Because(message="On your own turn only.", clause="skilldice.leave", ruling="D35"),
    )
    log = (
        Line(
            seq=4,
            kind="command",
            round=2,
            who="Maud",
            told=(
                Told(text="Maud shouts the captain down.", who=1),
                Told(text="Maud wins. The captain loses 1 Soul, 3 left.", dice=((6, 5, True), (4, 3, True))),
            ),
            clauses=("skilldice.contest",),
        ),
        Line(
            seq=3,
            kind="command",
            round=1,
            who="captain",
            told=(
                Told(text="The captain strikes Sir Odo.", who=3),
                Told(text="12 counts as 9: the captain wins. Body: 9 − 1 = 8.", dice=((12, 11, True), (12, 12, True))),
            ),
            clauses=("skilldice.contest",),
        ),
    )
    base = knave_referee() if referee else knave_player()
    return msgspec.structs.replace(
        base,
        title="The reeve’s toll",
        ruleset="skilldice",
        ruleset_title="Skill dice",
        scene=scene,
        to_act=(ToAct(seat=0, name="Sir Odo", yours=not referee),),
        offers=() if referee else (defend, take, leave),
        log=log,
        earlier=0,
        room=msgspec.structs.replace(base.room, knocks=()),
    )


def crowd() -> Snapshot:
    """Twenty foes, long names, several that may act."""
    base = knave_referee()
    names = [
        f"skeleton {i}" if i % 5 else f"the exceptionally long-named revenant of the drowned abbey, {i}"
        for i in range(1, 21)
    ]
    foes = tuple(
        Card(
            id=20 + i,
            name=name,
            side="dead",
            fate="up" if i < 14 else "dead",
            figure="4 of 6" if i < 14 else "−2 of 6",
            main=(hp(4 if i < 14 else 0, 6),),
            mark="waits" if i < 14 else "",
        )
        for i, name in enumerate(names)
    )
    party = base.scene.camps[0]
    order = (
        Order(
            label="first the dead",
            role="foes",
            places=tuple(Place(id=c.id, name=c.name, role="foes", mark="" if c.fate == "up" else "out") for c in foes),
        ),
        Order(
            label="then the party",
            role="party",
            places=tuple(Place(id=c.id, name=c.name, role="party") for c in party.cards),
        ),
    )
    scene = msgspec.structs.replace(
        base.scene,
        order=order,
        camps=(
            party,
            Camp(
                name="The dead of the drowned abbey",
                role="foes",
                note="14 of 20 standing",
                about="Armor 11, attack +2, d6, no morale",
                cards=foes,
            ),
        ),
    )
    offers = tuple(msgspec.structs.replace(offer, seat=21) for offer in base.offers)
    return msgspec.structs.replace(
        base,
        title="A title that goes on for longer than any head of a page would like it to go on",
        scene=scene,
        offers=offers,
        to_act=tuple(ToAct(seat=c.id, name=c.name, yours=True) for c in foes[:14]),
    )


def three_sides() -> Snapshot:
    base = knave_referee()
    party, foes = base.scene.camps
    wolf = Camp(
        name="The wolves",
        role="third",
        note="2 of 2 standing",
        about="Armor 12, attack +2, d6, morale 8",
        cards=tuple(
            Card(id=40 + i, name=f"wolf {i + 1}", side="wolves", figure="5 of 9", main=(hp(5, 9),), looks="hurt")
            for i in range(2)
        ),
    )
    order = (
        *base.scene.order,
        Order(
            label="last the wolves",
            role="third",
            places=tuple(Place(id=40 + i, name=f"wolf {i + 1}", role="third") for i in range(2)),
        ),
    )
    return msgspec.structs.replace(
        base, scene=msgspec.structs.replace(base.scene, order=order, camps=(party, foes, wolf))
    )


def empty() -> Snapshot:
    """A new table: nobody else is here and nothing has happened."""
    base = knave_referee()
    scene = msgspec.structs.replace(base.scene, round=0, heading="The first round has not begun.", die=None, order=())
    start = Offer(
        key=0,
        seat="referee",
        command={"type": "begin"},
        choice=Choice(name="Begin the round", how="d6: 1–3 enemies, 4–6 party"),
    )
    room = Room(people=base.room.people[:1], settings=Settings(), code="K7QM4XRP")
    return msgspec.structs.replace(
        base,
        scene=scene,
        to_act=(ToAct(seat="referee", name="the referee", yours=True),),
        offers=(start,),
        log=(),
        earlier=0,
        undo=False,
        room=room,
    )


def claiming() -> Snapshot:
    """A player who has just been let in."""
    base = knave_player()
    return msgspec.structs.replace(
        base,
        you=msgspec.structs.replace(base.you, fighters=()),
        room=msgspec.structs.replace(base.room, people=base.room.people[:1]),
        offers=(),
        to_act=(ToAct(seat=0, name="Ana", yours=False),),
    )


def all_scenes() -> dict[str, Snapshot]:
    referee, player = knave_referee(), knave_player()
    return {
        "referee-choosing": referee,
        "referee-rolling": rolling(referee),
        "referee-waits": waits(referee),
        "referee-result": result(referee),
        "player-choosing": player,
        "player-no-odds": msgspec.structs.replace(player, offers=knave_offers(odds=False)),
        "player-rolling": rolling(player),
        "player-hundred": rolling(
            player, sides=100, count=1, keep="sum", have=(), good=(), hint="", what="d100 on the table of scars"
        ),
        "player-result": result(player),
        "player-claiming": claiming(),
        "skilldice-player": skilldice(referee=False),
        "skilldice-referee": skilldice(referee=True),
        "crowd": crowd(),
        "three-sides": three_sides(),
        "empty": empty(),
        "paused": paused(player),
        "over": ended(referee),
        "over-player": ended(player),
    }
