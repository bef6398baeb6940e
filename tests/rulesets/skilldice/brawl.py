"""Fights of unlike units for the conformance suite: every key that matters has a chance to be there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

import affray
from affray.fight import AnyRuleset, Fight
from affray.rules import find

DICE = (4, 6, 8, 12, 20)


def fighter(source: Random, name: str, side: str) -> str:
    """One `[[fighter]]` table."""
    dice = {skill: source.choice(DICE) for skill in ("body", "mind", "soul")}
    lost = {
        skill: source.choice((0, 0, sides - 1, sides - 2, source.randint(0, sides - 1)))
        for skill, sides in dice.items()
    }
    scars = {skill: source.choice((0, 0, 0, 1)) for skill in dice}
    if source.random() < 0.1:
        lost["body"] = dice["body"]
    lines = [f'name = "{name}"', f'side = "{side}"', *(f"{skill} = {sides}" for skill, sides in dice.items())]
    lines += [f"lost = {{ {', '.join(f'{skill} = {points}' for skill, points in lost.items())} }}"]
    lines += [f"scars = {{ {', '.join(f'{skill} = {points}' for skill, points in scars.items())} }}"]
    lines += [f'weapon = "{source.choice(("none", "slashing", "slashing", "piercing", "piercing", "crushing"))}"']
    lines += [f"count = {source.choice((1, 1, 2))}"]
    if source.random() < 0.4:
        lines += [f"body_unarmoured = {source.choice([die for die in DICE if die <= dice['body']])}"]
    if source.random() < 0.3:
        lines += [f'state = "{source.choice(("asleep", "unaware", "bound", "distracted", "moving"))}"']
    if source.random() < 0.3:
        lines += [f'group = "{source.choice(("bridge", "bank"))}"']
    if source.random() < 0.2:
        lines += ["ranged = true"]
    if source.random() < 0.5:
        lines += [f"training = {{ body = {source.randint(0, 4)}, soul = 2 }}"]
    lines += [f"edge = {source.choice((-1, 0, 0, 1))}", f"step = {source.choice((-1, 0, 0, 1))}"]
    return "\n".join(["[[fighter]]", *lines])


def fight(source: Random, rulings: dict[str, str]) -> Fight:
    """A fight of unlike units under these rulings."""
    party = [fighter(source, name, "party") for name in ("Odo", "Quill")[: source.randint(1, 2)]]
    kinds = ("guard", "wolf", "judge")[: source.randint(1, 3)]
    sides = ("foes", source.choice(("foes", "beasts")), "foes")
    foes = [fighter(source, kind, side) for kind, side in zip(kinds, sides, strict=False)]
    made = affray.parse('ruleset = "skilldice"\n' + "\n".join([*party, *foes]), "fight", rulings)
    return made if not made.state.over or source.random() < 0.1 else fight(source, rulings)


def options(ruleset: AnyRuleset) -> Iterator[tuple[str, str]]:
    """Every ruling with every option."""
    for ruling in ruleset.rulings:
        for option in ruling.options:
            yield ruling.id, option


def fights(source: Random, mixed: int) -> list[Fight]:
    """A fight for each option of each ruling, and some under several."""
    every = list(options(find("skilldice")))
    found = [fight(source, {ruling: option}) for ruling, option in every]
    return found + [fight(source, dict(source.sample(every, 10))) for _ in range(mixed)]


def without_round(state: Any) -> Hashable:
    """The state without the number of the round, which counts only before the first."""
    found: Hashable = replace(state, round=min(state.round, 1))
    return found
