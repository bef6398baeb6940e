"""The odds of a fight by the engine itself, its states merged as far as nothing can tell them apart any more."""

from __future__ import annotations

from affray.errors import OutOfTime, TooLarge
from affray.fight import Fight
from affray.interpret.found import FightOdds, of_chain, too_large
from affray.interpret.tabulate import NODES, tabulate


def odds(fight: Fight, exactly: bool, deadline: float) -> FightOdds:
    """The odds; raises `Unsupported` for a tactic that the ruleset cannot merge states under.

    Cost: some 80 microseconds a move of the fight; what solving takes comes on top.
    """
    try:
        chain = tabulate(fight, NODES, deadline)
    except OutOfTime as error:
        return too_large("time", error.estimate, "lump")
    except TooLarge as error:
        return too_large("states", error.estimate, "lump")
    return of_chain(fight, chain, exactly, deadline, "lump")
