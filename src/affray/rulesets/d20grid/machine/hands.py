"""Weapons and hands as records of numbers."""

from __future__ import annotations

from typing import TypeAlias

from affray.rulesets.d20grid.attacking import attack_bonus, is_skilled
from affray.rulesets.d20grid.drawing import COSTS, cost_of
from affray.rulesets.d20grid.ground import area_of, weapons_at_hand
from affray.rulesets.d20grid.machine import layout
from affray.rulesets.d20grid.machine.rows import Rows
from affray.rulesets.d20grid.state import SQUARE, UP, Condition, State, is_ranged

Holding: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A fighter, what is in its hands, and what it has dropped."""


class Hands:
    """The hands that a fight can come to: the tactics draw one weapon where there is none in hand."""

    def __init__(self, state: State, numbers: list[int], rows: Rows, defenses: list[int], edges: range) -> None:
        self._state, self._numbers, self._rows = state, numbers, rows
        self.arms: dict[tuple[int, int], int] = {}
        self.found: dict[Holding, int] = {}
        for fighter in range(len(state.profiles)):
            for weapon in range(len(state.profiles[fighter].weapons)):
                self.arms[fighter, weapon] = self._arm(fighter, weapon, defenses, edges)
        for fighter, one in enumerate(state.conditions):
            self._hand((fighter, one.drawn, one.dropped))

    def _arm(self, fighter: int, number: int, defenses: list[int], edges: range) -> int:
        profile, rows = self._state.profiles[fighter], self._rows
        weapon = profile.weapons[number]
        place = len(self._numbers)
        self._numbers += [
            rows.damage(profile, weapon, full=is_ranged(weapon)),
            is_ranged(weapon),
            weapon.reach // SQUARE,
            weapon.subdues,
            is_skilled(profile, weapon),
            rows.attacks(attack_bonus(profile, weapon, self._state.rulings), defenses, edges),
            rows.damage(profile, weapon, full=False),
        ]
        return place

    def _hand(self, holding: Holding) -> int:
        if holding in self.found:
            return self.found[holding]
        fighter, drawn, dropped = holding
        profile = self._state.profiles[fighter]
        draws = [
            number
            for weapon in range(len(profile.weapons))
            if not drawn and weapon not in dropped
            for number in (self._cost(fighter, weapon), self._hand((fighter, (weapon,), dropped)))
        ]
        one = Condition(0, (0, 0), drawn=drawn, fate=UP)
        watching = weapons_at_hand(self._alone(fighter, one), fighter)
        held = [profile.weapons[weapon] for weapon in drawn]
        place = self.found[holding] = len(self._numbers)
        self._numbers += [
            max([profile.weapons[weapon].reach // SQUARE for weapon in watching], default=0),
            len(drawn),
            *self._both(fighter, drawn),
            area_of(profile, one) // SQUARE,
            bool(held) and is_ranged(held[0]),
            any([is_ranged(weapon) for weapon in held]),
            max([weapon.reach // SQUARE for weapon in held], default=0),
            len(watching),
            *self._both(fighter, watching),
            any([is_ranged(profile.weapons[weapon]) for weapon in watching]),
            len(draws) // 2,
            place + layout.GRIP,
            *draws,
        ]
        return place

    def _cost(self, fighter: int, weapon: int) -> int:
        profile = self._state.profiles[fighter]
        return COSTS.index(cost_of(profile, profile.weapons[weapon], self._state.rulings, drawing=True))

    def _both(self, fighter: int, weapons: tuple[int, ...]) -> tuple[int, int]:
        arms = [self.arms[fighter, weapon] for weapon in weapons]
        return (*arms, 0, 0)[0], (*arms, 0, 0)[1]

    def _alone(self, fighter: int, one: Condition) -> State:
        """A state in which nothing is known of a fighter but this."""
        before, after = self._state.conditions[:fighter], self._state.conditions[fighter + 1 :]
        return State(self._state.rulings, self._state.map, self._state.profiles, (*before, one, *after))
