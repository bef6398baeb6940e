"""Every state that a fight can reach under its tactics, with the exact chances between them.

States whose `lump` keys are equal are one node. The chances come from the engine itself, run under every answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from time import monotonic
from typing import Any

import msgspec

from affray.errors import OutOfTime, TooLarge
from affray.fight import Fight
from affray.interpret.every import exact
from affray.play import Play
from affray.rules import Ruleset, Tactic

NODES = 400_000
"""How many nodes are explored before the answer is "too large"."""


class Chain(msgspec.Struct):
    """A fight as a Markov chain. Node 0 is the start.

    `moves[n]` are the (successor, weight) of node n, `totals[n]` the sum of those weights; an ended fight has no
    moves and its winner in `ends`.
    """

    moves: list[list[tuple[int, int]]]
    totals: list[int]
    ends: dict[int, str | None]

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.moves)


def tabulate(fight: Fight, limit: int = NODES, deadline: float | None = None) -> Chain:
    """All nodes that can be reached, found breadth first.

    Cost: one run of the engine a path out of each node (some 10 microseconds each). Raises `TooLarge` when more than
    `limit` nodes are found, and `OutOfTime` when `time.monotonic()` has passed `deadline`; nothing is kept then.
    """
    ruleset, orders, tactics = fight.ruleset, fight.orders(), fight.tactics
    lump, outcome = ruleset.lump, ruleset.outcome
    number: dict[Hashable, int] = {lump(fight.state, tactics): 0}
    waiting = [fight.state]
    chain = Chain([], [], {})
    while len(chain.moves) < len(waiting):
        if deadline is not None and monotonic() > deadline:
            raise OutOfTime("the time is up; states found so far", estimate=len(waiting), limit=limit)
        state = waiting[len(chain.moves)]
        waiting[len(chain.moves)] = None  # the state is done with; only its number is needed from here on
        ended = outcome(state)
        moves: dict[int, int] = {}
        total = 1
        if ended is not None:
            chain.ends[len(chain.moves)] = ended.winner
        else:
            states: dict[Hashable, Any] = {}
            weights = step(ruleset, state, orders, tactics, states)
            total = weights.total
            for key, weight in weights.items():
                node = number.get(key)
                if node is None:
                    node = number[key] = len(waiting)
                    waiting.append(states[key])
                moves[node] = weight
            if len(waiting) > limit:
                raise TooLarge("the fight has too many states", estimate=len(waiting), limit=limit)
        chain.moves.append(list(moves.items()))
        chain.totals.append(total)
    return chain


def step(
    ruleset: Ruleset[Any, Any, Any],
    state: Any,
    orders: Mapping[str, Tactic],
    tactics: Mapping[str, str],
    states: dict[Hashable, Any],
) -> Any:
    """The distribution over lump keys after the next decision; `states` receives one state for each key."""
    seat = ruleset.to_act(state)[0]
    order = orders[ruleset.side(state, seat)]
    evolve, apply, perform, lump = ruleset.evolve, ruleset.apply, ruleset.perform, ruleset.lump
    legal: set[Any] = set()

    def run(dice: Any) -> Hashable:
        play = Play(state, dice, evolve)
        command = order(state, seat, dice)
        if command in legal:
            perform(play, command)
        else:
            rejection = apply(play, command)
            if rejection is not None:
                raise RuntimeError(f"a tactic gave {command!r}: {rejection.message}")
            legal.add(command)  # on all other paths of the dice it is as legal
        key = lump(play.state, tactics)
        states.setdefault(key, play.state)
        return key

    return exact(run)
