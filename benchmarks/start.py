"""T9 and the whole process of T3: what it costs to start."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import ours
from benchmarks.fights import ford, written
from benchmarks.machine import NONE
from benchmarks.pairs import Race, Tool, absent, clock, process
from benchmarks.results import Cell, Row, cells, row

BARE = "python -c pass"


def start(rounds: int) -> Iterator[Row | Cell]:
    """Whole processes by the clock on the wall, beside Python that does nothing."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "ford.toml"
        path.write_text(written(), encoding="utf-8")
        race = Race(
            (
                process(BARE, ("-c", "pass")),
                *[_import(name) for name in ("numpy", "icepool", "dyce", "stochroll")],
                _node(),
                process("affray, import", ("-c", ours.IMPORT)),
                process("affray, --help", ("-m", "affray", "--help")),
                process("affray, odds of 4 v 6", ("-m", "affray", "odds", str(path))),
                _ready(),
                clock(1),
            ),
            rounds,
        )
    yield from cells("start", "a process", race)
    yield row(race, "T3", "whole process, odds of 4 v 6", "affray, odds of 4 v 6", BARE, 6)
    yield row(race, "T9", "import affray, without NumPy", "affray, import", BARE, 4)
    yield row(race, "T9", "affray --help", "affray, --help", BARE, 8)
    yield row(race, "T9", "ready to sample, code compiled before", "affray, ready to sample", "the clock", 1)


def _import(name: str) -> Tool:
    named = f"import {name}"
    return process(named, ("-c", named)) if find_spec(name) else absent(named, NONE)


def _node() -> Tool:
    program = shutil.which("node")
    return process("node -e 0", ("-e", "0"), program) if program else absent("node -e 0", NONE)


def _ready() -> Tool:
    """The warm-up turn of the race compiles what is not there yet."""
    tool = ours.affray("ready to sample", lambda: ours.bulk(ford(), 1))
    return tool if tool.missing else process(tool.name, ("-c", ours.READY))
