"""A fight as the tests of the table's page see it: its camps, what can be done, what has happened."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from affray.rules.showing import Camp, Card, Choice, Order, Place, Scene, Told, Track
from affray.server.live.snapshot import (
    Because,
    Die,
    Line,
    Odd,
    Offer,
)


def hp(left: int, most: int) -> Track:
    return Track(name="HP", kind="points", left=max(left, 0), most=most)


def quality(name: str, left: int, most: int, note: str = "") -> Track:
    return Track(name=name, kind="quality", left=left, most=most, note=note)


def fighter(number: int, name: str, left: int, most: int, gear: tuple[Track, ...], **more: Any) -> Card:
    fate = "up" if left > 0 else "down" if left == 0 else "dead"
    shown: dict[str, Any] = dict(
        id=number, name=name, side="party", fate=fate, figure=f"{left} of {most}".replace("-", "−")
    )
    shown |= dict(looks="" if left > 0 else "unconscious", main=(hp(left, most),), gear=gear)
    return Card(**(shown | more))


def goblin(number: int, left: int, *, referee: bool, **more: Any) -> Card:
    fate = "up" if left > 0 else "down" if left == 0 else "dead"
    looks = {4: "unhurt", 2: "badly hurt", 0: "unconscious"}.get(left, "dead")
    shown: dict[str, Any] = dict(id=number + 3, name=f"goblin {number}", side="goblins", fate=fate, looks=looks)
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
    ours: tuple[tuple[str, int, Any], ...] = (
        ("Bram", 1, "done"),
        ("Wren", 2, "done"),
        ("Ana", 0, "now"),
        ("Ilse", 3, "out"),
    )
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
            does=f"{who} down",
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
        shown: dict[str, Any] = dict(seq=seq, kind="command", round=round_, who=who, told=told, dice=dice)
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
