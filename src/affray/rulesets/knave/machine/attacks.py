"""The rows of every attack of a fight: what each is made with, against which guard, at which edge."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray.rules.machines import Question
from affray.rulesets.knave import formulas
from affray.rulesets.knave.attacking import Means, bare_hands, means_of, suits
from affray.rulesets.knave.machine.questions import Questions
from affray.rulesets.knave.machine.suits import Fitted, Wardrobe
from affray.rulesets.knave.state import FOES, PARTY, UNARMED, Profile, State, is_pc

Kind: TypeAlias = tuple[bool, tuple[str, ...]]
"""What the odds of an attack depend on in its target but for the armor: whether it is a PC, what it is weak to."""

EDGES = (0, 1, -1)
"""The edges in the order of their rows."""


class Guard(NamedTuple):
    """What an attack meets: the kind of its target, the armor defense, whether anything worn can lose a point."""

    kind: Kind
    defense: int
    breaks: bool


class Guards:
    """The guards of the fighters of one camp, numbered, and an example of each kind of fighter."""

    def __init__(self, state: State, camp: int, wardrobe: Wardrobe) -> None:
        self.numbers: dict[Guard, int] = {}
        self.kinds: dict[Kind, Profile] = {}
        for fighter in state.camps[camp]:
            self.kinds.setdefault(kind_of(state.profiles[fighter]), state.profiles[fighter])
            for fitted in wardrobe.states(fighter).values():
                self.numbers.setdefault(guard_of(state.profiles[fighter], fitted), len(self.numbers))
        self.list = tuple(self.numbers)


def kind_of(profile: Profile) -> Kind:
    """What the odds of an attack depend on in its target."""
    return is_pc(profile), profile.weak_to


def guard_of(profile: Profile, fitted: Fitted) -> Guard:
    """The guard of a fighter whose armor is in this state."""
    return Guard(kind_of(profile), fitted.defense, fitted.pieces > 0)


class Reach(NamedTuple):
    """The rows of one weapon in one pair of hands: that of its first blow, and how many there are for each point."""

    row: int
    step: int
    blows: int


NO_ATTACK = Reach(0, 0, 1)


class Attacks:
    """The rows of all attacks; alike ones share theirs. `edges` is how many of `EDGES` can come up."""

    def __init__(self, state: State, questions: Questions, wardrobe: Wardrobe, edges: int) -> None:
        self.guards = tuple([Guards(state, camp, wardrobe) for camp in (PARTY, FOES)])
        self.edges = edges
        self._state, self._questions = state, questions
        self._known: dict[tuple[int, tuple[Means, ...], tuple[bool, ...], int], Reach] = {}

    def reach(self, fighter: int, weapon: int) -> Reach:
        """The rows of a fighter's weapon, or of its bare hands."""
        state = self._state
        if weapon == UNARMED and bare_hands(state.rulings) is None:
            return NO_ATTACK
        profile = state.profiles[fighter]
        guards = self.guards[FOES - profile.camp]
        means = tuple([means_of(state.rulings, profile, one, weapon, False) for one in guards.kinds.values()])
        ideal = tuple(
            [
                suits(profile, target, weapon) if one.ideal is None else one.ideal
                for one, target in zip(means, guards.kinds.values(), strict=True)
            ]
        )
        points = 0 if weapon == UNARMED else state.conditions[fighter].weapons[weapon] or 0
        key = (profile.camp, means, ideal, points)
        if key not in self._known:
            self._known[key] = self._added(means, ideal, points, guards)
        return self._known[key]

    def _added(self, means: tuple[Means, ...], ideal: tuple[bool, ...], points: int, guards: Guards) -> Reach:
        blows, width = len(means[0].blows), len(guards.list)
        step = blows * self.edges * width
        least = 1 if points else 0
        by_kind = dict(zip(guards.kinds, zip(means, ideal, strict=True), strict=True))

        def ask(place: int) -> Question:
            quality, place = divmod(place, step)
            blow, place = divmod(place, self.edges * width)
            edge, number = divmod(place, width)
            guard = guards.list[number]
            with_what, suitable = by_kind[guard.kind]
            inputs = (
                with_what.bonus,
                guard.defense,
                with_what.blows[blow],
                EDGES[edge],
                suitable,
                with_what.roller,
                with_what.against,
                quality + least,
                self._state.rulings.attack,
            )
            worn, breaks = 2 if guard.breaks else 0, 1 if points else 0
            return Question(
                formulas.attack,
                inputs,
                lambda found: found.damage * 4 + found.armor_quality_lost * worn + found.weapon_quality_lost * breaks,
            )

        first = self._questions.add((points + 1 - least) * step, ask)
        return Reach(first - least * step, step, blows)
