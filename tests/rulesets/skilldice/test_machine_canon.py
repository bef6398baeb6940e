"""What the machine forgets: nothing that matters, and at least what the lump forgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from affray.fight import Fight, parse
from affray.interpret.every import exact
from affray.interpret.rows import Rows
from affray.play import Play
from affray.rules import find
from affray.rules.machines import CHOICE, Machine
from affray.rulesets.skilldice.ordering import ties_act_together
from affray.rulesets.skilldice.state import State
from tests.rulesets.skilldice import brawl, melees
from tests.rulesets.skilldice.fights import fight, foe, unit

SKILLDICE = find("skilldice")
OPTIONS = list(brawl.options(SKILLDICE))

Position: TypeAlias = tuple[int, ...]
Forget: TypeAlias = Callable[[Machine[State], list[int]], Position]


def forgotten(machine: Machine[State], s: list[int]) -> Position:
    machine.program.canon(s, machine.numbers)
    return tuple(s)


def ahead(machine: Machine[State], tables: Rows, position: Position, forget: Forget = forgotten) -> Any:
    """What is due in a position, and what follows each option, or each outcome by its whole weight."""
    program, P = machine.program, machine.numbers
    row = program.row(list(position), P)
    if row == CHOICE:
        found = []
        for option in range(program.options(list(position), P)):
            s = list(position)
            program.choose(s, P, option)
            found.append(forget(machine, s))
        return program.chooser(list(position), P), found
    if row < 0:
        return row, program.winner(list(position), P)
    chances: dict[Position, int] = {}
    for word, weight in tables[row]:
        s = list(position)
        program.take(s, P, word)
        key = forget(machine, s)
        chances[key] = chances.get(key, 0) + weight
    return row, chances


def walk(machine: Machine[State], tables: Rows, start: Position, source: Random, steps: int) -> Iterator[Position]:
    """Positions as they come in play, nothing forgotten; from the start again after each end."""
    program, P = machine.program, machine.numbers
    s = list(start)
    for _ in range(steps):
        yield tuple(s)
        row = program.row(s, P)
        if row == CHOICE:
            program.choose(s, P, source.randrange(program.options(s, P)))
        elif row < 0:
            s = list(start)
        else:
            program.take(s, P, source.choice(tables[row])[0])


def machine_of(it: Fight, source: Random) -> Machine[State]:
    """The machine of a fight; some sides choose, where they may."""
    assert SKILLDICE.machine is not None
    sides = () if ties_act_together(it.state.rulings) else SKILLDICE.sides(it.state)
    best = {side: f"best:{source.choice(melees.REPERTOIRES)}" for side in sides if source.random() < 0.5}
    return SKILLDICE.machine(it.state, {**it.tactics, **best})


def congruent(it: Fight, source: Random, steps: int) -> int:
    """Positions that come to be one have one question before them and the same chances behind it.

    Returns how many unlike positions have been compared. Each is compared with all that was forgotten of it, too.
    """
    machine = machine_of(it, source)
    start = machine.pack(it.state)
    if start is None:
        return 0
    tables, known, compared = Rows(machine), {}, 0
    for position in walk(machine, tables, start, source, steps):
        key = forgotten(machine, list(position))
        if key not in known:
            known[key] = ahead(machine, tables, key)
        if key != position:
            compared += 1
            assert ahead(machine, tables, position) == known[key], position
    return compared


@pytest.mark.parametrize("seed", range(6))
def test_positions_that_are_one_have_equal_chances_ahead(seed: int) -> None:
    source, compared = Random(seed), 0
    for _ in range(12):
        compared += congruent(melees.fight(source), source, 60)
    assert compared > 100


@pytest.mark.parametrize(("ruling", "option"), OPTIONS, ids="=".join)
def test_under_every_option(ruling: str, option: str) -> None:
    source, compared = Random(f"{ruling}={option}"), 0
    for _ in range(5):
        compared += congruent(melees.fight(source, {ruling: option}), source, 50)
    assert compared > 10


@pytest.mark.parametrize("seed", range(6))
def test_under_many_options(seed: int) -> None:
    source, compared = Random(seed), 0
    for _ in range(12):
        compared += congruent(melees.fight(source, dict(source.sample(OPTIONS, 8))), source, 60)
    assert compared > 100


FORGETTING: Mapping[str, int] = {"points": 6, "what else a fighter is": 7, "the place": 2, "the stage": 0}


@pytest.mark.parametrize("place", FORGETTING.values(), ids=FORGETTING)
def test_what_forgets_too_much_is_found(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from affray.rulesets.skilldice import machine as package

    program = package.PROGRAM

    def canon(s: list[int], P: tuple[int, ...]) -> None:
        program.canon(s, P)
        s[place] = 0

    monkeypatch.setattr(package, "PROGRAM", program._replace(canon=canon))
    source = Random(0)
    with pytest.raises((AssertionError, IndexError)):
        for _ in range(30):
            congruent(melees.fight(source), source, 60)


# It forgets enough


def states(it: Fight, source: Random, steps: int) -> Iterator[State]:
    """States as they come in play by tactics."""
    orders, state = it.orders(), it.state
    for _ in range(steps):
        yield state
        seat = SKILLDICE.next_to_act(state)
        if seat is None:
            return
        order = orders[SKILLDICE.side(state, seat)]

        def run(dice: Any) -> State:
            play = Play(state, dice, SKILLDICE.evolve)  # noqa: B023 - run before the next state
            SKILLDICE.perform(play, order(state, seat, dice))  # noqa: B023
            after: State = play.state
            return after

        state = source.choice(list(exact(run)))


def test_states_that_the_lump_merges_are_one_position() -> None:
    source, merged = Random(1), 0
    for _ in range(20):
        it = melees.fight(source, dict(source.sample(OPTIONS, 3)))
        if len(it.state.profiles) > 5:
            continue  # a tie of many has too many outcomes for this test
        machine = machine_of(replace(it), source)
        known: dict[Any, Position] = {}
        for _ in range(3):
            for state in states(it, source, 60):
                packed = machine.pack(state)
                if packed is None:
                    continue
                position = forgotten(machine, list(packed))
                other = known.setdefault(SKILLDICE.lump(state, it.tactics), position)
                merged += other is not position
                assert other == position
    assert merged > 50


def canonical(text: str, place: int, *actions: int) -> Position:
    """The position in the turn at this place of the roster, each fighter with so many actions."""
    it = parse(text, rulings={"D01": "narrator"})
    conditions = tuple(replace(one, actions=left) for one, left in zip(it.state.conditions, actions, strict=True))
    order = tuple((one,) for one in range(len(actions)))
    state = replace(it.state, round=1, order=order, place=place, conditions=conditions)
    assert SKILLDICE.machine is not None
    machine = SKILLDICE.machine(state, dict.fromkeys(SKILLDICE.sides(state), "best:body"))
    packed = machine.pack(state)
    assert packed is not None
    return forgotten(machine, list(packed))


def test_actions_that_nobody_can_make_one_spend_are_forgotten() -> None:
    """Ana has had her turn; she can be attacked as often as her foes have actions left, and no more."""
    duel = fight(unit("Ana"), foe())
    assert canonical(duel, 1, 2, 3) != canonical(duel, 1, 3, 3)
    assert canonical(duel, 1, 0, 1) != canonical(duel, 1, 1, 1) == canonical(duel, 1, 2, 1) == canonical(duel, 1, 3, 1)
    assert canonical(duel, 0, 1, 2) != canonical(duel, 0, 1, 3)  # the orc is still to have its turn
    trio = fight(unit("Ana"), unit("Bo"), foe("orc"), foe("imp"))
    assert canonical(trio, 1, 2, 3, 1, 0) == canonical(trio, 1, 1, 3, 1, 0) != canonical(trio, 1, 0, 3, 1, 0)
    assert canonical(trio, 1, 2, 3, 1, 1) != canonical(trio, 1, 1, 3, 1, 1)
    assert canonical(trio, 3, 2, 2, 3, 1) == canonical(trio, 3, 1, 1, 0, 1)  # nobody attacks the orc any more
