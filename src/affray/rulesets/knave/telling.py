"""What sentences about an entry are made of: a moment of it, and the arithmetic of its dice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from affray.rules.telling import Rolls, Thrown, next_faces
from affray.rulesets.knave import events as e
from affray.rulesets.knave.effects import evolve
from affray.rulesets.knave.state import State


class Moment(NamedTuple):
    """What the sentence of one event is made from.

    The states around it, the rolls of the entry that no sentence has told yet, and the events before and after it.
    """

    before: State
    after: State
    rolls: Rolls
    past: Sequence[e.Event]
    rest: Sequence[e.Event]


Teller: TypeAlias = Callable[[Moment, Any], str]


def moments(before: State, rolls: Sequence[Thrown], events: Sequence[e.Event]) -> Iterator[tuple[Moment, e.Event]]:
    """Each event of an entry with its moment, in order."""
    state, untold = before, deque(rolls)
    for place, event in enumerate(events):
        after = evolve(state, event)
        yield Moment(state, after, untold, events[:place], events[place + 1 :]), event
        state = after


class Sum(NamedTuple):
    """A d20 and its bonus against a number: all faces, the one that counted, and what was added."""

    faces: tuple[int, ...]
    natural: int
    bonus: int
    against: int

    @property
    def beats(self) -> bool:
        """Whether it was greater."""
        return self.natural + self.bonus > self.against

    @property
    def after(self) -> str:
        """The arithmetic after the die."""
        beats = "beats" if self.beats else "does not beat"
        return f"{signed(self.bonus)} = {self.natural + self.bonus} {beats} {self.against}"

    @property
    def words(self) -> str:
        """The arithmetic with the die, or with both where there were two."""
        shown = str(self.natural)
        if len(self.faces) > 1:
            shown += f" (of {', '.join(map(str, self.faces))})"
        return f"{shown} {self.after}"


def sum_told(rolls: Rolls, name: str, edge: int, bonus: int, against: int) -> Sum:
    """The arithmetic of the next d20 of this name: what counted of it, its bonus and what it had to beat."""
    faces = next_faces(rolls, name)
    return Sum(faces, counted(faces, edge), bonus, against)


def counted(faces: Sequence[int], edge: int) -> int:
    """The face that counts: the lower one under a disadvantage."""
    return min(faces) if edge < 0 else max(faces)


def rolls_of(rolls: Rolls, *names: str) -> list[Thrown]:
    """The rolls of these names that come next."""
    found: list[Thrown] = []
    while rolls and rolls[0].name in names:
        found.append(rolls.popleft())
    return found


def faces_of(rolls: Rolls, *names: str) -> list[int]:
    """The faces of the rolls of these names that come next."""
    return [face for one in rolls_of(rolls, *names) for face in one.faces]


def signed(number: int) -> str:
    """A number as it is added: "+ 2", "- 2"."""
    return f"- {-number}" if number < 0 else f"+ {number}"


def added_up(faces: Sequence[int], total: int, flats: Iterable[int] = ()) -> str:
    """Dice and what is added to them, as an addition; `flats` are the numbers that may have been added."""
    after = added_after(faces, total, flats)
    if after is None:
        return str(total)
    return f"{' + '.join(map(str, faces))} {after}".rstrip()


def added_after(faces: Sequence[int], total: int, flats: Iterable[int] = ()) -> str | None:
    """The addition without its dice: empty where one die says it all, None where the dice do not add up to it."""
    if not faces:
        return None
    added = total - sum(faces)
    if added < 0 and added not in flats:
        # Less than the least that there is was thrown.
        below = [flat for flat in flats if sum(faces) + flat < total]
        return f"{signed(max(below))}, at least {total}" if below else None
    if not added and len(faces) == 1:
        return ""
    return f"{signed(added)} = {total}" if added else f"= {total}"
