"""The benchmarks: every reference does its job, what is missing is told, and the page follows from the lines."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from affray.errors import AffrayError, Unsupported
from affray.interpret.answer import answer
from benchmarks import __main__ as command
from benchmarks import (
    bare_formula,
    jobs,
    machine,
    naive,
    naive_others,
    ours,
    references,
    with_dyce,
    with_icepool,
    with_node,
    with_numpy,
    with_stochroll,
)
from benchmarks.fights import duel, ford, ford_of_unlike, groups
from benchmarks.jobs import Interval, Known, Sample, agreement
from benchmarks.pairs import Race, Ran, Tool, absent, clock
from benchmarks.results import Cell, Row, cells, duration, figure, page, portion, row, told

ATTACKS = [(0, jobs.PLAIN), (1, jobs.ADVANTAGE)]
FEW = 4_000


def holds(known: Known, found: jobs.Answer) -> bool:
    return agreement(known, found)[0]


# References


@pytest.mark.parametrize(("edge", "known"), ATTACKS)
def test_an_attack_is_the_same_for_everybody(edge: int, known: Known) -> None:
    by_face = naive_others.many(2, edge)
    assert sum(by_face.values()) == 1
    assert len(by_face) == 25
    assert sum(p for (damage, _, _), p in by_face.items() if damage) == Fraction(known.p).limit_denominator(100)
    assert holds(known, by_face)
    assert with_icepool.table(with_icepool.many(2, edge)) == by_face
    for cold in (True, False):
        assert ours.table(ours.blows(edge, 2, cold=cold)(0)) == by_face
    if with_dyce.THERE:
        assert with_dyce.table(with_dyce.many(2, edge)) == by_face


@pytest.mark.parametrize("kept", [True, False])
def test_a_duel_by_icepool(kept: bool) -> None:
    assert with_icepool.duel(3, 3, kept) == Fraction(1, 2)
    assert with_icepool.duel(4, 2, kept) == answer(duel(4, 2), exactly=True).win["party"]


def test_a_duel_of_8_against_6() -> None:
    assert holds(jobs.UNEVEN, with_icepool.duel(8, 6, True))
    random.seed(1)
    assert holds(jobs.UNEVEN, Sample(naive_others.duels(FEW, 8, 6), FEW))


def test_small_fights_by_icepool() -> None:
    one = with_icepool.fight(1, 1)
    assert holds(jobs.SMALL[1], one)
    assert one == answer(groups(1, 1), exactly=True).win["party"]
    assert with_icepool.fight(1, 2) == answer(groups(1, 2), exactly=True).win["party"]  # morale is checked


def test_two_against_two_by_icepool() -> None:
    assert holds(jobs.SMALL[2], with_icepool.fight(2, 2))


def test_the_loops_play_the_fight() -> None:
    random.seed(1)
    assert holds(jobs.FIRST, Sample(naive.fights(FEW), FEW))
    assert holds(jobs.RANDOM, Sample(naive_others.fights_at_random(5 * FEW), 5 * FEW))
    assert holds(jobs.FIRST, Sample(bare_formula.fights(FEW, "test"), FEW))


def test_the_engine_plays_the_fight() -> None:
    for kept in (True, False):
        assert holds(jobs.FIRST, ours.won(ours.engine(1_000, kept=kept)(1)))


def test_numpy_plays_the_fight() -> None:
    number = with_numpy.BLOCK + 20_000  # a block that is not full
    assert holds(jobs.FIRST, Sample(with_numpy.fights(number, 1), number))


def test_javascript_plays_the_fight() -> None:
    if with_node.PROGRAM is None:
        pytest.skip("node is not there")
    ran = with_node.fights(100_000, 1)
    assert ran.units == 100_000
    assert ran.seconds > 0
    assert holds(jobs.FIRST, ran.answer)
    assert with_node.fights(100_000, 1).answer == ran.answer  # the seed is fixed


def test_stochroll_plays_the_fight() -> None:
    if not with_stochroll.THERE:
        pytest.skip("stochroll is not there")
    assert holds(jobs.FIRST, Sample(with_stochroll.fights(20_000, 1), 20_000))


def test_the_fights_are_those_of_the_loop() -> None:
    fight = ford(gear=True)
    assert [condition.hp for condition in fight.state.conditions] == [6] * 4 + [4] * 6
    assert [profile.weapons[0].quality for profile in fight.state.profiles[:4]] == [3] * 4
    assert ford("random").tactics == {"party": "random", "foes": "random"}
    assert [condition.hp for condition in ford_of_unlike().state.conditions] == [8, 6, 5, 4] + [4] * 6


# Answers


def test_a_wrong_answer_is_found() -> None:
    known = Known(0.5, jobs.digest(Fraction(1, 2)))
    assert agreement(known, Sample(5_190, 10_000)) == (True, "z = +3.80")
    assert agreement(known, Sample(4_790, 10_000)) == (False, "z = -4.20")
    assert agreement(known, Fraction(1, 2)) == (True, "equal")
    assert agreement(known, Fraction(10**20 + 1, 2 * 10**20)) == (False, "0.5000000000")
    assert agreement(known, 0.5 + 1e-10) == (True, "0.5000000001")
    assert agreement(known, 0.5 + 1e-8) == (False, "0.5000000100")
    assert agreement(known, Interval(0.4, 0.6)) == (True, "within 2.0e-01")
    assert agreement(known, Interval(0.6, 0.7))[0] is False
    blows = naive_others.blows(0)
    moved = blows | {(1, 0, 0): blows[1, 0, 0] - Fraction(1, 400), (0, 0, 0): blows[0, 0, 0] + Fraction(1, 400)}
    assert not holds(jobs.PLAIN, moved)
    assert agreement(Known(0.25), Fraction(1, 4)) == (True, "equal")
    assert not holds(Known(0.25), Fraction(1, 3))


# Races


def scripted(name: str, *seconds: float, answers: object = None, known: Known | None = None) -> Tool:
    """A tool that takes these seconds, the warm-up among them; it asserts that it is run no more often."""
    times = iter(seconds)
    return Tool(name, lambda turn: Ran(1, next(times), answers), known)


def test_ratios_are_medians_of_neighbours() -> None:
    # the machine gets slower by turns, and in one of them something else ran meanwhile
    subject = scripted("subject", 99, 1, 6, 9)
    reference = scripted("reference", 99, 2, 2, 18)
    race = Race((subject, reference), 3)
    assert race.ratio("subject", "reference") == 0.5
    assert race.seconds("subject") == 6
    assert race.seconds("reference") == 2


def test_units_are_taken_into_account() -> None:
    many = Tool("many", lambda turn: Ran(10, 5))
    race = Race((many, clock(2)), 3)
    assert race.seconds("many") == 0.5
    assert race.ratio("many", "the clock") == 0.25


def test_what_is_slow_runs_once_and_cold() -> None:
    slow = scripted("slow", 6)._replace(slow=True)
    race = Race((slow, scripted("fast", 99, 1, 2, 3)), 3)
    assert race.ratio("slow", "fast") == 3
    assert race.ratio("fast", "slow") == pytest.approx(1 / 3)


def test_samples_of_all_turns_count_together() -> None:
    known = Known(0.5)
    off = Sample(520, 1_000)  # 1.26 standard deviations each time, 4 in ten turns together
    tool = Tool("off", lambda turn: Ran(1_000, 1, off), known)
    assert Race((tool,), 9).proof("off")[0] is True
    assert Race((tool,), 11).proof("off")[0] is False
    assert Race((clock(1),), 1).proof("the clock") == (None, "")


def test_answers_are_read_before_they_are_compared() -> None:
    tool = Tool("pair", lambda turn: Ran(1, 1, (1, 4)), Known(0.25), lambda pair: Fraction(*pair))
    assert Race((tool,), 1).proof("pair") == (True, "equal")


# What is missing


def test_tools_that_are_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(with_numpy, "THERE", False)
    monkeypatch.setattr(with_stochroll, "THERE", False)
    monkeypatch.setattr(with_node, "PROGRAM", None)
    tools = [
        references.by_numpy(1),
        references.by_stochroll(1),
        references.by_node(1),
        references.library("dyce", False, with_dyce.many, known=jobs.PLAIN),
    ]
    assert [tool.missing for tool in tools] == ["not installed"] * 4
    race = Race((clock(1), *tools), 2)
    assert [line.missing for line in cells("job", "a fight", race)] == ["", *["not installed"] * 4]
    assert "JavaScript                       not installed" in [str(line).strip() for line in cells("job", "", race)]
    beside = row(race, "T6", "job", "the clock", "JavaScript", 0.5)
    assert beside.holds is None
    assert str(beside) == "T6   job: JavaScript: not installed"


def test_what_affray_cannot_answer_here() -> None:
    def refuses(error: Exception) -> Callable[[], ours.Work]:
        def make() -> ours.Work:
            raise error

        return make

    missing = ImportError("no module", name="numpy")
    assert ours.affray("way", refuses(missing)).missing == "numpy is not installed"
    assert ours.affray("way", refuses(Unsupported("ruleset=knave"))).missing == "ruleset=knave"
    assert ours.affray("way", refuses(AffrayError("needs Numba"))).missing == "needs Numba"
    there = ours.affray("way", lambda: lambda turn: 0.25, Known(0.25), 2)
    assert (there.name, there.missing) == ("affray, way", "")
    assert there.run(0)[::2] == (2, 0.25)
    with pytest.raises(RuntimeError, match="way: gone"):
        absent("way", "gone").run(0)


def test_facts_of_the_machine() -> None:
    facts = machine.facts()
    assert [*facts][:3] == ["processor", "cores", "Python"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", facts["icepool"])
    assert (facts["node"] == machine.NONE) is (with_node.PROGRAM is None)
    assert (facts["dyce"] == machine.NONE) is not with_dyce.THERE
    assert machine.installed("no-such-package") == machine.NONE


# The page

LINES = (
    Cell("duel", "an answer", "icepool", 0.16, 1.0, True, "equal"),
    Cell("duel", "an answer", "affray", 0.0001, 1600.0, False, "z = +5.00"),
    Cell("duel", "an answer", "dyce", 0, 0, missing="not installed"),
    Row("T2", "duel", "affray 100 us", "icepool 160 ms", 1 / 1600, 1 / 1000),
    Row("T10", "squares", "affray 200 us", "naive loop 15 us", 13.25, 12),
    Row("T6", "bulk", "affray", "stochroll", 0, 1 / 20, "stochroll: not installed"),
)
PAGE = """\
<!-- generated by `make bench`; a change made here is lost -->

