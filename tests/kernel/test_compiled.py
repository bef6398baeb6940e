"""Compiled code: that of one program never answers for another's."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from affray.interpret.compiled import assemble
from affray.interpret.stand_ins import row
from affray.rules.machines import Fixed, Numbers
from tests.kernel import toy_machine


def driver(s: Numbers, P: Fixed, depth: int) -> int:
    return tree(s, P, depth)


def tree(s: Numbers, P: Fixed, depth: int) -> int:
    """Calls itself, so that it stays a function of its own in the machine code."""
    if depth == 0:
        return row(s, P)
    return tree(s, P, depth - 1) + tree(s, P, depth - 1)


def twice(s: Numbers, P: Fixed) -> int:
    return 2 * s[0]


def three_times(s: Numbers, P: Fixed) -> int:
    return 3 * s[0]


def five_times(s: Numbers, P: Fixed) -> int:
    return 5 * s[0]


def test_programs_that_were_compiled_apart_stay_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba counts what it compiles, and names machine code by that number: two processes come to the same names."""
    import numpy as np
    from numba.core.bytecode import FunctionIdentity

    def answers() -> list[int]:
        found = []
        for one in (twice, three_times, five_times):  # what all share is compiled with the first
            monkeypatch.setattr(FunctionIdentity, "_unique_ids", count(1_000_000))
            run = assemble(driver, toy_machine.PROGRAM._replace(row=one), machine_code=True)
            found.append(int(run(np.array([1], np.int64), np.array([0], np.int64), 4)))
        return found

    monkeypatch.setenv("AFFRAY_CACHE", str(tmp_path))
    assert answers() == [2 * 2**4, 3 * 2**4, 5 * 2**4]
    assemble.cache_clear()  # as in another process, which finds the code of both
    assert answers() == [2 * 2**4, 3 * 2**4, 5 * 2**4]
