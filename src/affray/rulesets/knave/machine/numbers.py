"""The numbers of a fight that never change: `P`, made from the state by the engine's own functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from affray.rules.machines import Question
from affray.rulesets.knave import formulas
from affray.rulesets.knave.attacking import bare_hands, engagement, is_spent
from affray.rulesets.knave.hands import swapping_costs
from affray.rulesets.knave.harm import lose
from affray.rulesets.knave.legality import stunt_comes_first
from affray.rulesets.knave.machine import layout as at
from affray.rulesets.knave.machine import questions as asked
from affray.rulesets.knave.machine.features import Features
from affray.rulesets.knave.machine.questions import Questions
from affray.rulesets.knave.morale import runs_on_its_turn
from affray.rulesets.knave.moving import leaving_costs
from affray.rulesets.knave.procedures import surprised
from affray.rulesets.knave.settling import fate_at
from affray.rulesets.knave.state import COMING, DEAD, FOES, PARTY, Damage, State, Turn
from affray.rulesets.knave.striking import hampered_by
from affray.rulesets.knave.stunts import advantage_only, halves, needs_reach

READINGS = {"adjacent_hostile": at.ADJACENT, "attacked_this_round": at.EITHER_STRUCK, "mutual": at.FOE_STRUCK}


def set_of(fighters: Iterable[int]) -> int:
    """Fighters as a set."""
    return sum([1 << one for one in fighters])


class Numbers:
    """`P` while it is made, with the questions of the fight and the length of a position."""

    def __init__(self, state: State, features: Features) -> None:
        self.state, self.features = state, features
        self.questions = Questions()
        self.P = [0] * at.TABLES
        self.length = at.HP + len(state.profiles)

    def each(self, array: int, numbers: Sequence[int]) -> None:
        """A number for each fighter."""
        self.P[array : array + len(numbers)] = numbers

    def table(self, place: int, numbers: Sequence[int]) -> None:
        """A table of P, which begins where `place` says."""
        self.P[place] = len(self.P)
        self.P += numbers

    def section(self, place: int, size: int) -> None:
        """A section of the position, which begins where `place` says."""
        self.P[place] = self.length
        self.length += size


def add_single(numbers: Numbers) -> None:
    """What holds for the whole fight."""
    P, state, features = numbers.P, numbers.state, numbers.features
    rulings = state.rulings
    everybody = range(len(state.profiles))
    P[at.FIGHTERS] = len(state.profiles)
    P[at.CAMPS], P[at.CAMPS + 1] = set_of(state.camps[PARTY]), set_of(state.camps[FOES])
    P[at.ORDERED] = int(features.order_is_drawn or bool(features.order))
    P[at.RANDOM_ORDER] = int(features.order_is_drawn)
    numbers.each(at.PLACE, features.order)
    P[at.IDLE] = 0 if state.round else set_of(surprised(state))
    P[at.ARRIVING] = set_of(one for one in everybody if state.conditions[one].fate == COMING)
    rolled = [one for one in everybody if state.profiles[one].hp_dice is not None and not state.round]
    P[at.ROLLED] = set_of(rolled)
    P[at.BARE] = int(bare_hands(rulings) is not None)
    P[at.SWAP_COSTS] = int(swapping_costs(rulings))
    P[at.LEAVING_COSTS] = int(leaving_costs(rulings))
    P[at.ENGAGED] = READINGS[engagement(rulings)]
    P[at.HAMPERS] = int(features.shoots and hampered_by(rulings, (0,)) > 0)
    P[at.NEEDS_REACH] = int(needs_reach(rulings))
    P[at.ADVANTAGE_ONLY] = int(advantage_only(rulings))
    P[at.STUNT_FIRST] = int(stunt_comes_first(rulings))
    P[at.FIRST_ROLL] = int(is_spent(Turn(0, blow=1), 0, False, rulings))
    P[at.HALVED] = int(halves(rulings))
    P[at.RUN_ON_TURN] = int(runs_on_its_turn(rulings))
    P[at.EDGES] = 3 if P[at.HAMPERS] else 2 if features.troubles else 1
    numbers.each(at.LOST, [lost(quality) for quality in range(-1, 11)])
    most = max(len(camp) for camp in state.camps)
    P[at.TARGET_ROWS] = numbers.questions.add(most + 1, asked.targets)
    if features.order_is_drawn:
        P[at.ORDER_ROWS] = numbers.questions.add(len(state.profiles) + 1, asked.order)


def lost(quality: int) -> int:
    """What is left of a quality that loses a point, as positions have it."""
    return packed_quality(lose(None if quality == 0 else max(quality, 0)))


def packed_quality(quality: int | None) -> int:
    """A quality as positions have it: 0 cannot break, -1 is destroyed."""
    return 0 if quality is None else quality or -1


def add_fighters(numbers: Numbers) -> None:
    """What holds for one fighter each."""
    state, features, profiles = numbers.state, numbers.features, numbers.state.profiles
    numbers.each(at.FOES_OF, [numbers.P[at.CAMPS + FOES - one.camp] for one in profiles])
    numbers.each(at.TACTIC, features.tactics)
    numbers.each(at.TRICK, features.tricks)
    numbers.each(at.DEAD_BELOW, [int(fate_at(one, 0, state.rulings) == DEAD) for one in profiles])
    numbers.each(at.MOST_HP, [one.max_hp for one in profiles])
    numbers.each(at.CAMP, [one.camp for one in profiles])
    numbers.each(at.JOINS, [one.joins for one in profiles])
    numbers.each(at.WEAPONS, [len(one.weapons) for one in profiles])
    rows: dict[Damage, int] = {}
    for one in profiles:
        if one.hp_dice is not None and one.hp_dice not in rows:
            rows[one.hp_dice] = numbers.questions.add(1, partial(_points, one.hp_dice))
    numbers.each(at.POINT_ROWS, [0 if one.hp_dice is None else rows[one.hp_dice] for one in profiles])


def _points(dice: Damage, place: int) -> Question:
    return Question(formulas.hit_points, (dice,), int)
