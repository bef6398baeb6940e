"""What a blow does, and what follows by itself: who is out, whose turn comes, the end of round and fight."""

from __future__ import annotations

from typing import Final

from affray.rules.machines import NOBODY, Fixed, Numbers
from affray.rulesets.skilldice.machine.layout import (
    ABLE,
    ATTACKED,
    BETWEEN,
    DONE,
    ENDED,
    FALLS,
    FIGHTERS,
    GOING_ON,
    MOST_POINTS,
    MOST_WOUNDS,
    MOVING,
    PLACE,
    RANK,
    SPENDS,
    STAGE,
    STRIKER,
    TURN,
    UP,
    add_bits,
    ask,
    can_act,
    is_up,
    kind_of,
    left_of,
    manner_of,
    put_manner,
    put_wounds,
    rank_of,
    refill,
    side_of,
    without_bits,
    wounds_of,
)
from affray.rulesets.skilldice.machine.numbers import (
    BLEEDS,
    COUNT,
    GOES_ON,
    GROUP,
    JOINS,
    PASSES,
    PEOPLE,
    PERSON,
    TOGETHER,
    WEAPONS,
)
from affray.rulesets.skilldice.state import WEAPONS as NAMES

SLASHING: Final = NAMES.index("slashing")
PIERCING: Final = NAMES.index("piercing")

# What a win does


def lose(s: Numbers, P: Fixed, fighter: int, skill: int, cost: int) -> None:
    """Stamina is lost, as far as there is any."""
    at = FIGHTERS + 2 * fighter
    left = left_of(s, P, fighter, skill)
    if cost < left:
        s[at] += cost << (5 * skill)
    else:
        s[at] += left << (5 * skill)
        s[at + 1] |= FALLS


def hit(s: Numbers, P: Fixed, winner: int, loser: int, skill: int, cost: int, rides: int) -> int:
    """The loser loses stamina; the winner's weapon may leave a wound.

    One that may move the hit does nothing yet: then the hit is returned, see `sweep`, else 0.
    """
    weapon = P[P[WEAPONS] + kind_of(P, winner)] if rides else -1
    if weapon == SLASHING and in_reach(s, P, winner, loser):
        return sweep(skill, cost)
    lose(s, P, loser, skill, cost)
    if weapon == PIERCING:
        wound(s, P, loser, skill)
    return 0


def sweep(skill: int, cost: int) -> int:
    """A slashing hit that waits for whom it lands on; never 0."""
    return skill | cost << 2


def in_reach(s: Numbers, P: Fixed, winner: int, loser: int) -> int:
    """How many other enemies stand where the winner stands."""
    found = 0
    for fighter in range(P[COUNT]):
        found += is_in_reach(s, P, winner, loser, fighter)
    return found


def is_in_reach(s: Numbers, P: Fixed, winner: int, loser: int, fighter: int) -> int:
    """1 where it is another enemy who stands where the winner stands, else 0."""
    if fighter == loser or not is_up(s, fighter) or side_of(P, fighter) == side_of(P, winner):
        return 0
    return 1 if P[PEOPLE + PERSON * fighter + GROUP] == P[PEOPLE + PERSON * winner + GROUP] else 0


def wound(s: Numbers, P: Fixed, fighter: int, skill: int) -> None:
    """One more wound, where it joins those that are there."""
    wounds = wounds_of(s, P, fighter)
    if P[JOINS + (1 if wounds else 0)] and (wounds >> (5 * skill)) & MOST_POINTS < MOST_WOUNDS:
        put_wounds(s, P, fighter, wounds + (1 << (5 * skill)))


# Who is out, and the end


def settle(s: Numbers, P: Fixed) -> None:
    """Everything that the rules do by themselves once no decision waits."""
    if fates(s, P) and is_decided(s, P):
        bleed(s, P)
        fates(s, P)
        end(s, P)
    else:
        go_on(s, P)


def fates(s: Numbers, P: Fixed) -> int:
    """At zero in any Skill one is out; how many go out now."""
    found = 0
    for fighter in range(P[COUNT]):
        at = FIGHTERS + 2 * fighter
        if s[at + 1] & FALLS == FALLS:
            s[at] = 0
            s[at + 1] = 0
            put_wounds(s, P, fighter, 0)
            found += 1
    return found


