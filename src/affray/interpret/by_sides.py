"""The odds of a fight of two sides in turn, as a structured program."""

from __future__ import annotations

from affray.errors import Unsupported
from affray.fight import Fight
from affray.interpret.found import FightOdds


def odds(fight: Fight, exactly: bool, deadline: float) -> FightOdds:
    """The odds. Raises `Unsupported` by name."""
    raise Unsupported(f"ruleset={fight.ruleset.id}")
