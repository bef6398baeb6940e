"""What a fight has that decides which numbers a position needs, and what the machine does not play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from affray.dice import Formula, Roll, Seat, Why
from affray.errors import Unsupported
from affray.play import Play
from affray.rules.bits import MOST
from affray.rules.machines import BEST
from affray.rulesets.knave.attacking import blows_of, engagement
from affray.rulesets.knave.effects import evolve
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.machine.layout import (
    CASTING,
    CHOOSES,
    CHOOSES_ORDER,
    FIGHTING_DIRTY,
    FIRST,
    NO_TRICK,
    RANDOM,
    STRONGEST,
    STUNTING,
    WEAKEST,
)
from affray.rulesets.knave.moving import leaving_costs
from affray.rulesets.knave.procedures import order_of_round
from affray.rulesets.knave.state import FOES, Condition, EffectKind, Profile, State
from affray.rulesets.knave.striking import misses_hit_allies

TACTICS = {
    "first": (FIRST, NO_TRICK),
    "weakest": (WEAKEST, NO_TRICK),
    "strongest": (STRONGEST, NO_TRICK),
    "random": (RANDOM, NO_TRICK),
    "stunts": (FIRST, STUNTING),
    "dirty": (FIRST, FIGHTING_DIRTY),
    "spells": (FIRST, CASTING),
    f"{BEST}:targets": (CHOOSES, NO_TRICK),
    f"{BEST}:targets+order": (CHOOSES_ORDER, NO_TRICK),
}
"""How a tactic chooses its target, and its trick."""

MOST_IN_ORDER = 8
"""Fighters whose order can be drawn as one chance (K40)."""


class Features(msgspec.Struct, frozen=True):
    """What there is in a fight, and how each fighter plays.

    `tactics` and `tricks` are those of `TACTICS`, by fighter; `order` is the order of acting where it is fixed and not
    the roster's, `order_is_drawn` says that it changes with every round. The others say whether anybody shoots, may
    have troubles or weapons on the floor, whether it matters who is adjacent to whom and who struck whom, whether
    anybody casts, whether weapons can break; `may_sling` are those who may put the shield away.
    """

    tactics: tuple[int, ...]
    tricks: tuple[int, ...]
    order: tuple[int, ...]
    order_is_drawn: bool
    shoots: bool
    troubles: bool
    drops: bool
    places: bool
    struck: bool
    casts: bool
    breaks: bool
    may_sling: frozenset[int]


def features_of(state: State, tactics: Mapping[str, str]) -> Features:
    """What there is in a fight under these tactics; raises `Unsupported` for what the machine does not play."""
    rulings, profiles, conditions = state.rulings, state.profiles, state.conditions
    _check_state(state)
    _check_tactics(state, tactics)
    chosen = [TACTICS[tactics[one.side]] for one in profiles]
    tricks = [
        trick if trick != CASTING or one.spells else NO_TRICK for (_, trick), one in zip(chosen, profiles, strict=True)
    ]
    effects = _effects(profiles, tricks)
    stunts = STUNTING in tricks or FIGHTING_DIRTY in tricks
    shoots = any(weapon.kind == "ranged" for one in profiles for weapon in one.weapons)
    routines = any(len(blows_of(rulings, one, n)) > 1 for one in profiles for n in range(len(one.weapons)))
    lying = any(one.tripped for one in conditions)
    places = stunts or lying or shoots or routines or leaving_costs(rulings) or "shove" in effects
    order, drawn = _order(state)
    by_roster = not order and not drawn
    if misses_hit_allies(rulings) and shoots:
        raise Unsupported("K21=hits_ally")
    return Features(
        tuple([_open(tactic, one, by_roster) for (tactic, _), one in zip(chosen, profiles, strict=True)]),
        tuple(tricks),
        order,
        drawn,
        shoots,
        stunts or any(map(_is_troubled, conditions)) or bool(effects & {"stun", "disarm", "off_balance", "distracted"}),
        stunts or "disarm" in effects or any(one.dropped for one in conditions),
        places,
        places and engagement(rulings) != "adjacent_hostile",
        CASTING in tricks,
        any(quality is not None for one in conditions for quality in one.weapons),
        frozenset(n for n, one in enumerate(profiles) if _may_sling(one, conditions[n], tricks[n])),
    )


def _open(tactic: int, profile: Profile, by_roster: bool) -> int:
    """Enemies act in their order, as all do where the order is fixed: who is next is only the players' choice."""
    return CHOOSES if tactic == CHOOSES_ORDER and (profile.camp == FOES or not by_roster) else tactic


def _is_troubled(one: Condition) -> bool:
    return bool(one.flags or one.passing or one.tripped or one.stunned)


def _effects(profiles: tuple[Profile, ...], tricks: list[int]) -> set[EffectKind]:
    """What the spells do that may be cast."""
    casters = [one for one, trick in zip(profiles, tricks, strict=True) if trick == CASTING]
    found = {spell.on_fail.kind for one in casters for spell in one.spells}
    if "sunder" in found:
        raise Unsupported("spell=sunder")
    return found


def _may_sling(profile: Profile, condition: Condition, trick: int) -> bool:
    two_handed = any(weapon.hands > 1 for weapon in profile.weapons)
    return profile.shield and (two_handed or trick == CASTING or condition.slung)


def _check_tactics(state: State, tactics: Mapping[str, str]) -> None:
    for side, tactic in tactics.items():
        if tactic not in TACTICS:
            raise Unsupported(tactic.replace(f"{BEST}:", "repertoire=") if BEST in tactic else f"tactic={tactic}")
        camps = [one.camp for one in state.profiles if one.side == side]
        together = {one.side for one in state.profiles if one.camp in camps}
        if tactic.startswith(BEST) and len(together) > 1:
            raise Unsupported(f"{tactic} of one of several sides")


def _check_state(state: State) -> None:
    rulings = state.rulings
    if len(state.profiles) > MOST + 1:
        raise Unsupported(f"fighters>{MOST + 1}")
    kind, _ = space(rulings)
    if kind != "free":
        raise Unsupported("K19=zones" if kind == "zones" else "K74=distance")
    if state.grants:
        raise Unsupported("grants")
    if state.modifiers:
        raise Unsupported("modifiers")
    if any(one.flung for one in state.conditions):
        raise Unsupported("thrown weapons")


def _order(state: State) -> tuple[tuple[int, ...], bool]:
    """The order in which fighters act where it is not the roster's, and whether it is drawn in every round (K40)."""
    try:
        return order_of_round(Play(state, _Refusing(), evolve)), False
    except _Asked:
        if len(state.profiles) > MOST_IN_ORDER:
            raise Unsupported("K40=random") from None
        return (), True


class _Asked(Exception):
    pass


class _Refusing:
    """Dice that say when they are asked."""

    def __init__(self) -> None:
        self.roles: Mapping[str, Seat] = {}

    def roll(self, roll: Roll, why: Why) -> NoReturn:
        raise _Asked

    def faces(self, roll: Roll, why: Why) -> NoReturn:
        raise _Asked

    def resolve(self, formula: Formula[..., Any], *inputs: Any, **named: Any) -> NoReturn:
        raise _Asked
