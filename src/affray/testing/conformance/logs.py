"""Logs: read again here, played again in another process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from affray.codec import canonical, convert, digest, plain
from affray.errors import AffrayError, Rejection
from affray.fight import Fight
from affray.interpret.script import Need
from affray.table.log import CommandEntry, read
from affray.table.replay import fight_of, open_log, replay
from affray.table.work import Table
from affray.testing.conformance.shared import digest_of, expect
from affray.testing.conformance.walks import carry_out, thrown


class Job(msgspec.Struct):
    """What another process is asked: to play a log again and, with a command, to go on from there."""

    log: str
    command: Any = None
    faces: tuple[int, ...] = ()


class Report(msgspec.Struct):
    """What came of a job: every entry as it was played again from the seeds, and the entry that went on."""

    entries: list[str]
    after: str = ""


def play_table(fight: Fight, source: Random, most: int = 40) -> Table:
    """A table with up to `most` commands, all its dice rolled by its generator."""
    table = Table(fight, (f"open {source.random()}", f"hidden {source.random()}"))
    while len(table.entries) < most and table.outcome is None:
        done = table.do(source.choice(table.legal(source.choice(table.to_act))))
        expect(isinstance(done, CommandEntry), f"a legal command is answered by {done!r}")
    return table


def replays(tables: Sequence[Table], source: Random) -> None:
    """A log leads to the same state after every entry: read again here, and played again in another process.

    The other process has another PYTHONHASHSEED; it finds the ruleset by its id, so the ruleset must be installed.
    It also takes half-typed commands over and must come to the entries that come about here.
    """
    jobs: list[Job] = []
    expected: list[Report] = []
    for table in tables:
        data = table.log()
        header, entries = read(data, "log")
        seen = Table(fight_of(header), header.seeds)
        for number, entry in enumerate(table.entries, start=1):
            try:
                seen.restore(entries[number - 1])
            except AffrayError as error:
                raise AssertionError(f"a log that was just written does not replay: {error}") from error
            expect(canonical(seen.entries[-1]) == canonical(entry), f"entry {number} is another one when read again")
            expect(digest(seen.state) == digest_of(entry), f"the state after entry {number} is another one")
        expect(seen.state == table.state, "a log that was read again does not lead to the state of its table")
        cut = source.randint(0, len(entries))
        part = replay(header, entries, cut)
        expect(part.log() == replay(header, entries[:cut]).log(), f"the first {cut} entries of a log replay otherwise")
        job, report = job_of(table), Report([canonical(one).decode() for one in table.entries])
        if table.outcome is None:
            command = source.choice(table.legal())
            state = table.state
            done = carry_out(table.ruleset, state, command, thrown(source))
            if isinstance(done, Rejection):
                raise AssertionError(f"a command that is listed as legal was refused: {done.message}")
            entry = CommandEntry(
                len(table.entries) + 1,
                "after",
                done.seat,
                plain(command),
                done.rolls,
                done.events,
                digest(done.after),
            )
            job.command, job.faces, report.after = plain(command), done.faces, canonical(entry).decode()
        jobs.append(job)
        expected.append(report)
    for job, here, there in zip(jobs, expected, in_another_process(jobs), strict=True):
        for number, (one, other) in enumerate(zip(here.entries, there.entries, strict=True), start=1):
            expect(one == other, f"entry {number} is {one} here and {other} in another process")
        expect(here.after == there.after, f"{job.command} leads elsewhere when another process takes it over")


def job_of(table: Table) -> Job:
    """The job to play a table's log again."""
    return Job(table.log().decode())


def in_another_process(jobs: Sequence[Job], hash_seed: str = "4321") -> list[Report]:
    """The reports of a new interpreter with another hash seed."""
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-m", __package__],
        input=msgspec.json.encode(jobs),
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": hash_seed},
        stdout=subprocess.PIPE,
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=list[Report])


def play_again(job: Job) -> Report:
    """Plays the commands of a log again with its generator, takes the log over, and goes on with the faces typed."""
    header, entries = read(job.log.encode(), "log")
    again = Table(fight_of(header), header.seeds)
    for entry in entries:
        if isinstance(entry, CommandEntry):
            again.do(convert(entry.command, again.ruleset.command), id=entry.id)
    report = Report([canonical(one).decode() for one in again.entries])
    if job.command is not None:
        table = open_log(job.log.encode())
        command = convert(job.command, table.ruleset.command)
        half = len(job.faces) // 2
        if half < len(job.faces):
            need = table.do(command, job.faces[:half])
            expect(isinstance(need, Need), f"{command!r} with {half} faces gives {need!r}")
        done = table.do(command, job.faces, id="after")
        report.after = canonical(done).decode() if isinstance(done, CommandEntry) else repr(done)
    return report
