"""What dice text may hold. Every error quotes the limit that it met."""

from __future__ import annotations

from affray.dice import MOST_DICE, MOST_SIDES

MOST_CHARACTERS = 200
MOST_TERMS = 50
MOST_DEPTH = 10
MOST_CONSTANT = 1_000_000
MOST_SELECTORS = 10  # of one term: each costs a look at every die
MOST_LABEL = 40
MOST_ROLLS = 5_000  # what an expression may be expected to roll, explosions and rerolls included
CUT = 100  # explosions or rerolls in a row of one die

LENGTH = f"1–{MOST_CHARACTERS} characters, e.g. 2d6+1"
DICE = f"dice count 1–{MOST_DICE} in total, sides 2–{MOST_SIDES}"
CONSTANT = f"constant ±{MOST_CONSTANT:,}"
DEPTH = f"depth 1–{MOST_DEPTH}"
TERMS = f"at most {MOST_TERMS} terms"
