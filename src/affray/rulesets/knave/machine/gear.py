"""Armor, weapons and edges in `P`, and the rows of all attacks."""

from __future__ import annotations

from msgspec.structs import replace

from affray.rulesets.knave.attacking import FLAGS, edge_over
from affray.rulesets.knave.effects import with_condition
from affray.rulesets.knave.machine import layout as at
from affray.rulesets.knave.machine import questions as asked
from affray.rulesets.knave.machine.attacks import Attacks, guard_of
from affray.rulesets.knave.machine.numbers import Numbers
from affray.rulesets.knave.machine.suits import Fitted, Wardrobe, Wear, wear_of
from affray.rulesets.knave.state import FOES, PARTY, UNARMED, UP


class Gear:
    """What is worn and carried; `armor` says of each fighter where in P its armor stands when it is so worn."""

    def __init__(self, numbers: Numbers) -> None:
        P, state, features = numbers.P, numbers.state, numbers.features
        self.numbers = numbers
        self.wardrobe = Wardrobe(state, features.may_sling)
        self.attacks = Attacks(state, numbers.questions, self.wardrobe, P[at.EDGES])
        self.weapons = max([len(one.weapons) for one in state.profiles])
        everybody = range(len(state.profiles))
        alike: dict[object, dict[Wear, int]] = {}
        self.armor = [self._suit(one, alike) for one in everybody]
        numbers.each(at.ARMOR, [self.armor[one][wear_of(state.conditions[one])] for one in everybody])
        numbers.each(at.GUARD, [P[P[at.ARMOR + one] + at.GUARD_OF] for one in everybody])
        numbers.each(at.EDGE_STEP, [len(self.attacks.guards[FOES - one.camp].list) for one in state.profiles])
        arms = [self._arm(one, weapon) for weapon in range(-1, self.weapons) for one in everybody]
        numbers.table(at.ARMS_AT, [number for arm in arms for number in arm])
        firsts = [self.attacks.reach(one, 0) for one in everybody if state.profiles[one].weapons]
        armed = [one for one in everybody if state.profiles[one].weapons]
        for one, first in zip(armed, firsts, strict=True):
            P[at.REACH + one], P[at.STEP + one] = first.row, first.step
        worn = [fitted for one in everybody for fitted in self.wardrobe.states(one).values()]
        P[at.PIECES_AT_RANDOM] = int(any(fitted.drawn for fitted in worn))
        P[at.PIECES_CHOSEN] = int(any(fitted.chosen for fitted in worn))
        if P[at.PIECES_AT_RANDOM]:
            P[at.PIECE_ROWS] = numbers.questions.add(4, asked.pieces)
        numbers.table(at.EDGES_AT, self._edges())

    def wears(self) -> bool:
        """Whether anybody's armor can come to another state."""
        return any(len(places) > 1 for places in self.armor)

    def _suit(self, fighter: int, alike: dict[object, dict[Wear, int]]) -> dict[Wear, int]:
        """Where the states of a fighter's armor stand, one after another; alike ones share them."""
        profile, found = self.numbers.state.profiles[fighter], self.wardrobe.states(fighter)
        P, guards = self.numbers.P, self.attacks.guards[profile.camp].numbers
        key = (profile.camp, *found.items(), guard_of(profile, next(iter(found.values()))))
        if key not in alike:
            places = alike[key] = {wear: len(P) + at.ARMOR_SIZE * number for number, wear in enumerate(found)}
            for fitted in found.values():
                P += _record(fitted, places, guards[guard_of(profile, fitted)])
        return alike[key]

    def _arm(self, fighter: int, weapon: int) -> tuple[int, int, int, int]:
        profile = self.numbers.state.profiles[fighter]
        if weapon >= len(profile.weapons):
            return 0, 0, 1, 0
        nature = 0
        if weapon != UNARMED:
            one = profile.weapons[weapon]
            nature |= at.RANGED if one.kind == "ranged" else 0
            nature |= at.TWO_HANDED if one.hands > 1 else 0
            nature |= at.NATURAL if "natural" in one.tags else 0
        row, step, blows = self.attacks.reach(fighter, weapon)
        return row, step, blows, nature

    def _edges(self) -> list[int]:
        """The edge over one who is at a disadvantage in so many ways, hampered or not."""
        state = self.numbers.state
        actor, target = state.camps[PARTY][0], state.camps[FOES][0]
        found = []
        for ways in range(len(FLAGS) + 1):
            one = replace(state.conditions[target], fate=UP, flags=FLAGS[:ways], passing=(), tripped=False)
            seen = replace(state, conditions=with_condition(state, target, one))
            found += [edge_over(seen, actor, target, hampered) for hampered in range(2)]
        return found


def _record(fitted: Fitted, places: dict[Wear, int], guard: int) -> list[int]:
    losses = [places[wear] for wear in fitted.losses]
    return [
        guard,
        losses[0],
        fitted.pieces,
        *(losses * 3)[:3],
        places[fitted.slung],
        int(fitted.in_hand),
        places[fitted.held],
        fitted.defense,
    ]
