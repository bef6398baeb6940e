"""Hand-made snapshots in every state that a table's page has to draw."""

from __future__ import annotations

import msgspec

from affray.rules.showing import Camp, Card, Choice, Order, Place
from affray.server.live.snapshot import (
    Offer,
    Room,
    Settings,
    Snapshot,
    ToAct,
)
from tests.server.pages.scenes_contest import skilldice
from tests.server.pages.scenes_knave import hp, knave_offers
from tests.server.pages.scenes_states import ended, knave_player, knave_referee, paused, result, rolling, waits


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


def without_odds(base: Snapshot) -> Snapshot:
    """The same where nobody is shown odds."""
    return msgspec.structs.replace(
        base,
        offers=tuple(
            msgspec.structs.replace(one, odds=None, choice=msgspec.structs.replace(one.choice, pairs=None))
            for one in base.offers
        ),
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
        "skilldice-words": without_odds(skilldice(referee=False)),
        "skilldice-referee": skilldice(referee=True),
        "crowd": crowd(),
        "three-sides": three_sides(),
        "empty": empty(),
        "paused": paused(player),
        "over": ended(referee),
        "over-player": ended(player),
    }
