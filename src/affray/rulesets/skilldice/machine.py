"""The order of play once more, on small plain values, for solving: step by step equal to the engine, and much faster.

Odds come from the formulas, what is left from the harm functions, readings from their owners; only who is asked next
is told a second time. A position is (order, place, pending, fighter, fighter, ...): those who are in the fight in the
order of their turns, the place whose turn it is (one past the last between two rounds), the questions that wait, and of
each fighter the numbers that can still matter, or None for one who is not in the fight.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

from msgspec.structs import replace

from affray.errors import Unsupported
from affray.rules import Branch, Choices, Odds
from affray.rulesets.skilldice import formulas
from affray.rulesets.skilldice.attacking import (
    ENDED_BY_ATTACK,
    attackers_loss,
    defence_skills,
    difficulty,
    landing_rides,
    narrator_names_attack,
    out_of_reach,
    rider_counts,
    shares,
)
from affray.rulesets.skilldice.hands import crushes, hand
from affray.rulesets.skilldice.harm import bleeds_again, track, with_one
from affray.rulesets.skilldice.legality import most_dice, one_attack
from affray.rulesets.skilldice.ordering import ties_act_together
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.settling import passes, refills_together
from affray.rulesets.skilldice.state import (
    ACTIONS,
    HELD_FAST,
    NOTHING,
    SKILLS,
    UP,
    Condition,
    Manner,
    Offer,
    Skill,
    State,
    SweepChoice,
    Three,
    place_of,
)
from affray.rulesets.skilldice.turns import rolls_for_order, waits_for_turn

Order: TypeAlias = tuple[int, ...]
Question: TypeAlias = tuple[int, int, int, Skill, int]
OFFER, SWEEP = 0, 1
"""The questions that can wait: (OFFER, attacker, target, skill, dice) and (SWEEP, winner, loser, skill, cost)."""

Fighter: TypeAlias = tuple[Three, Three, int, Manner, bool, bool]
"""Points lost and open wounds by Skill, actions left, manner, whether it may spend them, whether it has attacked."""

Fighters: TypeAlias = list[Any]
"""A `Fighter` each, or None for one who is not in the fight."""

Position: TypeAlias = tuple[Any, ...]


def supported(rulings: Rulings) -> None:
    """Raises `Unsupported` for a reading under which the order changes, or the Narrator decides in between."""
    if rolls_for_order(rulings, first=False):
        raise Unsupported("D01=each_round")
    if ties_act_together(rulings):
        raise Unsupported("D02=simultaneous")
    if narrator_names_attack(rulings):
        raise Unsupported("D52=narrator")
    if not defence_skills("body", rulings):
        raise Unsupported("D11=narrator")


class OrderOfPlay:
    """The order of play of one fight, from the moment its order is fixed; `skills` are those that attacks may use."""

    def __init__(self, state: State, skills: tuple[Skill, ...], odds: Odds) -> None:
        """Raises `Unsupported`, see `supported`."""
        rulings = state.rulings
        supported(rulings)
        self.rulings, self.skills, self.odds = rulings, skills, odds
        self.profiles, self.sheets = state.profiles, state.conditions
        self.left = [_left(state, fighter) for fighter in range(len(state.profiles))]
        self.together, self.passes, self.once = refills_together(rulings), passes(rulings), one_attack(rulings)
        self.waits = waits_for_turn(rulings)
        self.dice = range(1, most_dice(rulings) + 1)
        self.rides = cache(self._rides)
        self.clash = cache(self._clash)
        self.strike = cache(self._strike)

    def pack(self, state: State) -> Position | None:
        """The position of a state; None before the order of the first round is fixed."""
        if state.over:
            return (state.winner,)
        if state.entering or not state.order:
            return None
        pending: list[Question] = []
        for one in state.pending:
            match one:
                case Offer(strife):
                    pending.append((OFFER, strife.attacker, strife.target, strife.skill, strife.dice))
                case SweepChoice(seat, target, skill, cost):
                    pending.append((SWEEP, seat, target, skill, cost))
                case _:
                    return None
        fighters = [self._fighter(one) if one.fate == UP else None for one in state.conditions]
        order = tuple([fighter for group in state.order for fighter in group])
        return self._at(order, state.place, tuple(pending), fighters)

    def _fighter(self, one: Condition) -> Fighter:
        attacked = self.once and one.attacks > 0
        return one.lost, one.wounds, one.actions, one.manner, one.begun or not self.waits, attacked

    def _at(self, order: Order, place: int, pending: tuple[Question, ...], fighters: Fighters) -> Position:
        """The position with everything forgotten that cannot matter any more."""
        if None in fighters:
            up = tuple([one for one in order if fighters[one] is not None])
            if len(up) < len(order):
                place = len([one for one in order[:place] if fighters[one] is not None])
                order = up
        if place >= len(order) and self.together:
            fighters = [one and (one[0], one[1], 0, *one[3:]) for one in fighters]
        return order, place, pending, *fighters

    def choices(self, position: Position) -> Choices:
        """What can be done in a position; see `Machine`."""
        if len(position) == 1:
            return Choices(None, (), over=True, winner=position[0])
        order, place, pending, *fighters = position
        if pending:
            return self._answers(order, place, pending, fighters)
        if place >= len(order):
            return Choices(None, (self._begin_round(order, fighters),))
        actor = order[place]
        return Choices(self.profiles[actor].side, tuple(self._turn(order, place, actor, fighters)))

    # The turn

    def _turn(self, order: Order, place: int, actor: int, fighters: Fighters) -> Iterator[Branch]:
        """An attack on each enemy with each Skill and number of actions, then the end of the turn."""
        lost, wounds, actions, manner, begun, attacked = fighters[actor]
        if actions and not attacked:
            side = self.profiles[actor].side
            foes = [one for one, it in enumerate(fighters) if it is not None and self.profiles[one].side != side]
            for target in foes:
                for skill in self.skills:
                    for dice in self.dice:
                        if dice <= actions:
                            paid = fighters.copy()
                            paid[actor] = (lost, wounds, actions - dice, manner, begun, self.once)
                            yield self._meet(order, place, paid, (OFFER, actor, target, skill, dice))
        yield ((self._advance(order, place + 1, fighters.copy()), 1),)

    def _meet(self, order: Order, place: int, fighters: Fighters, offer: Question) -> Branch:
        """The target is asked whether it defends, if it can; an attack that it cannot meet goes on."""
        _, _, actions, manner, begun, _ = fighters[offer[2]]
        if manner == "able" and actions and begun:
            return (((order, place, (offer,), *fighters), 1),)
        return self._undefended(order, place, fighters, offer, spent=manner == "able")

    def _begin_round(self, order: Order, fighters: Fighters) -> Branch:
        if self.together:
            fighters = [one and (one[0], one[1], ACTIONS, *one[3:]) for one in fighters]
        return ((self._advance(order, 0, fighters), 1),)

    # Answers

    def _answers(self, order: Order, place: int, pending: tuple[Question, ...], fighters: Fighters) -> Choices:
        kind, one, other, skill, _ = pending[0]
        if kind == SWEEP:
            landing = (other, *self._within_reach(fighters, one, other))
            branches = [self._land(order, place, pending, fighters, target) for target in landing]
            return Choices(self.profiles[one].side, tuple(branches))
        lost, wounds, actions, manner, begun, attacked = fighters[other]
        paid = fighters.copy()
        paid[other] = (lost, wounds, actions - 1, manner, begun, attacked)
        skills = defence_skills(skill, self.rulings)
        branches = [self._contest(order, place, paid, pending[0], against) for against in skills]
        branches.append(self._undefended(order, place, fighters, pending[0], spent=False))
        return Choices(self.profiles[other].side, tuple(branches))

    def _contest(self, order: Order, place: int, fighters: Fighters, offer: Question, against: Skill) -> Branch:
        """Both roll; what it costs whom, and whose weapon rides, is read off the same owners as in `attacking`."""
        _, attacker, target, skill, dice = offer
        rulings, found = self.rulings, []
        mine, theirs = fighters[attacker][0], fighters[target][0]
        safe = out_of_reach(self.profiles[attacker], self.profiles[target], skill, rulings)
        for came, weight in self.clash(attacker, mine, skill, dice, target, theirs, against):
            after: Fighters = fighters.copy()
            pending: list[Question] = []
            if came.defender_loss:
                rides = rider_counts("attacker", came.winner, skill, rulings)
                self._hit(after, pending, attacker, target, against, came.defender_loss, rides)
            if came.attacker_loss and not safe:
                rides = rider_counts("defender", came.winner, against, rulings)
                in_skill = attackers_loss(skill, against, rulings)
                self._hit(after, pending, target, attacker, in_skill, came.attacker_loss, rides)
            found.append((self._settle(order, place, tuple(pending), after), weight))
        return tuple(found)

    def _undefended(self, order: Order, place: int, fighters: Fighters, offer: Question, *, spent: bool) -> Branch:
        """The attack lands without a roll, or meets the Narrator's die."""
        _, attacker, target, skill, dice = offer
        manner = fighters[target][3]
        sides = difficulty(manner, self.rulings, spent=spent)
        found = []
        for came, weight in self.strike(attacker, fighters[attacker][0], skill, dice, sides):
            after: Fighters = fighters.copy()
            pending: list[Question] = []
            if came.defender_loss:
                rides = (
                    rider_counts("attacker", came.winner, skill, self.rulings)
                    if sides
                    else landing_rides(skill, self.rulings)
                )
                self._hit(after, pending, attacker, target, skill, came.defender_loss, rides)
            self._lose(after, attacker, skill, came.attacker_loss)
            if manner in ENDED_BY_ATTACK and self.passes:
                after[target] = (*after[target][:3], "able", *after[target][4:])
            found.append((self._settle(order, place, tuple(pending), after), weight))
        return tuple(found)

    def _clash(
        self, attacker: int, mine: Three, skill: Skill, dice: int, target: int, theirs: Three, against: Skill
    ) -> tuple[tuple[Any, int], ...]:
        one, other, rulings = self.profiles[attacker], self.profiles[target], self.rulings
        crushed = crushes(other, against, rulings, attacking=False)
        attack = self._hand(attacker, mine, skill, dice, crushed=crushed)
        crushed = crushes(one, skill, rulings, attacking=True)
        defence = self._hand(target, theirs, against, 1, crushed=crushed)
        return tuple(self.odds(formulas.exchange, attack, defence, rulings.contest).items())

    def _strike(self, attacker: int, mine: Three, skill: Skill, dice: int, sides: int) -> tuple[tuple[Any, int], ...]:
        if not sides:
            return ((formulas.Exchange("attacker", 0, 1), 1),)
        attack = self._hand(attacker, mine, skill, dice, crushed=False)
        return tuple(self.odds(formulas.helpless, attack, sides, self.rulings.contest).items())

    def _hand(self, fighter: int, lost: Three, skill: Skill, dice: int, *, crushed: bool) -> formulas.Hand:
        sheet = replace(self.sheets[fighter], lost=lost)
        return hand(self.profiles[fighter], sheet, self.rulings, skill, dice, crushed=crushed)

    # What a win does

    def _hit(
        self, fighters: Fighters, pending: list[Question], winner: int, loser: int, skill: Skill, cost: int, rides: bool
    ) -> None:
        weapon = self.profiles[winner].weapon if rides else "none"
        if weapon == "slashing" and self._within_reach(fighters, winner, loser):
            pending.append((SWEEP, winner, loser, skill, cost))
            return
        self._lose(fighters, loser, skill, cost)
        if weapon == "piercing":
            lost, wounds, *rest = fighters[loser]
            if self.rides(wounds)[0]:
                at = place_of(skill)
                fighters[loser] = (lost, with_one(wounds, skill, wounds[at] + 1), *rest)

    def _rides(self, wounds: Three) -> tuple[bool, bool]:
        return bleeds_again(Condition(wounds=wounds), self.rulings)

    def _within_reach(self, fighters: Fighters, winner: int, loser: int) -> tuple[int, ...]:
        profiles, sheets = self.profiles, self.sheets
        side, group = profiles[winner].side, sheets[winner].group
        return tuple(
            [
                one
                for one, it in enumerate(fighters)
                if it is not None and one != loser and profiles[one].side != side and sheets[one].group == group
            ]
        )

    def _land(self, order: Order, place: int, pending: tuple[Question, ...], fighters: Fighters, target: int) -> Branch:
        _, _, aimed_at, skill, number = pending[0]
        after = fighters.copy()
        for fighter, cost in shares(aimed_at, target, number, self.rulings):
            self._lose(after, fighter, skill, cost)
        return ((self._settle(order, place, pending[1:], after), 1),)

    def _lose(self, fighters: Fighters, fighter: int, skill: Skill, cost: int) -> None:
        """Stamina is lost, as far as there is any."""
        it = fighters[fighter]
        assert it is not None
        lost, at = it[0], place_of(skill)
        points = min(cost, self.left[fighter][at][lost[at]])
        if points:
            fighters[fighter] = (with_one(lost, skill, lost[at] + points), *it[1:])

    # What follows by itself

    def _settle(self, order: Order, place: int, pending: tuple[Question, ...], fighters: Fighters) -> Position:
        if pending:
            return order, place, pending, *fighters
        self._fates(fighters)
        if self._is_over(fighters):
            self._bleed(fighters)
            self._fates(fighters)
            return (self._winner(fighters),)
        current = fighters[order[place]]
        if current is not None and current[3] not in HELD_FAST:
            return self._at(order, place, (), fighters)
        return self._advance(order, place + 1, fighters)

    def _fates(self, fighters: Fighters) -> None:
        """At zero in any Skill one is out."""
        for fighter, it in enumerate(fighters):
            if it is not None:
                left, lost = self.left[fighter], it[0]
                if not (left[0][lost[0]] and left[1][lost[1]] and left[2][lost[2]]):
                    fighters[fighter] = None

    def _is_over(self, fighters: Fighters) -> bool:
        return len({self.profiles[one].side for one, it in enumerate(fighters) if it is not None}) < 2

    def _winner(self, fighters: Fighters) -> str | None:
        return next((self.profiles[one].side for one, it in enumerate(fighters) if it is not None), None)

    def _advance(self, order: Order, start: int, fighters: Fighters) -> Position:
        """The turn goes to the next in the order who can act; after the last one the round ends, and wounds bleed."""
        for place in range(start, len(order)):
            it = fighters[order[place]]
            if it is not None and it[3] not in HELD_FAST:
                lost, wounds, actions, manner, _, _ = it
                actions = actions if self.together else ACTIONS
                manner = "able" if manner == "moving" and self.passes else manner
                fighters[order[place]] = (lost, wounds, actions, manner, True, False)
                return self._at(order, place, (), fighters)
        self._bleed(fighters)
        self._fates(fighters)
        if self._is_over(fighters):
            return (self._winner(fighters),)
        return self._at(order, len(order), (), fighters)

    def _bleed(self, fighters: Fighters) -> None:
        for fighter, it in enumerate(fighters):
            if it is None or not any(it[1]):
                continue
            for skill, cost in zip(SKILLS, it[1], strict=True):
                self._lose(fighters, fighter, skill, cost)
            if not self.rides(it[1])[1]:
                fighters[fighter] = (fighters[fighter][0], NOTHING, *it[2:])


def _left(state: State, fighter: int) -> list[list[int]]:
    """The points left of each Skill, by the points lost."""
    profile, sheet = state.profiles[fighter], state.conditions[fighter]
    return [
        [
            track(profile, replace(sheet, lost=with_one(sheet.lost, skill, lost)), skill, state.rulings).left
            for lost in range(sides + 1)
        ]
        for skill, sides in zip(SKILLS, profile.sides, strict=True)
    ]
