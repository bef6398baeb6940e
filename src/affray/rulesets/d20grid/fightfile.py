"""A fight file to the state at the start. Every value is checked where it stands in the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec
from msgspec.structs import replace

from affray.files import Node, Value, told_apart
from affray.rules import RESERVED, rule
from affray.rulesets.d20grid.fightfile_gear import added, carried, hands, penalties, styles, worn
from affray.rulesets.d20grid.fightfile_map import feet, free_square, place, read_map
from affray.rulesets.d20grid.harm import fate_of
from affray.rulesets.d20grid.limits import (
    ABILITY,
    AREA,
    ATTACKS,
    CLASS_ATTACK_BONUS,
    DEFENSE,
    HP,
    INITIATIVE,
    MAX_HP,
    MOST_FIGHTERS,
    MULTIPLIER,
    PASSIVE,
    SPEED,
    SUBDUAL,
)
from affray.rulesets.d20grid.rulings import rulings_of
from affray.rulesets.d20grid.state import FLAGS, Condition, Flag, Map, Place, Profile, State, sides_up

APART = 35
"""Feet between the columns in which the sides stand where nothing says where (house default)."""


class Entry(msgspec.Struct):
    """One table of the file, read: `count` fighters, where the first stands, and whom they are behind."""

    node: Node
    profile: Profile
    condition: Condition
    alike: int
    at: Place | None
    behind: list[Value]


def setup(root: Node, chosen: Mapping[str, str]) -> State:
    """The state at the start of the fight that a file describes, under these rulings (by slug)."""
    rulings = rulings_of(chosen)
    ground = read_map(root)
    entries = [_entry(node, ground) for node in root.tables("fighter", 1, MOST_FIGHTERS)]
    total = sum(one.alike for one in entries)
    if total > MOST_FIGHTERS:
        raise entries[-1].node.error(
            "", "too many fighters", received=total, allowed=f"1 to {MOST_FIGHTERS}", code="out_of_range"
        )
    sides = list(dict.fromkeys(one.profile.side for one in entries))
    if len(sides) < 2:
        raise root.error(
            "fighter", "a fight needs a fighter on each side", received=None, hint=f"all are of {sides[0]}"
        )
    players = "party" if "party" in sides else sides[0]
    places = _places(entries, ground, sides)
    every = [one for one in entries for _ in range(one.alike)]
    profiles = _numbered([replace(one.profile, players=one.profile.side == players) for one in every])
    conditions = tuple(
        [
            replace(
                one.condition,
                at=at,
                fate=fate_of(one.condition, rulings),
                behind=_behind(one, profiles, [other.profile.name for other in every]),
            )
            for one, at in zip(every, places, strict=True)
        ]
    )
    return _at_start(State(rulings, ground, profiles, conditions))


def _numbered(profiles: list[Profile]) -> tuple[Profile, ...]:
    """Names told apart."""
    names = told_apart([one.name for one in profiles])
    return tuple([replace(one, name=name) for one, name in zip(profiles, names, strict=True)])


def _places(entries: list[Entry], ground: Map, sides: list[str]) -> list[Place]:
    """Where everybody stands: those of one table beside the first, who is put where the file says, or in a column."""
    taken: dict[Place, Node] = {}
    found: dict[int, list[Place]] = {}
    said = [number for number, one in enumerate(entries) if one.at is not None]
    unsaid = [number for number, one in enumerate(entries) if one.at is None]
    for number in said:
        one = entries[number]
        if one.at in taken:
            line = taken[one.at].line
            raise one.node.error("at", "that square is taken", hint=f"by the fighter at line {line}", code="duplicate")
        taken[cast("Place", one.at)] = one.node
        found[number] = [cast("Place", one.at)]
    for number in (*said, *unsaid):
        one = entries[number]
        wanted = one.at or (min(APART * sides.index(one.profile.side), ground.size[0] - 5), 0)
        squares = found.setdefault(number, [])
        while len(squares) < one.alike:
            square = free_square(ground, wanted, taken)
            if square is None:
                raise one.node.error("at" if one.at else "", "no free square is left there", received=None)
            taken[square] = one.node
            squares.append(square)
    return [square for number in range(len(entries)) for square in found[number]]


def _behind(entry: Entry, profiles: tuple[Profile, ...], names: list[str]) -> tuple[int, ...]:
    """The enemies that are named, each by its own name or by the one that several share."""
    found: set[int] = set()
    for value in entry.behind:
        text = value.text()
        numbers = [n for n, one in enumerate(profiles) if text in (one.name, names[n])]
        foes = [number for number in numbers if profiles[number].side != entry.profile.side]
        if not foes:
            raise value.error("no enemy of that name")
        found.update(foes)
    return tuple(sorted(found))


@rule("T57")
def _at_start(state: State) -> State:
    """A fight in which at most one side has anybody conscious is over before it begins."""
    left = sides_up(state)
    return state if len(left) > 1 else replace(state, over=True, winner=left[0] if left else None)


@rule("d20grid.turn.budget", "d20grid.armor.absorb", "T05", "T11", "T38")
def _entry(node: Node, ground: Map) -> Entry:
    """The fighters of one table: `count` of them, all alike."""
    name, side = node.name("name"), _side(node)
    alike = node.whole("count", 1, MOST_FIGHTERS, default=1)
    hp = node.whole("hp", *HP)
    strength, dexterity = _abilities(node)
    weapons = carried(node)
    absorb, own = worn(node)
    hinders = penalties(node, own)
    profile = Profile(
        name=name,
        side=side,
        players=False,  # which side is theirs shows when all are read
        max_hp=node.whole("max_hp", max(hp, MAX_HP.low), MAX_HP.high, default=max(hp, MAX_HP.low)),
        defense=node.whole("defense", *DEFENSE) - hinders["defense"],
        speed=max(feet(node, "speed", *SPEED, 30) - hinders["speed"], 0),
        strength=strength,
        dexterity=dexterity,
        initiative=node.whole("initiative", *INITIATIVE, default=dexterity) - hinders["initiative"],
        class_attack_bonus=node.whole("class_attack_bonus", *CLASS_ATTACK_BONUS, default=0),
        hindered=hinders["attack"],
        attacks=node.whole("attacks_per_full", *ATTACKS, default=1),
        area=feet(node, "area", *AREA, 0),
        absorb=absorb,
        weapons=weapons,
        styles=styles(node),
        passives=added(node, "passives", PASSIVE),
        multipliers=added(node, "multipliers", MULTIPLIER),
    )
    one = Condition(
        hp,
        (0, 0),
        node.whole("subdual", *SUBDUAL, default=0),
        drawn=hands(node, profile),
        pool=absorb,
        flags=_flags(node),
    )
    at = node.either("at", default=None)
    behind = node.values("behind", 0, MOST_FIGHTERS)
    node.note("notes", default="")
    node.done()
    return Entry(node, profile, one, alike, None if at is None else place(at, ground), behind)


def _side(node: Node) -> str:
    side = node.text("side", 1, 60)
    if side in RESERVED:
        raise node.error("side", "that word has a meaning of its own", hint="any other name will do", code="reserved")
    return side


def _abilities(node: Node) -> tuple[int, int]:
    """The STR and DEX modifiers."""
    table = node.table("abilities")
    if table is None:
        return 0, 0
    strength, dexterity = (table.whole(key, *ABILITY, default=0) for key in ("str", "dex"))
    table.done()
    return strength, dexterity


def _flags(node: Node) -> tuple[Flag, ...]:
    values = node.values("flags", 0, len(FLAGS))
    for value in values:
        if value.raw == "behind":
            raise value.error("behind is a key of its own", hint='as in behind = ["orc"]')
    flags = {value.choice(FLAGS) for value in values}
    return cast("tuple[Flag, ...]", tuple(sorted(flags)))
