"""What best play chooses from: every command is allowed, and the best is at least as good as any tactic."""

from __future__ import annotations

from random import Random

import pytest

from affray.fight import Fight, parse
from affray.interpret.answer import answer
from affray.interpret.solution import by_sides, solution
from affray.play import Play
from affray.rules import legal
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Attack, BeginRound, Pass, Rise, Stunt
from affray.rulesets.knave.repertoire import REPERTOIRES
from affray.rulesets.knave.state import State
from affray.testing.cases import scene
from benchmarks.fights import ford
from tests.rulesets.knave.brawl import flag
from tests.rulesets.knave.fights import BEGIN, FOES_FIRST, PARTY_FIRST, fight, foe, pc
from tests.rulesets.knave.fuzz import AnyOutcome, fuzzed, readings


def begun(text: str, first: int, *more: object) -> State:
    state: State = scene(text, [BEGIN, *more], [first]).state
    return state


BAND = fight(pc(), pc("Bo"), foe(), foe("orc"), foe("wolf"))


def test_targets_are_all_who_stand() -> None:
    state = begun(BAND, PARTY_FIRST)
    assert REPERTOIRES["targets"].commands(state, 0) == [Attack(0, foe, 0) for foe in (2, 3, 4)]


def test_the_players_choose_who_acts_next() -> None:
    state = begun(BAND, PARTY_FIRST)
    expected = [Attack(one, foe, 0) for one in (0, 1) for foe in (2, 3, 4)]
    assert REPERTOIRES["targets+order"].commands(state, 0) == expected


def test_enemies_act_in_their_order() -> None:
    state = begun(BAND, FOES_FIRST)
    assert REPERTOIRES["targets+order"].commands(state, 2) == [Attack(2, one, 0) for one in (0, 1)]


def test_nothing_is_chosen_where_first_would_not_attack() -> None:
    lying = begun(BAND, PARTY_FIRST, flag(0, "asleep"))
    assert REPERTOIRES["targets"].commands(lying, 0) == [Pass(0)]
    expected = [Pass(0), *[Attack(1, foe, 0) for foe in (2, 3, 4)]]
    assert REPERTOIRES["targets+order"].commands(lying, 0) == expected


def test_everything_is_all_that_is_allowed() -> None:
    state = begun(BAND, PARTY_FIRST)
    commands = REPERTOIRES["all"].commands(state, 0)
    assert commands == [*legal(ruleset, state, 0), *legal(ruleset, state, 1)]
    assert Stunt(1, 4, "trip") in commands and BeginRound() not in commands


@pytest.mark.parametrize("name", REPERTOIRES)
def test_every_command_is_allowed(name: str) -> None:
    """All along fuzzed fights, with the commands taken at random."""
    many = 0
    for seed in range(40):
        played = fuzzed(seed, rulings=readings(seed) if seed % 2 else None)
        random, orders = Random(seed), played.orders()
        play = Play(played.state, AnyOutcome(random), ruleset.evolve)
        for _ in range(30):
            seat = ruleset.next_to_act(play.state)
            if seat is None:
                break
            side = ruleset.side(play.state, seat)
            if side in played.tactics:
                commands = REPERTOIRES[name].commands(play.state, seat)
                for command in commands:
                    assert ruleset.side(play.state, ruleset.issuer(play.state, command)) == side
                many += len(commands) > 1
                command = random.choice(commands)
            else:
                command = orders[side](play.state, seat, play.dice)
            assert ruleset.apply(play, command) is None
    assert many > 100


# Solving


SMALL = fight(pc(hp=2), pc("Bo", hp=1), foe(hp=1, armor=15), foe("orc", hp=2, armor=11))


@pytest.mark.parametrize("name", ["targets", "targets+order"])
def test_best_play_is_no_worse_than_a_tactic(name: str) -> None:
    played = parse(SMALL)
    by_tactic = answer(played, exactly=True).win["party"]
    best = solution(played, REPERTOIRES[name], {"foes": "first"}, exactly=True).values["party"]
    assert best > by_tactic
    theirs = solution(played, REPERTOIRES[name], {"party": "first"}, exactly=True).values["party"]
    assert theirs <= by_tactic


def test_to_choose_the_order_too_is_no_worse() -> None:
    one = Fight(ruleset, parse(SMALL).state, {}, {"party": "first", "foes": "first"})
    values = [
        solution(one, REPERTOIRES[name], {"foes": "first"}, exactly=True).values["party"]
        for name in ("targets", "targets+order")
    ]
    assert values[0] <= values[1]


def test_what_is_chosen_is_said() -> None:
    state = parse(SMALL).state
    for one in REPERTOIRES.values():
        assert one.about(state)
    assert list(ruleset.repertoires()) == ["targets", "targets+order", "all"]
    assert Rise not in {type(command) for command in REPERTOIRES["targets"].commands(begun(SMALL, PARTY_FIRST), 0)}


def test_a_large_game_of_two_sides_in_turn_is_solved_by_its_structure() -> None:
    found = solution(ford(), REPERTOIRES["targets"], {})
    assert (found.kind, found.decisions, found.machine) == ("float", (), False)
    assert found.values["party"] == pytest.approx(0.4379102908, abs=5e-11)  # the weakest foe first, on both sides
    at_random = solution(ford(), REPERTOIRES["targets"], {"foes": "random"})
    assert at_random.values["party"] > found.values["party"]


def test_what_leads_back_in_too_many_ways_is_solved_in_compiled_code() -> None:
    """Two against three: in a round of misses anybody may have chosen anybody. Fractions try every way."""
    played = parse(fight(pc(hp=3), pc("Bo", hp=3), foe(hp=2), foe("orc", hp=2), foe("wolf", hp=1)))
    exact = solution(played, REPERTOIRES["targets"], {}, exactly=True)
    assert (exact.kind, exact.reason, exact.limit) == ("too_large", "loops", 4096)
    found = solution(played, REPERTOIRES["targets"], {})
    assert (found.kind, found.by_sides, found.machine, found.undecided) == ("float", False, True, 0)
    decision = found.decisions[0]
    assert decision.options[decision.best].value == max(option.value for option in decision.options)
    by_structure = by_sides(played, REPERTOIRES["targets"], {}, 0.0)
    assert found.values["party"] == pytest.approx(by_structure.values["party"], abs=1e-12)
