"""The rolls, each beside the clause it comes from: small plain inputs and dice in, a small value out.

Nothing here knows a fight. Every roll has its name in `ROLLS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from affray.dice import Dice, Formula, Input, Roll, Why
from affray.errors import BadInput
from affray.rules import formula, rule
from affray.rulesets.skilldice.rulings import ContestReading, reading_of

DICE = (4, 6, 8, 12, 20)
"""The dice that there are, smallest first: the ladder."""

ATTACK = Why("attack.die", "attacker")
DEFENCE = Why("defence.die", "defender")
DIFFICULTY = Why("difficulty.die", "referee")
ORDER = Why("order.die", "fighter")
TIE = Why("order.tie", "table")
TEND = Why("tend.die", "tender")
TARGET = Why("tactic.target", "table")

ROLLS = (ORDER, TIE, ATTACK, DEFENCE, DIFFICULTY, TEND, TARGET)

Side: TypeAlias = Literal["attacker", "defender"]


class Hand(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """What one side rolls: its die and the ceiling on it.

    `printed` is the die on the sheet, where another one is rolled. `dice` are the dice of an effort, the best of which
    counts (D08), `floor` are the points of training (D45), `edge` says that one is helped (1) or hindered (-1, D54).
    """

    die: int
    ceiling: int
    printed: int
    dice: int = 1
    floor: int = 0
    edge: int = 0


def throw(dice: Dice, hand: Hand, why: Why) -> int:
    """The die as it falls: of several the best; helped the better of two throws, hindered the worse."""
    if hand.edge > 0:
        return dice.roll(Roll(hand.die, 2 * hand.dice, "high"), why)
    if hand.edge < 0 and hand.dice == 1:
        return dice.roll(Roll(hand.die, 2, "low"), why)
    if hand.edge < 0:
        efforts = Roll(hand.die, hand.dice, "high")
        return min(dice.roll(efforts, why), dice.roll(efforts, why))
    return dice.roll(Roll(hand.die) if hand.dice == 1 else Roll(hand.die, hand.dice, "high"), why)


class Exchange(msgspec.Struct, frozen=True, gc=False):
    """What a contest came to: who won it, and the stamina that it costs each side."""

    winner: Literal["attacker", "defender", "tie"]
    attacker_loss: int
    defender_loss: int


@rule("D15", "D21")
def bar(hand: Hand, reading: ContestReading) -> int:
    """The sides that a margin must exceed to make a hard hit of it."""
    if reading.beaten_die == "nominal":
        return hand.printed
    return hand.die if reading.beaten_die == "die_rolled" else hand.ceiling


@rule("skilldice.attack.hard-hit", "D10", "D14", "D16", "D21")
def cost(winner: Side, margin: int, bar: int, reading: ContestReading) -> int:
    """The stamina that the beaten side loses: two where the margin is greater than the bar, else one."""
    if winner == "defender" and reading.hard_hit == "attacker_only":
        return 1
    return 2 if margin > bar else 1


@rule("skilldice.die", "skilldice.attack.contest", "D13")
def compare(attack: int, defence: int, attackers_bar: int, defenders_bar: int, reading: ContestReading) -> Exchange:
    """The higher result wins and the other side pays; a tie lands both blows, and neither is hard."""
    if attack > defence:
        return Exchange("attacker", 0, cost("attacker", attack - defence, defenders_bar, reading))
    if attack < defence:
        return Exchange("defender", cost("defender", defence - attack, attackers_bar, reading), 0)
    return Exchange("tie", 1, 1)


# What people give by name


def _die(name: str, about: str, default: int | None = None) -> Input:
    return Input(name, about, 4, 20, default=default, required=default is None)


def _side(side: str) -> tuple[Input, ...]:
    """The inputs of one side that need not be given."""
    return (
        Input(f"{side}_ceiling", "stamina left: a higher roll becomes this; the die's sides if not given", 1, 20),
        Input(f"{side}_printed", "the die on the sheet, where another is rolled (4, 6, 8, 12 or 20)", 4, 20),
        Input(f"{side}_floor", "points of training: a lower roll becomes this", 0, 20, default=0),
        Input(f"{side}_edge", "1 helped, 0 neither, -1 hindered", -1, 1, default=0),
    )


EFFORT = Input("attacker_dice", "actions spent on the attack, a die each: the best counts", 1, 3, default=1)


def _sides(inputs: Mapping[str, Any], name: str, place: str) -> int:
    """The sides of a die, checked."""
    sides: int = inputs[name]
    if sides not in DICE:
        allowed = "4, 6, 8, 12, 20"
        raise BadInput("no such die", place=f"skilldice.{place}: {name}", received=sides, allowed=allowed)
    return sides


def _hand(inputs: Mapping[str, Any], side: str, place: str) -> Hand:
    """One side's hand from what people give by name."""
    die = _sides(inputs, side, place)
    ceiling, printed = inputs[f"{side}_ceiling"], inputs[f"{side}_printed"]
    return Hand(
        die,
        die if ceiling is None else ceiling,
        die if printed is None else _sides(inputs, f"{side}_printed", place),
        inputs.get(f"{side}_dice", 1),
        inputs[f"{side}_floor"],
        inputs[f"{side}_edge"],
    )


