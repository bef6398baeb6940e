"""Commands that are alike but for their target as one row, with a button a target: six goblins are one line."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

import msgspec

from affray.server.pages.naming import capital
from affray.server.pages.rows import Row, Target

PLACE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for the target's name where two commands are compared."""

EACH = "each"


def folded(rows: Iterable[Row], names: Mapping[int, str]) -> tuple[Row, ...]:
    """The rows, those of one act together, and of those that differ in their target alone one."""
    alike: dict[str, dict[Hashable, list[Row]]] = {}
    for row in rows:
        act = _without(row.offer.choice.name, _target(row, names))
        alike.setdefault(act, {}).setdefault(_likeness(row, names), []).append(row)
    return tuple(_one(found, names) for acts in alike.values() for found in acts.values())


def _likeness(row: Row, names: Mapping[int, str]) -> Hashable:
    """What two commands have to have in common: every word but the target's name, and every chance."""
    name, choice = _target(row, names), row.offer.choice
    if not name:
        return row.offer.key
    why = row.offer.forbidden
    return (
        _without(choice.name, name),
        choice.manner,
        _without(choice.how, name),
        row.large,
        row.small,
        row.amount and row.amount.values,
        why and (_without(why.message, name), why.clause, why.ruling),
        row.offer.odds is None,
    )


def _one(rows: list[Row], names: Mapping[int, str]) -> Row:
    first = rows[0]
    if len(rows) == 1:
        return first
    name, choice, why = _target(first, names), first.offer.choice, first.offer.forbidden
    common = _without(choice.name, name).removesuffix(PLACE).strip().replace(PLACE, "\N{HORIZONTAL ELLIPSIS}")
    if why is not None:
        why = msgspec.structs.replace(why, message=capital(_without(why.message, name).replace(PLACE, EACH)))
        common = f"{common} {', '.join(_target(row, names) for row in rows)}"
    how = _without(choice.how, name).replace(PLACE, EACH)
    shown = msgspec.structs.replace(choice, name=common, how=how)
    targets = tuple(Target(_target(row, names), row.message) for row in rows) if why is None else ()
    offer = msgspec.structs.replace(first.offer, choice=shown, forbidden=why)
    return msgspec.structs.replace(first, offer=offer, targets=targets)


def _target(row: Row, names: Mapping[int, str]) -> str:
    """The name of the only target, where the command names it; else nothing."""
    targets = row.offer.choice.targets
    name = names.get(targets[0], "") if len(targets) == 1 else ""
    return name if name and name in row.offer.choice.name else ""


def _without(text: str, name: str) -> str:
    return text.replace(name, PLACE) if name else text
