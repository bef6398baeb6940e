"""What a movement is met with before it is confirmed: who attacks on the way, what is left, what can be done then.

Exact: every outcome of every answer is followed, states that are equal together. Costs some milliseconds an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import msgspec

from affray.dice import REFEREE, Seat
from affray.errors import Rejection, TooLarge
from affray.fight import AnyRuleset
from affray.interpret.every import exact
from affray.play import Play
from affray.rules import legal
from affray.rules.showing import Choice, Showing, Square
from affray.server.limits import MOST_RUNS_OF_A_WAY

V = TypeVar("V")

AnyShowing: TypeAlias = Showing[Any, Any]

MOST_THEN = 3
HITS = "hits"


class Met(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who attacks on the way: where, how likely it comes to that, and how likely it hits then."""

    by: int
    square: Square | None
    comes: str
    hits: str


class Then(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be done afterwards by one whom nobody hit, with the chances of its figures by label."""

    choice: Choice
    figures: tuple[tuple[str, str], ...]


class Ahead(msgspec.Struct, frozen=True, kw_only=True):
    """What a movement is met with. Chances are fractions in text.

    `now` is what the mover has left before it, `left` what it has afterwards where it still stands, `fates` what else
    becomes of it. `flanked` are those who are flanked then, each with everybody who flanks it. Where it takes too long
    to follow everything, nothing but `now` is there, and it is not `reckoned`.
    """

    now: int
    reckoned: bool = True
    met: tuple[Met, ...] = ()
    left: tuple[tuple[int, str], ...] = ()
    fates: tuple[tuple[str, str], ...] = ()
    then: tuple[Then, ...] = ()
    flanked: tuple[tuple[int, tuple[int, ...]], ...] = ()


def ahead(
    ruleset: AnyRuleset, showing: AnyShowing, state: Any, seat: int, command: Any, whole: bool = False
) -> Ahead | None:
    """What this movement of a fighter is met with; None where it cannot be given.

    It tells what the fighter's seat may know; with `whole`, what a referee does.
    """
    known = state if whole or showing.seen is None else showing.seen(state, seat)
    asker: Seat = REFEREE if whole else seat
    walk = _Walk(ruleset, showing, asker)
    try:
        started = walk.starts(known, command)
        if started is None:
            return None
        way = showing.choice(known, asker, command).way
        walk.follow(started)
        return walk.summary(known, seat, dict(way.provokes) if way is not None else {})
    except TooLarge:
        return Ahead(now=walk.standing(known, seat)[1], reckoned=False)


class _Walk:
    """A movement being followed through everything that it is met with."""

    def __init__(self, ruleset: AnyRuleset, showing: AnyShowing, asker: Seat) -> None:
        self._ruleset = ruleset
        self._showing = showing
        self._asker = asker
        """For whom it is told: a fighter's seat, or the referee."""
        self._comes: dict[Seat, Fraction] = {}
        self._hits: dict[Seat, Fraction] = {}
        self._ends: dict[tuple[Any, bool], Fraction] = {}
        """The states at the end, each with whether nobody hit on the way there."""
        self._runs = 0

    def starts(self, state: Any, command: Any) -> Mapping[Any, Fraction] | None:
        """The states in which the first answer is due, or nothing more; None where the command is refused."""
        refused: list[Rejection] = []

        def run(dice: Any) -> Any:
            play = Play(state, dice, self._ruleset.evolve)
            rejection = self._ruleset.apply(play, command)
            refused.extend([rejection] if rejection is not None else [])
            return play.state

        found = self._fractions(run)
        return None if refused else found

    def follow(self, states: Mapping[Any, Fraction]) -> None:
        """Lets everybody answer who is asked, one after another, until nobody is."""
        waiting = {(state, True): p for state, p in states.items()}
        while waiting:
            asked: dict[tuple[Any, bool], Fraction] = {}
            for (state, unhit), p in waiting.items():
                answer = self._answer(state)
                if answer is None:
                    _add(self._ends, (state, unhit), p)
                    continue
                by = self._ruleset.issuer(state, answer)
                _add(self._comes, by, p)
                for (after, hit), share in self._answered(state, by).items():
                    _add(self._hits, by, p * share * hit)
                    _add(asked, (after, unhit and not hit), p * share)
            waiting = asked

    def _answer(self, state: Any) -> Any:
        return None if self._showing.answer is None else self._showing.answer(state)

    def _answered(self, state: Any, by: Seat) -> Mapping[tuple[Any, bool], Fraction]:
        """What comes of the answers that one seat gives in a row, and whether one of them hit."""
        ruleset, came_to = self._ruleset, self._showing.came_to

        def run(dice: Any) -> tuple[Any, bool]:
            events: list[Any] = []
            play = Play(state, dice, ruleset.evolve, events)
            while (answer := self._answer(play.state)) is not None and ruleset.issuer(play.state, answer) == by:
                ruleset.perform(play, answer)
            return play.state, came_to is not None and (HITS, True) in came_to(events)

        return self._fractions(run)

    def summary(self, before: Any, mover: int, where: Mapping[int, Square]) -> Ahead:
        """What it comes to for the mover."""
        left: dict[int, Fraction] = {}
        fates: dict[str, Fraction] = {}
        for (state, _), p in self._ends.items():
            fate, points = self.standing(state, mover)
            if fate == "up":
                _add(left, points, p)
            else:
                _add(fates, fate, p)
        through = next((state for state, unhit in self._ends if unhit), None)
        return Ahead(
            now=self.standing(before, mover)[1],
            met=tuple(
                [
                    Met(by=by, square=where.get(by), comes=str(p), hits=str(self._hits.get(by, Fraction(0)) / p))
                    for by, p in self._comes.items()
                    if isinstance(by, int)
                ]
            ),
            left=tuple([(points, str(p)) for points, p in sorted(left.items(), reverse=True)]),
            fates=tuple([(fate, str(p)) for fate, p in sorted(fates.items())]),
            then=() if through is None else self._then(through, mover),
            flanked=() if through is None else self._flanked(through),
        )

    def standing(self, state: Any, fighter: int) -> tuple[str, int]:
        """What has become of a fighter, and what it has left."""
        one = next(one for one in self._ruleset.standings(state) if one.id == fighter)
        return one.fate, one.left

    def _then(self, state: Any, seat: int) -> tuple[Then, ...]:
        """The attacks that are open from where the movement ends, one a target; the likeliest to hit first."""
        if seat not in self._ruleset.to_act(state):
            return ()
        found: list[tuple[Fraction, Then]] = []
        for command in legal(self._ruleset, state, seat):
            choice = self._showing.choice(state, self._asker, command)
            if choice.targets:
                chances = self._chances(state, command)
                figures = [(label, chances[name]) for label, name in choice.figures if name in chances]
                best = max([p for _, p in figures], default=Fraction(0))
                found.append((best, Then(choice=choice, figures=tuple([(label, str(p)) for label, p in figures]))))
        best_at: dict[tuple[int, ...], Then] = {}
        for _, one in sorted(found, key=lambda item: -item[0]):
            best_at.setdefault(one.choice.targets, one)
        return tuple(best_at.values())[:MOST_THEN]

    def _chances(self, state: Any, command: Any) -> dict[str, Fraction]:
        """How likely everything is that a command can come to."""
        ruleset, came_to = self._ruleset, self._showing.came_to

        def run(dice: Any) -> tuple[str, ...]:
            events: list[Any] = []
            play = Play(state, dice, ruleset.evolve, events)
            ruleset.perform(play, command)
            seen = (*ruleset.glance(state, play.state), *(came_to(events) if came_to is not None else ()))
            return tuple([name for name, value in seen if value])

        found: dict[str, Fraction] = {}
        for names, p in self._fractions(run).items():
            for name in names:
                _add(found, name, p)
        return found

    def _fractions(self, run: Callable[[Any], V]) -> Mapping[V, Fraction]:
        """How likely everything is that a run comes to; raises `TooLarge` after too many of them on this walk."""

        def counted(dice: Any) -> V:
            self._runs += 1
            if self._runs > MOST_RUNS_OF_A_WAY:
                raise TooLarge("the odds of a way", estimate=self._runs, limit=MOST_RUNS_OF_A_WAY)
            return run(dice)

        return exact(counted).fractions()

    def _flanked(self, state: Any) -> tuple[tuple[int, tuple[int, ...]], ...]:
        ground = self._showing.scene(state, self._asker, "words").ground
        return () if ground is None else ground.flanked


def _add(counts: dict[Any, Fraction], key: Any, p: Fraction) -> None:
    counts[key] = counts.get(key, Fraction(0)) + p
