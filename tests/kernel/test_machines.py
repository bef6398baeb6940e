"""Machines: the lockstep test finds what differs, sampling is fair and the same everywhere."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from affray.errors import Unsupported
from affray.interpret import bulk, draws
from affray.interpret.answer import answer
from affray.interpret.by_machine import machine_of
from affray.interpret.compiled import assemble
from affray.interpret.sampling import sample
from affray.interpret.simulate import Tally, simulate
from affray.rules.machines import Machine
from affray.testing.conformance import canon_holds, in_step, ways_agree
from affray.testing.lockstep import Lockstep
from tests.kernel import toy, toy_machine


@pytest.mark.parametrize("right", ["first", "meek", "fickle"])
def test_lockstep_of_the_toy(right: str) -> None:
    asked = 0
    for seed in range(40):
        pair = Lockstep(toy.game(20, right=right), Random(seed))
        pair.play()
        asked += pair.asked
    assert asked > 400


def test_lockstep_where_a_side_chooses() -> None:
    for seed in range(20):
        Lockstep(toy.game(20), Random(seed), best={"left": "all"}).play()


@pytest.mark.parametrize(
    ("name", "faulty"),
    [
        ("take", lambda s, P, word: toy_machine.take(s, P, min(word, 5))),
        ("winner", lambda s, P: 1 - toy_machine.winner(s, P)),
        ("rounds", lambda s, P: toy_machine.rounds(s, P) + 1),
        ("left", lambda s, P, fighter: s[1 + fighter] + 1),
        ("fate", lambda s, P, fighter: 1),
        ("canon", lambda s, P: s.__setitem__(0, 2)),
    ],
)
def test_lockstep_finds_a_planted_fault(monkeypatch: pytest.MonkeyPatch, name: str, faulty: object) -> None:
    monkeypatch.setattr(toy_machine, "PROGRAM", toy_machine.PROGRAM._replace(**{name: faulty}))  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        for seed in range(40):
            Lockstep(toy.game(20), Random(seed)).play()


# Draws


def test_the_generator_is_the_one_that_is_stated() -> None:
    # The first words of SplitMix64 from 1234567, as its authors' C code prints them.
    g = [1234567]
    assert [draws.word(g) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 20, 1280, 65_536, 2**31 + 11])
def test_numbers_below_n(n: int) -> None:
    g = [draws.seed_of("fair", 0)]
    drawn = [draws.below(g, n) for _ in range(4_000)]
    assert min(drawn) >= 0 and max(drawn) < n
    if n <= 20:
        assert all(abs(count - 4_000 / n) < 5 * (4_000 / n) ** 0.5 for count in Counter(drawn).values())


@pytest.mark.parametrize("n", [2, 3, 2**33, 2**40 + 1, draws.MOST])
def test_numbers_below_a_large_n(n: int) -> None:
    g = [draws.seed_of("fair", 1)]
    drawn = [draws.below_large(g, n) for _ in range(2_000)]
    assert min(drawn) >= 0 and n * 3 / 4 - 1 < max(drawn) < n
    assert abs(sum(drawn) / len(drawn) - (n - 1) / 2) < 5 * n / (12 * 2_000) ** 0.5


def test_compiled_draws_are_the_plain_ones() -> None:
    import numpy as np

    from affray.interpret.instructions import instructions

    for plain, sizes in ((draws.below, (1, 6, 1280, 2**31 + 11)), (draws.below_large, (2, 3, 2**40 + 1, draws.MOST))):
        for n in sizes:
            g, other = [draws.seed_of("alike", n)], np.array([draws.seed_of("alike", n)], np.uint64)
            assert [plain(g, n) for _ in range(200)] == [instructions()[plain](other, n) for _ in range(200)]


# Sampling


def plainly(machine: Machine[toy.State], state: toy.State, seed: str, runs: int, limit: int) -> Tally:
    """One block of `bulk`, by the same loop in plain Python on lists."""
    tables = bulk.Tables(machine)
    start = machine.pack(state)
    assert start is not None
    counts = bulk.Counts(machine, limit)
    winners, begun, fates, lefts, span = (one.tolist() for one in counts.arrays)
    s, g, done = [0] * len(start), [draws.seed_of(seed, 0)], [0]
    run = assemble(sample, machine.program, machine_code=False)
    while True:
        rows = [one.tolist() for one in (tables.at, tables.size, tables.words, tables.steps)]
        row = run(
            machine.numbers, list(start), s, g, done, runs, limit, *rows, winners, begun, fates, lefts, span,
            machine.most_left,
        )  # fmt: skip
        if row < 0:
            break
        tables.add(row)
    for mine, found in zip(counts.arrays, (winners, begun, fates, lefts, span), strict=True):
        mine[:] = found
    return counts.tally()


def test_machine_code_samples_as_plain_python_does() -> None:
    fight = toy.game(20)
    [compiled] = bulk.blocks(bulk.Bulk(fight), 300, "alike")
    assert compiled == plainly(machine_of(fight)[0], fight.state, "alike", 300, 100)


def test_workers_share_the_blocks_and_change_nothing() -> None:
    fight = toy.game(20, right="fickle")
    runs = bulk.BLOCK * 5 + 17
    tallies = [Tally(), Tally(), Tally()]
    for workers, total in enumerate(tallies, 1):
        for tally in bulk.blocks(bulk.Bulk(fight), runs, "shared", workers=workers):
            total.add(tally)
    assert tallies[0] == tallies[1] == tallies[2]
    assert tallies[0].runs == runs
    other = Tally()
    for tally in bulk.blocks(bulk.Bulk(fight), runs, "another"):
        other.add(tally)
    assert other != tallies[0]


@pytest.mark.parametrize("right", ["first", "meek", "fickle"])
def test_sampled_shares_are_near_the_exact_ones(right: str) -> None:
    fight, runs = toy.game(30, right=right), 400_000
    exact = float(answer(fight).win["left"])
    won = sum(tally.winners["left"] for tally in bulk.blocks(bulk.Bulk(fight), runs, "near"))
    assert abs(won - exact * runs) < 4 * (exact * (1 - exact) * runs) ** 0.5
    assert abs(simulate(fight, 20_000).winners["left"] - exact * 20_000) < 4 * (exact * (1 - exact) * 20_000) ** 0.5


def test_rows_with_many_unlike_words_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    fight, runs = toy.game(30), 200_000
    monkeypatch.setattr(bulk, "FLAT", 5)  # a d6 has one too many
    exact = float(answer(fight).win["left"])
    won = sum(tally.winners["left"] for tally in bulk.blocks(bulk.Bulk(fight), runs, "searched"))
    assert abs(won - exact * runs) < 4 * (exact * (1 - exact) * runs) ** 0.5


def test_what_a_machine_does_not_play_is_named() -> None:
    with pytest.raises(Unsupported, match="tactic=sly"):
        machine_of(toy.game(20, left="sly"))


# The conformance suite


def test_the_suite_plays_in_step() -> None:
    assert in_step(toy.game(20, right="fickle"), Random(1)) > 20
    assert in_step(toy.game(20), Random(1), best={"left": "all", "right": "all"}) > 20
    assert in_step(replace(toy.game(20), ruleset=replace(toy.ruleset, machine=None)), Random(1)) == 0


def test_the_suite_compares_what_canon_makes_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = toy.game(12)
    assert canon_holds(*machine_of(fight), Random(1), 1_000) > 20

    def forgetful(s: list[int], P: tuple[int, ...]) -> None:
        toy_machine.canon(s, P)
        s[toy_machine.SCORE] = min(s[toy_machine.SCORE], 8)

    monkeypatch.setattr(toy_machine, "PROGRAM", toy_machine.PROGRAM._replace(canon=forgetful))
    with pytest.raises(AssertionError, match="one position by canon"):
        canon_holds(*machine_of(fight), Random(1), 2_000)


def test_the_suite_compares_the_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ways_agree(toy.game(8)) == ("lump", "machine")
    assert ways_agree(toy.game(8), limit=10) == ()
    honest = toy_machine.answer
    monkeypatch.setattr(toy_machine, "answer", lambda s, P, steal: honest(s, P, False))
    with pytest.raises(AssertionError, match="lump gives"):
        ways_agree(toy.game(8))
