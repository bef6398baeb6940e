"""A game explored and solved: in plain Python while it is small, else in compiled code or where that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.errors import OutOfTime, TooLarge
from affray.fight import Fight
from affray.interpret.best_known import CompiledGame, Known, PlainGame
from affray.interpret.compiled import is_loaded, is_there
from affray.interpret.found import NEVER_QUICK, QUICK, fraction_seconds
from affray.interpret.game import Game, Positions, explore, most_positions
from affray.interpret.survey import unfold

if TYPE_CHECKING:
    from affray.interpret.network import Network

FEW = 50_000
"""Positions that plain Python has solved sooner than compiled code is there."""


class LargeGame(Exception):
    """Raised where compiled code solves what is too large for plain Python, or is soon there; `first` is the start.

    One that is `looped` has no more positions than plain Python solves: too many of them lead back to each other.
    """

    def __init__(self, first: Any, looped: bool = False) -> None:
        self.first = first
        self.looped = looped
        super().__init__()


def solved_game(fight: Fight, positions: Positions, exactly: bool, deadline: float, limit: int | None) -> Known:
    """The game explored and solved: in plain Python while it is small or fractions are asked for, else compiled.

    Where compiled code has been run before, small are those that may be answered in fractions. Raises `OutOfTime` and
    `TooLarge`, and `LargeGame` where compiled code is to go on: for more positions, and for more ways to choose in
    those that lead back to each other.
    """
    own = fight.ruleset.contenders(fight.state)[0]
    most = most_positions(fight) if limit is None else limit
    first = positions.merged(positions.pack(fight.state))
    machine = positions.machine
    compiles = machine is not None and isinstance(first, tuple) and is_there() and not exactly
    few = min(most, FEW) if compiles else most
    game: Game | None = None
    if compiles and machine is not None and is_loaded(unfold, machine.program):
        game = explore_quick(positions, fight.state, few, deadline)
        found = game or quick_game(positions, first, few, most, deadline)
        if isinstance(found, CompiledGame):
            return found
    try:
        game = game or explore(positions, fight.state, few, deadline)
    except OutOfTime:
        raise
    except TooLarge:
        if not compiles or most <= FEW:
            raise
        raise LargeGame(first) from None
    try:
        return PlainGame(positions, game, own, exactly or fraction_seconds(game) < QUICK, deadline)
    except OutOfTime:
        raise
    except TooLarge:
        if not compiles:
            raise
        raise LargeGame(first, looped=True) from None


def explore_quick(positions: Positions, start: Any, limit: int, deadline: float) -> Game | None:
    """The game explored in plain Python; None where it has more moves than fractions are ever quick for."""
    try:
        return explore(positions, start, limit, deadline, NEVER_QUICK)
    except OutOfTime:
        raise
    except TooLarge:
        return None


def quick_game(positions: Positions, first: Any, few: int, most: int, deadline: float) -> CompiledGame | None:
    """The game by compiled code that is there already; None where what loops in it could not be proven best.

    Raises `OutOfTime`, and `TooLarge` or `LargeGame` for more than a few positions.
    """
    assert positions.machine is not None
    try:
        network = explored(positions, first, few, deadline)
    except OutOfTime:
        raise
    except TooLarge:
        if most <= FEW:
            raise
        raise LargeGame(first) from None
    try:
        return CompiledGame(positions, network)
    except TooLarge:
        return None


def compiled_game(positions: Positions, first: Any, deadline: float, limit: int) -> Known:
    """The game explored and solved in compiled code."""
    try:
        network = explored(positions, first, limit, deadline)
    except OutOfTime as error:
        met = max(error.estimate, FEW)  # so many had been found in plain Python before
        raise OutOfTime("the time is up; positions found so far", estimate=met, limit=limit) from None
    return CompiledGame(positions, network)


def explored(positions: Positions, first: Any, limit: int, deadline: float) -> Network:
    """Every position, found in compiled code."""
    from affray.interpret.network import Network  # noqa: PLC0415 - numpy and Numba, for large games alone

    assert positions.machine is not None
    network = Network(positions.machine, first, facts=False)
    network.explore(limit, deadline)
    return network
