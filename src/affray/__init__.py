"""affray: tabletop combat that is rules-exact and honest about its odds.

A rule is written once, as a function that asks for dice; everything here is a different way of answering it.

    fight = affray.load("ford.toml")
    affray.odds("knave.attack", bonus=2, armor=14, die=8, edge=1).marginal("damage")   # fractions
    affray.outcomes(fight, command)                                                    # {state: weight}, exact
    affray.fight_odds(fight).win["party"]
    affray.simulate(fight, runs=100_000, seed="ford").win["party"]
    table = affray.Table(fight)
    table.do(command, dice=affray.typed(17, 5))

Names load when they are first used; importing the package costs a fraction of a millisecond.
"""

from __future__ import annotations

from affray.__about__ import __version__

TYPE_CHECKING = False  # as in `typing`, which takes longer to load than all that is here
if TYPE_CHECKING:
    from typing import Any

    from affray.api import fight_odds, odds, outcomes, show_position, simulate, solve, typed
    from affray.errors import AffrayError, BadInput, Rejection, ReplayError, TooLarge, Unsupported
    from affray.fight import Fight, load, parse, read_position
    from affray.interpret.script import Need
    from affray.table.replay import open_log
    from affray.table.work import Table

_HOMES = {
    "AffrayError": "affray.errors",
    "BadInput": "affray.errors",
    "Fight": "affray.fight",
    "Need": "affray.interpret.script",
    "Rejection": "affray.errors",
    "ReplayError": "affray.errors",
    "Table": "affray.table.work",
    "TooLarge": "affray.errors",
    "Unsupported": "affray.errors",
    "fight_odds": "affray.api",
    "load": "affray.fight",
    "odds": "affray.api",
    "open_log": "affray.table.replay",
    "outcomes": "affray.api",
    "parse": "affray.fight",
    "read_position": "affray.fight",
    "show_position": "affray.api",
    "simulate": "affray.api",
    "solve": "affray.api",
    "typed": "affray.api",
}

__all__ = [
    "AffrayError",
    "BadInput",
    "Fight",
    "Need",
    "Rejection",
    "ReplayError",
    "Table",
    "TooLarge",
    "Unsupported",
    "__version__",
    "fight_odds",
    "load",
    "odds",
    "open_log",
    "outcomes",
    "parse",
    "read_position",
    "show_position",
    "simulate",
    "solve",
    "typed",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'affray' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - only a first use pays for it

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
