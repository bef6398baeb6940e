"""What the odds of a whole fight come to: a fraction, exact but for rounding, a certified interval, or too large."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import msgspec

from affray.errors import OutOfTime
from affray.fight import Fight
from affray.interpret.solve import NOBODY, ROUNDING, Graph, solve
from affray.interpret.tabulate import NODES, Chain

QUICK = 0.05
"""Seconds that fractions may be estimated to take where nobody asks for them."""

LEAST_OF_A_MOVE = 14e-6
"""Seconds that a move of the smallest fights takes in fractions."""

NEVER_QUICK = int(QUICK / LEAST_OF_A_MOVE) + 1
"""So many moves are estimated to take longer, however few positions they lead to."""

Kind: TypeAlias = Literal["fraction", "float", "bounded", "too_large", "sampled"]
Method: TypeAlias = Literal["sides", "machine", "lump", "bounded"]
Sampling: TypeAlias = Literal["compiled", "turns", "plain"]
"""By the ruleset's machine, by whole turns of a side, or by the engine."""

Reason: TypeAlias = Literal["", "states", "time", "fractions", "loops"]


class Reports(msgspec.Struct, frozen=True):
    """What becomes of a fight on average: rounds begun, and of each fighter the chance of each fate.

    `left[n]` is the chance that fighter n ends the fight standing with each amount left. Both are empty where fighters
    who are alike were merged and cannot be told apart again.
    """

    rounds: float
    fates: tuple[dict[str, float], ...]
    left: tuple[dict[int, float], ...]


class FightOdds(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The chance of each contender to win, of "nobody" (all sides out at once), and of a fight without end.

    `kind` says what the chances are: `fraction` (exact), `float` (exact but for rounding, off by at most `error`),
    `bounded` (none; `bounds` has the lowest and the highest of each), or `too_large`, where there are none and `reason`
    says what was met: "states" (more than `limit` of them), "time" (the budget was used up while they were being
    found), "fractions" (it was used up while they were being solved), or "loops" (of best play: too many ways to choose
    in states that lead back to each other), or `sampled`, where that was asked for: `win` and `undecided` are shares of
    `runs` fights from `seed`, and `bounds` their intervals of 95 %. `method` is the way that found it, `unknown`
    what the ways before it did not know of the fight. `states` and `moves` are the size of the fight, or what had been
    found of it; `seconds` is the time it took. `reports` says what becomes of the fighters, where the way tells it.
    `interrupted` marks an interval that was to be narrower.
    """

    kind: Kind
    method: Method | Sampling
    win: Mapping[str, Fraction | float] = {}
    undecided: Fraction | float | None = None
    error: float | None = None
    states: int = 0
    moves: int = 0
    seconds: float = 0.0
    reason: Reason = ""
    limit: int = NODES
    bounds: Mapping[str, tuple[float, float]] = {}
    reports: Reports | None = None
    unknown: Mapping[str, str] = {}
    interrupted: bool = False
    runs: int = 0
    seed: str = ""


def of_chain(
    fight: Fight, chain: Chain, exactly: bool, deadline: float, method: Method, reports: Reports | None = None
) -> FightOdds:
    """The odds of a chain: fractions where they are asked for or estimated to take under 50 ms, else floats."""
    moves = sum(map(len, chain.moves))
    fractions = exactly or fraction_seconds(chain) < QUICK
    try:
        odds = solve(chain, fractions, deadline)
    except OutOfTime:
        return too_large("fractions" if fractions else "time", chain.size, method, moves=moves)
    zero: Any = Fraction(0) if fractions else 0.0
    return FightOdds(
        kind="fraction" if fractions else "float",
        method=method,
        win={name: odds.win.get(name, zero) for name in (*fight.ruleset.contenders(fight.state), NOBODY)},
        undecided=odds.undecided,
        error=None if fractions else ROUNDING,
        states=chain.size,
        moves=moves,
        reports=reports,
    )


def fraction_seconds(chain: Graph) -> float:
    """About how long the chain takes to solve in fractions.

    A move costs a multiplication and an addition of fractions, whose digits grow with the number of states that lie
    behind it. Fitted to 30 random Knave fights of 74 to 5,672 states and to one of 7,490, on one core of a Zen 4
    server with Python 3.11: 14 to 16 microseconds a move in the smallest, 25 to 30 in the largest. The true time was
    0.8 to 1.5 times this estimate. A slower machine takes longer in proportion.
    """
    moves = sum(map(len, chain.moves))
    return moves * (LEAST_OF_A_MOVE + 2e-9 * chain.size)


def too_large(reason: Reason, states: int, method: Method, *, moves: int = 0, limit: int = NODES) -> FightOdds:
    """What was found of a fight that is too large for a way."""
    return FightOdds(kind="too_large", method=method, reason=reason, states=states, moves=moves, limit=limit)
