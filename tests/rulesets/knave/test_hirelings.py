"""Hirelings: they fight with the PCs, and check morale for reasons of their own."""

from __future__ import annotations

from typing import Any

import pytest

from affray.errors import BadInput
from affray.fight import parse
from affray.rulesets.knave.commands import CallMorale
from affray.rulesets.knave.events import MoraleCalled, MoraleRolled
from affray.rulesets.knave.state import Trigger
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.brawl import cast, flag, in_round, knave, of, ogre, refused, scores
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    attack,
    conditions,
    fight,
    foe,
    override,
    passes,
    pc,
    to_act,
)

HOLDS = ("morale.2d6", 3, 4)
FAILS = ("morale.2d6", 4, 4)
"""7 and 8, against a rating of 7."""

UNPAID, EMPLOYER = Trigger("unpaid", fighter=1), Trigger("employer", fighter=1)


def guard(name: str = "Gus", **fields: Any) -> str:
    """Ana's hireling, with a rating of 7."""
    return pc(name, **({"hireling_of": "Ana", "morale": 7} | fields))


def band(**fields: Any) -> str:
    """Ana (0), her hireling Gus (1), Bo (2) and an ogre (3)."""
    return fight(knave(), guard(**fields), knave("Bo"), ogre())


def called(played: Scene) -> list[Trigger]:
    return [event.trigger for event in of(played, MoraleCalled)]


# Not paid


def test_knave_morale_triggers_unpaid() -> None:
    holds = scene(band(paid=False), [BEGIN], [PARTY_FIRST, HOLDS])
    assert called(holds) == [UNPAID]
    assert of(holds, MoraleRolled) == [MoraleRolled((1,), 7, True, UNPAID)]
    fails = scene(band(paid=False), [BEGIN], [PARTY_FIRST, FAILS])
    assert conditions(fails)[1].fate == "fled"
    assert to_act(fails) == (0, 2)


def test_knave_morale_triggers_paid() -> None:
    assert called(scene(band(), [BEGIN], [PARTY_FIRST])) == []
    assert called(scene(band(paid=True), [BEGIN], [PARTY_FIRST])) == []


def test_knave_morale_triggers_unpaid_is_checked_once() -> None:
    commands = [BEGIN, passes(0), passes(1), passes(2), passes(3), BEGIN]
    assert called(scene(band(paid=False), commands, [PARTY_FIRST, HOLDS, PARTY_FIRST])) == [UNPAID]


def test_k44_the_last_who_runs_before_its_turn_ends_the_fight() -> None:
    text = fight(knave(hp=0, max_hp=8), guard(paid=False), ogre())
    assert scene(text, [BEGIN], [PARTY_FIRST, FAILS]).state.winner == "foes"
    assert not scene(text, [BEGIN], [PARTY_FIRST, HOLDS]).state.over


# The employer


def test_knave_morale_triggers_employer_dies() -> None:
    """As soon as the attack that killed it is settled, before the next actor."""
    played = in_round(band(), [attack(3, 0)], [15, 8], FOES_FIRST)
    assert called(played) == []  # exactly 0: unconscious
    text = band().replace("hp = 8", "hp = 5", 1)
    dead = in_round(text, [attack(3, 0)], [15, 8, HOLDS], FOES_FIRST)
    assert called(dead) == [EMPLOYER]
    gone = in_round(text, [attack(3, 0)], [15, 8, FAILS], FOES_FIRST)
    assert [one.fate for one in conditions(gone)] == ["dead", "fled", "up", "up"]


def test_knave_morale_triggers_employer_killed_where_it_lies() -> None:
    """K46: an attack on one who is unconscious kills, and that is when the employer dies."""
    text = fight(knave(hp=0, max_hp=8), guard(), knave("Bo"), ogre())
    played = in_round(text, [attack(3, 0)], [("attack.d20", 15, 15), 1, HOLDS], FOES_FIRST)
    assert conditions(played)[0].fate == "dead"
    assert called(played) == [EMPLOYER]


def test_knave_morale_triggers_employer_dies_by_the_referees_word() -> None:
    played = in_round(band(), [override(0, -1)], [FAILS])
    assert called(played) == [EMPLOYER]
    assert conditions(played)[1].fate == "fled"


def test_knave_morale_triggers_employer_dies_by_a_spell() -> None:
    fire = {"name": "fire", "save": "dex", "on_fail": "damage:9"}
    text = fight(knave(), guard(), knave("Bo"), ogre(spells=[fire]))
    assert called(in_round(text, [cast(3, 0)], [20, HOLDS], FOES_FIRST)) == [EMPLOYER]


