"""The words, the dice and the clauses of a command that was given, for referees or for players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from affray.codec import convert
from affray.dice import TABLE, Roll, Seat, Why
from affray.fight import AnyRuleset
from affray.interpret.script import Answer, Rolled, Trace, recorded
from affray.play import Play
from affray.rules.showing import Told
from affray.server.live import plainly
from affray.server.live.people import is_ours
from affray.server.live.publics import shown
from affray.server.live.seats import showing_of
from affray.server.live.snapshot import Die, Line
from affray.table.log import CommandEntry
from affray.table.timeline import Moment

Audience: TypeAlias = Literal["referee", "players"]


def told_of(ruleset: AnyRuleset, moment: Moment, audience: Audience) -> Line:
    """The line of the command that led to this moment, but for its number, name and time."""
    entry = moment.entry
    assert entry is not None and moment.before is not None
    before = moment.before.state
    dice = dice_of(ruleset, before, entry)
    clauses: Sequence[str]
    if audience == "referee":
        events = [convert(event, ruleset.event) for event in entry.events]
        told = _told(ruleset, before, entry.rolls, events)
        clauses = _clauses(entry.events)
    else:
        public = shown(ruleset, before, entry)
        dice = _public_dice(ruleset, before, entry, dice, public.rolls)
        told = _told_players(ruleset, before, public.command, public.rolls, public.events)
        clauses = _clauses(public.events)
    rulings = tuple(ruling.id for ruling in ruleset.rulings if ruling.where in clauses)
    return Line(
        seq=0,
        kind="command",
        round=ruleset.round(before),
        who="",
        told=tuple(told),
        dice=dice,
        clauses=tuple(clauses),
        rulings=rulings,
    )


def _told(ruleset: AnyRuleset, before: Any, rolls: Sequence[Any], events: Sequence[Any]) -> list[Told]:
    showing = showing_of(ruleset)
    if showing is None:
        return plainly.told(ruleset, before, rolls, events)
    return showing.told(before, rolls, events)


def _told_players(
    ruleset: AnyRuleset, before: Any, command: Any, rolls: Sequence[Any], events: Sequence[Mapping[str, Any]]
) -> list[Told]:
    showing = showing_of(ruleset)
    if showing is None:
        typed = None if command is None else convert(command, ruleset.command)
        return plainly.told_players(ruleset, before, typed, rolls, events)
    return showing.told_players(before, rolls, events)


def _clauses(events: Iterable[Mapping[str, Any]]) -> Sequence[str]:
    return tuple(dict.fromkeys(str(event["clause"]) for event in events if event.get("clause")))


def dice_of(ruleset: AnyRuleset, before: Any, entry: CommandEntry) -> tuple[Die, ...]:
    """Every die of an entry. Its sides are not in the log: the rule is asked again with the faces that it had."""
    asked: list[Roll] = []
    answer = _watched(recorded(entry.rolls), asked)
    trace = Trace(answer)
    ruleset.apply(Play(before, trace, ruleset.evolve), convert(entry.command, ruleset.command))
    dice = [
        (roll.name, kind.sides, face, roll.source)
        for roll, kind in zip(entry.rolls, asked, strict=True)
        for face in roll.faces
    ]
    return tuple(
        Die(place=place, name=name, sides=sides, face=face, source=source)
        for place, (name, sides, face, source) in enumerate(dice)
    )


def _watched(answer: Answer, asked: list[Roll]) -> Answer:
    def watched(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> Any:
        asked.append(roll)
        return answer(roll, why, seat, occurrence, index)

    return watched


def _public_dice(
    ruleset: AnyRuleset, before: Any, entry: CommandEntry, dice: Sequence[Die], rolls: Sequence[Rolled]
) -> tuple[Die, ...]:
    """The dice of the rolls that all may see, numbered anew; of one whose kind is a secret, the sides are 0."""
    rolls_of_dice = [roll for roll in entry.rolls for _ in roll.faces]
    public: list[Die] = []
    for die, roll in zip(dice, rolls_of_dice, strict=True):
        if roll in rolls:
            sides = die.sides if _shows_its_kind(ruleset, before, roll.seat, die) else 0
            public.append(replace(die, place=len(public), sides=sides))
    return tuple(public)


def _shows_its_kind(ruleset: AnyRuleset, before: Any, thrower: Seat, die: Die) -> bool:
    """Whether players know what die it was: the table's, one of their own side, or one whose name says it."""
    return thrower == TABLE or is_ours(ruleset, before, thrower) or die.name.endswith(f"d{die.sides}")
