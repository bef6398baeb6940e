"""Machines and their drivers put together, as machine code by Numba or as the plain Python that they are.

Numba does not follow calls of plain functions, so each function that a driver reaches is rebuilt with the names of the
others bound to their compiled forms. The code is kept on the disk (see `kept_code`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

from affray.__about__ import __version__
from affray.errors import AffrayError
from affray.interpret import instructions, kept_code, stand_ins
from affray.rules.machines import Program

if TYPE_CHECKING:
    from pathlib import Path
from tempfile import gettempdir

SMALL = 4_000
"""Bytes of plain code up to which a function of a machine is put into the driver's loop itself."""

TINY = 250
"""Bytes of plain code up to which any function is put where it is called: most of a machine's only read a number."""


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
    made = _rebuilt((_plain(driver),), _parts(program), machine_code)[0]
    if machine_code:
        _made[driver, program] = made
    return made


_made: dict[tuple[Callable[..., Any], Program], Any] = {}


def is_loaded(driver: Callable[..., Any], program: Program) -> bool:
    """Whether this process has run the compiled driver already, so that it is there at once."""
    made = _made.get((driver, program))
    return made is not None and bool(made.signatures)


@cache
def is_warm(driver: Callable[..., Any], program: Program) -> bool:
    """Whether the code of an earlier process is still there, so that it need not be compiled again."""
    return kept_code.is_kept(_folder(_reached((_plain(driver),), _parts(program))))


def _parts(program: Program) -> dict[FunctionType, FunctionType]:
    """The functions of a program by the stand-ins that they replace."""
    return {_plain(getattr(stand_ins, name)): _plain(part) for name, part in program._asdict().items()}


def _rebuilt(
    functions: tuple[FunctionType, ...], parts: Mapping[FunctionType, FunctionType], machine_code: bool
) -> tuple[Any, ...]:
    reached = _reached(functions, parts)
    known: dict[FunctionType, Any] = {}
    rebuilt: dict[FunctionType, FunctionType] = {}
    # Machine code is linked by name. A driver with another program in it is another function and needs another name:
    # where two came from the disk under one, each would run the other's code.
    folder = _folder(reached) if machine_code else None
    mark = "" if folder is None else f"_{folder.name}"
    for function in reached:
        plain = FunctionType(function.__code__, {**function.__globals__}, function.__name__)
        plain.__module__, plain.__qualname__ = function.__module__, f"{function.__qualname__}{mark}"
        rebuilt[function] = known[function] = plain
        if folder is not None:
            entry = function in functions
            known[function] = _dispatcher(plain, entry=entry, at_hand=function in parts.values())
            if entry:
                kept_code.keep(known[function], folder)
    called = {**known, **parts}
    if machine_code:
        known.update(instructions.instructions())
        by_address = instructions.by_address
        called = {**known, **{one: by_address(known[part]) for one, part in parts.items() if part in known}}
    for function, plain in rebuilt.items():
        for name, value in function.__globals__.items():
            if isinstance(value, FunctionType) and value in called:
                plain.__globals__[name] = called[value]
    return tuple([known[function] for function in functions])


def _dispatcher(function: FunctionType, *, entry: bool, at_hand: bool) -> Any:
    """The function as Numba's; one that Python does not call itself needs no wrapper, and no file of its own."""
    size = len(function.__code__.co_code)
    made = numba().njit(
        nogil=True,
        error_model="numpy",
        no_cpython_wrapper=not entry,
        no_cfunc_wrapper=not entry,
        forceinline=size < (SMALL if at_hand else TINY),
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
        if function in found or function in instructions.REPLACED:
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

    digest = hashlib.sha256(f"{__version__} {version('numba')} {SMALL} {TINY}".encode())
    digest.update(Path(instructions.__file__).read_bytes())  # what stands for `REPLACED` is not among those reached
    for function in reached:
        code, known = function.__code__, function.__globals__
        numbers = [(name, known[name]) for name in code.co_names if isinstance(known.get(name), int)]
        digest.update(repr((function.__qualname__, code.co_code, code.co_consts, code.co_names, numbers)).encode())
    return Path(base) / "affray" / digest.hexdigest()[:16]
