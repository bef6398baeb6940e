"""The numbers of a fight, found once: every reading from its owner, every track and hand from what the engine calls."""

from __future__ import annotations

from collections.abc import Mapping

from affray.errors import Unsupported
from affray.rules.machines import BEST, FATES, Fixed
from affray.rulesets.skilldice.attacking import (
    ENDED_BY_ATTACK,
    attackers_loss,
    defence_skills,
    difficulty,
    landing_rides,
    out_of_reach,
    rider_counts,
    shares,
)
from affray.rulesets.skilldice.hands import crushes
from affray.rulesets.skilldice.harm import bleeds_again
from affray.rulesets.skilldice.legality import most_dice, one_attack
from affray.rulesets.skilldice.machine import numbers as n
from affray.rulesets.skilldice.machine.kinds import Kinds
from affray.rulesets.skilldice.machine.questions import BOTH, DICE, WINNERS, Rows
from affray.rulesets.skilldice.machine.tactics import CHOOSES, PLAN, RANDOM, WAYS
from affray.rulesets.skilldice.ordering import ties_act_together
from affray.rulesets.skilldice.repertoire import SKILLS_OF
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.settling import passes, refills_together
from affray.rulesets.skilldice.state import (
    HELD_FAST,
    MANNERS,
    NOTHING,
    SKILLS,
    UP,
    WEAPONS,
    Condition,
    Manner,
    State,
    place_of,
    sides_of,
)
from affray.rulesets.skilldice.tactics import mean
from affray.rulesets.skilldice.turns import rolls_for_order
from affray.rulesets.skilldice.view import standings


def numbers(state: State, kinds: Kinds, rows: Rows, tables: Mapping[int, list[int]]) -> Fixed:
    """All numbers of the fight; `tables` are those of the sides and of the hands."""
    found = [0] * n.PEOPLE
    for place, values in _readings(state.rulings).items():
        found[place : place + len(values)] = map(int, values)
    found[n.COUNT] = len(state.profiles)
    found[n.BLEEDS] = int(_may_bleed(state))
    found[n.KINDS] = len(kinds.all)
    found[n.DICE_ROWS], found[n.TIE_ROWS], found[n.AIM_ROWS] = rows.dice, rows.ties - 2, rows.aims - 2
    found[n.HELPLESS_ROWS], found[n.CONTEST_ROWS] = rows.helpless, rows.contests
    found[n.DIFFICULTIES], found[n.DEFENCE_HANDS] = len(DICE), len(rows.defends)
    twins = _twins(state, kinds, tables[n.SIDES])
    found[n.ALIKE] = next((fighter for fighter, twin in enumerate(twins) if twin != n.ALONE), len(twins))
    found += _people(state, kinds, twins)
    for place, table in {**_of_kinds(kinds, state.rulings), **tables}.items():
        found[place] = len(found)
        found += table
    return tuple(found)


def _readings(rulings: Rulings) -> dict[int, list[int]]:
    """What the readings say, by place."""
    fresh, again = (bleeds_again(Condition(wounds=wounds), rulings) for wounds in (NOTHING, (1, 0, 0)))
    return {
        n.TOGETHER: [refills_together(rulings)],
        n.PASSES: [passes(rulings)],
        n.ONCE: [one_attack(rulings)],
        n.MOST_DICE: [most_dice(rulings)],
        n.TIES: [ties_act_together(rulings)],
        n.ROLLS_FIRST: [rolls_for_order(rulings, first=True) == "rolls"],
        n.ROLLS_LATER: [rolls_for_order(rulings, first=False) == "rolls"],
        n.JOINS: [fresh[0], again[0]],
        n.GOES_ON: [again[1]],
        n.HELD: [manner in HELD_FAST for manner in MANNERS],
        n.WAKES: [manner in ENDED_BY_ATTACK for manner in MANNERS],
        n.DIFFICULTY: [_difficulty(manner, rulings, spent) for manner in MANNERS for spent in (False, True)],
        n.LANDING: [landing_rides(skill, rulings) for skill in SKILLS],
        n.RIDES: [
            rider_counts(side, winner, skill, rulings) for side in BOTH for winner in WINNERS for skill in SKILLS
        ],
        n.LOSES_IN: [place_of(attackers_loss(skill, against, rulings)) for skill in SKILLS for against in SKILLS],
        **_defences(rulings),
        **_sweeps(rulings),
    }


def _difficulty(manner: Manner, rulings: Rulings, spent: bool) -> int:
    """1 more than the number of the Narrator's die, 0 where the attack lands."""
    sides = difficulty(manner, rulings, spent=spent)
    return DICE.index(sides) + 1 if sides else 0


