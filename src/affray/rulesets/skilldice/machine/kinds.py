"""The kinds of fighters of a fight, and the hands that they can come to roll, numbered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from affray.rulesets.skilldice.formulas import Hand
from affray.rulesets.skilldice.hands import hand
from affray.rulesets.skilldice.harm import track, with_one
from affray.rulesets.skilldice.legality import most_dice
from affray.rulesets.skilldice.machine.numbers import POINTS
from affray.rulesets.skilldice.state import NOTHING, SKILLS, Condition, Profile, Skill, State, place_of

NO_HAND = 0
"""Instead of the number of a hand, where nothing is left to roll with; nobody comes to ask for it."""


class Kind:
    """Fighters who differ in nothing that bears on a roll but in what they have lost."""

    def __init__(self, state: State, fighter: int) -> None:
        one = state.conditions[fighter]
        self.rulings = state.rulings
        self.profile: Profile = replace(state.profiles[fighter], name="", side="", players=False)
        self.condition = Condition(scars=one.scars, edge=one.edge, step=one.step)

    def key(self) -> tuple[Profile, Condition]:
        """Equal for fighters of one kind."""
        return self.profile, self.condition

    def with_lost(self, skill: Skill, lost: int) -> Condition:
        """One of the kind who has lost these points of a Skill."""
        return replace(self.condition, lost=with_one(NOTHING, skill, lost))

    def tracks(self) -> Iterator[tuple[int, int]]:
        """By Skill and points lost: what is left, and the ceiling; nothing for more points than the die has sides."""
        for skill in SKILLS:
            for lost in range(POINTS):
                if lost > self.profile.sides[place_of(skill)]:
                    yield 0, 0
                    continue
                yield track(self.profile, self.with_lost(skill, lost), skill, self.rulings)

    def hands(self, skill: Skill, dice: int, *, crushed: bool) -> Iterator[Hand | None]:
        """By points lost: what is rolled for a Skill; None where nothing is left of it."""
        for lost in range(POINTS):
            one = self.with_lost(skill, min(lost, self.profile.sides[place_of(skill)]))
            rolled = hand(self.profile, one, self.rulings, skill, dice, crushed=crushed)
            yield rolled if rolled.ceiling else None

    def entry_die(self) -> int:
        """The sides of the die that is rolled for the order."""
        return hand(self.profile, self.condition, self.rulings, "body").die


class Kinds:
    """All kinds of a fight: `of` gives the number of a fighter's."""

    def __init__(self, state: State) -> None:
        self.all: list[Kind] = []
        numbers: dict[tuple[Profile, Condition], int] = {}
        self.of: list[int] = []
        for fighter in range(len(state.profiles)):
            kind = Kind(state, fighter)
            number = numbers.setdefault(kind.key(), len(numbers))
            self.of.append(number)
            if number == len(self.all):
                self.all.append(kind)


class Hands:
    """Hands numbered in the order in which they are met; `table` holds the numbers."""

    def __init__(self, found: Iterable[Hand | None]) -> None:
        known: dict[Hand, int] = {}
        self.table = [NO_HAND if one is None else known.setdefault(one, len(known)) for one in found]
        self.all = tuple(known)


def entries(kinds: Kinds) -> Hands:
    """What is rolled for the order: everybody rolls Body."""
    return Hands(one for kind in kinds.all for one in kind.hands("body", 1, crushed=False))


def attacks(kinds: Kinds) -> Hands:
    """What attackers roll: by kind, Skill, points lost, dice and whether armour is no help."""
    return Hands(_attacks(kinds))


def _attacks(kinds: Kinds) -> Iterator[Hand | None]:
    for kind in kinds.all:
        most = most_dice(kind.rulings)
        for skill in SKILLS:
            columns = [
                list(kind.hands(skill, dice, crushed=crushed))
                for dice in range(1, most + 1)
                for crushed in (False, True)
            ]
            for line in zip(*columns, strict=True):
                yield from line


def defends(kinds: Kinds) -> Hands:
    """What defenders roll: by kind, Skill, points lost and whether armour is no help."""
    return Hands(_defends(kinds))


def _defends(kinds: Kinds) -> Iterator[Hand | None]:
    for kind in kinds.all:
        for skill in SKILLS:
            columns = [list(kind.hands(skill, 1, crushed=crushed)) for crushed in (False, True)]
            for line in zip(*columns, strict=True):
                yield from line
