"""The exact odds of a whole fight, and which kind of answer they are. Part of `affray odds`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import click

from affray.cli.odds_text import short
from affray.cli.output import hint, say, say_json, took
from affray.errors import AffrayError, Unsupported
from affray.fight import Fight
from affray.interpret.answer import Asked, answer
from affray.interpret.found import FightOdds, Reports
from affray.interpret.solve import NOBODY
from affray.telling.long_numbers import decimal, printed
from affray.telling.numbers import Number, percent
from affray.telling.text import rows

FATES = ("down", "dead", "fled")

NAMES_OF_WAYS = {
    "sides": "two sides in turn",
    "machine": "the order of play on whole numbers",
    "lump": "the engine, states merged",
    "bounded": "shares of all fights, followed as far as there was time",
    "compiled": "fights played in compiled code",
    "turns": "fights played a turn of a side at a time",
    "plain": "fights played by the engine",
}

CROWD = 40
"""Fighters who are still listed for people; JSON has them all."""


def odds_of_fight(fight: Fight, path: str, exactly: bool, budget: int, method: Asked | None, as_json: bool) -> None:
    """Prints the odds of a fight; `path` is its file, if it has one. An interval that was interrupted ends with 130."""
    try:
        found = answer(fight, exactly, budget, method)
    except Unsupported as error:
        way = f" by {method}" if method else ""
        instead = "" if fight.best else "; try affray simulate"  # which plays nobody's best
        raise AffrayError(f"no exact odds{way} for {error.what}{instead}") from None
    if as_json:
        say_json(document(fight, found))
    else:
        for line in lines(fight, found, budget):
            say(line)
        took(f"{found.seconds:.2f} s")
        if found.kind in ("too_large", "bounded") and path and not fight.best:
            hint(f"affray simulate {path} samples it")
    if found.interrupted:
        click.get_current_context().exit(130)


def document(fight: Fight, found: FightOdds) -> dict[str, Any]:
    """The odds as JSON has them; of a fight that is too large, what was found of it."""
    start: dict[str, Any] = {"kind": found.kind}
    if found.kind == "too_large":
        start["estimate"] = {"states_at_least": found.states, "limit": found.limit, "reason": found.reason}
    elif found.kind == "bounded":
        start["low"] = {name: low for name, (low, _) in found.bounds.items()}
        start["high"] = {name: high for name, (_, high) in found.bounds.items()}
        start |= {"partial": True} if found.interrupted else {}
    else:
        start["win"] = {name: exact_number(chance) for name, chance in found.win.items()}
        assert found.undecided is not None
        start["undecided"] = exact_number(found.undecided)
        if fight.best:
            start["value"] = {name: exact_number(value) for name, value in values(found).items()}
        if found.error is not None:
            start["error"] = found.error
    told = {} if found.reports is None else reports_document(fight, found.reports)
    return {
        **start,
        "way": found.method,
        "unknown": dict(found.unknown),
        "title": fight.title,
        "ruleset": fight.ruleset.id,
        "rulings": dict(fight.rulings),
        "tactics": dict(fight.tactics),
        **told,
        "states": found.states,
        "moves": found.moves,
        "seconds": round(found.seconds, 6),
    }


def values(found: FightOdds) -> dict[str, Number]:
    """What the fight is worth to each side: its chance to win, half of that of nobody, half of that of no end."""
    open_end = (found.win[NOBODY] + (found.undecided or 0)) / 2
    return {name: chance + open_end for name, chance in found.win.items() if name != NOBODY}


def reports_document(fight: Fight, reports: Reports) -> dict[str, Any]:
    """What becomes of the fighters, as JSON has it: exact but for rounding; None where they cannot be told apart."""
    if not reports.fates:
        return {"rounds": {"mean": reports.rounds}, "fighters": None}
    return {
        "rounds": {"mean": reports.rounds},
        "fighters": [
            {
                "id": one.id,
                "name": one.name,
                "side": one.side,
                **{fate: reports.fates[one.id].get(fate, 0.0) for fate in FATES},
                "left_standing": {str(amount): chance for amount, chance in reports.left[one.id].items()},
            }
            for one in fight.ruleset.standings(fight.state)
        ],
    }


def exact_number(value: Number) -> str | float | dict[str, Any]:
    """A float as it is, a fraction as text; one of more than 4,000 digits by what identifies it."""
    return printed(value) if isinstance(value, Fraction) else value


def lines(fight: Fight, found: FightOdds, budget: int) -> list[str]:
    """The odds for people."""
    told = [fight.title] if fight.title else []
    if found.kind == "too_large":
        why = {
            "states": f"it has more than {found.limit:,} states",
            "time": f"{budget} seconds were not enough; {found.states:,} states were found by then",
            "fractions": f"{budget} seconds were not enough to solve {found.states:,} states in fractions",
            "loops": f"{found.states:,} ways to choose lead back to each other",
        }[found.reason]
        return [*told, f"too large for exact odds: {why}", way_line(found.method, found.unknown)]
    if found.kind == "bounded":
        return [*told, *_interval(found), way_line(found.method, found.unknown)]
    table = [(f"value for {name}", *cells(value)) for name, value in values(found).items()] if fight.best else []
    table += [(name, *cells(chance)) for name, chance in found.win.items() if chance or name != NOBODY]
    if found.undecided:
        table.append(("never ends", *cells(found.undecided)))
    told += rows(table, right=(1,))
    if found.reports is not None:
        told += reports_lines(fight, found.reports)
    kind = "exact" if found.error is None else f"exact but for rounding, off by at most {found.error:g}"
    told.append(f"{kind}; {found.states:,} states")
    return [*told, way_line(found.method, found.unknown), *_chosen(fight)]


def _interval(found: FightOdds) -> list[str]:
    """The bounds of every chance; with as many digits as show how far apart they are."""
    width = max(high - low for low, high in found.bounds.values())
    digits = 2 if width > 0.01 else 4 if width > 0.0001 else 7
    shown = [
        (name, f"{low * 100:.{digits}f} to {high * 100:.{digits}f} %")
        for name, (low, high) in found.bounds.items()
        if high > width or name != NOBODY
    ]
    end = "; interrupted before it was narrower" if found.interrupted else ""
    return [*rows(shown), f"certain to lie between these, {width:.2g} apart; {found.states:,} states met{end}"]


def way_line(method: str, unknown: Mapping[str, str] | None = None) -> str:
    """By which way it was found, and what the ways before it did not know."""
    because = [
        f"{way} does not know {what}" for way, what in (unknown or {}).items() if not what.startswith("ruleset=")
    ]
    return "; ".join([f"way: {NAMES_OF_WAYS[method]} ({method})", *because])


def _chosen(fight: Fight) -> list[str]:
    """What the sides that play their best choose from."""
    names = set(fight.best.values())  # one, or there are no odds
    sides = " and ".join(fight.best)
    return [f"best play of {sides}: {fight.ruleset.repertoires()[name].about(fight.state)}" for name in names]


def reports_lines(fight: Fight, reports: Reports) -> list[str]:
    """What becomes of the fighters, for people."""
    begun = f"rounds begun: mean {reports.rounds:.4f}"
    if not 0 < len(reports.fates) <= CROWD:
        return [begun]
    table: list[tuple[str, ...]] = [("", "side", *FATES, "left if up")]
    for one in fight.ruleset.standings(fight.state):
        left, fates = reports.left[one.id], reports.fates[one.id]
        standing = sum(left.values())
        mean = sum(amount * chance for amount, chance in left.items()) / standing if standing else None
        shares = [percent(fates.get(fate, 0.0)) for fate in FATES]
        table.append((one.name, one.side, *shares, "-" if mean is None else f"{mean:.2f}"))
    return [begun, *rows(table, right=(2, 3, 4, 5))]


def cells(chance: Number) -> tuple[str, str]:
    """A chance in percent, and as a fraction where it fits a table, else with 12 decimals."""
    if isinstance(chance, Fraction):
        text = short(chance)
        return percent(chance), text if text != "…" else f"{decimal(chance, 12)}…"
    return percent(chance), f"{chance:.12f}"
