"""Commands that are alike but for their target are one row; what differs in anything else keeps its own."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from affray.rules.showing import Choice
from affray.server.live.snapshot import Because, Odd, Offer
from affray.server.pages.choosing import groups
from affray.server.pages.rows import Row

NAMES = {0: "Ana", 1: "goblin 1", 2: "goblin 2", 11: "goblin 11"}


def aimed(key: int, target: int, p: str = "1/2", **more: Any) -> Offer:
    who = NAMES[target]
    choice = Choice(
        name=f"Sword at {who}",
        how=f"d20 + 2; {who} is beside her",
        group="Attack",
        figures=(("hits", "hits"),),
        targets=(target,),
    )
    return Offer(key=key, seat=0, command={"target": target}, choice=choice, odds=(Odd(name="hits", p=p),), **more)


def rows(*offers: Offer, down: tuple[int, ...] = ()) -> list[Row]:
    return [row for group in groups(offers, NAMES, down) for row in group.rows]


def test_alike_but_for_the_target() -> None:
    (row,) = rows(aimed(0, 1), aimed(1, 2), aimed(2, 11))
    assert (row.offer.choice.name, row.offer.choice.how) == ("Sword at", "d20 + 2; each is beside her")
    assert [target.name for target in row.targets] == ["goblin 1", "goblin 2", "goblin 11"]
    assert [json.loads(target.message)["command"] for target in row.targets] == [{"target": n} for n in (1, 2, 11)]


def test_another_chance_is_another_row_beside_it() -> None:
    bow = Offer(key=9, seat=0, command={}, choice=Choice(name="Pass", group="Attack"))
    found = rows(aimed(0, 1), bow, aimed(1, 2, "1/3"), aimed(2, 11))
    assert [row.offer.choice.name for row in found] == ["Sword at", "Sword at goblin 2", "Pass"]
    assert found[1].targets == ()


def test_one_alone_keeps_its_words() -> None:
    (row,) = rows(aimed(0, 1))
    assert row.offer == aimed(0, 1) and row.targets == ()


def test_what_is_forbidden_for_the_same_reason_is_one_line_that_sends_nothing() -> None:
    def barred(key: int, target: int) -> Offer:
        return msgspec.structs.replace(
            aimed(key, target), forbidden=Because(message=f"{NAMES[target]} has no weapon", clause="c"), odds=None
        )

    (row,) = rows(barred(0, 1), barred(1, 2))
    assert row.offer.choice.name == "Sword at goblin 1, goblin 2"
    assert row.offer.forbidden == Because(message="Each has no weapon", clause="c")
    assert row.targets == ()


def test_with_and_without_odds_are_not_alike() -> None:
    unknown = msgspec.structs.replace(aimed(1, 2), odds=None)
    assert len(rows(aimed(0, 1), unknown)) == 2


def test_kinds_stand_together_whatever_lies_between() -> None:
    stunt = Offer(key=5, seat=0, command={}, choice=Choice(name="Trip", group="Stunt"))
    found = groups([aimed(0, 1), stunt, aimed(1, 2, "1/3")], NAMES)
    assert [(group.name, len(group.rows)) for group in found] == [("Attack", 2), ("Stunt", 1)]
    assert [group.number for group in found] == [2, 1]


def test_foes_who_are_down_come_last_in_the_order_of_the_roster() -> None:
    (row,) = rows(aimed(0, 1), aimed(1, 2), aimed(2, 11), down=(1,))
    assert [target.name for target in row.targets] == ["goblin 2", "goblin 11", "goblin 1"]
    found = rows(aimed(0, 1, "1"), aimed(1, 2, "1"), aimed(2, 11), down=(1, 2))
    assert [row.offer.choice.name for row in found] == ["Sword at goblin 11", "Sword at"]
    assert [target.name for target in found[1].targets] == ["goblin 1", "goblin 2"]
