"""d20grid.draw, d20grid.dual-wield and d20grid.unskilled: weapons in hand."""

from __future__ import annotations

from typing import Any

import pytest

from affray.errors import BadInput
from affray.testing.cases import Scene
from tests.rulesets.d20grid.fights import (
    BOW,
    ROD,
    SWORD,
    allowed,
    attack,
    attacks,
    began,
    by,
    condition,
    dice,
    ends,
    fight,
    foe,
    hurts,
    refused,
    state_of,
    strike,
    to_act,
    turn,
    unit,
    walk,
)

COSTS = ((1, 2), (0, 2), (1, 1))
"""What is left of Swift and Standards after something that is Free, a Swift, a Standard."""
FREE, SWIFT, STANDARD = COSTS


def left(played: Scene) -> tuple[int, int]:
    return turn(played).swift, turn(played).standard


def owner(craft: int, style: int, **fields: Any) -> str:
    blade = {"name": "blade", "dice": "1d8", "style": "swords", "craft_points": craft}
    return unit(weapons=[blade], style_points={"swords": style}, **fields)


@pytest.mark.parametrize(
    ("option", "craft", "style", "draw", "sheathe"),
    [
        ("craft_note", 1, 9, STANDARD, STANDARD),
        ("craft_note", 2, 9, SWIFT, SWIFT),
        ("craft_note", 3, 0, SWIFT, SWIFT),
        ("craft_note", 4, 0, FREE, FREE),
        ("quickdraw_note", 4, 3, STANDARD, STANDARD),
        ("quickdraw_note", 0, 4, FREE, STANDARD),
        ("split", 1, 4, STANDARD, STANDARD),
        ("split", 2, 4, SWIFT, STANDARD),
        ("split", 4, 0, FREE, STANDARD),
        ("best_of", 2, 4, FREE, SWIFT),
        ("best_of", 2, 3, SWIFT, SWIFT),
        ("best_of", 1, 4, FREE, STANDARD),
        ("best_of", 4, 0, FREE, FREE),
    ],
)
def test_t52_what_drawing_and_sheathing_take(
    option: str, craft: int, style: int, draw: tuple[int, int], sheathe: tuple[int, int]
) -> None:
    empty = fight(owner(craft, style, hands=[]), foe(at=(40, 0)))
    assert left(began(empty, by("draw", 0, weapon=0), T52=option)) == draw
    full = fight(owner(craft, style), foe(at=(40, 0)))
    assert left(began(full, by("sheathe", 0, weapon=0), T52=option)) == sheathe


def test_t53_dropping_is_free_and_the_weapon_lies_there() -> None:
    played = began(fight(unit(), foe()), by("drop", 0, weapon=0))
    assert left(played) == FREE
    assert condition(played, 0).dropped == (0,)
    assert refused(played, by("draw", 0, weapon=0)).code == "dropped"
    assert refused(played, by("drop", 0, weapon=0)).code == "not_in_hand"


def test_t10_each_item_is_drawn_once_and_sheathed_once_a_turn() -> None:
    text = fight(owner(4, 4), foe(at=(40, 0)))
    played = began(text, by("sheathe", 0, weapon=0), by("draw", 0, weapon=0))
    assert refused(played, by("sheathe", 0, weapon=0)).code == "sheathed"
    twice = began(fight(owner(4, 4, hands=[]), foe(at=(40, 0))), by("draw", 0, weapon=0), by("sheathe", 0, weapon=0))
    assert refused(twice, by("draw", 0, weapon=0)).code == "drew"
    again = began(text, by("sheathe", 0, weapon=0), by("draw", 0, weapon=0), ends(0, 1), {"type": "begin_round"})
    assert allowed(again, by("sheathe", 0, weapon=0))


def test_what_cannot_be_paid_is_refused() -> None:
    text = fight(owner(2, 0), foe(at=(40, 0)))
    played = began(text, by("act", 0, kind="swift", what="a word"))
    assert refused(played, by("sheathe", 0, weapon=0)).message == "no Swift action is left"
    spent = began(fight(owner(0, 0), foe()), by("full_attack", 0))
    assert refused(spent, by("sheathe", 0, weapon=0)).message == "no Standard action is left"


