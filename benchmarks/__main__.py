"""Runs every job beside its references: `python -m benchmarks [--quick] [--job NAME]...`.

A whole run takes some minutes, writes `benchmarks/results.md`, and exits with 1 where a target is missed. `--quick`
takes less of everything and writes nothing: its ratios are rough, so that a missed target is told and no more. `--job`
runs some jobs and writes nothing either. An answer that disagrees with the known one exits with 1 always.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from benchmarks.machine import facts
from benchmarks.results import Cell, Row, page, told
from benchmarks.targets import FULL, JOBS, QUICK, Size

RESULTS = Path(__file__).with_name("results.md")


def main(arguments: list[str]) -> int:
    """Runs, prints, writes; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--quick", action="store_true", help="less of everything; writes nothing; a miss is only told")
    parser.add_argument("--job", action="append", choices=JOBS, help="run this one, or these; writes nothing")
    asked = parser.parse_args(arguments)
    machine = facts()
    print(", ".join(f"{name} {value}" for name, value in machine.items()), flush=True)
    lines: list[Row | Cell] = []
    for line in told(_kept(asked.job or JOBS, QUICK if asked.quick else FULL, lines)):
        print(line, flush=True)
    if not asked.quick and not asked.job:
        RESULTS.write_text(page(date.today().isoformat(), machine, lines), encoding="utf-8")
        print(f"{RESULTS} written")
    missed = sum(isinstance(line, Row) and line.holds is False for line in lines)
    wrong = sum(isinstance(line, Cell) and line.agrees is False for line in lines)
    print(f"targets missed: {missed}; answers wrong: {wrong}")
    return exit_code(missed, wrong, quick=asked.quick)


def exit_code(missed: int, wrong: int, *, quick: bool) -> int:
    """1 for a wrong answer, and for a missed target unless the run was too quick to tell."""
    return int(wrong > 0 or (missed > 0 and not quick))


def _kept(names: Iterable[str], size: Size, lines: list[Row | Cell]) -> Iterator[Row | Cell]:
    for name in names:
        for line in JOBS[name](size):
            lines.append(line)
            yield line


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
