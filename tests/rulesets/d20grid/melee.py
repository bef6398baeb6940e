"""Fights for the machine: unlike units on maps on which there is room to move, and bodies in the way."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

import affray
from affray.fight import Fight
from affray.interpret.roll import Sampler
from affray.play import Play
from tests.rulesets.d20grid.brawl import PAIRS, WEAPONS

TACTICS = ("first", "weakest", "strongest", "random", "hold", "flank")
SIDES = ("party", "foes", "beasts")
SUBDUING = (('["cudgel", "hand axe"]', '["cudgel", "hand axe"]'), ('["hand axe", "cudgel"]', '["hand axe", "cudgel"]'))
ARMOR = ('"quilted coat"', '"leather"', '"mail"', "3")
FLAGS = ("blind", "concealed", "covered", "hidden", "invisible", "unaware")


def fighter(source: Random, name: str, side: str, at: tuple[int, int]) -> str:
    """One `[[fighter]]` table: tougher than in a brawl, and quicker."""
    hp = source.choice((1, 2, 4, 9, 15, 25))
    lines = [f'name = "{name}"', f'side = "{side}"', f"at = [{at[0]}, {at[1]}]"]
    lines += [f"hp = {hp if source.random() > 0.05 else -3}", f"max_hp = {hp + source.choice((0, 5))}"]
    lines += [f"defense = {source.randint(6, 16)}", f"speed = {source.choice((0, 15, 20, 30, 30, 30, 40, 60))}"]
    lines += [f"abilities = {{ str = {source.randint(-2, 4)}, dex = {source.choice((0, 1, 1, 1, 3))} }}"]
    lines += [f"class_attack_bonus = {source.randint(0, 6)}", f"attacks_per_full = {source.choice((1, 1, 2, 3, 4))}"]
    if source.random() < 0.25:
        weapons, hands = source.choice((*PAIRS, *SUBDUING))
        lines += [f"weapons = {weapons}", f"hands = {hands}"]
    else:
        lines += [f"weapons = {source.choice((*WEAPONS, *WEAPONS[:5]))}"]
        if source.random() < 0.2:
            lines += ["hands = []"]
        if source.random() < 0.2:
            lines += [f"style_points = {{ swords = {source.choice((0, 4))}, bows = 2 }}"]
    if source.random() < 0.4:
        lines += [f"armor = {source.choice(ARMOR)}"]
    if source.random() < 0.15:
        lines += [f"subdual = {source.choice((1, 3))}"]
    if source.random() < 0.15:
        lines += [f'flags = ["{source.choice(FLAGS)}"]']
    if source.random() < 0.15:
        lines += [f"area = {source.choice((5, 10, 15))}"]
    if source.random() < 0.05 and side == "foes":
        lines += ['behind = ["Vex"]']
    return "\n".join(["[[fighter]]", *lines])


def wall(source: Random, columns: int, rows: int) -> list[int]:
    """A wall somewhere, level or upright."""
    x, y, length = source.randrange(1, columns), source.randrange(1, rows), source.randint(1, 5)
    end = (x, min(y + length, rows)) if source.random() < 0.5 else (min(x + length, columns), y)
    return [5 * one for one in (x, y, *end)]


def ground(source: Random, columns: int, rows: int) -> list[str]:
    """The map: open, or with walls, cover and higher ground."""
    lines = ["[map]", f"size = [{5 * columns}, {5 * rows}]"]
    if columns * rows <= 60 and source.random() < 0.5:
        lines += [f"walls = {[wall(source, columns, rows) for _ in range(source.randint(1, 5))]}"]
    if columns * rows <= 60 and source.random() < 0.3:
        lines += [f"cover = [[{5 * source.randrange(columns - 2)}, {5 * source.randrange(rows - 2)}, 10, 10]]"]
    if source.random() < 0.3:
        lines += [f"elevation = [[{5 * source.randrange(columns - 2)}, {5 * source.randrange(rows - 2)}, 10, 10, 5]]"]
    return lines


def fight(source: Random, rulings: dict[str, str]) -> Fight:
    """A fight of up to four on each of two sides, or three, under tactics that the machine plays."""
    columns, rows = source.choice(((20, 20), (14, 9), (10, 10), (6, 16), (8, 6), (7, 7), (12, 3), (6, 5)))
    squares = [(5 * x, 5 * y) for x in range(columns) for y in range(rows)]
    if source.random() < 0.5:  # the sides stand apart
        squares = [one for one in squares if not columns * 5 // 4 < one[0] < columns * 15 // 4]
    source.shuffle(squares)
    names = [("Vex", "party"), ("Bo", "party"), ("Ann", "party"), ("Kit", "party")][: source.randint(1, 4)]
    enemies = [("wolf", "foes"), ("imp", source.choice(("foes", "beasts"))), ("orc", "foes"), ("owl", "foes")]
    names += enemies[: source.randint(1, 4)]
    units = [fighter(source, name, side, squares.pop()) for name, side in names]
    tactics = ", ".join([f'{side} = "{source.choice(TACTICS)}"' for side in dict.fromkeys(side for _, side in names)])
    head = ['ruleset = "d20grid"', f"tactics = {{ {tactics} }}"]
    made = affray.parse("\n".join([*head, *ground(source, columns, rows), *units]), "fight", rulings)
    return made if not made.state.over else fight(source, rulings)


ARMS = (
    'weapons = ["dagger"]',
    'weapons = ["dagger"]',
    'weapons = ["spear"]',
    'weapons = ["cudgel"]',
    'weapons = ["cudgel", "hand axe"]\nhands = ["cudgel", "hand axe"]',
    'weapons = ["rapier", "dagger"]\nhands = ["rapier", "dagger"]',
    'weapons = ["spear", "hand axe"]\nhands = ["hand axe", "spear"]',
    'weapons = ["longsword", { name = "hook", dice = "1d4", craft_points = 2 }]\nhands = []',
    'weapons = [{ name = "hook", dice = "1d4", craft_points = 2, style = "hooks" }, "dagger"]\nhands = []',
)
"""Weapons for close quarters: one, two at once, or none in hand."""


def crush(source: Random, rulings: dict[str, str]) -> Fight:
    """Six close together, alike in DEX, some of them taken unawares: quick to fall, and quick to step up to others."""
    squares = [(5 * x, 5 * y) for x in range(6) for y in range(4)]
    source.shuffle(squares)
    lines = ['ruleset = "d20grid"', f'tactics = {{ party = "{source.choice(TACTICS)}", foes = "first" }}']
    lines += ["[map]", "size = [30, 20]"]
    if source.random() < 0.7:
        lines += [f"walls = {[wall(source, 6, 4) for _ in range(source.randint(1, 4))]}"]
    if source.random() < 0.4:
        lines += ["elevation = [[5, 0, 10, 15, 5]]"]
    for number in range(6):
        x, y = squares.pop()
        lines += ["[[fighter]]", f'name = "{number}"', f'side = "{("party", "foes")[number % 2]}"', f"at = [{x}, {y}]"]
        lines += [f"hp = {source.choice((1, 2, 12))}", f"defense = {source.choice((4, 4, 12))}", "speed = 20"]
        lines += [f"attacks_per_full = {source.choice((1, 3, 4))}", f"area = {source.choice((5, 5, 10))}"]
        lines += [source.choice(ARMS)]
        lines += ['flags = ["unaware"]'] if source.random() < 0.3 else []
    return affray.parse("\n".join(lines), "fight", rulings)


def passage(source: Random, rulings: dict[str, str]) -> Fight:
    """Two sides in a passage, with those who lie in it between them: bodies are struck that bar the way."""
    width = source.choice((1, 1, 2))
    squares = [(5 * x, 5 * y) for x in range(9) for y in range(width)]
    places = sorted(source.sample(squares, 6))
    lines = ['ruleset = "d20grid"', f'tactics = {{ party = "{source.choice(TACTICS)}", foes = "first" }}']
    lines += ["[map]", f"size = [45, {5 * width}]"]
    for number, (x, y) in enumerate(places):
        hp = -1 if number in (1, 2, 4) and source.random() < 0.6 else source.choice((2, 9))
        lines += ["[[fighter]]", f'name = "{number}"', f'side = "{("party", "foes")[number > 2]}"', f"at = [{x}, {y}]"]
        lines += [f"hp = {hp}", f"max_hp = {max(hp, 5)}", f"defense = {source.choice((4, 12))}", "speed = 30"]
        lines += [f"attacks_per_full = {source.choice((1, 2, 3))}"]
        lines += [source.choice((*ARMS, 'weapons = ["short bow"]', 'weapons = ["short bow", "dagger"]'))]
        lines += [f'flags = ["{source.choice(("hidden", "unaware"))}"]'] if source.random() < 0.2 else []
    return affray.parse("\n".join(lines), "fight", rulings)


def wandered(fight: Fight, source: Random, steps: int) -> Fight:
    """A fight from where it has come to after so many legal commands of any kind; before its end."""
    ruleset = fight.ruleset
    play = Play(fight.state, Sampler("wander", source.randrange(10**9)), ruleset.evolve)
    for _ in range(steps):
        before = play.state
        seat = ruleset.next_to_act(before)
        assert seat is not None
        legal = [command for command, why in ruleset.candidates(before, seat) if why is None]
        ruleset.apply(play, source.choice(legal))
        if ruleset.outcome(play.state) is not None:
            return replace(fight, state=before)
    return replace(fight, state=play.state)
