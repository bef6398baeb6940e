"""What the options of a ruling change, seen in its witness: a formula's odds, or a few commands with given faces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from affray.api import odds
from affray.codec import convert
from affray.errors import Rejection
from affray.fight import AnyRuleset, parse
from affray.interpret.script import Need
from affray.rules import Ruling, legal
from affray.table.work import Table
from affray.telling.marginals import marginals, means
from affray.telling.numbers import percent
from affray.telling.scene import scene
from affray.telling.story import Story, die_name, seat_name


def witnessed(ruleset: AnyRuleset, ruling: Ruling) -> str:
    """The situation of the witness in words."""
    witness = ruling.witness
    if not witness.formula:
        return witness.about
    inputs = " ".join(f"{name}={value}" for name, value in witness.inputs.items())
    return f"{witness.about} ({ruleset.id}.{witness.formula} {inputs})"


def changes(ruleset: AnyRuleset, ruling: Ruling) -> dict[str, list[str]]:
    """For each option what the witness comes to. An option with a number is shown with the least."""
    options = [option.replace(":N", f":{ruling.numbers[0]}") for option in ruling.options]
    if ruling.witness.formula:
        return {option: _formula(ruleset, ruling, option) for option in options}
    told = {option: _scene(ruleset, ruling, option) for option in options}
    if len({tuple(lines) for lines in told.values()}) == len(told):
        return told
    # What the sentences do not tell apart shows in what may be done on the way, or in the fighters at its end.
    return {option: _scene(ruleset, ruling, option, closely=True) for option in options}


def _formula(ruleset: AnyRuleset, ruling: Ruling, option: str) -> list[str]:
    witness = ruling.witness
    asked = odds(f"{ruleset.id}.{witness.formula}", **{**witness.inputs, ruling.id: option})
    fields = marginals(asked)
    numbers = means(fields)
    told = []
    for name, values in fields.items():
        if name in numbers:
            some = 1 - values.get(0, Fraction(0))
            mean = f"mean {float(numbers[name]):.4g} ({numbers[name]}), not 0 in {percent(some)}"
            told.append(f"{name}: {mean if some else 'always 0'}")
        elif all(isinstance(value, bool) for value in values):
            p = values.get(True, Fraction(0))
            told.append(f"{name}: {percent(p)} ({p})")
        else:
            told += [f"{name} {value}: {percent(p)} ({p})" for value, p in values.items()]
    return told


def _scene(ruleset: AnyRuleset, ruling: Ruling, option: str, closely: bool = False) -> list[str]:
    """The commands of the witness, told as far as they go: to the end, to a refusal, or to a die without a face.

    `closely` tells who may do how much after each, and at the end how every fighter is.
    """
    witness = ruling.witness
    text = f'ruleset = "{ruleset.id}"\n{witness.fight}'
    table = Table(parse(text, f"witness of {ruling.id}", {**witness.rulings, ruling.id: option}), ("", ""))
    story = Story(ruleset, table.state)
    faces = list(witness.faces)
    told: list[str] = []
    for given in witness.commands:
        command = convert(given, ruleset.command)
        result, dice = _thrown(table, command, faces)
        if isinstance(result, Rejection):
            return [*told, f"{ruleset.phrase(table.state, command).rstrip()}: refused, {result.message}"]
        if isinstance(result, Need):
            who = seat_name(ruleset, table.state, result.seat)
            return [*told, f"{ruleset.phrase(table.state, command).rstrip()}: {who} rolls {result.why.name}"]
        told += story.add(result)
        if dice:
            told.append(f"  dice: {', '.join(dice)}")
        if closely:
            told.append(f"  {_to_act(ruleset, table)}")
    return [*told, *(scene(ruleset, table.state) if closely else ()), _to_act(ruleset, table)]


def _to_act(ruleset: AnyRuleset, table: Table) -> str:
    seats = ", ".join(seat_name(ruleset, table.state, seat) for seat in table.to_act)
    count = sum(len(legal(ruleset, table.state, seat)) for seat in table.to_act)
    return f"then to act: {seats}, {count} commands" if seats else "then the fight is over"


def _thrown(table: Table, command: Any, faces: list[int]) -> tuple[Any, list[str]]:
    """Carries a command out with the faces that it asks for; those are taken from the list, and described."""
    dice: list[str] = []
    while True:
        result = table.do(command, dice=tuple(faces[: len(dice)]))
        if isinstance(result, Need) and len(dice) < len(faces):
            dice.append(f"{die_name(result)} shows {faces[len(dice)]}")
            continue
        if not isinstance(result, Need | Rejection):
            del faces[: len(dice)]
        return result, dice
