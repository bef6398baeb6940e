"""The functions of the package that programs call; everything here is re-exported from `affray`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, cast

import msgspec
from msgspec.structs import replace

from affray.checked import (
    checked_budget,
    checked_fight,
    checked_fixed,
    checked_flag,
    checked_name,
    checked_position,
    checked_precision,
    checked_seed,
    checked_whole,
)
from affray.dice import TABLE, Formula, Input
from affray.errors import AffrayError, BadInput, nearest
from affray.fight import AnyRuleset, Fight, position_of_state, read_rulings
from affray.interpret.answer import BUDGET, answer
from affray.interpret.answer import Asked as AskedWay
from affray.interpret.every import exact
from affray.interpret.every import outcomes as formula_outcomes
from affray.interpret.found import FightOdds, Sampling
from affray.interpret.sampled import known_to, runs_for, sample
from affray.interpret.sampled import until as until_known
from affray.interpret.simulate import ROUNDS, Tally, interval
from affray.limits import EXACT, MOST_ROUNDS, MOST_RUNS, MOST_WORKERS, RUNS, SAMPLED, SOLVED
from affray.play import Play
from affray.rules import find
from affray.weights import Weights

if TYPE_CHECKING:
    from affray.interpret.solution import Solution


AnyWay: TypeAlias = AskedWay | Sampling
"""Any way that there is to answer for a fight: solve it, bound it, or sample it."""


class Asked(msgspec.Struct, frozen=True, eq=False):
    """A formula that was asked for its odds: its inputs and rulings as they were read, and its exact outcomes."""

    formula: str
    inputs: Mapping[str, int | str]
    rulings: Mapping[str, str]
    weights: Weights[Any]

    def marginal(self, field: str) -> dict[Any, Any]:
        """The chance of each value of a field of the outcome, as fractions, in ascending order."""
        return self.weights.marginal(field)

    def mean(self, field: str) -> Any:
        """The mean of a field of the outcome, a fraction."""
        return self.weights.mean(lambda value: getattr(value, field))


def odds(formula: str, /, **inputs: int | str) -> Asked:
    """The exact outcomes of a ruleset's formula: `odds("knave.attack", bonus=2, armor=14, die=8)`.

    Inputs by name, rulings by id or slug (`K08="auto_hit"`). Raises `BadInput` for a formula, an input or a ruling that
    does not exist (naming those that do), and for a value out of its range. Cost: a fraction of a millisecond.
    """
    if not isinstance(formula, str):
        raise BadInput("a formula's name is needed", place="formula", received=formula, hint="as in knave.attack")
    name, _, short = formula.partition(".")
    ruleset = find(name, "formula")
    found = ruleset.formulas.get(short)
    if found is None:
        known = [f"{name}.{one}" for one in ruleset.formulas]
        raise BadInput(
            "no such formula", place="formula", received=formula, allowed=", ".join(known), hint=nearest(formula, known)
        )
    given = {key: value for key, value in inputs.items() if key in {one.name for one in found.inputs}}
    rest = {key: value for key, value in inputs.items() if key not in given}
    rulings = _rulings(ruleset, found, rest, formula)
    read = {one.name: _input(one, given.get(one.name), formula) for one in found.inputs}
    prepared = found.prepare(read, {ruleset.ruling(name).slug: option for name, option in rulings.items()})
    shown = {key: value for key, value in read.items() if value is not None}
    return Asked(formula, shown, rulings, formula_outcomes(found, *prepared))


def _rulings(ruleset: AnyRuleset, found: Formula[..., Any], given: Mapping[str, Any], formula: str) -> dict[str, str]:
    """The rulings that the formula reads, by id; what is neither an input nor one of them is refused."""
    reads = {ruling.id: ruling for ruling in ruleset.rulings if ruling.slug in found.rulings}
    names = {name for ruling in reads.values() for name in (ruling.id, ruling.slug)}
    elsewhere = {name for ruling in ruleset.rulings for name in (ruling.id, ruling.slug)} - names
    for key, value in given.items():
        if key in elsewhere:
            raise BadInput("that ruling is read in fights, not by this formula", place=formula, received=key)
        if key not in names:
            known = [one.name for one in found.inputs] + list(reads)
            raise BadInput(
                "no such input", place=formula, received=key, allowed=", ".join(known), hint=nearest(key, known)
            )
        if not isinstance(value, str):
            raise BadInput("an option is needed", place=f"{formula}: {key}", received=value)
    chosen = read_rulings(ruleset, given, formula)
    return {ruling: chosen[ruling] for ruling in reads}


def _input(spec: Input, value: Any, formula: str) -> int | str | None:
    """One input, checked against what it may be."""
    place = f"{formula}: {spec.name}"
    if value is None:
        if spec.required:
            raise BadInput("required", place=place, allowed=allowed(spec), hint=spec.about)
        return spec.default
    if spec.kind == "whole":
        number = whole(value)
        if number is None or not (spec.low or 0) <= number <= (spec.high or 0):
            raise BadInput(
                "out of range" if number is not None else "a whole number is needed",
                place=place,
                received=value,
                allowed=allowed(spec),
                code="out_of_range",
            )
        return number
    if spec.kind == "choice" and value not in spec.options:
        raise BadInput("no such option", place=place, received=value, allowed=allowed(spec))
    return str(value)


def whole(value: Any) -> int | None:
    """A whole number given as one or as ASCII digits with a sign; True is 1, False 0; None for anything else."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return value
    text = value.strip() if isinstance(value, str) else ""
    digits = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def allowed(spec: Input) -> str:
    """What an input may be, in words."""
    if spec.kind == "whole":
        return f"{spec.low} to {spec.high}"
    return ", ".join(spec.options) if spec.kind == "choice" else "dice as in 2d6+1"


