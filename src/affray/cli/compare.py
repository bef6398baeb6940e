"""`affray compare`: what changes from one fight to another, or from one reading of the rules to another."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from affray.cli.options import Chosen, Seed, Whole, checked_method, drawn_seed, json_option, together, without
from affray.errors import AffrayError, BadInput
from affray.limits import EXACT, MOST_ROUNDS, MOST_RUNS, MOST_WORKERS, RUNS, SAMPLED, SOLVED

if TYPE_CHECKING:
    from affray.fight import Fight
    from affray.interpret.simulate import Tally
    from affray.telling.difference import Chance, Side

    Number: TypeAlias = Fraction | float
    Count: TypeAlias = tuple[Tally, str, str]

METHODS = (*SOLVED, *SAMPLED)


@click.command()
@click.argument("what", nargs=-1, required=True, metavar="FIGHT [FIGHT] | RULESET.FORMULA k=v ...")
@click.option("--ruling", "rulings", type=Chosen(), multiple=True, help="Read the first so, as in K08=literal.")
@click.option("--against", type=Chosen(), multiple=True, help="Read the second so, as in K08=auto_hit.")
@click.option(
    "--budget",
    type=Whole(1, 86_400),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="For exact odds of each; then sample.",
)
@click.option("--runs", type=Whole(1, MOST_RUNS), default=RUNS, show_default=True, help="Sampled: how many of each.")
@click.option("--seed", type=Seed(), help="Sampled: 1 to 64 visible characters; drawn and printed when not given.")
@click.option("--workers", type=Whole(1, MOST_WORKERS), help="Sampled: processes; default: the processors.")
@click.option("--method", metavar="|".join(METHODS), help="Solve both, or sample both, this way alone.")
@json_option
def compare(
    what: tuple[str, ...],
    rulings: tuple[tuple[str, str], ...],
    against: tuple[tuple[str, str], ...],
    budget: int,
    runs: int,
    seed: str | None,
    workers: int | None,
    method: str | None,
    as_json: bool,
) -> None:
    """The difference of two fights, or of two readings of one fight or of one formula.

    \b
    affray compare examples/duel.toml examples/goblins_at_the_ford.toml
    affray compare examples/duel.toml --ruling K08=literal --against K08=auto_hit
    affray compare knave.attack bonus=2 armor=14 die=8 --against K08=auto_hit

    --ruling is for the first alone and --against for the second; both may be given again and again. The answer is
    exact where both fights can be solved. Where one cannot, both are played many times: then every share and every
    difference comes with its interval of 95 %.
    """  # noqa: D301 - click's mark for lines that stay as they are
    from affray.cli.odds import kind_of  # noqa: PLC0415 - after what costs nothing

    checked_method(method, METHODS, EXACT, "two intervals have no difference that is known")
    if method in SOLVED:
        without("both are to be solved, and none played", ["runs", "seed", "workers"])
    kind = kind_of(what[0])
    one, other = together(rulings), together(against, "--against")
    alone = kind == "formula" or len(what) == 1
    if kind == "dice":
        raise BadInput("a fight's file or a formula is needed", place="argument", received=what[0])
    if alone and not one and not other:
        also = "" if kind == "formula" else "a second fight, or "
        hint = f"{also}another reading, as in --against K08=auto_hit"
        raise BadInput("there is nothing to compare it with", place="argument", received=what[0], hint=hint)
    if kind == "formula":
        if method is not None:
            raise BadInput("that is for fights", place="--method", received=what[0])
        from affray.cli.compare_formula import compare_formula  # noqa: PLC0415

        compare_formula(what[0], what[1:], one, other, as_json)
        return
    if len(what) > 2:
        raise BadInput("two fights at most", place="argument", received=what[2])
    from affray.fight import load  # noqa: PLC0415
    from affray.telling.difference import exact_side, sampled_side, solved  # noqa: PLC0415

    paths = (what[0], what[-1])
    fights = (load(what[0], one), load(what[-1], other))
    exactly: Any = method
    found, reason = (None, "") if method in SAMPLED else solved(fights, budget, exactly)
    if found is None and method in SOLVED:
        raise AffrayError(f"--method {method}: {reason}")
    partial = False
    if found is not None:
        sides = (exact_side(found[0]), exact_side(found[1]))
    else:
        counts, partial = _played(fights, runs, seed or drawn_seed(), workers, method, as_json)
        sides = (sampled_side(fights[0], *counts[0]), sampled_side(fights[1], *counts[1]))
    _tell(paths, fights, sides, reason, partial, as_json)
    if partial:
        click.get_current_context().exit(130)


# Two fights


def _played(
    fights: tuple[Fight, Fight], runs: int, seed: str, workers: int | None, method: str | None, quiet: bool
) -> tuple[tuple[Count, Count], bool]:
    """Both fights played `runs` times with dice of their own, so that neither count says anything of the other.

    The tally of each with its seed and method, and whether the second was interrupted.
    """
    from affray.cli.simulate import count, workers_for  # noqa: PLC0415

    workers = workers or workers_for(runs)
    seeds = (seed, f"{seed}/second")
    first = count(fights[0], runs, seeds[0], workers, MOST_ROUNDS, method, quiet=quiet)
    if first.partial:
        raise KeyboardInterrupt  # of the second nothing is known
    second = count(fights[1], runs, seeds[1], workers, MOST_ROUNDS, method, quiet=quiet)
    if not second.tally.runs:
        raise KeyboardInterrupt
    return ((first.tally, seeds[0], first.method), (second.tally, seeds[1], second.method)), second.partial


def _tell(
    paths: tuple[str, str],
    fights: tuple[Fight, Fight],
    sides: tuple[Side, Side],
    reason: str,
    partial: bool,
    as_json: bool,
) -> None:
    from affray.cli.output import say, say_json  # noqa: PLC0415

    if as_json:
        document = fights_document(paths, fights, sides)
        document |= {"reason": reason} if reason else {}
        say_json({**document, "partial": True} if partial else document)
        return
    for line in fights_lines(paths, fights, sides, reason):
        say(line)
    if partial:
        say("partial: interrupted")


def fights_document(paths: tuple[str, str], fights: tuple[Fight, Fight], sides: tuple[Side, Side]) -> dict[str, Any]:
    """Both fights and their difference as JSON has them; a contender of only one fight has no difference."""
    from affray.telling.difference import changed, error_of, kind_of_both, names_of  # noqa: PLC0415

    both = [
        {
            "fight": path,
            "title": fight.title,
            "ruleset": fight.ruleset.id,
            "rulings": dict(fight.rulings),
            "tactics": dict(fight.tactics),
            "kind": side.kind,
            "win": {name: _number(chance) for name, chance in side.win.items()},
            "undecided": _number(side.undecided),
            **({} if side.error is None else {"error": side.error}),
            **side.facts,
        }
        for path, fight, side in zip(paths, fights, sides, strict=True)
    ]
    one, other = sides
    error = error_of(sides)
    difference = {
        "win": {name: _change(changed(one.win.get(name), other.win.get(name))) for name in names_of(sides)},
        "undecided": _change(changed(one.undecided, other.undecided)),
        **({} if error is None else {"error": error}),
    }
    return {"kind": kind_of_both(sides), "first": both[0], "second": both[1], "difference": difference}


def _number(chance: Chance) -> Any:
    from affray.cli.odds_fight import exact_number  # noqa: PLC0415

    if isinstance(chance, Fraction | float):
        return exact_number(chance)
    return {"p": chance.p, "low": chance.low, "high": chance.high}


def _change(change: Chance | None) -> Any:
    if change is None or isinstance(change, Fraction | float):
        return None if change is None else _number(change)
    return {"value": change.p, "low": change.low, "high": change.high}


def fights_lines(
    paths: tuple[str, str], fights: tuple[Fight, Fight], sides: tuple[Side, Side], reason: str
) -> list[str]:
    """Both fights side by side, for people."""
    from affray.telling.difference import changed, error_of, kind_of_both, names_of  # noqa: PLC0415
    from affray.telling.text import rows  # noqa: PLC0415

    one, other = sides
    sampled = kind_of_both(sides) == "sampled"
    chances = [(name, one.win.get(name), other.win.get(name)) for name in names_of(sides)]
    chances.append(("undecided" if sampled else "never ends", one.undecided, other.undecided))
    beside = "interval of 95 %" if sampled else ""
    head = ("", "first", beside, "second", beside, "difference", beside)
    table: list[tuple[str, ...]] = [head if sampled else ("", "first", "second", "difference", "")]
    is_open = False
    for name, first, second in chances:
        if name in ("nobody", "never ends") and not first and not second:
            continue
        change = changed(first, second)
        table.append((name, *_cells(first, sampled), *_cells(second, sampled), *_change_cells(change)))
        if change is not None and not isinstance(change, Fraction | float):
            is_open |= change.low < 0 < change.high and name not in ("nobody", "undecided")
    told = _heads(paths, fights)
    told += rows(table, right=(1, 3, 5) if sampled else (1, 2, 3))
    if not sampled:
        error = error_of(sides)
        kind = "exact" if error is None else f"exact but for rounding, the difference off by at most {error:g}"
        return [*told, f"{kind}; {one.facts['states']:,} and {other.facts['states']:,} states", *_ways(sides)]
    if is_open:
        told.append("an interval that holds 0 leaves open which of the two is greater")
    runs = f"{one.facts['runs']:,}" if one.facts["runs"] == other.facts["runs"] else "some"
    told.append(f"sampled, since {reason}" if reason else "sampled, as asked")
    return [*told, f"{runs} fights of each, seed {one.facts['seed']}", *_ways(sides)]


def _ways(sides: tuple[Side, Side]) -> list[str]:
    """By which way each was found; said once where that is the same."""
    from affray.cli.odds_fight import way_line  # noqa: PLC0415

    ways = [way_line(side.facts["way"], side.facts.get("unknown")) for side in sides]
    return ways[:1] if ways[0] == ways[1] else [f"first, {ways[0]}", f"second, {ways[1]}"]


def _heads(paths: tuple[str, str], fights: tuple[Fight, Fight]) -> list[str]:
    """Which two are compared, and in which rulings and tactics they differ."""
    from affray.telling.text import rows  # noqa: PLC0415

    one, other = fights
    own: list[list[str]] = [[], []]
    if one.ruleset.id == other.ruleset.id:
        for name, option in one.rulings.items():
            if option != other.rulings[name]:
                own[0].append(f"{name}={option}")
                own[1].append(f"{name}={other.rulings[name]}")
    for side, tactic in one.tactics.items():
        if other.tactics.get(side, tactic) != tactic:
            own[0].append(f"{side}: {tactic}")
            own[1].append(f"{side}: {other.tactics[side]}")
    words = zip(("first", "second"), paths, fights, own, strict=True)
    told = rows([(which, path, fight.title, " ".join(more)) for which, path, fight, more in words])
    return [*told, "both are read alike"] if paths[0] == paths[1] and not own[0] else told


def _cells(chance: Chance | None, sampled: bool) -> tuple[str, ...]:
    from affray.cli.counts import cells  # noqa: PLC0415
    from affray.telling.numbers import percent  # noqa: PLC0415

    if chance is None:
        return ("-", "") if sampled else ("-",)
    return (percent(chance),) if isinstance(chance, Fraction | float) else cells(chance)


def _change_cells(change: Chance | None) -> tuple[str, ...]:
    from affray.cli.odds_text import short  # noqa: PLC0415
    from affray.telling.long_numbers import decimal  # noqa: PLC0415
    from affray.telling.numbers import points  # noqa: PLC0415

    if change is None:
        return ("-",)
    if isinstance(change, Fraction):
        text = short(change)
        return points(change), text if text != "…" else f"{decimal(change, 12)}…"
    if isinstance(change, float):
        return points(change), f"{change:+.12f}"
    return points(change.p), f"{change.low * 100:+.2f} to {change.high * 100:+.2f}"
