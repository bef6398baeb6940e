"""The odds of a fight by playing it many times, where somebody asks for that. Part of `affray odds`."""

from __future__ import annotations

from affray.cli.counts import document, lines
from affray.cli.odds_fight import way_line
from affray.cli.simulate import count, tell, workers_for
from affray.fight import Fight
from affray.limits import MOST_ROUNDS


def sampled_odds(fight: Fight, method: str, runs: int, seed: str, as_json: bool) -> None:
    """Prints the shares of `runs` fights with their intervals of 95 %. Interrupted, it has those so far, and 130."""
    counts = count(fight, runs, seed, workers_for(runs), MOST_ROUNDS, method, quiet=as_json)
    if not counts.tally.runs:
        raise KeyboardInterrupt
    if not as_json:
        tell(counts, [*lines(fight, counts, seed), f"sampled, not exact; {way_line(method)}"])
        return
    found = {
        "way": method,
        "title": fight.title,
        "ruleset": fight.ruleset.id,
        "rulings": dict(fight.rulings),
        "tactics": dict(fight.tactics),
    }
    tell(counts, {"kind": "sampled", **document(fight, counts, seed), **found})
