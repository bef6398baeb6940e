"""A fight of two sides in turn, as a ruleset describes it for the exact program that is made for such fights.

Each round a chance says which side acts first. Every fighter of the acting side who is up attacks once, in a fixed
order, and all that an attack does is to cost the target hit points. What follows from that (who is down, who runs) the
ruleset's own functions tell. Odds come from the formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias, TypeVar

import msgspec

from affray.rules.machines import Question

S = TypeVar("S")

Points: TypeAlias = tuple[int, ...]
"""What is left of every fighter of a side: its hit points while it is up, 0 once it is down, and below 0 (the hit
points with their sign turned round) once it has run."""

TARGETS: Final = ("first", "weakest", "strongest", "random", "best")
"""How a side may choose whom to attack: the words of `Side.tactic`. Of several who are as weak or as strong the first
of the roster; at random each as likely as the next; best stands for a choice."""


class Turn(NamedTuple):
    """One way in which things may turn after a blow: the answers that lead to it, and what is left then.

    `asked` are the chances on the way, each with the word of its outcome. `memory` is a number that stands for what the
    ruleset keeps in mind beside the points.
    """

    asked: tuple[tuple[Question, int], ...]
    points: Points
    memory: int


class Side(msgspec.Struct, frozen=True, eq=False):
    """One of the two sides: who fights on it, and what becomes of them.

    `fighters` are their numbers in the roster, ascending; everything else about them stands in this order. `order` are
    places in it: who acts before whom. Fighters of one number in `kinds` attack, are attacked, and count alike in all
    but their hit points. `tactic` (of `TARGETS`) says whom the side attacks. `out` is what has become of a fighter who
    is not in the fight any more at the start (a word of `FATES`), "" of one who is; `left` are everybody's hit points
    at the start, 0 at least. `fates` are the words for one whose hit points come to 0 exactly, and to less.

    `after(points, memory, fighter)` tells what follows when a blow has brought the fighter at that place to the hit
    points that `points` has for it; its ways are all there are. None where nothing ever follows but that who comes to 0
    is out of the fight.
    """

    name: str
    fighters: tuple[int, ...]
    order: tuple[int, ...]
    kinds: tuple[int, ...]
    tactic: str
    out: tuple[str, ...]
    left: tuple[int, ...]
    fates: tuple[tuple[str, str], ...]
    after: Callable[[Points, int, int], tuple[Turn, ...]] | None

    @property
    def start(self) -> Points:
        """The points at the start."""
        return tuple([0 if out else left for out, left in zip(self.out, self.left, strict=True)])


class Wear(NamedTuple):
    """What a blow does in a duel in which gear breaks: besides the damage armor and weapon may lose a point."""

    damage: int
    armor: bool
    weapon: bool

    @staticmethod
    def word(damage: int, armor: bool, weapon: bool) -> int:
        """The three as the word of an outcome."""
        return damage << 2 | armor << 1 | weapon

    @classmethod
    def of(cls, word: int) -> Wear:
        """The three that a word stands for."""
        return cls(word >> 2, bool(word & 2), bool(word & 1))


WHOLE: Final = ((1, 1), (1, 1))
"""The `wear` of a fight in which nothing breaks."""


class TwoSides(msgspec.Struct, frozen=True, eq=False):
    """The whole fight, from the end of a round or from its beginning.

    `first` is the chance that settles who acts first in a round: its word is the place of the side. `blows[side]` has
    for each kind of attacker and each kind of target of the other side the chance whose word is the damage; None for
    one who does not attack. `begun` are the rounds begun already.

    In a duel gear may break. Then `wear[side]` is in how many ways the other's armor can be worn, and in how many the
    weapons of this side, as they are at the start among them; each loss of a point leads from one way to the next, and
    from the last one nowhere. `blows[side]` has the chances for each way of the weapons and each of the armor, with the
    words of `Wear`.
    """

    sides: tuple[Side, Side]
    first: Question
    blows: tuple[tuple[tuple[Question | None, ...], ...], tuple[tuple[Question | None, ...], ...]]
    begun: int
    wear: tuple[tuple[int, int], tuple[int, int]] = WHOLE


Describer: TypeAlias = Callable[[S, Mapping[str, str]], TwoSides]
"""The description of a state under the tactics of the sides, where `BEST` stands for a choice. Raises `Unsupported`."""
