"""An adventuring day: one fight after another with a rest behind each, and a party that carries its wounds along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from affray.dice import Dice
from affray.files import Node, Value
from affray.rules import RESERVED, rule
from affray.rulesets.knave import growth
from affray.rulesets.knave.character import Character, is_dead
from affray.rulesets.knave.character_file import read
from affray.rulesets.knave.company import SIDE, back, joined
from affray.rulesets.knave.fightfile import MOST_FIGHTERS, assembled, fighters_of
from affray.rulesets.knave.rulings import Rulings, rulings_of
from affray.rulesets.knave.state import COMING, FOES, UP, Condition, Profile, State

MOST_PARTY = 20
MOST_LEGS = 20

Rest: TypeAlias = Literal["none", "night", "haven"]
RESTS: Final[dict[str, Rest]] = {"none": "none", "night": "night", "haven": "haven"}


class Leg(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fight of the day: the foes as they are before it, and the rest that comes after it."""

    title: str
    foes: tuple[tuple[Profile, Condition], ...]
    rest: Rest = "none"


class Day(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole day: the party in the morning, and its fights."""

    rulings: Rulings
    party: tuple[Character, ...]
    legs: tuple[Leg, ...]


def read_day(root: Node, chosen: Mapping[str, str], nearby: Callable[[Value], Node]) -> Day:
    """The day that a file describes, under these rulings (by slug); `nearby` reads a file that it names."""
    rulings = rulings_of(chosen)
    party = [_member(nearby(value)) for value in root.values("party", 0, MOST_PARTY)]
    party += [read(node) for node in root.tables("character", 0, MOST_PARTY)]
    names = [one.name for one in party]
    if not 1 <= len(party) <= MOST_PARTY:
        raise root.error("party", "a day needs a party", received=len(party), allowed=f"1 to {MOST_PARTY} characters")
    for name in names:
        if names.count(name) > 1:
            raise root.error("party", "two of the party are called the same", received=name, code="duplicate")
    legs = [
        _leg(node, number, rulings, nearby) for number, node in enumerate(root.tables("leg", 1, MOST_LEGS), start=1)
    ]
    return Day(rulings, tuple(party), tuple(legs))


def _member(node: Node) -> Character:
    node.choice("ruleset", ("knave",), default="knave")
    return read(node)


def _leg(node: Node, number: int, rulings: Rulings, nearby: Callable[[Value], Node]) -> Leg:
    """A leg: its foes are those of a fight file, whose party stays away, or stand in the leg itself."""
    title = node.text("title", 1, 200, default="")
    rest = RESTS[node.choice("rest", RESTS, default="none")]
    named = node.either("fight", default=None)
    if named is None:
        tables = node.tables("foe", 1, MOST_FIGHTERS)
    else:
        if "foe" in node.raw:
            raise node.error("fight", "the foes are in a fight file or in the leg: give one")
        fight = nearby(named)
        fight.choice("ruleset", ("knave",))
        title = title or str(fight.text("title", 1, 200, default=""))
        tables = [one for one in fight.tables("fighter", 1, MOST_FIGHTERS) if one.text("side", 1, 60) != SIDE]
    foes: list[tuple[Profile, Condition]] = []
    for table in tables:
        foes += fighters_of(_on_a_side(table), SIDE, rulings, [one for one, _ in foes])
    if not 1 <= len(foes) <= MOST_FIGHTERS - MOST_PARTY:
        raise node.error("foe", "too many or no foes", received=len(foes), allowed=f"1 to {MOST_FIGHTERS - MOST_PARTY}")
    if all(one.fate == COMING for _, one in foes):
        raise node.error("foe", "somebody of the foes must be there when the fight begins", received=None)
    node.done()
    return Leg(title or f"leg {number}", tuple(foes), rest)


def _on_a_side(table: Node) -> Node:
    """A foe of a leg needs no side; one that is given is a foe's."""
    if "side" not in table.raw:
        return Node(table.document, table.path, table.raw | {"side": "foes"})
    if table.text("side", 1, 60) in (SIDE, *RESERVED):
        raise table.error("side", "a foe is of no such side", code="reserved")
    return table


def begin(day: Day, index: int, party: tuple[Character, ...]) -> State | None:
    """The fight of a leg: those of the party who live against its foes; None where none of them is up."""
    fighters = [joined(one, day.rulings) for one in party if not is_dead(one)]
    if not any(condition.fate == UP for _, condition in fighters):
        return None
    state = assembled([*fighters, *day.legs[index].foes], day.rulings)
    assert state.camps[FOES]
    return state


def end(day: Day, party: tuple[Character, ...], state: State) -> tuple[Character, ...]:
    """The party after a fight."""
    living = [one for one in party if not is_dead(one)]
    after = {one.name: back(one, state, number) for number, one in enumerate(living)}
    return tuple(after.get(one.name, one) for one in party)


@rule("knave.heal.night", "knave.heal.haven")
def rest(dice: Dice, day: Day, index: int, party: tuple[Character, ...]) -> tuple[Character, ...]:
    """The party after the rest that follows a leg."""
    kind = day.legs[index].rest
    if kind == "night":
        return tuple(growth.night(dice, one) for one in party)
    return tuple(growth.haven(one) for one in party) if kind == "haven" else party
