"""The outcomes of a machine's chances as words with whole weights, found when they are first asked for."""

from __future__ import annotations

from typing import Any

from affray.interpret.every import outcomes
from affray.rules.machines import Machine


class Rows:
    """The tables of one machine: `rows[row]` are the (word, weight) of a row, words ascending, weights reduced.

    Cost: the exact outcomes of a formula the first time, then a look-up in a list.
    """

    __slots__ = ("_found", "_machine", "totals")

    def __init__(self, machine: Machine[Any]) -> None:
        self._machine = machine
        self._found: list[tuple[tuple[int, int], ...] | None] = [None] * machine.rows
        self.totals: list[int] = [0] * machine.rows
        """The sum of the weights of each row that has been found."""

    def __getitem__(self, row: int) -> tuple[tuple[int, int], ...]:
        table = self._found[row]
        return self._find(row) if table is None else table

    def _find(self, row: int) -> tuple[tuple[int, int], ...]:
        question = self._machine.question(row)
        if question is None:
            table: tuple[tuple[int, int], ...] = ((0, 1),)
        else:
            words = outcomes(question.formula, *question.inputs).push(question.word).reduced()
            table = tuple(sorted(words.items()))
        self._found[row] = table
        self.totals[row] = sum([weight for _, weight in table])
        return table