def is_decided(s: Numbers, P: Fixed) -> bool:
    """Whether at most one side has anybody left."""
    side = NOBODY
    for fighter in range(P[COUNT]):
        if is_up(s, fighter):
            if side == NOBODY:
                side = side_of(P, fighter)
            elif side != side_of(P, fighter):
                return False
    return True


def end(s: Numbers, P: Fixed) -> None:
    """The fight is over; of those who are left only their points count."""
    winner = NOBODY
    for fighter in range(P[COUNT]):
        if is_up(s, fighter):
            winner = side_of(P, fighter)
            s[FIGHTERS + 2 * fighter + 1] = UP
            put_wounds(s, P, fighter, 0)
    s[PLACE] = 0
    ask(s, ENDED, winner, 0, 0)


# Turns


def go_on(s: Numbers, P: Fixed) -> None:
    """The turn goes on, or goes to the next in the order who can act."""
    actor = acting(s, P)
    if actor >= 0:
        ask(s, TURN, actor, 0, 0)
    else:
        come(s, P, s[PLACE] + 1)


def acting(s: Numbers, P: Fixed) -> int:
    """The first at the place in the order whose turn is not over, -1 where there is nobody."""
    place = s[PLACE]
    for fighter in range(P[COUNT]):
        bits = s[FIGHTERS + 2 * fighter + 1]
        if bits >> RANK == place and not bits & DONE and can_act(s, P, fighter):
            return fighter
    return -1


def end_turn(s: Numbers) -> None:
    """The turn of the one who acts is over."""
    add_bits(s, s[STRIKER], DONE)
    s[STAGE] = GOING_ON


def begin_turns(s: Numbers) -> None:
    """The first turn of the round is to come."""
    s[PLACE] = -1
    s[STAGE] = GOING_ON


def come(s: Numbers, P: Fixed, start: int) -> None:
    """The first turn from this place on comes; where there is none, the round ends."""
    place = first_place(s, P, start)
    actor = -1
    for fighter in range(P[COUNT]):
        without_bits(s, fighter, DONE)
        if rank_of(s, fighter) == place and can_act(s, P, fighter):
            begin_turn(s, P, fighter)
            if actor < 0:
                actor = fighter
    if actor < 0:
        end_round(s, P)
    else:
        s[PLACE] = place
        ask(s, TURN, actor, 0, 0)


def first_place(s: Numbers, P: Fixed, start: int) -> int:
    """The first place from this one on at which somebody can act, -1 where there is none."""
    place = -1
    for fighter in range(P[COUNT]):
        rank = rank_of(s, fighter)
        if rank >= start and (place < 0 or rank < place) and can_act(s, P, fighter):
            place = rank
    return place


def begin_turn(s: Numbers, P: Fixed, fighter: int) -> None:
    """Its turn comes: it may spend actions, which come back now unless they came with the round."""
    without_bits(s, fighter, ATTACKED)
    add_bits(s, fighter, SPENDS)
    if not P[TOGETHER]:
        refill(s, fighter)
    if P[PASSES] and manner_of(s, fighter) == MOVING:
        put_manner(s, fighter, ABLE)


def end_round(s: Numbers, P: Fixed) -> None:
    """After the last turn the wounds bleed, which may end the fight."""
    bleed(s, P)
    if fates(s, P) and is_decided(s, P):
        end(s, P)
    else:
        s[PLACE] = 0
        ask(s, BETWEEN, 0, 0, 0)


def bleed(s: Numbers, P: Fixed) -> None:
    """Each wound costs its point in the Skill that was hit."""
    if not P[BLEEDS]:
        return
    for fighter in range(P[COUNT]):
        wounds = wounds_of(s, P, fighter)
        if wounds:
            for skill in range(3):
                lose(s, P, fighter, skill, (wounds >> (5 * skill)) & MOST_POINTS)
            if not P[GOES_ON]:
                put_wounds(s, P, fighter, 0)