def test_knave_morale_triggers_another_pc_dies() -> None:
    assert called(in_round(band(), [override(2, -1)])) == []


def test_knave_morale_triggers_employer_once_and_with_unpaid() -> None:
    commands = [override(0, -1), override(0, -2), passes(1), passes(2), passes(3), BEGIN]
    played = in_round(band(paid=False), commands, [HOLDS, HOLDS, PARTY_FIRST])
    assert called(played) == [UNPAID, EMPLOYER]


def test_each_hireling_rolls_for_itself() -> None:
    """K58 asks about enemies; a hireling's own reasons are its own."""
    text = fight(knave(), guard(), guard("Hal", morale=9), knave("Bo"), ogre())
    played = in_round(text, [override(0, -1)], [FAILS, ("morale.2d6", 4, 5)])
    assert [event.fighters for event in of(played, MoraleRolled)] == [(1,), (2,)]
    assert [one.fate for one in conditions(played)] == ["dead", "fled", "up", "up", "up"]


# Extraordinary danger, and the rest


def test_knave_morale_triggers_extraordinary_danger_is_the_referees_call() -> None:
    call = {"type": "roll_morale", "group": "", "fighter": 1}
    played = in_round(band(), [call], [FAILS])
    assert conditions(played)[1].fate == "fled"
    assert called(in_round(band(), [flag(1, "off_balance")])) == []


def test_knave_morale_triggers_of_enemies_are_not_the_hirelings() -> None:
    """Half of the PCs' side going down is no trigger; nor does the group's roll of the enemies touch a hireling."""
    assert called(in_round(band(), [override(2, 0)])) == []
    text = fight(knave(), guard(), ogre(morale=7), foe(morale=7))
    played = in_round(text, [override(3, -1)], [FAILS])
    assert [one.fate for one in conditions(played)] == ["up", "up", "fled", "dead"]


def test_k71_a_hireling_without_a_rating_makes_no_roll() -> None:
    text = fight(knave(), pc("Gus", hireling_of="Ana", paid=False), knave("Bo"), ogre())
    assert called(in_round(text, [override(0, -1)])) == []


def test_k78_better_pay_changes_the_rating() -> None:
    better = {"type": "set_morale", "fighter": 1, "rating": 9, "reason": "double pay"}
    played = in_round(band(), [better, override(0, -1)], [("morale.2d6", 4, 5)])
    assert of(played, MoraleRolled) == [MoraleRolled((1,), 9, True, EMPLOYER)]


def test_k41_hirelings_act_with_the_pcs() -> None:
    assert to_act(in_round(band(), [])) == (0, 1, 2)
    assert to_act(in_round(band(), [], [], FOES_FIRST)) == (3,)


def test_k13_a_hireling_is_an_npc() -> None:
    played = in_round(band(), [attack(3, 1)], [("attack.d20", 1)], FOES_FIRST, K13="player_facing")
    assert played.asked[-1].seat == 3


# When


def test_k70_end_of_round() -> None:
    text = fight(knave(), guard(paid=False), ogre())
    commands = [passes(0), passes(1)]
    played = in_round(text, commands, K70="end_of_round")
    assert called(played) == [UNPAID]
    assert of(played, MoraleRolled) == []
    over = in_round(text, [*commands, passes(2)], [FAILS], K70="end_of_round")
    assert over.state.conditions[1].fate == "fled"


def test_k70_end_of_round_where_nobody_acts() -> None:
    """All are taken unawares: the round is over as soon as it has begun, and the rolls of that round are made."""
    text = fight(knave(flags=["unaware"]), guard(paid=False, flags=["unaware"]), ogre(flags=["unaware"]))
    rulings = {"K70": "end_of_round", "K39": "surprise_round"}
    played = scene(text, [BEGIN], [PARTY_FIRST, FAILS], rulings)
    assert to_act(played) == ("table",)
    assert conditions(played)[1].fate == "fled"
    assert played.state.due == ()
    # where somebody acts they wait
    text = fight(knave(flags=["unaware"]), guard(paid=False, flags=["unaware"]), ogre())
    waiting = scene(text, [BEGIN], [PARTY_FIRST], rulings)
    assert waiting.state.due == (UNPAID,)
    assert scene(text, [BEGIN, passes(2)], [PARTY_FIRST, FAILS], rulings).state.conditions[1].fate == "fled"


