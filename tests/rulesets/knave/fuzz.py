"""Fights of unlike units, made at random with everything that a fight file allows mixed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from affray.dice import Formula, Roll, Seat, Why
from affray.fight import Fight, parse
from affray.interpret.every import outcomes
from affray.rulesets.knave.questions import RULINGS
from affray.rulesets.knave.tactics import TACTICS
from affray.testing.cases import options_of
from tests.rulesets.knave.fights import fight, fighter


class AnyOutcome:
    """Dice that give any outcome of a formula, rare ones as often as the others."""

    def __init__(self, source: Random) -> None:
        self.source = source
        self.roles: Mapping[str, Seat] = {}

    def roll(self, roll: Roll, why: Why) -> int:
        raise AssertionError(why.name)

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        raise AssertionError(why.name)

    def resolve(self, formula: Formula[..., Any], *inputs: Any, **named: Any) -> Any:
        return self.source.choice(sorted(outcomes(formula, *inputs), key=repr))


TAGS = ("blunt", "slashing", "piercing", "silver")
FLAGS = ("unaware", "lower_ground", "off_balance", "disarmed", "distracted", "bound", "asleep")
DICE = ("d4", "d6", "d8", "2d4+1", "1d6-1", "3")
KNOWN = ("dagger", "sword", "spear", "bow", "sling", "crossbow", "halberd", "long sword")
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
EFFECTS = ("stun", "disarm", "shove", "off_balance", "distracted", "out", "flee", "none", "damage:2d4", "damage:1d8+1")


def weapon(random: Random) -> Any:
    """A weapon of the booklet, or one described."""
    if random.random() < 0.25:
        name = random.choice(KNOWN)
        return name if random.random() < 0.5 else {"name": name, "quality": random.randrange(3)}
    told: dict[str, Any] = {"name": random.choice(("blade", "club", "pick")), "die": random.choice(DICE)}
    if random.random() < 0.25:
        told["die"] = "/".join(random.choices(DICE, k=random.randrange(2, 4)))
    if random.random() < 0.25:
        told["kind"] = "ranged"
    if random.random() < 0.5:
        told["quality"] = random.choice((0, 1, 1, 2, 3))
    if random.random() < 0.5:
        told["tags"] = random.sample(TAGS, 2)
    if random.random() < 0.4:
        told["hands"] = 2
    return told


def armor(random: Random) -> Any:
    """A number, a defense that can be lost, or pieces that are worn."""
    kind = random.random()
    if kind < 0.4:
        return random.randrange(9, 17)
    if kind < 0.6:
        return {"defense": 14, "unarmored": random.choice((10, 11, 12)), "quality": random.choice((1, 1, 2, 3))}
    pieces: list[Any] = [{"name": random.choice(("gambeson", "brigandine", "chain")), "quality": random.randrange(3)}]
    pieces += [{"name": name, "quality": random.randrange(3)} for name in ("shield", "helmet") if random.random() < 0.7]
    return pieces[random.randrange(2) :]


def spell(random: Random, number: int) -> Mapping[str, Any]:
    """A spell of any kind."""
    return {"name": f"spell {number}", "save": random.choice(ABILITIES), "on_fail": random.choice(EFFECTS)}


def plain(random: Random, name: str, side: str, *, foe: bool, morale: bool, breaks: bool) -> str:
    """A fighter who does nothing but strike, with gear that may break where it `breaks`."""
    blade: dict[str, Any] = {"name": "blade", "die": random.choice(DICE), "tags": random.sample(TAGS, 1)}
    if breaks and random.random() < 0.5:
        blade["quality"] = random.choice((1, 2, 3))
    fields: dict[str, Any] = {"hp": random.choice((3, 6, 12)), "attack": random.randrange(5)}
    fields["armor"] = armor(random) if breaks else random.randrange(9, 17)
    fields |= {"weapons": [blade], "weak_to": random.sample(TAGS, random.randrange(2))}
    if foe and morale:
        fields["morale"] = random.randrange(2, 11)
    return fighter(name, side, fields)


def one(
    random: Random,
    name: str,
    side: str,
    employers: Sequence[str],
    *,
    first: bool,
    foe: bool,
    morale: bool,
    given: Mapping[str, Any] | None = None,
) -> str:
    """A fighter with anything but what is `given`; the `first` of a side is there from the start."""
    fields: dict[str, Any] = {
        "hp": random.choice((3, 8, 20, 30)),
        "attack": random.randrange(-1, 8),
        "armor": armor(random),
    }
    fields["weapons"] = [weapon(random) for _ in range(random.choice((0, 1, 1, 2, 3)))]
    if random.random() < 0.3:
        fields["max_hp"] = fields["hp"] + random.randrange(9)
        if not first and random.random() < 0.4:
            fields["hp"] = random.randrange(-2, 1)
    if random.random() < 0.5:
        fields["abilities"] = {name: random.randrange(1, 8) for name in ABILITIES}
    if foe and random.random() < 0.5:
        fields["damage"] = random.choice((*DICE, "1d4/1d4", "d3/d3/d6"))
    if foe and morale and random.random() < 0.7:
        fields["morale"] = random.randrange(2, 11)
    if foe and random.random() < 0.3:
        fields["leader"] = True
    if foe and random.random() < 0.2 and "max_hp" not in fields:
        del fields["hp"]
        fields["hd"] = random.choice((1, 2, "1/2", "1+1"))
    if random.random() < 0.3:
        fields["weak_to"] = random.sample(TAGS, 2)
    if random.random() < 0.5:
        fields["spells"] = [spell(random, number) for number in range(random.randrange(1, 4))]
    if random.random() < 0.25:
        fields["flags"] = random.sample(FLAGS[: random.choice((5, 7))], random.choice((1, 1, 2)))
    if not first and random.random() < 0.2:
        fields["joins"] = random.randrange(1, 5)
    if not first and random.random() < 0.1:
        fields["hidden"] = True
    if employers and random.random() < 0.4:
        fields |= {"hireling_of": random.choice(employers)} | ({"morale": random.randrange(2, 11)} if morale else {})
        fields["paid"] = random.random() < 0.6
    if given and ("hp" in given or "hd" in given):
        fields = {name: value for name, value in fields.items() if name not in ("hp", "max_hp", "hd")}
    return fighter(name, side, fields | dict(given or {}))


def fuzzed(seed: int, tactics: Mapping[str, str] | None = None, rulings: Mapping[str, str] | None = None) -> Fight:
    """A fight made from a seed; `tactics` instead of any, `rulings` instead of the defaults."""
    random = Random(seed)
    tables: list[str] = []
    sides = ["party", "foes"] + (["beasts"] if random.random() < 0.2 else [])
    random.shuffle(sides)
    plainly, morale, breaks = random.random() < 0.3, random.random() < 0.8, random.random() < 0.5
    for side in sides:
        employers: list[str] = []
        known: set[str] = set()
        for number in range(random.choice((1, 2, 3, 4, 5))):
            name = f"{side} {random.choice('abc')}"
            foe = side != "party"
            if plainly:
                tables.append(plain(random, name, side, foe=foe, morale=morale, breaks=breaks))
                continue
            tables.append(one(random, name, side, employers, first=not number, foe=foe, morale=morale))
            if random.random() < 0.5 and "abilities" not in tables[-1] and name not in known:
                employers.append(name)
            known.add(name)
    plain_tactics = ("first",) if random.random() < 0.5 else ("first", "weakest", "strongest", "random")
    known_tactics = plain_tactics if plainly else tuple(TACTICS)
    chosen = {side: random.choice(known_tactics) for side in sides} | dict(tactics or {})
    return parse(fight(*tables, tactics={side: chosen[side] for side in sides}, rulings=rulings))


ORDER_OF_PLAY = (
    "K17", "K20", "K21", "K22", "K23", "K24", "K34", "K35", "K36", "K39", "K40", "K43", "K56", "K57", "K58", "K59",
    "K68", "K70", "K72", "K73", "K75",
)  # fmt: skip
"""The rulings that decide who is asked next, and not with which odds."""


def readings(seed: int) -> dict[str, str]:
    """Some rulings at another option than the default, mostly such as decide who is asked next."""
    random = Random(seed)
    others = [one for one in RULINGS if one.id not in ("K19", "K74")]
    chosen = random.sample([one for one in others if one.id in ORDER_OF_PLAY], random.choice((1, 3, 6)))
    chosen += random.sample([one for one in others if one.id not in ORDER_OF_PLAY], random.randrange(4))
    return {one.id: random.choice([option for option in options_of(one) if option != one.default]) for one in chosen}
