"""`affray character`: roll a character or read one, do things with it, print its sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from affray.cli.options import PairType, Whole, drawn_seed, json_option, place, ruling_option, seed_option, together
from affray.errors import BadInput

if TYPE_CHECKING:
    from affray.dice import Dice
    from affray.fight import AnyRuleset
    from affray.rules import Characters


class Wished(PairType):
    """A wish and what is wished for, KEY=VALUE, as a pair."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        key, equals, wish = str(value).partition("=")
        if not equals or not key.strip() or not wish.strip():
            raise BadInput("a key and a value are needed", place=place(param), received=value, hint="as in weapon=bow")
        return key.strip(), wish.strip()


@click.command()
@click.argument("ruleset", required=False)
@click.option("--from", "source", metavar="FILE", help="Go on with the character in a file instead of rolling one.")
@click.option("--name", help="The name of a new character; without it one is found.")
@click.option("--level", type=Whole(1, 20), help="Let it rise to this level, at random; after --after.")
@click.option("--wish", "wishes", type=Wished(), multiple=True, help="Decide about a new character. Repeatable.")
@click.option("--after", "log", metavar="LOG", help="What a fight has done to it: the log of a fight that it was in.")
@click.option("--do", "steps", metavar="STEP", multiple=True, help="Do something with it, in this order. Repeatable.")
@seed_option
@click.option("--html", metavar="FILE", help="Write the sheet as a page that prints on A4 and Letter.")
@click.option("--save", metavar="FILE", help="Write the character to a file; --from reads it.")
@click.option("--fighter", is_flag=True, help="Print it as a fighter of a fight file.")
@ruling_option
@json_option
def character(
    ruleset: str | None,
    source: str | None,
    name: str | None,
    level: int | None,
    log: str | None,
    wishes: tuple[tuple[str, str], ...],
    steps: tuple[str, ...],
    seed: str | None,
    html: str | None,
    save: str | None,
    fighter: bool,
    rulings: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:
    """Roll a character by the rules of RULESET, or go on with one, and print its sheet.

    --wish weapon=bow, swap=str:wis, player=Mira, gear=shopping, leave=tent or spell_book=yes decide about a new
    one. --do takes, among others, night, haven, xp=moderate, level=str,dex,con, repair=sword, hire=Wat:laborer and
    successor.
    """
    from affray.cli.output import hint, say, say_json  # noqa: PLC0415 - after what costs nothing
    from affray.fight import read_rulings  # noqa: PLC0415
    from affray.interpret.every import outcomes  # noqa: PLC0415
    from affray.interpret.script import Streams, Trace, rolled  # noqa: PLC0415

    found, around, one = _read(source, ruleset)
    chosen = read_rulings(found, together(rulings), "--ruling")
    by_slug = {found.ruling(key).slug: option for key, option in chosen.items()}
    given = seed is not None
    seed = seed or drawn_seed()
    dice = Trace(rolled(Streams(seed, f"{seed}/hidden", 0)))
    if one is None:
        one = _rolled(around, dice, name, seed, wishes)
    elif wishes or name:
        raise BadInput("only for a new character", place="--wish" if wishes else "--name")
    told: list[str] = []
    if log is not None:
        one = _after(around, one, log)
    one = _risen(around, dice, one, level, by_slug)
    for step in steps:
        one, sentence = around.do(dice, one, step, by_slug)
        told.append(sentence)
    sheet = around.sheet(one, by_slug, outcomes)
    if save is not None:
        if not save.lower().endswith(".toml"):
            raise BadInput("a character is written as TOML", place="--save", received=save, allowed="a name in .toml")
        _write(save, _as_file(around, one), overwrite=save == source)
    if html is not None:
        from affray.cli.page import page  # noqa: PLC0415 - no other sheet needs Jinja

        _write(html, page(around.template(), around.filters, sheet), overwrite=False)
    if as_json:
        rolls = [[roll.name, list(roll.faces)] for roll in dice.rolls]
        more = {"fighter": around.fighter(one)} if fighter else {}
        say_json({**sheet, "rulings": chosen, "seed": seed, "rolls": rolls, "told": told, **more})
        return
    for sentence in told:
        hint(sentence)
    if fighter:
        from affray.files import toml  # noqa: PLC0415 - only here

        say(toml(around.fighter(one), "fighter").rstrip("\n"))
    else:
        for line in around.lines(sheet):
            say(line)
    if dice.rolls and not given:
        hint(f"seed {seed}")


def _read(source: str | None, ruleset: str | None) -> tuple[AnyRuleset, Characters[Any], Any | None]:
    """The ruleset, what it knows of characters, and the one in the file, where a file is given."""
    from affray.rules import find  # noqa: PLC0415 - `--help` needs no rules

    if source is None:
        if ruleset is None:
            raise click.MissingParameter("Or give a file with --from", param_hint="'RULESET'", param_type="argument")
        found = find(ruleset, "RULESET")
        return found, characters_of(found), None
    from affray.fight import chosen_ruleset  # noqa: PLC0415
    from affray.files import read_document  # noqa: PLC0415

    root = read_document(source).root
    told = root.text("ruleset", default=ruleset) if ruleset else root.text("ruleset")
    if ruleset is not None and told != ruleset:
        raise root.error("ruleset", f"this is no character of {ruleset}")
    found = chosen_ruleset(root)
    if found.characters is None:
        raise root.error("ruleset", "this ruleset makes no characters")
    around = found.characters()
    return found, around, around.read(root)


def characters_of(ruleset: AnyRuleset) -> Characters[Any]:
    """What a ruleset knows of characters; raises `BadInput` where that is nothing."""
    if ruleset.characters is None:
        raise BadInput("this ruleset makes no characters", place="RULESET", received=ruleset.id)
    return ruleset.characters()


def _rolled(around: Characters[Any], dice: Dice, name: str | None, seed: str, wishes: Sequence[tuple[str, str]]) -> Any:
    from affray.files import read_name  # noqa: PLC0415 - only for a new one
    from affray.rules import Wish  # noqa: PLC0415

    checked = around.checked(Wish.together(wishes, around.wishes, "--wish"))
    return around.create(dice, around.name_for(seed) if name is None else read_name(name, "--name"), checked)


def _risen(around: Characters[Any], dice: Dice, one: Any, level: int | None, rulings: Mapping[str, str]) -> Any:
    """The character at this level; none goes back."""
    now = around.level(one)
    if level is not None and level < now:
        raise BadInput("the character is above that level", place="--level", received=level, allowed=f"from {now} on")
    for _ in range(0 if level is None else level - now):
        one = around.rise(dice, one, rulings)
    return one


def _after(around: Characters[Any], one: Any, log: str) -> Any:
    """The character after the fight in a log: the fighter of its name."""
    from affray.errors import visible  # noqa: PLC0415 - only here
    from affray.files import LOG_LIMIT, read_bytes  # noqa: PLC0415
    from affray.table.replay import open_log  # noqa: PLC0415

    table = open_log(read_bytes(log, LOG_LIMIT), visible(log))
    if table.outcome is None:
        raise BadInput("the fight is not over", place="--after", received=log)
    name = str(around.plain(one)["name"])
    names = [fighter.name for fighter in table.ruleset.standings(table.state)]
    if name not in names:
        raise BadInput("nobody in that fight is called so", place="--after", received=name, allowed=", ".join(names))
    return around.back(one, table.state, names.index(name))


def _as_file(around: Characters[Any], one: Any) -> str:
    from affray.files import toml  # noqa: PLC0415 - only where it is saved

    return toml(around.plain(one))


def _write(path: str, text: str, overwrite: bool) -> None:
    from affray.files import write_aside  # noqa: PLC0415 - only where something is written

    write_aside(path, text.encode(), overwrite=overwrite)
