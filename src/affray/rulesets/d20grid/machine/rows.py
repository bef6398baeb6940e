"""The rows of a fight: every chance that may be due, numbered."""

from __future__ import annotations

from typing import Any

from affray.dice import Formula
from affray.rules.machines import Question
from affray.rulesets.d20grid import formulas
from affray.rulesets.d20grid.attacking import bonuses
from affray.rulesets.d20grid.formulas import Dealt, Placed, Swing
from affray.rulesets.d20grid.state import Profile, State, Weapon, is_ranged


def word_of_tie(order: tuple[int, ...]) -> int:
    """Who goes first, of those who are level, in the lowest three bits, and so on."""
    return sum([one << 3 * place for place, one in enumerate(order)])


class Rows:
    """The questions so far; `ROUND` is row 0 and none. Equal questions are one row."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.questions: list[Question | None] = [None]
        self.most_damage = 0
        """The most that a hit of this fight deals."""
        self._known: dict[tuple[str, tuple[Any, ...]], int] = {}

    def _row(self, formula: Formula[..., Any], inputs: tuple[Any, ...], word: Any) -> int:
        key = (formula.name, inputs)
        if key not in self._known:
            self._known[key] = len(self.questions)
            self.questions.append(Question(formula, inputs, word))
        return self._known[key]

    def initiative(self, profile: Profile) -> int:
        """A roll for initiative."""

        def word(placed: Placed) -> int:
            return placed.result

        return self._row(formulas.initiative, (profile.initiative,), word)

    def ties(self, most: int) -> int:
        """Who goes first of 2 and more who are level; returns the row before that of 1."""
        first = [self._row(formulas.tie, (count,), word_of_tie) for count in range(2, most + 1)]
        return first[0] - 2 if first else 0

    def choices(self, most: int) -> int:
        """One of 2 and more foes; returns the row before that of 1."""
        first = [self._row(formulas.target, (count,), int) for count in range(2, most + 1)]
        return first[0] - 2 if first else 0

    def attacks(self, bonus: int, defenses: list[int], edges: range) -> int:
        """Attacks with a bonus at each Defense with each edge, in order; returns the row of edge 0."""

        def word(swing: Swing) -> int:
            return int(swing.hit)

        reading = self._state.rulings.attack
        first = [self._row(formulas.attack, (bonus, one, edge, reading), word) for one in defenses for edge in edges]
        return first[0] - edges.start

    def damage(self, profile: Profile, weapon: Weapon, *, full: bool) -> int:
        """What a hit deals."""

        def word(dealt: Dealt) -> int:
            return dealt.damage

        rulings = self._state.rulings
        strength = 0 if is_ranged(weapon) else profile.strength
        multipliers, flat = bonuses(profile, weapon, rulings)
        most = formulas.multiplied(weapon.damage.most + strength, multipliers, rulings.damage) + flat
        self.most_damage = max(self.most_damage, most)
        inputs = (weapon.damage, strength, multipliers, flat, full, rulings.damage)
        return self._row(formulas.damage, inputs, word)
