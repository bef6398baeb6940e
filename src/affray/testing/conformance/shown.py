"""What is shown: views that keep secrets, reports that agree, clauses that are cited, sentences that are told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from affray.codec import digest, plain
from affray.dice import MOST_DICE, MOST_SIDES, Seat
from affray.errors import BadInput
from affray.fight import AnyRuleset, Fight, position_of_state, state_of_position
from affray.interpret.script import Trace
from affray.interpret.simulate import play_out
from affray.table.log import CommandEntry
from affray.table.work import Table
from affray.testing.conformance.shared import SEEDS, expect
from affray.testing.conformance.walks import Step, states_of, thrown

FATES = ("up", "down", "dead", "fled")


def keeps_secrets(
    fight: Fight, steps: Sequence[Step], seats: Iterable[Seat], numbers: Collection[int], texts: Collection[str] = ()
) -> None:
    """No view and no log of these seats has one of the planted numbers, or a text that has one of the planted texts.

    Plant them in the fight: hit points of enemies from 9,000 on, say, with `numbers` all those that can be left. The
    steps must be of this fight.
    """
    ruleset = fight.ruleset
    table = Table(fight, SEEDS)
    for one in steps:
        expect(isinstance(table.do(one.command, one.faces), CommandEntry), f"{one.command!r} cannot be given again")
    shown: list[tuple[str, Any]] = [("the log", table.player_log())]
    shown += [
        (f"the view of {seat!r}", plain(ruleset.view(state, seat)))
        for state in states_of(fight, steps)
        for seat in seats
    ]
    for where, value in shown:
        for one in _leaves(value):
            leak = one in numbers if isinstance(one, int) else any(text in one for text in texts)
            expect(not leak, f"{where} shows {one!r}")


def _leaves(value: Any) -> Iterator[Any]:
    """Every number and text in plain values, names of fields too."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)
    elif isinstance(value, int | str) and not isinstance(value, bool):
        yield value


def reports(fight: Fight, steps: Sequence[Step]) -> None:
    """Sides, contenders, standings, outcome and round agree with each other in every state."""
    ruleset = fight.ruleset
    sides, contenders = ruleset.sides(fight.state), ruleset.contenders(fight.state)
    expect(sides and len(set(sides)) == len(sides), f"the sides are {sides}")
    expect(len(contenders) > 1 and len(set(contenders)) == len(contenders), f"the contenders are {contenders}")
    expect(set(fight.tactics) <= set(sides), f"tactics for {set(fight.tactics)}, sides {sides}")
    names = [(one.id, one.name, one.side) for one in ruleset.standings(fight.state)]
    expect(len({number for number, *_ in names}) == len(names), f"two fighters have one number: {names}")
    rounds = ruleset.round(fight.state)
    for state in states_of(fight, steps):
        standings = ruleset.standings(state)
        expect([(one.id, one.name, one.side) for one in standings] == names, "the standings name other fighters")
        expect(ruleset.sides(state) == sides, "the sides change in the fight")
        expect(ruleset.contenders(state) == contenders, "the contenders change in the fight")
        for one in standings:
            expect(one.side in sides, f"{one.name} is of {one.side}, which is no side")
            expect(one.fate in FATES, f"{one.name} is {one.fate}, which is none of {FATES}")
            expect(type(one.left) is int and one.left >= 0, f"{one.name} has {one.left!r} left")
        outcome = ruleset.outcome(state)
        expect(
            outcome is None or outcome.winner is None or outcome.winner in contenders,
            f"{outcome} names none of {contenders}",
        )
        for seat in ruleset.to_act(state):
            side = ruleset.side(state, seat)
            expect(side in sides or side in ruleset.standing_orders, f"{seat!r} acts for {side}, who has no tactic")
        expect(ruleset.round(state) >= rounds, "the number of the round went back")
        rounds = ruleset.round(state)


def citations(ruleset: AnyRuleset, states: Iterable[Any], steps: Iterable[Step]) -> None:
    """Events and rejections cite clauses that exist, and every roll is one of the ruleset's, within its limits."""
    clauses = {*ruleset.clauses(), ""}
    for one in steps:
        for event in one.events:
            expect(getattr(event, "clause", None) in clauses, f"{event!r} cites no clause of {ruleset.id}")
        for roll, why in one.questions:
            expect(why in ruleset.rolls, f"{why!r} is not among the rolls of {ruleset.id}")
            expect(
                2 <= roll.sides <= MOST_SIDES and 1 <= roll.count <= MOST_DICE, f"{why.name} asks for {roll!r}: no die"
            )
    for state in states:
        for seat in ruleset.to_act(state):
            for command, rejection in ruleset.candidates(state, seat):
                expect(
                    rejection is None or rejection.clause in clauses,
                    f"{command!r} is forbidden by no clause: {rejection}",
                )


def sentences(ruleset: AnyRuleset, steps: Iterable[Step]) -> None:
    """Commands are phrased and entries told in text of one line; what a command changes is named by texts."""
    for one in steps:
        told = ruleset.narrate(one.before, one.rolls, one.events)
        for text in (ruleset.phrase(one.before, one.command), *told):
            expect(text.strip() and text.isprintable(), f"{one.command!r} is told as {text!r}")
        changes = ruleset.glance(one.before, one.after)
        for name, value in changes:
            expect(str(name).strip() == name != "", f"{one.command!r} changes something named {name!r}")
            expect(isinstance(value, int), f"{one.command!r} changes {name} by {value!r}")
        expect(len({name for name, _ in changes}) == len(changes), f"a glance names something twice: {changes}")
        expect(not ruleset.glance(one.before, one.before), "a glance sees a change where there is none")


def positions(ruleset: AnyRuleset, states: Iterable[Any]) -> None:
    """Every state can be written on one line that begins with the ruleset's id, and is read again as an equal one."""
    for state in states:
        text = position_of_state(ruleset, state)
        expect(len(text.splitlines()) == 1, f"a position takes more than a line: {text!r}")
        expect(text.split(" ")[0] == ruleset.id, f"a position does not begin with {ruleset.id}: {text}")
        try:
            again = state_of_position(ruleset, text)
        except BadInput as error:
            raise AssertionError(f"{text} cannot be read again: {error}") from error
        same = again == state and digest(again) == digest(state)
        expect(same, f"{text} is read as another position: {position_of_state(ruleset, again)}")


def simulation_ends(fight: Fight, source: Random) -> None:
    """A fight that plays itself is over or has played its rounds to their end, and its events lead there."""
    ruleset = fight.ruleset
    events: list[Any] = []
    state = play_out(ruleset, fight.state, fight.orders(), Trace(thrown(source)), 20, events)
    folded = fight.state
    for event in events:
        folded = ruleset.evolve(folded, event)
    expect(folded == state, "the events of a fight that played itself do not fold to its end")
    expect(ruleset.outcome(state) is not None or ruleset.round(state) == 20, "a fight that played itself stopped short")