def test_a_draw_leaves_the_attack() -> None:
    text = fight(unit(hands=[]), foe())
    played = began(text, by("draw", 0, weapon=0), attack(0, 1), faces=(5,))
    assert left(played) == (1, 0)


# Two weapons

PAIR: dict[str, Any] = {
    "weapons": [{**SWORD, "style": "blades"}, {"name": "dagger", "dice": "2", "style": "blades"}],
    "hands": ["sword", "dagger"],
    "style_points": {"blades": 1},
}


def test_dual_wield_both_are_in_hand_from_the_start() -> None:
    assert state_of(fight(unit(**PAIR), foe())).conditions[0].drawn == (0, 1)


def test_dual_wield_gives_no_further_attack_and_no_penalty() -> None:
    text = fight(unit(class_attack_bonus=3, attacks_per_full=2, **PAIR), foe())
    one = began(text, attack(0, 1, 1), faces=(20,))
    assert (attacks(one)[0].bonus, hurts(one)[0].total) == (3, 2)
    assert refused(one, attack(0, 1, 0)).code == "attacked"
    full = began(text, by("full_attack", 0), attack(0, 1, 0), attack(0, 1, 1), faces=(20, 5, 20))
    assert [one.total for one in hurts(full)] == [5, 2]
    assert refused(full, attack(0, 1, 0)).code == "no_attack"


def test_t41_a_bow_is_no_part_of_a_pair() -> None:
    bow = {**PAIR, "weapons": [{**SWORD, "style": "blades"}, {**BOW, "name": "dagger", "style": "blades"}]}
    with pytest.raises(BadInput, match="these two cannot be wielded at once"):
        state_of(fight(unit(**bow), foe()))
    text = fight(unit(weapons=[SWORD, BOW]), foe())
    assert refused(began(text), by("draw", 0, weapon=1)).code == "hands_full"
    thrown = {**BOW, "kind": "thrown"}
    assert allowed(began(fight(unit(weapons=[SWORD, thrown]), foe())), by("draw", 0, weapon=1))


def test_dual_wield_both_must_be_of_ones_styles() -> None:
    strange = {**PAIR, "style_points": {"axes": 1}}
    with pytest.raises(BadInput, match="these two cannot be wielded at once"):
        state_of(fight(unit(**strange), foe()))


def test_no_third_hand() -> None:
    text = fight(unit(weapons=[SWORD, ROD, {**ROD, "name": "third"}], hands=["sword", "rod"]), foe())
    assert refused(began(text), by("draw", 0, weapon=2)).code == "hands_full"


def test_t40_the_weapon_is_chosen_before_the_roll_or_after_the_hit() -> None:
    text = fight(unit(**PAIR), foe())
    assert to_act(began(text, attack(0, 1), faces=(20, 5))) == (0,)
    asked = began(text, attack(0, 1), faces=(20,), T40="after_hit")
    assert asked.legal(0) == [one for one in asked.legal(0) if type(one).__name__ == "ChooseWeapon"]
    assert len(asked.legal(0)) == 2
    chosen = began(text, attack(0, 1), by("choose_weapon", 0, weapon=1), faces=(20,), T40="after_hit")
    assert hurts(chosen)[0].total == 2
    assert refused(asked, by("choose_weapon", 1, weapon=0)).code == "not_yours"
    assert refused(asked, by("choose_weapon", 0, weapon=5)).code == "no_such_weapon"
    missed = began(text, attack(0, 1), faces=(1,), T40="after_hit")
    assert not missed.state.pending
    full = began(text, by("full_attack", 0), attack(0, 1), faces=(20, 5), T40="after_hit")
    assert hurts(full)[0].total == 5  # each attack of a Full Attack has its weapon


def test_t40_in_an_attack_of_opportunity_the_mover_waits() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0), **PAIR))
    path = [(5 * one, 5) for one in range(1, 7)]
    asked = began(text, walk(0, *path), strike(1), faces=(20,), T40="after_hit")
    assert (to_act(asked), condition(asked, 0).at) == ((1,), (10, 5))
    played = began(text, walk(0, *path), strike(1), by("choose_weapon", 1, weapon=1), faces=(20,), T40="after_hit")
    assert (condition(played, 0).hp, condition(played, 0).at) == (18, (30, 5))


