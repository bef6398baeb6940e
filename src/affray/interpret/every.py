"""Exact outcomes: the same rule run again under every answer, with whole-number weights.

A run follows a path of answers chosen earlier and takes the first answer wherever the path ends; then the last choice
that has another answer moves on. A formula met in a procedure is one node of its own exact outcomes, which are found
once and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from math import prod
from typing import Any, ParamSpec, TypeVar

from affray.dice import Again, Formula, Roll, Seat, Why, face_ways, ways
from affray.errors import TooLarge
from affray.weights import Weights, merge

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")


MOST_PATHS = 300_000
"""Paths of answers that one rule may have: some seconds of work."""


MOST_QUESTIONS = 100_000
"""Questions on one path: a rule that asks more is taken for one that never ends."""


class Every:
    """Dice that answer each question with every possible answer, one run after another."""

    __slots__ = ("_at", "_index", "_tables", "roles")

    def __init__(self) -> None:
        self.roles: Mapping[str, Seat] = {}
        self._tables: list[tuple[tuple[Any, int], ...]] = []
        self._index: list[int] = []
        self._at = 0

    def roll(self, roll: Roll, why: Why) -> int:
        at = self._at
        self._at = at + 1
        if at == len(self._index):
            self._ask(ways(roll))
            return self._tables[at][0][0]  # type: ignore[no-any-return]
        return self._tables[at][self._index[at]][0]  # type: ignore[no-any-return]

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        return self._answer(face_ways(roll))  # type: ignore[no-any-return]

    def resolve(self, formula: Formula[P, T], *inputs: P.args, **named: P.kwargs) -> T:
        if named:
            raise TypeError("a formula is resolved with its inputs in order")
        table = formula.known.get(inputs)
        if table is None:
            table = _outcomes(formula, inputs)
        return self._answer(table.items_and_weights)  # type: ignore[no-any-return]

    def _answer(self, table: tuple[tuple[Any, int], ...]) -> Any:
        at = self._at
        self._at = at + 1
        if at == len(self._index):
            self._ask(table)
        return self._tables[at][self._index[at]][0]

    def _ask(self, table: tuple[tuple[Any, int], ...]) -> None:
        """One more question at the end of the path."""
        if len(self._index) == MOST_QUESTIONS:
            raise TooLarge("questions on one path", estimate=MOST_QUESTIONS + 1, limit=MOST_QUESTIONS)
        self._tables.append(table)
        self._index.append(0)

    def _paths(self, run: Callable[[Any], V]) -> Iterator[tuple[V, int, int]]:
        tables, index = self._tables, self._index
        totals: dict[int, int] = {}
        for taken in count():
            if taken == MOST_PATHS:
                estimate = prod(len(table) for table in tables)
                raise TooLarge("paths of answers", estimate=max(estimate, taken), limit=MOST_PATHS)
            self._at = 0
            value = run(self)
            weight = total = 1
            for table, chosen in zip(tables, index, strict=True):
                weight *= table[chosen][1]
                known = totals.get(id(table))
                if known is None:
                    known = totals[id(table)] = sum(number for _, number in table)
                total *= known
            yield value, weight, total
            while index and index[-1] + 1 == len(tables[-1]):
                index.pop()
                tables.pop()
            if not index:
                return
            index[-1] += 1


class _Known:
    """The exact outcomes of a formula for one set of inputs, in both forms that are read."""

    __slots__ = ("items_and_weights", "weights")

    def __init__(self, weights: Weights[Any]) -> None:
        self.weights = weights
        self.items_and_weights = tuple(weights.items())


def exact(run: Callable[[Any], V]) -> Weights[V]:
    """The distribution of what `run(dice)` returns, over every answer to every question it asks."""
    return merge(Every()._paths(run))


def paths(run: Callable[[Any], V]) -> Iterator[tuple[V, int, int]]:
    """Each path of answers as (value, weight, total): for values that cannot be merged by equality."""
    return Every()._paths(run)


def outcomes(formula: Formula[P, T], *inputs: P.args, **named: P.kwargs) -> Weights[T]:
    """The exact outcomes of a formula, found once for each set of inputs and kept.

    Cost: one run of the function a path (a Knave attack: 83 paths, some 0.15 ms), then a dictionary look-up.
    """
    if named:
        raise TypeError("a formula takes its inputs in order")
    known = formula.known.get(inputs)
    return (known or _outcomes(formula, inputs)).weights


def _outcomes(formula: Formula[Any, Any], inputs: tuple[Any, ...]) -> _Known:
    weights = exact(lambda dice: _or_again(formula, dice, inputs))
    if AGAIN in weights:
        weights = Weights({value: weight for value, weight in weights.items() if value is not AGAIN})
    known = formula.known[inputs] = _Known(weights)
    return known


AGAIN: Any = object()
"""Stands for what settles nothing: what is thrown instead settles it with the same chances as all the rest."""


def _or_again(formula: Formula[Any, Any], dice: Any, inputs: tuple[Any, ...]) -> Any:
    try:
        return formula.once(dice, *inputs)
    except Again:
        if not formula.repeats:
            raise TypeError(f"{formula.name} raises Again and does not repeat") from None
        return AGAIN