def fight_odds(
    fight: Fight,
    exactly: bool = False,
    budget: float = BUDGET,
    method: AnyWay | None = None,
    runs: int | None = None,
    seed: str = "0",
) -> FightOdds:
    """The odds of a whole fight under its tactics, by the fastest way that knows all of it; see `FightOdds`.

    Where a side's tactic is best play, the fight is solved for it. Fractions where `exactly` is true or where they are
    estimated to take under 50 ms, else exact but for rounding. Stops after about `budget` seconds: a fight that is too
    large gets an interval that is certain, with Numba, or is told to be too large. `method` asks for one way alone
    ("sides", "machine", "lump", "bounded"), for any but an interval ("exact"), or for a sample of `runs` fights from
    `seed` ("compiled", "turns", "plain"), as `simulate` plays them. Raises `Unsupported` where no way, or not that one,
    knows all of the fight, and `BadInput` for an argument that cannot be.
    """
    checked_fight(fight)
    checked_flag(exactly, "exactly")
    budget = checked_budget(budget)
    if method is not None:
        checked_name(method, (*EXACT, *SAMPLED), "method", "no such way")
    if method in SAMPLED:
        if exactly:
            raise BadInput("a sample is no fraction", place="method", received=method, allowed=", ".join(EXACT))
        return _as_odds(simulate(fight, runs, seed, method=method))
    if runs is not None:
        raise BadInput("for what is sampled", place="runs", received=runs, hint="as by method='plain'")
    return answer(fight, exactly, budget, cast("AskedWay | None", method))


def _as_odds(found: Simulation) -> FightOdds:
    """A sample as the odds of a fight."""
    return FightOdds(
        kind="sampled",
        method=cast("Sampling", found.method),
        win={name: one.p for name, one in found.win.items()},
        undecided=found.undecided.p,
        bounds={name: (one.low, one.high) for name, one in found.win.items()},
        runs=found.runs,
        seed=found.seed,
    )


