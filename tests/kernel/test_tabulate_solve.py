"""Chains solved exactly: against elimination by hand on random chains, and against a game counted by recursion."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import affray
from affray.errors import TooLarge
from affray.fight import Fight
from affray.interpret.solve import NOBODY, ROUNDING, components, solve
from affray.interpret.tabulate import Chain, tabulate
from tests.kernel.toy import game, meek

F = Fraction


def brute_force(chain: Chain) -> dict[str | None, F]:
    """The chance of every end from node 0 by Gauss and Jordan over all nodes at once; None is what never ends."""
    ending = set(chain.ends)
    reaching = set(ending)
    while more := {n for n in range(chain.size) if n not in reaching and any(m in reaching for m, _ in chain.moves[n])}:
        reaching |= more
    if 0 not in reaching:
        return {None: F(1)}
    inner = sorted(reaching - ending)
    row_of = {node: row for row, node in enumerate(inner)}
    winners = sorted({winner or NOBODY for winner in chain.ends.values()})
    matrix: list[list[F]] = []
    for node in inner:
        row = [F(int(node == other)) for other in inner] + [F(0)] * len(winners)
        for target, weight in chain.moves[node]:
            chance = F(weight, chain.totals[node])
            if target in row_of:
                row[row_of[target]] -= chance
            elif target in ending:
                row[len(inner) + winners.index(chain.ends[target] or NOBODY)] += chance
        matrix.append(row)
    for pivot in range(len(inner)):
        swap = next(number for number in range(pivot, len(inner)) if matrix[number][pivot])
        matrix[pivot], matrix[swap] = matrix[swap], matrix[pivot]
        matrix[pivot] = [value / matrix[pivot][pivot] for value in matrix[pivot]]
        for number in range(len(inner)):
            if number != pivot:
                factor = matrix[number][pivot]
                matrix[number] = [
                    one - factor * other for one, other in zip(matrix[number], matrix[pivot], strict=True)
                ]
    shares: dict[str | None, F]
    if 0 in ending:
        shares = {winner: F(int(winner == (chain.ends[0] or NOBODY))) for winner in winners}
    else:
        shares = dict(zip(winners, matrix[row_of[0]][len(inner) :], strict=True))
    shares[None] = 1 - sum(shares.values(), F(0))
    return shares


@st.composite
def chains(draw: Any, most: int = 9) -> Chain:
    """Small chains with loops of any kind: to themselves, of several nodes, with and without a way out."""
    size = draw(st.integers(1, most))
    chain = Chain([], [], {})
    for node in range(size):
        if draw(st.integers(0, 3)) == 0:
            chain.ends[node] = draw(st.sampled_from(["party", "foes", None]))
            chain.moves.append([])
            chain.totals.append(1)
            continue
        weights = draw(st.dictionaries(st.integers(0, size - 1), st.integers(1, 1_000_000), min_size=1, max_size=4))
        chain.moves.append(list(weights.items()))
        chain.totals.append(sum(weights.values()))
    return chain


@settings(max_examples=400)
@given(chains())
def test_random_chains_are_solved_exactly(chain: Chain) -> None:
    found = solve(chain, exactly=True)
    expected = brute_force(chain)
    assert found.undecided == expected.pop(None)
    assert {name: share for name, share in found.win.items() if share} == {
        name: share for name, share in expected.items() if share
    }
    assert sum(found.win.values()) + found.undecided == 1
    assert isinstance(found.undecided, F)


@settings(max_examples=200)
@given(chains())
def test_floats_are_fractions_but_for_rounding(chain: Chain) -> None:
    exactly, floats = solve(chain, exactly=True), solve(chain, exactly=False)
    assert list(exactly.win) == list(floats.win)
    for name, share in exactly.win.items():
        assert abs(float(share) - floats.win[name]) < ROUNDING
    assert abs(float(exactly.undecided) - floats.undecided) < ROUNDING


def test_floats_lose_no_digit_where_leaving_is_rare() -> None:
    """Two nodes that send each other back nearly always: 1 minus the chance to stay would lose nine digits."""
    rare = 10**9
    chain = Chain([[(1, rare), (2, 1)], [(0, rare), (3, 2)], [], []], [rare + 1, rare + 2, 1, 1], {2: "a", 3: "b"})
    exactly, floats = solve(chain, exactly=True), solve(chain, exactly=False)
    assert exactly.win["a"] == F(rare + 2, 3 * rare + 2)
    assert abs(floats.win["a"] - float(exactly.win["a"])) < 1e-15


def reachable(chain: Chain, node: int) -> set[int]:
    found, waiting = {node}, [node]
    while waiting:
        for target, _ in chain.moves[waiting.pop()]:
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


@settings(max_examples=200)
@given(chains(most=14))
def test_components_are_those_of_reachability_in_order(chain: Chain) -> None:
    reach = [reachable(chain, node) for node in range(chain.size)]
    parts = list(components(chain))
    assert sorted(node for part in parts for node in part) == list(range(chain.size))
    for part in parts:
        mutual = {other for other in range(chain.size) if other in reach[part[0]] and part[0] in reach[other]}
        assert set(part) == mutual
    solved: set[int] = set()
    for part in parts:
        solved |= set(part)
        assert all(reach[node] <= solved for node in part)  # what it leads to came before


def test_long_chains_need_no_recursion() -> None:
    size = 20_000
    chain = Chain([[(n + 1, 1), (0, 1)] for n in range(size)] + [[]], [2] * size + [1], {size: "party"})
    assert len(list(components(chain))) == 2
    line = Chain([[(n + 1, 1)] for n in range(size)] + [[]], [1] * (size + 1), {size: None})
    assert solve(line, exactly=True).win == {NOBODY: 1}


def test_a_loop_without_an_exit_is_undecided() -> None:
    chain = Chain([[(1, 1), (2, 3)], [], [(3, 1)], [(2, 1)]], [4, 1, 1, 1], {1: "party"})
    found = solve(chain, exactly=True)
    assert (found.win, found.undecided) == ({"party": F(1, 4)}, F(3, 4))
    assert solve(Chain([[(0, 1)]], [1], {}), exactly=True).undecided == 1


# The toy, counted by hand


@cache
def left_wins(goal: int, scores: tuple[int, int], turn: int, steals: tuple[F, F]) -> F:
    """The chance that left wins the toy, by recursion over the game as its docstring tells it.

    `steals` is the chance of each player to steal a 1.
    """
    total = F(0)
    for face in range(1, 7):
        # The better of two d4: 1, 3, 5 and 7 ways of 16 for 1 to 4.
        falls = [(face, F(1))] if face < 6 else [(6 + best, F(2 * best - 1, 16)) for best in (1, 2, 3, 4)]
        for points, share in falls:
            kept = [scores[0], scores[1]]
            kept[turn] += points
            stolen = [scores[0], scores[1]]
            stolen[1 - turn] += 1
            chance = steals[1 - turn] if points == 1 else F(0)
            for (left, right), part in ((kept, 1 - chance), (stolen, chance)):
                if max(left, right) >= goal:
                    total += share / 6 * part * (left >= goal)
                elif part:
                    total += share / 6 * part * left_wins(goal, (left, right), 1 - turn, steals)
    return total


CHANCES = {"first": F(1), "meek": F(0), "fickle": F(1, 2)}  # the fickle one throws a d6: 4, 5 or 6 steals


@pytest.mark.parametrize("goal", [1, 2, 6, 13, 20])
@pytest.mark.parametrize("left", CHANCES)
@pytest.mark.parametrize("right", CHANCES)
def test_the_toy_has_the_odds_of_recursion(goal: int, left: str, right: str) -> None:
    found = solve(tabulate(game(goal, left=left, right=right)), exactly=True)
    assert found.win.get("left", F(0)) == left_wins(goal, (0, 0), 0, (CHANCES[left], CHANCES[right]))
    assert found.win.get("left", F(0)) + found.win.get("right", F(0)) == 1
    assert found.undecided == 0


def duel(party_attack: int, foe_attack: int) -> Fight:
    """One blow kills: Ana hits above armor 11 with her attack, the goblin likewise."""
    return affray.parse(
        f"""
        ruleset = "knave"
        [[fighter]]
        name = "Ana"
        side = "party"
        hp = 1
        attack = {party_attack}
        armor = 11
        weapons = [{{ name = "sword", die = "d8" }}]
        [[fighter]]
        name = "goblin"
        side = "foes"
        hp = 1
        attack = {foe_attack}
        armor = 11
        damage = "1d4"
        """
    )


@pytest.mark.parametrize(("party", "foe"), [(0, 0), (4, 0), (0, 7), (5, 2)])
def test_a_duel_has_the_odds_of_its_closed_form(party: int, foe: int) -> None:
    a, b = F(9 + party, 20), F(9 + foe, 20)  # 12 or more on d20 + bonus
    found = solve(tabulate(duel(party, foe)), exactly=True)
    # Each round half of the time Ana is first: she wins with a, or with (1 - b) a; both miss with (1 - a)(1 - b).
    assert found.win["party"] == (a + (1 - b) * a) / 2 / (1 - (1 - a) * (1 - b))
    assert found.win["party"] + found.win["foes"] == 1
    floats = solve(tabulate(duel(party, foe)), exactly=False)
    assert abs(floats.win["party"] - float(found.win["party"])) < ROUNDING


def test_two_who_cannot_hurt_each_other_are_undecided() -> None:
    text = """
    ruleset = "knave"
    rulings = { K17 = "none" }
    [[fighter]]
    name = "Ana"
    side = "party"
    hp = 1
    attack = 0
    [[fighter]]
    name = "goblin"
    side = "foes"
    hp = 1
    attack = 0
    """
    found = solve(tabulate(affray.parse(text)), exactly=True)
    assert (sum(found.win.values()), found.undecided) == (0, 1)


def test_a_fight_that_is_over_has_one_node() -> None:
    fight = game()
    chain = tabulate(replace(fight, state=replace(fight.state, winner=1)))
    assert (chain.size, chain.ends) == (1, {0: "right"})
    assert solve(chain, exactly=True).win == {"right": 1}


def test_what_is_too_large_says_so() -> None:
    with pytest.raises(TooLarge) as caught:
        tabulate(game(30), limit=50)
    assert caught.value.limit == 50
    assert caught.value.estimate > 50
    assert "about" in str(caught.value)


def test_the_chain_is_sound() -> None:
    chain = tabulate(game(15, right="fickle"))
    for node in range(chain.size):
        assert (not chain.moves[node]) == (node in chain.ends)
        assert chain.moves[node] == [] or chain.totals[node] == sum(weight for _, weight in chain.moves[node])
        assert len({target for target, _ in chain.moves[node]}) == len(chain.moves[node])
    assert reachable(chain, 0) == set(range(chain.size))


def test_a_tactic_that_is_refused_is_a_fault() -> None:
    fight = game()

    def hasty(state: Any, seat: Any, dice: Any) -> Any:
        return meek(replace(state, offer=True), seat, dice)

    ruleset = replace(fight.ruleset, tactics={"first": hasty})
    with pytest.raises(RuntimeError, match="a tactic gave"):
        tabulate(replace(fight, ruleset=ruleset))
