"""What the page of ways says is proven: what a machine knows it plays in step, what is not known has a name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from affray.errors import Unsupported
from affray.fight import Fight
from affray.interpret.bulk import Bulk, blocks
from affray.interpret.simulate import Tally, simulate
from affray.rules import find
from affray.rules.machines import Machine
from affray.testing.conformance import canon_holds, in_step, ways_agree
from affray.testing.ways import Row, features, loaded, rows, unknown

NAMES = ("knave", "skilldice", "d20grid")
FIGHTS = Path(__file__).resolve().parents[1] / "docs" / "fights"
ROWS = [(name, row) for name in NAMES for _, some in rows(find(name), FIGHTS / name) for row in some]
FEATURES = [(name, path.stem, loaded(path)) for name in NAMES for path in features(FIGHTS / name)]


def known(fights: tuple[Fight, ...], way: str) -> Iterator[Fight]:
    for fight in fights:
        if not unknown(way, fight):
            yield fight


def machine_and_start(fight: Fight) -> tuple[Machine[Any], tuple[int, ...]]:
    """Of fights in which a side plays its best, too, which `machine_of` gives to nobody."""
    assert fight.ruleset.machine is not None
    machine = fight.ruleset.machine(fight.state, fight.tactics)
    start = machine.pack(fight.state)
    assert start is not None
    return machine, start


@pytest.mark.parametrize(("name", "row"), ROWS, ids=[f"{name}: {row.what}" for name, row in ROWS])
def test_what_a_machine_knows_it_plays_in_step(name: str, row: Row) -> None:
    asked, fights = 0, list(known(row.fights, "machine"))
    for number, fight in enumerate(fights):
        source = Random(f"{name} {row.what} {number}")
        asked += in_step(fight, source, 1)
        canon_holds(*machine_and_start(fight), source, 60)
    assert asked or not fights


@pytest.mark.parametrize(("name", "what", "fight"), FEATURES, ids=[f"{name}: {what}" for name, what, _ in FEATURES])
def test_every_feature_is_known_by_the_machine_under_default_rulings(name: str, what: str, fight: Fight) -> None:
    assert unknown("machine", fight) == ""


@pytest.mark.parametrize("name", NAMES)
def test_the_usual_tactics_are_known_by_the_machine(name: str) -> None:
    for of, row in ROWS:
        if of == name and row.what in ("first", "weakest", "strongest", "random"):
            assert all(unknown("machine", fight) == "" for fight in row.fights)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "row"), ROWS, ids=[f"{name}: {row.what}" for name, row in ROWS])
def test_ways_give_equal_fractions_under_every_reading(name: str, row: Row) -> None:
    for fight in row.fights:
        ways_agree(fight, 1_500)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "what", "fight"), FEATURES, ids=[f"{name}: {what}" for name, what, _ in FEATURES])
def test_compiled_and_plain_sampling_agree(name: str, what: str, fight: Fight) -> None:
    compiled, plain = Tally(), simulate(fight, 4_000, "plain")
    for tally in blocks(Bulk(fight), 200_000, "compiled"):
        compiled.add(tally)
    for winner in {*compiled.winners, *plain.winners}:
        share = compiled.winners.get(winner, 0) / compiled.runs
        seen = plain.winners.get(winner, 0) / plain.runs
        assert abs(seen - share) < 4.5 * (share * (1 - share) / plain.runs + 1e-9) ** 0.5 + 1e-3


def test_what_is_not_known_is_refused_by_name() -> None:
    for _, row in ROWS:
        for fight in row.fights:
            what = unknown("machine", fight)
            if what:
                with pytest.raises(Unsupported, match=what.partition("=")[0]):
                    machine_and_start(fight)


def test_every_option_has_a_row() -> None:
    told = {(name, row.what) for name, row in ROWS}
    for name in NAMES:
        ruleset = find(name)
        assert {(name, tactic) for tactic in ruleset.tactics} <= told
        assert {(name, f"best:{repertoire}") for repertoire in ruleset.repertoires()} <= told
        assert {(name, f"{one.id} {option}") for one in ruleset.rulings for option in one.options} <= told