def solve(
    fight: Fight,
    repertoire: str | None = None,
    fixed: Mapping[str, str] | None = None,
    exactly: bool = False,
    budget: float = BUDGET,
    method: Literal["exact", "sides", "machine", "lump"] | None = None,
) -> Solution:
    """The value of a fight of two sides when both play their best, and the best command of every seat; see `Solution`.

    `repertoire` says what is chosen from (by default the ruleset's first), `fixed` names the tactics of sides that do
    not choose. Stops after about `budget` seconds. `method` asks for one way alone, or for any ("exact"). Raises
    `BadInput` for an argument that cannot be, and `Unsupported` for a reading under which nobody chooses and for what
    that way does not know.
    """
    from affray.interpret.solution import check_fixed, repertoire_of, solution  # noqa: PLC0415 - for best play alone

    checked_fight(fight)
    checked_flag(exactly, "exactly")
    budget = checked_budget(budget)
    if repertoire is not None:
        checked_name(repertoire, list(fight.ruleset.repertoires()), "repertoire", "no such repertoire")
    if method is not None:
        checked_name(method, SOLVED, "method", "no such way to solve best play")
    tactics = checked_fixed(fixed)
    for side, tactic in tactics.items():
        check_fixed(fight, side, tactic, "fixed")
    _, chosen = repertoire_of(fight, repertoire)
    return solution(fight, chosen, tactics, exactly, budget, way=None if method == "exact" else method)


class Position(Protocol):
    """A fight at some moment: a `Fight` at its start, or a `Table` now."""

    @property
    def ruleset(self) -> AnyRuleset: ...
    @property
    def state(self) -> Any: ...


def outcomes(at: Position, command: Any) -> dict[Any, int]:
    """Every state that a command can lead to, with whole weights: up to the next decision of a person.

    `at` is a fight (its start) or a table (now). The table's own bookkeeping on the way, such as the initiative of the
    next round, is carried out. Raises `BadInput` where the command is forbidden. Cost: a run of the rules a path of
    dice, some 10 microseconds each.
    """
    checked_position(at)
    ruleset, state = at.ruleset, at.state
    orders = ruleset.standing_orders
    if not isinstance(command, ruleset.command):
        raise BadInput(f"no command of {ruleset.id}", place="command", received=command)

    def run(dice: Any) -> Any:
        play = Play(state, dice, ruleset.evolve)
        rejection = ruleset.apply(play, command)
        if rejection is not None:
            raise BadInput(rejection.message, place="command", code=rejection.code)
        while ruleset.to_act(play.state)[:1] == (TABLE,):
            ruleset.apply(play, orders["table"](play.state, TABLE, dice))
        return play.state

    return dict(exact(run))


def show_position(at: Position) -> str:
    """The state of a fight (its start) or of a table (now) on one line; `read_position` goes on from there.

    All that is hidden is in it. Tactics, the title and the log are not.
    """
    checked_position(at)
    return position_of_state(at.ruleset, at.state)


class Share(msgspec.Struct, frozen=True):
    """A sampled chance `p` and its interval of 95 %."""

    p: float
    low: float
    high: float


class Simulation(msgspec.Struct, frozen=True, eq=False):
    """What came of simulated fights: the share of every side that can win and of nobody, and what was cut off.

    `reached` is false where the runs ended before the shares were known to the precision that was asked for. `odds` is
    the exact answer, where the `method` is "exact": then no fight was run, and each interval is a point, or certain.
    """

    runs: int
    seed: str
    win: Mapping[str, Share]
    undecided: Share
    tally: Tally
    method: str = "plain"
    reached: bool = True
    odds: FightOdds | None = None