# Strange weapons

STRANGE: dict[str, Any] = {
    "weapons": [{**ROD, "style": "flails"}, {**SWORD, "style": "blades"}],
    "style_points": {"blades": 0},
    "class_attack_bonus": 5,
    "attacks_per_full": 3,
}


def test_unskilled_no_class_attack_bonus() -> None:
    text = fight(unit(**STRANGE, abilities={"dex": 2}), foe())
    assert attacks(began(text, attack(0, 1), faces=(1,)))[0].bonus == 0
    assert attacks(began(text, attack(0, 1), faces=(1,), T23="dex"))[0].bonus == 2
    known = fight(unit(**{**STRANGE, "hands": ["sword"]}), foe())
    assert attacks(began(known, attack(0, 1, 1), faces=(1,)))[0].bonus == 5


def test_unskilled_one_attack_in_a_full_attack() -> None:
    played = began(fight(unit(**STRANGE), foe()), by("full_attack", 0), attack(0, 1), faces=(1,))
    assert turn(played).blows == 0
    assert refused(played, attack(0, 1)).code == "no_attack"


def test_unskilled_it_does_not_follow_an_attack_with_another_weapon() -> None:
    blade = {**SWORD, "style": "blades", "craft_points": 4}
    strange = {**ROD, "style": "flails", "craft_points": 4}
    fields = {**STRANGE, "weapons": [blade, strange]}
    swap = [by("sheathe", 0, weapon=0), by("draw", 0, weapon=1)]
    played = began(fight(unit(**fields), foe()), by("full_attack", 0), attack(0, 1), swap, faces=(1,))
    assert refused(played, attack(0, 1, 1)).clause == "d20grid.unskilled"


def test_unskilled_nothing_from_crafts_or_stacks_and_all_else() -> None:
    """T42: 4 and the 1 from elsewhere; doubled by what is from elsewhere."""
    bonuses: dict[str, Any] = {
        "passives": [{"value": 7, "from": "craft"}, {"value": 5, "from": "stack"}, 1],
        "multipliers": [{"value": 3, "from": "craft"}, 2],
    }
    text = fight(unit(**STRANGE, **bonuses), foe(hp=99), foe("imp", (60, 0)))
    assert hurts(began(text, attack(0, 1), faces=(20,)))[0].total == 9  # 4 x 2 + 1
    assert hurts(began(text, attack(0, 1), faces=(20,), T42="situational_only"))[0].total == 4
    known = fight(unit(**{**STRANGE, "style_points": {"flails": 0}}, **bonuses), foe(hp=99))
    assert hurts(began(known, attack(0, 1), faces=(20,)))[0].total == 37  # 4 x 3 x 2 + 7 + 5 + 1


def test_unskilled_situational_bonuses_stay() -> None:
    text = fight(unit(**STRANGE), unit("Bo", (10, 0)), foe())
    assert dice(began(text, attack(0, 2), faces=(1, 1))) == [(2, 20)]


def test_who_lists_no_style_is_at_home_in_all() -> None:
    text = fight(unit(weapons=[{**ROD, "style": "flails"}], class_attack_bonus=5), foe())
    assert attacks(began(text, attack(0, 1), faces=(1,)))[0].bonus == 5
    plain = fight(unit(weapons=[ROD], style_points={"axes": 1}, class_attack_bonus=5), foe())
    assert attacks(began(plain, attack(0, 1), faces=(1,)))[0].bonus == 5


def test_one_of_several_styles_is_enough() -> None:
    fields = {**STRANGE, "style_points": {"blades": 0, "flails": 0}}
    assert attacks(began(fight(unit(**fields), foe()), attack(0, 1), faces=(1,)))[0].bonus == 5


def test_t40_there_is_no_choice_where_only_one_of_the_two_reaches() -> None:
    pike = {"name": "pike", "dice": "1d6", "reach": 10}
    text = fight(unit(weapons=[SWORD, pike], hands=["sword", "pike"]), foe(at=(10, 0)))
    played = began(text, attack(0, 1, 1), faces=(20, 5), T40="after_hit")
    assert hurts(played)[0].total == 5
