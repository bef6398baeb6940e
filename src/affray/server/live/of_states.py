"""What follows from a state of a fight alone, worked out once: it is asked for many times, and by many people."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Any, Generic, TypeVar

from affray.fight import AnyRuleset
from affray.rules import Standing

T = TypeVar("T")


class OfStates(Generic[T]):
    """What was worked out of states of late, each by what was asked. May be used from any thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._known: OrderedDict[tuple[int, Hashable], tuple[Any, AnyRuleset, T]] = OrderedDict()

    def of(self, ruleset: AnyRuleset, state: Any, asked: Hashable, work: Callable[[], T]) -> T:
        """What `work` makes of a state; `asked` is all else that it depends on."""
        key = (id(state), asked)
        known = self._known.get(key)
        # The state is kept with what it came to, so that no other one can come to have its identity.
        if known is None or known[0] is not state or known[1] is not ruleset:
            known = (state, ruleset, work())
            with self._lock:
                self._known[key] = known
                while len(self._known) > self._most:
                    self._known.popitem(last=False)
        return known[2]


STANDINGS: OfStates[Sequence[Standing]] = OfStates(most=200)


def standings_of(ruleset: AnyRuleset, state: Any) -> Sequence[Standing]:
    """Everybody in a fight, with how they stand."""
    return STANDINGS.of(ruleset, state, None, lambda: ruleset.standings(state))
