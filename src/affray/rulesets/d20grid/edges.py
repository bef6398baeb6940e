"""Advantage and disadvantage of one attack: every source, read off the map where it can tell, else off flags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from affray.rules import rule
from affray.rulesets.d20grid.formulas import MOST_EDGE
from affray.rulesets.d20grid.ground import (
    NEAR,
    area_of,
    creature_between,
    creatures_block,
    height,
    in_cover,
    is_in_area,
    is_unseen,
    metric_of,
    near,
    opposite,
    says_the_scenario,
)
from affray.rulesets.d20grid.rulings import Rulings
from affray.rulesets.d20grid.state import UP, Place, State, Weapon, is_ranged, wielded

Source: TypeAlias = tuple[str, int]
"""What gives an advantage (1) or a disadvantage (-1), in a word."""


@rule("d20grid.edge.net", "d20grid.edge.sources", "T25", "T34")
def sources(state: State, attacker: int, target: int, weapon: Weapon, spot: Place) -> tuple[Source, ...]:
    """Every source that an attack has, once each, for a target that is met at `spot`."""
    found = [
        *_by_place(state, attacker, target, weapon, spot),
        *_by_sight(state, attacker, target),
        *_by_company(state, attacker, target, weapon, spot),
    ]
    if is_ranged(weapon):
        found += _at_close_quarters(state, attacker, spot)
    else:
        found += _against_shooters(state, target)
    if state.conditions[target].fate != UP and helpless(state.rulings) == "advantage":
        found.append(("unconscious", 1))
    return tuple(found)


def net(found: tuple[Source, ...]) -> int:
    """What is left when advantages and disadvantages have cancelled (d20grid.edge.net)."""
    total = sum([way for _, way in found])
    return max(-MOST_EDGE, min(total, MOST_EDGE))


# Where the two are


@rule("d20grid.edge.sources", "T26", "T61")
def _by_place(state: State, attacker: int, target: int, weapon: Weapon, spot: Place) -> Iterator[Source]:
    """Higher ground, cover, standing behind the target."""
    one, other = state.conditions[attacker], state.conditions[target]
    if state.map.elevation:
        above = height(state.map, one.at) - height(state.map, spot)
        if above > 0:
            yield "elevation", 1
        elif above < 0 and lower_is_worse(state.rulings):
            yield "lower ground", -1
    if is_covered(state, attacker, target, weapon, spot):
        yield "cover", -1
    if "concealed" in other.flags:
        yield "concealment", -1
    if target in one.behind:
        yield "behind", 1


@rule("T25")
def lower_is_worse(rulings: Rulings) -> bool:
    """Whether one who stands lower than the target has a disadvantage."""
    return rulings.lower_attacker == "disadvantage"


@rule("d20grid.edge.sources", "d20grid.edge.line-of-sight", "T32", "T61")
def is_covered(state: State, attacker: int, target: int, weapon: Weapon, spot: Place) -> bool:
    """Whether the target is in cover: by the map or by a flag, or behind a creature where that gives cover (T32)."""
    if says_the_scenario(state.rulings):
        return "covered" in state.conditions[target].flags
    if (state.map.walls or state.map.cover) and in_cover(state.map, state.conditions[attacker].at, spot):
        return True
    if not is_ranged(weapon) or creatures_block(state.rulings):
        return False
    return creature_between(state, attacker, target, spot, state.conditions[attacker].at)


# Who sees whom


@rule("d20grid.edge.blind", "T28", "T29")
def _by_sight(state: State, attacker: int, target: int) -> Iterator[Source]:
    """One cannot see a target if one is blind or the target is invisible; it is the same the other way round."""
    mine, theirs = state.conditions[attacker].flags, state.conditions[target].flags
    if not mine and not theirs:
        return
    if "blind" in mine or "invisible" in theirs:
        yield "cannot see the target", -1
    if "blind" in theirs or "invisible" in mine:
        yield "unseen", 1


# Who is near


def _by_company(state: State, attacker: int, target: int, weapon: Weapon, spot: Place) -> Iterator[Source]:
    """Flanking, and friends who are in danger."""
    if is_flanking(state, attacker, target, spot):
        yield "flanking", 1
    if endangers_friends(state, attacker, target, weapon, spot):
        yield "friendly fire", -1


@rule("T27")
def flanking(rulings: Rulings) -> str:
    """What flanking takes beside two in the target's area: nothing, "opposite" sides, or an ally who is "adjacent"."""
    return {"literal": "", "opposite_sides": "opposite", "ally_adjacent": "adjacent"}[rulings.flanking]


