"""What may be asked for at most, and what is taken where nothing is said: one place for commands and for Python."""

from __future__ import annotations

from typing import Final

RUNS: Final = 10_000
"""Fights that are played where nobody says how many."""

MOST_RUNS: Final = 1_000_000_000
MOST_ROUNDS: Final = 100
MOST_WORKERS: Final = 256
MOST_SEED: Final = 64
"""Characters of a seed."""

LEAST_PRECISION: Final = 0.0001
MOST_PRECISION: Final = 0.5
