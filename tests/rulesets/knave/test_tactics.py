"""The tactics: whom they attack, with what, and that all they say is allowed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from affray.dice import Dice, Seat
from affray.interpret.every import exact
from affray.interpret.roll import Sampler
from affray.interpret.simulate import play_out
from affray.rules import legal
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Attack, BeginRound, Break, CallMorale, ChoosePiece, Flee, Pass
from affray.rulesets.knave.state import State
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    SWORD,
    attack,
    fight,
    foe,
    passes,
    pc,
)

UNEQUAL = fight(pc(count=2), foe("orc", hp=5), foe("goblin", hp=3), foe("ogre", hp=9), foe("imp", hp=3))
"""PCs 0 and 1; enemies 2 (5 HP), 3 (3 HP), 4 (9 HP) and 5 (3 HP)."""


def answer(tactic: str, played: Scene, seat: Seat) -> Any:
    """What a tactic commands; it throws no dice."""

    class NoDice:
        def resolve(self, *inputs: Any) -> Any:
            raise AssertionError("this tactic does not mix")

    order = {**ruleset.tactics, **ruleset.standing_orders}[tactic]
    command = order(played.state, seat, NoDice())  # type: ignore[arg-type]
    assert command in legal(ruleset, played.state, seat)
    return command


@pytest.mark.parametrize(("tactic", "target"), [("first", 2), ("weakest", 3), ("strongest", 4)])
def test_whom_a_tactic_attacks(tactic: str, target: int) -> None:
    played = scene(UNEQUAL, [BEGIN], [PARTY_FIRST])
    assert answer(tactic, played, 0) == Attack(0, target, 0)


@pytest.mark.parametrize(("tactic", "target"), [("first", 3), ("weakest", 3), ("strongest", 4)])
def test_nobody_attacks_those_who_are_down(tactic: str, target: int) -> None:
    played = scene(UNEQUAL, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 5])  # the orc is unconscious
    assert answer(tactic, played, 1) == Attack(1, target, 0)


def test_weakest_and_strongest_look_at_hit_points_now() -> None:
    played = scene(UNEQUAL, [BEGIN, attack(0, 4)], [PARTY_FIRST, 15, 7])  # the ogre has 2 left
    assert answer("weakest", played, 1) == Attack(1, 4, 0)
    assert answer("strongest", played, 1) == Attack(1, 2, 0)


def test_of_equals_the_first() -> None:
    played = scene(fight(pc(count=2), foe("a", hp=3), foe("b", hp=3)), [BEGIN], [PARTY_FIRST])
    assert answer("weakest", played, 0) == answer("strongest", played, 0) == Attack(0, 2, 0)


def targets_at_random(played: Scene, seat: int) -> dict[int, Fraction]:
    def run(dice: Dice) -> int:
        command = ruleset.tactics["random"](played.state, seat, dice)
        assert command in legal(ruleset, played.state, seat)
        return command.target  # type: ignore[no-any-return]

    return exact(run).fractions()


def test_random_is_each_standing_foe_alike() -> None:
    started = scene(UNEQUAL, [BEGIN], [PARTY_FIRST])
    assert targets_at_random(started, 0) == dict.fromkeys((2, 3, 4, 5), Fraction(1, 4))
    one_down = scene(UNEQUAL, [BEGIN, attack(0, 4)], [PARTY_FIRST, 20, 8, 8])
    assert targets_at_random(one_down, 1) == dict.fromkeys((2, 3, 5), Fraction(1, 3))


def test_random_with_one_foe_asks_nothing() -> None:
    assert answer("random", scene(fight(pc(), foe()), [BEGIN], [PARTY_FIRST]), 0) == Attack(0, 1, 0)


@pytest.mark.parametrize("tactic", ["first", "weakest", "strongest", "random"])
def test_the_weapon_is_the_first_melee_weapon_that_is_whole(tactic: str) -> None:
    bow = {"name": "bow", "die": "d6", "kind": "ranged"}
    broken = {"name": "axe", "die": "d8", "quality": 0}
    armed = scene(fight(pc(weapons=[bow, broken, SWORD, SWORD]), foe()), [BEGIN], [PARTY_FIRST])
    assert answer(tactic, armed, 0) == Attack(0, 1, 2)
    unarmed = scene(fight(pc(weapons=[bow, broken]), foe()), [BEGIN], [PARTY_FIRST])
    assert answer(tactic, unarmed, 0) == Attack(0, 1, -1)
    nothing = scene(fight(pc(weapons=[bow, broken]), foe()), [BEGIN], [PARTY_FIRST], {"K17": "none"})
    assert answer(tactic, nothing, 0) == Pass(0)


@pytest.mark.parametrize("tactic", ["first", "weakest", "strongest", "random"])
def test_one_on_the_run_flees(tactic: str) -> None:
    commands = [BEGIN, attack(0, 2), passes(1)]
    text = fight(pc(count=2), foe("chief", leader=True, morale=7), foe(morale=7), foe("golem"))
    played = scene(text, commands, [PARTY_FIRST, 15, 8, 6, 6], {"K72": "own_turn"})
    assert answer(tactic, played, 3) == Flee(3)


@pytest.mark.parametrize("tactic", ["first", "weakest", "strongest", "random"])
@pytest.mark.parametrize(
    ("option", "seat", "piece"), [("defender_chooses", 0, "helmet"), ("attacker_chooses", 1, "body")]
)
def test_k24_the_own_body_armor_goes_last_a_foes_first(tactic: str, option: str, seat: int, piece: Any) -> None:
    text = fight(pc(hp=90, armor=["gambeson", "shield", "helmet"]), foe())
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 20, 1, 1], {"K24": option})
    assert answer(tactic, played, seat) == ChoosePiece(seat, piece)


def test_the_table_begins_rounds() -> None:
    assert answer("table", scene(UNEQUAL, []), "table") == BeginRound()


def test_the_referee_lets_the_rules_run() -> None:
    text = fight(pc(count=3), foe(count=4, morale=7))
    commands = [BEGIN, attack(0, 3), attack(1, 4)]
    faces = [PARTY_FIRST, 15, 8, 15, 8]
    asked = scene(text, commands, faces, {"K70": "referee"})
    assert answer("referee", asked, "referee") == CallMorale(True)
    broken = scene(text, commands, [*faces, 6, 6], {"K59": "per_npc"})
    assert answer("referee", broken, "referee") == Break(5, "flee")


FUZZED: list[dict[str, str]] = [
    {},
    {"K13": "player_facing", "K24": "defender_chooses", "K25": "natural_quality:2", "K26": "natural_quality:1"},
    {"K13": "defender", "K24": "attacker_chooses", "K58": "individual", "K72": "own_turn", "K56": "each_time"},
    {"K24": "random", "K59": "per_npc", "K70": "referee", "K57": "last_standing", "K17": "none"},
    {"K24": "all", "K70": "end_of_round", "K73": "fled_counts", "K28": "base_10", "K58": "individual"},
    {"K24": "shield_first", "K73": "by_name", "K08": "auto_hit", "K10": "both_reported", "K17": "one"},
]


@pytest.mark.parametrize("rulings", FUZZED, ids=lambda rulings: "-".join(rulings) or "defaults")
@pytest.mark.parametrize("tactic", ["first", "weakest", "strongest", "random"])
def test_every_answer_is_legal_until_the_end(tactic: str, rulings: dict[str, str]) -> None:
    armed = {"weapons": ["sword", "dagger"], "armor": ["gambeson", "shield", "helmet"], "attack": 3}
    text = fight(
        pc("Ana", **armed),
        pc("Bo", weapons=["mace"], armor=["shield"], attack=1),
        foe("chief", hp=6, morale=8, leader=True, armor={"defense": 14, "quality": 2}),
        foe("orc", hp=4, count=2, morale=6, weapons=["axe"]),
        foe("skeleton", hp=4, weak_to=["blunt"], flags=["off_balance"]),
        tactics={"party": tactic, "foes": tactic},
    )
    played = scene(text, [], rulings=rulings).fight

    def checked(order: Any) -> Any:
        def ordered(state: State, seat: Seat, dice: Dice) -> Any:
            command = order(state, seat, dice)
            assert command in legal(ruleset, state, seat)
            return command

        return ordered

    orders = {side: checked(order) for side, order in played.orders().items()}
    ends = set()
    for run in range(25):
        events: list[Any] = []
        state = play_out(ruleset, played.state, orders, Sampler("tactics", run), events=events)
        assert ruleset.outcome(state) is not None
        folded = played.state
        for event in events:
            folded = ruleset.evolve(folded, event)
        assert folded == state
        ends.add(state.winner)
    assert ends == {"party", "foes"}
