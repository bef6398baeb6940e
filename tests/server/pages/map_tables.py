"""Tables with a map for tests: a hall with three against three, and what people see there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element, fromstring

from affray.server.live import messages as m
from affray.server.live.ahead import Ahead
from affray.server.live.snapshot import Offer, Snapshot
from affray.server.pages.map_plan import Plan, plan
from tests.rulesets.d20grid.fights import BOW, fight, foe, unit
from tests.server.sitting import ANA, OWNER, Sitting

Played: TypeAlias = Callable[..., Sitting]

HALL: dict[str, Any] = {
    "size": [80, 50],
    "walls": [[30, 50, 30, 40], [30, 40, 40, 40], [40, 40, 40, 50]],
    "elevation": [[65, 0, 15, 15, 10]],
    "cover": [[45, 5, 10, 5]],
}
CLUB = {"name": "club", "dice": "2d6"}

CRYPT = fight(
    unit("Vex", (10, 25), speed=40, defense=15, class_attack_bonus=4, abilities={"str": 3}),
    unit("Brae", (45, 30)),
    unit("Tam", (15, 15), hp=12, weapons=[BOW]),
    foe("ogre", (50, 25), hp=25, class_attack_bonus=4, abilities={"str": 4}, weapons=[CLUB]),
    foe("ghoul", (40, 15), hp=9, class_attack_bonus=2),
    foe("archer", (65, 10), hp=9, weapons=[BOW]),
    **HALL,
)


def begun(folder: Path, text: str = CRYPT, count: int = 6, odds: str = "all") -> Sitting:
    """A table whose first round has begun, in the order of the roster; Anne plays the first fighter."""
    table = Sitting(folder, text)
    table.say(OWNER, m.Set(odds=odds))  # type: ignore[arg-type]
    table.seat(ANA, "Anne", fighter=0)
    for number in range(count):
        table.do(OWNER, 20 - number, type="roll_initiative", actor=number)
    return table


def planned(table: Sitting, square: str, person: str = ANA, key: int | None = None) -> Plan | None:
    """The plan that somebody gets for a square."""
    snapshot = table.look(person)

    def ahead_of(offer: Offer) -> Ahead | None:
        assert isinstance(offer.seat, int)
        return table.room.way_odds(person, offer.seat, offer.key)

    return plan(snapshot, square, key, ahead_of)


def drawn(svg: str) -> Element:
    """A drawing as the elements that it is made of; raises where it is no XML."""
    return fromstring(svg)


def kinds(svg: str, kind: str) -> list[Element]:
    """The elements of a drawing that have this class."""
    return [one for one in drawn(svg).iter() if kind in one.get("class", "").split()]


def names(snapshot: Snapshot) -> list[str]:
    """Everybody whom a snapshot knows of."""
    return [card.name for camp in snapshot.scene.camps for card in camp.cards]
