"""The file of settings: TOML with a table a command. What it says holds where neither a flag nor a variable speaks."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from affray.files import Node, Value

VARIABLE = "AFFRAY_CONFIG"


def defaults(ctx: click.Context, command: str) -> dict[str, Any]:
    """What the file of settings says for a command, by the names of its parameters.

    A file that `AFFRAY_CONFIG` names must be there, the one in the folder for settings need not. Every table and key
    is checked. Raises `BadInput` that names the file's line.
    """
    named = os.environ.get(VARIABLE)
    path = named or os.path.join(click.get_app_dir("affray"), "config.toml")
    if not named and not os.path.exists(path):
        return {}
    from affray.errors import nearest  # noqa: PLC0415 - only where there is a file
    from affray.files import read_document  # noqa: PLC0415

    group = ctx.command
    assert isinstance(group, click.Group)
    known = group.list_commands(ctx)
    root = read_document(path).root
    settings: dict[str, Any] = {}
    commands = root.keys()
    for name in commands:
        if name not in known:
            hint = nearest(name, known)
            raise root.child(name).error("no such command", received=name, allowed=", ".join(known), hint=hint)
        table = root.child(name).table()
        if name == command:
            found = group.get_command(ctx, name)
            assert found is not None
            settings = _read(table, found)
    return settings


def _read(table: Node, command: click.Command) -> dict[str, Any]:
    from affray.errors import nearest  # noqa: PLC0415

    options = {
        long.removeprefix("--"): one for one in command.params if isinstance(one, click.Option) for long in one.opts
    }
    settings: dict[str, Any] = {}
    keys = table.keys()
    for key in keys:
        value = table.child(key)
        option = options.get(key)
        if option is None or option.name is None:
            known = [name for name in options if not name.startswith("-")]
            hint = nearest(key, known)
            raise value.error("no such option", received=key, allowed=", ".join(known), hint=hint)
        settings[option.name] = _setting(value, option)
    return settings


def _setting(value: Value, option: click.Option) -> Any:
    """A value of the file as the option takes it; checked here, where the line is known."""
    from affray.errors import BadInput  # noqa: PLC0415

    if option.is_flag:
        return value.truth()
    if option.multiple:
        return [_one(item, option) for item in (value.values() if value.kind == "list" else [value])]
    try:
        return _one(value, option)
    except BadInput as error:
        if error.place.startswith("-"):
            raise value.error(error.problem, allowed=error.allowed, hint=error.hint) from None
        raise


def _one(value: Value, option: click.Option) -> Any:
    if value.kind not in ("integer", "text", "number"):
        raise value.error("text or a number is needed", received=None)
    try:
        return option.type.convert(value.raw, option, None)
    except click.BadParameter as error:
        raise value.error(error.message) from None
