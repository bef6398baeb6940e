"""How it is told: phrases, sentences with their arithmetic, the map, views without secrets, glances."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

import affray
from affray.codec import convert, plain
from affray.fight import parse
from affray.rulesets.d20grid import events as e
from affray.rulesets.d20grid import ruleset
from affray.rulesets.d20grid.drawn_map import drawn_map
from affray.table.log import CommandEntry
from affray.testing.cases import Scene, scene
from affray.testing.conformance.shown import keeps_secrets
from affray.testing.conformance.walks import Step, carry_out, thrown
from affray.testing.conformance.walks import walk as random_walk
from tests.rulesets.d20grid import brawl
from tests.rulesets.d20grid.fights import (
    BEGIN,
    BOW,
    ROD,
    SWORD,
    attack,
    began,
    by,
    decline,
    east,
    ends,
    fight,
    foe,
    move,
    of,
    state_of,
    strike,
    unit,
    walk,
)

DUEL = fight(unit(class_attack_bonus=4, abilities={"str": 3}), foe(hp=9, defense=15), foe("imp", (40, 0)))


def told(played: Scene) -> list[str]:
    """What the last command is told as."""
    before = played.steps[-2].state
    last = played.steps[-1]
    return ruleset.narrate(before, last.rolls, last.events)


def test_a_hit_with_its_arithmetic() -> None:
    assert told(began(DUEL, attack(0, 1), faces=(14, 5))) == [
        "Vex attacks orc with the sword: 14 + 4 = 18 beats 15: hit",
        "Damage 1d8: 5 + 3 STR = 8; orc 9 -> 1 HP",
    ]
    assert told(began(DUEL, attack(0, 1), faces=(11,))) == [
        "Vex attacks orc with the sword: 11 + 4 = 15 does not beat 15: miss"
    ]


def test_the_order_of_damage_is_told() -> None:
    weapon = {"name": "axe", "dice": "2d6", "multiplier": 2}
    text = fight(unit(abilities={"str": 3}, weapons=[weapon], passives=[4]), foe(armor=5, hp=60), foe("imp", (40, 0)))
    assert told(began(text, attack(0, 1), faces=(20, 3, 2)))[1] == (
        "Damage 2d6: (3 + 2 + 3 STR) x 2 + 4 = 20; armor absorbs 5 and can take no more, 15 go through; orc 60 -> 45 HP"
    )


@pytest.mark.parametrize(
    ("weapon", "more", "faces", "sentence"),
    [
        (
            {"dice": "2d6+1", "multiplier": 2},
            {"passives": [4], "multipliers": [2]},
            (3, 4),
            "2d6+1: (3 + 4 + 1 + 3 STR) x 2 x 2 + 4 = 48",
        ),
        ({"dice": "1d4-2"}, {}, (1,), "1d4-2: 1 - 2 + 3 STR = 2"),
        ({"dice": "1d4-2"}, {"abilities": {"str": -5}}, (3,), "1d4-2: 3 - 2 - 5 STR = -4, at least 0"),
        ({"dice": "1d6"}, {"abilities": {"str": 0}}, (5,), "1d6: 5"),
        ({"dice": "3", "multiplier": 2}, {"abilities": {"str": 0}}, (), "3 x 2 = 6"),
        ({"dice": "1d6"}, {"abilities": {"str": 0}, "passives": [-9]}, (5,), "1d6: 5 - 9 = -4, at least 0"),
    ],
)
def test_the_sum_of_a_hit(weapon: Any, more: dict[str, Any], faces: tuple[int, ...], sentence: str) -> None:
    fields = {"abilities": {"str": 3}, "weapons": [{"name": "axe", **weapon}]} | more
    text = fight(unit(**fields), foe(hp=90), foe("imp", (40, 0)))
    assert told(began(text, attack(0, 1), faces=(20, *faces)))[1].startswith(f"Damage {sentence}; orc ")


def test_multipliers_that_add_up_are_told_as_one() -> None:
    """T35: two doubles are a triple."""
    axe = {"name": "axe", "dice": "1d6", "multiplier": 2}
    text = fight(unit(weapons=[axe], multipliers=[2]), foe(hp=90), foe("imp", (40, 0)))
    assert told(began(text, attack(0, 1), faces=(20, 5), T35="add"))[1].startswith("Damage 1d6: 5 x 3 = 15; ")


def test_what_armor_can_take_yet_is_told() -> None:
    text = fight(unit(weapons=[ROD]), foe(hp=90, armor=5), foe("imp", (40, 0)))
    hit = told(began(text, attack(0, 1), faces=(20,)))[1]
    assert hit == "Damage 4; armor absorbs 4 and can take 1 more, 0 go through; orc 90 -> 90 HP"
    each = told(began(text, attack(0, 1), faces=(20,), T38="per_hit"))[1]
    assert each == "Damage 4; armor absorbs 4, 0 go through; orc 90 -> 90 HP"


SUM = re.compile(r"Damage (?:[^:;]*: )?(?P<sum>[^=,;]+)(?: = (?P<raw>-?[0-9]+))?(?:, at least (?P<least>[0-9]+))?;")


@pytest.mark.parametrize("seed", range(4))
def test_every_sum_that_is_told_is_the_damage(seed: int) -> None:
    """The expression as it is printed, reckoned up, floor and all."""
    source = Random(seed)
    checked = 0
    for _ in range(12):
        one = brawl.fight(source, {"T35": source.choice(("multiply", "add")), "T36": source.choice(("min_0", "min_1"))})
        for step in random_walk(one, source, 60):
            sums = [SUM.match(line) for line in ruleset.narrate(step.before, step.rolls, step.events)]
            hurts = [event for event in step.events if isinstance(event, e.Hurt) and event.weapon]
            for match, hurt in zip([found for found in sums if found], hurts, strict=True):
                value = eval(match["sum"].replace(" STR", "").replace(" x ", " * "))
                assert value == int(match["raw"] or match["sum"])
                assert max(value, int(match["least"] or value)) == hurt.total
                checked += 1
    assert checked > 3


def test_advantages_are_told_with_all_dice() -> None:
    text = fight(unit("Vex"), unit("Bo", (10, 0)), foe(flags=["concealed"], weapons=[BOW]), foe("imp", (90, 0)))
    played = began(text, attack(0, 2), faces=(3, 17, 4))
    assert told(played)[0] == (
        "Vex attacks orc with the sword (for it: flanking, against a ranged weapon; against it: concealment; net +1): "
        "17 (of 3, 17) + 0 = 17 beats 10: hit"
    )


def test_subdual_and_unconscious_and_dead() -> None:
    text = fight(unit(weapons=[ROD]), foe(hp=3), foe("imp", (40, 0)))
    assert told(began(text, attack(0, 1, subdual=True), faces=(20,)))[1:] == [
        "Damage 4; orc 0 -> 4 subdual, 3 HP",
        "orc is unconscious: 4 subdual against 3 HP",
    ]
    assert told(began(text, attack(0, 1), faces=(20,)))[1:] == [
        "Damage 4; orc 3 -> -1 HP",
        "orc is unconscious: -1 HP",
    ]
    assert told(began(text, of("set_hp", 1, hp=-10)))[1:] == ["orc is dead"]


def test_a_movement_and_its_offers() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0), weapons=[ROD]))
    run = walk(0, *east((0, 5), 6))
    assert told(began(text, run)) == [
        "Vex sets out for 30,5, 30 ft",
        "Vex comes to 10,5",
        "Vex goes into the area of orc, who may attack",
    ]
    assert told(began(text, run, strike(1), faces=(20,))) == [
        "In passing, orc attacks Vex with the rod: 20 + 0 = 20 beats 10: hit",
        "Damage 4; Vex 20 -> 16 HP",
        "Vex arrives at 30,5",
    ]
    assert told(began(text, run, decline(1))) == [
        "orc lets it pass",
        "Vex comes to 20,5",
        "Vex goes out of the area of orc, who may attack",
    ]
    frail = fight(unit("Vex", (0, 5), hp=3), unit("Bo", (0, 30)), foe(at=(15, 0), weapons=[ROD]))
    assert told(began(frail, run, strike(2), faces=(20,)))[2:] == [
        "Vex is unconscious: -1 HP",
        "Vex gets no farther than 10,5",
        "Vex's turn ends",
    ]


def test_a_round_begins_with_its_map() -> None:
    text = fight(unit("Vex", (5, 5)), foe("orc", (15, 10)), size=[25, 20], walls=[[10, 0, 10, 10], [15, 15, 20, 15]])
    assert told(scene(text, [of("set_flag", 0, flag="blind", on=True), BEGIN])) == [
        "Round 1",
        "  15  . . . . .",
        "            -",
        "  10  . . . 2 .",
        "   5  . 1|. . .",
        "   0  . .|. . .",
        "     from 0 to 20 ft across",
        "     1 Vex, 2 orc",
    ]


def test_the_map_shows_heights_cover_and_the_unconscious() -> None:
    state = state_of(
        fight(
            unit("Vex", (5, 0)),
            foe("orc", (15, 0), hp=-1, max_hp=5),
            foe("imp", (10, 0)),
            size=[25, 10],
            elevation=[[0, 0, 5, 10, 5]],
            cover=[[20, 0, 5, 5]],
        )
    )
    assert drawn_map(state) == (
        "   5  ^ . . . .",
        "   0  ^ 1 3 ~ :",
        "     from 0 to 20 ft across",
        "     1 Vex, ~ orc, 3 imp",
    )


def test_a_map_that_would_be_too_large_is_said_to_be() -> None:
    said = "     too far apart for a map of 40 by 24 squares"
    assert drawn_map(state_of(fight(unit(), foe(at=(400, 0))))) == (said,)


def test_who_is_who_takes_as_many_lines_as_it_needs() -> None:
    lines = drawn_map(state_of(fight(unit(), foe("a captain of the guard", (20, 0), count=8))))
    first, *_, last = lines[lines.index("     from 0 to 30 ft across") + 1 :]
    assert first.startswith("     1 Vex, 2 a captain of the guard 1,")
    assert last.endswith("9 a captain of the guard 8")
    assert max(map(len, lines)) <= 100


def test_what_is_left_of_a_turn_is_told() -> None:
    text = fight(unit(attacks_per_full=2), foe(at=(20, 0)), foe("imp", (60, 0)))

    def left(*commands: Any) -> tuple[str, ...]:
        found: tuple[str, ...] = ruleset.view(began(text, *commands).state, "referee").fighters[0].troubles
        return found

    assert left() == ("1 Swift and 2 Standard left",)
    assert left(move(0, 0, 5)) == ("1 Swift and 1 Standard left, not for a movement",)
    assert left(by("act", 0, kind="swift", what="a word")) == ("2 Standard left",)
    assert left(by("disengage", 0)) == ("1 Swift and 1 Standard left, not for an attack, disengaged",)
    assert left(by("full_attack", 0)) == ("1 Swift, 2 attacks and a step of 5 feet left",)
    assert left(by("full_attack", 0), by("step", 0, x=0, y=5)) == ("1 Swift and 2 attacks left",)
    everything = (by("act", 0, kind="swift", what="a word"), by("act", 0, kind="full", what="a rite"))
    assert left(*everything, by("step", 0, x=0, y=5)) == ("nothing left",)


def test_a_spent_attack_of_opportunity_is_told_to_those_who_may_know() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0)))
    played = began(text, walk(0, *east((0, 5), 6)), strike(1), faces=(1,))
    assert ruleset.view(played.state, "referee").fighters[1].troubles == ("attack of opportunity spent",)
    assert ruleset.view(played.state, 0).fighters[1].troubles == ()


def test_the_rest_is_told() -> None:
    text = fight(unit(hands=["sword"], weapons=[{**SWORD, "craft_points": 2}, BOW]), foe(at=(40, 0), hp=9, max_hp=12))
    assert told(began(text, by("sheathe", 0, weapon=0))) == ["Vex sheathes the sword (Swift)"]
    assert told(began(text, by("drop", 0, weapon=0))) == ["Vex drops the sword"]
    assert told(began(text, by("drop", 0, weapon=0), by("draw", 0, weapon=1))) == ["Vex draws the bow (Standard)"]
    assert told(began(text, by("disengage", 0))) == ["Vex disengages"]
    assert told(began(text, by("full_attack", 0))) == ["Vex begins a Full Attack of 1 attack"]
    assert told(began(text, by("full_attack", 0), by("step", 0, x=5, y=0))) == ["Vex steps to 5,0"]
    assert told(began(text, by("act", 0, kind="swift", what="a word"))) == ["Vex acts (Swift): a word"]
    assert told(began(text, by("react", 1, kind="immediate", what="a cry"))) == ["orc acts (Immediate): a cry"]
    assert told(began(text, ends(0))) == ["Vex's turn ends"]
    assert told(began(text, of("heal", 1, points=9))) == ["orc regains 3 HP: so it is"]
    assert told(began(text, of("set_subdual", 1, subdual=3))) == ["orc has 3 subdual: so it is"]
    assert told(began(text, of("set_subdual", 1, subdual=3), of("heal_subdual", 1, points=9))) == [
        "orc recovers from 3 subdual: so it is"
    ]
    assert told(began(text, of("harm", 1, points=2, subdual=False))) == ["orc takes 2: so it is; orc 9 -> 7 HP"]
    assert told(began(text, of("set_flag", 1, flag="hidden", on=True))) == ["orc is out of sight: so it is"]
    assert told(began(text, of("set_behind", 1, target=0, on=True))) == ["orc is behind Vex: so it is"]
    assert told(began(text, of("put", 1, x=0, y=5))) == ["orc is at 0,5: so it is"]
    end = {"type": "end_fight", "winner": None, "reason": "rain"}
    assert told(began(text, end)) == ["The fight is over, nobody wins: rain"]
    pair = fight(unit(weapons=[SWORD, ROD], hands=["sword", "rod"]), foe(hp=60))
    asked = began(pair, attack(0, 1), faces=(20,), T40="after_hit")
    assert told(asked)[1] == "It is for Vex to say which weapon deals the damage"
    chosen = began(pair, attack(0, 1), by("choose_weapon", 0, weapon=1), faces=(20,), T40="after_hit")
    assert told(chosen) == ["Vex chooses the rod", "Damage 4; orc 60 -> 56 HP"]
    sure = fight(unit(weapons=[ROD]), foe(hp=-1, max_hp=5), foe("imp", (40, 0)))
    assert told(began(sure, attack(0, 1), T51="auto_hit"))[0] == "Vex attacks orc with the rod: it hits without a roll"
    assert told(began(fight(unit(weapons=[BOW]), foe(at=(10, 0))), attack(0, 1), faces=(20, 20)))[1] == (
        "Damage 1d6 in full: 6; orc 20 -> 14 HP"
    )


def test_initiative_is_told() -> None:
    text = fight(unit(abilities={"dex": -1}), foe(at=(40, 0)))
    assert told(began(text, order=(9, 5))) == ["orc rolls initiative: 5 + 0 = 5", "The order is Vex, orc"]
    first = scene(text, [BEGIN, by("roll_initiative", 0)], (9,))
    assert told(first) == ["Vex rolls initiative: 9 - 1 = 8"]


@pytest.mark.parametrize(
    ("command", "phrase"),
    [
        (BEGIN, "round 2 begins"),
        (by("roll_initiative", 0), "Vex rolls initiative"),
        (attack(0, 1), "Vex attacks orc with the sword"),
        (attack(0, 1, subdual=True), "Vex attacks orc with the sword, to subdue"),
        (by("full_attack", 0), "Vex begins a Full Attack of 1 attack"),
        (by("step", 0, x=0, y=5), "Vex steps to 0,5"),
        (move(0, 0, 5), "Vex moves to 0,5, 5 ft"),
        (move(0, 0, 20), "Vex moves to 0,20, 20 ft, past 1 foe who may attack"),
        (move(1, 0, 5), "orc moves to 0,5"),
        (walk(0, (0, 5), (5, 5)), "Vex goes by 0,5, 5,5"),
        (by("disengage", 0), "Vex disengages"),
        (by("draw", 0, weapon=0), "Vex draws the sword (Standard)"),
        (by("sheathe", 0, weapon=7), "Vex sheathes the weapon 7"),
        (by("drop", 0, weapon=0), "Vex drops the sword"),
        (by("act", 0, kind="full", what="a rite"), "Vex acts (Full): a rite"),
        (by("react", 1, kind="free", what="a word"), "orc acts (Free): a word"),
        (by("end_turn", 0), "Vex ends the turn"),
        (strike(1, subdual=True), "orc attacks the mover in passing with the sword, to subdue"),
        (decline(1), "orc lets the mover pass"),
        (by("choose_weapon", 0, weapon=0), "Vex lets the sword deal the damage"),
        (of("set_hp", 1, hp=3), "the referee sets orc to 3 HP: so it is"),
        (of("set_subdual", 1, subdual=3), "the referee sets orc to 3 subdual: so it is"),
        (of("heal", 1, points=3), "orc regains 3 HP: so it is"),
        (of("heal_subdual", 1, points=3), "orc recovers from 3 subdual: so it is"),
        (of("harm", 1, points=3, subdual=True), "orc takes 3 subdual damage: so it is"),
        (of("set_flag", 1, flag="covered", on=False), "orc is in cover no longer: so it is"),
        (of("set_behind", 1, target=0, on=False), "orc is no longer behind Vex: so it is"),
        (of("put", 1, x=5, y=5), "the referee puts orc on 5,5: so it is"),
        ({"type": "end_fight", "winner": "foes", "reason": "rain"}, "the referee ends the fight, foes wins: rain"),
    ],
)
def test_phrases(command: dict[str, object], phrase: str) -> None:
    state = began(fight(unit(), foe())).state
    assert ruleset.phrase(state, convert(command, ruleset.command)) == phrase


def test_players_see_no_number_of_others() -> None:
    played = began(fight(unit(hp=12), foe(hp=77, armor=9), foe("imp", (40, 0))), of("set_hp", 1, hp=66))
    seen = {one.name: one for one in ruleset.view(played.state, 0).fighters}
    assert (seen["Vex"].hp, seen["Vex"].points) == (12, "HP 12/12, at 0,0")
    assert (seen["orc"].hp, seen["orc"].points, seen["orc"].looks, seen["imp"].looks) == (None, "", "hurt", "fresh")
    for seat in ("referee", "table", 1):
        orc = next(one for one in ruleset.view(played.state, seat).fighters if one.name == "orc")
        assert orc.points == "HP 66/77, armor 9/9, at 5,0"


@pytest.mark.parametrize("flag", ["invisible", "hidden"])
def test_players_do_not_see_where_one_is_who_is_out_of_sight(flag: str) -> None:
    state = parse(fight(unit(), foe(at=(15, 0), flags=[flag]), size=[30, 5])).state
    view = ruleset.view(state, 0)
    assert view.fighters[1].at is None
    assert view.fighters[1].troubles == ()
    assert not any("2" in row for row in view.map[:-1])
    everything = ruleset.view(state, "referee")
    assert everything.fighters[1].at == (15, 0)
    assert any("2" in row for row in everything.map[:-1])


def test_one_who_is_told_that_it_is_unaware_is_so_no_more() -> None:
    state = parse(fight(unit(flags=["unaware"]), foe(flags=["unaware"]))).state
    assert [one.troubles for one in ruleset.view(state, 0).fighters] == [(), ()]
    assert [one.troubles for one in ruleset.view(state, "referee").fighters] == [("unaware",), ("unaware",)]


SECRETS = fight(
    unit("Vex", (0, 0), attacks_per_full=2),
    unit("Bo", (0, 5), weapons=[BOW]),
    foe("orc", (20, 0), hp=9182, max_hp=9736, subdual=7, defense=9, armor=777, notes="canary-note"),
    foe("imp", (20, 10), hp=8100, class_attack_bonus=99, passives=[778]),
)


@pytest.mark.parametrize("seed", range(3))
def test_players_learn_no_number_of_an_enemy(seed: int) -> None:
    """Hit points and what armor can absorb; the total of a blow is rolled in the open."""
    one = parse(SECRETS)
    steps = random_walk(one, Random(seed), 40)
    keeps_secrets(one, steps, [0], [*range(7_000, 10_000), 777, 99], ("canary", "hidden seed", "open seed"))


def test_players_learn_no_reason_of_the_referees() -> None:
    one = parse(fight(unit(), foe(hp=17, max_hp=19), foe("imp", (40, 0))))
    state, steps = one.state, []
    for command in (
        of("set_hp", 1, hp=13, reason="canary"),
        of("set_subdual", 1, subdual=3, reason="canary"),
        of("heal", 1, points=2, reason="canary"),
        of("harm", 1, points=1, subdual=False, reason="canary"),
        of("set_flag", 1, flag="invisible", on=True, reason="canary"),
        of("put", 1, x=45, y=5, reason="canary"),
        BEGIN,
    ):
        step = carry_out(ruleset, state, convert(command, ruleset.command), thrown(Random(0)))
        assert isinstance(step, Step)
        steps.append(step)
        state = step.after
    keeps_secrets(one, steps, [0], {13, 15, 17, 19, 45}, {"canary"})


def test_what_is_published() -> None:
    def published(text: str, command: dict[str, Any], **more: Any) -> list[Any]:
        played = began(text, command, **more)
        return [ruleset.publish(played.state, event) for event in played.steps[-1].events]

    text = fight(unit(armor=2), foe(at=(5, 0), armor=2))
    assert published(text, of("set_hp", 1, hp=5)) == [None]
    assert published(text, of("set_hp", 0, hp=5))[0]["hp"] == 5
    hit = published(text, attack(0, 1), faces=(20, 5))
    assert set(hit[0]) == {"type", "attacker", "target", "weapon", "subdual", "spends", "edge", "hit", "clause"}
    assert set(hit[1]) == {"type", "fighter", "subdual", "total", "weapon", "clause"}
    assert published(text, of("harm", 0, points=3, subdual=False))[0]["through"] == 1
    assert published(text, of("set_flag", 1, flag="invisible", on=True)) == [None]
    assert published(text, of("set_flag", 1, flag="blind", on=True))[0]["on"] is True


def test_a_glance_names_what_changed() -> None:
    played = began(fight(unit(weapons=[ROD]), foe(hp=3), foe("imp", (40, 0))), attack(0, 1), faces=(20,))
    assert ruleset.glance(played.steps[-2].state, played.state) == (("orc: HP lost", 4), ("orc unconscious", True))
    moved = began(fight(unit(), foe(at=(40, 0))), move(0, 5, 0))
    assert ruleset.glance(moved.steps[-2].state, moved.state) == (("Vex at 5,0", True),)
    empty = began(fight(unit(), foe(at=(40, 0))), by("drop", 0, weapon=0))
    assert ruleset.glance(empty.steps[-2].state, empty.state) == (("Vex with empty hands", True),)
    begun = began(fight(unit(attacks_per_full=2), foe(at=(40, 0))), by("full_attack", 0))
    assert ruleset.glance(begun.steps[-2].state, begun.state) == (("Vex: attacks to make", 2),)
    gone = began(fight(unit(), foe(at=(40, 0))), by("disengage", 0))
    assert ruleset.glance(gone.steps[-2].state, gone.state) == (("Vex disengaged", True),)
    over = began(fight(unit(), foe(at=(40, 0))), ends(0))
    assert ruleset.glance(over.steps[-2].state, over.state) == (("orc's turn", True),)
    healed = began(fight(unit(hp=5, max_hp=9, subdual=2), foe(at=(40, 0))), of("heal", 0, points=2))
    assert ruleset.glance(healed.steps[-2].state, healed.state) == (("Vex: HP regained", 2),)


def test_standings() -> None:
    text = fight(unit(), unit("Bo", (0, 5), hp=-3, max_hp=5), foe(), foe("imp", (40, 0), hp=-10, max_hp=5))
    assert [(one.name, one.fate, one.left) for one in ruleset.standings(state_of(text))] == [
        ("Vex", "up", 20),
        ("Bo", "down", 0),
        ("orc", "up", 20),
        ("imp", "dead", 0),
    ]


def test_views_are_plain_values() -> None:
    for one in brawl.fights(Random(3), 0)[:10]:
        assert plain(ruleset.view(one.state, 0))["fighters"]


def test_an_offer_names_the_mover() -> None:
    offered = began(fight(unit(), foe(at=(15, 5))), walk(0, (5, 0), (10, 0), (15, 0))).state
    told = {ruleset.phrase(offered, convert(command, ruleset.command)) for command in (strike(1), decline(1))}
    assert told == {"orc attacks Vex in passing with the sword", "orc lets Vex pass"}


GHOST = fight(unit("Vex", (40, 40)), foe("ghost", (20, 20), flags=["invisible"], weapons=[SWORD, BOW]))


def test_the_players_log_does_not_tell_where_an_unseen_foe_goes() -> None:
    at = affray.Table(parse(GHOST), ("open", "hidden"))
    turns = [BEGIN, by("roll_initiative", 0), by("roll_initiative", 1), walk(1, (20, 15), (20, 10))]
    turns += [by("drop", 1, weapon=0), by("draw", 1, weapon=1)]
    for command, faces in zip(turns, ((), (5,), (9,), (), (), ()), strict=True):
        done = at.do(convert(command, ruleset.command), faces)
        assert isinstance(done, CommandEntry)
    hidden = [entry for entry in at.player_log() if entry["seat"] == 1][1:]
    assert len(hidden) == 3
    for entry in hidden:
        assert (entry["events"], "command" in entry) == ([], False)
    # What was hidden then stays hidden, also when the ghost is seen later; what comes then is open.
    at.do(convert(of("set_flag", 1, flag="invisible", on=False), ruleset.command))
    at.do(convert(by("end_turn", 1), ruleset.command))
    at.do(convert(of("set_flag", 1, flag="invisible", on=True), ruleset.command))
    log = at.player_log()
    assert [entry["events"] for entry in log if entry["seat"] == 1][1:4] == [[], [], []]
    assert "20" not in json.dumps([entry.get("command") for entry in log])
