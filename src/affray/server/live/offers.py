"""What somebody may do now: the commands of their seats with their odds, and the open ones as forms."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from affray.codec import plain
from affray.dice import REFEREE, Seat
from affray.errors import Rejection
from affray.fight import AnyRuleset
from affray.rules.showing import Choice
from affray.server.limits import MOST_OFFERS, MOST_WITH_ODDS
from affray.server.live import plainly
from affray.server.live.held import Held
from affray.server.live.odds_shown import OddsKept, shown_to
from affray.server.live.people import Sitter
from affray.server.live.seats import showing_of
from affray.server.live.snapshot import Because, Form, Odd, Offer

OPEN = "Open"
"""With this word rulesets begin what they say of a command with numbers or texts of its own."""


def seats_to_act(held: Held, sitter: Sitter) -> list[Seat]:
    """The seats of this person that may act now."""
    if held.over:
        return []
    return [seat for seat in held.table.to_act if sitter.plays(seat)]


class Reckoning(NamedTuple):
    """What the odds of the first offers are worked out from: nothing of it changes, whatever happens at the table.

    `commands` has one for each of these offers, None for those that have no odds. Players have `only_named` odds.
    """

    ruleset: AnyRuleset
    state: Any
    seen: Any
    commands: tuple[Any, ...]
    only_named: bool


class Offered(NamedTuple):
    """Commands of somebody's seats, and the seats whose commands have to be asked for by themselves.

    The odds of the first seat's commands are still to be worked out, by `with_odds`.
    """

    offers: tuple[Offer, ...]
    elsewhere: tuple[Seat, ...]
    reckoning: Reckoning | None = None


NOTHING = Offered((), ())


class OffersKept:
    """The offers of one moment of a table, made once for each seat and all who may know the same of it."""

    def __init__(self) -> None:
        self._moment: Any = None
        self._known: dict[tuple[Seat, bool, bool], tuple[tuple[Offer, ...], Reckoning | None]] = {}

    def of(self, held: Held, sitter: Sitter, seat: Seat) -> tuple[tuple[Offer, ...], Reckoning | None]:
        """The offers of a seat, and what their odds are worked out from where somebody is shown any."""
        if self._moment is not held.table.state:
            self._moment, self._known = held.table.state, {}
        shows = sitter.role is not None and shown_to(held.settings.odds, sitter.role)
        key = (seat, sitter.is_referee, shows)
        if key not in self._known:
            self._known[key] = _offers_of(held, sitter, seat, shows)
        return self._known[key]


def offers_for(held: Held, sitter: Sitter, kept: OffersKept, only: Seat | None) -> Offered:
    """The commands of somebody's seats, or of one of them, those that are forbidden with the reason.

    The first of these seats has odds: it is the one that is shown. Those of others come when they are asked for.
    """
    found: list[Offer] = []
    elsewhere: list[Seat] = []
    first: Reckoning | None = None
    for seat in seats_to_act(held, sitter):
        if only not in (None, seat) or len(found) > MOST_OFFERS:
            elsewhere.append(seat)
            continue
        offers, reckoning = kept.of(held, sitter, seat)
        first = first if found else reckoning
        found += offers
    return Offered(tuple(found), tuple(elsewhere), first)


def with_odds(offered: Offered, kept: OddsKept) -> tuple[Offer, ...]:
    """The offers with the odds of the first seat's. Takes some milliseconds: to be called while nobody waits."""
    reckoning = offered.reckoning
    if reckoning is None:
        return offered.offers
    odds = kept.of_all(reckoning.ruleset, reckoning.state, reckoning.seen, reckoning.commands)
    filled = [
        offer if found is None else _with(offer, found, reckoning.only_named)
        for offer, found in zip(offered.offers, odds, strict=False)
    ]
    return (*filled, *offered.offers[len(filled) :])


def _with(offer: Offer, odds: tuple[Odd, ...], only_named: bool) -> Offer:
    return msgspec.structs.replace(offer, odds=named_in(offer.choice, odds) if only_named else odds)


def _offers_of(held: Held, sitter: Sitter, seat: Seat, shows: bool) -> tuple[tuple[Offer, ...], Reckoning | None]:
    offers: list[Offer] = []
    commands: list[Any] = []
    left = MOST_WITH_ODDS if shows else 0
    seen = reckoned_from(held, sitter, seat) if shows else None
    for key, (command, rejection) in enumerate(listed(held, sitter, seat)):
        choice = choice_of(held, sitter, seat, command, seen)
        why = None if rejection is None else because(held, rejection)
        offers.append(Offer(key=key, seat=seat, command=plain(command), choice=choice, forbidden=why))
        # A way over the map has no odds here: there are hundreds of them, and `ahead` tells what one leads to.
        reckoned = left > 0 and rejection is None and choice.way is None
        commands.append(command if reckoned else None)
        left -= reckoned
    if not shows:
        return tuple(offers), None
    reckoning = Reckoning(held.table.ruleset, held.table.state, seen, tuple(commands), not sitter.is_referee)
    return tuple(offers), reckoning


def named_in(choice: Choice, odds: tuple[Odd, ...]) -> tuple[Odd, ...]:
    """Those odds that the choice names. A whole list would tell players of morale, and of what runs away."""
    names = {choice.amount, *(name for _, name in choice.figures), *(lead.chance for lead in choice.leads)}
    return tuple(one for one in odds if one.name in names)


def choice_of(held: Held, sitter: Sitter, seat: Seat, command: Any, seen: Any = None) -> Choice:
    """A command in words and numbers that somebody may know who plays this seat: a referee all of them.

    Whoever is shown odds is shown dice side by side, as they are in the state that is `seen`.
    """
    ruleset, state = held.table.ruleset, held.table.state
    showing = showing_of(ruleset)
    if showing is None:
        return plainly.choice(ruleset, state, command)
    choice = showing.choice(state, REFEREE if sitter.is_referee else seat, command)
    if seen is None:
        return choice
    if showing.tells is not None and not sitter.is_referee:
        words = "; ".join(filter(None, (choice.how, showing.tells(seen, command))))
        choice = msgspec.structs.replace(choice, how=words)
    # Two dice side by side say as much as the odds do.
    return choice if showing.pairs is None else msgspec.structs.replace(choice, pairs=showing.pairs(seen, command))


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
    return _forms(held.table.ruleset.command)


@cache
def _forms(union: Any) -> tuple[Form, ...]:
    found = inspect.type_info(union)
    kinds = found.types if isinstance(found, inspect.UnionType) else (found,)
    return tuple(form for one in kinds if (form := _form(one)) is not None)


def _form(kind: inspect.Type) -> Form | None:
    assert isinstance(kind, inspect.StructType)
    about = " ".join((kind.cls.__doc__ or "").split())
    if not about.startswith(OPEN):
        return None
    return Form(tag=str(kind.tag), about=about, schema=msgspec.json.schema(kind.cls))
