"""Fights of two sides in turn by their structure, against the same fights played out attack by attack as a chain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.dice import Dice, Roll, Why
from affray.errors import OutOfTime, TooLarge, Unsupported
from affray.interpret import sides, sides_chart, sides_compiled, sides_masses, sides_outlook
from affray.interpret.best_play import best_play
from affray.interpret.every import outcomes
from affray.interpret.game import Game
from affray.interpret.solve import solve
from affray.interpret.tabulate import Chain
from affray.rules import formula
from affray.rules.machines import Question
from affray.rules.two_sides import Points, Side, Turn, TwoSides

F = Fraction
DIE = Why("toy.die", "table")


@formula("one_of")
def one_of(dice: Dice, weights: tuple[int, ...]) -> int:
    """A place of the weights, as likely as its weight says."""
    face = dice.roll(Roll(sum(weights)), DIE)
    return next(place for place, most in enumerate(accumulate(weights)) if face <= most)


def asked(*weights: int) -> Question:
    return Question(one_of, (weights,), int)


def side(name: str, hp: tuple[int, ...], first: int, **changes: Any) -> Side:
    """A side of fighters who are of one kind and attack the first foe, unless told otherwise."""
    usual: dict[str, Any] = {
        "fighters": tuple(range(first, first + len(hp))),
        "order": tuple(range(len(hp))),
        "kinds": (0,) * len(hp),
        "tactic": "first",
        "out": tuple("" if one else "down" for one in hp),
        "left": hp,
        "fates": (("down", "dead"),) * len(hp),
        "after": None,
    }
    return Side(name=name, **(usual | changes))


def nerve(rest: int, runs: tuple[int, ...]) -> Any:
    """Once so few are left, these run with a chance of 1/3: the memory is 1 from then on."""
    roll = asked(1, 2)

    def after(points: Points, memory: int, fighter: int) -> tuple[Turn, ...]:
        up = sum(one > 0 for one in points)
        if memory or points[fighter] > 0 or not up or up > rest:
            return (Turn((), points, memory),)
        gone = tuple(-one if place in runs and one > 0 else one for place, one in enumerate(points))
        return Turn(((roll, 0),), gone, 1), Turn(((roll, 1),), points, 1)

    return after


# The same fight, attack by attack


def chances(question: Question) -> list[tuple[int, int]]:
    found = outcomes(question.formula, *question.inputs).push(question.word)
    return list(found.items())


def whom(tactic: str, points: Points) -> list[int]:
    up = [place for place, one in enumerate(points) if one > 0]
    if tactic == "weakest":
        return [min(up, key=lambda place: points[place])]
    if tactic == "strongest":
        return [max(up, key=lambda place: points[place])]
    return up[:1] if tactic == "first" else up


def is_up(points: Points) -> bool:
    return any(one > 0 for one in points)


class PlayedOut:
    """All that can be reached: (stand of each side, side that acts, those who still do, whether the other follows)."""

    def __init__(self, two: TwoSides) -> None:
        self.two = two
        start = ((two.sides[0].start, 0), (two.sides[1].start, 0))
        self.game = Game({(start, None): 0}, [], [], [], {})
        waiting: list[Any] = [(start, None)]
        for position in waiting:
            stands, turn = position
            chooser, choices = self.choices(stands, turn)
            if not choices:
                up = [number for number in (0, 1) if is_up(stands[number][0])]
                self.game.ends[len(self.game.moves)] = two.sides[up[0]].name if up else None
            moves: list[tuple[int, int]] = []
            cuts = []
            for choice in choices:
                for successor, weight in choice:
                    if successor not in self.game.numbers:
                        self.game.numbers[successor] = len(waiting)
                        waiting.append(successor)
                    moves.append((self.game.numbers[successor], weight))
                cuts.append(len(moves))
            self.game.moves.append(moves)
            self.game.cuts.append(tuple(cuts))
            self.game.choosers.append(chooser)
        self.positions = waiting

    def choices(self, stands: Any, turn: Any) -> tuple[str | None, list[list[Any]]]:
        if not (is_up(stands[0][0]) and is_up(stands[1][0])):
            return None, []
        if turn is None:
            return None, [
                [((stands, (number, self.actors(number, stands), True)), w) for number, w in chances(self.two.first)]
            ]
        number, actors, other_follows = turn
        if not actors:
            follows = (1 - number, self.actors(1 - number, stands), False) if other_follows else None
            return None, [[((stands, follows), 1)]]
        tactic = self.two.sides[number].tactic
        targets = whom(tactic, stands[1 - number][0])
        found = [list(self.attack(stands, number, actors, other_follows, target)) for target in targets]
        if tactic == "random":
            return None, [[move for choice in self.evenly(found) for move in choice]]
        return (self.two.sides[number].name if tactic == "best" and len(found) > 1 else None), found

    @staticmethod
    def evenly(found: list[list[Any]]) -> Iterator[list[Any]]:
        """Choices whose weights have one total."""
        totals = [sum(weight for _, weight in choice) for choice in found]
        whole = 1
        for total in totals:
            whole *= total
        for choice, total in zip(found, totals, strict=True):
            yield [(position, weight * (whole // total)) for position, weight in choice]

    def actors(self, number: int, stands: Any) -> tuple[int, ...]:
        return tuple(place for place in self.two.sides[number].order if stands[number][0][place] > 0)

    def attack(self, stands: Any, number: int, actors: Any, follows: bool, target: int) -> Iterator[Any]:
        two, foe = self.two, self.two.sides[1 - number]
        points, memory = stands[1 - number]
        question = two.blows[number][two.sides[number].kinds[actors[0]]][foe.kinds[target]]
        turn = (number, actors[1:], follows)
        blows = [(0, 1)] if question is None else chances(question)
        whole = 3  # the total of every roll of nerve
        for damage, weight in blows:
            left = (*points[:target], max(points[target] - damage, 0), *points[target + 1 :])
            ways = [Turn((), left, memory)]
            if damage and foe.after is not None:
                ways = list(foe.after(left, memory, target))
            for way in ways:
                more = whole
                for roll, word in way.asked:
                    more = dict(chances(roll))[word]
                after = (way.points, way.memory)
                yield ((stands[0], after) if number == 0 else (after, stands[1]), turn), weight * more

    def chain(self) -> Chain:
        game = self.game
        return Chain(game.moves, [sum(weight for _, weight in row) or 1 for row in game.moves], game.ends)


# Fights of all kinds


@st.composite
def blows(draw: Any, kinds: int, targets: int) -> tuple[tuple[Question | None, ...], ...]:
    weights = st.lists(st.integers(0, 3), min_size=1, max_size=5).filter(lambda one: sum(one) > 0 and one[0] > 0)
    return tuple(
        (None,) * targets if draw(st.integers(0, 9)) == 0 else tuple(asked(*draw(weights)) for _ in range(targets))
        for _ in range(kinds)
    )


@st.composite
def fights(draw: Any, tactics: tuple[str, ...], most: int = 3) -> TwoSides:
    found = []
    for number in (0, 1):
        hp = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=most)))
        kinds = [0]
        for _ in hp[1:]:
            kinds.append(draw(st.integers(0, max(kinds) + 1)))
        order = tuple(range(len(hp))) if draw(st.booleans()) else tuple(draw(st.permutations(range(len(hp)))))
        runs = tuple(place for place in range(len(hp)) if kinds[place] != 1)
        after = nerve(draw(st.integers(1, 2)), runs) if draw(st.booleans()) else None
        tactic = draw(st.sampled_from(tactics))
        found.append(side("ab"[number], hp, 10 * number, kinds=tuple(kinds), order=order, tactic=tactic, after=after))
    counts = [max(one.kinds) + 1 for one in found]
    first = asked(draw(st.integers(0, 3)), draw(st.integers(1, 3)))
    return TwoSides(
        (found[0], found[1]), first, (draw(blows(counts[0], counts[1])), draw(blows(counts[1], counts[0]))), 0
    )


@given(fights(("first", "weakest", "strongest", "random"), most=2))
def test_fractions_are_those_of_the_chain(two: TwoSides) -> None:
    fight = sides.layout(two)
    win = sides.win(fight, exactly=True)
    odds = solve(PlayedOut(two).chain(), exactly=True)
    assert win.sides == (odds.win.get("a", F(0)), odds.win.get("b", F(0)))
    assert win.undecided == odds.undecided
    assert win.nobody == 0
    floats = sides.win(fight)
    assert floats.sides == pytest.approx([float(one) for one in win.sides], abs=1e-12)
    assert floats.undecided == pytest.approx(float(win.undecided), abs=1e-12)


def same(one: Mapping[Any, float], other: Mapping[Any, float]) -> bool:
    return all(abs(one.get(key, 0.0) - other.get(key, 0.0)) < 1e-11 for key in {*one, *other})


@given(fights(("first", "weakest", "strongest", "random")))
def test_machine_code_and_passes_forwards_agree_with_the_solver(two: TwoSides) -> None:
    fight = sides.layout(two)
    win = sides.win(fight)
    half = win.sides[0] + win.undecided / 2
    assert sides_compiled.win(fight) == pytest.approx(half, abs=1e-12)
    plain, compiled = sides_outlook.outlook(fight), sides_masses.outlook(fight)
    for found in (plain, compiled):
        assert found.win == pytest.approx(win.sides, abs=1e-12)
        assert found.undecided == pytest.approx(win.undecided, abs=1e-12)
    assert compiled.rounds == pytest.approx(plain.rounds)
    assert compiled.out == pytest.approx(plain.out, abs=1e-11)
    assert compiled.left == pytest.approx(plain.left, abs=1e-11)
    assert [one.fighter for one in compiled.fighters] == [one.fighter for one in plain.fighters]
    for one, other in zip(compiled.fighters, plain.fighters, strict=True):
        assert same(one.fates, other.fates)
        assert same(one.left, other.left)
        assert sum(one.fates.values()) == pytest.approx(1)
    if not win.undecided:
        number_out = [sum(points <= 0 for points in row) for row in fight.charts[0].points]
        assert sides.value(fight, lambda slot, _: number_out[slot]) == pytest.approx(plain.out[0], abs=1e-11)
        exact = sides.value(fight, lambda slot, _: number_out[slot], exactly=True)
        assert float(exact) == pytest.approx(plain.out[0], abs=1e-11)
        assert sides.value(fight, lambda *_: 0, each_round=1) == pytest.approx(plain.rounds)
        worth = sides_compiled.Worth([0.0] * fight.charts[0].size, [0.0] * fight.charts[1].size, each_round=1.0)
        assert sides_compiled.value(fight, worth) == pytest.approx(plain.rounds)


@given(fights(("best", "best", "first", "random"), most=2))
@settings(max_examples=30)
def test_best_play_is_that_of_the_game(two: TwoSides) -> None:
    played = PlayedOut(two)
    try:
        best = best_play(played.game, "a", exactly=False)
    except TooLarge:
        return
    fight = sides.layout(two)
    assert sides_compiled.win(fight) == pytest.approx(best.values[0], abs=1e-11)
    found = sides_masses.outlook(fight)
    assert found.win[0] + found.undecided / 2 == pytest.approx(best.values[0], abs=1e-11)
    assert sum(found.win) + found.undecided == pytest.approx(1)


def unlike() -> TwoSides:
    """Two targets who are not as easy to hit: whom to attack can depend on what the fight is worth."""
    mine = side("a", (2, 2), 0, tactic="best")
    theirs = side("b", (2, 3), 10, kinds=(0, 1), tactic="best")
    hard, easy = asked(9, 0, 0, 1), asked(1, 3)
    return TwoSides((mine, theirs), asked(1, 1), (((hard, easy),), ((asked(2, 1),), (asked(1, 1, 1),))), 0)


def test_best_play_where_a_miss_is_not_as_likely_for_every_target() -> None:
    best = best_play(PlayedOut(unlike()).game, "a", exactly=False)
    assert sides_compiled.win(sides.layout(unlike())) == pytest.approx(best.values[0], abs=1e-12)


def test_nobody_waits_for_ever_who_has_better_to_do() -> None:
    """The first fighter cannot be hurt; once the other one is out it runs with 1/3, or nothing ever happens again."""
    mine = side("a", (1, 1), 0, kinds=(0, 1), after=nerve(1, (0, 1)), tactic="best")
    theirs = side("b", (1,), 10, tactic="best")
    none = (asked(1),)
    two = TwoSides((mine, theirs), asked(1, 1), ((none, none), ((asked(1), asked(1, 1)),)), 0)
    assert best_play(PlayedOut(two).game, "a", exactly=True).values[0] == F(1, 3)
    assert sides_compiled.win(sides.layout(two)) == pytest.approx(1 / 3)
    swapped = TwoSides((two.sides[1], two.sides[0]), two.first, (two.blows[1], two.blows[0]), 0)
    assert sides_compiled.win(sides.layout(swapped)) == pytest.approx(2 / 3)


# What never ends, what has ended


def harmless(*weights: int) -> TwoSides:
    """One each; what the first deals out, and the other deals out nothing."""
    return TwoSides((side("a", (1,), 0), side("b", (1,), 10)), asked(1, 1), (((asked(*weights),),), ((asked(1),),)), 0)


def test_who_cannot_hurt_each_other_never_end() -> None:
    fight = sides.layout(harmless(1))
    assert sides.win(fight, exactly=True) == ((0, 0), 0, 1)
    assert sides.win(fight) == ((0, 0), 0, 1)
    assert sides_compiled.win(fight) == 0.5
    for found in (sides_outlook.outlook(fight), sides_masses.outlook(fight)):
        assert (found.win, found.undecided, found.rounds) == ((0, 0), 1, inf)
        assert found.fighters[0].fates == {"up": 1.0}


def test_who_alone_hurts_wins_in_the_end() -> None:
    fight = sides.layout(harmless(9, 1))
    assert sides.win(fight, exactly=True) == ((1, 0), 0, 0)
    # one attack a round that hits with 1/10
    assert sides.value(fight, lambda *_: 0, exactly=True, each_round=1) == 10
    assert sides_outlook.outlook(fight).rounds == pytest.approx(10)


def test_rounds() -> None:
    fight = sides.layout(harmless(1, 1))
    for rounds in (sides_outlook.rounds, sides_masses.rounds):
        found, tail = rounds(fight, 1e-3)
        assert found == pytest.approx({number: 0.5**number for number in range(1, 11)})
        assert tail == pytest.approx(2**-10)
        found, tail = rounds(fight, most=2)
        assert (found, tail) == ({1: 0.5, 2: 0.25}, 0.25)


def test_rounds_begun_before_are_counted() -> None:
    two = TwoSides(harmless(1, 1).sides, asked(1, 1), harmless(1, 1).blows, 3)
    fight = sides.layout(two)
    assert sides_outlook.outlook(fight).rounds == sides_masses.outlook(fight).rounds == pytest.approx(3 + 2)
    assert sides_outlook.rounds(fight, most=1) == ({4: 0.5}, 0.5)


def test_who_is_out_at_the_start_stays_so() -> None:
    mine = side("a", (0, 1), 0, out=("fled", ""), left=(3, 1))
    two = TwoSides((mine, side("b", (1,), 10)), asked(1, 1), (((asked(1, 1),),), ((asked(1, 1),),)), 0)
    found = sides_outlook.outlook(sides.layout(two))
    assert found.fighters[0] == (0, {"fled": 1.0}, {})
    assert sum(found.win) == pytest.approx(1)


def test_one_brought_to_0_is_down_and_to_less_is_dead() -> None:
    # the first side acts first and deals out 1, 2 or 3 with 1/4 each
    two = TwoSides((side("a", (1,), 0), side("b", (2,), 10)), asked(1, 0), (((asked(1, 1, 1, 1),),), ((asked(1),),)), 0)
    found = sides_outlook.outlook(sides.layout(two)).fighters[1].fates
    # from 2: 2 and 3 are as likely; from 1: 1 against 2 and 3. P(from 1) = 1/3, so P(down) = 1/3 + 1/3 * 1/3
    assert found == pytest.approx({"down": 4 / 9, "dead": 5 / 9})


# Sizes


def alike(mine: int, theirs: int, tactic: str, hp: int = 4) -> TwoSides:
    one, other = side("a", (hp,) * mine, 0, tactic=tactic), side("b", (hp,) * theirs, 200, tactic=tactic)
    blow = asked(2, 1, 1, 1)
    return TwoSides((one, other), asked(1, 1), (((blow,),), ((blow,),)), 0)


def test_estimates_count_no_slot_too_few() -> None:
    for tactic in ("first", "weakest", "strongest", "random", "best"):
        two = alike(3, 2, tactic)
        assert sides.layout(two).positions <= sides.estimate(two).positions


def test_a_side_that_can_stand_in_too_many_ways_is_refused() -> None:
    with pytest.raises(TooLarge, match="ways in which a side can stand"):
        sides_chart.chart(alike(4, 4, "random"), 0, limit=30)


@pytest.mark.parametrize("exactly", [False, True])
def test_time_that_is_up(exactly: bool) -> None:
    with pytest.raises(OutOfTime):
        sides.win(sides.layout(alike(2, 2, "first")), exactly, deadline=0.0)


def test_plain_python_leaves_best_play_to_machine_code() -> None:
    fight = sides.layout(alike(1, 2, "best"))
    for ask in (sides.win, sides_outlook.outlook, sides_outlook.rounds):
        with pytest.raises(Unsupported, match="tactic=best"):
            ask(fight)


def test_a_hundred_against_a_hundred() -> None:
    """By symmetry 1/2; each makes 8 HP and a blow of up to 16 in the end, as in the fights that this is for."""
    blow = asked(45, *(6,) * 8, *(1,) * 7)
    one, other = side("a", (8,) * 100, 0), side("b", (8,) * 100, 200)
    fight = sides.layout(TwoSides((one, other), asked(1, 1), (((blow,),), ((blow,),)), 0))
    assert fight.positions == 801**2
    assert sides_compiled.win(fight) == pytest.approx(0.5, abs=1e-12)
