"""What an actor may do, laid out: rows under their headings, chances large, the damage as a picture on one scale."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

import msgspec
from markupsafe import Markup

from affray.server.live.snapshot import Odd, Offer
from affray.server.pages import charts
from affray.server.pages.folding import folded
from affray.server.pages.rows import Figure, Row, Way

LARGE = 2
"""Chances that are shown large; the others stand in the quiet line."""


class Group(msgspec.Struct, frozen=True):
    """Commands of a kind."""

    name: str
    rows: tuple[Row, ...]

    @property
    def asks(self) -> bool:
        """Whether its name is a question, and the commands are its answers."""
        return self.name.endswith("?")

    @property
    def possible(self) -> list[Row]:
        """Those that may be given."""
        return [row for row in self.rows if row.offer.forbidden is None]

    @property
    def barred(self) -> list[Row]:
        """Those that are forbidden now."""
        return [row for row in self.rows if row.offer.forbidden is not None]

    @property
    def number(self) -> int:
        """How many commands may be given."""
        return sum(len(row.targets) or 1 for row in self.possible)

    @property
    def labels(self) -> tuple[str, ...]:
        """The words above the columns of chances; none above one whose rows do not all mean the same: they say it."""
        columns = zip_longest(*([figure.label for figure in row.large] for row in self.rows))
        return tuple(found.pop() if len(found := {*column} - {None}) == 1 else "" for column in columns)

    @property
    def pictured(self) -> bool:
        """Whether a command of it has a picture."""
        return any(row.picture for row in self.rows)

    @property
    def headed(self) -> bool:
        """Whether it stands under its name; a few commands without chances just follow the others."""
        return bool(self.labels) or len(self.rows) > 3


def groups(offers: Sequence[Offer], names: Mapping[int, str], down: Collection[int] = frozenset()) -> tuple[Group, ...]:
    """The commands under their headings, in the order of their ruleset; `names` are those of the fighters.

    What may be done to a foe who is `down` stands after the same against those who stand.
    """
    kinds: dict[str, list[Offer]] = {}
    for offer in sorted(offers, key=lambda offer: any(target in down for target in offer.choice.targets)):
        kinds.setdefault(offer.choice.group, []).append(offer)
    return tuple(Group(name, folded(_rows(of_kind), names)) for name, of_kind in kinds.items())


def message(kind: str, **fields: Any) -> str:
    """A message as the value of a button."""
    return msgspec.json.encode({"type": kind, **fields}).decode()


def _rows(offers: Sequence[Offer]) -> list[Row]:
    """The commands of a kind, their pictures on one scale."""
    scale = max(
        (charts.tallest(found.values) for found in map(_amount, offers) if found and found.values), default=None
    )
    return [_row(offer, scale) for offer in offers]


def _row(offer: Offer, scale: Fraction | None) -> Row:
    given = message("do", command=offer.command)
    if offer.forbidden is not None:
        return Row(offer, given)
    if offer.odds is None:
        return Row(offer, given, ways=tuple(Way(lead.words, lead.sign) for lead in offer.choice.leads))
    odds = {odd.name: odd for odd in offer.odds}
    figures = tuple(_figures(offer, odds))
    amount = _amount(offer)
    return Row(
        offer,
        given,
        figures[:LARGE],
        figures[LARGE:],
        _picture(offer, odds, amount, scale),
        amount,
        tuple(_ways(offer, odds)),
    )


def _figures(offer: Offer, odds: Mapping[str, Odd]) -> Iterator[Figure]:
    """What can happen; a chance that is not among the odds is of something that cannot."""
    for label, name in offer.choice.figures:
        if name in odds:
            yield Figure(label, odds[name].p)


def _ways(offer: Offer, odds: Mapping[str, Odd]) -> Iterator[Way]:
    """What an answer may lead to, and how likely; what is not among the odds cannot happen."""
    for lead in offer.choice.leads:
        if not lead.chance:
            yield Way(lead.words, lead.sign)
        elif lead.chance in odds:
            yield Way(lead.words, lead.sign, odds[lead.chance].p)


def _amount(offer: Offer) -> Odd | None:
    named = (odd for odd in offer.odds or () if odd.name == offer.choice.amount and odd.values)
    return next(named, None)


def _picture(offer: Offer, odds: Mapping[str, Odd], amount: Odd | None, scale: Fraction | None) -> Markup | None:
    """Solid are the values that do what the amount is for, where they are those from one value on."""
    if amount is None or not amount.values or scale is None or all(value == 0 for value, _ in amount.values):
        return None
    does = odds.get(offer.choice.does)
    solid = charts.solid_from(amount.values, Fraction(does.p)) if does else None
    return charts.distribution(amount.values, solid, scale, amount.name)
