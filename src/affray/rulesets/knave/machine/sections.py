"""Morale in `P`, and which sections the positions of a fight have."""

from __future__ import annotations

from affray.rulesets.knave.attacking import blows_of
from affray.rulesets.knave.machine import layout as at
from affray.rulesets.knave.machine import questions as asked
from affray.rulesets.knave.machine.gear import Gear
from affray.rulesets.knave.machine.numbers import Numbers, set_of
from affray.rulesets.knave.morale import (
    counting,
    half_group,
    hirelings,
    last_is_lone,
    referee_decides,
    rolled_together,
    when_rolled,
)
from affray.rulesets.knave.state import COMING, FOES, State

TIMES = {"auto": at.AUTO, "end_of_round": at.END_OF_ROUND, "referee": at.BY_REFEREE}


def add_morale(numbers: Numbers) -> None:
    """Who is shaken by what; nothing where nobody can be."""
    P, state = numbers.P, numbers.state
    profiles, rulings = state.profiles, state.rulings
    employed = [(one, employer) for one, employer in hirelings(profiles) if profiles[one].morale is not None]
    rated = {one for one in state.camps[FOES] if profiles[one].morale is not None} | {one for one, _ in employed}
    if not rated:
        return
    fates, by_name = counting(state)
    groups = _groups(state, by_name)
    P[at.FLED_COUNT] = int("fled" in fates)
    for number, members in enumerate(groups):
        P[at.MEMBERS + number] = set_of(members)
        for one in members:
            P[at.GROUP + one] = number
    P[at.RATED] = set_of(rated)
    P[at.LEADERS] = set_of(one for one in state.camps[FOES] if profiles[one].leader)
    numbers.each(at.RATING, [one.morale or 0 for one in profiles])
    P[at.MORALE_ROWS] = numbers.questions.add(13, asked.morale)
    P[at.EACH_TIME] = int(half_group(rulings) == "each_time")
    P[at.MORE_THAN_HALF] = int(half_group(rulings) == "gt_half")
    P[at.LAST_IS_LONE] = int(last_is_lone(rulings))
    there = [one for one in state.camps[FOES] if state.conditions[one].fate != COMING]
    foes_rated = any(one in rated for one in state.camps[FOES])
    P[at.LONE] = int(foes_rated and (last_is_lone(rulings) or len(there) == 1))
    P[at.TOGETHER] = int(rolled_together(rulings))
    P[at.WHEN] = TIMES[when_rolled(rulings)]
    P[at.REFEREE_DECIDES] = int(referee_decides(rulings))
    P[at.UNPAID] = set_of(one for one, _ in employed if not profiles[one].paid)
    P[at.MASTERS] = set_of({employer for _, employer in employed})
    P[at.HIRELINGS_NUMBER] = len(employed)
    numbers.table(at.EMPLOYERS, [number for pair in employed for number in pair])
    waiting = 2 * len(profiles) + 2 * len(employed) + 3
    numbers.section(at.MORALE_AT, at.MORALE_SIZE)
    if employed:
        numbers.section(at.HIRELINGS_AT, at.HIRELINGS_SIZE)
    if P[at.EACH_TIME]:
        numbers.section(at.STARTING_AT, len(profiles))
    if P[at.WHEN] == at.END_OF_ROUND:
        numbers.section(at.DUE_AT, waiting)
    if P[at.WHEN] == at.BY_REFEREE or P[at.REFEREE_DECIDES]:
        numbers.section(at.WAITING_AT, waiting + len(profiles))
    if P[at.LONE] and any(profiles[one].hp_dice is not None for one in state.camps[FOES]):
        numbers.section(at.MOST_AT, len(profiles))


def _groups(state: State, by_name: bool) -> list[list[int]]:
    """The enemies who count their defeated together (K73)."""
    if not by_name:
        return [list(state.camps[FOES])]
    kinds: dict[str, list[int]] = {}
    for one in state.camps[FOES]:
        kinds.setdefault(state.profiles[one].kind, []).append(one)
    return list(kinds.values())


def add_sections(numbers: Numbers, gear: Gear) -> None:
    """What positions tell of gear, troubles, places and turns, as far as this fight needs it."""
    P, features, number = numbers.P, numbers.features, len(numbers.state.profiles)
    wears = gear.wears()
    P[at.PLAINLY] = plainly(numbers)
    changes = wears or features.breaks or features.troubles or features.drops or P[at.RUN_ON_TURN]
    if changes or P[at.PLAINLY] != (1 << number) - 1:
        numbers.section(at.TURN_AT, at.TURN_SIZE)
    wanted = (
        (at.TROUBLES_AT, features.troubles or features.drops),
        (at.ARMOR_AT, wears),
        (at.DROPPED_AT, features.drops),
        (at.CAST_AT, features.casts),
        (at.SHOTS_AT, any(one.shots is not None for one in numbers.state.conditions)),
        (at.BESIDE_AT, features.places),
        (at.STRUCK_AT, features.struck),
        (at.ORDER_AT, features.order_is_drawn),
    )
    for place, needed in wanted:
        if needed:
            numbers.section(place, number)
    P[at.SWIFT] = swiftness(numbers, wears)
    if features.breaks:
        numbers.section(at.QUALITY_AT, number * gear.weapons)


def plainly(numbers: Numbers) -> int:
    """Those who, unhindered, do nothing but strike with their first weapon, as a set."""
    P, state, features = numbers.P, numbers.state, numbers.features
    if P[at.PIECES_AT_RANDOM] or P[at.DUE_AT]:
        return 0
    found = []
    for number, one in enumerate(state.profiles):
        tricky = features.tricks[number] != at.NO_TRICK or features.tactics[number] == at.CHOOSES_ORDER
        if tricky or not one.weapons or one.weapons[0].kind != "melee" or number in features.may_sling:
            continue
        if len(blows_of(state.rulings, one, 0)) == 1:
            found.append(number)
    return set_of(found)


def swiftness(numbers: Numbers, wears: bool) -> int:
    """Whether nearly all of the fight is plain strikes with nothing to look at in between, and of which kind."""
    P, features = numbers.P, numbers.features
    looked_at = (at.LONE, at.EACH_TIME, at.LEADERS, at.HIRELINGS_AT, at.RUN_ON_TURN, at.PIECES_AT_RANDOM, at.DUE_AT)
    awaited = (at.ORDERED, at.IDLE, at.ROLLED, at.ARRIVING)
    if any(P[place] for place in (*looked_at, *awaited)) or any(P[at.GROUP : at.GROUP + at.STRIDE]):
        return 0
    if features.troubles or features.drops or features.places:
        return 0
    gear = at.WITH_GEAR if wears or features.breaks else 0
    everybody = (1 << len(features.tactics)) - 1
    alike = P[at.PLAINLY] == everybody and set(features.tactics) == {at.FIRST} and not gear
    return at.SWIFTLY | gear | (0 if alike else at.WITH_TACTICS)
