"""Measures every target and prints a table: `python -m benchmarks [--quick]`.

Exits with 1 when a target is missed, so that a regression is seen; the limits are ratios, never seconds.
"""

from __future__ import annotations

import platform
import sys

from benchmarks.best_play import best_play
from benchmarks.grid import skirmish, where_to
from benchmarks.jobs import agreement, engine, one_attack, start_up
from benchmarks.pairs import Row


def main(arguments: list[str]) -> int:
    """Runs the jobs; `--quick` plays fewer fights."""
    number = 500 if "--quick" in arguments else 2_000
    print(f"Python {platform.python_version()} on {platform.machine()}; medians of paired runs")
    print(agreement(number * 5))
    rows: list[Row] = []
    for job in (one_attack(), engine(number), start_up(), where_to(), skirmish(number), best_play()):
        for row in job:
            rows.append(row)
            mark = "ok    " if row.holds else "MISSED"
            print(
                f"{row.target}  {mark}  {row.ratio:8.4f} (at most {row.limit:g})  {row.what}: {row.detail}", flush=True
            )
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