def test_k44_end_of_round_where_nobody_acts_the_last_one_who_runs_ends_the_fight() -> None:
    text = fight(knave(hp=0, max_hp=8), guard(paid=False, flags=["unaware"]), ogre(flags=["unaware"]))
    played = scene(text, [BEGIN], [PARTY_FIRST, FAILS], {"K70": "end_of_round", "K39": "surprise_round"})
    assert (played.state.over, played.state.winner) == (True, "foes")


def test_k70_referee() -> None:
    asked = in_round(band(paid=False), [], K70="referee")
    assert to_act(asked) == ("referee",)
    assert CallMorale(True) in asked.legal("referee")
    assert refused(asked, passes(0)) == "decision_due"
    let = in_round(band(paid=False), [{"type": "call_morale", "roll": False}], K70="referee")
    assert to_act(let) == (0, 1, 2)
    rolled = in_round(band(paid=False), [{"type": "call_morale", "roll": True}], [FAILS], K70="referee")
    assert conditions(rolled)[1].fate == "fled"


def test_k72_on_its_own_turn() -> None:
    played = scene(band(paid=False), [BEGIN], [PARTY_FIRST, FAILS], {"K72": "own_turn"})
    assert conditions(played)[1].fleeing
    assert refused(played, attack(1, 3)) == "fleeing"


def test_k59_per_npc() -> None:
    text = band(paid=False)
    commands = [{"type": "break", "fighter": 1, "how": "parley"}]
    played = in_round(text, commands, [FAILS], K59="per_npc")
    assert conditions(played)[1].fate == "parleyed"


# How many


def employs(cha: int, *counts: int) -> str:
    """Ana with this bonus of CHA, and so many hirelings of hers in each table."""
    hired = [guard(f"Gus {n}", count=count) for n, count in enumerate(counts)]
    return fight(knave(abilities=scores(1, 1, 1, 1, 1, cha)), *hired, ogre())


@pytest.mark.parametrize(
    ("cha", "counts", "fine"),
    [
        (1, (1,), True),
        (1, (2,), False),
        (1, (1, 1), False),
        (2, (1, 1), True),
        (3, (3,), True),
        (3, (2, 2), False),
        (10, (10,), True),
        (10, (11,), False),
    ],
)
def test_knave_henchmen_at_most_as_many_as_the_bonus_of_charisma(cha: int, counts: tuple[int, ...], fine: bool) -> None:
    if fine:
        employers = [one.hireling_of for one in parse(employs(cha, *counts)).state.profiles]
        assert employers == [None, *[0] * sum(counts), None]
        return
    with pytest.raises(BadInput, match=f"too many hirelings of Ana, got {sum(counts)} .allowed: {cha},"):
        parse(employs(cha, *counts))


def test_knave_henchmen_each_pc_has_its_own() -> None:
    one = scores(1, 1, 1, 1, 1, 1)
    text = fight(knave(abilities=one), knave("Bo", abilities=one), guard(), guard("Hal", hireling_of="Bo"), ogre())
    assert [profile.hireling_of for profile in parse(text).state.profiles] == [None, None, 0, 1, None]


def test_knave_henchmen_without_scores_there_is_no_bonus_to_go_by() -> None:
    text = fight(pc("Ana"), guard(count=9), ogre())
    assert parse(text).state.profiles[9].hireling_of == 0


def test_knave_henchmen_one_who_joins_counts_too() -> None:
    hired = {"name": "Hal", "side": "party", "hp": 4, "attack": 1, "weapons": ["dagger"], "hireling_of": "Ana"}
    for cha, code in ((1, "bad_fighter"), (2, "")):
        played = in_round(employs(cha, 1), [])
        assert refused(played, {"type": "add_fighter", "fighter": hired}) == code


def test_a_hireling_is_of_its_employers_side() -> None:
    with pytest.raises(BadInput, match="of its employer's side"):
        parse(fight(knave(), foe(hireling_of="Ana")))


def test_knave_morale_triggers_the_employer_of_an_enemy_dies() -> None:
    """As soon as the attack that killed it is settled, as on the players' side."""
    hired = foe("guard", hireling_of="chief", morale=7)
    played = in_round(fight(knave(), foe("chief", hp=2), hired, foe("golem", count=3)), [attack(0, 1)], [15, 6, HOLDS])
    assert called(played) == [Trigger("employer", fighter=2)]


@pytest.mark.parametrize("employer", ["Zed", "Bo"])
def test_the_employer_stands_above(employer: str) -> None:
    with pytest.raises(BadInput, match="no fighter above is called so"):
        parse(fight(knave(), guard(hireling_of=employer), knave("Bo"), ogre()))
