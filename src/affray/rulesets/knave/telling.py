"""What sentences about an entry are made of: a moment of it, and the arithmetic of its dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from affray.rules.telling import Rolls, next_faces
from affray.rulesets.knave import events as e
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


class Sum(NamedTuple):
    """A d20 and its bonus against a number: in words, and whether it was greater."""

    words: str
    beats: bool


def sum_told(rolls: Rolls, name: str, edge: int, bonus: int, against: int) -> Sum:
    """The arithmetic of the next d20 of this name: what counted of it, its bonus and what it had to beat."""
    faces = next_faces(rolls, name)
    natural = min(faces) if edge < 0 else max(faces)
    shown = str(natural) if len(faces) == 1 else f"{natural} (of {', '.join(map(str, faces))})"
    total = natural + bonus
    beats = total > against
    return Sum(f"{shown} {signed(bonus)} = {total} {'beats' if beats else 'does not beat'} {against}", beats)


def faces_of(rolls: Rolls, *names: str) -> list[int]:
    """The faces of the rolls of these names that come next."""
    faces: list[int] = []
    while rolls and rolls[0].name in names:
        faces += rolls.popleft().faces
    return faces


def signed(number: int) -> str:
    """A number as it is added: "+ 2", "- 2"."""
    return f"- {-number}" if number < 0 else f"+ {number}"


def added_up(faces: Sequence[int], total: int, flats: Iterable[int] = ()) -> str:
    """Dice and what is added to them, as an addition; `flats` are the numbers that may have been added."""
    if not faces:
        return str(total)
    added = total - sum(faces)
    dice = " + ".join(map(str, faces))
    if added < 0 and added not in flats:
        # Less than the least that there is was thrown.
        below = [flat for flat in flats if sum(faces) + flat < total]
        return f"{dice} {signed(max(below))}, at least {total}" if below else str(total)
    if not added and len(faces) == 1:
        return dice
    return f"{dice}{f' {signed(added)}' if added else ''} = {total}"
