"""Many fights: counted right, the same with any number of workers, and near what the exact path says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import affray
from affray.errors import BadInput
from affray.interpret import simulate as module
from affray.interpret.roll import Sampler
from affray.interpret.simulate import BLOCK, Tally, blocks, interval, play_out, simulate, simulate_block
from affray.interpret.solve import solve
from affray.interpret.tabulate import tabulate
from tests.kernel.test_tabulate_solve import duel
from tests.kernel.toy import Move, game

F = Fraction


def test_the_result_does_not_depend_on_the_workers() -> None:
    fight = duel(4, 0)
    one, two = (simulate(fight, 2 * BLOCK + 7, "ford", workers=workers) for workers in (1, 2))
    assert one == two
    assert one.runs == 2 * BLOCK + 7


def test_the_result_does_not_depend_on_the_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = game()
    whole = simulate(fight, 100, "ford")
    monkeypatch.setattr(module, "BLOCK", 7)
    sizes = [tally.runs for tally in blocks(fight, 100, "ford")]
    assert sizes == [7] * 14 + [2]
    assert simulate(fight, 100, "ford") == whole


def test_a_run_is_known_by_its_number() -> None:
    fight = game()
    parts = [simulate_block(fight, "ford", n, 1, 100) for n in range(20)]
    total = Tally()
    for part in parts:
        total.add(part)
    assert total == simulate_block(fight, "ford", 0, 20, 100)
    assert parts[3] == simulate_block(fight, "ford", 3, 1, 100)
    assert simulate(fight, 60, "ford") != simulate(fight, 60, "fort")


@pytest.mark.parametrize("rounds", [1, 3, 100])
def test_a_tally_adds_up(rounds: int) -> None:
    tally = simulate(duel(4, 0), 700, "tally", rounds)
    assert sum(tally.winners.values()) + tally.undecided == tally.runs == 700
    assert sum(tally.rounds.values()) == 700
    assert max(tally.rounds) <= rounds
    assert [sum(counts.values()) for counts in tally.fates] == [700, 700]
    assert [sum(counts.values()) for counts in tally.left] == [700, 700]
    assert tally.fates[0].get("up", 0) - tally.undecided == tally.winners["party"]
    # One of the two falls in each fight that is decided, and a killing blow leaves nothing.
    assert tally.left[0][1] == tally.fates[0]["up"]


def test_a_round_is_played_to_its_end() -> None:
    """Within one round each of the two has its turn: Ana first in half of the fights, and so on."""
    a, b = F(13, 20), F(9, 20)
    tally = simulate(duel(4, 0), 20_000, "one round", rounds=1)
    share = F(tally.undecided, tally.runs)
    assert near(share, (1 - a) * (1 - b), 20_000)


def near(share: F, chance: F, runs: int) -> bool:
    """Within four standard deviations."""
    return bool((share - chance) ** 2 * runs < 16 * chance * (1 - chance))


@pytest.mark.parametrize(("party", "foe"), [(4, 0), (0, 7)])
def test_simulated_shares_are_near_the_exact_ones(party: int, foe: int) -> None:
    fight = duel(party, foe)
    expected = solve(tabulate(fight), exactly=True).win
    tally = simulate(fight, 20_000, "near")
    assert set(tally.winners) == set(expected)
    for name, chance in expected.items():
        assert near(F(tally.winners[name], tally.runs), chance, tally.runs)
    assert not near(F(tally.winners["party"], tally.runs), expected["party"] + F(1, 50), tally.runs)


def test_the_toy_is_simulated_with_its_tactics() -> None:
    fight = game(13, left="fickle", right="meek")
    expected = solve(tabulate(fight), exactly=True).win["left"]
    tally = simulate(fight, 20_000, "toy")
    assert near(F(tally.winners["left"], tally.runs), expected, tally.runs)


def test_the_same_simulation_five_times() -> None:
    """Shares add up to 1 however often one asks."""
    found = [affray.simulate(duel(4, 0), 500, "again") for _ in range(5)]
    assert all(one.tally == found[0].tally for one in found)
    for one in found:
        counted = sum(one.tally.winners.values()) + one.tally.undecided
        assert counted == one.runs == 500
        assert sum(F(share.p).limit_denominator(500) for share in (*one.win.values(), one.undecided)) == 1
        assert list(one.win) == ["party", "foes", "nobody"]


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate(game(), 2 * BLOCK + 1, progress=told.append)
    assert told == [BLOCK, BLOCK, 1]


@pytest.mark.parametrize(
    ("argument", "value", "allowed"),
    [
        ("runs", 0, "1 to 1000000000"),
        ("runs", 10**9 + 1, "1 to 1000000000"),
        ("rounds", 0, "1 to 100"),
        ("rounds", 101, "1 to 100"),
        ("workers", 0, "1 to 256"),
        ("workers", 257, "1 to 256"),
    ],
)
def test_arguments_out_of_range(argument: str, value: int, allowed: str) -> None:
    arguments: dict[str, Any] = {argument: value}
    with pytest.raises(BadInput, match=f"{argument}: out of range, got {value} .allowed: {allowed}."):
        affray.simulate(game(), **arguments)


# Wilson's interval, from tables and from its definition

KNOWN = [
    (0, 10, 0.0, 0.2775),
    (1, 10, 0.0179, 0.4042),
    (5, 10, 0.2366, 0.7634),
    (10, 10, 0.7225, 1.0),
    (15, 148, 0.0624, 0.1605),
    (81, 263, 0.2553, 0.3662),
]


@pytest.mark.parametrize(("successes", "runs", "low", "high"), KNOWN)
def test_intervals_of_the_literature(successes: int, runs: int, low: float, high: float) -> None:
    assert interval(successes, runs) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10**9), st.floats(0, 1))
def test_an_interval_holds_its_share_and_is_never_all_of_0_or_1(runs: int, part: float) -> None:
    successes = round(part * runs)
    low, high = interval(successes, runs)
    assert 0 <= low <= successes / runs <= high <= 1
    assert low < high
    assert interval(runs - successes, runs) == pytest.approx((1 - high, 1 - low), abs=1e-9)
    # The ends of the interval are the chances at which the count is 1.96 standard deviations off.
    for end in (low, high):
        if 1e-9 < end < 1 - 1e-9:
            off = abs(successes - runs * end) / (runs * end * (1 - end)) ** 0.5
            assert off == pytest.approx(1.96, abs=1e-3)


def test_more_runs_narrow_the_interval() -> None:
    widths = [high - low for low, high in (interval(runs // 4, runs) for runs in (8, 80, 800, 8_000, 80_000))]
    assert all(one > other for one, other in pairwise(widths))


# A fight that plays itself


def test_play_out_ends_at_once_where_a_fight_is_over() -> None:
    fight = game()
    over = replace(fight.state, winner=0)
    assert play_out(fight.ruleset, over, fight.orders(), Sampler("", 0)) is over


def test_play_out_keeps_events_only_where_there_is_a_list() -> None:
    fight = game()
    events: list[Any] = []
    end = play_out(fight.ruleset, fight.state, fight.orders(), Sampler("", 0), events=events)
    assert end == play_out(fight.ruleset, fight.state, fight.orders(), Sampler("", 0))
    state = fight.state
    for event in events:
        state = fight.ruleset.evolve(state, event)
    assert state == end


def test_a_tactic_that_is_refused_is_a_fault() -> None:
    fight = game()
    bad = replace(fight, ruleset=replace(fight.ruleset, tactics={"first": lambda state, seat, dice: Move(5, 5)}))
    with pytest.raises(RuntimeError, match=r"a tactic gave .*Move"):
        simulate(bad, 1)


def test_standings_are_counted_by_fighter() -> None:
    tally = simulate(game(1), 50)
    assert Counter(tally.fates[0]) == {"up": 50}
    assert set(tally.left[1]) <= {0, 1}
