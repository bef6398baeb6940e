"""`affray odds`: the exact odds of dice, of a formula of a ruleset, or of a whole fight."""

from __future__ import annotations

import os
import re
from typing import Any

import click

from affray.cli.options import (
    Chosen,
    Seed,
    Whole,
    checked_method,
    drawn_seed,
    fight_from,
    json_option,
    position_option,
    without,
)
from affray.errors import BadInput
from affray.limits import EXACT, MOST_RUNS, RUNS, SAMPLED

FORMULA = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*", re.ASCII)
DICE = re.compile(r"[\s(+-]*(?:[0-9]|d[0-9%]|(?:adv|dis)\b)", re.ASCII | re.IGNORECASE)
FILES = (".toml", ".json")
METHODS = (*EXACT, *SAMPLED)


@click.command()
@click.argument("what", nargs=-1, metavar="EXPR | RULESET.FORMULA k=v ... | FIGHT")
@position_option
@click.option(
    "--ruling", "rulings", type=Chosen(), multiple=True, help="Another reading, as in K08=auto_hit. Repeatable."
)
@click.option("--exact", is_flag=True, help="Of a fight: fractions, however long they take.")
@click.option("--commands", is_flag=True, help="Of a fight: every command that may be given now, with its odds.")
@click.option(
    "--budget",
    type=Whole(1, 86_400),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="Of a fight: give up then.",
)
@click.option("--method", metavar="|".join(METHODS), help="Of a fight: this way alone; exact: no interval.")
@click.option("--runs", type=Whole(1, MOST_RUNS), help=f"Of a fight that is sampled: how many.  [default: {RUNS}]")
@click.option("--seed", type=Seed(), help="Of a fight that is sampled; drawn and printed when it is not given.")
@json_option
def odds(
    what: tuple[str, ...],
    position: str | None,
    rulings: tuple[tuple[str, str], ...],
    exact: bool,
    commands: bool,
    budget: int,
    method: str | None,
    runs: int | None,
    seed: str | None,
    as_json: bool,
) -> None:
    """The exact odds of dice text, of a formula, or of a whole fight from its start or from a position.

    \b
    affray odds 2d20kh1+3
    affray odds knave.attack bonus=2 armor=14 die=8 edge=1 K08=auto_hit
    affray odds examples/duel.toml
    affray odds examples/duel.toml --commands

    What begins with a minus goes after two: affray odds -- -1d6

    A fight is solved by the fastest way that knows all of it, and the answer says which: two sides in turn (sides), the
    ruleset's order of play on whole numbers (machine), or its states merged (lump). One that is too large for all of
    them gets an interval that is certain (bounded). Only where --method asks for it is a fight played many times and
    counted (compiled, turns, plain), as affray simulate does.
    """  # noqa: D301 - click's mark for lines that stay as they are
    first = "".join(what[:1])
    kind = kind_of(first) if what and position is None else "fight"
    if kind != "fight" and (exact or commands or method):
        place = "--exact" if exact else "--commands" if commands else "--method"
        raise BadInput("that is for fights", place=place, received=first)
    checked_method(method, METHODS)
    if method == "bounded":
        without("an interval is no fraction", ["exact"])
    if method in SAMPLED:
        without("a sample is no fraction", ["exact"])
    else:
        without("for what is sampled, as by --method plain", ["runs", "seed"])
    if kind == "formula":
        from affray.cli.odds_formula import odds_of_formula  # noqa: PLC0415 - one of four ways

        odds_of_formula(first, what[1:], rulings, as_json)
    elif kind == "dice":
        from affray.cli.odds_text import odds_of_text  # noqa: PLC0415

        if rulings:
            raise BadInput("dice have no rulings", place="--ruling", received=rulings[0][0])
        click.echo(odds_of_text(" ".join(what), as_json))
    else:
        if what[1:]:
            raise BadInput("one fight at a time", place="argument", received=what[1])
        fight = fight_from(first if what else None, position, rulings)
        if commands:
            from affray.cli.odds_commands import odds_of_commands  # noqa: PLC0415

            odds_of_commands(fight, as_json)
        elif method in SAMPLED:
            from affray.cli.odds_sampled import sampled_odds  # noqa: PLC0415

            sampled_odds(fight, method, runs or RUNS, seed or drawn_seed(), as_json)
        else:
            from affray.cli.odds_fight import odds_of_fight  # noqa: PLC0415

            way: Any = method
            odds_of_fight(fight, first, exact, budget, way, as_json)


def kind_of(text: str) -> str:
    """Whether an argument is a formula, a fight's file or dice text.

    A slash makes a path of what does not begin as dice do: `7d6//2` is dice.
    """
    is_file = text.lower().endswith(FILES)
    if FORMULA.fullmatch(text) and not is_file and (text.partition(".")[0] in _built_in() or not _exists(text)):
        return "formula"
    if is_file or _exists(text) or (("/" in text or "\\" in text) and not DICE.match(text)):
        return "fight"
    return "dice"


def _built_in() -> dict[str, str]:
    from affray.rules import BUILT_IN  # noqa: PLC0415

    return BUILT_IN


def _exists(text: str) -> bool:
    return bool(text.strip()) and os.path.exists(text)
