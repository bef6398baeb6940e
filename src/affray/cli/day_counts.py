"""What `affray day` prints of many days: how far the party came, and what was left of everybody after each fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.api import share
from affray.cli.counts import cells, spread
from affray.day import Day
from affray.interpret.day import DayTally, LegTally
from affray.telling.text import rows

FATES = ("up", "down", "dead")


def document(day: Day, tally: DayTally, seed: str, seconds: float) -> dict[str, Any]:
    """The counts as JSON has them. Shares are of all days: what was not reached stays as it was."""
    return {
        "title": day.title,
        "ruleset": day.ruleset.id,
        "rulings": dict(day.rulings),
        "runs": tally.runs,
        "seed": seed,
        "won": _share(tally.won, tally.runs),
        "legs": [_leg(day, tally, number) for number in range(len(tally.legs))],
        "seconds": round(seconds, 6),
        "days_per_second": round(tally.runs / seconds, 1) if seconds else None,
    }


def _share(number: int, runs: int) -> dict[str, float]:
    one = share(number, runs)
    return {"p": one.p, "low": one.low, "high": one.high}


def _leg(day: Day, tally: DayTally, number: int) -> dict[str, Any]:
    leg, plan = tally.legs[number], day.plan.legs[number]
    return {
        "title": plan.title,
        "rest": plan.rest,
        "begun": _share(leg.begun, tally.runs),
        "won": _share(leg.won, tally.runs),
        "undecided": _share(leg.undecided, tally.runs),
        "rounds": spread(leg.rounds) if leg.begun else None,
        "party": [
            {
                "name": one.name,
                "alive": _share(_alive(leg, place), tally.runs),
                **{fate: _share(leg.fates[place].get(fate, 0), tally.runs) for fate in FATES},
                "left": {name: spread(counts) for name, counts in leg.tracks[place].items()},
                "rested": {name: spread(counts) for name, counts in leg.rested[place].items()},
            }
            for place, one in enumerate(day.plan.party)
        ],
    }


def _alive(leg: LegTally, place: int) -> int:
    fates = leg.fates[place]
    return sum(fates.values()) - fates.get("dead", 0)


def lines(day: Day, tally: DayTally, seed: str, partial: bool) -> list[str]:
    """The counts for people."""
    told = [day.title] if day.title else []
    if partial:
        told.append("partial: interrupted")
    for number in range(len(tally.legs)):
        told += _leg_lines(day, tally, number)
    percent, interval = cells(share(tally.won, tally.runs))
    told.append(f"every fight won: {percent} ({interval})")
    told.append(f"{tally.runs:,} days, seed {seed}")
    return told


def _leg_lines(day: Day, tally: DayTally, number: int) -> list[str]:
    leg, plan = tally.legs[number], day.plan.legs[number]
    begun, won = (cells(share(one, tally.runs))[0] for one in (leg.begun, leg.won))
    told = [f"{number + 1} {plan.title}: {f'begun {begun}, ' if number else ''}won {won}"]
    if leg.begun:
        told[0] += f", rounds {spread(leg.rounds)['mean']:.2f}"
    rests = plan.rest != "none"
    head = ("", "alive", "up", "hp", *(("rested",) if rests else ()), "quality")
    table: list[tuple[str, ...]] = [head]
    for place, one in enumerate(day.plan.party):
        alive = cells(share(_alive(leg, place), tally.runs))[0]
        up = cells(share(leg.fates[place].get("up", 0), tally.runs))[0]
        rested = (_mean(leg.rested[place], "hp"),) if rests else ()
        gear = [f"{name} {_mean(leg.tracks[place], name)}" for name in leg.tracks[place] if name != "hp"]
        table.append((one.name, alive, up, _mean(leg.tracks[place], "hp"), *rested, ", ".join(gear)))
    told += rows(table, right=range(1, len(head) - 1), indent=2)
    return [*told, *([f"  then {plan.rest}"] if rests else [])]


def _mean(tracks: Mapping[str, Mapping[int, int]], name: str) -> str:
    return f"{spread(tracks[name])['mean']:.2f}"
