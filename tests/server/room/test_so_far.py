"""What a referee reads beside a die in the midst of a command: what has come of it, and what the die is for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.server.examples import examples
from affray.server.live import messages as m
from affray.server.live.snapshot import Prompt
from tests.server.sitting import ANA, FORD, OWNER, Sitting

GOBLINS = FORD + FORD[FORD.rindex("[[fighter]]") :].replace('"goblin"', '"other goblin"')


def asked(table: Sitting, person: str) -> Prompt:
    prompt = table.look(person).prompt
    assert prompt is not None
    return prompt


def test_a_morale_roll_says_whose_it_is_why_what_breaks_it_and_how_likely(sit: Any) -> None:
    table = sit(GOBLINS)
    table.seat(ANA, "Anne", fighter=0)
    table.do(OWNER, 6, type="begin_round")
    table.say(ANA, m.Do(command={"type": "attack", "actor": 0, "target": 2, "weapon": 0}))
    table.say(ANA, m.Faces(faces=(19,)))
    table.say(ANA, m.Faces(faces=(8,)))
    prompt = asked(table, OWNER)
    assert prompt.what == "morale"
    assert "more than 7 on 2d6" in prompt.why.lower()
    assert "5/12" in prompt.why
    assert any("hit" in told.text for told in prompt.so_far)
    assert prompt.thrown
    assert not asked(table, ANA).so_far
    assert not asked(table, ANA).why


@pytest.mark.parametrize("name", sorted(examples()))
def test_at_every_die_of_a_fight_it_can_be_told(name: str, sit: Any) -> None:
    table: Sitting = sit(examples()[name].text)
    random = Random(name)
    for _ in range(60):
        look = table.look(OWNER)
        if look.over:
            break
        if look.prompt is not None:
            assert look.prompt.so_far or not look.prompt.thrown or look.prompt.have
            table.say(OWNER, m.Faces(faces=(random.randint(1, look.prompt.sides),)))
            continue
        possible = [offer for offer in look.offers if offer.forbidden is None]
        table.say(OWNER, m.Do(command=random.choice(possible).command))


def test_whoever_throws_the_damage_of_a_natural_20_reads_what_it_adds(sit: Any) -> None:
    for face, said in ((20, "Natural 20: one more d8."), (19, "")):
        table: Sitting = sit(GOBLINS)
        table.seat(ANA, "Anne", fighter=0)
        table.do(OWNER, 6, type="begin_round")
        table.say(ANA, m.Do(command={"type": "attack", "actor": 0, "target": 2, "weapon": 0}))
        assert asked(table, ANA).special == ""
        table.say(ANA, m.Faces(faces=(face,)))
        assert asked(table, ANA).special == asked(table, OWNER).special == said
