"""Commands that players guess at: what they are answered tells nothing, by any rules, of what they cannot know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec import inspect

from affray.rules import find
from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.plainly import FIGHTERS
from tests.promises.secret_fights import (
    GRID_FOE,
    GRID_HIDER,
    GRID_PARTY,
    HIDER,
    KNAVE_FOE,
    KNAVE_HIDER,
    KNAVE_PARTY,
    SKILLS_FOE,
    SKILLS_PARTY,
)
from tests.server.sitting import ANA, OWNER, Sitting

A_KIND = 60
"""Guesses at each kind of command."""


def knave(hp: int = 9, armor: int = 13, attack: int = 1, morale: int = 7) -> str:
    values = {"name": "goblin", "hp": hp, "armor": armor, "attack": attack, "morale": morale}
    return KNAVE_PARTY.format() + KNAVE_FOE.format(**values, damage="1d6", weak="silver")


def grid(hp: int = 18, defense: int = 12, attack: int = 2, absorb: int = 0) -> str:
    values = {"hp": hp, "defense": defense, "str": 1, "attack": attack, "absorb": absorb, "dice": "1d6"}
    return GRID_PARTY.format() + GRID_FOE.format(**values)


def far() -> str:
    """Vex with a bow in hand, and the robber two squares away."""
    text = grid().replace('weapons = ["longsword", "short bow"]', 'weapons = ["short bow"]')
    return text.replace("at = [10, 5]", "at = [15, 5]")


def skills(body: int = 8, mind: int = 6, soul: int = 4, state: str = "") -> str:
    return SKILLS_PARTY.format() + SKILLS_FOE.format(name="Hild", body=body, mind=mind, soul=soul, state=state)


def lurking(x: int, y: int, hp: int = -40, flag: str = "invisible") -> str:
    text = GRID_HIDER.replace("at = [35, 25]", f"at = [{x}, {y}]").replace("hp = -40", f"hp = {hp}", 1)
    return text.replace('"invisible"', f'"{flag}"')


NEAR_VEX = (5, 10)

PAIRS: dict[str, tuple[str, str]] = {
    "knave: numbers": (knave(), knave(hp=14, armor=16, attack=5, morale=11)),
    "knave: somebody hidden": (knave(), knave() + KNAVE_HIDER),
    "grid: numbers": (grid(), grid(hp=30, defense=14, attack=4, absorb=2)),
    "grid: invisible and near": (grid(), grid() + lurking(*NEAR_VEX)),
    "grid: hidden, on the way": (grid(), grid() + lurking(10, 10, flag="hidden")),
    "grid: elsewhere": (grid() + lurking(*NEAR_VEX), grid() + lurking(15, 15)),
    "grid: alive beside": (grid() + lurking(35, 25), grid() + lurking(0, 5)),
    "grid: a shooter's line": (far(), far() + lurking(10, 5)),
    "skills: numbers": (skills(), skills(body=20, mind=12, soul=8)),
    "skills: unaware": (skills(), skills(state='state = "unaware"')),
}


def ready(table: Sitting) -> Sitting:
    """A table at which Anne's fighter acts first."""
    table.seat(ANA, "Anne", fighter=0)
    table.say(OWNER, m.Rolls(rolls="typed"))
    for _ in range(12):
        look = table.look(OWNER)
        if look.prompt is not None:
            table.say(OWNER, m.Faces(faces=(look.prompt.sides if look.prompt.seat in (0, "table") else 1,)))
            continue
        entering = [one for one in look.offers if str(one.command["type"]) in ("roll_initiative", "enter")]
        if not entering:
            return table
        table.say(OWNER, m.Do(command=entering[0].command))
    raise AssertionError("nobody comes to act")


def guesses(ruleset: str, fighters: int, source: Random) -> Iterator[dict[str, Any]]:
    """Commands of every kind for every fighter, with all sorts of values."""
    union = inspect.type_info(find(ruleset).command)
    assert isinstance(union, inspect.UnionType)
    for kind in union.types:
        assert isinstance(kind, inspect.StructType)
        fields = {field.encode_name: _values(field.encode_name, field.type, fighters) for field in kind.fields}
        every = list(product(*fields.values()))
        for values in source.sample(every, min(A_KIND, len(every))):
            yield {"type": kind.tag, **dict(zip(fields, values, strict=True))}


def _values(name: str, kind: inspect.Type, fighters: int) -> list[Any]:
    if name in ("actor", "chooser"):
        return [0, fighters - 1]
    if name in FIGHTERS:
        return list(range(-1, fighters + 1))
    if name in ("x", "y"):
        return list(range(0, 25, 5))
    match kind:
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.BoolType():
            return [False, True]
        case inspect.IntType():
            return [-1, 0, 1, 2]
        case inspect.StrType():
            return ["a word"]
        case inspect.CollectionType() | inspect.VarTupleType():
            return [
                [[5, 10]],
                [[5, 10], [5, 15]],
                [[5, 10], [5, 15], [5, 20], [5, 25]],
                [[10, 10]],
                [[10, 10], [15, 15]],
            ]
        case _:
            return [None]


@pytest.mark.parametrize("pair", PAIRS)
def test_guesses_are_answered_alike_whatever_is_hidden(pair: str, sit: Callable[..., Sitting]) -> None:
    """The refusals are equal, byte for byte, and so is all that is shown where a die is asked for.

    Only where a movement ends, which is spent then, may tell of somebody.
    """
    tables = [ready(sit(text)) for text in PAIRS[pair]]
    fighters = max(len(table.look(OWNER).room.people) + 3 for table in tables)
    source, taken, refused = Random(pair), 0, 0
    for number, command in enumerate(guesses(tables[0].look(OWNER).ruleset, fighters, source)):
        id = str(UUID(int=10**9 + number, version=4))
        before = [table.room._held.table.effective[-1:] for table in tables]
        answers = [table.answer(ANA, m.Do(command=command), id=id) for table in tables]
        refusals = [msgspec.json.encode(one) if isinstance(one, Fault) else None for one in answers]
        assert refusals[0] == refusals[1], command
        if refusals[0] is not None:
            refused += 1
            assert HIDER.encode() not in refusals[0]
            continue
        taken += 1
        if tables[0].room._held.waits is not None:
            assert tables[0].bytes_of(ANA) == tables[1].bytes_of(ANA), command
        for table, last in zip(tables, before, strict=True):
            table.say(OWNER, m.Cancel() if table.room._held.waits is not None else m.Undo(to=last[0] if last else 0))
    assert taken > 2
    assert refused > 100


def test_nobody_is_named_whom_one_strikes_unseen(sit: Callable[..., Sitting]) -> None:
    table = ready(sit(grid() + lurking(*NEAR_VEX, hp=20)))
    table.say(ANA, m.Do(command={"type": "end_turn", "actor": 0}))
    while 2 not in [one.seat for one in table.look(OWNER).to_act]:
        table.say(OWNER, m.Do(command={"type": "end_turn", "actor": table.look(OWNER).to_act[0].seat}))
    path = [[5, 15], [5, 20], [5, 25], [10, 25]]
    table.say(OWNER, m.Do(command={"type": "walk", "actor": 2, "path": path}))
    table.say(ANA, m.Do(command={"type": "strike", "actor": 0, "weapon": 0, "subdual": False}))
    prompt = table.look(ANA).prompt
    assert prompt is not None
    assert prompt.command == "Vex attacks somebody unseen in passing with the longsword"
    assert HIDER not in table.bytes_of(ANA).decode()
    asked = table.look(OWNER).prompt
    assert asked is not None
    assert HIDER in asked.command
