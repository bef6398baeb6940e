"""`affray roll EXPR`: roll dice text, all faces shown."""

from __future__ import annotations

import click

from affray.cli.options import Seed, json_option
from affray.cli.output import say_json


# -2d6kh1 is an expression: no option of one letter may be found in it, -h least of all
@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("expression", nargs=-1, required=True, metavar="EXPR")
@click.option("--seed", type=Seed(), help="1 to 64 visible characters; the same seed rolls the same faces.")
@json_option
def roll(expression: tuple[str, ...], seed: str | None, as_json: bool) -> None:
    """Roll dice, as in "4d6kh3 + 2", and show every face.

    ~3~ was dropped or rerolled, 6! made another die roll, 1->2 counts as 2. Without --seed a new one is made and
    named, so that the roll can be repeated.
    """
    import secrets  # noqa: PLC0415 - `affray --help` needs none of these

    from affray.errors import visible  # noqa: PLC0415
    from affray.notation import parse  # noqa: PLC0415
    from affray.telling.dice_text import roll_document, thrown  # noqa: PLC0415

    tree = parse(" ".join(expression))
    given = seed is not None
    seed = secrets.token_hex(8) if seed is None else seed
    result = thrown(tree, seed)
    if as_json:
        say_json(roll_document(tree, result, seed))
        return
    click.echo(result.trace)
    if not given:
        click.echo(f"seed {visible(seed)}", err=True)
