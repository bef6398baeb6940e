"""Options that several commands share, and the kinds of values that options take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from affray.errors import BadInput

if TYPE_CHECKING:
    from affray.fight import Fight

    WholeType = click.ParamType[int]
    TextType = click.ParamType[str]
    PairType = click.ParamType[tuple[str, str]]
else:  # older versions of click have no parameter here
    WholeType = TextType = PairType = click.ParamType

F = TypeVar("F", bound=Callable[..., Any])


def place(param: click.Parameter | None) -> str:
    """What a message calls an option or an argument: "--runs"."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.human_readable_name if param is not None else ""


class Whole(WholeType):
    """A whole number within a range, in ASCII digits: no 1e6, no 1_000."""

    name = "N"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        sign = text[:1] in ("-", "+")
        digits = text[1:] if sign else text
        plain = not isinstance(value, bool) and digits.isascii() and digits.isdigit()
        if not plain or len(digits) > 20 or not self.low <= int(text) <= self.high:
            raise BadInput(
                "out of range" if plain else "a whole number is needed",
                place=place(param),
                received=value,
                allowed=f"{self.low} to {self.high}",
                code="out_of_range",
            )
        return int(text)


class Seed(TextType):
    """Text of 1 to 64 visible characters: any such text is a seed."""

    name = "TEXT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from affray.checked import checked_seed  # noqa: PLC0415 - `--help` needs no rules

        return checked_seed(str(value), place(param))


class Chosen(PairType):
    """A ruling and its option, ID=OPTION, as a pair. Whether both exist is the ruleset's to say."""

    name = "ID=OPTION"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, option = str(value).partition("=")
        if not equals or not name.strip() or not option.strip():
            raise BadInput(
                "a ruling and its option are needed", place=place(param), received=value, hint="as in K08=auto_hit"
            )
        return name.strip(), option.strip()


def together(pairs: Sequence[tuple[str, str]], where: str = "--ruling") -> dict[str, str]:
    """The rulings that were given; one given twice is refused."""
    chosen: dict[str, str] = {}
    for name, option in pairs:
        if name in chosen:
            raise BadInput("given twice", place=where, received=name)
        chosen[name] = option
    return chosen


def json_option(command: F) -> F:
    """Adds `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def ruling_option(command: F) -> F:
    """Adds `--ruling ID=OPTION`, which may be given again and again."""
    about = "Play under another reading, as in K08=auto_hit; before what the file says. Repeatable."
    return click.option("--ruling", "rulings", type=Chosen(), multiple=True, help=about)(command)


def position_option(command: F) -> F:
    """Adds `--position TEXT`; `fight_from` reads it."""
    about = "A position in place of a file, as the word position prints it in affray play."
    return click.option("--position", metavar="TEXT", help=about)(command)


def fight_from(path: str | None, position: str | None, rulings: Sequence[tuple[str, str]]) -> Fight:
    """The fight in a file, or the one that goes on from a position: exactly one of them is needed."""
    from affray.fight import load, read_position  # noqa: PLC0415 - `--help` needs no rules

    if position is None:
        if path is None:
            context = click.get_current_context()
            argument = next(one for one in context.command.params if isinstance(one, click.Argument))
            name = f"'{argument.human_readable_name}'"
            raise click.MissingParameter("Or give a position with --position", context, argument, param_hint=name)
        return load(path, together(rulings))
    if path is not None:
        raise BadInput("in place of a file, not beside one", place="--position", received=path)
    if rulings:
        raise BadInput("a position has its own rulings", place="--ruling", hint=f"write {'='.join(rulings[0])} into it")
    return read_position(position)


def checked_method(method: str | None, names: Sequence[str], others: Sequence[str] = (), why: str = "") -> None:
    """Raises `BadInput` for a way that is none of `names`; one of the `others` is there, and `why` not for this."""
    if method is not None and method not in names:
        problem = why if method in others else "no such way"
        raise BadInput(problem, place="--method", received=method, allowed=", ".join(names))


def without(why: str, names: Sequence[str]) -> None:
    """Raises `BadInput` for the first of these parameters that the command line gives: `why` they mean nothing.

    What a variable or the file of settings says holds for the commands that it means something to.
    """
    context = click.get_current_context()
    for param in context.command.params:
        given = context.get_parameter_source(param.name or "") is click.core.ParameterSource.COMMANDLINE
        if param.name in names and given:
            raise BadInput(why, place=place(param), received=context.params[param.name])


def seed_option(command: F) -> F:
    """Adds `--seed`."""
    about = "1 to 64 visible characters; the same seed gives the same dice. Drawn and printed when it is not given."
    return click.option("--seed", type=Seed(), help=about)(command)


def db_option(command: F) -> F:
    """Adds `--db`; where neither it nor the command's own variable is given, AFFRAY_DB speaks for every command."""
    about = "The database: a file, or postgresql://… (by default a file in the data folder)."
    variables = [f"AFFRAY_{command.__name__.upper()}_DB", "AFFRAY_DB"]
    return click.option("--db", metavar="PATH|URL", envvar=variables, help=about)(command)


def drawn_seed() -> str:
    """A seed from the system, when nobody gave one."""
    import secrets  # noqa: PLC0415 - a seed that was given needs none

    return secrets.token_hex(8)
