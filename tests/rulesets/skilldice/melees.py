"""Fights for the lockstep of engine and machine: short and long ones, with everything that the machine can meet."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from affray.fight import Fight, parse
from affray.interpret.every import outcomes
from affray.interpret.roll import Sampler
from affray.play import Play
from affray.rules import find
from affray.rules.machines import Question
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.legality import forbids
from affray.rulesets.skilldice.ordering import ties_act_together
from affray.testing.lockstep import Lockstep
from tests.rulesets.skilldice import brawl, fights

SKILLDICE = find("skilldice")
TACTICS = tuple(SKILLDICE.tactics)
REPERTOIRES = tuple(SKILLDICE.repertoires())
SKILLS = ("body", "mind", "soul")
MANNERS = ("able", "able", "able", "asleep", "bound", "unaware", "distracted", "moving")
WEAPONS = ("none", "slashing", "slashing", "piercing", "piercing", "crushing")


def fighter(source: Random, number: int, side: str) -> str:
    """One who is fresh in all but a Skill, so that the fight goes on for some rounds."""
    dice = {skill: source.choice(brawl.DICE) for skill in SKILLS}
    return fights.unit(
        f"N{number}",
        side,
        **dice,
        lost={source.choice(SKILLS): source.randint(0, 3)},
        weapon=source.choice(WEAPONS),
        body_unarmoured=source.choice([die for die in brawl.DICE if die <= dice["body"]]),
        state=source.choice(MANNERS),
        group=source.choice(("bridge", "bank")),
        ranged=source.random() < 0.3,
    )


def long(source: Random, rulings: Mapping[str, str]) -> Fight:
    """A fight of 1 to 4 on each of two or three sides."""
    sides = ("party", "foes", "beasts")[: source.choice((2, 2, 3))]
    sizes = [source.randint(1, 4 if len(sides) == 2 else 2) for _ in sides]
    roster = [side for side, size in zip(sides, sizes, strict=True) for _ in range(size)]
    source.shuffle(roster)
    units = [fighter(source, number, side) for number, side in enumerate(roster)]
    return parse(fights.fight(*units), rulings=rulings)


def slashers(source: Random, rulings: Mapping[str, str]) -> Fight:
    """Those who sweep from one to another, and are level often: a tie can be a sweep of both."""
    units = []
    for number in range(source.choice((4, 5, 6))):
        dice = dict.fromkeys(SKILLS, source.choice((4, 4, 6)))
        units.append(fights.unit(f"N{number}", ("party", "foes")[number % 2], **dice, weapon="slashing"))
    made = parse(fights.fight(*units), rulings=rulings)
    return replace(made, tactics={side: source.choice(TACTICS) for side in SKILLDICE.sides(made.state)})


def fight(source: Random, rulings: Mapping[str, str] | None = None) -> Fight:
    """A fight of either kind, each side with any tactic."""
    found = long(source, rulings or {}) if source.random() < 0.3 else brawl.fight(source, dict(rulings or {}))
    tactics = {side: source.choice(TACTICS) for side in SKILLDICE.sides(found.state)}
    conditions = [bleeding(one, source) if source.random() < 0.2 else one for one in found.state.conditions]
    weapon, share = source.choice(WEAPONS), source.choice((0.3, 1))
    profiles = [replace(one, weapon=weapon) if source.random() < share else one for one in found.state.profiles]
    if share == 1:
        conditions = [replace(one, group="") for one in conditions]
    state = replace(found.state, conditions=tuple(conditions), profiles=tuple(profiles))
    return replace(found, state=state, tactics=tactics)


def bleeding(one: Any, source: Random) -> Any:
    """The same fighter with open wounds, now and then more than anybody can bear."""
    wounds = tuple(source.choice((0, 0, 1, 19, 25)) for _ in SKILLS)
    return replace(one, wounds=wounds) if one.fate == "up" else one


def later(it: Fight, source: Random) -> Fight:
    """The same fight after some of its commands, by its tactics; now and then somebody leaves."""
    dice = Sampler("later", source.randrange(1 << 30))
    play = Play(it.state, dice, SKILLDICE.evolve)
    orders = it.orders()
    for _ in range(source.randrange(40)):
        seat = SKILLDICE.next_to_act(play.state)
        if seat is None:
            break
        leaver = source.randrange(len(play.state.profiles))
        leave = c.Leave(leaver)
        if source.random() < 0.02 and not any(play.state.conditions[leaver].wounds) and not forbids(play.state, leave):
            SKILLDICE.perform(play, leave)
            continue
        SKILLDICE.perform(play, orders[SKILLDICE.side(play.state, seat)](play.state, seat, dice))
    return replace(it, state=play.state)


def together(it: Fight, source: Random, choosing: float) -> Lockstep:
    """Engine and machine play the fight; each side chooses with this chance, where it may. Returns how that went."""
    sides = () if ties_act_together(it.state.rulings) else SKILLDICE.sides(it.state)
    best = {side: source.choice(REPERTOIRES) for side in sides if source.random() < choosing}
    pair = Lockstep(it, source, best)
    pair.play(rounds=12)
    return pair


def played(seed: Any, rulings: Mapping[str, str], times: int, choosing: float = 0.4) -> int:
    """So many fights in lockstep; returns how many questions were asked alike."""
    source = Random(repr(seed))
    asked = 0
    for _ in range(times):
        it = fight(source, rulings)
        if source.random() < 0.3:
            it = later(it, source)
        asked += together(it, source, choosing).asked
    return asked


def outcomes_of(question: Question) -> list[Any]:
    """Everything that can come of the chance behind a row."""
    return list(outcomes(question.formula, *question.inputs))
