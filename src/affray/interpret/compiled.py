"""A machine's functions as machine code, by Numba; what they say stays the plain Python that it is.

Numba does not follow calls of plain functions, so each function that the program reaches is rebuilt with the names of
the others bound to their compiled forms. Compiled code is kept on disk under a name that stands for all that it was
made of: no change of a rule can meet code of the day before.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from affray.__about__ import __version__
from affray.errors import AffrayError
from affray.rules import bits


@cache
def numba() -> Any:
    """The Numba module, imported when it is first needed (0.3 s); raises `AffrayError` where it is not installed."""
    try:
        import numba as module  # noqa: PLC0415
    except ImportError:
        raise AffrayError("compiled answers need Numba: pip install 'affray[fast]'") from None
    return module


def is_there() -> bool:
    """Whether Numba is installed; does not import it."""
    from importlib.util import find_spec  # noqa: PLC0415 - only those who would compile ask

    return find_spec("numba") is not None


def compiled(*functions: Callable[..., Any]) -> tuple[Any, ...]:
    """The functions as Numba's, with all that they call; `nogil`, so that threads share the cores.

    Cost: nothing until one is called with new types; then compiling takes about a second for a large program, or some
    0.3 s where the code of an earlier process is still there.
    """
    module = numba()
    reached = _reached(functions)
    module.config.CACHE_DIR = str(_folder(reached))
    known: dict[FunctionType, Any] = {}
    for function in reached:
        bound = {**function.__globals__}
        rebuilt = FunctionType(function.__code__, bound, function.__name__)
        rebuilt.__module__, rebuilt.__qualname__ = function.__module__, function.__qualname__
        known[function] = module.njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)(rebuilt)
    known.update(_instructions())
    for function in reached:
        bound = known[function].py_func.__globals__
        for name, value in function.__globals__.items():
            if isinstance(value, FunctionType) and value in known:
                bound[name] = known[value]
    return tuple([known[_plain(function)] for function in functions])


def _plain(function: Callable[..., Any]) -> FunctionType:
    assert isinstance(function, FunctionType)
    return function


def _reached(functions: tuple[Callable[..., Any], ...]) -> list[FunctionType]:
    """The functions and every plain function of affray that they reach by name, in the order in which they are met."""
    instructions: set[Any] = {bits.lowest, bits.count, bits.nth}
    found: list[FunctionType] = []
    waiting = [_plain(function) for function in functions]
    for function in waiting:
        if function in found or function in instructions:
            continue
        found.append(function)
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType):
                waiting.append(value)
    return found


def _folder(reached: list[FunctionType]) -> Path:
    """Where compiled code is kept: named after all that it is made of, so that a cache never serves another program."""
    base = os.environ.get("AFFRAY_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    digest = hashlib.sha256(f"{__version__} {numba().__version__}".encode())
    for function in reached:
        code, known = function.__code__, function.__globals__
        numbers = [(name, known[name]) for name in code.co_names if isinstance(known.get(name), int)]
        digest.update(repr((function.__qualname__, code.co_code, code.co_consts, code.co_names, numbers)).encode())
    return Path(base) / "affray" / digest.hexdigest()[:16]


@cache
def _instructions() -> dict[Any, Any]:
    """The functions of `bits` as single instructions."""
    module = numba()
    from llvmlite import ir  # noqa: PLC0415 - it comes with Numba
    from numba.core import types  # noqa: PLC0415
    from numba.extending import intrinsic  # noqa: PLC0415

    def one_instruction(name: str, *more: int) -> Any:
        @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
        def instruction(typing: Any, number: Any) -> Any:
            def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                whole, flag = ir.IntType(64), ir.IntType(1)
                kinds = [whole, *([flag] * len(more))]
                function = builder.module.declare_intrinsic(name, [whole], ir.FunctionType(whole, kinds))
                return builder.call(function, [*arguments, *(ir.Constant(flag, one) for one in more)])

            return types.int64(types.int64), build

        return instruction

    trailing, ones = one_instruction("llvm.cttz", 1), one_instruction("llvm.ctpop")
    njit = module.njit(nogil=True, inline="always")

    @njit  # type: ignore[untyped-decorator,unused-ignore]
    def lowest(number: int) -> int:
        return trailing(number)  # type: ignore[no-any-return]

    @njit  # type: ignore[untyped-decorator,unused-ignore]
    def count(number: int) -> int:
        return ones(number)  # type: ignore[no-any-return]

    @njit  # type: ignore[untyped-decorator,unused-ignore]
    def nth(number: int, place: int) -> int:
        for _ in range(place):
            number &= number - 1
        return trailing(number)  # type: ignore[no-any-return]

    return {bits.lowest: lowest, bits.count: count, bits.nth: nth}