def _defences(rulings: Rulings) -> dict[int, list[int]]:
    """The Skills that each may be met with; where the Narrator says which, every Skill is the one that was named."""
    found = [defence_skills(skill, rulings) or (skill,) for skill in SKILLS]
    places = [[place_of(skill) for skill in skills] + [0] * (3 - len(skills)) for skills in found]
    return {n.DEFENCES: [len(found[0])], n.MET_WITH: [place for line in places for place in line]}


def _sweeps(rulings: Rulings) -> dict[int, list[int]]:
    """What a slashing hit costs whom, by its cost: where it was aimed, or led on."""
    aimed_at, other = 0, 1
    stays = [dict(shares(aimed_at, aimed_at, cost, rulings)) for cost in (1, 2)]
    moves = [dict(shares(aimed_at, other, cost, rulings)) for cost in (1, 2)]
    return {
        n.STAYS: [0, *(found[aimed_at] for found in stays)],
        n.AIMED: [0, *(found.get(aimed_at, 0) for found in moves)],
        n.CHOSEN: [0, *(found.get(other, 0) for found in moves)],
    }


def _may_bleed(state: State) -> bool:
    """Whether anybody bleeds, or has a weapon that makes others bleed."""
    return any(
        one.fate == UP and (any(one.wounds) or profile.weapon == "piercing")
        for profile, one in zip(state.profiles, state.conditions, strict=True)
    )


def _twins(state: State, kinds: Kinds, plans: list[int]) -> list[int]:
    """For each fighter the nearest one before it with whom it may change places.

    They are of one kind, side and group, and none of their enemies looks for its targets along the roster, as all
    tactics do but one. Where ties act together, those who share a place act in the order of the roster.
    """
    ways = plans[::PLAN]
    blind = [all(way in (CHOOSES, RANDOM) for way in ways[:side] + ways[side + 1 :]) for side in range(len(ways))]
    sides = sides_of(state)
    found: list[int] = []
    last: dict[tuple[int, int, str], int] = {}
    for fighter, (profile, one) in enumerate(zip(state.profiles, state.conditions, strict=True)):
        side = sides.index(profile.side)
        alike = kinds.of[fighter], side, one.group
        found.append(last.get(alike, n.ALONE))
        if blind[side] and not ties_act_together(state.rulings):
            last[alike] = fighter
    return found


def _people(state: State, kinds: Kinds, twins: list[int]) -> list[int]:
    """Kind, side and group of each fighter; what is reported of one who is not in the fight; its twin."""
    sides = sides_of(state)
    groups = list(dict.fromkeys([one.group for one in state.conditions]))
    found: list[int] = []
    everybody = zip(kinds.of, state.profiles, state.conditions, standings(state), twins, strict=True)
    for kind, profile, one, told, twin in everybody:
        if one.fate == "gone" and any(one.wounds):
            raise Unsupported("somebody bleeds who has left")
        out = ("down", 0) if one.fate == UP else (told.fate, told.left)
        found += [kind, sides.index(profile.side), groups.index(one.group), FATES.index(out[0]), out[1], twin]
    return found


def _of_kinds(kinds: Kinds, rulings: Rulings) -> dict[int, list[int]]:
    """What is told by kind: tracks, dice, weapons."""
    tracks = [[*kind.tracks()] for kind in kinds.all]
    means = [
        [mean(kind.profile.sides[at // n.POINTS], ceiling) for at, (_, ceiling) in enumerate(line)]
        for kind, line in zip(kinds.all, tracks, strict=True)
    ]
    ladder = sorted({one for line in means for one in line})
    return {
        n.LEFT: [left for line in tracks for left, _ in line],
        n.WORTH: [ladder.index(one) for line in means for one in line],
        n.SAFE: [
            int(out_of_reach(one.profile, other.profile, skill, rulings))
            for one in kinds.all
            for other in kinds.all
            for skill in SKILLS
        ],
        n.WEAPONS: [WEAPONS.index(kind.profile.weapon) for kind in kinds.all],
        n.CRUSHES: [
            int(crushes(kind.profile, skill, rulings, attacking=attacking))
            for kind in kinds.all
            for skill in SKILLS
            for attacking in (False, True)
        ],
    }


def plans(state: State, tactics: Mapping[str, str]) -> list[int]:
    """How each side plays: its tactic, or that it chooses, and with which Skills; raises `Unsupported`."""
    found: list[int] = []
    for side in sides_of(state):
        word, _, repertoire = tactics[side].partition(":")
        if word == BEST and repertoire in SKILLS_OF:
            if ties_act_together(state.rulings):
                raise Unsupported("D02=simultaneous")  # which of them acts first is nobody's choice
            skills = SKILLS_OF[repertoire]
            found += [CHOOSES, place_of(skills[0]), len(skills)]
        elif tactics[side] in WAYS:
            found += [WAYS.index(tactics[side]), 0, len(SKILLS)]
        else:
            raise Unsupported(f"tactic={tactics[side]}")
    return found
