"""Rolling an expression: one face after the other from whoever draws, and a trace of all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from affray.errors import ScriptError, visible
from affray.notation.limits import CUT
from affray.notation.tree import (
    BINDING,
    Binary,
    Dice,
    Expression,
    Negative,
    Number,
    Operator,
    Set,
    binding,
    calculate,
    write_dice,
    write_operators,
)

Draw: TypeAlias = Callable[[int], int]
"""Gives a face of a die with so many sides, 1 to sides."""


class Die(msgspec.Struct, frozen=True):
    """One die as it lies in the end.

    `faces` are all that it showed, in order (more than one where it was rerolled), `value` is what it counts as, and
    `exploded` says that it made another die roll.
    """

    faces: tuple[int, ...]
    value: int
    kept: bool
    exploded: bool = False


class Pool(msgspec.Struct, frozen=True):
    """The dice of one term as they lie in the end, in the order rolled; `total` adds up those kept.

    A term that a set dropped keeps its own total: `Result.value` is without it.
    """

    text: str
    sides: int
    dice: tuple[Die, ...]
    total: int
    labels: tuple[str, ...]
    cut: bool


class Result(msgspec.Struct, frozen=True):
    """What a roll came to.

    `trace` shows every face: `~3~` is dropped or was rerolled, `6!` made another die roll, `1->2` was raised by mi
    or lowered by ma. `cut` says that a die exploded or rerolled 100 times and was stopped; the trace says so too.
    Control characters in labels are escaped in the trace; `pools` has the labels as typed.
    """

    value: int
    trace: str
    cut: bool
    pools: tuple[Pool, ...]


def roll(expression: Expression, draw: Draw) -> Result:
    """Roll it: `draw(sides)` is asked for every face, in the order of the text, and gives 1 to `sides`.

    Explosions roll wave by wave: first one new die for each die that matched, then one for each new die that
    matches, at most 100 times; rerolls the same. Raises `ScriptError` where `draw` gives a face that the die does
    not have. The cost is one draw a die, 10,000 draws at most on average.
    """
    pools: list[Pool] = []
    value, trace = evaluate(expression, draw, pools)
    return Result(value, f"{trace} = {value}", any(pool.cut for pool in pools), tuple(pools))


def evaluate(expression: Expression, draw: Draw, pools: list[Pool]) -> tuple[int, str]:
    """The value and its trace."""
    value, trace = evaluate_bare(expression, draw, pools)
    if expression.labels and isinstance(expression, Negative | Binary):
        trace = f"({trace})"
    return value, trace + "".join(f" [{visible(label)}]" for label in expression.labels)


def evaluate_bare(expression: Expression, draw: Draw, pools: list[Pool]) -> tuple[int, str]:
    """The value and its trace without labels."""
    match expression:
        case Number(value):
            return value, str(value)
        case Dice():
            return evaluate_dice(expression, draw, pools)
        case Set():
            return evaluate_set(expression, draw, pools)
        case Negative(operand):
            value, trace = evaluate(operand, draw, pools)
            return -value, "-" + in_brackets(trace, operand, isinstance(operand, Negative | Binary))
        case Binary(symbol, left, right):
            first, before = evaluate(left, draw, pools)
            second, after = evaluate(right, draw, pools)
            own = BINDING.get(symbol, 1)
            before = in_brackets(before, left, binding(left) < own)
            after = in_brackets(after, right, binding(right) <= own)
            return calculate(symbol, first, second), f"{before} {symbol} {after}"


def in_brackets(trace: str, expression: Expression, needed: bool) -> str:
    """The trace in brackets where needed; a labelled sum brings its own."""
    return f"({trace})" if needed and not expression.labels else trace


class Thrown:
    """A die in the hand: it changes while the operators work."""

    __slots__ = ("exploded", "faces", "kept", "pieces", "value")

    def __init__(self, face: int) -> None:
        self.faces = [face]
        self.value = face
        self.kept = True
        self.exploded = False
        self.pieces = [str(face)]

    def reroll(self, face: int) -> None:
        """The face before lies struck out in the trace."""
        self.faces.append(face)
        self.value = face
        self.pieces[-1] = f"~{self.pieces[-1]}~"
        self.pieces.append(str(face))

    def change(self, value: int) -> None:
        """Count as another value than the face shows."""
        if value != self.value:
            self.value = value
            self.pieces[-1] += f"->{value}"

    def explode(self) -> None:
        """Mark that another die is rolled because of this one."""
        self.exploded = True
        self.pieces[-1] += "!"

    def trace(self) -> str:
        """All its faces, the last one struck out where the die is dropped."""
        last = self.pieces[-1] if self.kept else f"~{self.pieces[-1]}~"
        return " ".join((*self.pieces[:-1], last))


class Hand:
    """The pool of one term while it is rolled."""

    __slots__ = ("cut", "draw", "sides", "thrown")

    def __init__(self, dice: Dice, draw: Draw) -> None:
        self.sides = dice.sides
        self.draw = draw
        self.cut = False
        self.thrown: list[Thrown] = []
        for _ in range(dice.count):
            self.add()

    def face(self) -> int:
        """The next face."""
        face = self.draw(self.sides)
        if not 1 <= face <= self.sides:
            raise ScriptError(f"a d{self.sides} has no face {face}")
        return face

    def add(self) -> None:
        """One more die."""
        self.thrown.append(Thrown(self.face()))

    def chosen(self, operator: Operator, among: list[Thrown] | None = None) -> list[Thrown]:
        """The kept dice that the operator means, in the order rolled; `among` some of them, where it compares none."""
        kept = [die for die in among or self.thrown if die.kept]
        marks = choose([die.value for die in kept], operator)
        return [die for die, mark in zip(kept, marks, strict=True) if mark]

    def work(self, operator: Operator) -> None:
        """Let the operator change the pool."""
        match operator.name:
            case "k" | "p":
                drops = operator.name == "p"
                chosen = {id(die) for die in self.chosen(operator)}
                for die in self.thrown:
                    die.kept = die.kept and ((id(die) in chosen) != drops)
            case "mi" | "ma":
                limited = max if operator.name == "mi" else min
                for die in self.thrown:
                    if die.kept:
                        die.change(limited(die.value, operator.selectors[0].number))
            case "ro":
                for die in self.chosen(operator):
                    die.reroll(self.face())
            case "ra":
                for die in self.chosen(operator)[:1]:
                    die.explode()
                    self.add()
            case "rr":
                self.reroll(operator)
            case "e":
                self.explode(operator)

    def reroll(self, operator: Operator) -> None:
        """Reroll all that is chosen until nothing is, at most 100 times."""
        chosen = self.chosen(operator)
        for _ in range(CUT):
            if not chosen:
                return
            for die in chosen:
                die.reroll(self.face())
            chosen = self.chosen(operator, chosen)
        self.cut = self.cut or bool(chosen)

    def explode(self, operator: Operator) -> None:
        """Roll a die for each that is chosen and has not exploded yet, at most 100 times."""
        done: set[int] = set()
        chosen = self.chosen(operator)
        for _ in range(CUT):
            fresh = [die for die in chosen if id(die) not in done]
            if not fresh:
                return
            before = len(self.thrown)
            for die in fresh:
                done.add(id(die))
                die.explode()
                self.add()
            chosen = self.chosen(operator, None if operator.ranked else self.thrown[before:])
        self.cut = self.cut or any(id(die) not in done for die in chosen)


def choose(values: Sequence[int], operator: Operator) -> list[bool]:
    """Which of the values the operator means. Of equal ones the first counts as the higher."""
    marks = [operator.takes(value) for value in values]
    high, low = operator.ends()
    if high or low:
        ranked = sorted(reversed(range(len(values))), key=values.__getitem__)  # stable: of equals the first is last
        for place in (*ranked[:low], *ranked[max(0, len(ranked) - high) :]):
            marks[place] = True
    return marks


def evaluate_dice(dice: Dice, draw: Draw, pools: list[Pool]) -> tuple[int, str]:
    """Roll the dice, let the operators work, add up what is kept."""
    hand = Hand(dice, draw)
    for operator in dice.operators:
        hand.work(operator)
    text = write_dice(dice)
    total = sum(die.value for die in hand.thrown if die.kept)
    thrown = tuple(Die(tuple(die.faces), die.value, die.kept, die.exploded) for die in hand.thrown)
    pools.append(Pool(text, dice.sides, thrown, total, dice.labels, hand.cut))
    cut = f" (cut at {CUT})" if hand.cut else ""
    return total, f"{text} ({', '.join(die.trace() for die in hand.thrown)}){cut}"


def evaluate_set(group: Set, draw: Draw, pools: list[Pool]) -> tuple[int, str]:
    """Roll every item, then choose among them."""
    found = [evaluate(item, draw, pools) for item in group.items]
    kept = list(range(len(found)))
    for operator in group.operators:
        marks = choose([found[place][0] for place in kept], operator)
        wanted = operator.name == "k"
        kept = [place for place, mark in zip(kept, marks, strict=True) if mark == wanted]
    items = ", ".join(trace if place in kept else f"~{trace}~" for place, (_, trace) in enumerate(found))
    if len(found) == 1:
        items += ","
    return sum(found[place][0] for place in kept), write_operators(f"({items})", group.operators, short=False)
