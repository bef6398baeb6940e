"""Who plays whom: fighters that players do not know of, that join later, and foes that are given to players."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from affray.fight import parse
from affray.rules.showing import Card
from affray.server.live import messages as m
from affray.server.live.people import Sitter, eyes
from tests.promises.secret_fights import GRID_FOE, GRID_HIDER, GRID_PARTY, SKILLS_FOE, SKILLS_PARTY
from tests.server.room.test_secrets import HIDDEN
from tests.server.sitting import ANA, BEN, FORD, OWNER, REFUSED, WATCHER, Sitting

CLEO = "00000000-0000-4000-8000-0000000000aa"
NEW: Mapping[str, Any] = {
    "name": "Cat",
    "side": "party",
    "level": 1,
    "hp": 5,
    "abilities": {"str": 1, "dex": 1, "con": 3, "int": 1, "wis": 2, "cha": 1},
    "armor": ["gambeson"],
    "weapons": ["mace"],
}
LATER = 3
"""The number of whoever comes after the three of the ford."""


# Whoever joins later


@pytest.fixture
def joined(ford: Sitting) -> Sitting:
    """The ford with a reinforcement, whom Cleo plays."""
    ford.say(OWNER, m.Do(command={"type": "add_fighter", "fighter": NEW}, roll=True))
    ford.seat(CLEO, "Cleo", fighter=LATER)
    return ford


def test_whoever_plays_a_reinforcement_sees_the_fight_before_it_came(joined: Sitting) -> None:
    scene, _ = joined.room.seen_at(CLEO, 0)
    assert [card.name for camp in scene.camps for card in camp.cards] == ["Ana", "Ben", "goblin"]


def test_whoever_plays_a_reinforcement_sees_what_an_ended_fight_left(joined: Sitting) -> None:
    joined.say(OWNER, m.End())
    assert [one.name for one in joined.look(CLEO).back] == ["Ana", "Ben"]


def test_a_reinforcement_that_was_taken_back_is_played_by_nobody(joined: Sitting) -> None:
    joined.say(OWNER, m.Undo(to=1))
    assert [camp.name for camp in joined.look(CLEO).scene.camps] == ["The party", "The foes"]
    for person in (OWNER, ANA, CLEO):
        assert [one.fighters for one in joined.look(person).room.people if one.name == "Cleo"] == [()]
    joined.refused(CLEO, m.Do(command={"type": "pass", "actor": LATER}))
    joined.say(OWNER, m.Redo())
    assert [one.fighters for one in joined.look(ANA).room.people if one.name == "Cleo"] == [(LATER,)]


# Whom players do not know of


@pytest.mark.parametrize("side", ["party", "foes"])
def test_to_claim_somebody_hidden_is_answered_as_to_claim_nobody(side: str, sit: Callable[..., Sitting]) -> None:
    table = sit(FORD + HIDDEN.replace('side = "foes"', f'side = "{side}"'))
    table.everybody()
    known = any(card.id == LATER for card in cards_of(table, ANA))
    absent = table.refused(ANA, m.Claim(fighter=99))
    found = table.answer(ANA, m.Claim(fighter=LATER))
    assert (found == absent) is not known


def test_that_somebody_hidden_was_given_away_is_seen_by_nobody_else(sit: Callable[..., Sitting]) -> None:
    table = sit(FORD + HIDDEN)
    table.everybody()
    before = [(table.bytes_of(person), table.room.seen_version(person)) for person in (BEN, WATCHER)]
    table.say(OWNER, m.Claim(fighter=LATER, person=ANA))
    assert [(table.bytes_of(person), table.room.seen_version(person)) for person in (BEN, WATCHER)] == before
    table.say(OWNER, m.Release(fighter=LATER))
    assert [(table.bytes_of(person), table.room.seen_version(person)) for person in (BEN, WATCHER)] == before


def test_who_plays_somebody_that_all_know_is_told_to_all(ford: Sitting) -> None:
    ford.say(OWNER, m.Claim(fighter=2, person=BEN))
    assert [one.fighters for one in ford.look(ANA).room.people if one.name == "Benno"] == [(1, 2)]


# Foes that are given to players

GRID = GRID_PARTY.format() + GRID_FOE.format(hp=12, defense=19, str=1, attack=7, absorb=0, dice="1d6")
SKILLS = SKILLS_PARTY.format() + SKILLS_FOE.format(name="Hild", body=20, mind=12, soul=8, state="") * 2


def cards_of(table: Sitting, person: str) -> list[Card]:
    return [card for camp in table.look(person).scene.camps for card in camp.cards]


@pytest.mark.parametrize(
    ("text", "foe"), [(FORD + FORD[FORD.rindex("[[") :] + HIDDEN, 2), (GRID + GRID_HIDER, 1), (SKILLS, 1)]
)
def test_whoever_is_given_a_foe_reads_its_sheet_and_no_others(text: str, foe: int, sit: Callable[..., Sitting]) -> None:
    table = sit(text)
    table.seat(ANA, "Anne")
    public = {card.id: card for card in cards_of(table, ANA)}
    table.say(OWNER, m.Claim(fighter=foe, person=ANA))
    seen = {card.id: card for card in cards_of(table, ANA)}
    assert seen.pop(foe).main != public.pop(foe).main
    assert seen == public


def test_whoever_is_given_a_foe_out_of_sight_acts_with_it(sit: Callable[..., Sitting]) -> None:
    table = sit(GRID + GRID_HIDER.replace("hp = -40", "hp = 20", 1))
    table.seat(ANA, "Anne")
    lurker = max(card.id for card in cards_of(table, OWNER))
    assert lurker not in [card.id for card in cards_of(table, ANA)]
    table.say(OWNER, m.Claim(fighter=lurker, person=ANA))
    assert lurker in [card.id for card in cards_of(table, ANA)]
    table.do(ANA, 3, type="roll_initiative", actor=lurker)


def test_by_rules_that_are_not_drawn_a_foe_shows_what_is_public() -> None:
    fight = parse(FORD)
    plain = msgspec.structs.replace(fight.ruleset, showing=None)
    ana, goblin = (Sitter(person=ANA, name="Anne", office="player", fighters=(one,)) for one in (0, 2))
    assert (eyes(plain, fight.state, ana), eyes(plain, fight.state, goblin)) == (0, "table")
    assert eyes(fight.ruleset, fight.state, goblin) == 2


# The door


def test_whoever_was_turned_away_can_still_be_let_in(ford: Sitting) -> None:
    assert [one.person for one in ford.look(OWNER).room.refused] == [REFUSED]
    assert ford.look(ANA).room.refused == ()
    ford.say(OWNER, m.Admit(person=REFUSED, role="player"))
    assert ford.look(REFUSED).you.role == "player"
    assert ford.look(OWNER).room.refused == ()


def test_a_referee_stays_the_referee(ford: Sitting) -> None:
    fault = ford.refused(OWNER, m.Admit(person=OWNER, role="player"))
    assert re.search("stays its referee", fault.message)
