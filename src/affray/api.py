"""The functions of the package that programs call; everything here is re-exported from `affray`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec
from msgspec.structs import replace

from affray.dice import TABLE, Formula, Input
from affray.errors import BadInput, nearest
from affray.fight import AnyRuleset, Fight, position_of_state, read_rulings
from affray.interpret.answer import BUDGET, answer
from affray.interpret.answer import Asked as AskedWay
from affray.interpret.every import exact
from affray.interpret.every import outcomes as formula_outcomes
from affray.interpret.found import FightOdds
from affray.interpret.sampled import known_to, runs_for, sample
from affray.interpret.sampled import until as until_known
from affray.interpret.simulate import ROUNDS, Tally, interval
from affray.limits import EXACT, LEAST_PRECISION, MOST_PRECISION, MOST_ROUNDS, MOST_RUNS, MOST_SEED, MOST_WORKERS, RUNS
from affray.play import Play
from affray.rules import find
from affray.weights import Weights

if TYPE_CHECKING:
    from affray.interpret.solution import Solution


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
    fight: Fight, exactly: bool = False, budget: float = BUDGET, method: AskedWay | None = None
) -> FightOdds:
    """The odds of a whole fight under its tactics, by the fastest way that knows all of it; see `FightOdds`.

    Where a side's tactic is best play, the fight is solved for it. Fractions where `exactly` is true or where they are
    estimated to take under 50 ms, else exact but for rounding. Stops after about `budget` seconds: a fight that is too
    large gets an interval that is certain, with Numba, or is told to be too large. `method` asks for one way alone
    ("sides", "machine", "lump", "bounded"), or for any but an interval ("exact"). Raises `Unsupported` where no way, or
    not that one, knows all of the fight.
    """
    if method is not None and method not in EXACT:
        raise BadInput("no such way", place="method", received=method, allowed=", ".join(EXACT))
    return answer(fight, exactly, budget, method)


def solve(
    fight: Fight,
    repertoire: str | None = None,
    fixed: Mapping[str, str] | None = None,
    exactly: bool = False,
    budget: float = BUDGET,
) -> Solution:
    """The value of a fight of two sides when both play their best, and the best command of every seat; see `Solution`.

    `repertoire` says what is chosen from (by default the ruleset's first), `fixed` names the tactics of sides that do
    not choose. Raises `BadInput` for a name that does not exist, `Unsupported` for a reading under which nobody
    chooses.
    """
    from affray.interpret.solution import check_fixed, repertoire_of, solution  # noqa: PLC0415 - for best play alone

    _, chosen = repertoire_of(fight, repertoire)
    for side, tactic in (fixed or {}).items():
        check_fixed(fight, side, tactic, "fixed")
    return solution(fight, chosen, fixed or {}, exactly, budget)


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
    return position_of_state(at.ruleset, at.state)


class Share(msgspec.Struct, frozen=True):
    """A sampled chance `p` and its interval of 95 %."""

    p: float
    low: float
    high: float


class Simulation(msgspec.Struct, frozen=True, eq=False):
    """What came of simulated fights: the share of every side that can win and of nobody, and what was cut off.

    `reached` is false where the runs ended before the shares were known to the precision that was asked for.
    """

    runs: int
    seed: str
    win: Mapping[str, Share]
    undecided: Share
    tally: Tally
    method: str = "plain"
    reached: bool = True


def simulate(
    fight: Fight,
    runs: int | None = None,
    seed: str = "0",
    rounds: int = ROUNDS,
    workers: int = 1,
    method: Literal["compiled", "turns", "plain"] | None = None,
    until: float | None = None,
) -> Simulation:
    """Plays `runs` fights (1 to 1,000,000,000; by default 10,000) to their end or to the end of `rounds` (1 to 100).

    The same seed (1 to 64 visible characters) and method give the same result with any number of `workers`. `method`
    is "plain", the engine in processes that import the caller's main module, which so needs its
    `if __name__ == "__main__"`; "compiled", the ruleset's machine in threads, which needs the extra `fast`; or "turns",
    a whole turn of a side a draw, for two sides in turn, which tells nothing of single fighters. Without a method
    50,000 runs or more are compiled where that knows all of the fight. `until` (0.0001 to 0.5) plays on until every
    share is known so well to either side, at 95 %; beside `runs` no further than those, and `reached` says whether it
    came to that. Raises `BadInput`, and `Unsupported` for what a method does not know. Cost
    for a fight of ten: some 200 microseconds, or well under one compiled.
    """
    if until is not None:
        until = checked_precision(until, "until")
    runs = runs_asked(runs, until)
    limits = (("runs", runs, MOST_RUNS), ("rounds", rounds, MOST_ROUNDS), ("workers", workers, MOST_WORKERS))
    for name, value, high in limits:
        whole_number = type(value) is int
        if not whole_number or not 1 <= value <= high:
            problem = "out of range" if whole_number else "a whole number is needed"
            raise BadInput(problem, place=name, received=value, allowed=f"1 to {high}", code="out_of_range")
    if method not in (None, "compiled", "turns", "plain"):
        raise BadInput("no such method", place="method", received=method, allowed="compiled, turns, plain")
    chosen = sample(fight, runs, checked_seed(seed, "seed"), rounds, workers, method)
    total = Tally()
    for tally in until_known(chosen.tallies, until):
        total.add(tally)
    found = simulation(fight, total, seed, chosen.method)
    return found if until is None else replace(found, reached=known_to(total, until))


def runs_asked(runs: int | None, until: float | None) -> int:
    """How many fights at most: as many as were asked for, else as many as `until` may need, or the default."""
    if runs is not None:
        return runs
    return RUNS if until is None else runs_for(until)


def checked_precision(number: Any, place: str, text: str | None = None) -> float:
    """How well shares are to be known, 0.0001 to 0.5; raises `BadInput`, with the text that it was read from."""
    if type(number) in (int, float) and LEAST_PRECISION <= number <= MOST_PRECISION:
        return float(number)
    received = number if text is None else text
    allowed = f"{LEAST_PRECISION} to {MOST_PRECISION}"
    raise BadInput("a precision is needed", place=place, received=received, allowed=allowed, code="out_of_range")


def checked_seed(seed: object, place: str) -> str:
    """The seed, if it is 1 to 64 visible characters: any such text is one."""
    if isinstance(seed, str) and 1 <= len(seed) <= MOST_SEED and seed.isprintable() and seed.strip():
        return seed
    raise BadInput("a seed is 1 to 64 visible characters", place=place, received=seed, code="out_of_range")


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
