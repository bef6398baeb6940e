"""Every ruleset that is installed passes the suite of `affray.testing.conformance`."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import affray
from affray.errors import Rejection
from affray.fight import AnyRuleset, Fight
from affray.interpret.every import exact
from affray.interpret.solve import solve
from affray.interpret.tabulate import step, tabulate
from affray.play import Play
from affray.rules import Notation, find, legal
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.attacking import FLAGS
from affray.rulesets.knave.commands import Attack, BeginRound, Break, CallMorale, ChoosePiece, Flee, Pass
from affray.rulesets.knave.legality import forbids
from affray.rulesets.knave.state import Turn
from affray.rulesets.knave.stunts import HOUSE_TABLE
from affray.testing import conformance, strategies
from affray.testing.conformance import logs
from tests.rulesets.d20grid import brawl as d20grid_brawl
from tests.rulesets.skilldice import brawl

KNAVE = find("knave")
GOLDEN = Path(__file__).parent / "kernel" / "golden_reach_counts.json"

ARMOR = (
    "13",
    "11",
    "17",
    '["gambeson"]',
    '["shield"]',
    '["chain", "shield"]',
    '["brigandine", "shield", "helmet"]',
    "{ defense = 14, quality = 1 }",
    "{ defense = 13, quality = 2, unarmored = 10 }",
)
WEAPONS = (
    '["sword"]',
    '["dagger", "mace"]',
    '["bow", "spear"]',
    '["bow"]',
    '["halberd", "dagger"]',
    '["sling", "battle axe"]',
    '[{ name = "flails", die = "1d4/1d6", quality = 2, tags = ["blunt"] }]',
    '[{ name = "maul", die = "d10", quality = 1, tags = ["blunt"] }]',
    '[{ name = "pick", die = "2d4+1", quality = 2, tags = ["piercing"] }, "dagger"]',
    '[{ name = "old axe", die = "1d6+1d4", quality = 0 }]',
)


EFFECTS = ("stun", "disarm", "shove", "off_balance", "distracted", "out", "flee", "damage:1d4", "none")


def knave_fighter(source: Random, name: str, side: str) -> str:
    """One `[[fighter]]` table; every key that changes how a fight goes has a chance to be there."""
    hp = source.choice((1, 2, 4, 7, 12, 0 if name in ("Bo", "ogre") else 3))
    lines = [
        f'name = "{name}"',
        f'side = "{side}"',
        f"hp = {hp}",
        f"max_hp = {hp + source.choice((1, 3, 0 if hp else 5))}",
    ]
    lines += [f"attack = {source.randint(-1, 6)}"]
    if source.random() < 0.8:
        lines += [f"armor = {source.choice(ARMOR)}"]
    if side == "party":
        least = {"cha": 2}  # enough for two hirelings
        abilities = ("str", "dex", "con", "int", "wis", "cha")
        bonuses = ", ".join(f"{key} = {source.randint(least.get(key, 1), 6)}" for key in abilities)
        lines += [f"abilities = {{ {bonuses} }}", f"level = {source.randint(1, 3)}"]
        lines += [f"weapons = {source.choice(WEAPONS)}"]
        if name != "Ana" and source.random() < 0.3:
            paid = source.choice(("true", "false"))
            lines += ['hireling_of = "Ana"', f"paid = {paid}", f"morale = {source.choice((4, 7, 10))}"]
    else:
        damage = source.choice(('"1d6"', '"1d4"', '"2d4+1"', '"1d6+1d8"', '"2"', '"1d4/1d4"', '"1d2/1d4+1/2"'))
        lines += [f"count = {source.choice((1, 1, 2, 3))}", f'hd = "{source.choice(("1-1", "1/2", "2", "3+1"))}"']
        lines += [f"damage = {damage}" if source.random() < 0.7 else f"weapons = {source.choice(WEAPONS)}"]
        if source.random() < 0.8:
            lines += [f"morale = {source.choice((2, 6, 7, 9, 12))}"]
        lines += [f"leader = {source.choice(('true', 'false', 'false'))}"]
        lines += ['weak_to = ["blunt", "piercing"]'] if source.random() < 0.3 else []
    if source.random() < 0.3:
        lines += [f'flags = ["{source.choice(("unaware", "off_balance", "bound", "disarmed"))}"]']
    if source.random() < 0.3:
        save = source.choice(("dex", "con", "wis"))
        lines += [f'spells = [{{ name = "hex", save = "{save}", on_fail = "{source.choice(EFFECTS)}" }}]']
    lines += [f'at = "{source.choice(("ford", "ford", "hill"))}"']
    if name in ("Cy", "wolf", "ogre") and source.random() < 0.3:
        lines += [f"joins = {source.choice((1, 2, 3))}"]
    return "\n".join(["[[fighter]]", *lines])


def knave_fight(source: Random, rulings: dict[str, str]) -> Fight:
    """A fight of unlike units under these rulings."""
    party = [knave_fighter(source, name, "party") for name in ("Ana", "Bo", "Cy")[: source.randint(1, 3)]]
    kinds = ("goblin", "wolf", "ogre")[: source.randint(1, 3)]
    sides = ("foes", "foes", source.choice(("foes", "beasts")))
    foes = [knave_fighter(source, kind, side) for kind, side in zip(kinds, sides, strict=False)]
    return affray.parse('ruleset = "knave"\n' + "\n".join([*party, *foes]), "fight", rulings)


def options(ruleset: AnyRuleset) -> Iterator[tuple[str, str]]:
    """Every ruling with every option, a numbered one at both ends."""
    for ruling in ruleset.rulings:
        for option in ruling.options:
            for number in ruling.numbers if option.endswith(":N") else (0,):
                yield ruling.id, option.replace(":N", f":{number}")


BETWEEN_FIGHTS = ("K30", "K48", "K49", "K52", "K76")
"""Rulings that no fight asks for."""


def knave_fights(source: Random, mixed: int) -> list[Fight]:
    """A fight for each option of each ruling that a fight can ask for, and some under several."""
    all_options = [(ruling, option) for ruling, option in options(KNAVE) if ruling not in BETWEEN_FIGHTS]
    found = [knave_fight(source, {ruling: option}) for ruling, option in all_options]
    return found + [knave_fight(source, dict(source.sample(all_options, 8))) for _ in range(mixed)]


def without_round(state: Any) -> Hashable:
    """The state without the number of the round, which counts only before the first and while somebody is to come."""
    if any(one.fate == "coming" for one in state.conditions):
        return state  # type: ignore[no-any-return]
    found: Hashable = replace(state, round=min(state.round, 1))
    return found


MAKERS: dict[str, Callable[[Random, int], list[Fight]]] = {
    "knave": knave_fights,
    "skilldice": brawl.fights,
    "d20grid": d20grid_brawl.fights,
}
IDENTITIES: dict[str, Callable[[Any], Hashable]] = {
    "knave": without_round,
    "skilldice": brawl.without_round,
    "d20grid": d20grid_brawl.without_round,
}


@pytest.mark.parametrize("ruleset", conformance.discovered(), ids=lambda ruleset: ruleset.id)
def test_every_ruleset_passes(ruleset: AnyRuleset) -> None:
    conformance.check(ruleset, identity=IDENTITIES.get(ruleset.id, lambda state: state))


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seed", [1])
def test_fights_of_unlike_units_pass(name: str, seed: int) -> None:
    source = Random(seed)
    conformance.check(find(name), MAKERS[name](source, 20), source=source, identity=IDENTITIES[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seed", [0, *range(100, 106)])
def test_many_more_fights_pass(name: str, seed: int) -> None:
    source = Random(seed)
    conformance.check(find(name), MAKERS[name](source, 60), source=source, identity=IDENTITIES[name], steps=80)


# Knave's fights, part by part

BANDS = [knave_fight(Random(seed), {"K24": "defender_chooses", "K58": "individual"}) for seed in range(3)]
WARY = [knave_fight(Random(seed), {"K70": "referee", "K59": "per_npc", "K72": "own_turn"}) for seed in range(3, 6)]

TestTable = strategies.table_machine([*BANDS, *WARY]).TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=25)


@given(st.sampled_from([*BANDS, *WARY]).flatmap(strategies.walks))
def test_walks_that_hypothesis_chooses_pass(steps: list[conformance.Step]) -> None:
    conformance.folding(KNAVE, steps)
    conformance.round_trips(KNAVE, steps)
    conformance.tactics_answer(KNAVE, [one.after for one in steps], Random(0))
    conformance.turns(KNAVE, [one.after for one in steps], range(10))


def every_closed_command(state: Any) -> Iterator[Any]:
    """Every command of any seat that could be a closed one, whether or not it makes sense now."""
    everybody = range(len(state.profiles))
    places = sorted(
        {"off", "closer", "out"} | {one.start for one in state.profiles} | {one.at for one in state.conditions}
    )
    yield c.BeginRound()
    yield from (kind(yes) for kind in (c.CallMorale, c.Rule) for yes in (True, False))
    for actor in everybody:
        profile = state.profiles[actor]
        weapons = range(-1, len(profile.weapons))
        yield from (kind(actor) for kind in (c.Rise, c.Pass, c.Flee, c.Withdraw))
        yield from (c.Move(actor, place) for place in places)
        yield from (c.TakeUp(actor, weapon) for weapon in weapons)
        yield from (c.Ready(actor, shield) for shield in (True, False))
        yield from (c.Strike(actor, weapon) for weapon in (*weapons, None))
        yield from (c.ChoosePiece(actor, piece) for piece in ("body", "shield", "helmet"))
        yield from (c.Break(actor, how) for how in ("flee", "retreat", "parley"))
        for target in everybody:
            yield from (c.Cast(actor, target, spell) for spell in range(len(profile.spells)))
            for dirty in (False, True):
                yield from (c.Stunt(actor, target, kind, dirty) for kind in HOUSE_TABLE)
                for thrown in (False, True):
                    yield from (c.Attack(actor, target, weapon, thrown, dirty) for weapon in weapons)


def meddling(state: Any, source: Random) -> Any:
    """Something that the referee might say at any time: what lasts for a turn, or a change by hand."""
    one, other = (source.randrange(len(state.profiles)) for _ in range(2))
    flag = source.choice((*FLAGS, "stunned", "stunned"))
    return source.choice(
        (
            c.Grant(one, other, source.choice((-1, 1, 1))),
            c.SetFlag(one, flag, source.random() < 0.7, "so it is"),
            c.Override(one, source.randint(-1, state.profiles[one].max_hp), "so it is"),
            c.BringIn(one, "so it is"),
            c.RollMorale(fighter=one),
        )
    )


def meddled_walk(fight: Fight, source: Random, most: int) -> Iterator[Any]:
    """The states of a walk in which the referee meddles; stunts and fighting dirty come more often than they would."""
    state = fight.state
    for _ in range(most):
        yield state
        if KNAVE.outcome(state) is not None:
            return
        command = meddling(state, source)
        if state.pending or source.random() > 0.4 or forbids(state, command) is not None:
            commands = [one for seat in KNAVE.to_act(state) for one in legal(KNAVE, state, seat)]
            tricks = [one for one in commands if isinstance(one, c.Stunt | c.Move) or getattr(one, "dirty", False)]
            command = source.choice(tricks if tricks and source.random() < 0.5 else commands)
        done = conformance.carry_out(KNAVE, state, command, conformance.thrown(source))
        assert isinstance(done, conformance.Step)
        state = done.after


def compare_with_candidates(state: Any) -> None:
    listed = [found for seat in KNAVE.to_act(state) for found in KNAVE.candidates(state, seat)]
    allowed = {command for command, rejection in listed if rejection is None}
    assert {command for command in every_closed_command(state) if forbids(state, command) is None} == allowed
    assert all(forbids(state, command) == rejection for command, rejection in listed)


@pytest.mark.parametrize("number", range(4))
def test_what_nothing_forbids_is_what_is_listed(number: int) -> None:
    """For every seat, in turns of every kind: begun, all but over, with something that lasts until they end."""
    source = Random(number)
    lasting = begun = 0
    for fight in knave_fights(source, 20)[number::4]:
        for state in meddled_walk(fight, source, 24):
            compare_with_candidates(state)
            turn = state.turn
            if turn is not None and not state.pending:
                one = state.conditions[turn.actor]
                lasting += bool(one.passing or one.stunned or state.grants)
                begun += not turn.over
    assert lasting > 20  # else the walks would prove little
    assert begun > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 206))
def test_what_nothing_forbids_is_what_is_listed_in_many_more_fights(seed: int) -> None:
    source = Random(seed)
    for fight in knave_fights(source, 120):
        for state in meddled_walk(fight, source, 30):
            compare_with_candidates(state)


@pytest.mark.parametrize("rulings", [{}, {"K73": "by_name"}, {"K56": "each_time"}, {"K70": "end_of_round"}], ids=str)
def test_the_lump_is_a_congruence_in_large_fights(rulings: dict[str, str]) -> None:
    source = Random(7)
    compared = 0
    for _ in range(6):
        fight = knave_fight(source, {**rulings, "K72": "own_turn"})
        for tactics in conformance.pairings(fight, 16):
            compared += conformance.congruence(replace(fight, tactics=tactics), source, 40)
    assert compared > 200  # a test that never meets two states with one key would prove nothing


LAST = """
ruleset = "knave"
rulings = { K17 = "none", K57 = "last_standing" }
tactics = { party = "random" }
[[fighter]]
name = "Ana"
side = "party"
hp = 9
attack = 19
weapons = [{ name = "club", die = "3" }]
[[fighter]]
name = "ogre"
side = "foes"
hp = 12
attack = 0
morale = 7
[[fighter]]
name = "goblin"
side = "foes"
hp = 1
attack = 0
morale = 7
"""


def test_the_lump_knows_which_triggers_have_been_met() -> None:
    """An ogre that was hurt before it was the last one standing, and one that has stood its roll, may look alike."""
    assert conformance.congruence(affray.parse(LAST), Random(0), 400) > 20


def unit(name: str, side: str, *lines: str, hp: int = 6, charisma: int = 1) -> str:
    """A fighter with a d4, strong enough to trip others, or better at distracting them."""
    scores = f"str = 4, dex = 1, con = 1, int = 1, wis = 1, cha = {charisma}"
    given = (
        f'name = "{name}"',
        f'side = "{side}"',
        f"hp = {hp}",
        "attack = 2",
        "armor = 12",
        f"abilities = {{ {scores} }}",
        'weapons = [{ name = "club", die = "d4" }]',
    )
    return "\n".join(["[[fighter]]", *given, *lines, ""])


def without_adjacency(state: Any) -> Any:
    return replace(state, adjacent=())


def without_what_lasts(state: Any) -> Any:
    return replace(state, conditions=tuple(replace(one, passing=(), stunned=False) for one in state.conditions))


def without_the_dead(state: Any) -> Any:
    found = [replace(one, fate="unconscious") if one.fate == "dead" else one for one in state.conditions]
    return replace(state, conditions=tuple(found))


FORGETFUL = {
    # Ana lies on the ground: whom she can strike without walking is whom she is beside
    "one who was tripped": (
        {"party": "random", "foes": "stunts", "beasts": "random"},
        (
            unit("Ana", "party"),
            unit("Bo", "party"),
            unit("orc", "foes"),
            unit("wolf", "beasts"),
            unit("rat", "beasts"),
        ),
        without_adjacency,
    ),
    # one who is unaware may be tripped: that is not said of anybody yet
    "tricks to come": (
        {"party": "dirty", "foes": "dirty"},
        (
            unit("Ana", "party"),
            unit("Bo", "party"),
            unit("orc", "foes", 'flags = ["unaware"]'),
            unit("imp", "foes"),
        ),
        without_adjacency,
    ),
    "what lasts until a turn ends": (
        {"party": "stunts", "foes": "first"},
        (
            unit("Ana", "party", charisma=9),
            unit("Bo", "party", charisma=9),
            unit("orc", "foes"),
            unit("imp", "foes"),
        ),
        without_what_lasts,
    ),
    # Gus comes in the third round, and asks then what has become of Ana
    "whether an employer is dead": (
        {"party": "first", "foes": "first"},
        (
            unit("Ana", "party", hp=1),
            unit("Bo", "party", hp=8),
            unit("Gus", "party", 'hireling_of = "Ana"', "morale = 7", "joins = 3"),
            unit("orc", "foes", hp=9),
        ),
        without_the_dead,
    ),
}
"""Tactics, fighters, and what a lump must not forget with them."""


def forgetful(name: str) -> tuple[Fight, Callable[[Any], Any]]:
    tactics, fighters, forget = FORGETFUL[name]
    fight = affray.parse('ruleset = "knave"\n' + "\n".join(fighters), name)
    return replace(fight, tactics=tactics), forget


@pytest.mark.parametrize("name", FORGETFUL)
@pytest.mark.parametrize("seed", range(3))
def test_the_lump_forgets_nothing_that_matters(name: str, seed: int) -> None:
    assert conformance.congruence(forgetful(name)[0], Random(seed), 300) > 20


@pytest.mark.parametrize("name", FORGETFUL)
def test_a_lump_that_forgets_it_is_caught(name: str) -> None:
    fight, forget = forgetful(name)
    worse = replace(KNAVE, lump=lambda state, tactics: KNAVE.lump(forget(state), tactics))
    with pytest.raises(AssertionError, match="with one lump key"):
        conformance.congruence(replace(fight, ruleset=worse), Random(0), 300)


def test_the_lump_keeps_dead_and_unconscious_employers_apart() -> None:
    """Of others who are out it matters only whether they count as defeated."""
    fight, _ = forgetful("whether an employer is dead")
    keys: dict[str, list[Hashable]] = {}
    for number in (0, 1):
        for fate in ("dead", "unconscious", "taken", "fled", "retreated", "parleyed"):
            conditions = list(fight.state.conditions)
            conditions[number] = replace(conditions[number], fate=fate, hp=0)
            state = replace(fight.state, conditions=tuple(conditions))
            keys.setdefault(fight.state.profiles[number].name, []).append(KNAVE.lump(state, fight.tactics))
    assert len(set(keys["Ana"])) == 6
    assert len(set(keys["Bo"])) == 2
    assert len(set(keys["Bo"][:3])) == 1


@pytest.mark.parametrize("place", ["lasting", "over"])
def test_the_lump_takes_a_turn_that_is_all_but_over_as_over(place: str) -> None:
    """Under tactics nobody uses a move that is left: what lasted until the end of the turn is as good as gone."""
    fight, _ = forgetful("what lasts until a turn ends")
    state = replace(fight.state, round=1, first=0, acted=(0,), turn=Turn(0, over=True, weapon=0, blow=1))
    if place == "over":
        state = replace(state, turn=None)
    conditions = list(state.conditions)
    conditions[0] = replace(conditions[0], passing=("distracted",), stunned=True)
    lasting = replace(state, conditions=tuple(conditions), grants=((0, 2, 1),))
    same = KNAVE.lump(lasting, fight.tactics) == KNAVE.lump(state, fight.tactics)
    assert same is (place == "lasting")
    if same:
        orders = fight.orders()
        ahead = [step(KNAVE, one, orders, fight.tactics, {}) for one in (lasting, state)]
        assert ahead[0] == ahead[1]


def test_the_lump_counts_no_rounds_for_one_who_never_comes() -> None:
    """A ghost that only the referee can bring in: the fight has as many states as without it, and the same odds."""
    alone = [unit("Ana", "party", hp=3), unit("orc", "foes", hp=3)]
    tables = {
        name: tabulate(affray.parse('ruleset = "knave"\n' + "\n".join([*alone, *more]), "fight"), 4_000)
        for name, more in {
            "nobody": [],
            "hidden": [unit("ghost", "foes", "hidden = true")],
        }.items()
    }
    assert tables["hidden"].size == tables["nobody"].size < 200
    assert solve(tables["hidden"], True).win == solve(tables["nobody"], True).win


@pytest.mark.parametrize(("joins", "apart"), [(2, False), (3, False), (4, True), (9, True)])
def test_the_lump_counts_the_rounds_until_the_last_one_comes(joins: int, apart: bool) -> None:
    late = unit("ghost", "foes", f"joins = {joins}", "hidden = true")
    fight = affray.parse('ruleset = "knave"\n' + "\n".join([unit("Ana", "party"), unit("orc", "foes"), late]), "fight")
    third, fourth = (KNAVE.lump(replace(fight.state, round=number), fight.tactics) for number in (3, 4))
    assert (third != fourth) is apart


@pytest.mark.parametrize("hash_seed", ["0", "1", "2", "3", "4"])
def test_no_log_depends_on_the_hash_seed(hash_seed: str) -> None:
    source = Random(int(hash_seed))
    fights = [knave_fight(source, {"K73": "by_name", "K58": "individual", "K24": "random"}) for _ in range(24)]
    jobs = [conformance.job_of(conformance.play_table(fight, source)) for fight in fights]
    assert conformance.in_another_process(jobs, hash_seed) == [conformance.play_again(job) for job in jobs]
    assert any("morale_rolled" in job.log for job in jobs)


def test_another_outcome_in_another_process_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(jobs: list[conformance.Job]) -> list[conformance.Report]:
        reports = [conformance.play_again(job) for job in jobs]
        reports[0].entries[-1] = reports[0].entries[-1].replace("round_began", "round_over")
        return reports

    monkeypatch.setattr(logs, "in_another_process", forgetful)
    table = affray.Table(affray.parse(SMALL))
    table.do(table.legal()[0])
    with pytest.raises(AssertionError, match=r"entry 1 is .*round_began.* here and .*round_over.* in another process"):
        conformance.replays([table], Random(0))


SMALL = """
ruleset = "knave"
[[fighter]]
name = "Ana"
side = "party"
hp = 3
attack = 1
armor = ["gambeson", "shield"]
weapons = [{ name = "maul", die = "d4", quality = 1, tags = ["blunt"] }]
[[fighter]]
name = "goblin"
side = "foes"
count = 2
hp = 2
attack = 0
armor = { defense = 12, quality = 1 }
damage = "1d2"
morale = 7
"""


@pytest.mark.parametrize("tactic", KNAVE.tactics)
@pytest.mark.parametrize("rulings", [{}, {"K24": "random"}, {"K72": "own_turn", "K58": "individual"}], ids=str)
def test_small_fights_have_the_same_odds_unmerged(tactic: str, rulings: dict[str, str]) -> None:
    fight = affray.parse(SMALL, "small", rulings)
    fight = replace(fight, tactics=dict.fromkeys(fight.tactics, tactic))
    assert conformance.lump_agrees(fight, without_round, 20_000)


def test_outcomes_are_compared_in_full() -> None:
    """A guard on the guard: most commands have few enough falls of their dice to be counted one by one."""
    source = Random(5)
    full = of = 0
    for fight in knave_fights(source, 0):
        steps = conformance.walk(fight, source, 20)
        full += conformance.chances(fight, steps, 400)
        of += len(steps)
    assert full > of * 0.8 > 300


# What players see

ENEMY_HP = range(7_000, 10_000)

SECRETS = """
ruleset = "knave"
[[fighter]]
name = "Ana"
side = "party"
hp = 60
attack = 30
armor = ["gambeson", "shield"]
weapons = ["sword"]
[[fighter]]
name = "ogre"
side = "foes"
count = 2
hp = 9182
max_hp = 9736
attack = 2
armor = { defense = 12, quality = 5 }
damage = "1d6"
morale = 7
leader = true
weak_to = ["canary-bane"]
notes = "canary-note"
[[fighter]]
name = "imp"
side = "foes"
hp = 7
attack = 0
damage = "1d4"
weapons = [{ name = "canary-claw", die = "d4", quality = 3, tags = ["canary-tag"] }]
"""


@pytest.mark.parametrize("seed", range(4))
def test_players_see_no_number_of_an_enemy(seed: int) -> None:
    fight = affray.parse(SECRETS, "secrets", {"K24": "defender_chooses"})
    texts = ("canary", "morale.2d6", "hidden seed", "open seed")
    conformance.keeps_secrets(fight, conformance.walk(fight, Random(seed), 60), [0], ENEMY_HP, texts)


def test_a_planted_secret_is_found() -> None:
    fight = affray.parse(SECRETS, "secrets")
    steps = conformance.walk(fight, Random(0), 5)
    with pytest.raises(AssertionError, match="the view of 'referee' shows 9"):
        conformance.keeps_secrets(fight, steps, ["referee"], ENEMY_HP)
    with pytest.raises(AssertionError, match="canary"):
        conformance.keeps_secrets(fight, steps, ["referee"], (), ("canary",))


# Golden numbers: a rule that changes what can be reached changes them. Never made anew to make a test pass.


@pytest.mark.parametrize("name", json.loads(GOLDEN.read_text("utf-8")))
def test_reach_counts(name: str) -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))[name]
    fight = affray.parse(golden["fight"], name, golden["rulings"])
    for pairing, expected in golden["lumped"].items():
        tactics = dict(zip(fight.tactics, pairing.split(" against "), strict=True))
        assert conformance.reach_counts(replace(fight, tactics=tactics), len(expected) - 1) == expected
    expected = golden["every_command"]
    assert conformance.reach_counts(fight, len(expected) - 1, lumped=False) == expected


@pytest.mark.parametrize("name", json.loads(GOLDEN.read_text("utf-8")))
def test_reach_counts_of_plain_melee(name: str) -> None:
    """Numbers from before there were places, turns with parts, shots and stunts: with melee alone they hold.

    They count states without the open turn and without who is adjacent, which plain melee does not depend on.
    """
    golden = json.loads(GOLDEN.read_text("utf-8"))[name]
    expected = golden["plain_melee"]
    assert plain_melee_counts(affray.parse(golden["fight"], name, golden["rulings"]), len(expected) - 1) == expected
    # With a dagger that nobody can throw, and no bow to shoot with once the maul is broken, the lump has what it had:
    # places are forgotten, or the same for all.
    unthrown = golden["fight"].replace(
        '["dagger"]', '[{ name = "dagger", die = "d6", quality = 3, tags = ["piercing"] }]'
    )
    unthrown = unthrown.replace(', "bow"]', "]")
    fight = affray.parse(unthrown, name, golden["rulings"])
    for pairing, expected in golden["lumped_without_throws"].items():
        tactics = dict(zip(fight.tactics, pairing.split(" against "), strict=True))
        assert conformance.reach_counts(replace(fight, tactics=tactics), len(expected) - 1) == expected


def plain_melee_counts(fight: Fight, depth: int) -> list[int]:
    """How many unequal states there are after 0, 1, 2, ... decisions, with commands of plain melee only."""
    level: dict[Hashable, Any] = {without_places(fight.state): fight.state}
    counts = [1]
    for _ in range(depth):
        found: dict[Hashable, Any] = {}
        for state in level.values():
            for seat in KNAVE.to_act(state):
                for command in legal(KNAVE, state, seat):
                    if not is_plain_melee(state, command):
                        continue
                    fight = replace(fight, state=state)
                    found.update((without_places(one), one) for one in next_states(fight, command))
        level = found
        counts.append(len(level))
    return counts


def next_states(fight: Fight, command: Any) -> list[Any]:
    """The states that a command can lead to."""

    def run(dice: Any) -> Any:
        play = Play(fight.state, dice, KNAVE.evolve)
        assert KNAVE.apply(play, command) is None
        return play.state

    return list(exact(run))


def without_places(state: Any) -> Hashable:
    found: Hashable = replace(state, turn=None, adjacent=())
    return found


def is_plain_melee(state: Any, command: Any) -> bool:
    """Whether the command was there before places, shots, throws, stunts and moves were."""
    match command:
        case Attack(actor, _, weapon, thrown, dirty):
            shoots = weapon >= 0 and state.profiles[actor].weapons[weapon].kind == "ranged"
            return not (thrown or dirty or shoots)
        case Pass(actor):
            return actor not in state.acted  # not that of a move that is left
        case _:
            return isinstance(command, BeginRound | Flee | ChoosePiece | CallMorale | Break)


# The suite finds what is wrong: rulesets with one fault each


def broken(**parts: Any) -> list[Fight]:
    """Small fights of a Knave with one part exchanged."""
    ruleset = replace(KNAVE, **parts)
    return [replace(affray.parse(SMALL, "small", {"K24": option}), ruleset=ruleset) for option in ("body_first", "all")]


def _apply_without_owner(play: Any, command: Any) -> Rejection | None:
    rejection = KNAVE.apply(play, command)
    if rejection is not None and rejection.code == "acted":
        return None
    return rejection


def _apply_that_asks_first(play: Any, command: Any) -> Rejection | None:
    from affray.rulesets.knave import formulas

    state = play.state
    if command in legal(KNAVE, state, KNAVE.issuer(state, command)):
        return KNAVE.apply(play, command)
    play.resolve(formulas.morale, 7)
    return KNAVE.apply(play, command)


def _apply_off_the_record(play: Any, command: Any) -> Rejection | None:
    rejection = KNAVE.apply(play, command)
    if rejection is None:
        play.state = replace(play.state, round=play.state.round + 1)
    return rejection


def _candidates_for_anybody(state: Any, seat: Any) -> list[Any]:
    acting = KNAVE.to_act(state)
    return KNAVE.candidates(state, seat if seat in acting or not acting else acting[0])


def _lump_without_hit_points(state: Any, tactics: Any) -> Hashable:
    return KNAVE.lump(replace(state, conditions=tuple(replace(one, hp=1) for one in state.conditions)), tactics)


def _cowardly(state: Any, seat: Any, dice: Any) -> Any:
    from affray.rulesets.knave.commands import Flee, Pass

    return Flee(seat) if state.round > 1 else Pass(seat)


def _shown(state: Any) -> str:
    assert KNAVE.notation is not None
    return KNAVE.notation.show(state)


def _shown_without_who_acted(state: Any) -> str:
    return _shown(replace(state, acted=()))


def _read(text: str) -> Any:
    assert KNAVE.notation is not None
    return KNAVE.notation.read(text)


FAULTS = [
    ({"apply": _apply_without_owner}, "is taken and not listed as legal"),
    ({"apply": _apply_that_asks_first}, "was refused after it had asked"),
    ({"apply": _apply_off_the_record}, "do not fold to the state after it"),
    ({"candidates": _candidates_for_anybody}, "is not to act and may give"),
    ({"candidates": lambda state, seat: KNAVE.candidates(state, seat)[1:]}, "has no legal command"),
    ({"lump": _lump_without_hit_points}, "with one lump key"),
    ({"tactics": {**KNAVE.tactics, "cowardly": _cowardly}}, "which is not legal"),
    ({"clauses": dict}, "cites no clause"),
    ({"rolls": KNAVE.rolls[1:3]}, "is not among the rolls"),
    ({"outcome": lambda state: None}, "nobody is to act"),
    ({"contenders": lambda state: ("party", "gobelins")}, "names none of"),
    ({"glance": lambda before, after: (("round", after.round),)}, "a glance sees a change"),
    ({"phrase": lambda state, command: "two\nlines"}, "is told as"),
    ({"notation": Notation(_shown_without_who_acted, _read)}, "is read as another position"),
]


@pytest.mark.parametrize(("parts", "sentence"), FAULTS, ids=[sentence for _, sentence in FAULTS])
def test_a_faulty_ruleset_is_caught(parts: dict[str, Any], sentence: str) -> None:
    fights = broken(**parts)
    with pytest.raises(AssertionError, match=sentence):
        for seed in range(5):
            conformance.check(fights[0].ruleset, fights, source=Random(seed), processes=False, steps=60)


def test_an_evolve_that_loses_an_event_is_caught() -> None:
    fight = broken()[0]
    steps = conformance.walk(fight, Random(0), 10)
    deaf = replace(KNAVE, evolve=lambda state, event: state)
    with pytest.raises(AssertionError, match="do not fold"):
        conformance.folding(deaf, steps)


def test_a_perform_that_does_otherwise_is_caught() -> None:
    fight = broken()[0]
    steps = conformance.walk(fight, Random(0), 10)
    lazy = replace(KNAVE, perform=lambda play, command: None)
    with pytest.raises(AssertionError, match="perform does otherwise"):
        conformance.performances(lazy, steps)


def test_values_that_the_codec_changes_are_caught() -> None:
    class Loose(msgspec.Struct, frozen=True, tag="attack"):
        actor: int
        target: int
        weapon: int

    step = conformance.walk(broken()[0], Random(0), 1)[0]
    with pytest.raises(AssertionError, match="is read again as"):
        conformance.round_trips(KNAVE, [msgspec.structs.replace(step, command=Loose(0, 1, 0))])


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        (Notation(_shown_without_who_acted, _read), "is read as another position"),
        (Notation(lambda state: _shown(state).replace(" [", "\n["), _read), "takes more than a line"),
        (Notation(lambda state: _shown(state)[6:], lambda text: _read(f"knave {text}")), "does not begin with knave"),
        (Notation(lambda state: _shown(state)[:-1], _read), "cannot be read again: position, column"),
        (Notation(_shown, lambda text: replace(_read(text), round=True)), "is read as another position"),
    ],
)
def test_a_notation_that_loses_something_is_caught(notation: Notation[Any], sentence: str) -> None:
    fight = broken()[0]
    met = conformance.states_of(fight, conformance.walk(fight, Random(0), 10))
    conformance.positions(KNAVE, met)
    conformance.positions(replace(KNAVE, notation=None), met)
    with pytest.raises(AssertionError, match=sentence):
        conformance.positions(replace(KNAVE, notation=notation), met)
