"""Every fight replays bit for bit from its log: the same state after every entry, in every process and for ever."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from shutil import which
from subprocess import run

import pytest

from affray.codec import canonical, convert, digest
from affray.errors import AffrayError
from affray.table.log import CommandEntry, EditEntry, read
from affray.table.replay import fight_of, first_difference, open_log, replay
from affray.table.work import Table
from affray.testing.conformance.logs import in_another_process, job_of, play_table
from tests.promises.fights import RULESETS, fight

LOGS = Path(__file__).parents[1] / "data" / "logs"
GOLDEN = sorted(LOGS.glob("*.jsonl"))

MANY = [(ruleset, start) for ruleset in RULESETS for start in range(0, 680, 40)]
"""2,040 fights."""


def played(ruleset: str, number: int, most: int = 60) -> Table:
    """A random fight, played with random legal commands, an undo and a changed die among them."""
    source = Random(f"play {ruleset} {number}")
    table = play_table(fight(ruleset, number), source, most - 4)
    commands = [entry for entry in table.history() if entry.rolls]
    if commands and number % 2:
        entry = source.choice(commands)
        die = source.randrange(sum(len(roll.faces) for roll in entry.rolls))
        table.edit(entry.seq, die, source.randint(1, 4))
    if table.effective and number % 3 == 0:
        table.undo(source.choice((0, *table.effective[:-1])))
        table.redo()
    return table


def lines(table: Table) -> list[bytes]:
    """The entries of a table as its log has them."""
    return [canonical(entry) for entry in table.entries]


def check(ruleset: str, numbers: range) -> None:
    """Read again, folded event by event, replayed from prefixes and in a process with another hash seed."""
    tables = [played(ruleset, number) for number in numbers]
    for number, table in zip(numbers, tables, strict=True):
        header, entries = read(table.log(), "log")
        again = Table(fight_of(header), header.seeds)
        for entry in entries:
            again.restore(entry)
            if isinstance(entry, CommandEntry):
                assert digest(again.state) == entry.digest, (number, entry.seq)
        assert again.state == table.state
        _fold(table)
        if number % 20 == 0:
            for cut in range(len(entries) + 1):
                assert lines(replay(header, entries[:cut])) == lines(table)[:cut]
    jobs = [job_of(table) for table in tables if not any(isinstance(one, EditEntry) for one in table.entries)]
    for job, report in zip(jobs, in_another_process(jobs, hash_seed=str(numbers[0] + 1)), strict=True):
        *told, end = job.log.split("\n")[1:]
        assert end == ""
        commands = [line for line in told if '"kind":"command"' in line]
        assert [line for line in report.entries if '"kind":"command"' in line] == commands


def _fold(table: Table) -> None:
    """The events alone lead from state to state, without a rule being run."""
    ruleset = table.ruleset
    state = table.fight.state
    for entry in table.history():
        for event in entry.events:
            state = ruleset.evolve(state, convert(event, ruleset.event))
        assert digest(state) == entry.digest


@pytest.mark.parametrize(("ruleset", "start"), MANY)
def test_fights_replay(ruleset: str, start: int) -> None:
    check(ruleset, range(start, start + 40))


@pytest.mark.parametrize("hash_seed", ["0", "1", "2", "3", "random"])
def test_the_hash_seed_changes_nothing(hash_seed: str) -> None:
    tables = [play_table(fight(ruleset, number), Random(number), 30) for ruleset in RULESETS for number in range(4)]
    for table, report in zip(tables, in_another_process([job_of(one) for one in tables], hash_seed), strict=True):
        assert report.entries == table.log().decode().split("\n")[1:-1]


def test_there_are_sixty_golden_logs() -> None:
    assert len(GOLDEN) == 60
    assert {path.name.partition("-")[0] for path in GOLDEN} == set(RULESETS)


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_a_golden_log_replays(path: Path) -> None:
    """They were written once: a change of the rules that breaks one needs a new version, not a new log."""
    assert first_difference(path.read_bytes(), path.name) is None


@pytest.mark.slow
@pytest.mark.parametrize("python", ["python3.12", "python3.13", "python3.14"])
def test_golden_logs_replay_on_other_interpreters(python: str) -> None:
    found = which(python)
    if found is None or run([found, "-c", "import msgspec, click"], check=False, capture_output=True).returncode:
        pytest.skip(f"{python} with msgspec and click is not installed")
    for path in GOLDEN:
        command = [found, "-m", "affray", "replay", str(path), "--verify"]
        done = run(command, env={"PYTHONPATH": str(Path(__file__).parents[2] / "src")}, check=False)
        assert done.returncode == 0, path


def test_single_bits_of_what_was_rolled_and_done_are_found() -> None:
    """A bit that is changed in what a command entry says happened: 700 of them here, and all are found."""
    source = Random(5)
    for number in range(70):
        table = play_table(fight(RULESETS[number % 3], number), source, 12)
        data = table.log()
        parts = data.split(b"\n")
        for _ in range(10 if table.entries else 0):
            at = source.randrange(1, len(parts) - 1)
            line = bytearray(parts[at])
            low, high = _what_happened(bytes(line))
            line[source.randrange(low, high)] ^= 1 << source.randrange(8)
            changed = b"\n".join([*parts[:at], bytes(line), *parts[at + 1 :]])
            with pytest.raises(AffrayError):
                open_log(changed)


def _what_happened(line: bytes) -> tuple[int, int]:
    """The bytes of an entry before its own id and after it, whichever is longer: the id is free."""
    start = line.index(b'"id":"')
    end = line.index(b'"', start + 6) + 1
    return max(((0, start), (end, len(line))), key=lambda part: part[1] - part[0])


def test_versions_of_entries_have_no_gap() -> None:
    table = played("knave", 9)
    assert all(later.seq == earlier.seq + 1 for earlier, later in pairwise(table.entries))


if __name__ == "__main__":  # the one time that they were written
    for ruleset in RULESETS:
        for number in range(1, 21):
            path = LOGS / f"{ruleset}-{number:02}.jsonl"
            if path.exists():
                sys.exit(f"{path} is there and is never written again")
            path.write_bytes(played(ruleset, number, 40).log())
