"""The exact odds of a whole fight, and which kind of answer they are. Part of `affray odds`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from affray.cli.odds_text import decimal, printed, short
from affray.cli.output import Number, hint, percent, rows, say, say_json, took
from affray.errors import AffrayError, Unsupported
from affray.fight import Fight
from affray.interpret.answer import answer
from affray.interpret.found import FightOdds


def odds_of_fight(fight: Fight, path: str, exactly: bool, budget: int, as_json: bool) -> None:
    """Prints the odds of a fight; `path` is its file, if it has one."""
    try:
        found = answer(fight, exactly, budget)
    except Unsupported as error:
        raise AffrayError(f"no exact odds for {error.what}; try affray simulate") from None
    if as_json:
        say_json(document(fight, found))
        return
    for line in lines(fight, found, budget):
        say(line)
    took(f"{found.seconds:.2f} s")
    if found.kind == "too_large" and path:
        hint(f"affray simulate {path} samples it")


def document(fight: Fight, found: FightOdds) -> dict[str, Any]:
    """The odds as JSON has them; of a fight that is too large, what was found of it."""
    start: dict[str, Any] = {"kind": found.kind}
    if found.kind == "too_large":
        start["estimate"] = {"states_at_least": found.states, "limit": found.limit, "reason": found.reason}
    else:
        start["win"] = {name: exact_number(chance) for name, chance in found.win.items()}
        assert found.undecided is not None
        start["undecided"] = exact_number(found.undecided)
        if found.error is not None:
            start["error"] = found.error
    return {
        **start,
        "title": fight.title,
        "ruleset": fight.ruleset.id,
        "rulings": dict(fight.rulings),
        "tactics": dict(fight.tactics),
        "states": found.states,
        "moves": found.moves,
        "seconds": round(found.seconds, 6),
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
        }[found.reason]
        return [*told, f"too large for exact odds: {why}"]
    table = [(name, *cells(chance)) for name, chance in found.win.items() if chance or name != "nobody"]
    if found.undecided:
        table.append(("never ends", *cells(found.undecided)))
    told += rows(table, right=(1,))
    kind = "exact" if found.error is None else f"exact but for rounding, off by at most {found.error:g}"
    told.append(f"{kind}; {found.states:,} states")
    return told


def cells(chance: Number) -> tuple[str, str]:
    """A chance in percent, and as a fraction where it fits a table, else with 12 decimals."""
    if isinstance(chance, Fraction):
        text = short(chance)
        return percent(chance), text if text != "…" else f"{decimal(chance, 12)}…"
    return percent(chance), f"{chance:.12f}"
