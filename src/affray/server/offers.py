"""What somebody may do now: the commands of their seats with their odds, and the open ones as forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from affray.codec import plain
from affray.dice import REFEREE, Seat
from affray.errors import Rejection
from affray.rules.showing import Choice
from affray.server import plainly
from affray.server.held import Held
from affray.server.limits import MOST_OFFERS, MOST_WITH_ODDS
from affray.server.odds_shown import OddsKept, shown_to
from affray.server.people import Sitter
from affray.server.seats import showing_of
from affray.server.snapshot import Because, Form, Odd, Offer

OPEN = "Open"
"""With this word rulesets begin what they say of a command with numbers or texts of its own."""


def seats_to_act(held: Held, sitter: Sitter) -> list[Seat]:
    """The seats of this person that may act now."""
    if held.over:
        return []
    return [seat for seat in held.table.to_act if sitter.plays(seat)]


class Offered(NamedTuple):
    """Commands of somebody's seats, and the seats whose commands have to be asked for by themselves."""

    offers: tuple[Offer, ...]
    elsewhere: tuple[Seat, ...]


def offers_for(held: Held, sitter: Sitter, kept: OddsKept, only: Seat | None) -> Offered:
    """The commands of somebody's seats, or of one of them, those that are forbidden with the reason."""
    found: list[Offer] = []
    elsewhere: list[Seat] = []
    for seat in seats_to_act(held, sitter):
        if only not in (None, seat) or len(found) > MOST_OFFERS:
            elsewhere.append(seat)
        else:
            found += _offers_of(held, sitter, kept, seat)
    return Offered(tuple(found), tuple(elsewhere))


def _offers_of(held: Held, sitter: Sitter, kept: OddsKept, seat: Seat) -> Iterator[Offer]:
    ruleset, state, role = held.table.ruleset, held.table.state, sitter.role
    shows = role is not None and shown_to(held.settings.odds, role)
    left = MOST_WITH_ODDS if shows else 0
    seen = reckoned_from(held, sitter, seat) if shows else state
    showing = showing_of(ruleset)
    came_to = None if showing is None else showing.came_to
    for key, (command, rejection) in enumerate(listed(held, sitter, seat)):
        choice = choice_of(held, sitter, seat, command, shows)
        odds = None
        # A way over the map has no odds here: there are hundreds of them, and `ahead` tells what one leads to.
        if left and rejection is None and choice.way is None:
            odds, left = kept.of(ruleset, state, seen, command, came_to), left - 1
            if odds is not None and not sitter.is_referee:
                odds = named_in(choice, odds)
        why = None if rejection is None else because(held, rejection)
        yield Offer(key=key, seat=seat, command=plain(command), choice=choice, forbidden=why, odds=odds)


def named_in(choice: Choice, odds: tuple[Odd, ...]) -> tuple[Odd, ...]:
    """Those odds that the choice names. A whole list would tell players of morale, and of what runs away."""
    names = {choice.amount, *(name for _, name in choice.figures)}
    return tuple(one for one in odds if one.name in names)


def choice_of(held: Held, sitter: Sitter, seat: Seat, command: Any, with_odds: bool) -> Choice:
    """A command in words and numbers that somebody may know who plays this seat: a referee all of them."""
    ruleset, state = held.table.ruleset, held.table.state
    showing = showing_of(ruleset)
    if showing is None:
        return plainly.choice(ruleset, state, command)
    choice = showing.choice(state, REFEREE if sitter.is_referee else seat, command)
    if with_odds and showing.pairs is not None:
        # Two dice side by side say as much as the odds do.
        return msgspec.structs.replace(choice, pairs=showing.pairs(state, command))
    return choice


def listed(held: Held, sitter: Sitter, seat: Seat) -> list[tuple[Any, Rejection | None]]:
    """The commands of a seat that whoever plays it may know of; their places are the keys of the offers."""
    ruleset, state = held.table.ruleset, held.table.state
    showing = showing_of(ruleset)
    if showing is not None and showing.offers is not None and isinstance(seat, int):
        return showing.offers(state, seat, sitter.is_referee)
    candidates = ruleset.candidates(state, seat)
    if sitter.is_referee:
        return candidates
    if showing is not None:
        return [one for one in candidates if showing.known(state, seat, one[0])]
    return [one for one in candidates if plainly.known(ruleset, state, seat, one[0])]


def reckoned_from(held: Held, sitter: Sitter, seat: Seat) -> Any:
    """The state from which the odds of a seat are worked out: as its player has to take it to be."""
    showing = showing_of(held.table.ruleset)
    if showing is None or showing.seen is None or sitter.is_referee:
        return held.table.state
    return showing.seen(held.table.state, seat)


def because(held: Held, rejection: Rejection) -> Because:
    """Why something is forbidden, with the ruling that touches its clause, where there is one."""
    ruling = next((one.id for one in held.table.ruleset.rulings if one.where == rejection.clause), "")
    return Because(message=rejection.message, clause=rejection.clause, ruling=ruling if rejection.clause else "")


def forms_for(held: Held, sitter: Sitter) -> tuple[Form, ...]:
    """The open commands of the rules, for referees: those that no list of candidates can hold."""
    if not sitter.is_referee or held.over:
        return ()
    return tuple(_forms(held.table.ruleset.command))


def _forms(union: Any) -> Iterator[Form]:
    found = inspect.type_info(union)
    for one in found.types if isinstance(found, inspect.UnionType) else (found,):
        assert isinstance(one, inspect.StructType)
        about = " ".join((one.cls.__doc__ or "").split())
        if about.startswith(OPEN):
            yield Form(tag=str(one.tag), about=about, schema=msgspec.json.schema(one.cls))