# The contests


@formula(
    "result",
    "skilldice.stamina.ceiling",
    "D10",
    "D17",
    "D45",
    inputs=(
        _die("fighter", "sides of the Skill die"),
        *_side("fighter"),
    ),
    prepare=lambda inputs, rulings: (_hand(inputs, "fighter", "result"), ATTACK),
)
def result(dice: Dice, hand: Hand, why: Why) -> int:
    """What the throw counts as: at least the floor, and never more than the ceiling, which wins over the floor."""
    return min(max(throw(dice, hand, why), hand.floor), hand.ceiling)


@formula(
    "exchange",
    "skilldice.die",
    "skilldice.attack.contest",
    "skilldice.attack.hard-hit",
    "skilldice.stamina.ceiling",
    inputs=(
        _die("attacker", "sides of the attacker's die"),
        _die("defender", "sides of the defender's die"),
        *_side("attacker"),
        *_side("defender"),
        EFFORT,
    ),
    rulings=("hard_hit", "beaten_die"),
    prepare=lambda inputs, rulings: (
        _hand(inputs, "attacker", "exchange"),
        _hand(inputs, "defender", "exchange"),
        reading_of(rulings),
    ),
)
def exchange(dice: Dice, attacker: Hand, defender: Hand, reading: ContestReading) -> Exchange:
    """An attack that is defended against: both roll the Skill that fits."""
    attack, defence = dice.resolve(result, attacker, ATTACK), dice.resolve(result, defender, DEFENCE)
    return compare(attack, defence, bar(attacker, reading), bar(defender, reading), reading)


@formula(
    "helpless",
    "skilldice.helpless",
    "skilldice.stamina.ceiling",
    "D19",
    "D21",
    "D53",
    inputs=(
        _die("attacker", "sides of the attacker's die"),
        _die("difficulty", "sides of the Narrator's Difficulty die", 4),
        *_side("attacker"),
        EFFORT,
    ),
    rulings=("hard_hit", "beaten_die", "narrator_wins"),
    prepare=lambda inputs, rulings: (
        _hand(inputs, "attacker", "helpless"),
        _sides(inputs, "difficulty", "helpless"),
        reading_of(rulings),
    ),
)
def helpless(dice: Dice, attacker: Hand, difficulty: int, reading: ContestReading) -> Exchange:
    """An attack on one who cannot resist: the Narrator's Difficulty die, without a ceiling, stands in for its Skill."""
    attack, defence = dice.resolve(result, attacker, ATTACK), dice.roll(Roll(difficulty), DIFFICULTY)
    outcome = compare(attack, defence, bar(attacker, reading), difficulty, reading)
    if reading.narrator_wins == "miss_only":
        return Exchange(outcome.winner, 0, outcome.defender_loss)
    return outcome


# Beside the contests


class Placed(msgspec.Struct, frozen=True, gc=False):
    """The result of an order roll."""

    result: int


@formula(
    "order",
    "D01",
    "D03",
    inputs=(
        _die("fighter", "sides of the Skill die"),
        *_side("fighter"),
    ),
    prepare=lambda inputs, rulings: (_hand(inputs, "fighter", "order"),),
)
def order(dice: Dice, fighter: Hand) -> Placed:
    """The roll for a place in the order: one Skill die under its ceiling."""
    return Placed(dice.resolve(result, fighter, ORDER))


@formula(
    "tie",
    "D02",
    inputs=(Input("count", "how many are tied with equal dice", 2, 8, required=True),),
)
def tie(dice: Dice, count: int) -> tuple[int, ...]:
    """Who of those tied comes first: rolling equal dice again until they differ makes every order equally likely."""
    left = list(range(count))
    return tuple(left.pop(dice.roll(Roll(len(left)), TIE) - 1 if len(left) > 1 else 0) for _ in range(count))


class Tended(msgspec.Struct, frozen=True, gc=False):
    """Whether a wound was tended."""

    success: bool


@formula(
    "tend",
    "skilldice.die",
    "D28",
    inputs=(
        _die("tender", "sides of the tender's Mind die"),
        *_side("tender"),
    ),
    prepare=lambda inputs, rulings: (_hand(inputs, "tender", "tend"),),
)
def tend(dice: Dice, tender: Hand) -> Tended:
    """The tender's Mind against a d6 (D28 `roll_mind_vs_d6`): a tie gives the tender what it tried for, too."""
    return Tended(dice.resolve(result, tender, TEND) >= dice.roll(Roll(6), DIFFICULTY))


@formula("target", inputs=(Input("count", "how many foes there are", 2, 100, required=True),))
def target(dice: Dice, count: int) -> int:
    """One of so many foes, each as likely as the next: the tactic that chooses at random."""
    return dice.roll(Roll(count), TARGET) - 1


FORMULAS: dict[str, Formula[..., Any]] = {
    "result": result,
    "exchange": exchange,
    "helpless": helpless,
    "order": order,
    "tie": tie,
    "tend": tend,
    "target": target,
}
