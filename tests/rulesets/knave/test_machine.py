"""The machine plays as the engine does: lockstep on fights of unlike units, under every tactic and every reading."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from msgspec.structs import replace

from affray.errors import Unsupported
from affray.fight import Fight, parse
from affray.play import Play
from affray.rules.machines import BEST, Machine
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Grant, Modify, SetMorale
from affray.rulesets.knave.questions import RULINGS
from affray.rulesets.knave.repertoire import NO_DICE
from affray.rulesets.knave.state import State, Turn
from affray.rulesets.knave.tactics import TACTICS
from affray.testing.cases import options_of
from affray.testing.lockstep import Lockstep
from tests.rulesets.knave.brawl import in_round
from tests.rulesets.knave.fights import fight, foe, pc
from tests.rulesets.knave.fuzz import fuzzed, readings
from tests.rulesets.knave.themes import THEMES, themed, wandered

ROUNDS = 14

REFUSED = {
    "K19": {"zones"},
    "K21": {"hits_ally"},
    "K74": {"zones", "distance:5", "distance:6"},
}
"""The options that the machine does not play."""

OTHERS = [(one.id, option) for one in RULINGS for option in options_of(one) if option != one.default]


def machine(played: Fight, tactics: Mapping[str, str] | None = None) -> Machine[State]:
    made = ruleset.machine
    assert made is not None
    return made(played.state, {**played.tactics, **(tactics or {})})


def lockstep(seed: int, tactics: Mapping[str, str] | None = None, rulings: Mapping[str, str] | None = None) -> int:
    """The questions that engine and machine asked alike in the fight of this seed."""
    pair = Lockstep(fuzzed(seed, tactics, rulings), Random(seed))
    pair.play(ROUNDS)
    assert pair.s is not None
    return pair.asked


def test_lockstep_at_the_defaults() -> None:
    assert sum(lockstep(seed) for seed in range(60)) > 600


def lockstep_about(theme: str, seeds: range) -> int:
    """The questions that were asked alike in fights about one matter."""
    asked = 0
    for seed in seeds:
        pair = Lockstep(themed(theme, seed), Random(seed))
        pair.play(ROUNDS)
        assert pair.s is not None
        asked += pair.asked
    return asked


@pytest.mark.parametrize("first", [0, 30])
@pytest.mark.parametrize("theme", THEMES)
def test_lockstep_about_one_matter(theme: str, first: int) -> None:
    assert lockstep_about(theme, range(first, first + 30)) > 400


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_lockstep_of_many_about_one_matter(theme: str) -> None:
    assert lockstep_about(theme, range(1_000, 1_500)) > 8_000


def lockstep_from_anywhere(seeds: range) -> int:
    """The questions that were asked alike from where the commands of people had led to."""
    asked = 0
    for seed in seeds:
        random = Random(seed)
        made = fuzzed(seed, rulings=readings(seed)) if seed % 6 == 0 else themed([*THEMES][seed % 6 - 1], seed)
        played = wandered(made, random, random.randrange(1, 30))
        try:
            pair = Lockstep(played, random)
        except Unsupported as error:
            assert error.what in ("thrown weapons", "K21=hits_ally", "K40=random")
            continue
        pair.play(ruleset.round(played.state) + 8)
        asked += pair.asked
    return asked


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_lockstep_from_anywhere(first: int) -> None:
    assert lockstep_from_anywhere(range(first, first + 50)) > 300


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 5_000, 500))
def test_lockstep_of_many_from_anywhere(first: int) -> None:
    assert lockstep_from_anywhere(range(first, first + 500)) > 4_000


@pytest.mark.parametrize(("tactic", "plays"), [("first", False), ("spells", False), ("stunts", True), ("dirty", True)])
def test_a_stunt_that_is_owed_has_odds_only_where_the_tactic_tries_stunts(tactic: str, plays: bool) -> None:
    """Somebody has begun to fight dirty by command, and goes on by a tactic."""
    spell = {"name": "daze", "save": "wis", "on_fail": "stun"}
    text = fight(pc(hp=30, spells=[spell]), foe(hp=30), tactics={"party": tactic, "foes": "first"})
    begun = in_round(text)
    owing = replace(begun.state, turn=Turn(0, moved=True, weapon=0, blow=1, against=1, owed="stunt", dirty=True))
    played = replace(begun.fight, state=owing)
    assert (machine(played).pack(owing) is not None) is plays
    if plays:
        Lockstep(played, Random(1)).play(ROUNDS)


@pytest.mark.slow
def test_lockstep_of_many_fights() -> None:
    assert sum(lockstep(seed) for seed in range(1_000, 1_600)) > 6_000


@pytest.mark.parametrize("theirs", TACTICS)
@pytest.mark.parametrize("mine", TACTICS)
def test_lockstep_under_every_tactic(mine: str, theirs: str) -> None:
    for seed in range(2_000, 2_004):
        lockstep(seed, {"party": mine, "foes": theirs})


@pytest.mark.parametrize(("ruling", "option"), OTHERS)
def test_every_reading_is_played_or_refused_by_name(ruling: str, option: str) -> None:
    for seed in range(3_000, 3_012):
        if (ruling, option) == ("K40", "random") and len(fuzzed(seed).state.profiles) > 8:
            continue
        if option not in REFUSED.get(ruling, ()):
            lockstep(seed, rulings={ruling: option})
    if option in REFUSED.get(ruling, ()):
        shoots = pc(at="ford", weapons=[{"name": "bow", "die": "d6", "kind": "ranged"}])
        with pytest.raises(Unsupported) as refused:
            machine(parse(fight(shoots, foe(at="ford"), rulings={ruling: option})))
        assert refused.value.what in (f"{ruling}={option}", "K19=zones", "K74=distance")


@pytest.mark.slow
def test_lockstep_under_many_readings_at_once() -> None:
    asked = refused = 0
    for seed in range(4_000, 4_600):
        try:
            asked += lockstep(seed, rulings=readings(seed))
        except Unsupported as error:
            assert error.what in ("K21=hits_ally", "K40=random")
            refused += 1
    assert asked > 6_000
    assert refused < 100


REFEREES = {"K02": "referee", "K43": "free_attack", "K59": "per_npc", "K70": "referee"}


@pytest.mark.parametrize("ruling", [*REFEREES, ""])
def test_lockstep_where_free_attacks_wait_for_the_referee(ruling: str) -> None:
    for seed in range(6_000, 6_040):
        lockstep(seed, rulings={name: option for name, option in REFEREES.items() if name != ruling})


def test_an_archer_strikes_its_owed_half_with_bare_hands() -> None:
    bow = {"name": "bow", "die": "d6", "kind": "ranged"}
    text = fight(
        pc(weapons=[bow], hp=40),
        foe(flags=["off_balance"], hp=40),
        tactics={"party": "dirty", "foes": "first"},
        rulings={"K35": "by_description", "K36": "stunt_then_attack"},
    )
    for seed in range(20):
        Lockstep(parse(text), Random(seed)).play(ROUNDS)


# Best play


@pytest.mark.parametrize("theirs", ["", "targets", "targets+order"])
@pytest.mark.parametrize("mine", ["targets", "targets+order"])
def test_lockstep_where_sides_play_their_best(mine: str, theirs: str) -> None:
    asked = 0
    for seed in range(5_000, 5_030):
        random = Random(seed)
        played = fuzzed(seed, rulings=readings(seed) if seed % 2 else None)
        best = {"party": mine} | ({"foes": theirs} if theirs and "beasts" not in played.tactics else {})
        try:
            pair = Lockstep(played, random, best=best)
        except Unsupported as error:
            assert error.what in ("K21=hits_ally", "K40=random")
            continue
        pair.play(ROUNDS)
        asked += pair.asked
    assert asked > 200


# What is refused


def refusal(played: Fight, tactics: Mapping[str, str] | None = None) -> str:
    with pytest.raises(Unsupported) as refused:
        machine(played, tactics)
    return refused.value.what


def test_tactics_that_it_does_not_know() -> None:
    played = parse(fight(pc(), foe()))
    assert refusal(played, {"party": "sly"}) == "tactic=sly"
    assert refusal(played, {"party": f"{BEST}:all"}) == "repertoire=all"


def test_best_play_of_one_of_several_sides() -> None:
    played = parse(fight(pc(), foe("orc", side="orcs"), foe("wolf", side="wolves")))
    assert refusal(played, {"orcs": f"{BEST}:targets"}) == "best:targets of one of several sides"
    machine(played, {"party": f"{BEST}:targets"})


def test_as_many_fighters_as_a_set_holds() -> None:
    machine(parse(fight(pc(count=31), foe(count=31))))
    assert refusal(parse(fight(pc(count=31), foe(count=32)))) == "fighters>62"


def test_an_order_that_is_drawn_among_too_many() -> None:
    many = parse(fight(pc(count=4), foe(count=5), rulings={"K40": "random"}))
    assert refusal(many) == "K40=random"


def test_a_shot_that_may_hit_an_ally_is_refused_only_where_somebody_shoots() -> None:
    machine(parse(fight(pc(), foe(), rulings={"K21": "hits_ally"})))


@pytest.mark.parametrize(
    ("command", "name"),
    [(Grant(0, 1, 1), "grants"), (Modify(0, 2), "modifiers")],
)
def test_what_the_referee_gave(command: Grant | Modify, name: str) -> None:
    played = parse(fight(pc(), foe()))
    changed = Play(played.state, NO_DICE, ruleset.evolve)
    assert ruleset.apply(changed, command) is None
    assert machine(played).pack(changed.state) is None
    made = ruleset.machine
    assert made is not None
    with pytest.raises(Unsupported, match=name):
        made(changed.state, played.tactics)


def test_a_state_of_another_fight_has_no_position() -> None:
    played, other = parse(fight(pc(), foe(morale=7))), parse(fight(pc(), foe(morale=7), foe("orc")))
    changed = Play(played.state, NO_DICE, ruleset.evolve)
    assert ruleset.apply(changed, SetMorale(1, 9, "brave")) is None
    assert machine(played).pack(played.state) is not None
    assert machine(played).pack(other.state) is None
    assert machine(played).pack(changed.state) is None


def test_a_fight_that_is_over_before_it_begins() -> None:
    played = parse(fight(pc(), foe(hp=0, max_hp=4)))
    assert ruleset.next_to_act(played.state) is None
    made = machine(played)
    s = list(made.pack(played.state) or ())
    assert made.program.row(s, made.numbers) == -1
    assert made.sides[made.program.winner(s, made.numbers)] == "party"


def test_rows_are_few() -> None:
    """Initiative, targets for up to six, morale, an attack each way with a weapon and without: what alike ones ask."""
    made = machine(parse(fight(pc(count=4), foe(count=6, morale=7))))
    assert made.rows <= 30
    asked = [made.question(row) for row in range(made.rows)]
    assert asked[0] is not None and asked[0].formula.name == "initiative"
    assert sum(one is not None and one.formula.name == "attack" for one in asked) == 4
