"""All of it: every part of the suite on the fights of one ruleset."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from affray import rules
from affray.dice import Seat
from affray.fight import AnyRuleset, Fight, parse
from affray.interpret.by_machine import machine_of
from affray.testing.conformance.commands import (
    folding,
    listed_commands,
    performances,
    rejections,
    round_trips,
    suspensions,
    tactics_answer,
    turns,
)
from affray.testing.conformance.drawn import choices, scenes, tellings
from affray.testing.conformance.logs import play_table, replays
from affray.testing.conformance.machines import canon_holds, in_step, ways_agree
from affray.testing.conformance.model import interleavings
from affray.testing.conformance.odds import chances, congruence, lump_agrees, pairings
from affray.testing.conformance.shared import expect
from affray.testing.conformance.shown import citations, positions, reports, sentences, simulation_ends
from affray.testing.conformance.walks import states_of, walk


def witness_fights(ruleset: AnyRuleset) -> list[Fight]:
    """The fights of the ruleset's own witnesses: each ruling's fight under each of its options."""
    found = []
    for ruling in ruleset.rulings:
        if not ruling.witness.fight:
            continue
        for option in ruling.options:
            chosen = {**ruling.witness.rulings, ruling.id: option.replace(":N", f":{ruling.numbers[1]}")}
            text = f'ruleset = "{ruleset.id}"\n{ruling.witness.fight}'
            found.append(parse(text, f"witness of {ruling.id}", chosen))
    return found


def check(
    ruleset: AnyRuleset,
    fights: Iterable[Fight] = (),
    *,
    source: Random | None = None,
    seats: Collection[Seat] = (*range(12), "table", "referee"),
    steps: int = 40,
    identity: Callable[[Any], Hashable] = lambda state: state,
    processes: bool = True,
) -> None:
    """The whole suite on these fights (those of the ruleset's witnesses where none are given).

    `seats` are asked for commands besides those that are to act; `identity` is described at `lump_agrees`; without
    `processes` nothing is played again in another process. Cost: some 100 ms a fight of ten, and a process.
    """
    source = source or Random(0)
    given = list(fights) or witness_fights(ruleset)
    expect(given, f"{ruleset.id}: there is no fight to check")
    expect(all(fight.ruleset is ruleset for fight in given), "the fights are another ruleset's")
    expect("first" in ruleset.tactics, "there is no tactic 'first', which fight files take where they name none")
    walks = [(fight, walk(fight, source, steps)) for fight in given]
    states = [state for fight, done in walks for state in states_of(fight, done)]
    commands = listed_commands(ruleset, states)
    for fight, done in walks:
        met = states_of(fight, done)
        folding(ruleset, done)
        performances(ruleset, done)
        round_trips(ruleset, done)
        turns(ruleset, met, seats)
        rejections(ruleset, met, commands, source)
        tactics_answer(ruleset, met, source)
        suspensions(fight, done)
        chances(fight, source.sample(done, min(3, len(done))), 500)
        reports(fight, done)
        citations(ruleset, met, done)
        sentences(ruleset, done)
        positions(ruleset, met)
        scenes(ruleset, met)
        choices(ruleset, met)
        tellings(ruleset, done)
        simulation_ends(fight, source)
        interleavings(fight, source, 16)
        for tactics in source.sample(all_tactics := pairings(fight), min(2, len(all_tactics))):
            congruence(replace(fight, tactics=tactics), source, 30)
        for tactics in source.sample(all_tactics, min(3, len(all_tactics))):
            tried = replace(fight, tactics=tactics)
            if in_step(tried, source, 2):
                canon_holds(*machine_of(tried), source, 100)
    smallest = min(given, key=lambda fight: len(ruleset.standings(fight.state)))
    lump_agrees(smallest, identity, 1_000, 3)
    ways_agree(smallest, 1_000)
    if processes:
        replays([play_table(fight, source) for fight in given], source)


def discovered() -> list[AnyRuleset]:
    """Every ruleset that is installed, ours and strangers'."""
    return [rules.find(name) for name in rules.names()]
