"""What may be asked for, how much at most, and what is taken where nothing is said, by commands and in Python."""

from __future__ import annotations

from typing import Final

FEW_RUNS: Final = 2_000
"""Runs that a second process would not finish sooner than one alone: it takes some 0.2 s to start."""

RUNS: Final = 10_000
"""Fights that are played where nobody says how many."""

MOST_RUNS: Final = 1_000_000_000
MOST_ROUNDS: Final = 100
MOST_WORKERS: Final = 256
MOST_SEED: Final = 64
"""Characters of a seed."""

LEAST_PRECISION: Final = 0.0001
MOST_PRECISION: Final = 0.5

EXACT: Final = ("exact", "sides", "machine", "lump", "bounded")
"""Names of the ways that answer for certain; `exact` is any of them but `bounded`."""

SAMPLED: Final = ("compiled", "turns", "plain")
"""Names of the ways that play fights and count."""

SOLVED: Final = ("exact", "sides", "machine", "lump")
"""Names of the ways that find the chances themselves: best play is solved by these alone."""
