"""The odds of a fight whose sides play their best: how it ends once it is solved, and where that is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import affray
from affray.errors import BadInput, Unsupported
from affray.fight import Fight, known_tactic, parse, tactic_names
from affray.interpret.answer import answer
from affray.interpret.by_machine import machine_of
from affray.interpret.found import Method
from affray.interpret.sampled import sample
from affray.interpret.solution import repertoire_of, solution
from affray.rules import find
from affray.table.replay import fight_of
from benchmarks.fights import ford

F = Fraction
FIGHTS = Path(__file__).resolve().parents[2] / "docs" / "fights"

KNAVES = """ruleset = "knave"
[tactics]
{tactics}
[[fighter]]
name = "knave"
side = "party"
count = {count}
hp = 3
attack = 2
armor = 13
weapons = [{{ name = "sword", die = "d4" }}]

[[fighter]]
name = "goblin"
side = "foes"
count = 2
hp = 2
attack = 1
armor = 12
damage = "1d4"

[[fighter]]
name = "orc"
side = "{third}"
hp = 1
attack = 3
armor = 14
damage = "1d4"
"""

SKILLS = """ruleset = "skilldice"
[tactics]
{tactics}
[[fighter]]
name = "Ana"
side = "party"
body = 4
mind = 4
soul = 4
[[fighter]]
name = "orc"
side = "foes"
body = 6
mind = 4
soul = 4
"""


def knaves(tactics: str, third: str = "foes") -> Fight:
    return parse(KNAVES.format(tactics=tactics, third=third, count=1))


def skills(tactics: str) -> Fight:
    return parse(SKILLS.format(tactics=tactics))


def worn_skills(tactics: str) -> Fight:
    """Nearly out on both sides, and in one Skill: small enough for fractions at once."""
    worn = SKILLS.replace("body = 4", "body = 4\nlost = {{ body = 2 }}").replace(
        "body = 6", "body = 6\nlost = {{ body = 4 }}"
    )
    return parse(worn.format(tactics=tactics.replace('"best"', '"best:body"')))


BOTH = 'party = "best"\nfoes = "best"'
MINE = 'party = "best"\nfoes = "weakest"'
THEIRS = 'party = "random"\nfoes = "best"'


# What a file may say


def test_best_alone_is_from_the_first_repertoire() -> None:
    it = knaves('party = "best"\nfoes = "best:targets+order"')
    assert it.tactics == {"party": "best:targets", "foes": "best:targets+order"}
    assert it.best == {"party": "targets", "foes": "targets+order"}
    assert it.fixed == {}
    one = skills('foes = "best"')
    assert (one.best, one.fixed) == ({"foes": "any"}, {"party": "first"})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('party = "best:feats"', "fight:3: tactics.party: no such option, got 'best:feats' (allowed: first, "),
        ('party = "bets"', "did you mean best?"),
        ('party = "best:"', "got 'best:'"),
        ("party = 3", "tactics.party: "),
    ],
)
def test_what_no_file_may_say(text: str, told: str) -> None:
    with pytest.raises(BadInput) as refused:
        knaves(text)
    assert told in str(refused.value)
    assert "best, best:targets, best:targets+order, best:all" in str(refused.value)


def test_a_ruleset_without_repertoires_refuses_best_play_by_name() -> None:
    text = (FIGHTS / "d20grid" / "plain.toml").read_text("utf-8").partition("[tactics]")[0]
    with pytest.raises(BadInput, match=r"tactics\.party: best play is not solved for d20grid, got 'best'"):
        parse(text.replace("[[fighter]]", '[tactics]\nparty = "best"\n[[fighter]]', 1))
    assert known_tactic(find("d20grid"), "best") is None
    assert tactic_names(find("d20grid")) == list(find("d20grid").tactics)


def test_a_tactic_of_the_ruleset_s_own_goes_before() -> None:
    knave = find("knave")
    own = replace(knave, tactics={**knave.tactics, "best": knave.tactics["first"]})
    assert known_tactic(own, "best") == "best"
    it = replace(knaves(""), ruleset=own, tactics={"party": "best", "foes": "first"})
    assert it.best == {}
    assert it.orders()["party"] is knave.tactics["first"]


# What it comes to


def test_both_at_their_best_four_against_six() -> None:
    """To attack the weakest is best for both."""
    it = replace(ford(), tactics={"party": "best:targets", "foes": "best:targets"})
    found = answer(it)
    assert (found.kind, found.method, found.reports) == ("float", "sides", None)
    assert found.win["party"] == pytest.approx(0.4379102908, abs=5e-11)
    weakest = answer(replace(it, tactics={"party": "weakest", "foes": "weakest"}), exactly=True)
    assert found.win["party"] == pytest.approx(float(weakest.win["party"]), abs=1e-12)


@pytest.mark.parametrize("tactics", [BOTH, MINE, THEIRS], ids=["both", "party", "foes"])
@pytest.mark.parametrize("of", [knaves, worn_skills], ids=["knave", "skilldice"])
def test_it_is_the_fight_that_is_solved(of: Callable[[str], Fight], tactics: str) -> None:
    it = of(tactics)
    found = answer(it, exactly=True)
    assert found.kind == "fraction"
    _, repertoire = repertoire_of(it, None)
    by_hand = solution(it, repertoire, it.fixed, exactly=True)
    assert (found.win, found.undecided) == (by_hand.win, by_hand.undecided)
    assert found.states == by_hand.positions
    assert sum(found.win.values()) + (found.undecided or 0) == 1
    assert affray.solve(it, fixed=it.fixed, exactly=True).win == found.win


@pytest.mark.parametrize("tactics", [BOTH, MINE, THEIRS], ids=["both", "party", "foes"])
def test_all_ways_give_the_same(tactics: str) -> None:
    it = knaves(tactics)
    found = {way: answer(it, exactly=True, method=way) for way in ("lump", "machine")}
    assert {way: one.method for way, one in found.items()} == {"lump": "lump", "machine": "machine"}
    assert found["lump"].win == found["machine"].win
    by_sides = answer(it, method="sides")
    assert (by_sides.kind, by_sides.method, by_sides.error) == ("float", "sides", 1e-12)
    for name, chance in found["lump"].win.items():
        assert by_sides.win[name] == pytest.approx(float(chance), abs=1e-12)


def test_what_leads_back_in_too_many_ways_is_solved_by_its_structure_or_in_compiled_code() -> None:
    """Two against three: in a round of misses everybody may have chosen anybody."""
    it = parse(KNAVES.format(tactics=BOTH, third="foes", count=2))
    assert (answer(it, exactly=True).kind, answer(it, exactly=True).reason) == ("too_large", "loops")
    assert answer(it).method in ("sides", "machine")  # compiled code that is loaded already is asked first
    by_sides, compiled = answer(it, method="sides"), answer(it, method="machine")
    assert (by_sides.method, compiled.method, compiled.kind) == ("sides", "machine", "float")
    assert by_sides.win["party"] == pytest.approx(compiled.win["party"], abs=1e-12)
    assert by_sides.undecided == compiled.undecided == 0


def test_the_best_is_no_worse_than_any_tactic() -> None:
    names = ("first", "weakest", "strongest", "random")
    for other in names:
        best = answer(knaves(f'party = "best"\nfoes = "{other}"'), exactly=True).win["party"]
        worst = answer(knaves(f'party = "{other}"\nfoes = "best"'), exactly=True).win["party"]
        tried = [answer(knaves(f'party = "{one}"\nfoes = "{other}"'), exactly=True).win["party"] for one in names]
        against = [answer(knaves(f'party = "{other}"\nfoes = "{one}"'), exactly=True).win["party"] for one in names]
        assert best >= max(tried)
        assert worst <= min(against)


def test_an_even_duel_of_skills_is_even() -> None:
    """Each may put both out, or wait for ever: the three are told apart, and are worth a half together."""
    text = SKILLS.format(tactics='party = "best:body"\nfoes = "best:body"').replace("body = 6", "body = 4")
    found = answer(parse(text), exactly=True)
    open_end = found.win["nobody"] + (found.undecided or 0)
    assert found.win["party"] + open_end / 2 == F(1, 2) == found.win["foes"] + open_end / 2


def test_to_choose_the_order_too_is_no_worse() -> None:
    it = parse(KNAVES.format(tactics='party = "best:targets"', third="foes", count=2).rpartition("[[fighter]]")[0])
    more = replace(it, tactics={**it.tactics, "party": "best:targets+order"})
    assert answer(it).win["party"] <= answer(more).win["party"] + 1e-12


def test_all_that_is_allowed_is_the_engine_s_to_play_and_soon_too_large() -> None:
    found = answer(knaves('party = "best:all"'), budget=1)
    assert (found.kind, found.method) == ("too_large", "lump")
    assert found.reason in ("time", "loops")


def test_what_is_too_large_says_so() -> None:
    found = answer(skills('party = "best"'), budget=0.05)
    assert (found.kind, found.reason) == ("too_large", "time")
    assert found.win == {}


# What is refused


@pytest.mark.parametrize("way", ["plain", "compiled", "turns", None])
def test_nothing_samples_it(way: Any) -> None:
    with pytest.raises(Unsupported) as refused:
        sample(knaves(MINE), 10, "seed", method=way)
    assert refused.value.what == "tactic=best:targets"
    assert str(refused.value) == (
        "party plays best:targets, which is solved and not played: affray odds and affray solve answer for it"
    )
    with pytest.raises(Unsupported, match="solved and not played"):
        affray.simulate(knaves(MINE), 10)


def test_nobody_plays_it() -> None:
    for ask in (Fight.orders, Fight.check_played, machine_of):
        with pytest.raises(Unsupported, match="party plays best:targets"):
            ask(knaves(MINE))


@pytest.mark.parametrize(
    ("tactics", "method", "what"),
    [
        (MINE, "bounded", "tactic=best:targets"),
        ('party = "best:all"', "machine", "repertoire=all"),
        ('party = "best:all"', "sides", "tactic=best:all"),
        ('party = "best"\nfoes = "best:all"', None, "best:targets against best:all"),
        ('party = "best"\nfoes = "stunts"', "sides", "tactic=stunts"),
    ],
)
def test_what_is_not_solved_has_a_name(tactics: str, method: Method | None, what: str) -> None:
    with pytest.raises(Unsupported) as refused:
        answer(knaves(tactics), method=method)
    assert refused.value.what == what


def test_one_of_several_sides_of_a_camp_does_not_play_its_best_alone() -> None:
    it = knaves('foes = "best"', third="wolves")
    with pytest.raises(Unsupported, match="tactic=best:targets of one of several sides"):
        answer(it)
    assert answer(replace(it, tactics={**it.tactics, "party": "best:targets", "foes": "first"})).win["party"]


def test_more_than_two_sides_are_refused() -> None:
    three = SKILLS + SKILLS.partition("\n[[")[2].join(("\n[[", "")).partition('\n[[fighter]]\nname = "orc"')[0]
    it = parse(three.format(tactics='foes = "best"').replace("Ana", "bear", 1).replace('"party"', '"beasts"', 1))
    with pytest.raises(BadInput, match="best play is solved for two sides"):
        answer(it)


def test_the_sides_program_gives_no_fractions() -> None:
    with pytest.raises(Unsupported, match="best play in fractions"):
        answer(knaves(BOTH), exactly=True, method="sides")


# A table at which people choose


def test_a_table_is_played_by_people_and_its_log_opens_again() -> None:
    table = affray.Table(knaves(BOTH))
    table.do(table.legal()[0], dice=affray.typed(1))
    assert table.header().tactics == {"party": "best:targets", "foes": "best:targets"}
    assert fight_of(table.header()).best == {"party": "targets", "foes": "targets"}
    for wrong in ("best", "best:feats"):
        with pytest.raises(BadInput, match="no such tactic"):
            fight_of(replace(table.header(), tactics={**table.header().tactics, "foes": wrong}))
