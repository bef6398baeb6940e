"""`affray roll EXPR`: roll dice text, all faces shown."""

from __future__ import annotations

import click

MOST_SEED = 64


# -2d6kh1 is an expression: no option of one letter may be found in it, -h least of all
@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("expression", nargs=-1, required=True, metavar="EXPR")
@click.option("--seed", metavar="TEXT", help="1 to 64 visible characters; the same seed rolls the same faces.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def roll(expression: tuple[str, ...], seed: str | None, as_json: bool) -> None:
    """Roll dice, as in "4d6kh3 + 2", and show every face.

    ~3~ was dropped or rerolled, 6! made another die roll, 1->2 counts as 2. Without --seed a new one is made and
    named, so that the roll can be repeated.
    """
    import secrets  # noqa: PLC0415 - `affray --help` needs none of these

    from affray.errors import visible  # noqa: PLC0415
    from affray.interpret.roll import face, words  # noqa: PLC0415
    from affray.notation import parse, show  # noqa: PLC0415
    from affray.notation import roll as throw  # noqa: PLC0415

    tree = parse(" ".join(expression))
    given = seed is not None
    seed = checked_seed(seed) if seed is not None else secrets.token_hex(8)
    source = words(seed, 0, "roll", 0)
    result = throw(tree, lambda sides: face(source, sides))
    if as_json:
        import json  # noqa: PLC0415

        pools = [
            {
                "text": pool.text,
                "sides": pool.sides,
                "labels": list(pool.labels),
                "total": pool.total,
                "cut": pool.cut,
                "dice": [
                    {"faces": list(die.faces), "value": die.value, "kept": die.kept, "exploded": die.exploded}
                    for die in pool.dice
                ],
            }
            for pool in result.pools
        ]
        document = {
            "schema": 1,
            "expression": show(tree),
            "seed": seed,
            "generator": "blake2-16",
            "value": result.value,
            "cut": result.cut,
            "trace": result.trace,
            "pools": pools,
        }
        click.echo(json.dumps(document, separators=(",", ":")))
        return
    click.echo(result.trace)
    if not given:
        click.echo(f"seed {visible(seed)}", err=True)


def checked_seed(seed: str) -> str:
    """The seed, if it is 1 to 64 visible characters."""
    from affray.errors import BadInput  # noqa: PLC0415 - see above

    if not 1 <= len(seed) <= MOST_SEED or not seed.isprintable() or not seed.strip():
        raise BadInput("seed", place="--seed", received=seed, allowed=f"1–{MOST_SEED} visible characters")
    return seed
