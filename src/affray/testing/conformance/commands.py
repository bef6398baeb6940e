"""Commands: what they record, who may give which, and how their dice are typed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from affray.codec import canonical, convert, decode, digest, plain
from affray.dice import Seat
from affray.errors import AffrayError, BadInput, Rejection
from affray.fight import AnyRuleset, Fight
from affray.interpret.script import Need, Trace, recorded
from affray.play import Play
from affray.rules import legal
from affray.table.log import CommandEntry
from affray.table.work import Table
from affray.testing.conformance.shared import SEEDS, expect
from affray.testing.conformance.walks import Step, carry_out, thrown

WHOLE = (-2, -1, 0, 1, 2, 3, 7, 20, 99, 1_000, 2**31, -(2**63))
"""Numbers that a mutated command is given, beside those that commands of the walk have."""


# States, events and the codec


def folding(ruleset: AnyRuleset, steps: Iterable[Step]) -> None:
    """The events of a command, folded, are the state after it; also when they come out of the codec."""
    for one in steps:
        state = one.before
        decoded = decode(canonical(one.before), ruleset.state)
        for event in one.events:
            state = ruleset.evolve(state, event)
            decoded = ruleset.evolve(decoded, decode(canonical(event), ruleset.event))
            expect(
                digest(state) == digest(decoded) and state == decoded,
                f"{event!r} leads elsewhere when it and its state were written and read again",
            )
        expect(state == one.after, f"the events of {one.command!r} do not fold to the state after it")
        expect(digest(state) == digest(one.after), f"after {one.command!r} equal states have unequal digests")


def performances(ruleset: AnyRuleset, steps: Iterable[Step]) -> None:
    """`perform` does with a legal command what `apply` did, with the same dice."""
    for one in steps:
        dice = Trace(recorded(one.rolls))
        events: list[Any] = []
        play = Play(one.before, dice, ruleset.evolve, events)
        ruleset.perform(play, one.command)
        same = play.state == one.after and tuple(events) == one.events and tuple(dice.rolls) == one.rolls
        expect(same, f"perform does otherwise than apply with {one.command!r}")


def round_trips(ruleset: AnyRuleset, steps: Iterable[Step]) -> None:
    """States, commands and events are equal, hash alike and have one digest after they were written and read again."""
    for one in steps:
        pairs = [(one.after, ruleset.state), (one.command, ruleset.command)]
        for value, kind in [*pairs, *((event, ruleset.event) for event in one.events)]:
            try:
                again = decode(canonical(value), kind)
            except BadInput as error:
                raise AssertionError(f"{value!r} cannot be read again: {error}") from error
            expect(type(again) is type(value) and again == value, f"{value!r} is read again as {again!r}")
            expect(canonical(again) == canonical(value), f"{value!r} is written differently the second time")
            expect(hash(again) == hash(value), f"{value!r} has another hash when it is read again")
            expect(convert(plain(value), kind) == value, f"{value!r} does not come back from plain values")


# Who may do what


def turns(ruleset: AnyRuleset, states: Iterable[Any], seats: Collection[Seat]) -> None:
    """Seats that are to act have a legal command and the others have none; nobody is to act once the fight is over."""
    for state in states:
        acting = ruleset.to_act(state)
        expect(len(set(acting)) == len(acting), f"to_act names a seat twice: {acting}")
        first = acting[0] if acting else None
        expect(ruleset.next_to_act(state) == first, f"next_to_act is {ruleset.next_to_act(state)!r}, to_act {acting}")
        expect(
            (ruleset.outcome(state) is None) == bool(acting), f"to_act is {acting}, outcome {ruleset.outcome(state)}"
        )
        for seat in {*seats, *acting}:
            listed = ruleset.candidates(state, seat)
            commands = [command for command, rejection in listed if rejection is None]
            if seat in acting:
                expect(commands, f"{seat!r} is to act and has no legal command")
            else:
                expect(not commands, f"{seat!r} is not to act and may give {commands}")
            expect(
                all(ruleset.issuer(state, command) == seat for command, _ in listed),
                f"a command listed for {seat!r} belongs to another seat",
            )
            expect(len({command for command, _ in listed}) == len(listed), f"{seat!r} has a command listed twice")


def listed_commands(ruleset: AnyRuleset, states: Iterable[Any]) -> list[Any]:
    """Every command that `candidates` lists in these states: the closed ones."""
    return list(
        dict.fromkeys(
            command
            for state in states
            for seat in ruleset.to_act(state)
            for command, _ in ruleset.candidates(state, seat)
        )
    )


def rejections(
    ruleset: AnyRuleset, states: Iterable[Any], commands: Sequence[Any], source: Random, fuzz: int = 10
) -> None:
    """`apply` takes exactly what is listed as legal, in each state; what it refuses costs nothing and changes nothing.

    `commands` are closed ones of any time; of these, changed in a field, `fuzz` are given in each state. A type that
    is not among them is open (an override): nothing lists its commands, so it is only asked to refuse them cleanly.
    """
    closed = {type(command) for command in commands}
    for state in states:
        seats = ruleset.to_act(state)
        by_seat = {seat: ruleset.candidates(state, seat) for seat in seats}
        tried = [command for seat in seats for command, _ in by_seat[seat]]
        tried += source.sample(commands, min(fuzz, len(commands)))
        tried += mutants(ruleset, commands, source, fuzz)
        allowed = {command for seat in seats for command, rejection in by_seat[seat] if rejection is None}
        stated = {command: rejection for seat in seats for command, rejection in by_seat[seat]}
        for command in tried:
            try:
                answer = carry_out(ruleset, state, command, thrown(source))
            except (AffrayError, LookupError, TypeError, ValueError, ArithmeticError) as error:
                raise AssertionError(f"{command!r} raised {error!r} where it should be taken or refused") from error
            if isinstance(answer, Rejection):
                expect(command not in allowed, f"{command!r} is listed as legal and refused: {answer.message}")
                expect(stated.get(command, answer) == answer, f"{command!r} is refused for another reason than listed")
                expect(answer.code and answer.message, f"{command!r} is refused without a reason: {answer!r}")
            else:
                expect(
                    command in allowed or type(command) not in closed, f"{command!r} is taken and not listed as legal"
                )
                folding(ruleset, [answer])


def mutants(ruleset: AnyRuleset, commands: Sequence[Any], source: Random, count: int) -> list[Any]:
    """Commands that differ from given ones in a field, and that the codec takes."""
    found: list[Any] = []
    for _ in range(count):
        value = plain(source.choice(commands))
        fields = [name for name in value if name != "type"]
        if not fields:
            continue
        name = source.choice(fields)
        other = plain(source.choice(commands))
        value[name] = source.choice((*WHOLE, *other.values(), "", True))
        try:
            found.append(convert(value, ruleset.command))
        except BadInput:
            continue
    return found


def tactics_answer(ruleset: AnyRuleset, states: Iterable[Any], source: Random) -> None:
    """Every tactic answers every decision of its side with a legal command, and so do the standing orders."""
    for state in states:
        for seat in ruleset.to_act(state):
            standing = ruleset.standing_orders.get(ruleset.side(state, seat))
            orders = {"standing orders": standing} if standing is not None else ruleset.tactics
            allowed = legal(ruleset, state, seat)
            for name, order in orders.items():
                command = order(state, seat, Trace(thrown(source)))
                expect(command in allowed, f"{name} answers {seat!r} with {command!r}, which is not legal")


# Dice that are typed


def suspensions(fight: Fight, steps: Iterable[Step]) -> None:
    """Faces typed one at a time stop at each die with `Need`, change nothing, and lead where all at once lead."""
    for one in steps:
        table = Table(replace(fight, state=one.before), SEEDS)
        places = [(index, n) for index, roll in enumerate(one.rolls) for n in range(len(roll.faces))]
        for given, (index, n) in enumerate(places):
            need = table.do(one.command, one.faces[:given])
            if not isinstance(need, Need):
                raise AssertionError(f"{one.command!r} with {given} of {len(places)} faces gives {need!r}, not a Need")
            roll, why = one.questions[index]
            expect(
                (need.roll, need.why, need.index, need.have) == (roll, why, index, one.rolls[index].faces[:n]),
                f"{one.command!r} needs {need} after {given} faces, not the next die of {why.name}",
            )
            expect(need.seat == one.rolls[index].seat, f"{why.name} is asked of {need.seat!r} when it is typed")
            expect(table.state is one.before and not table.entries, f"a Need of {one.command!r} changed the table")
        entry = table.do(one.command, one.faces)
        if not isinstance(entry, CommandEntry):
            raise AssertionError(f"{one.command!r} with all its faces gives {entry!r}")
        expect(entry.rolls == one.rolls, f"{one.command!r} has other rolls when its faces are typed one at a time")
        expect(
            canonical(entry.events) == canonical(one.events) and table.state == one.after,
            f"{one.command!r} leads elsewhere when its faces are typed one at a time",
        )