@rule("d20grid.edge.sources", "T27")
def is_flanking(state: State, attacker: int, target: int, spot: Place) -> bool:
    """Whether the target has the attacker and a conscious ally of its in its area; who has no area is not flanked."""
    area = area_of(state.profiles[target], state.conditions[target])
    metric, here = metric_of(state.rulings), state.conditions[attacker].at
    if not area or not near(spot, here, area, metric):
        return False
    side = state.profiles[attacker].side
    for number, ally in enumerate(state.conditions):
        if number == attacker or ally.fate != UP or state.profiles[number].side != side:
            continue
        if near(spot, ally.at, area, metric):
            needs = flanking(state.rulings)
            if needs == "opposite" and not opposite(here, ally.at, spot):
                continue
            if needs == "adjacent" and not near(spot, ally.at, NEAR, metric):
                continue
            return True
    return False


@rule("T31")
def endangered(rulings: Rulings) -> tuple[str, bool]:
    """Whose friends are in danger, the "attacker"'s or the "target"'s, and whether melee attacks endanger them, too."""
    return ("target" if rulings.friendly_fire == "literal_target_allies" else "attacker"), (
        rulings.friendly_fire == "melee_too"
    )


@rule("d20grid.edge.friendly-fire", "T31")
def endangers_friends(state: State, attacker: int, target: int, weapon: Weapon, spot: Place) -> bool:
    """Whether there are friends within 5 feet of the target, conscious or not, the dead left out.

    Whom the attacker does not see it does not avoid.
    """
    whose, melee_too = endangered(state.rulings)
    if not (is_ranged(weapon) or melee_too):
        return False
    side = state.profiles[attacker if whose == "attacker" else target].side
    metric = metric_of(state.rulings)
    for number, one in enumerate(state.conditions):
        if number in (attacker, target) or one.fate == "dead" or state.profiles[number].side != side:
            continue
        if near(spot, one.at, NEAR, metric) and not is_unseen(state, attacker, number):
            return True
    return False


# Bows


@rule("T30")
def inside_area(rulings: Rulings) -> tuple[bool, bool]:
    """Whether being close and being inside one's area are one source, and whether a hit there rolls its dice."""
    return rulings.inside_area in ("single", "single_rolled"), rulings.inside_area in ("rolled", "single_rolled")


@rule("d20grid.edge.point-blank", "T30")
def _at_close_quarters(state: State, attacker: int, spot: Place) -> Iterator[Source]:
    """A shot within 5 feet of the target, and one inside the shooter's own area."""
    close = near(state.conditions[attacker].at, spot, NEAR, metric_of(state.rulings))
    if close:
        yield "point blank", -1
    if is_in_area(state, attacker, spot) and not (close and inside_area(state.rulings)[0]):
        yield "inside the area", -1


@rule("d20grid.edge.point-blank", "T30")
def counts_in_full(state: State, attacker: int, weapon: Weapon, spot: Place) -> bool:
    """Whether a hit deals its dice in full: a shot at a target inside the shooter's area."""
    return is_ranged(weapon) and not inside_area(state.rulings)[1] and is_in_area(state, attacker, spot)


@rule("d20grid.edge.ranged-defender", "T33")
def _against_shooters(state: State, target: int) -> Iterator[Source]:
    """Melee attacks on one who wields a ranged weapon."""
    weapon = wielded(state, target)
    if weapon is not None and is_ranged(weapon) and state.conditions[target].fate == UP:
        yield "against a ranged weapon", 1


# The unconscious


@rule("T51")
def helpless(rulings: Rulings) -> str:
    """What an unconscious target is: "unchanged", at a disadvantage to it ("advantage"), or hit for sure."""
    return rulings.unconscious_target
