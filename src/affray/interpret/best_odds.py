"""The odds of a whole fight in which a side plays its best: it is solved, and that is how it then ends."""

from __future__ import annotations

from affray.errors import Unsupported
from affray.fight import Fight
from affray.interpret.found import FightOdds, Method, Reason, too_large
from affray.interpret.solution import Solution, solution
from affray.interpret.solve import ROUNDING
from affray.rules.machines import BEST

REASONS: dict[str, Reason] = {"positions": "states", "time": "time", "loops": "loops"}


def odds(fight: Fight, exactly: bool, budget: float, method: Method | None) -> FightOdds:
    """How the fight ends when every side in `Fight.best` plays its best, and the others their tactics.

    Where choices are worth the same the first of them counts, in the order of the repertoire. What becomes of the
    fighters is not told. Raises `BadInput` for more than two sides, and `Unsupported` by name: for sides with
    repertoires of their own, for one of several sides of a camp, for what the repertoire or the `method` does not know.
    """
    ruleset, best = fight.ruleset, fight.best
    names = [f"{BEST}:{name}" for name in dict.fromkeys(best.values())]
    if len(names) > 1:
        raise Unsupported(" against ".join(names))
    contenders = ruleset.contenders(fight.state)
    for side in best:
        if side not in contenders:
            raise Unsupported(f"tactic={names[0]} of one of several sides")
    if method == "bounded":
        raise Unsupported(f"tactic={names[0]}")
    repertoire = ruleset.repertoires()[next(iter(best.values()))]
    return told(solution(fight, repertoire, fight.fixed, exactly, budget, way=method, decisions=False))


def way_of(found: Solution) -> Method:
    """The way that solved it."""
    return "sides" if found.by_sides else "machine" if found.machine else "lump"


def told(found: Solution) -> FightOdds:
    """A solution as the odds of a fight."""
    method = way_of(found)
    if found.kind == "too_large":
        return too_large(REASONS[found.reason], found.positions, method, limit=found.limit)
    return FightOdds(
        kind=found.kind,
        method=method,
        win=found.win,
        undecided=found.undecided,
        error=None if found.kind == "fraction" else ROUNDING,
        states=found.positions,
    )
