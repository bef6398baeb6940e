"""Between fights, clause by clause: rest, experience, levels, repairs, henchmen, a successor; new characters."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from affray.errors import BadInput
from affray.files import parse_document
from affray.interpret.roll import Sampler
from affray.rulesets.knave import creation, growth, steps
from affray.rulesets.knave.character import Character, Coins, Item, pay, slots_of, slots_used
from affray.rulesets.knave.character_file import plain, read
from affray.rulesets.knave.rulings import Rulings
from tests.rulesets.knave.people import NOTHING, SIX, character, spent, thrown

DEFAULT = Rulings()


def done(one: Character, step: str, *faces: int, rulings: Rulings = DEFAULT) -> Character:
    """The character after a step with these faces, all of which are used."""
    dice = thrown(*faces)
    after, told = steps.do(dice, one, step, rulings)
    assert spent(dice) == list(faces)
    assert told
    return after


def refused(one: Character, step: str, message: str, rulings: Rulings = DEFAULT) -> None:
    with pytest.raises(BadInput, match=message):
        steps.do(NOTHING, one, step, rulings)


# knave.heal.night, knave.heal.haven, K47, K53


def test_a_night_heals_d8_and_con_in_one_roll() -> None:
    one = character(hp=1, max_hp=20)
    assert done(one, "night", 8).hp == 12  # 1 + 8 + 3


def test_a_night_never_heals_more_than_was_lost() -> None:
    assert done(character(hp=4, max_hp=6), "night", 8).hp == 6


def test_one_without_a_wound_rolls_nothing_at_night() -> None:
    assert done(character(hp=6), "night").hp == 6


def test_one_at_0_wakes_by_healing_and_the_dead_do_not() -> None:
    assert done(character(hp=0), "night", 1).hp == 4
    dead = character(hp=-1)
    assert growth.night(NOTHING, dead) == dead
    assert growth.haven(dead) == dead
    refused(dead, "night", "Ana is dead")


def test_a_haven_brings_everything_back() -> None:
    assert done(character(hp=1, max_hp=30), "haven").hp == 30


def test_books_can_be_read_again_on_the_next_day() -> None:
    one = character(spells=[{"name": "web", "save": "dex", "on_fail": "stun", "spent": True}])
    assert not any(item.spent for item in done(one, "night", 1).items)
    assert not any(item.spent for item in done(one, "haven").items)


# knave.xp.award, knave.xp.coins, knave.xp.level, K52


@pytest.mark.parametrize(
    ("award", "xp"), [("low", 50), ("moderate", 100), ("high", 200), ("0", 0), ("75", 75), ("coins:120", 120)]
)
def test_awards(award: str, xp: int) -> None:
    assert done(character(), f"xp={award}").xp == xp


@pytest.mark.parametrize(("xp", "due"), [(999, 0), (1000, 1), (1999, 1), (2000, 2)])
def test_a_level_is_due_at_each_thousand(xp: int, due: int) -> None:
    assert growth.levels_due(character(xp=xp)) == due


def test_surplus_is_kept_or_lost() -> None:
    one = character(xp=950)
    assert done(one, "xp=200").xp == 1_150
    assert done(one, "xp=200", rulings=Rulings(xp_over="reset")).xp == 1_000


@pytest.mark.parametrize("award", ["-50", "1000000000", "1e3", "", "much", "coins:"])
def test_awards_out_of_range(award: str) -> None:
    refused(character(), f"xp={award}", "a whole number is needed.*0 to 100000")


# knave.level.hp, knave.level.abilities, K48 to K51


def test_a_level_rolls_its_dice_and_raises_three() -> None:
    risen = done(character(hp=4, max_hp=6, xp=1000), "level=str,con,cha", 5, 4)
    assert (risen.level, risen.max_hp, risen.hp) == (2, 9, 4)
    assert risen.bonuses == (3, 1, 4, 1, 2, 2)


def test_less_than_before_is_one_more_and_equal_is_not() -> None:
    one = character(hp=6, xp=1000)
    assert done(one, "level=str,con,cha", 3, 2).max_hp == 7
    assert done(one, "level=str,con,cha", 3, 3).max_hp == 6  # literally: 6 is not less than 6
    assert done(one, "level=str,con,cha", 3, 3, rulings=Rulings(equal_maximum="le")).max_hp == 7


def test_wounds_stay_or_are_made_good() -> None:
    one = character(hp=4, max_hp=6, xp=1000)
    for choice, hp in (("unchanged", 4), ("same_gain", 8), ("full", 10)):
        assert done(one, "level=str,con,cha", 5, 5, rulings=Rulings(hp_at_level=choice)).hp == hp  # type: ignore[arg-type]


def test_con_raises_the_slots_at_once() -> None:
    one = character(xp=1000)
    assert slots_of(done(one, "level=str,con,cha", 5, 5)) == slots_of(one) + 1


def test_at_random_a_d20_below_the_defense_by_the_sheet() -> None:
    # hit points 5 + 5; STR 12 on 12: no; DEX 11 on 10: yes; CON 13 on 13: no; INT 11 on 20: no; WIS 12 on 11: yes;
    # CHA 11 on 11: no; again STR 12 on 1: yes
    risen = done(character(xp=1000), "level", 5, 5, 12, 10, 13, 20, 11, 11, 1)
    assert risen.bonuses == (3, 2, 3, 1, 3, 1)


def test_at_random_a_round_in_which_nobody_rises_is_gone_through_again() -> None:
    risen = done(character(xp=1000), "level=random", 5, 5, 20, 20, 20, 20, 20, 20, 1, 1, 1)
    assert risen.bonuses == (3, 2, 4, 1, 2, 1)


@pytest.mark.parametrize("chosen", ["str", "str,str,con", "str,con,wis,cha", "str,con"])
def test_three_different_abilities_rise(chosen: str) -> None:
    refused(character(xp=1000), f"level={chosen}", "3 different abilities rise by 1")


def test_what_is_at_its_highest_cannot_be_chosen_and_fewer_may_rise() -> None:
    one = character(xp=1000, abilities=dict.fromkeys(SIX, 10) | {"str": 9, "cha": 2})
    refused(one, "level=str,con,cha", "2 different abilities rise by 1.*none rises above")
    assert done(one, "level=str,cha", 8, 8).bonuses == (10, 10, 10, 10, 10, 3)
    assert done(one, "level", 8, 8, 1, 1).bonuses == (10, 10, 10, 10, 10, 3)


def test_a_level_must_be_due_and_a_milestone_need_not() -> None:
    refused(character(xp=999), "level=str,con,cha", "no level is due, got '999 XP'.*from 1000 XP on")
    assert done(character(), "milestone=str,con,cha", 5, 5).xp == 1_000
    refused(character(level=20), "milestone", "the highest level")
    refused(character(xp=1000), "level=str,con,luck", "no such ability, got 'luck'")


def test_the_dead_do_not_rise() -> None:
    with pytest.raises(BadInput, match="Ana is dead"):
        growth.rise(NOTHING, character(hp=-1), (), DEFAULT)


# knave.quality.repair, K30, knave.coins


def test_a_repair_costs_a_tenth_a_point() -> None:
    one = character(armor=[{"name": "gambeson", "quality": 1}], coins={"copper": 5, "silver": 2})
    mended = done(one, "repair=gambeson")
    assert (mended.items[2].quality, mended.coins) == (3, Coins(3, 1))  # 12 of 25: a silver coin is changed


def test_half_a_copper_is_exact_until_it_is_paid_in_coins() -> None:
    one = character(weapons=[{"name": "dagger", "quality": 2}], coins=1)
    assert growth.mending(NOTHING, one.items[0], DEFAULT) == Fraction(1, 2)
    assert done(one, "repair=dagger").coins == Coins(0)


def test_what_is_destroyed_is_beyond_repair_or_costs_its_price() -> None:
    one = character(armor=[{"name": "shield", "quality": 0}], coins=100)
    refused(one, "repair=shield", "what is destroyed cannot be mended.*K30=yes_full")
    assert done(one, "repair=shield", rulings=Rulings(repair_cost="yes_full")).coins == Coins(60)


def test_a_repair_must_be_paid() -> None:
    refused(character(armor=[{"name": "chain", "quality": 1}], coins=479), "repair=chain", "480 copper is more")
    refused(character(), "repair=rope", "carries no such thing.*sword, bow")
    refused(character(gear=["sack"]), "repair=sack", "nothing about it can be mended")


@given(st.integers(0, 200), st.integers(0, 30), st.integers(0, 9), st.fractions(0, 1_000, max_denominator=10))
def test_paying_takes_what_it_costs_in_whole_coins(copper: int, silver: int, gold: int, cost: Fraction) -> None:
    purse = Coins(copper, silver, gold)
    left = pay(purse, cost)
    whole = -(-cost // 1)
    if left is None:
        assert purse.worth < whole
    else:
        assert purse.worth - left.worth == whole
        assert min(left.copper, left.silver, left.gold) >= 0


# knave.henchmen, knave.henchmen.wages, K61


def test_no_more_henchmen_than_the_cha_bonus() -> None:
    one = done(character(), "hire=Wat:laborer")
    assert [henchman.name for henchman in one.henchmen] == ["Wat"]
    refused(one, "hire=Tib:scribe", r"too many henchmen, got 2 \(allowed: 1, the CHA bonus\)")
    assert not done(one, "dismiss=Wat").henchmen
    refused(one, "dismiss=Tib", "nobody in service")
    refused(character(), "hire=Wat", "no such trade")


def test_wages_are_paid_to_all_or_to_none() -> None:
    service = [{"name": "Sir Hugh", "trade": "knight"}, {"name": "Wat", "trade": "laborer", "paid": False}]
    one = character(abilities=SIX | {"cha": 2}, henchmen=service, coins=26)
    paid = done(one, "wages")
    assert (paid.coins.worth, [each.paid for each in paid.henchmen]) == (0, [True, True])
    poor = done(replace(one, coins=Coins(25)), "wages")
    assert (poor.coins.worth, [each.paid for each in poor.henchmen]) == (25, [False, False])


# knave.hp.successor


def test_only_the_dead_have_a_successor_of_level_1_with_the_same_player() -> None:
    refused(character(hp=0), "successor", "Ana is alive")
    heir, told = steps.do(Sampler("heir", 0), character(hp=-3, level=7, player="Mira"), "successor=Rosa", DEFAULT)
    assert (heir.name, heir.level, heir.xp, heir.player) == ("Rosa", 1, 0, "Mira")
    assert "Ana is dead" in told


def test_a_successor_takes_wishes_and_another_name() -> None:
    dead = character(hp=-3, player="Mira", name="Brida")
    for rest, name in (("=Rosa,weapon=bow,swap=str:wis", "Rosa"), ("=weapon=bow, swap=str:wis", None), ("", None)):
        heir, _ = steps.do(Sampler("heir", 0), dead, f"successor{rest}", DEFAULT)
        plain_one, _ = steps.do(Sampler("heir", 0), dead, "successor", DEFAULT)
        assert heir.player == "Mira"
        assert heir.name == name if name else heir.name != "Brida"
        assert heir.items[0].name == ("bow" if rest else "sword")
        six = plain_one.bonuses
        assert heir.bonuses == ((six[4], *six[1:4], six[0], six[5]) if rest else six)
    refused(dead, "successor=Rosa,weapon=laser", "no such option")
    refused(dead, "successor=Rosa,bow", "a wish and a value are needed")
    refused(dead, "successor=weapon=bow,weapon=axe", "given twice")


@pytest.mark.parametrize("name", creation.NAMES)
def test_nobody_is_called_as_the_one_who_died(name: str) -> None:
    assert creation.name_after(name) != name


# Things


def test_buying_and_leaving_behind() -> None:
    one = character(coins=100)
    bought = done(one, "buy=helmet")
    assert (bought.coins.worth, bought.items[-1].worn) == (60, True)
    second = done(bought, "buy=shield")
    assert [item.worn for item in second.items if item.kind == "shield"] == [True, False]
    refused(one, "buy=chain", "more than there is")
    refused(one, "buy=crowbar", "no price")
    refused(one, "buy=halbert", "did you mean halberd")
    refused(character(gear=["sack"] * 7, coins=99), "buy=helmet", "does not fit.*13 slots, the CON defense")
    assert "bow" not in [item.name for item in done(one, "drop=bow").items]


def test_coins_fill_slots_as_well() -> None:
    refused(character(gear=["sack"] * 7), "coins=100", "does not fit")
    assert done(character(gear=["sack"] * 7), "coins=99").coins.number == 99


def test_change_that_does_not_fit_is_refused() -> None:
    full = character(
        abilities=SIX | {"con": 2, "cha": 2}, weapons=[{"name": "dagger", "quality": 1}], armor=[], gear=["sack"] * 11,
        coins={"gold": 99}, henchmen=[{"name": "Wat", "trade": "laborer"}],
    )  # fmt: skip
    for step in ("repair=dagger", "wages"):
        refused(
            full, step, "does not fit into the item slots, got '13 slots with 116 coins'.*12 slots, the CON defense"
        )


def test_a_purchase_that_fits_once_it_is_paid_for() -> None:
    full = character(abilities=SIX | {"con": 2}, weapons=[], armor=[], gear=["sack"] * 11, coins=104)
    bought = done(full, "buy=dagger")
    assert (bought.coins, slots_used(bought)) == (Coins(99), 12)


STEPS_WITH_THINGS = ["wages", "night", "haven", "coins=1", "coins=100", "repair=dagger", "buy=dagger", "buy=torches",
                     "buy=shield", "drop=sack", "drop=dagger", "xp=high", "milestone", "hp=1"]  # fmt: skip


@given(
    st.integers(8, 11), st.integers(0, 250), st.integers(0, 250), st.integers(0, 250),
    st.lists(st.sampled_from(STEPS_WITH_THINGS), max_size=4), st.integers(0, 99),
)  # fmt: skip
def test_after_any_step_the_file_can_be_read_again(
    sacks: int, copper: int, silver: int, gold: int, words: list[str], seed: int
) -> None:
    one = character(
        abilities=SIX | {"con": 2}, weapons=[{"name": "dagger", "quality": 1}], armor=[], gear=["sack"] * sacks,
        henchmen=[{"name": "Wat", "trade": "scribe"}],
    )  # fmt: skip
    room = (slots_of(one) - slots_used(one)) * 100 + 99
    purse = Coins(min(copper, room), min(silver, room - min(copper, room)))
    one = replace(one, coins=replace(purse, gold=min(gold, room - purse.number)))
    for word in words:
        with suppress(BadInput):
            one, _ = steps.do(Sampler("room", seed), one, word, DEFAULT)
        told = {key: value for key, value in plain(one).items() if key != "ruleset"}
        assert read(parse_document(json.dumps(told), "one.json").root) == one


TWO_SWORDS = ["sword", {"name": "sword", "quality": 1}, {"name": "sword", "quality": 2}]


@pytest.mark.parametrize(("name", "left"), [("sword", [3, 3, 2]), ("sword 2", [3, 3, 2]), ("sword 3", [3, 1, 3])])
def test_a_repair_takes_the_first_that_needs_it_or_the_one_by_number(name: str, left: list[int]) -> None:
    mended = done(character(weapons=TWO_SWORDS, armor=[], coins=5), f"repair={name}")
    assert [item.quality for item in mended.items] == left


def test_a_repair_passes_by_what_is_destroyed_where_something_else_is_damaged() -> None:
    swords = [{"name": "sword", "quality": 0}, {"name": "sword", "quality": 1}]
    assert [item.quality for item in done(character(weapons=swords, coins=5), "repair=sword").items[:2]] == [0, 3]


@pytest.mark.parametrize(("name", "left"), [("sword", [1, 2]), ("sword 2", [3, 2]), ("sword 3", [3, 1])])
def test_one_of_several_is_left_behind_by_number(name: str, left: list[int]) -> None:
    assert [item.quality for item in done(character(weapons=TWO_SWORDS, armor=[]), f"drop={name}").items] == left
    sacks = character(weapons=[], armor=[], gear=["sack", "sack", {"name": "rope", "price": 9}])
    assert [item.name for item in done(sacks, "drop=sack 2").items] == ["sack", "rope"]
    refused(sacks, "drop=sack 3", "no such thing.*sack, sack 2, rope")


def test_there_is_no_other_step() -> None:
    refused(character(), "nihgt", "no such step.*did you mean night")
    assert {wish.name for wish in steps.ABOUT} == set(steps.STEPS)


# Making a character: knave.creation.*, K54, K77


def made(*faces: int, **wishes: str) -> Character:
    dice = thrown(*faces)
    one = creation.new_character(dice, "Ana", creation.checked(wishes))
    assert spent(dice) == list(faces)
    return one


def three(bonus: int) -> tuple[int, int, int]:
    """3d6 of which the lowest is the bonus."""
    return 6, bonus, 6


SCORES = (*three(2), *three(1), *three(3), *three(1), *three(2), *three(1))
TRAITS = (1,) * 11


def test_the_order_of_the_rolls() -> None:
    one = made(*(6, 2, 4), *SCORES[3:], 5, 4, 14, 1, 20, 2, 3, *TRAITS)
    assert one.bonuses == (2, 1, 3, 1, 2, 1)
    assert (one.level, one.hp, one.max_hp, one.xp) == (1, 5, 5, 0)
    assert [item.name for item in one.items] == [
        "sword",
        "gambeson",
        "helmet",
        "travel rations",
        "travel rations",
        "rope 50 ft",
        "torches",
        "bear trap",
        "lens",
    ]
    assert dict(one.traits)["physique"] == "athletic"
    assert dict(one.traits)["alignment"] == "law"


def test_one_pair_may_change_places() -> None:
    one = made(*SCORES, 5, 4, 14, 1, 20, 2, 3, *TRAITS, swap="dex:con")
    assert one.bonuses == (2, 3, 1, 1, 2, 1)


@pytest.mark.parametrize("pair", ["str", "str:str", "str:luck", "str:dex:con", ":"])
def test_what_is_no_pair(pair: str) -> None:
    with pytest.raises(BadInput, match="two abilities change places"):
        creation.checked({"swap": pair})


@pytest.mark.parametrize(
    ("wish", "value"), [("weapon", "laser"), ("gear", "none"), ("luck", "1"), ("player", "\u200b")]
)
def test_what_cannot_be_wished(wish: str, value: str) -> None:
    with pytest.raises(BadInput, match="--wish"):
        creation.checked({wish: value})


def test_what_was_rolled_last_is_left_out_first() -> None:
    # CON +1: 11 slots. Rations 2, halberd 3, chain 3, helmet and shield 2: 10; rope 11; the rest stays behind.
    scores = (*three(2), *three(1), *three(1), *three(1), *three(2), *three(1))
    one = made(*scores, 5, 20, 20, 1, 2, 3, 4, *TRAITS, weapon="halberd")
    assert [item.name for item in one.items][-1] == "rope 50 ft"
    assert slots_used(one) == slots_of(one) == 11


def test_the_player_leaves_out_what_is_wished() -> None:
    scores = (*three(2), *three(1), *three(1), *three(1), *three(2), *three(1))
    faces = (*scores, 5, 20, 20, 1, 2, 3, 4, *TRAITS)
    one = made(*faces, weapon="halberd", leave="travel rations,shield")
    assert [item.name for item in one.items] == [
        "halberd", "chain", "helmet", "travel rations", "rope 50 ft", "pulleys", "shovel",
    ]  # fmt: skip
    with pytest.raises(BadInput, match="not among its gear, got 'tent'"):
        made(*faces, leave="tent")
    with pytest.raises(BadInput, match="no gear to leave out"):
        creation.checked({"leave": "tent", "gear": "shopping"})


def test_a_book_in_place_of_armor() -> None:
    one = made(*SCORES, 5, 20, 1, 1, 2, 3, 4, *TRAITS, spell_book="yes")
    assert [item.name for item in one.items if item.kind == "book"] == ["web"]
    assert not [item for item in one.items if item.kind == "body"]


def test_shopping_instead() -> None:
    one = made(*SCORES, 5, 1, 1, 1, *TRAITS, gear="shopping", weapon="crossbow")
    assert (one.coins, [item.name for item in one.items]) == (Coins(0), ["crossbow"])  # 60 copper, all of it
    assert made(*SCORES, 5, 6, 6, 6, *TRAITS, gear="shopping").coins == Coins(360)


@given(st.integers(0, 10**6), st.sampled_from(["sword", "halberd", "crossbow", "dagger"]))
def test_no_new_character_carries_too_much(seed: int, weapon: str) -> None:
    one = creation.new_character(Sampler("made", seed), "Ana", {"weapon": weapon})
    assert slots_used(one) <= slots_of(one)
    assert all(1 <= bonus <= 6 for bonus in one.bonuses)
    assert weapon in [item.name for item in one.items]


def test_levels_at_random_never_pass_the_cap() -> None:
    for seed in range(20):
        dice: Any = Sampler("rise", seed)
        one = creation.new_character(dice, "Ana", {})
        for level in range(2, 21):
            before = one
            one = growth.rise(dice, one, (), DEFAULT)
            assert one.level == level
            assert max(one.bonuses) <= 10
            assert one.max_hp >= before.max_hp
            raised = [after - now for now, after in zip(before.bonuses, one.bonuses, strict=True)]
            assert sum(raised) == min(3, sum(bonus < 10 for bonus in before.bonuses))
            assert set(raised) <= {0, 1}


def test_an_item_is_what_it_is_by_default() -> None:
    assert Item("idol").slots == 1
