"""Dice text: one grammar, one tree, two evaluators.

`parse` reads Avrae's dice notation with a few differences (see its docstring and `affray.notation.parser` for the
grammar). `roll` asks for faces and shows all of them, `exact` counts every value; both walk the same tree. `show`
writes the canonical text. `simple_sum` reads damage texts. Nothing here draws a number.

What operators mean, on the dice that are still kept:

- `kh2` `kl1` `k=6` `k<3` `k>4` keep those chosen, `ph1` `pl1` `p=1` drop them. `k2` is `kh2`; `p1`, `d1` are `pl1`.
  One keep a term; drops next to each other choose from the same dice, so `ph1pl1` drops both ends.
- `rr1` rerolls while 1 shows, `ro<3` rerolls once, `ra6` rolls one more die if any die shows 6, `e6` rolls one more
  for each 6, and again for each new 6. After these a number alone is the face. `e5e6` chooses both faces.
- `mi2` counts every lower face as 2, `ma4` every higher face as 4; rerolled and new dice show their own face.
- `rr` stops after 100 rerolls of a die, `e` after 100 dice in a row; the result says so.

Of dice that show the same, the one rolled first counts as the higher. `//` rounds down, `%` has the sign of the
divisor, comparisons are 1 or 0. A divisor that might be 0 is refused before anything is rolled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.notation.limits import CUT
from affray.notation.parser import parse
from affray.notation.simple import simple_sum
from affray.notation.tree import (
    Binary,
    Dice,
    Expression,
    Negative,
    Number,
    Operator,
    Selector,
    Set,
    show,
)

if TYPE_CHECKING:
    from affray.notation.odds import MOST_STEPS, cuts, exact
    from affray.notation.rolling import Die, Draw, Pool, Result, roll

_EVALUATORS = {
    "MOST_STEPS": "odds",
    "cuts": "odds",
    "exact": "odds",
    "Die": "rolling",
    "Draw": "rolling",
    "Pool": "rolling",
    "Result": "rolling",
    "roll": "rolling",
}
"""Where the two evaluators are: fights read damage texts, and evaluate none."""

__all__ = [
    "CUT",
    "MOST_STEPS",
    "Binary",
    "Dice",
    "Die",
    "Draw",
    "Expression",
    "Negative",
    "Number",
    "Operator",
    "Pool",
    "Result",
    "Selector",
    "Set",
    "cuts",
    "exact",
    "parse",
    "roll",
    "show",
    "simple_sum",
]


def __getattr__(name: str) -> Any:
    home = _EVALUATORS.get(name)
    if home is None:
        raise AttributeError(f"module 'affray.notation' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - only a first use pays for it

    value = getattr(import_module(f"affray.notation.{home}"), name)
    globals()[name] = value
    return value
