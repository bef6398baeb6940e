"""What sentences about an entry are made of: a moment of it, and what a throw counts as."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from affray.rules.telling import Rolls, Thrown, next_faces
from affray.rulesets.skilldice import events as e
from affray.rulesets.skilldice.effects import evolve
from affray.rulesets.skilldice.formulas import Hand
from affray.rulesets.skilldice.state import State


class Moment(NamedTuple):
    """The states around an event, and the rolls of the entry that no sentence has told yet."""

    before: State
    after: State
    rolls: Rolls


Teller: TypeAlias = Callable[[Moment, Any], str]


def moments(before: State, rolls: Sequence[Thrown], events: Sequence[e.Event]) -> Iterator[tuple[Moment, e.Event]]:
    """Each event of an entry with its moment, in order."""
    state, untold = before, deque(rolls)
    for event in events:
        after = evolve(state, event)
        yield Moment(state, after, untold), event
        state = after


class Throw(NamedTuple):
    """A roll: the die, all its faces, the one that is taken, and what floor and ceiling make of that."""

    die: int
    faces: tuple[int, ...]
    natural: int
    counts: int

    @property
    def bound(self) -> str:
        """What floor or ceiling made of it: "at most 9"."""
        if self.counts < self.natural:
            return f"at most {self.counts}"
        return f"at least {self.counts}" if self.counts > self.natural else ""

    @property
    def words(self) -> str:
        """The throw with its die and its faces: "d8 = 7, at most 4"."""
        shown = f"d{self.die} = {self.natural}"
        if len(self.faces) > 1:
            shown += f" (of {', '.join(map(str, self.faces))})"
        return f"{shown}, {self.bound}" if self.bound else shown


def throw_of(rolls: Rolls, name: str, hand: Hand) -> Throw:
    """The next throw of this name, with this hand."""
    throws = [next_faces(rolls, name)]
    if hand.edge < 0 and hand.dice > 1:
        throws.append(next_faces(rolls, name))
    picked = [min(faces) if hand.edge < 0 and hand.dice == 1 else max(faces) for faces in throws]
    natural = min(picked)
    faces = tuple(face for one in throws for face in one)
    return Throw(hand.die, faces, natural, min(max(natural, hand.floor), hand.ceiling))


def result_told(target: str, winner: str, *, rolled: bool) -> str:
    """Who won a contest; where the target has not `rolled`, the Narrator did."""
    if winner == "attacker":
        return "it lands"
    if winner == "tie":
        return "a tie: both land" if rolled else "a tie"
    return f"{target} wins" if rolled else "it fails"
