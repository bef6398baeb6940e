"""What `affray simulate` prints: shares with their intervals, rounds, and what became of each fighter."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from affray.api import Share, exact_shares, share, simulation
from affray.cli.odds_fight import FATES, reports_document
from affray.cli.simulate import Counted
from affray.fight import Fight
from affray.interpret.found import FightOdds
from affray.interpret.sampled import known_to
from affray.interpret.simulate import Tally
from affray.telling.numbers import percent
from affray.telling.text import rows

QUANTILES = (5, 25, 50, 75, 95)


def document(fight: Fight, counts: Counted, seed: str, precision: float | None = None) -> dict[str, Any]:
    """The counts as JSON has them, and whether the shares are known to `precision` where it was asked for."""
    tally, seconds = counts.tally, counts.seconds
    found = simulation(fight, tally, seed)
    end: dict[str, Any] = {} if precision is None else {"until": precision, "reached": known_to(tally, precision)}
    end |= {"partial": True} if counts.partial else {}
    end |= {"unknown": {"compiled": counts.unknown}} if counts.unknown else {}
    return {
        "runs": tally.runs,
        "seed": seed,
        "method": counts.method,
        "win": {name: _share(one) for name, one in found.win.items()},
        "undecided": _share(found.undecided),
        "rounds": spread(tally.rounds),
        "fighters": _fighters(fight, tally),
        "seconds": round(seconds, 6),
        "fights_per_second": round(tally.runs / seconds, 1) if seconds else None,
        **end,
    }


def _fighters(fight: Fight, tally: Tally) -> list[dict[str, Any]] | None:
    """What became of each fighter; None where it was not counted."""
    if not tally.fates:
        return None
    return [
        {
            "id": one.id,
            "name": one.name,
            "side": one.side,
            **{fate: _share(share(tally.fates[one.id].get(fate, 0), tally.runs)) for fate in FATES},
            "hp_left": spread(tally.left[one.id]),
        }
        for one in fight.ruleset.standings(fight.state)
    ]


def _share(one: Share) -> dict[str, float]:
    return {"p": one.p, "low": one.low, "high": one.high}


def spread(counts: Mapping[int, int]) -> dict[str, Any]:
    """The mean and the quantiles of counted numbers; a quantile q is the least number that q % do not exceed."""
    total = sum(counts.values())
    mean = sum(value * number for value, number in counts.items()) / total
    quantiles: dict[str, int] = {}
    seen = 0
    ascending = iter(sorted(counts.items()))
    value = 0
    for q in QUANTILES:
        while seen * 100 < q * total:
            value, number = next(ascending)
            seen += number
        quantiles[str(q)] = value
    return {"mean": mean, "quantiles": quantiles}


def lines(fight: Fight, counts: Counted, seed: str, precision: float | None = None) -> list[str]:
    """The counts for people, and that they are not known to `precision` where that was asked for in vain."""
    tally = counts.tally
    found = simulation(fight, tally, seed)
    told = [fight.title] if fight.title else []
    if counts.partial:
        told.append("partial: interrupted")
    table = [("", "share", "interval of 95 %")]
    table += [(name, *cells(one)) for name, one in found.win.items()]
    table.append(("undecided", *cells(found.undecided)))
    told += rows(table, right=(1,))
    rounds = spread(tally.rounds)
    told.append(f"rounds: mean {rounds['mean']:.2f}; {_quantiles(rounds)}")
    fighters: list[tuple[str, ...]] = [("", "side", *FATES, "left", "quantiles")]
    for one in fight.ruleset.standings(fight.state) if tally.fates else ():
        left = spread(tally.left[one.id])
        fates = [cells(share(tally.fates[one.id].get(fate, 0), tally.runs))[0] for fate in FATES]
        fighters.append((one.name, one.side, *fates, f"{left['mean']:.2f}", _quantiles(left)))
    told += rows(fighters, right=(2, 3, 4, 5)) if tally.fates else []
    why = f"; compiled does not know {counts.unknown}" if counts.unknown else ""
    told.append(f"{tally.runs:,} fights, seed {seed}, method {counts.method}{why}")
    if precision is not None and not known_to(tally, precision):
        told.append(f"not known to {precision:g} after {tally.runs:,} fights")
    return told


def _quantiles(found: Mapping[str, Any]) -> str:
    quantiles = found["quantiles"]
    return f"{quantiles['5']} to {quantiles['95']} in 9 of 10, half at most {quantiles['50']}"


def cells(one: Share) -> tuple[str, str]:
    """A share in percent and its interval. What was not seen, or always, is no 0 % or 100 %."""
    interval = f"{one.low * 100:.2f} to {one.high * 100:.2f} %"
    if one.p == 0:
        return f"< {_bound(one.high)} %", interval
    if one.p == 1:
        return f"> {Decimal(100) - Decimal(_bound(1 - one.low))} %", interval
    return percent(one.p), interval


def _bound(chance: float) -> str:
    """A small chance in percent, rounded up to one figure: what it certainly does not exceed."""
    figure = 100.0
    while figure > 1e-9 and figure / 10 >= chance * 100:
        figure /= 10
    steps = 1
    while steps * figure / 10 < chance * 100:
        steps += 1
    return f"{steps * figure / 10:.10f}".rstrip("0").rstrip(".")


def exact_document(fight: Fight, found: FightOdds, seed: str) -> dict[str, Any]:
    """An exact answer in the form of a simulation: the interval is a point, or what is certain; no fight was run."""
    told: dict[str, Any] = {"rounds": None, "fighters": None}
    if found.reports is not None:
        told = reports_document(fight, found.reports)
        for one in told["fighters"] or ():
            one |= {fate: _point(one[fate]) for fate in FATES}
    win, undecided = exact_shares(found)
    return {
        "runs": 0,
        "seed": seed,
        "method": "exact",
        "way": found.method,
        "win": {name: _share(one) for name, one in win.items()},
        "undecided": _share(undecided),
        **told,
        "seconds": round(found.seconds, 6),
        "fights_per_second": None,
        **({"partial": True} if found.interrupted else {}),
    }


def _point(chance: float) -> dict[str, float]:
    return {"p": chance, "low": chance, "high": chance}


def exact_lines(fight: Fight, found: FightOdds, seed: str) -> list[str]:
    """An exact answer for people."""
    from affray.cli.odds_fight import lines as odds_lines  # noqa: PLC0415 - one of two methods

    return [*odds_lines(fight, found, 0), f"no fight was played: seed {seed} was not used"]
