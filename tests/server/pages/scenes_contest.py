"""Hand-made snapshots of a contest of two dice: whoever decides, and the referee."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.rules.showing import Camp, Card, Choice, Lead, Order, Place, Scene, Told, Track
from affray.server.live.snapshot import (
    Because,
    Line,
    Odd,
    Offer,
    Snapshot,
    ToAct,
)
from tests.server.pages.scenes_states import knave_player, knave_referee


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
    men: tuple[tuple[str, Any, int], ...] = (("spearman", "now", 7), ("captain", "", 8), ("bailiff", "", 4))
    foes = [
        Card(id=2 + i, name=name, side="reeve", mark=mark, looks="fresh", main=skills(body, 8, 6, 3) if referee else ())
        for i, (name, mark, body) in enumerate(men)
    ]
    places: tuple[tuple[str, int, Any, Any], ...] = (
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
            leads=(
                Lead(words="You win: he loses 1 Body", chance="wins", sign="win"),
                Lead(words="he wins: you lose 1 Body", chance="loses", sign="lose"),
                Lead(words="by more than 12: you lose 2 Body", chance="hard"),
                Lead(words="A tie: both lose 1 Body", chance="ties", sign="tie"),
            ),
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
            leads=(Lead(words="For certain: you lose 1 Body", sign="lose"),),
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
