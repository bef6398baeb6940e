"""Who is who of fighters who are alike: where nothing tells of it any more, positions that differ in it become one."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.skilldice.machine.layout import (
    ENDED,
    ENTERING,
    FIGHTERS,
    OFFER,
    ROUNDS,
    STAGE,
    STRIKER,
    STRUCK,
    TURN,
    bits_of,
    put_wounds,
    rank_of,
    wounds_of,
)
from affray.rulesets.skilldice.machine.numbers import ALIKE, COUNT, PEOPLE, PERSON, TWIN


def merge(s: Numbers, P: Fixed) -> None:
    """Twins change places until they stand in the order of their turns, those first who are out.

    Not before the first round, whose order may be the roster's; nor those who are still to roll for the order, which
    they do along the roster. A fight that has ended knows no fighters any more.
    """
    if s[ROUNDS] == 0 or s[STAGE] == ENDED:
        return
    for fighter in range(P[ALIKE], P[COUNT]):
        one, before = fighter, twin_of(P, fighter)
        while before >= 0 and has_rolled(s, one) and has_rolled(s, before) and stands_before(s, P, one, before):
            change_places(s, P, one, before)
            one, before = before, twin_of(P, before)


def twin_of(P: Fixed, fighter: int) -> int:
    """The nearest one before it with whom it may change places, or `ALONE`."""
    return P[PEOPLE + PERSON * fighter + TWIN]


def has_rolled(s: Numbers, fighter: int) -> bool:
    """Whether its place in the order does not wait for a roll of its own."""
    return s[STAGE] != ENTERING or rank_of(s, fighter) != 0


def stands_before(s: Numbers, P: Fixed, one: int, other: int) -> bool:
    """Whether one comes before the other: by its place in the order, and by all else where that is no different."""
    mine, theirs = bits_of(s, one), bits_of(s, other)
    if mine == theirs:
        mine, theirs = s[FIGHTERS + 2 * one], s[FIGHTERS + 2 * other]
    if mine == theirs:
        mine, theirs = wounds_of(s, P, one), wounds_of(s, P, other)
    return mine < theirs


def change_places(s: Numbers, P: Fixed, one: int, other: int) -> None:
    """Each stands where the other stood, and whoever was meant still is."""
    for at in range(2):
        mine, theirs = FIGHTERS + 2 * one + at, FIGHTERS + 2 * other + at
        s[mine], s[theirs] = s[theirs], s[mine]
    wounds = wounds_of(s, P, one)
    put_wounds(s, P, one, wounds_of(s, P, other))
    put_wounds(s, P, other, wounds)
    if s[STAGE] >= TURN:
        s[STRIKER] = instead_of(s[STRIKER], one, other)
    if s[STAGE] >= OFFER:
        s[STRUCK] = instead_of(s[STRUCK], one, other)


def instead_of(fighter: int, one: int, other: int) -> int:
    """Who stands there once these two have changed places."""
    if fighter == one:
        return other
    return one if fighter == other else fighter
