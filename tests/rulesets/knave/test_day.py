"""Days of several fights: what flows from one to the next, and that counting them is right."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from msgspec.structs import replace

from affray.codec import canonical, decode
from affray.day import Day, load_day, parse_day
from affray.errors import BadInput
from affray.fight import parse
from affray.interpret.answer import answer
from affray.interpret.day import DayTally, day_blocks, simulate_day
from affray.interpret.simulate import simulate
from affray.rulesets.knave.company import fighter
from affray.rulesets.knave.day import begin, end, rest
from affray.rulesets.knave.state import UNCONSCIOUS
from tests.cli.running import ROOT
from tests.rulesets.knave.fights import fight, foe, toml
from tests.rulesets.knave.fights import fighter as table
from tests.rulesets.knave.people import NOTHING, thrown

HERO = {
    "name": "Ana",
    "hp": 6,
    "abilities": {"str": 3, "dex": 1, "con": 3, "int": 1, "wis": 2, "cha": 1},
    "weapons": ["sword"],
    "armor": ["gambeson"],
}
GOBLIN = {"name": "goblin", "hp": 4, "attack": 1, "armor": 13, "damage": "1d6"}


def day(*legs: dict[str, Any], party: tuple[dict[str, Any], ...] = (HERO,), top: str = "") -> Day:
    lines = ['ruleset = "knave"', top]
    for one in party:
        lines += ["[[character]]", *(f"{key} = {toml(value)}" for key, value in one.items())]
    for leg in legs or ({},):
        foes = leg.get("foes", [GOBLIN])
        lines += ["[[leg]]", *(f"{key} = {toml(value)}" for key, value in leg.items() if key != "foes")]
        for one in foes:
            lines += ["[[leg.foe]]", *(f"{key} = {toml(value)}" for key, value in one.items())]
    return parse_day("\n".join(lines))


def tally(one: Day, runs: int = 400, seed: str = "day", workers: int = 1) -> DayTally:
    total = DayTally()
    for block in day_blocks(one, runs, seed, workers=workers):
        total.add(block)
    return total


# A single fight is a fight


def test_a_day_of_one_fight_is_that_fight_die_by_die() -> None:
    one = day()
    told = fighter(one.plan.party[0])
    text = fight(table("Ana", "party", {k: v for k, v in told.items() if k not in ("name", "side")}), foe(hp=4))
    alone = simulate(parse(text), 600, "same")
    found = simulate_day(one, "same", 0, 600)
    assert found.won == found.legs[0].won == alone.winners["party"]
    assert found.legs[0].rounds == alone.rounds
    assert found.legs[0].fates[0].get("dead", 0) == alone.fates[0].get("dead", 0)


def test_two_fights_with_a_haven_between_multiply() -> None:
    """One who cannot break anything, alone: whoever wins is up, and after a haven as good as new."""
    hero = HERO | {"weapons": [{"name": "club", "die": "d8"}], "armor": []}
    leg = {"rest": "haven"}
    one = day(leg, leg, party=(hero,))
    state = one.around.begin(one.plan, 0, one.plan.party)
    p = answer(one.fight(state), exactly=True).win["party"]
    assert isinstance(p, Fraction)
    runs = 3_000
    found = tally(one, runs)
    for won, chance in ((found.legs[0].won, p), (found.won, p * p)):
        assert abs(won / runs - chance) < 4 * sqrt(chance * (1 - chance) / runs)  # four standard deviations
    assert found.legs[1].begun == found.legs[0].won


def test_without_a_rest_the_second_fight_is_harder_than_the_first() -> None:
    found = tally(day({}, {}, {}), 1_500)
    shares = [leg.won / leg.begun for leg in found.legs]
    assert shares[0] > shares[1]


# What flows


def test_wounds_and_wear_are_carried_into_the_next_fight() -> None:
    one = day({}, {})
    state = begin(one.plan, 0, one.plan.party)
    assert state is not None
    hurt = replace(state.conditions[0], hp=2, weapons=(1,), body=2)
    after = end(one.plan, one.plan.party, replace(state, conditions=(hurt, *state.conditions[1:])))
    again = begin(one.plan, 1, after)
    assert again is not None
    assert (again.conditions[0].hp, again.conditions[0].weapons, again.conditions[0].body) == (2, (1,), 2)
    assert again.conditions[1].hp == 4  # the foes of the second leg are fresh


def test_the_dead_stay_behind_and_the_unconscious_are_brought_along() -> None:
    party = (HERO | {"hp": 0, "max_hp": 6}, HERO | {"name": "Bo"}, HERO | {"name": "Cy", "hp": -2, "max_hp": 6})
    one = day({}, party=party)
    state = begin(one.plan, 0, one.plan.party)
    assert state is not None
    assert [profile.name for profile in state.profiles] == ["Ana", "Bo", "goblin"]
    assert state.conditions[0].fate == UNCONSCIOUS
    after = end(one.plan, one.plan.party, state)
    assert [member.name for member in after] == ["Ana", "Bo", "Cy"]
    assert after[2].hp == -2


def test_a_party_of_which_nobody_is_up_goes_nowhere() -> None:
    one = day({}, party=(HERO | {"hp": 0, "max_hp": 6},))
    assert begin(one.plan, 0, one.plan.party) is None
    found = tally(one, 20)
    assert (found.runs, found.won, found.legs[0].begun) == (20, 0, 0)
    assert found.legs[0].fates[0] == {"down": 20}


@pytest.mark.parametrize(("kind", "hp"), [("none", 1), ("night", 6), ("haven", 9)])
def test_rests(kind: str, hp: int) -> None:
    one = day({"rest": kind}, party=(HERO | {"hp": 1, "max_hp": 9},))
    dice = thrown(2) if kind == "night" else NOTHING  # 1 + 2 + 3
    assert rest(dice, one.plan, 0, one.plan.party)[0].hp == hp


def test_a_lost_day_is_over_and_leaves_everybody_as_they_are() -> None:
    ogre = GOBLIN | {"name": "ogre", "hp": 99, "attack": 30, "damage": "9d8"}
    found = tally(day({"foes": [ogre], "rest": "haven"}, {}), 30)
    assert (found.won, found.legs[0].won, found.legs[1].begun) == (0, 0, 0)
    assert found.legs[1].fates == found.legs[0].fates
    assert found.legs[0].rested == found.legs[0].tracks


# Counting


def test_the_number_of_workers_does_not_matter() -> None:
    one = day({"rest": "night"}, {})
    assert tally(one, 1_200, workers=2) == tally(one, 1_200)


def test_a_block_is_a_block_wherever_it_begins() -> None:
    one = day({}, {})
    total = simulate_day(one, "s", 0, 30)
    total.add(simulate_day(one, "s", 30, 20))
    assert total == simulate_day(one, "s", 0, 50)
    assert tally(one, 50, "s") == total
    assert tally(one, 50, "t") != total


def test_a_day_survives_json() -> None:
    plan = day({"rest": "night"}, {}, top='title = "A day"').plan
    assert decode(canonical(plan), type(plan)) == plan


def test_every_count_adds_up() -> None:
    found = tally(day({}, {"rest": "night"}), 300)
    for leg in found.legs:
        assert sum(leg.fates[0].values()) == 300
        assert all(sum(counts.values()) == 300 for counts in leg.tracks[0].values())
        assert set(leg.tracks[0]) == {"hp", "sword", "gambeson"}
        assert leg.won + leg.undecided <= leg.begun


# Files


def test_a_party_and_foes_from_other_files(tmp_path: Any) -> None:
    (tmp_path / "ana.toml").write_text('ruleset = "knave"\n' + "".join(f"{k} = {toml(v)}\n" for k, v in HERO.items()))
    (tmp_path / "duel.toml").write_text(fight(table("Other", "party", {"hp": 9, "attack": 2}), foe(count=2)))
    (tmp_path / "day.toml").write_text(
        'ruleset = "knave"\nparty = ["ana.toml"]\n[[leg]]\nfight = "duel.toml"\nrest = "night"\n'
        '[tactics]\nparty = "weakest"\n'
    )
    one = load_day(tmp_path / "day.toml", {"K30": "ceil"})
    state = one.around.begin(one.plan, 0, one.plan.party)
    assert [profile.name for profile in state.profiles] == ["Ana", "goblin 1", "goblin 2"]
    assert one.fight(state).tactics == {"party": "weakest", "foes": "first"}
    assert one.rulings["K30"] == "ceil"
    assert one.plan.rulings.repair_cost == "ceil"


BAD = [
    ('party = ["nobody.toml"]\n[[leg]]\n[[leg.foe]]\nname = "x"', r"party\[1\]: no such file.*nobody\.toml"),
    ("[[leg]]\n[[leg.foe]]\nname = 'x'", "a day needs a party"),
    ("CHARACTER", "leg: required"),
    ("CHARACTER[[leg]]\n", "foe: required"),
    ("CHARACTER[[leg]]\nrest = 'nap'\n[[leg.foe]]\nname='x'", r"leg\[1\]\.rest: no such option"),
    ("CHARACTER[[leg]]\n[[leg.foe]]\nname = 'x'\nside = 'party'\nhp = 1\nattack = 1", "a foe is of no such side"),
    ("CHARACTER[[leg]]\n[[leg.foe]]\nname = 'x'\nhp = 0", r"leg\[1\]\.foe\[1\]\.hp"),
    ("CHARACTER[[leg]]\nfight = 'no.toml'\n", r"fight: no such file.*no\.toml"),
    ("CHARACTERCHARACTER[[leg]]\n[[leg.foe]]\nname = 'x'\nhp = 1\nattack = 1", "two of the party are called the same"),
    ("CHARACTER[[leg]]\nrounds = 3\n[[leg.foe]]\nname = 'x'\nhp = 1\nattack = 1", "unknown field rounds"),
    (
        "[tactics]\nfoe = 'first'\nCHARACTER[[leg]]\n[[leg.foe]]\nname = 'x'\nhp = 1\nattack = 1",
        "no fighter is of that side",
    ),
    ("[tactics]\nfoes = 'frist'\nCHARACTER[[leg]]\n[[leg.foe]]\nname = 'x'\nhp = 1\nattack = 1", "did you mean first"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_what_is_refused(text: str, message: str) -> None:
    hero = "[[character]]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in HERO.items())
    with pytest.raises(BadInput, match=message) as refused:
        parse_day('ruleset = "knave"\n' + text.replace("CHARACTER", hero))
    assert str(refused.value).startswith("day:")


def test_a_ruleset_without_characters_has_no_days() -> None:
    with pytest.raises(BadInput, match="knows no characters"):
        parse_day('ruleset = "skilldice"\n[[leg]]\n')


def test_the_example() -> None:
    one = load_day(ROOT / "examples" / "day" / "under_the_mill.toml")
    assert [leg.rest for leg in one.plan.legs] == ["none", "night", "haven"]
    found = tally(one, 500, "example")
    assert 0.35 < found.won / 500 < 0.6
