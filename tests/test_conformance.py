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
from affray.rules import find, legal
from affray.testing import conformance, strategies
from affray.testing.conformance import logs

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
    '[{ name = "maul", die = "d10", quality = 1, tags = ["blunt"] }]',
    '[{ name = "pick", die = "2d4+1", quality = 2, tags = ["piercing"] }, "dagger"]',
    '[{ name = "old axe", die = "1d6+1d4", quality = 0 }]',
)


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
        bonuses = ", ".join(f"{key} = {source.randint(1, 6)}" for key in ("str", "dex", "con", "int", "wis", "cha"))
        lines += [f"abilities = {{ {bonuses} }}", f"level = {source.randint(1, 3)}"]
        lines += [f"weapons = {source.choice(WEAPONS)}"]
    else:
        damage = source.choice(('"1d6"', '"1d4"', '"2d4+1"', '"1d6+1d8"', '"2"'))
        lines += [f"count = {source.choice((1, 1, 2, 3))}", f'hd = "{source.choice(("1-1", "1/2", "2", "3+1"))}"']
        lines += [f"damage = {damage}" if source.random() < 0.7 else f"weapons = {source.choice(WEAPONS)}"]
        if source.random() < 0.8:
            lines += [f"morale = {source.choice((2, 6, 7, 9, 12))}"]
        lines += [f"leader = {source.choice(('true', 'false', 'false'))}"]
        lines += ['weak_to = ["blunt", "piercing"]'] if source.random() < 0.3 else []
    if source.random() < 0.3:
        lines += [f'flags = ["{source.choice(("unaware", "off_balance", "bound"))}"]']
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


def knave_fights(source: Random, mixed: int) -> list[Fight]:
    """A fight for each option of each ruling, and some under several."""
    all_options = list(options(KNAVE))
    found = [knave_fight(source, {ruling: option}) for ruling, option in all_options]
    return found + [knave_fight(source, dict(source.sample(all_options, 8))) for _ in range(mixed)]


def without_round(state: Any) -> Hashable:
    """The state without the number of the round, which no rule of Knave's reads."""
    found: Hashable = replace(state, round=0)
    return found


MAKERS: dict[str, Callable[[Random, int], list[Fight]]] = {"knave": knave_fights}
IDENTITIES: dict[str, Callable[[Any], Hashable]] = {"knave": without_round}


@pytest.mark.parametrize("ruleset", conformance.discovered(), ids=lambda ruleset: ruleset.id)
def test_every_ruleset_passes(ruleset: AnyRuleset) -> None:
    conformance.check(ruleset, identity=IDENTITIES.get(ruleset.id, lambda state: state))


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seed", range(2))
def test_fights_of_unlike_units_pass(name: str, seed: int) -> None:
    source = Random(seed)
    conformance.check(find(name), MAKERS[name](source, 20), source=source, identity=IDENTITIES[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seed", range(100, 106))
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


@pytest.mark.parametrize("hash_seed", ["0", "1", "2", "3", "4"])
def test_no_log_depends_on_the_hash_seed(hash_seed: str) -> None:
    source = Random(int(hash_seed))
    fights = [knave_fight(source, {"K73": "by_name", "K58": "individual", "K24": "random"}) for _ in range(12)]
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
