"""The chances of a fight, each behind the number of a row."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from affray.rules.machines import Question
from affray.rulesets.knave import formulas

Ask = Callable[[int], Question]


class Questions:
    """Blocks of rows, one after another; row 0 is initiative."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._asks: list[Ask] = []
        self.rows = 0
        initiative = Question(formulas.initiative, (), lambda found: int(found.enemies_first))
        self.add(1, lambda place: initiative)

    def add(self, number: int, ask: Ask) -> int:
        """A block of this many rows; `ask` gives the question behind each of them, counted from 0. Its first row."""
        first = self.rows
        self._starts.append(first)
        self._asks.append(ask)
        self.rows += number
        return first

    def question(self, row: int) -> Question:
        """The question behind a row."""
        block = bisect_right(self._starts, row) - 1
        return self._asks[block](row - self._starts[block])


def targets(place: int) -> Question:
    """Among how many a target is drawn."""
    return Question(formulas.target, (place,), int)


def morale(rating: int) -> Question:
    """A morale roll against this rating."""
    return Question(formulas.morale, (rating,), lambda found: int(found.holds))


def pieces(number: int) -> Question:
    """Which of so many pieces of armor loses the point."""
    return Question(formulas.armor_piece, (number,), int)


def order(number: int) -> Question:
    """The order of so many fighters, as one number: of those left each time which comes next."""
    return Question(formulas.order, (number,), numbered)


def numbered(places: tuple[int, ...]) -> int:
    """An order as one number."""
    left, word = list(range(len(places))), 0
    for place in places:
        word = word * len(left) + left.index(place)
        left.remove(place)
    return word
