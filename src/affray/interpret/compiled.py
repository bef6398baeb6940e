"""Machines and their drivers put together, as machine code by Numba or as the plain Python that they are.

Numba does not follow calls of plain functions, so each function that a driver reaches is rebuilt with the names of the
others bound to their compiled forms. Compiled code is kept on disk under a name that stands for all that it was made
of: no change of a rule can meet code of the day before.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

from affray.__about__ import __version__
from affray.errors import AffrayError
from affray.interpret import stand_ins
from affray.interpret.instructions import REPLACED
from affray.rules.machines import Program

if TYPE_CHECKING:
    from pathlib import Path
from tempfile import gettempdir

SMALL = 4_000
"""Bytes of plain code up to which a function of a machine is put into the driver's loop itself."""


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


@cache
def compiled(*functions: Callable[..., Any]) -> tuple[Any, ...]:
    """The functions as Numba's, with all that they call; they let other threads run meanwhile.

    Cost: nothing until one is called with new types; then compiling takes seconds for a large program, or some 0.3 s
    where the code of an earlier process is still there.
    """
    return _rebuilt(tuple(map(_plain, functions)), {}, machine_code=True)


@cache
def assemble(driver: Callable[..., Any], program: Program, *, machine_code: bool) -> Any:
    """A driver written for `stand_ins` with a program in their place: compiled, or in plain Python on lists."""
    return _rebuilt((_plain(driver),), _parts(program), machine_code)[0]


@cache
def is_warm(driver: Callable[..., Any], program: Program) -> bool:
    """Whether the code of an earlier process is still there, so that it need not be compiled again."""
    folder = _folder(_reached((_plain(driver),), _parts(program)))
    return folder.is_dir() and any(folder.rglob("*.nbc"))


def _parts(program: Program) -> dict[FunctionType, FunctionType]:
    """The functions of a program by the stand-ins that they replace."""
    return {_plain(getattr(stand_ins, name)): _plain(part) for name, part in program._asdict().items()}


def _rebuilt(
    functions: tuple[FunctionType, ...], parts: Mapping[FunctionType, FunctionType], machine_code: bool
) -> tuple[Any, ...]:
    reached = _reached(functions, parts)
    known: dict[FunctionType, Any] = {}
    rebuilt: dict[FunctionType, FunctionType] = {}
    mark = ""
    if machine_code:
        folder = _folder(reached)
        numba().config.CACHE_DIR, mark = str(folder), f"_{folder.name}"
    for function in reached:
        plain = FunctionType(function.__code__, {**function.__globals__}, function.__name__)
        # Numba names machine code after its function and a count of those that a process compiled. Code of one name
        # that two processes kept would be taken for the same where a third one loads both.
        plain.__module__, plain.__qualname__ = function.__module__, function.__qualname__ + mark
        rebuilt[function] = known[function] = plain
        if machine_code:
            known[function] = _dispatcher(plain, entry=function in functions, at_hand=function in parts.values())
    called = {**known, **parts}
    if machine_code:
        from affray.interpret.instructions import by_address, instructions  # noqa: PLC0415

        known.update(instructions())
        called = {**known, **{one: by_address(known[part]) for one, part in parts.items() if part in known}}
    for function, plain in rebuilt.items():
        for name, value in function.__globals__.items():
            if isinstance(value, FunctionType) and value in called:
                plain.__globals__[name] = called[value]
    return tuple([known[function] for function in functions])


def _dispatcher(function: FunctionType, *, entry: bool, at_hand: bool) -> Any:
    """The function as Numba's; one that Python does not call itself needs no wrapper, and no file of its own."""
    made = numba().njit(
        nogil=True,
        error_model="numpy",
        cache=entry,
        no_cpython_wrapper=not entry,
        no_cfunc_wrapper=not entry,
        forceinline=at_hand and len(function.__code__.co_code) < SMALL,
        _nrt=False,
    )(function)
    template = made.get_call_template
    unliteral = numba().types.unliteral
    # A constant as an argument must not make a version of its own of all that is called.
    made.get_call_template = lambda args, kws: template(tuple(map(unliteral, args)), kws)
    return made


def _plain(function: Callable[..., Any]) -> FunctionType:
    assert isinstance(function, FunctionType)
    return function


def _reached(functions: tuple[FunctionType, ...], parts: Mapping[FunctionType, FunctionType]) -> list[FunctionType]:
    """The functions and every plain function that they reach by name, in the order in which they are met."""
    found: list[FunctionType] = []
    waiting = list(functions)
    for function in waiting:
        if function in found or function in REPLACED:
            continue
        found.append(function)
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType):
                waiting.append(parts.get(value, value))
    return found


def _folder(reached: list[FunctionType]) -> Path:
    """Where compiled code is kept: named after all that it is made of, so that a cache never serves another program."""
    import hashlib  # noqa: PLC0415 - 20 ms with the two below, that only compiled code needs
    from importlib.metadata import version  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    home = Path.home() if Path.home().is_dir() else Path(gettempdir())  # a folder that nobody made is not made here
    base = os.environ.get("AFFRAY_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(home / ".cache")

    digest = hashlib.sha256(f"{__version__} {version('numba')}".encode())
    for function in reached:
        code, known = function.__code__, function.__globals__
        numbers = [(name, known[name]) for name in code.co_names if isinstance(known.get(name), int)]
        digest.update(repr((function.__qualname__, code.co_code, code.co_consts, code.co_names, numbers)).encode())
    return Path(base) / "affray" / digest.hexdigest()[:16]
