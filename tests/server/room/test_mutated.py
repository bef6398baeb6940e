"""Commands bent out of shape: whatever is sent gets an answer or a refusal, and a refusal changes nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import inspect

from affray.server.faults import Fault
from affray.server.live import messages as m
from tests.server.room.test_messages import GRID, SKILLS
from tests.server.sitting import ANA, FORD, OWNER, Sitting

STRANGE: list[Any] = [
    -1,
    0,
    1,
    2,
    3,
    99,
    2**31,
    2**63,
    -(2**63),
    10**30,
    1.5,
    "",
    "x",
    "goblin",
    "\0",
    "\ud800",
    "x" * 5_000,
    None,
    True,
    [],
    [5],
    [[5, 5]],
    {},
    {"type": "attack"},
    [0] * 2_000,
]


def kinds(union: Any) -> list[inspect.StructType]:
    found = inspect.type_info(union)
    return [one for one in getattr(found, "types", (found,)) if isinstance(one, inspect.StructType)]


def mutated(source: random.Random, table: Sitting, known: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Commands made of strange values, and those that are offered with a field or two bent."""
    structs = kinds(table.room._held.table.ruleset.command)
    while True:
        if known and source.random() < 0.6:
            command = dict(source.choice(known))
        else:
            struct = source.choice(structs)
            command = {"type": struct.tag} | {one.encode_name: source.choice(STRANGE) for one in struct.fields}
        for _ in range(source.randrange(3)):
            name = source.choice([*command, "hp"])
            if source.random() < 0.2:
                command.pop(name, None)
            else:
                command[name] = source.choice(STRANGE)
        yield command


@pytest.mark.parametrize("text", [FORD, GRID, SKILLS], ids=["knave", "d20grid", "skilldice"])
def test_no_command_breaks_the_table(text: str, sit: Callable[..., Sitting]) -> None:
    table = sit(text)
    table.seat(ANA, "Anne", fighter=0)
    source = random.Random(7)
    for _ in range(40):
        look = table.look(OWNER)
        if look.over:
            break
        if look.prompt is not None:
            table.say(OWNER, m.RollRest())
            continue
        commands = mutated(source, table, [one.command for one in look.offers])
        for person in (OWNER, ANA):
            for _ in range(8):
                before = table.whole()
                found = table.answer(person, m.Do(command=next(commands), roll=True))
                if isinstance(found, Fault):
                    assert found.status in (403, 404, 409, 422)
                    assert found.message
                    assert table.whole() == before
        offers = [one.command for one in table.look(OWNER).offers if one.forbidden is None]
        if offers and table.look(OWNER).prompt is None:
            table.say(OWNER, m.Do(command=source.choice(offers), roll=True))
    table.restart()
    table.look(OWNER)
    table.look(ANA)
