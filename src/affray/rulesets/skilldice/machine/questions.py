"""The rows: which formula with which inputs stands behind each, and what word its outcome is."""

from __future__ import annotations

from typing import Any, Literal, get_args

from affray.rules.machines import Question
from affray.rulesets.skilldice import formulas
from affray.rulesets.skilldice.attacking import DIFFICULTY
from affray.rulesets.skilldice.machine.kinds import Hands
from affray.rulesets.skilldice.rulings import ContestReading

BOTH: tuple[formulas.Side, ...] = get_args(formulas.Side)
WINNERS: tuple[Literal["attacker", "defender", "tie"], ...] = (*BOTH, "tie")
DICE = tuple(sorted({*DIFFICULTY.values()}))
"""The Narrator's dice, by number."""

MOST_TIED = 8
"""As many as the formula of a tie takes."""


class Rows:
    """The rows of a fight, each sort after another; the first is the step between two rounds."""

    def __init__(self, entries: Hands, attacks: Hands, defends: Hands, fighters: int, reading: ContestReading) -> None:
        self.entries, self.attacks, self.defends = entries.all, attacks.all, defends.all
        self.reading = reading
        self.dice = 1
        self.ties = self.dice + len(self.entries)
        self.aims = self.ties + MOST_TIED - 1
        self.helpless = self.aims + max(fighters - 2, 0)
        self.contests = self.helpless + len(self.attacks) * len(DICE)
        self.count = self.contests + len(self.attacks) * len(self.defends)

    def question(self, row: int) -> Question | None:
        """The chance behind a row."""
        if row >= self.contests:
            attack, defence = divmod(row - self.contests, len(self.defends))
            inputs = (self.attacks[attack], self.defends[defence], self.reading)
            return Question(formulas.exchange, inputs, word_of)
        if row >= self.helpless:
            attack, die = divmod(row - self.helpless, len(DICE))
            return Question(formulas.helpless, (self.attacks[attack], DICE[die], self.reading), word_of)
        if row >= self.aims:
            return Question(formulas.target, (row - self.aims + 2,), int)
        if row >= self.ties:
            return Question(formulas.tie, (row - self.ties + 2,), places_word)
        return Question(formulas.order, (self.entries[row - self.dice],), _result) if row else None


def word_of(came: formulas.Exchange) -> int:
    """Who has won, and what it costs the attacker and the defender."""
    return WINNERS.index(came.winner) << 4 | came.attacker_loss << 2 | came.defender_loss


def places_word(places: tuple[int, ...]) -> int:
    """Which of those left comes next, each time."""
    left = list(range(len(places)))
    word, scale = 0, 1
    for place in places:
        at = left.index(place)
        word += at * scale
        scale *= len(left)
        del left[at]
    return word


def _result(placed: Any) -> int:
    result: int = placed.result
    return result
