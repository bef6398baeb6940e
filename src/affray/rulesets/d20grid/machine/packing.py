"""States as positions."""

from __future__ import annotations

from itertools import pairwise

from affray.rules.machines import OVER
from affray.rulesets.d20grid.grid import DIRECTIONS
from affray.rulesets.d20grid.ground import square_of, weapons_at_hand
from affray.rulesets.d20grid.machine import layout
from affray.rulesets.d20grid.machine.attacking import hit
from affray.rulesets.d20grid.machine.numbers import Fight
from affray.rulesets.d20grid.machine.program import take
from affray.rulesets.d20grid.moving import crossings_of, gets_to
from affray.rulesets.d20grid.ordering import aware_ones, is_surprise
from affray.rulesets.d20grid.state import (
    Condition,
    Crossing,
    Offer,
    Passage,
    State,
    WeaponChoice,
    sides_of,
)

FATES = ("up", "down", "dead")


class Packing:
    """States of one fight as positions of its machine."""

    def __init__(self, fight: Fight) -> None:
        self._fight, self._start, self._numbers = fight, fight.state, tuple(fight.numbers)

    def pack(self, state: State) -> tuple[int, ...] | None:
        """The position of a state; None for one that the tactics cannot come to from the start of the fight."""
        if not (self._is_of_the_fight(state) and is_usual(state)):
            return None
        s = [0] * self._numbers[layout.END]
        s[layout.ROUNDS], s[layout.SURPRISE] = state.round, int(state.surprise and not state.over)
        for number, one in enumerate(state.conditions):
            place = layout.HEAD + number * layout.EACH
            s[place : place + layout.EACH] = self._fighter(state, number, one)
        order = self._numbers[layout.ORDER]
        s[order : order + len(state.order)] = state.order
        s[layout.LENGTH] = len(state.order)
        self._put_moment(s, state)
        return tuple(s)

    def _is_of_the_fight(self, state: State) -> bool:
        """Whether nothing has changed that no tactic changes."""
        start = self._start
        if (state.profiles, state.map, state.rulings) != (start.profiles, start.map, start.rulings):
            return False
        if state.round == 0 and (is_surprise(state), aware_ones(state)) != (is_surprise(start), aware_ones(start)):
            return False
        pairs = zip(state.conditions, start.conditions, strict=True)
        return all(
            [
                seen_flags(one) == seen_flags(before) and one.behind == before.behind and self._hand(number, one) > 0
                for number, (one, before) in enumerate(pairs)
            ]
        )

    def _hand(self, fighter: int, one: Condition) -> int:
        return self._fight.hands.found.get((fighter, one.drawn, one.dropped), 0)

    def _fighter(self, state: State, number: int, one: Condition) -> list[int]:
        x, y = square_of(one.at)
        results = dict(state.entries)
        entry = layout.PLACED if number in state.order else layout.ROLLED if number in results else layout.OUTSIDE
        return [
            int(one.owes_swift),
            x,
            y,
            one.hp,
            min(one.subdual, self._numbers[layout.MOST_DULLED]),
            FATES.index(one.fate),
            self._hand(number, one),
            one.pool,
            int(one.opportunity),
            int("unaware" in one.flags),
            layout.ROLLING if number in state.entering else entry,
            results.get(number, 0),
        ]

    def _put_moment(self, s: list[int], state: State) -> None:
        """What the fight waits for."""
        P, turn = self._numbers, state.turn
        if state.over:
            winner = 0 if state.winner is None else 1 + sides_of(state).index(state.winner)
            s[layout.PHASE], s[layout.DUE], s[layout.WINNER] = layout.ENDED, OVER, winner
            return
        if state.entering:
            actor = state.entering[0]
            row = P[layout.FIRST + actor * layout.RECORD + layout.INITIATIVE]
            s[layout.PHASE], s[layout.DUE], s[layout.ACTOR] = layout.ROLL, row, actor
            return
        if turn is None:
            return
        s[layout.PHASE], s[layout.PLACE] = layout.TURN, state.place + 1
        s[layout.ACTOR : layout.STEPPED + 1] = [
            turn.actor,
            turn.swift,
            turn.standard,
            turn.moved,
            turn.attacked,
            turn.full,
            turn.blows,
            turn.struck > 0,
            turn.stepped,
        ]
        s[layout.ACTOR : layout.STEPPED + 1] = map(int, s[layout.ACTOR : layout.STEPPED + 1])
        if state.passage is not None:
            self._put_passage(s, state.passage)
        pending = state.pending[0] if state.pending else None
        if isinstance(pending, WeaponChoice):
            self._put_choice(s, pending)
        else:
            s[layout.PHASE] = layout.WALK if pending else layout.TURN
            take(s, P, 0)

    def _put_passage(self, s: list[int], passage: Passage) -> None:
        squares = [square_of(place) for place in passage.path]
        directions = [DIRECTIONS.index((x2 - x, y2 - y)) for (x, y), (x2, y2) in pairwise(squares)]
        s[layout.WAY], s[layout.FROM_X], s[layout.FROM_Y] = len(directions), *squares[0]
        path = self._numbers[layout.PATH]
        s[path : path + len(directions)] = directions

    def _put_choice(self, s: list[int], choice: WeaponChoice) -> None:
        """The first of two weapons deals the damage."""
        arm = self._fight.hands.arms[choice.attacker, choice.weapons[0]]
        s[layout.STRIKER], s[layout.TARGET], s[layout.ARM] = choice.attacker, choice.target, arm
        s[layout.SPOT_X], s[layout.SPOT_Y] = square_of(choice.spot)
        hit(s, self._numbers)
        s[layout.SUBDUAL] = max(s[layout.SUBDUAL], int(choice.subdual))


def seen_flags(one: Condition) -> tuple[str, ...]:
    """The flags that stay."""
    return tuple([flag for flag in one.flags if flag != "unaware"])


def is_usual(state: State) -> bool:
    """Whether the rules and the tactics alone could have led to a moment of this kind."""
    turn, placed = state.turn, {*state.order, *state.entering, *dict(state.entries)}
    if turn is not None and (turn.disengaged or (turn.drew and not state.conditions[turn.actor].drawn)):
        return False
    alive = {number for number, one in enumerate(state.conditions) if one.fate != "dead"}
    if state.round and not (state.surprise or state.over) and not alive <= placed:
        return False
    return state.passage is None or is_on_its_way(state, state.passage)


def is_on_its_way(state: State, passage: Passage) -> bool:
    """Whether what is left of a movement is what its path says."""
    pending = state.pending[0]
    mine = [one for one in passage.crossings if weapons_at_hand(state, one.owner)]
    if isinstance(pending, Offer):
        mine.insert(0, Crossing(pending.owner, pending.way, pending.spot, passage.place))
    squares = tuple([square_of(place) for place in passage.path])
    if gets_to(state, passage.mover, squares, passage.place) < len(squares) - 1:
        return False
    return tuple(mine) == crossings_of(state, passage.mover, squares)