def simulate(
    fight: Fight,
    runs: int | None = None,
    seed: str = "0",
    rounds: int = ROUNDS,
    workers: int = 1,
    method: AnyWay | None = None,
    until: float | None = None,
) -> Simulation:
    """Plays `runs` fights (1 to 1,000,000,000; by default 10,000) to their end or to the end of `rounds` (1 to 100).

    The same seed (1 to 64 visible characters) and method give the same result with any number of `workers`. `method`
    is "plain", the engine in processes that import the caller's main module, which so needs its
    `if __name__ == "__main__"`; "compiled", the ruleset's machine in threads, which needs the extra `fast`; or "turns",
    a whole turn of a side a draw, for two sides in turn, which tells nothing of single fighters. Without a method
    50,000 runs or more are compiled where that knows all of the fight. The other ways of `fight_odds` solve the fight
    in the form of a simulation. `until` (0.0001 to 0.5) plays on until every share is known so well to either side, at
    95 %; beside `runs` no further than those, and `reached` says whether it came to that. Raises `BadInput`, and
    `Unsupported` for what a method does not know. Cost for a fight of ten: some 200 microseconds, or well under one
    compiled.
    """
    checked_fight(fight)
    if until is not None:
        until = checked_precision(until, "until")
    number = checked_whole(runs_asked(runs, until), "runs", MOST_RUNS)
    checked_whole(rounds, "rounds", MOST_ROUNDS)
    checked_whole(workers, "workers", MOST_WORKERS)
    checked_seed(seed, "seed")
    if method is not None:
        checked_name(method, (*EXACT, *SAMPLED), "method", "no such way")
    if method in EXACT:
        for name, given in (("runs", runs), ("until", until), ("rounds", None if rounds == ROUNDS else rounds)):
            if given is not None:
                raise BadInput("an exact answer has no limit of that kind", place=name, received=given)
        return _solved(fight, seed, method)
    chosen = sample(fight, number, seed, rounds, workers, cast("Sampling | None", method))
    total = Tally()
    for tally in until_known(chosen.tallies, until):
        total.add(tally)
    found = simulation(fight, total, seed, chosen.method)
    return found if until is None else replace(found, reached=known_to(total, until))


def _solved(fight: Fight, seed: str, method: AskedWay) -> Simulation:
    """An exact answer in the form of a simulation."""
    found = answer(fight, method=method)
    if found.kind == "too_large":
        raise AffrayError(f"too large for the method {method} ({found.states:,} states or more)")
    win, undecided = exact_shares(found)
    return Simulation(0, seed, win, undecided, Tally(), "exact", odds=found)


def exact_shares(found: FightOdds) -> tuple[dict[str, Share], Share]:
    """Exact odds, or an interval that is certain, as shares: of those who can win, and of what does not end."""
    if found.kind == "bounded":
        width = max(high - low for low, high in found.bounds.values())
        win = {name: Share((low + high) / 2, low, high) for name, (low, high) in found.bounds.items()}
        return win, Share(0.0, 0.0, width)
    return {name: _point(chance) for name, chance in found.win.items()}, _point(found.undecided or 0)


def _point(chance: Fraction | float) -> Share:
    return Share(float(chance), float(chance), float(chance))


def runs_asked(runs: int | None, until: float | None) -> int:
    """How many fights at most: as many as were asked for, else as many as `until` may need, or the default."""
    if runs is not None:
        return runs
    return RUNS if until is None else runs_for(until)


def simulation(fight: Fight, tally: Tally, seed: str, method: str = "plain") -> Simulation:
    """A tally as shares with their intervals."""
    names = [*fight.ruleset.contenders(fight.state), None]
    win = {name or "nobody": share(tally.winners.get(name, 0), tally.runs) for name in names}
    return Simulation(tally.runs, seed, win, share(tally.undecided, tally.runs), tally, method)


def share(successes: int, runs: int) -> Share:
    """The share of `successes` in `runs` with its interval."""
    low, high = interval(successes, runs)
    return Share(successes / runs, low, high)


def typed(*faces: int | None) -> tuple[int | None, ...]:
    """Faces as somebody types them, in the order in which the rule asks; None lets the table roll that die."""
    return faces