# Benchmarks

What these figures are and how they were taken is told in [Performance](../docs/performance.md).

|  | measured on |
|---|---|
| date | 2020-02-29 |
| processor | abacus |

## Targets

The ratio is the time of affray over that of its reference, which ran beside it, and at most the limit.

| target | job | affray | reference | ratio | limit | holds |
|---|---|---|---|---|---|---|
| T2 | duel | affray 100 us | icepool 160 ms | 1/1,600 | 1/1,000 | yes |
| T6 | bulk | affray | stochroll |  | 1/20 | stochroll: not installed |
| T10 | squares | affray 200 us | naive loop 15 us | 13.2 | 12 | MISSED |

## Jobs and tools

The speed is that of the tool over that of the first tool of its job.

| job | tool | one takes | in a second | speed | its answer |
|---|---|---|---|---|---|
| duel | icepool | 160 ms an answer | 6.25 | 1 | equal |
| duel | affray | 100 us an answer | 10,000 | 1,600 | WRONG: z = +5.00 |
| duel | dyce | not installed |  |  |  |
"""


def test_the_page_follows_from_the_lines() -> None:
    assert page("2020-02-29", {"processor": "abacus"}, LINES) == PAGE
    assert page("2020-02-29", {"processor": "abacus"}, iter(LINES)) == PAGE


def test_lines_as_they_are_printed() -> None:
    assert [line.rstrip() for line in told(LINES)] == [
        "duel",
        "     icepool                          x 1          160 ms an answer    equal",
        "     affray                           x 1,600      100 us an answer    WRONG: z = +5.00",
        "     dyce                             not installed",
        "T2   duel: 1/1,600, at most 1/1,000  (affray 100 us; icepool 160 ms)",
        "T10  squares: 13.2, at most 12  MISSED  (affray 200 us; naive loop 15 us)",
        "T6   bulk: stochroll: not installed",
    ]


def test_numbers_in_words() -> None:
    assert [figure(number) for number in (1234.5, 99.96, 0.5, 2.0, 12.34, 1e6)] == [
        "1,230",
        "100",
        "0.5",
        "2",
        "12.3",
        "1,000,000",
    ]
    assert [duration(seconds) for seconds in (103.2, 1, 0.0213, 4.4e-5, 1.5e-7)] == [
        "103 s",
        "1 s",
        "21.3 ms",
        "44 us",
        "150 ns",
    ]
    assert [portion(ratio) for ratio in (2, 2 / 3, 1 / 10, 1 / 400)] == ["2", "0.667", "1/10", "1/400"]


# The command


@pytest.mark.parametrize(
    ("arguments", "line", "code", "written"),
    [
        ([], LINES[3], 0, True),
        ([], LINES[4], 1, True),
        ([], LINES[5], 0, True),
        ([], LINES[1], 1, True),
        (["--quick"], LINES[4], 0, False),
        (["--quick"], LINES[1], 1, False),
        (["--job", "duel"], LINES[4], 1, False),
    ],
)
def test_what_fails_and_what_is_written(
    arguments: list[str], line: Row | Cell, code: int, written: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def job(size: object) -> Iterator[Row | Cell]:
        yield line

    monkeypatch.setattr(command, "JOBS", {"duel": job})
    monkeypatch.setattr(command, "RESULTS", tmp_path / "results.md")
    assert command.main(arguments) == code
    assert (tmp_path / "results.md").exists() is written


def test_jobs_have_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--job", "dule"])
    assert "'duel'" in capsys.readouterr().err


def test_no_figure_is_typed_into_the_documentation() -> None:
    text = (Path(__file__).resolve().parents[1] / "docs" / "performance.md").read_text("utf-8")
    assert not re.search(r"\d", text)
