"""The group of all commands: which there are, where each lives, and what an option may be set by."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from affray.__about__ import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "odds": "the exact odds of dice, of a formula, or of a whole fight",
    "roll": "roll dice",
    "play": "play a fight at the terminal",
    "simulate": "play a fight many times and count",
    "solve": "the value of a fight and the best commands, under best play",
    "compare": "the difference of two fights, or of two readings",
    "convert": "stat blocks of other books as fighters, with the working and what is asked",
    "character": "roll a character, or go on with one: its sheet, rest, levels, repairs",
    "day": "an adventuring day of several fights, many times or once",
    "replay": "play a log again",
    "rules": "the clauses, the code that implements them, and the rulings",
    "serve": "the live table, for one room and everybody's phones",
    "backup": "the live table's database copied to a file, in use or not",
    "restore": "the live table's database made out of a backup",
    "copy": "the live table's database copied to another place, as to PostgreSQL",
    "doctor": "versions, data folder, database, LAN address, port",
}
"""Every command with its line of help; it lives in the module of its name, under its own name."""


PREFIX = "AFFRAY"


def long_name(option: click.Option) -> str:
    """An option's long name as a word: --to-day is to_day."""
    return max(option.opts, key=len).removeprefix("--").replace("-", "_")


class Commands(click.Group):
    """Commands that are imported when they are called, and one place where whatever fails is told."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"affray.cli.{cmd_name}"), cmd_name)
        for option in found.params:
            if isinstance(option, click.Option) and not option.envvar:
                # By itself click would take the name of the function's parameter, which is not always the option's.
                option.envvar = f"{PREFIX}_{cmd_name}_{long_name(option)}".upper()
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from affray.errors import nearest, quoted  # noqa: PLC0415 - only a mistake needs them

            hint = nearest(name, list(COMMANDS)) or f"commands: {', '.join(COMMANDS)}"
            raise click.UsageError(f"no such command {quoted(name)}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only a shell that completes asks

        # Click would import every command for its line of help.
        found = [CompletionItem(name, help=about) for name, about in COMMANDS.items() if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs a command line; leaves with its exit code, or returns it where `standalone_mode` is off."""
        from affray.cli.failing import guarded  # noqa: PLC0415 - beside what it guards

        run = partial(super().main, args, prog_name, complete_var, standalone_mode=False)
        code = guarded(partial(run, windows_expand_args=windows_expand_args, **extra))
        if standalone_mode:
            sys.exit(code)
        return code


def show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """`--version`: the version alone on a line."""
    if value and not ctx.resilient_parsing:
        click.echo(f"affray {__version__}")
        ctx.exit()


EPILOG = (
    "An option is set by its flag, else by the variable AFFRAY_<COMMAND>_<OPTION>, else by the table of the command in "
    "the file that AFFRAY_CONFIG names (by default affray/config.toml in the folder for settings)."
)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    epilog=EPILOG,
    context_settings={"auto_envvar_prefix": PREFIX, "help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    allow_from_autoenv=False,
    callback=show_version,
    help="Show the version and leave.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Tabletop combat that is rules-exact and honest about its odds."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)
    from affray.cli.config import defaults  # noqa: PLC0415 - --help needs no settings

    command = ctx.invoked_subcommand
    ctx.default_map = {command: defaults(ctx, command)}
