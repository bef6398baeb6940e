"""A fight file to the state at the start. Every value is checked where it stands in the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from msgspec.structs import replace

from affray.errors import BadInput
from affray.files import Node, told_apart
from affray.rules import RESERVED, rule
from affray.rulesets.skilldice.formulas import DICE
from affray.rulesets.skilldice.harm import broken
from affray.rulesets.skilldice.rulings import Rulings, rulings_of
from affray.rulesets.skilldice.state import (
    BODY,
    MANNERS,
    NOTHING,
    SKILLS,
    UP,
    WEAPONS,
    Condition,
    Manner,
    Profile,
    State,
    Three,
    Weapon,
    sides_up,
)

MOST_FIGHTERS = 100


def setup(root: Node, chosen: Mapping[str, str]) -> State:
    """The state at the start of the fight that a file describes, under these rulings (by slug)."""
    rulings = rulings_of(chosen)
    fighters: list[tuple[Profile, Condition]] = []
    for node in root.tables("fighter", 1, MOST_FIGHTERS):
        fighters += _fighters(node, rulings)
        if len(fighters) > MOST_FIGHTERS:
            raise node.error(
                "", "too many fighters", received=len(fighters), allowed=f"1 to {MOST_FIGHTERS}", code="out_of_range"
            )
    sides = list(dict.fromkeys(profile.side for profile, _ in fighters))
    if len(sides) < 2:
        raise root.error(
            "fighter", "a fight needs a fighter on each side", received=None, hint=f"all are of {sides[0]}"
        )
    players = "party" if "party" in sides else sides[0]
    profiles = _numbered([replace(one, players=one.side == players) for one, _ in fighters])
    return _at_start(State(rulings, profiles, tuple(one for _, one in fighters)))


def _numbered(profiles: list[Profile]) -> tuple[Profile, ...]:
    """Names told apart."""
    names = told_apart([one.name for one in profiles])
    return tuple([replace(one, name=name) for one, name in zip(profiles, names, strict=True)])


@rule("D49")
def _at_start(state: State) -> State:
    """A fight in which at most one side has anybody left is over before it begins."""
    left = sides_up(state)
    return state if len(left) > 1 else replace(state, over=True, winner=left[0] if left else None)


@rule("skilldice.die", "skilldice.armour", "skilldice.stamina.track", "D46")
def _fighters(node: Node, rulings: Rulings) -> list[tuple[Profile, Condition]]:
    """The fighters of one table: `count` of them, all alike, enemies with the same sheet as anybody."""
    name, side = node.name("name"), _side(node)
    alike = node.whole("count", 1, 1_000, default=1)
    sides = die(node, "body"), die(node, "mind"), die(node, "soul")
    scars = three(node, "scars", _less(sides, 1))
    profile = Profile(
        name,
        side,
        False,
        sides,
        bare_body(node, sides[BODY]),
        cast("Weapon", node.choice("weapon", WEAPONS, default="none")),
        node.truth("ranged", default=False),
        three(node, "training", sides),
    )
    one = Condition(
        lost=three(node, "lost", sides),
        scars=scars,
        manner=cast("Manner", node.choice("state", MANNERS, default="able")),
        group=node.text("group", 1, 60, default=""),
        edge=_module(node, "edge"),
        step=_module(node, "step"),
    )
    node.note("notes", default="")
    node.done()
    fate = UP if broken(profile, one, rulings) is None else "out"
    return [(profile, replace(one, fate=fate))] * alike


def _side(node: Node) -> str:
    side = node.text("side", 1, 60)
    if side in RESERVED:
        raise node.error("side", "that word has a meaning of its own", hint="any other name will do", code="reserved")
    return side


@rule("D54", "D55")
def _module(node: Node, key: str) -> Literal[-1, 0, 1]:
    """Helped or hindered, dice a step higher or lower: heard of where the module is on."""
    value = node.whole(key, -1, 1, default=0)
    return 1 if value > 0 else -1 if value < 0 else 0


@rule("skilldice.die")
def die(node: Node, key: str, default: int | None = None) -> int:
    """A die by its sides, 8 or "d8": one of those that there are."""
    value = node.either(key) if default is None else node.either(key, default=None)
    if value is None:
        assert default is not None
        return default
    raw = value.raw
    if isinstance(raw, str) and raw in {f"d{sides}" for sides in DICE}:
        return int(raw[1:])
    try:
        sides = value.whole(DICE[0], DICE[-1])
    except BadInput as error:
        raise value.error("no such die", allowed=ALLOWED, code=error.code) from None
    if sides not in DICE:
        raise value.error("no such die", allowed=ALLOWED, code="out_of_range")
    return sides


ALLOWED = f"one of {', '.join(map(str, DICE))}"


@rule("skilldice.armour", "D31")
def bare_body(node: Node, body: int) -> int:
    """The Body die without the armour: no larger than with it."""
    bare = die(node, "body_unarmoured", body)
    if bare > body:
        raise node.error("body_unarmoured", "armour makes no die smaller", allowed=f"at most {body}")
    return bare


def three(node: Node, key: str, most: Three) -> Three:
    """Points by Skill, none where nothing is said."""
    table = node.table(key)
    if table is None:
        return NOTHING
    body, mind, soul = (table.whole(skill, 0, top, default=0) for skill, top in zip(SKILLS, most, strict=True))
    table.done()
    return body, mind, soul


def _less(sides: Three, by: int) -> Three:
    """At least one point remains of a track that scars have shortened (D43)."""
    return sides[0] - by, sides[1] - by, sides[2] - by
