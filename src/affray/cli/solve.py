"""`affray solve`: the value of a fight, and the best command of every seat, when both sides play their best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from affray.cli.options import Whole, checked_method, fight_from, json_option, position_option, ruling_option
from affray.errors import AffrayError, BadInput, Unsupported
from affray.limits import EXACT, SAMPLED, SOLVED

if TYPE_CHECKING:
    from affray.fight import Fight
    from affray.interpret.solution import Decision, Solution
    from affray.rules import Repertoire


@click.command()
@click.argument("fight", required=False, metavar="FIGHT")
@position_option
@ruling_option
@click.option("--repertoire", metavar="NAME", help="What best play chooses from; a wrong name lists them.")
@click.option(
    "--fixed", multiple=True, metavar="SIDE=TACTIC", help="A side that plays a tactic instead of its best. Repeatable."
)
@click.option("--exact", is_flag=True, help="Fractions, however long they take.")
@click.option("--budget", type=Whole(1, 86_400), default=60, show_default=True, metavar="SECONDS", help="Give up then.")
@click.option("--method", metavar="|".join(SOLVED), help="This way alone.")
@json_option
def solve(
    fight: str | None,
    position: str | None,
    rulings: tuple[tuple[str, str], ...],
    repertoire: str | None,
    fixed: tuple[str, ...],
    exact: bool,
    budget: int,
    method: str | None,
    as_json: bool,
) -> None:
    """The value of a fight under best play of both sides, or against a fixed tactic.

    \b
    affray solve examples/one_blow_left.toml
    affray solve examples/one_blow_left.toml --fixed foes=reckless
    affray solve --position "skilldice ..."

    A side's value is its chance to win, plus half the chance that nobody does, plus half that of a fight without end.
    For every seat its first decisions are shown, with what each command is worth to its side. --position answers for
    any later moment: the word position prints it in affray play.
    """  # noqa: D301 - click's mark for lines that stay as they are
    from affray.cli.output import hint, say, say_json, took  # noqa: PLC0415 - `--help` needs no rules
    from affray.interpret.solution import repertoire_of, solution  # noqa: PLC0415

    checked_method(method, SOLVED, (*EXACT, *SAMPLED), "best play is solved, neither bounded nor sampled")
    way: Any = None if method == "exact" else method
    start = fight_from(fight, position, rulings)
    name, chosen = repertoire_of(start, repertoire, "--repertoire")
    tactics = fixed_tactics(start, fixed)
    try:
        found = solution(start, chosen, tactics, exact, budget, way=way)
    except Unsupported as error:
        by = f" by {method} alone" if way else ""
        instead = "affray odds answers under tactics"
        raise AffrayError(f"best play cannot be solved{by} under {error.what}; {instead}") from None
    if as_json:
        say_json(document(start, name, chosen, tactics, found))
        return
    for line in lines(start, chosen, tactics, found, budget):
        say(line)
    took(f"{found.seconds:.2f} s")
    if found.kind == "too_large" and fight:
        hint(f"affray simulate {fight} samples it under tactics")


def fixed_tactics(fight: Fight, given: Sequence[str]) -> dict[str, str]:
    """The tactics of the sides that do not choose, by side; raises `BadInput` naming sides and tactics there are."""
    from affray.interpret.solution import check_fixed  # noqa: PLC0415 - `--help` needs no rules

    fixed: dict[str, str] = {}
    for text in given:
        side, equals, tactic = (part.strip() for part in text.partition("="))
        if not equals:
            raise BadInput("a side and its tactic are needed", place="--fixed", received=text, hint="as in foes=first")
        check_fixed(fight, side, tactic, "--fixed")
        if side in fixed:
            raise BadInput("given twice", place="--fixed", received=side)
        fixed[side] = tactic
    return fixed


# JSON


def document(
    fight: Fight, name: str, repertoire: Repertoire[Any, Any], fixed: dict[str, str], found: Solution
) -> dict[str, Any]:
    """The solution as JSON has it; of a fight that is too large, what was found of it."""
    from affray.cli.odds_fight import exact_number  # noqa: PLC0415 - only for --json
    from affray.interpret.best_odds import way_of  # noqa: PLC0415

    told: dict[str, Any] = {"kind": found.kind}
    if found.kind == "too_large":
        told["estimate"] = {"positions_at_least": found.positions, "limit": found.limit, "reason": found.reason}
    else:
        told["value"] = {side: exact_number(value) for side, value in found.values.items()}
        told["win"] = {one: exact_number(chance) for one, chance in found.win.items()}
        told["undecided"] = exact_number(found.undecided)
        if found.kind == "float":
            from affray.interpret.solve import ROUNDING  # noqa: PLC0415

            told["error"] = ROUNDING
    return {
        **told,
        "title": fight.title,
        "ruleset": fight.ruleset.id,
        "rulings": dict(fight.rulings),
        "repertoire": {"name": name, "about": repertoire.about(fight.state)},
        "fixed": fixed,
        "decisions": [_decision_document(fight, decision) for decision in found.decisions],
        "positions": found.positions,
        "machine": found.machine,
        "by_sides": found.by_sides,
        "way": way_of(found),
        "seconds": round(found.seconds, 6),
    }


def _decision_document(fight: Fight, decision: Decision) -> dict[str, Any]:
    from affray.cli.odds_fight import exact_number  # noqa: PLC0415 - only for --json
    from affray.codec import plain  # noqa: PLC0415
    from affray.fight import position_of_state  # noqa: PLC0415
    from affray.telling.story import seat_name  # noqa: PLC0415

    ruleset, state = fight.ruleset, decision.state
    best = decision.options[decision.best].value
    return {
        "round": ruleset.round(state),
        "seat": decision.seat,
        "name": seat_name(ruleset, state, decision.seat),
        "side": decision.side,
        "position": position_of_state(ruleset, state),
        "commands": [
            {
                "command": plain(option.command),
                "text": ruleset.phrase(state, option.command),
                "value": exact_number(option.value),
                "loses": exact_number(max(best - option.value, best - best)),
                "best": number == decision.best,
            }
            for number, option in enumerate(decision.options)
        ],
    }


# Text


def lines(
    fight: Fight, repertoire: Repertoire[Any, Any], fixed: dict[str, str], found: Solution, budget: int
) -> list[str]:
    """The solution for people."""
    from affray.cli.odds_fight import cells, way_line  # noqa: PLC0415 - `--help` needs no rules
    from affray.interpret.best_odds import way_of  # noqa: PLC0415
    from affray.telling.text import rows  # noqa: PLC0415

    told = [fight.title] if fight.title else []
    if found.kind == "too_large":
        why = {
            "positions": f"it has more than {found.limit:,} positions",
            "time": f"{budget} seconds were not enough; {found.positions:,} positions were found by then",
            "loops": f"{found.positions:,} ways to choose lead back to each other",
        }[found.reason]
        return [*told, f"too large to solve: {why}"]

    table = [(f"value for {side}", *cells(value)) for side, value in found.values.items()]
    table += [(name, *cells(chance)) for name, chance in found.win.items() if chance or name != "nobody"]
    if found.undecided:
        table.append(("never ends", *cells(found.undecided)))
    told += rows(table, right=(1,))
    told += [line for decision in found.decisions for line in _decision_lines(fight, decision)]
    if found.by_sides:
        told += ["", "what each command is worth is not told of a fight of this size; --position asks later on"]
    kind = "exact" if found.kind == "fraction" else "exact but for rounding, off by at most 1e-12"
    told += ["", f"{kind}; {found.positions:,} positions", way_line(way_of(found))]
    told.append(f"chosen: {repertoire.about(fight.state)}")
    return told + [f"fixed: {side} plays {tactic}" for side, tactic in fixed.items()]


def verdict(loses: Any) -> str:
    """What is said of a command that is worth so much more (below 0: less) than the best one, but for rounding."""
    from affray.interpret.solve import ROUNDING  # noqa: PLC0415
    from affray.telling.numbers import points  # noqa: PLC0415 - as above

    return "as good" if loses > -ROUNDING else points(loses)


def _decision_lines(fight: Fight, decision: Decision) -> list[str]:
    from affray.fight import position_of_state  # noqa: PLC0415
    from affray.telling.numbers import percent  # noqa: PLC0415 - as above
    from affray.telling.story import seat_name  # noqa: PLC0415
    from affray.telling.text import rows  # noqa: PLC0415 - as above

    ruleset, state = fight.ruleset, decision.state
    best = decision.options[decision.best].value
    table = [
        (
            ruleset.phrase(state, option.command),
            percent(option.value),
            "best" if number == decision.best else verdict(option.value - best),
        )
        for number, option in enumerate(decision.options)
    ]
    name = seat_name(ruleset, state, decision.seat)
    return [
        "",
        f"Round {ruleset.round(state)}, {name} ({decision.side})",
        *rows(table, right=(1,), indent=2),
        f"  {position_of_state(ruleset, state)}",
    ]
