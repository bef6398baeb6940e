"""Fights of two sides in turn: what is described, that it is the engine's fight, and what is refused by name."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256
from math import sqrt
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.errors import Unsupported
from affray.fight import Fight, parse
from affray.interpret import sides, sides_compiled, sides_masses, sides_outlook
from affray.interpret.best_play import best_play
from affray.interpret.game import Positions, explore
from affray.interpret.solve import solve
from affray.interpret.tabulate import tabulate
from affray.interpret.volley import Volley, Way
from affray.rules import Outcome, Repertoire
from affray.rules.two_sides import TwoSides
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Attack, Command
from affray.rulesets.knave.fightfile import assembled
from affray.rulesets.knave.state import UNARMED, UP, State, usable
from affray.testing.cases import scene
from tests.rulesets.knave.fights import BEGIN, SWORD, fight, fighter, foe, override, pc

F = Fraction
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")


def described(text: str, tactics: Mapping[str, str] | None = None) -> tuple[Fight, TwoSides]:
    found = parse(text)
    assert ruleset.two_sides is not None
    return found, ruleset.two_sides(found.state, {**found.tactics, **(tactics or {})})


def layout(text: str, tactics: Mapping[str, str] | None = None) -> sides.Layout:
    return sides.layout(described(text, tactics)[1])


def group(pcs: int, goblins: int, morale: int | None = 7) -> str:
    rated: dict[str, Any] = {} if morale is None else {"morale": morale}
    return fight(pc("knave", hp=6, count=pcs), foe(count=goblins, **rated))


def two(hp: int, other: int) -> str:
    worn = {"attack": 2, "armor": 13, "weapons": [SWORD]}
    return fight(fighter("Ana", "party", {"hp": hp} | worn), fighter("orc", "foes", {"hp": other} | worn))


# Known values


def test_4_against_6() -> None:
    found = layout(group(4, 6))
    win = sides.win(found, exactly=True).sides[0]
    assert win.numerator * 10**20 // win.denominator == 43791029075536000675  # 0.43791029075536000675...
    assert sha256(f"{win.numerator}/{win.denominator}".encode()).hexdigest().startswith("2a41e7e270485425")
    assert abs(F(sides.win(found).sides[0]) - win) < F(1, 10**14)
    assert abs(F(sides_compiled.win(found)) - win) < F(1, 10**14)
    for told in (sides_outlook.outlook(found), sides_masses.outlook(found)):
        assert f"{told.out[0]:.10f} {told.rounds:.10f}" == "2.8686146476 4.1131674970"


@pytest.mark.parametrize(
    ("pcs", "goblins", "morale", "shown"),
    [
        (1, 1, None, "0.7007214792"),
        (2, 2, 7, "0.8035514553"),
        (3, 3, 7, "0.8173483754"),
        (4, 4, 7, "0.8612645618"),
    ],
)
def test_small_groups(pcs: int, goblins: int, morale: int | None, shown: str) -> None:
    assert f"{sides.win(layout(group(pcs, goblins, morale))).sides[0]:.10f}" == shown


def test_the_unit_of_fractions_is_not_much_finer_than_they_need() -> None:
    found = layout(group(4, 6))
    unit, first = sides._Backwards(found, exactly=True).unit(), sides.win(found, exactly=True).sides[0]
    assert unit % first.denominator == 0
    assert unit.bit_length() < 1.2 * first.denominator.bit_length()


def test_duels() -> None:
    assert sides.win(layout(two(8, 8)), exactly=True).sides == (F(1, 2), F(1, 2))
    assert f"{float(sides.win(layout(two(8, 6)), exactly=True).sides[0]):.16f}" == "0.6051322895276691"
    assert f"{sides.win(layout(two(8, 6))).sides[0]:.14f}" == "0.60513228952767"


@pytest.mark.parametrize(("tactic", "shown"), [("random", "0.4776572271"), ("best", "0.4379102908")])
def test_free_targets(tactic: str, shown: str) -> None:
    found = layout(group(4, 6), {"party": tactic, "foes": tactic})
    assert f"{sides_compiled.win(found):.10f}" == shown
    assert f"{sides_masses.outlook(found).win[0]:.10f}" == shown


def test_four_who_differ_in_hit_points() -> None:
    text = fight(*[pc(name, hp=hp) for name, hp in (("A", 8), ("B", 6), ("C", 5), ("D", 4))], foe(count=6, morale=7))
    best, random = (sides_compiled.win(layout(text, {"party": "best", "foes": foes})) for foes in ("best", "random"))
    weakest = sides.win(layout(text, {"party": "weakest", "foes": "weakest"})).sides[0]
    assert best <= weakest + 1e-12
    assert best < random
    assert (f"{best:.3f}", f"{random:.3f}") == ("0.363", "0.462")


def test_masses() -> None:
    """Twice 100 equals: by symmetry 1/2. More fighters than a fight file may have."""
    state: State = parse(two(8, 8)).state
    many = assembled(
        [(profile, condition) for profile, condition in zip(state.profiles, state.conditions) for _ in range(100)],  # noqa: B905
        state.rulings,
    )
    assert ruleset.two_sides is not None
    found = sides.layout(ruleset.two_sides(many, {"party": "first", "foes": "first"}))
    assert sides_compiled.win(found) == pytest.approx(0.5, abs=1e-12)


def test_20_against_30() -> None:
    worn = {"attack": 2, "armor": 13, "weapons": [SWORD]}
    mass = fight(
        fighter("A", "party", {"hp": 20, "count": 20} | worn), fighter("B", "foes", {"hp": 10, "count": 30} | worn)
    )
    assert sides_compiled.win(layout(mass)) == pytest.approx(0.09265217703053587, abs=1e-12)


# The engine's fights

READINGS = {
    "K08": ("literal", "auto_hit", "needs_hit", "split"),
    "K09": ("auto_miss", "only_on_miss"),
    "K13": ("player_facing", "defender"),
    "K14": ("full_roll", "highest_die"),
    "K02": ("referee",),
    "K17": ("d4", "one", "none"),
    "K38": ("count_net",),
    "K40": ("dex",),
    "K45": ("npc_dead_at_0",),
    "K56": ("each_time", "gt_half"),
    "K57": ("last_standing",),
    "K58": ("individual",),
    "K59": ("per_npc",),
    "K70": ("referee", "end_of_round"),
    "K72": ("own_turn",),
    "K73": ("fled_counts", "by_name"),
}


def one(source: Random, name: str, side: str, hp: int) -> str:
    """A fighter of any kind that is played."""
    fields: dict[str, Any] = {
        "hp": source.randint(1, hp),
        "attack": source.randint(0, 6),
        "armor": source.choice([11, 13, 15]),
    }
    if source.random() < 0.3:
        fields["count"] = 2
    if side == "party":
        die, tags = source.choice(["d4", "d6", "1", "d2+1"]), source.choice([[], ["silver"]])
        fields["weapons"] = [{"name": "sword", "die": die, "tags": tags}]
    else:
        fields["damage"] = source.choice(["1d4", "1d6", "2", "1d2"])
        fields["leader"] = source.random() < 0.3
        fields["weak_to"] = source.choice([[], ["silver"]])
        if source.random() < 0.7:
            fields["morale"] = source.randint(2, 12)
    if source.random() < 0.1:
        fields.pop("weapons", None)
        fields.pop("damage", None)
    elif side == "party" and source.random() < 0.2:
        bow = {"name": "bow", "die": "d4", "kind": "ranged", "hands": source.randint(1, 2)}
        fields["weapons"].insert(source.randint(0, 1), bow)
    if source.random() < 0.2:
        fields["max_hp"] = fields["hp"] + source.randint(1, 4)
    if source.random() < 0.15:
        fields["flags"] = [source.choice(["unaware", "lower_ground", "bound", "off_balance"])]
    if source.random() < 0.5:
        fields["abilities"] = {ability: source.randint(1, 6) for ability in ABILITIES}
    return fighter(name, side, fields)


def any_fight(source: Random, tactics: tuple[str, ...], hp: int = 4) -> str:
    fighters = [one(source, "A", "party", hp), one(source, "x", "foes", hp)]
    if source.random() < 0.5:
        fighters.append(one(source, "B", "party", hp))
    if source.random() < 0.6:
        fighters.append(one(source, "y", source.choice(["foes", "foes", "wolves"]), hp))
    if source.random() < 0.2:
        down = {"hp": source.randint(-1, 0), "max_hp": 2, "attack": 1, "damage": "1"}
        fighters.append(fighter("z", source.choice(["party", "foes"]), down))
    source.shuffle(fighters)
    rulings = {ruling: source.choice(options) for ruling, options in READINGS.items() if source.random() < 0.25}
    text = fight(*fighters, rulings=rulings)
    chosen = {side: source.choice(tactics) for side in parse(text).tactics}
    if "foes" in chosen and "wolves" in chosen:
        chosen["wolves"] = chosen["foes"]
    return fight(*fighters, rulings=rulings, tactics=chosen)


WAITING = ("K70=end_of_round", "K72=own_turn")


def is_the_engines(text: str) -> None:
    """Equal as fractions, or refused because morale waits for something."""
    found, two = described(text)
    try:
        win = sides.win(sides.layout(two), exactly=True)
    except Unsupported as refusal:
        assert refusal.what in WAITING
        return
    odds = solve(tabulate(found), exactly=True)
    party, foes = ruleset.contenders(found.state)
    assert win.sides == (odds.win.get(party, F(0)), odds.win.get(foes, F(0))), text
    assert win.undecided == odds.undecided, text
    assert odds.win.get("nobody", 0) == 0


TACTICS = ("first", "first", "weakest", "strongest", "random")


@pytest.mark.parametrize("seed", range(12))
def test_the_chances_are_the_engines(seed: int) -> None:
    is_the_engines(any_fight(Random(f"sides {seed}"), TACTICS, hp=2))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_the_chances_are_the_engines_in_larger_fights(seed: int) -> None:
    is_the_engines(any_fight(Random(f"larger sides {seed}"), TACTICS))


def by_standings(found: Fight) -> Fight:
    """The same fight, won by how everybody stands."""

    def lump(state: State, tactics: Mapping[str, str]) -> Any:
        return ruleset.lump(state, tactics), ruleset.standings(state)

    def outcome(state: State) -> Outcome | None:
        return Outcome(repr([(one.fate, one.left) for one in ruleset.standings(state)])) if state.over else None

    return replace(found, ruleset=replace(ruleset, lump=lump, outcome=outcome))


@pytest.mark.parametrize("seed", range(12))
def test_what_becomes_of_everybody_is_the_engines(seed: int) -> None:
    text = any_fight(Random(f"fates {seed}"), ("first", "weakest"), hp=2)
    found, two = described(text)
    try:
        here = sides.layout(two)
    except Unsupported as refusal:
        assert refusal.what in WAITING
        return
    odds = solve(tabulate(by_standings(found)), exactly=False)
    for told in (sides_outlook.outlook(here), sides_masses.outlook(here)):
        assert told.undecided == pytest.approx(odds.undecided, abs=1e-12)
        if told.undecided:
            continue
        for somebody in told.fighters:
            fates: dict[str, float] = {}
            left: dict[int, float] = {}
            for standings, chance in odds.win.items():
                fate, points = eval(standings)[somebody.fighter]
                fates[fate] = fates.get(fate, 0.0) + chance
                if fate == "up":
                    left[points] = left.get(points, 0.0) + chance
            for mine, theirs in ((somebody.fates, fates), (somebody.left, left)):
                for word in {*mine, *theirs}:
                    assert mine.get(word, 0.0) == pytest.approx(theirs.get(word, 0.0), abs=1e-12), (text, somebody)


def attacks(state: State, seat: Any) -> list[Command]:
    """Any foe who stands, with the first weapon, by the next of the roster."""
    if seat != ruleset.next_to_act(state):
        return []
    foes = state.camps[1 - state.profiles[seat].camp]
    return [Attack(seat, foe, usable(state, seat)) for foe in foes if state.conditions[foe].fate == UP]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("fixed", [{}, {"foes": "random"}, {"party": "first"}])
def test_best_play_is_that_of_the_engines_game(seed: int, fixed: dict[str, str]) -> None:
    source = Random(f"best {seed}")
    fighters = [pc("A", hp=source.randint(1, 2)), pc("B", hp=source.randint(1, 2), attack=source.randint(0, 6))]
    foes = [
        foe("x", hp=source.randint(1, 3), morale=source.randint(5, 9)),
        foe("y", hp=1, armor=source.randint(11, 16)),
    ]
    text = fight(*fighters[: source.randint(1, 2)], *foes)
    found, _ = described(text)
    targets: Repertoire[State, Command] = Repertoire("targets", lambda state: "targets", attacks)
    game = explore(Positions(found, targets, fixed), found.state)
    best = best_play(game, "party", exactly=False)
    _, two = described(text, {"party": "best:targets", "foes": "best"} | fixed)
    assert sides_compiled.win(sides.layout(two)) == pytest.approx(best.values[0], abs=1e-11)


def test_a_position_between_two_rounds_goes_on_from_there() -> None:
    played = scene(fight(pc(hp=3, flags=["bound"]), foe(hp=2, flags=["bound"])), [BEGIN], [6])
    commands = [{"type": "pass", "actor": 0}, {"type": "pass", "actor": 1}, override(0, 2), override(1, 1)]
    later = scene(fight(pc(hp=3), foe(hp=2)), [BEGIN, *commands], [6]).state
    assert ruleset.two_sides is not None
    here = ruleset.two_sides(later, {"party": "first", "foes": "first"})
    there = described(fight(pc(hp=2, max_hp=3), foe(hp=1, max_hp=2)))[1]
    assert here.begun == 1
    assert sides.win(sides.layout(here), True) == sides.win(sides.layout(there), True)
    with pytest.raises(Unsupported, match="the middle of a round"):
        ruleset.two_sides(played.state, {"party": "first", "foes": "first"})


# What is refused


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (fight(pc(weapons=["sword"]), foe(count=2)), "breakage"),
        (fight(pc(), pc("Bo", armor=["gambeson"]), foe()), "breakage"),
        (fight(pc(weapons=[{"name": "bow", "die": "d6", "kind": "ranged"}]), foe()), "ranged"),
        (fight(pc(), foe(damage="1d4/1d4")), "routine"),
        (fight(pc(), foe(damage="1d4/1d4"), rulings={"K74": "distance:60"}), "K74=distance"),
        (fight(pc(at="ford"), foe(at="ford"), rulings={"K74": "zones"}), "K74=zones"),
        (fight(pc(), pc("Bo", hireling_of="Ana"), foe()), "hirelings"),
        (fight(pc(), foe(), foe("ogre", joins=2)), "fighters who join"),
        (fight(pc(), foe(), foe("ogre", hidden=True)), "fighters who join"),
        (fight(pc(), foe(flags=["unaware"]), rulings={"K39": "surprise_round"}), "K39=surprise_round"),
        (fight(pc(), foe(), rulings={"K40": "random"}), "K40=random"),
        (fight(pc(), foe(), tactics={"foes": "dirty"}), "tactic=dirty"),
        (fight(pc(), foe(), tactics={"party": "stunts"}), "tactic=stunts"),
        (fight(pc(), foe(), tactics={"party": "spells"}), "tactic=spells"),
        (
            fight(
                pc(),
                foe(),
                fighter("wolf", "wolves", {"hp": 1, "attack": 1, "damage": "1"}),
                tactics={"foes": "weakest"},
            ),
            "sides of one camp with tactics of their own",
        ),
        (fight(pc(), fighter("rat", "foes", {"hd": 1, "damage": "1"}), rulings={"K62": "roll_d8"}), "K62=roll_d8"),
        (
            fight(
                pc(
                    armor=[{"name": "shield", "quality": 0}],
                    weapons=[{"name": "halberd", "die": "d10", "hands": 2}],
                ),
                foe(),
            ),
            "",
        ),
    ],
)
def test_what_is_not_played_is_refused_by_name(text: str, what: str) -> None:
    try:
        described(text)
    except Unsupported as refusal:
        assert refusal.what == what
    else:
        assert what == ""


@pytest.mark.parametrize(
    ("ruling", "option"),
    [("K70", "end_of_round"), ("K72", "own_turn")],
)
def test_morale_that_waits_is_refused_by_name(ruling: str, option: str) -> None:
    rated = fight(pc(), foe(count=2, morale=7), rulings={ruling: option})
    with pytest.raises(Unsupported, match=f"{ruling}={option}"):
        layout(rated)
    unrated = fight(pc(hp=1), foe(hp=1, count=2), rulings={ruling: option})
    layout(unrated)  # nobody rolls
    is_the_engines(unrated)


@pytest.mark.parametrize(("ruling", "option"), [("K59", "per_npc"), ("K70", "referee")])
def test_a_referee_whom_nobody_plays_lets_morale_be_rolled(ruling: str, option: str) -> None:
    rated = fight(pc(hp=2), foe(hp=1, count=2, morale=7), rulings={ruling: option})
    assert layout(rated).charts[1].chances != [()] * 3
    is_the_engines(rated)


def test_a_shield_that_changes_hands_is_refused() -> None:
    worn = {"shield": True, "body": 12, "helmet": False}
    found = parse(fight(pc(weapons=[{"name": "halberd", "die": "d10", "hands": 2}]), foe()))
    profile = replace(found.state.profiles[0], **worn)
    condition = replace(found.state.conditions[0], slung=False)
    state = replace(
        found.state,
        profiles=(profile, *found.state.profiles[1:]),
        conditions=(condition, *found.state.conditions[1:]),
    )
    assert ruleset.two_sides is not None
    with pytest.raises(Unsupported, match="K23"):
        ruleset.two_sides(state, found.tactics)
    slung = replace(state, conditions=(replace(condition, slung=True), *state.conditions[1:]))
    win = sides.win(sides.layout(ruleset.two_sides(slung, found.tactics)), exactly=True)
    odds = solve(tabulate(replace(found, state=slung)), exactly=True)
    assert win.sides == (odds.win["party"], odds.win["foes"])


def test_bare_hands() -> None:
    bare = fight(pc(hp=2, weapons=[]), foe(hp=2))
    found, two = described(bare)
    assert usable(found.state, 0) == UNARMED
    question = two.blows[0][0][0]
    assert question is not None
    is_the_engines(bare)
    assert described(fight(pc(weapons=[]), foe(), rulings={"K17": "none"}))[1].blows[0] == ((None,),)


# A side's turn at a time


@pytest.mark.parametrize(("way", "runs"), [("plain", 20_000), ("vectors", 100_000), ("compiled", 200_000)])
def test_sampled_turns_agree_with_the_exact_chances(way: Way, runs: int) -> None:
    found = layout(group(4, 6))
    told = sides_outlook.outlook(found)
    tally = Volley(found).block("a", 3, runs, way=way)
    assert tally.runs == sum(tally.winners.values()) == sum(tally.rounds.values()) == runs
    assert close(tally.winners["party"], told.win[0], runs)
    for somebody in told.fighters:
        for word, chance in somebody.fates.items():
            assert close(tally.fates[somebody.fighter].get(word, 0), chance, runs), (somebody, word)
        if "fled" not in somebody.fates:  # a tally counts what those who fled have left, too
            for points, chance in somebody.left.items():
                assert close(tally.left[somebody.fighter].get(points, 0), chance, runs)
    chances, _ = sides_outlook.rounds(found)
    for number in range(1, 8):
        assert close(tally.rounds[number], chances[number], runs)


def close(count: int, chance: float, runs: int) -> bool:
    """Within 4.5 standard deviations: of the hundreds of counts here none is beyond by chance."""
    return abs(count - chance * runs) <= 4.5 * sqrt(runs * chance * (1 - chance)) + 1


@pytest.mark.slow
def test_a_million_sampled_fights() -> None:
    found = layout(group(4, 6))
    win = sides.win(found).sides[0]
    sample = Volley(found)
    ways: tuple[Way, ...] = ("plain", "vectors", "compiled")
    for way in ways:
        share = sum(sample.block("million", block, 100_000, way=way).winners["party"] for block in range(10)) / 1e6
        assert abs(share - win) < 4 * sqrt(win * (1 - win) / 1e6)


@pytest.mark.parametrize("way", ["plain", "vectors", "compiled"])
def test_a_block_is_the_same_every_time_and_no_other(way: Way) -> None:
    first, again = (Volley(layout(group(2, 3))) for _ in range(2))
    assert first.block("s", 1, 3_000, way=way) == again.block("s", 1, 3_000, way=way)
    assert first.block("s", 1, 3_000, way=way) != first.block("s", 2, 3_000, way=way)
    assert first.block("s", 1, 3_000, way=way) != first.block("t", 1, 3_000, way=way)


@pytest.mark.parametrize("way", ["plain", "vectors", "compiled"])
def test_fights_are_stopped_after_so_many_rounds(way: Way) -> None:
    found = layout(group(2, 3))
    chances, _ = sides_outlook.rounds(found)
    tally = Volley(found).block("r", 0, 10_000, rounds=2, way=way)
    assert set(tally.rounds) == {1, 2}
    assert close(tally.undecided, 1 - chances[1] - chances[2], 10_000)
    assert tally.undecided + sum(tally.winners.values()) == 10_000
    assert Volley(found).block("r", 0, 7, rounds=0, way=way).undecided == 7


def test_words_of_the_generator() -> None:
    """The first fights by the generator as it is specified, counted by hand of another program."""
    found = layout(fight(pc(hp=1), foe(hp=1)))
    tally = Volley(found).block("words", 0, 400, way="compiled")
    assert tally.winners == by_hand("words", 0, 400)


def by_hand(seed: str, block: int, runs: int) -> dict[str | None, int]:
    """Four lanes of fights of two with 1 hit point: the PC hits with 9/20, the goblin with 8/20."""
    from hashlib import blake2b

    digest = blake2b(f"affray volley/{seed}/{block}".encode(), digest_size=32).digest()
    state = [int.from_bytes(digest[8 * at : 8 * at + 8], "little") for at in range(4)]
    most = (1 << 64) - 1

    def word() -> int:
        a, b, c, d = state
        total = (a + d) & most
        found = ((total << 23 | total >> 41) + a) & most
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        c ^= (state[1] << 17) & most
        state[:] = a, b, c, (d << 45 | d >> 19) & most
        return found

    chances = (F(9, 20) + F(0), F(8, 20))
    left, won = [runs // 4] * 4, {"party": 0, "foes": 0}
    while any(left):
        for lane in range(4):
            words = word(), word()
            first = 0 if words[0] >> 63 else 1
            for number, side in enumerate((first, 1 - first)):
                if hits(words[number], chances[side]):
                    if left[lane]:
                        won["party" if side == 0 else "foes"] += 1
                        left[lane] -= 1
                    break
    return {name: count for name, count in won.items() if count}


def hits(word: int, chance: Fraction) -> bool:
    """Two columns: the slot below (a hit) comes first, and its column is filled up by the other."""
    column, rest = word >> 62 & 1, F(word & (1 << 62) - 1, 1 << 62)
    return column == 0 and rest < 2 * chance


def test_who_plays_best_is_not_sampled_by_turns() -> None:
    with pytest.raises(Unsupported, match="tactic=best"):
        Volley(layout(group(2, 2), {"party": "best"}))


def test_random_targets_are_sampled_without_telling_the_alike_apart() -> None:
    found = layout(group(2, 3), {"party": "random", "foes": "random"})
    tally = Volley(found).block("x", 0, 50_000)
    assert close(tally.winners["party"], sides.win(found).sides[0], 50_000)
    assert tally.fates == []
