"""What a natural 20 or 1 does to gear, and what is left when gear is gone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray.interpret.every import exact
from affray.play import Play
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Attack, ChoosePiece
from affray.rulesets.knave.events import QualityLost
from affray.rulesets.knave.harm import armor_defense, breakable
from affray.testing.cases import Face, Scene, scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    SWORD,
    attack,
    conditions,
    fight,
    foe,
    names,
    passes,
    pc,
    state_of,
)

MAILED = fight(pc(hp=90, armor=["gambeson", "shield", "helmet"]), foe(count=8))
CRITICAL = (20, 1, 1)
"""A natural 20 and two dice of damage."""


def struck(times: int, text: str = MAILED, **rulings: str) -> Scene:
    """So many criticals against fighter 0, each by another goblin, one round."""
    commands = [BEGIN, *(attack(1 + n, 0) for n in range(times))]
    return scene(text, commands, [FOES_FIRST, *(CRITICAL * times)], rulings)


def worn(played: Scene, fighter: int = 0) -> tuple[int | None, int | None, int | None]:
    one = conditions(played)[fighter]
    return one.body, one.shield, one.helmet


def armor(played: Scene, fighter: int = 0) -> int:
    state = played.state
    return armor_defense(state.profiles[fighter], state.conditions[fighter], state.rulings)


def test_the_quality_of_new_armor() -> None:
    pieces = {
        "gambeson": (12, 3),
        "brigandine": (13, 4),
        "chain": (14, 5),
        "half plate": (15, 6),
        "full plate": (16, 7),
    }
    for name, (defense, quality) in pieces.items():
        state = state_of(fight(pc(armor=[name, "shield", "helmet"]), foe()))
        condition = state.conditions[0]
        assert (condition.body, condition.shield, condition.helmet) == (quality, 1, 1)
        assert armor_defense(state.profiles[0], condition, state.rulings) == defense + 2


def test_knave_critical_armor() -> None:
    played = struck(1)
    assert played.events[1].damage == 2
    assert played.events[2] == QualityLost(0, "body")
    assert worn(played) == (2, 1, 1)
    assert armor(played) == 14  # worn, not broken


def test_knave_critical_armor_needs_a_natural_20() -> None:
    played = scene(
        fight(pc(attack=20), foe(hp=30, armor={"defense": 13, "quality": 3})), [BEGIN, attack(0, 1)], [6, 19, 1]
    )
    assert conditions(played)[1].body == 3


def test_knave_critical_armor_when_the_defender_rolls_a_1() -> None:
    played = scene(MAILED, [BEGIN, attack(1, 0)], [FOES_FIRST, ("defense.d20", 1), 1, 1], {"K13": "defender"})
    assert worn(played) == (2, 1, 1)


def test_knave_critical_weapon() -> None:
    text = fight(pc(weapons=["sword"]), foe(hp=30))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 1])
    assert played.events[2] == QualityLost(0, "weapon", 0, "knave.critical.weapon")
    assert conditions(played)[0].weapons == (2,)


def test_knave_critical_weapon_when_the_defender_rolls_a_20() -> None:
    text = fight(pc(weapons=["sword"]), foe(hp=30))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("defense.d20", 20)], {"K13": "defender"})
    assert conditions(played)[0].weapons == (2,)


def test_knave_critical_weapon_is_the_one_that_struck() -> None:
    text = fight(pc(weapons=["sword", "dagger", SWORD]), foe(hp=30))
    for weapon, left in ((0, (2, 3, None)), (1, (3, 2, None)), (2, (3, 3, None))):
        played = scene(text, [BEGIN, attack(0, 1, weapon)], [PARTY_FIRST, 1])
        assert conditions(played)[0].weapons == left


def test_k16_a_2_is_no_natural_1() -> None:
    text = fight(pc(weapons=["sword"]), foe(hp=30))
    assert conditions(scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 2]))[0].weapons == (3,)


# K24: which piece


def test_k24_body_first() -> None:
    states = [worn(struck(times)) for times in range(6)]
    assert states == [(3, 1, 1), (2, 1, 1), (1, 1, 1), (0, 1, 1), (0, 0, 1), (0, 0, 0)]


def test_k24_shield_first() -> None:
    states = [worn(struck(times, K24="shield_first")) for times in range(6)]
    assert states == [(3, 1, 1), (3, 0, 1), (2, 0, 1), (1, 0, 1), (0, 0, 1), (0, 0, 0)]


def test_k24_all() -> None:
    assert [worn(struck(times, K24="all")) for times in range(4)] == [(3, 1, 1), (2, 0, 0), (1, 0, 0), (0, 0, 0)]
    assert [event for event in struck(1, K24="all").events if isinstance(event, QualityLost)] == [
        QualityLost(0, "body"),
        QualityLost(0, "shield"),
        QualityLost(0, "helmet"),
    ]


@pytest.mark.parametrize(("face", "left"), [(1, (2, 1, 1)), (2, (3, 0, 1)), (3, (3, 1, 0))])
def test_k24_random(face: int, left: tuple[int, int, int]) -> None:
    faces: list[Face] = [FOES_FIRST, *CRITICAL, ("armor.piece", face)]
    played = scene(MAILED, [BEGIN, attack(1, 0)], faces, {"K24": "random"})
    assert worn(played) == left
    assert played.asked[-1].sides == 3


def test_k24_random_is_each_whole_piece_alike() -> None:
    started = scene(MAILED, [BEGIN], [FOES_FIRST], {"K24": "random"})

    def run(dice: object) -> tuple[int | None, int | None, int | None]:
        play = Play(started.state, dice, ruleset.evolve)  # type: ignore[arg-type]
        ruleset.apply(play, Attack(1, 0, 0))
        condition = play.state.conditions[0]
        return condition.body, condition.shield, condition.helmet

    chances = exact(run).fractions()
    for left in ((2, 1, 1), (3, 0, 1), (3, 1, 0)):
        assert chances[left] == Fraction(1, 60)  # 1/20 for the 20, then 1/3


def test_k24_random_with_one_piece_left_asks_nothing() -> None:
    text = fight(pc(hp=90, armor=["shield"]), foe())
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, *CRITICAL], {"K24": "random"})
    assert worn(played) == (None, 0, None)


def test_k24_random_among_two() -> None:
    text = fight(pc(hp=90, armor=["shield", "helmet"]), foe())
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, *CRITICAL, 2], {"K24": "random"})
    assert worn(played) == (None, 1, 0)
    assert played.asked[-1].sides == 2


@pytest.mark.parametrize(("option", "seat"), [("defender_chooses", 0), ("attacker_chooses", 1)])
@pytest.mark.parametrize(("piece", "left"), [("body", (2, 1, 1)), ("shield", (3, 0, 1)), ("helmet", (3, 1, 0))])
def test_k24_somebody_chooses(option: str, seat: int, piece: str, left: tuple[int, int, int]) -> None:
    asked = struck(1, K24=option)
    assert ruleset.to_act(asked.state) == (seat,)
    assert asked.legal(seat) == [ChoosePiece(seat, "body"), ChoosePiece(seat, "shield"), ChoosePiece(seat, "helmet")]
    assert worn(asked) == (3, 1, 1)
    choice = {"type": "choose_piece", "chooser": seat, "piece": piece}
    played = scene(MAILED, [BEGIN, attack(1, 0), choice], [FOES_FIRST, *CRITICAL], {"K24": option})
    assert worn(played) == left
    assert ruleset.to_act(played.state) == (2,)  # the next goblin


@pytest.mark.parametrize("option", ["defender_chooses", "attacker_chooses"])
def test_k24_one_piece_needs_no_choice(option: str) -> None:
    text = fight(pc(hp=90, armor=["gambeson"]), foe(count=2))
    assert worn(struck(1, text, K24=option)) == (2, None, None)


@pytest.mark.parametrize("option", ["defender_chooses", "attacker_chooses"])
def test_k24_a_destroyed_piece_cannot_be_chosen(option: str) -> None:
    text = fight(pc(hp=90, armor=["gambeson", "shield", "helmet"]), foe(count=3))
    seat = 0 if option == "defender_chooses" else 1
    first = {"type": "choose_piece", "chooser": seat, "piece": "shield"}
    commands = [BEGIN, attack(1, 0), first, attack(2, 0)]
    played = scene(text, commands, [FOES_FIRST, *CRITICAL, *CRITICAL], {"K24": option})
    seat = 0 if option == "defender_chooses" else 2
    assert played.legal(seat) == [ChoosePiece(seat, "body"), ChoosePiece(seat, "helmet")]


def test_k24_the_one_who_falls_still_chooses_and_then_falls() -> None:
    text = fight(pc(hp=2, armor=["gambeson", "shield"]), pc("Bo"), foe())
    choice = {"type": "choose_piece", "chooser": 0, "piece": "shield"}
    asked = scene(text, [BEGIN, attack(2, 0)], [FOES_FIRST, *CRITICAL], {"K24": "defender_chooses"})
    assert ruleset.to_act(asked.state) == (0,)
    played = scene(text, [BEGIN, attack(2, 0), choice], [FOES_FIRST, *CRITICAL], {"K24": "defender_chooses"})
    assert conditions(played)[0].fate == "unconscious"


# K25, K26: hide, claws and teeth


@pytest.mark.parametrize("armor", [13, 11, 8])
def test_k25_a_number_has_no_quality(armor: int) -> None:
    played = scene(fight(pc(), foe(hp=30, armor=armor)), [BEGIN, attack(0, 1)], [PARTY_FIRST, *CRITICAL])
    assert worn(played, 1) == (None, None, None)
    assert not any(isinstance(event, QualityLost) for event in played.events)


def test_k25_natural_quality() -> None:
    text = fight(pc(count=3), foe(hp=30))
    commands = [BEGIN, attack(0, 3), attack(1, 3)]
    once = scene(text, commands[:2], [PARTY_FIRST, *CRITICAL], {"K25": "natural_quality:2"})
    assert (worn(once, 3)[0], armor(once, 3)) == (1, 13)
    twice = scene(text, commands, [PARTY_FIRST, *CRITICAL, *CRITICAL], {"K25": "natural_quality:2"})
    assert (worn(twice, 3)[0], armor(twice, 3)) == (0, 11)


def test_k25_natural_quality_of_the_unarmored() -> None:
    state = state_of(
        fight(pc(armor=[]), pc("Bo", armor=["shield"]), pc("Cy", armor=["gambeson"]), foe()), K25="natural_quality:4"
    )
    # one with a shield is not unarmored: the shield takes the loss
    assert [one.body for one in state.conditions] == [4, None, 3, 4]


def test_k26_claws_have_no_quality() -> None:
    played = scene(fight(pc(), foe()), [BEGIN, attack(1, 0)], [FOES_FIRST, 1])
    assert conditions(played)[1].weapons == (None,)
    assert not any(isinstance(event, QualityLost) for event in played.events)


def test_k26_natural_quality() -> None:
    text = fight(pc(hp=30), foe(count=2))
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 1], {"K26": "natural_quality:2"})
    assert [one.weapons for one in conditions(played)] == [(None,), (1,), (2,)]


def test_k26_is_not_for_weapons_that_are_made() -> None:
    state = state_of(fight(pc(weapons=[SWORD]), foe(weapons=["axe"])), K26="natural_quality:2")
    assert [one.weapons for one in state.conditions] == [(None,), (3, 2)]


# Destroyed


def test_knave_quality_destroyed_armor_counts_from_the_next_attack() -> None:
    text = fight(pc(hp=90, armor=["gambeson"]), foe(count=5))
    played = struck(3, text)
    assert [event.armor for event in played.events if hasattr(event, "armor")] == [12, 12, 12]
    commands = [BEGIN, *(attack(1 + n, 0) for n in range(4))]
    faces = [FOES_FIRST, *(CRITICAL * 3), 11, 4]
    fourth = scene(text, commands, faces)  # 11 + 1 is above 11, not above 12
    assert fourth.events[-1].armor == 11
    assert fourth.events[-1].hit is True


def test_k28_base_11() -> None:
    assert [armor(struck(times)) for times in range(6)] == [14, 14, 14, 13, 12, 11]


def test_k28_base_10() -> None:
    # 10 and what is left of shield and helmet; bare skin is 11 as ever
    assert [armor(struck(times, K28="base_10")) for times in range(6)] == [14, 14, 14, 12, 11, 11]


def test_k28_a_number_falls_to_11_and_a_monster_to_what_is_printed() -> None:
    text = fight(
        pc(count=3),
        foe("orc", hp=30, armor={"defense": 14, "quality": 1}),
        foe("bugbear", hp=30, armor={"defense": 15, "quality": 1, "unarmored": 13}),
        foe("slug", hp=30, armor={"defense": 9, "quality": 1}),
    )
    commands = [BEGIN, attack(0, 3), attack(1, 4), attack(2, 5)]
    played = scene(text, commands, [PARTY_FIRST, *(CRITICAL * 3)])
    assert [armor(played, fighter) for fighter in (3, 4, 5)] == [11, 13, 9]


def test_knave_quality_destroyed_weapon() -> None:
    text = fight(pc(weapons=["sword", "dagger"]), foe(count=1, hp=90))
    rounds = [command for _ in range(3) for command in (BEGIN, attack(0, 1), passes(1))]
    played = scene(text, rounds, [PARTY_FIRST, 1] * 3)
    assert conditions(played)[0].weapons == (0, 3)
    again = scene(text, [*rounds, BEGIN], [*([PARTY_FIRST, 1] * 3), PARTY_FIRST])
    assert Attack(0, 1, 0) not in again.legal(0)
    assert Attack(0, 1, 1) in again.legal(0)


def test_k17_unarmed_after_the_only_weapon_broke() -> None:
    text = fight(pc(weapons=[SWORD | {"quality": 1}]), foe(hp=90))
    commands = [BEGIN, attack(0, 1), passes(1), BEGIN, attack(0, 1, -1)]
    played = scene(text, commands, [PARTY_FIRST, 1, PARTY_FIRST, 15, ("attack.damage", 2)])
    assert played.asked[-1].sides == 2
    assert conditions(played)[1].hp == 88


def test_k27_a_last_point_and_a_hit() -> None:
    text = fight(pc(attack=10, weapons=[SWORD | {"quality": 1}]), foe(hp=30, armor=5))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 1, 6])
    assert conditions(played)[1].hp == 24
    assert conditions(played)[0].weapons == (0,)
    before = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 1], {"K27": "before_damage"})
    assert before.events[1].hit is True
    assert conditions(before)[1].hp == 30
    assert conditions(before)[0].weapons == (0,)


def test_k27_a_weapon_without_quality_always_deals_its_damage() -> None:
    text = fight(pc(attack=10), foe(hp=30, armor=5))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 1, 6], {"K27": "before_damage"})
    assert conditions(played)[1].hp == 24


def test_breakable_lists_whole_pieces_with_quality() -> None:
    start, state = struck(0).state, struck(3).state
    assert breakable(start.profiles[0], start.conditions[0]) == ("body", "shield", "helmet")
    assert breakable(state.profiles[0], state.conditions[0]) == ("shield", "helmet")


def test_names_of_the_rolls_of_a_critical() -> None:
    assert names(struck(1)) == ["initiative.d6", "attack.d20", "attack.damage"]


def test_k24_a_choice_after_a_miss_that_cost_no_hit_points_calls_for_nothing() -> None:
    # a 20 and -5 do not beat full plate and a shield (17): with K08 `split` only armor suffers
    text = fight(pc(attack=-5), foe("ogre", hp=4, max_hp=8, armor=["full plate", "shield"], morale=2))
    chosen = {"type": "choose_piece", "chooser": 0, "piece": "shield"}
    played = scene(text, [BEGIN, attack(0, 1), chosen], [PARTY_FIRST, 20], {"K08": "split", "K24": "attacker_chooses"})
    assert conditions(played)[1].shield == 0
    assert conditions(played)[1].hp == 4
    assert conditions(played)[1].fate == "up"
