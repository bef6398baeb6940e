"""The tables of numbers beside a table: players read those of their own fighters, a referee those of whoever acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from affray.dice import REFEREE, Seat
from affray.interpret.every import outcomes
from affray.rules.showing import NumberTable
from affray.rules.solving import Odds
from affray.server.live.held import Held
from affray.server.live.odds_shown import shown_to
from affray.server.live.of_states import OfStates
from affray.server.live.people import Sitter
from affray.server.live.seats import names_for, showing_of
from affray.server.live.snapshot import Numbers, Offer

NumbersOf: TypeAlias = Callable[[Any, Seat, int, bool, Odds], tuple[NumberTable, ...]]


def numbers_for(held: Held, sitter: Sitter, offers: Sequence[Offer]) -> tuple[Numbers, ...]:
    """The numbers that somebody reads; rows of foes at hand are marked for referees, and for whoever is shown odds."""
    showing = showing_of(held.table.ruleset)
    if showing is None or showing.numbers is None or sitter.role is None:
        return ()
    marked = sitter.is_referee or shown_to(held.settings.odds, sitter.role)
    names = names_for(held, sitter)
    tables = partial(_tables, held, showing.numbers, marked)
    return tuple(
        Numbers(fighter=fighter, name=names[fighter], tables=tables(seat, fighter))
        for fighter, seat in _whose(held, sitter, offers)
        if fighter in names
    )


TABLES: OfStates[tuple[NumberTable, ...]] = OfStates(most=500)


def _tables(held: Held, numbers: NumbersOf, marked: bool, seat: Seat, fighter: int) -> tuple[NumberTable, ...]:
    ruleset, state = held.table.ruleset, held.table.state
    work = partial(numbers, state, seat, fighter, marked, outcomes)
    return TABLES.of(ruleset, state, (seat, fighter, marked), work)


def _whose(held: Held, sitter: Sitter, offers: Sequence[Offer]) -> Iterator[tuple[int, Seat]]:
    """Fighters, each with the seat that reads of it: a player's own, or for a referee the one who acts."""
    if sitter.is_referee:
        acting = offers[0].seat if offers else next(iter(held.table.to_act), REFEREE)
        if isinstance(acting, int):
            yield acting, REFEREE
    else:
        yield from ((fighter, fighter) for fighter in sitter.fighters)
