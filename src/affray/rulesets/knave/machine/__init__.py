"""Knave's order of play on whole numbers; see `affray.rules.machines`.

`layout` says where the numbers stand; `playing` is the program, the modules that it calls follow the text. The others
make `P` and positions from a state of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping

from affray.rules.machines import Machine, Program
from affray.rulesets.knave.machine.features import features_of
from affray.rulesets.knave.machine.forgetting import canon, fate, left, rounds, winner
from affray.rulesets.knave.machine.gear import Gear
from affray.rulesets.knave.machine.layout import LENGTH
from affray.rulesets.knave.machine.numbers import Numbers, add_fighters, add_single
from affray.rulesets.knave.machine.packing import Packing
from affray.rulesets.knave.machine.playing import choose, chooser, options, row, take
from affray.rulesets.knave.machine.sections import add_morale, add_sections
from affray.rulesets.knave.machine.tricks_rows import Tricks
from affray.rulesets.knave.state import FOES, PARTY, Profile, State, side_name

PROGRAM = Program(row, take, canon, rounds, winner, fate, left, chooser, options, choose)


def machine(state: State, tactics: Mapping[str, str]) -> Machine[State]:
    """The machine of a fight under its tactics; raises `Unsupported` for what it does not play."""
    numbers = Numbers(state, features_of(state, tactics))
    add_single(numbers)
    add_fighters(numbers)
    gear = Gear(numbers)
    Tricks(numbers, gear)
    add_morale(numbers)
    add_sections(numbers, gear)
    numbers.P[LENGTH] = numbers.length
    packing = Packing(numbers, gear)
    return Machine(
        PROGRAM,
        packing.P,
        (side_name(state, PARTY), side_name(state, FOES)),
        len(state.profiles),
        numbers.questions.rows,
        packing.pack,
        numbers.questions.question,
        most_of(numbers),
        most_hp(numbers),
    )


def most_of(numbers: Numbers) -> int:
    """The largest amount that a number of a position can have: hit points, a row, a place in P, a set of fighters."""
    spells = max([1 << len(one.spells) for one in numbers.state.profiles])
    return max(
        most_hp(numbers), numbers.questions.rows, len(numbers.P), (1 << len(numbers.state.profiles)) - 1, spells, 4_095
    )


def most_hp(numbers: Numbers) -> int:
    """The most hit points that anybody can have."""
    state = numbers.state
    return max([max(_most_hp(one), now.hp) for one, now in zip(state.profiles, state.conditions, strict=True)])


def _most_hp(profile: Profile) -> int:
    dice = profile.hp_dice
    return profile.max_hp if dice is None else max(profile.max_hp, sum(n * sides for n, sides in dice.dice) + dice.flat)
