"""Fights made at random about one matter each, long and crowded enough that it comes up many times."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.fight import Fight, parse
from affray.interpret.roll import Sampler
from affray.play import Play
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.questions import RULINGS
from affray.testing.cases import options_of
from tests.rulesets.knave.fights import fight
from tests.rulesets.knave.fuzz import ABILITIES, DICE, FLAGS, TAGS, armor, one, spell, weapon

Fields = dict[str, Any]


class Theme(NamedTuple):
    """What a fight is about: the rulings that matter, the tactics of both sides, how many there are on each side."""

    rulings: tuple[str, ...]
    tactics: tuple[str, ...]
    party: tuple[int, ...]
    foes: tuple[int, ...]


PLAIN = ("first", "weakest", "strongest", "random")
THEMES = {
    "morale": Theme(
        ("K39", "K40", "K43", "K45", "K46", "K56", "K57", "K58", "K59", "K62", "K70", "K72", "K73"),
        (*PLAIN, *PLAIN, "dirty", "spells"), (2, 3, 4), (1, 4, 6, 8),
    ),
    "gear": Theme(
        ("K02", "K14", "K15", "K17", "K22", "K23", "K24", "K25", "K26", "K27", "K28", "K65"),
        (*PLAIN, *PLAIN, "stunts"), (1, 2, 3), (1, 2, 3),
    ),
    "spells": Theme(("K12", "K13", "K22", "K23", "K34", "K43", "K68", "K70", "K72"), ("spells",), (1, 2, 3), (1, 2, 4)),
    "tricks": Theme(
        ("K10", "K20", "K21", "K33", "K34", "K35", "K36", "K38", "K43", "K65", "K75"),
        ("dirty", "stunts", "dirty", "random"), (1, 2, 3), (1, 2, 3),
    ),
    "shots": Theme(
        ("K17", "K20", "K21", "K22", "K34", "K35", "K36", "K43", "K72"),
        ("dirty", "dirty", "stunts", "weakest"), (1, 2, 3), (1, 2, 3),
    ),
}  # fmt: skip
ASKING = {
    "K17": ("none",) * 3, "K21": ("disadvantage",) * 3, "K24": ("random",) * 6, "K34": ("advantage_only",),
    "K56": ("each_time",) * 3, "K58": ("individual",), "K62": ("roll_d8",) * 3,
}  # fmt: skip
REFUSED = {("K21", "hits_ally"), ("K40", "random")}


def themed(name: str, seed: int) -> Fight:
    """A fight of a theme, made from a seed; half of the rulings that matter are at any option."""
    theme, random = THEMES[name], Random(f"{name} {seed}")
    tables: list[str] = []
    for side, sizes in (("party", theme.party), ("foes", theme.foes)):
        employers: list[str] = []
        for number in range(random.choice(sizes)):
            kind = f"{side} {number if side == 'party' else random.choice('aabc')}"
            given = MAKERS[name](random, side == "foes")
            made = one(
                random,
                kind,
                side,
                employers,
                first=not number,
                foe=side == "foes",
                morale=name == "morale",
                given=given,
            )
            tables.append(made)
            if side == "party" and name == "morale" and "abilities" not in made:
                employers.append(kind)
    tactics = {side: random.choice(theme.tactics) for side in ("party", "foes")}
    return parse(fight(*tables, tactics=tactics, rulings=readings(random, theme)))


def readings(random: Random, theme: Theme) -> Mapping[str, str]:
    """Any option of half of the rulings of a theme; what asks more comes up more often."""
    found: dict[str, str] = {}
    for ruling in RULINGS:
        if ruling.id in theme.rulings and random.random() < 0.5:
            option = random.choice((*options_of(ruling), *ASKING.get(ruling.id, ())))
            if (ruling.id, option) not in REFUSED:
                found[ruling.id] = option
    return found


def in_a_crowd(random: Random, foe: bool) -> Fields:
    """Foes who fall soon and are led, against few who last."""
    hp = random.choice((3, 5, 8, 20)) if foe else random.choice((6, 50, 50))
    fields: Fields = {"hp": hp, "max_hp": hp + random.choice((0, 0, 5)), "attack": random.randrange(1, 8)}
    fields["armor"] = random.randrange(9, 14)
    if foe and random.random() < 0.2:
        fields = {"hd": random.choice((1, 2, "1+1"))}
    if foe:
        fields |= {"damage": "d4", "weapons": []} if random.random() < 0.7 else {}
        fields |= {"morale": random.choice((2, 6, 8, 9, 10, 11)), "leader": random.random() < 0.3, "flags": []}
    return fields


def in_gear(random: Random, foe: bool) -> Fields:
    """All that can break, on those who live long enough for it."""
    hp = random.choice((12, 20, 30))
    pieces = [{"name": random.choice(("gambeson", "brigandine", "chain")), "quality": random.randrange(1, 4)}]
    pieces += [{"name": name, "quality": random.randrange(1, 4)} for name in ("shield", "helmet")]
    weapons = [weapon(random) for _ in range(random.choice((1, 2, 2)))]
    worn = pieces[random.choice((0, 0, 1)) : random.choice((2, 3, 3))]
    return {"hp": hp, "max_hp": hp, "armor": worn if random.random() < 0.7 else armor(random), "weapons": weapons}


def among_casters(random: Random, foe: bool) -> Fields:
    """Spells of every kind."""
    spells = [spell(random, number) for number in range(random.choice((0, 1, 2, 3, 3)))]
    hp = random.choice((12, 20, 30))
    return {"hp": hp, "max_hp": hp, "spells": spells, "abilities": {one: random.randrange(1, 8) for one in ABILITIES}}


def with_tricks(random: Random, foe: bool) -> Fields:
    """Every kind of weapon in the hands of those who are unlike in what they can."""
    hp = random.choice((12, 20, 30))
    fields: Fields = {"hp": hp, "max_hp": hp, "abilities": {one: random.randrange(1, 8) for one in ABILITIES}}
    blade = {"name": "blade", "die": random.choice(DICE), "tags": random.sample(TAGS, 1)}
    bow = {"name": "bow", "die": "d6", "kind": "ranged", "hands": 2}
    fields["weapons"] = random.choice(([blade], [blade, bow], [bow, blade], [bow], [weapon(random), blade]))
    if random.random() < 0.5:
        fields["flags"] = random.sample(FLAGS[:5], random.choice((1, 1, 2)))
    return fields


def with_bows(random: Random, foe: bool) -> Fields:
    """Archers above all, at whom others strike; some carry a shield that is in the way."""
    hp = random.choice((8, 20, 30))
    fields: Fields = {"hp": hp, "max_hp": hp, "abilities": {one: random.randrange(1, 8) for one in ABILITIES}}
    pike = {"name": "pike", "die": "d8", "hands": 2, "quality": random.choice((1, 3))}
    bow = {"name": "bow", "die": "d6", "kind": "ranged", "quality": random.choice((1, 2, 3))}
    sling = {"name": "staff sling", "die": "d4", "kind": "ranged", "hands": 2}
    fields["weapons"] = random.choice(([bow], [bow, sling], [bow, pike], [pike, bow], [sling, pike], [pike], []))
    if random.random() < 0.5:
        fields["armor"] = [{"name": "shield", "quality": random.randrange(1, 3)}]
    if random.random() < 0.5:
        fields["flags"] = random.sample(FLAGS[:5], random.choice((1, 1, 2)))
    return fields


MAKERS = {"morale": in_a_crowd, "gear": in_gear, "spells": among_casters, "tricks": with_tricks, "shots": with_bows}


def wandered(fight: Fight, random: Random, steps: int) -> Fight:
    """A fight from where it has come to after so many legal commands of any kind; before its end."""
    play = Play(fight.state, Sampler("wander", random.randrange(10**9)), ruleset.evolve)
    for _ in range(steps):
        before = play.state
        seat = ruleset.next_to_act(before)
        legal = [] if seat is None else [one for one, why in ruleset.candidates(before, seat) if why is None]
        if legal:
            ruleset.apply(play, random.choice(legal))
        if not legal or ruleset.outcome(play.state) is not None:
            return replace(fight, state=before)
    return replace(fight, state=play.state)
