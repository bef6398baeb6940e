"""One driver with two programs, compiled in processes of their own: in the other one no throw is above 2.

python -m tests.kernel.two_programs one|other ...
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from msgspec.structs import replace

from affray.interpret import bulk
from affray.rules.machines import Fixed, Machine, Numbers
from tests.kernel import toy, toy_machine
from tests.kernel.toy_machine import take


def take_low(s: Numbers, P: Fixed, word: int) -> None:
    """A throw counts for 2 at most."""
    take(s, P, min(word, 2))


def low_machine(state: toy.State, tactics: Mapping[str, str]) -> Machine[toy.State]:
    """The toy's machine with the other program."""
    machine = toy_machine.machine(state, tactics)
    return replace(machine, program=machine.program._replace(take=take_low))


def throws(which: str) -> int:
    """How many throws 300 fights take with this program."""
    fight = toy.game(20)
    if which == "other":
        fight = replace(fight, ruleset=replace(fight.ruleset, machine=low_machine))
    [tally] = bulk.blocks(bulk.Bulk(fight), 300, "alike")
    return sum(number * count for number, count in tally.rounds.items())


if __name__ == "__main__":
    print(*[throws(which) for which in sys.argv[1:]])
