"""Fights of unlike units for the conformance suite: every key that matters has a chance to be there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

import affray
from affray.fight import AnyRuleset, Fight
from affray.rules import find

WEAPONS = (
    '["longsword"]',
    '["longsword", "short bow"]',
    '["halberd"]',
    '["long bow", "dagger"]',
    '["cudgel", "mace"]',
    '["throwing knife", "dagger"]',
    '[{ name = "flail", dice = "1d4+1d2", multiplier = 2, style = "chains", craft_points = 2 }]',
    '[{ name = "rod", dice = "3", subdues = true }, { name = "spike", dice = "1d4-2", flat = 1, craft_points = 4 }]',
    "[]",
)
PAIRS = (
    ('["rapier", "dagger"]', '["rapier", "dagger"]'),
    ('["dagger", "throwing knife"]', '["throwing knife", "dagger"]'),
    ('["longsword"]', "[]"),
)
ARMOR = ('"leather"', '"plate"', "3", "{ absorb = 2, penalties = { attack = 1, speed = 5 } }")
FLAGS = ("blind", "concealed", "covered", "hidden", "invisible", "unaware")


def fighter(source: Random, name: str, side: str, at: tuple[int, int]) -> str:
    """One `[[fighter]]` table."""
    hp = source.choice((1, 3, 6, 12, 0))
    lines = [f'name = "{name}"', f'side = "{side}"', f"at = [{at[0]}, {at[1]}]"]
    lines += [f"hp = {hp if source.random() > 0.05 else -4}", f"max_hp = {max(hp, 1) + source.choice((0, 3))}"]
    lines += [f"defense = {source.randint(6, 16)}", f"speed = {source.choice((10, 15, 20, 20, 0))}"]
    lines += [f"abilities = {{ str = {source.randint(-3, 4)}, dex = {source.randint(-1, 3)} }}"]
    lines += [f"class_attack_bonus = {source.randint(0, 6)}", f"attacks_per_full = {source.choice((1, 2, 3))}"]
    if source.random() < 0.3:
        weapons, hands = source.choice(PAIRS)
        lines += [f"weapons = {weapons}", f"hands = {hands}"]
    else:
        lines += [f"weapons = {source.choice(WEAPONS)}"]
        if source.random() < 0.4:
            lines += [f"style_points = {{ swords = {source.choice((0, 4))}, bows = 2 }}"]
    if source.random() < 0.4:
        lines += [f"armor = {source.choice(ARMOR)}"]
    if source.random() < 0.2:
        lines += [f"subdual = {source.choice((1, 3))}"]
    if source.random() < 0.3:
        lines += [f'flags = ["{source.choice(FLAGS)}"]']
    if source.random() < 0.2:
        lines += ['passives = ["+2", { value = 1, from = "craft" }]', "multipliers = [2]"]
    if source.random() < 0.2:
        lines += [f"area = {source.choice((5, 10, 15))}"]
    if source.random() < 0.1 and side == "foes":
        lines += ['behind = ["Vex"]']
    return "\n".join(["[[fighter]]", *lines])


def fight(source: Random, rulings: dict[str, str]) -> Fight:
    """A fight of unlike units under these rulings, close together on a small map."""
    squares = [(x, y) for x in range(0, 35, 5) for y in range(0, 25, 5)]
    source.shuffle(squares)
    names = [("Vex", "party"), ("Bo", "party")][: source.randint(1, 2)]
    names += [("wolf", "foes"), ("imp", source.choice(("foes", "beasts"))), ("orc", "foes")][: source.randint(1, 3)]
    ground = ["[map]", "size = [35, 25]"]
    if source.random() < 0.5:
        ground += ["walls = [[15, 0, 15, 10], [20, 15, 30, 15]]"]
    if source.random() < 0.3:
        ground += ["elevation = [[0, 0, 10, 25, 5]]", "cover = [[20, 5, 10, 10]]"]
    units = [fighter(source, name, side, squares.pop()) for name, side in names]
    made = affray.parse("\n".join(['ruleset = "d20grid"', *ground, *units]), "fight", rulings)
    return made if not made.state.over or source.random() < 0.1 else fight(source, rulings)


def options(ruleset: AnyRuleset) -> Iterator[tuple[str, str]]:
    """Every ruling with every option."""
    for ruling in ruleset.rulings:
        for option in ruling.options:
            yield ruling.id, option


def fights(source: Random, mixed: int) -> list[Fight]:
    """A fight for each option of each ruling, and some under several."""
    every = list(options(find("d20grid")))
    found = [fight(source, {ruling: option}) for ruling, option in every]
    return found + [fight(source, dict(source.sample(every, 10))) for _ in range(mixed)]


def without_round(state: Any) -> Hashable:
    """The state without the number of the round, which counts only before the first."""
    found: Hashable = replace(state, round=min(state.round, 1))
    return found
