"""Every command of the seats to act with its exact outcomes. Part of `affray odds`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from affray.cli.chances import document
from affray.cli.output import say, say_json
from affray.codec import plain
from affray.dice import TABLE
from affray.fight import AnyRuleset, Fight
from affray.interpret.chances import Chance, chances
from affray.interpret.every import exact
from affray.play import Play
from affray.rules import legal
from affray.telling.numbers import fraction, percent
from affray.telling.story import seat_name
from affray.telling.text import rows


class Situation(msgspec.Struct, frozen=True, eq=False):
    """A state in which a person decides, and the chance that the bookkeeping before it leads there."""

    p: Fraction
    state: Any


def odds_of_commands(fight: Fight, as_json: bool) -> None:
    """Prints the odds of every legal command at the start of a fight.

    Where the table has bookkeeping to do first (initiative), every situation that it leads to is shown.
    """
    ruleset = fight.ruleset
    found = list(situations(ruleset, fight.state))
    if as_json:
        shared = {"kind": "commands", "title": fight.title, "ruleset": ruleset.id, "rulings": dict(fight.rulings)}
        say_json({**shared, "situations": [_document(ruleset, one) for one in found]})
        return
    if fight.title:
        say(fight.title)
    for one in found:
        for line in _lines(ruleset, one):
            say(line)


def situations(ruleset: AnyRuleset, start: Any, p: Fraction = Fraction(1)) -> Iterator[Situation]:
    """The first decisions of people, after the bookkeeping that has only one way to go."""
    commands = legal(ruleset, start, TABLE) if ruleset.to_act(start) == (TABLE,) else []
    if len(commands) != 1:
        yield Situation(p, start)
        return

    def run(dice: Any) -> Any:
        play = Play(start, dice, ruleset.evolve)
        ruleset.apply(play, commands[0])
        return play.state

    for state, share in exact(run).fractions().items():
        yield from situations(ruleset, state, p * share)


def commands_of(ruleset: AnyRuleset, state: Any) -> Iterator[tuple[int | str, Any, list[Chance]]]:
    """Every legal command of the seats to act: the seat, the command and its odds."""
    for seat in ruleset.to_act(state):
        for command in legal(ruleset, state, seat):
            yield seat, command, chances(ruleset, state, command)


def _document(ruleset: AnyRuleset, one: Situation) -> dict[str, Any]:
    state = one.state
    return {
        "p": fraction(one.p),
        "round": ruleset.round(state),
        "to_act": [
            {"seat": seat, "name": seat_name(ruleset, state, seat), "side": ruleset.side(state, seat)}
            for seat in ruleset.to_act(state)
        ],
        "commands": [
            {
                "seat": seat,
                "command": plain(command),
                "text": ruleset.phrase(state, command),
                "chances": [document(chance) for chance in found],
            }
            for seat, command, found in commands_of(ruleset, state)
        ],
    }


def _lines(ruleset: AnyRuleset, one: Situation) -> list[str]:
    state = one.state
    seats = ruleset.to_act(state)
    names = ", ".join(seat_name(ruleset, state, seat) for seat in seats)
    often = "" if one.p == 1 else f" ({percent(one.p)}, {one.p})"
    told = [f"Round {ruleset.round(state)}, to act: {names or 'nobody, the fight is over'}{often}"]
    for _, command, found in commands_of(ruleset, state):
        told.append(f"  {ruleset.phrase(state, command).rstrip()}")
        table = []
        for chance in found:
            mean = "" if chance.values is None else f"mean {float(chance.mean):.3f} ({chance.mean})"
            table.append((chance.name, percent(chance.p), fraction(chance.p), mean))
        told += rows(table, right=(1,), indent=4) or ["    nothing changes for anybody"]
    return told
