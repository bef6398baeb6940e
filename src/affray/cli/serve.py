"""`affray serve`: the live table, for one room and everybody's phones in it."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import click

from affray.cli.options import Whole, db_option, json_option

if TYPE_CHECKING:
    from affray.server.live.room import Room
    from affray.server.web.site import Site

HOST, PORT = "0.0.0.0", 8470


@click.command()
@db_option
@click.option("--host", default=HOST, show_default=True, help="127.0.0.1 serves this machine alone.")
@click.option("--port", type=Whole(1, 65_535), default=PORT, show_default=True)
@click.option("--fight", metavar="FILE", help="Open a table with the fight in this file.")
@click.option("--no-example", is_flag=True, help="Open no example table where there is none.")
@click.option("--no-open", is_flag=True, help="Open no browser.")
@click.option("--no-compile", is_flag=True, help="Do not compile beforehand what simulations need.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="Another address people use. Repeatable.")
@click.option("--proxy", metavar="ADDRESS", help="Believe the forwarded headers of the proxy at this address.")
@click.option("--verbose", is_flag=True, help="A line for every request that was refused.")
@json_option
def serve(
    db: str | None,
    host: str,
    port: int,
    fight: str | None,
    no_example: bool,
    no_open: bool,
    no_compile: bool,
    origins: tuple[str, ...],
    proxy: str | None,
    verbose: bool,
    as_json: bool,
) -> None:
    """Serve the live table: a page for the referee, and one for everybody's phone.

    Prints a link for you, a link and a code to scan for the players, and opens your browser. Ctrl-C stops it; all that
    was answered is kept.
    """
    from affray.cli.output import warn  # noqa: PLC0415 - `affray --help` needs none of these
    from affray.cli.serve_page import announce, open_browser  # noqa: PLC0415
    from affray.server.reckoning import warming  # noqa: PLC0415
    from affray.server.store import place  # noqa: PLC0415
    from affray.server.web.addresses import bind, link, reached_at  # noqa: PLC0415
    from affray.server.web.app import create_app  # noqa: PLC0415
    from affray.server.web.rendering import compile_all  # noqa: PLC0415
    from affray.server.web.serving import serve as run  # noqa: PLC0415
    from affray.server.web.serving import write_log  # noqa: PLC0415
    from affray.server.web.site import ServerSettings, read_origin  # noqa: PLC0415

    text = None if fight is None else fight_text(fight)
    told = tuple(read_origin(origin) for origin in origins)
    database = place.find(db)
    listening = bind(host, port)
    try:
        address = told[0] if told else link(reached_at(host), port, "")
        app = create_app(ServerSettings(database=database, address=address, origins=told))
        site: Site = app.state.site
        write_log(warn, verbose)
        try:
            room = opened(site, text, not no_example)
            announce(site, room, host, port, place.shown(database), as_json)
        except BaseException:
            site.close()
            raise

        def ready() -> None:
            Thread(target=compile_all, daemon=True).start()
            if not no_compile:
                warming.begin()
            if not no_open:
                open_browser(site, host, port)

        run(app, listening, proxy, ready)
    finally:
        listening.close()
    click.echo("affray: stopped; everything is kept", err=True)


def fight_text(path: str) -> str:
    """The text of a fight file, which is a fight."""
    from affray.fight import parse  # noqa: PLC0415 - only with --fight
    from affray.files import FIGHT_LIMIT, decode, read_bytes  # noqa: PLC0415

    text = decode(read_bytes(path, FIGHT_LIMIT), path)
    parse(text, path)
    return text


def opened(site: Site, text: str | None, example: bool) -> Room | None:
    """The table that people are called to: a new one with a fight, the newest that can be opened, or the example."""
    from affray.cli.output import warn  # noqa: PLC0415 - `affray --help` needs none of these
    from affray.server.examples import FIRST  # noqa: PLC0415
    from affray.server.examples import example as example_of  # noqa: PLC0415
    from affray.server.faults import Refused  # noqa: PLC0415

    owner = site.owner.person
    if text is not None:
        return site.rooms.create(owner, text)
    there = site.rooms.tables(owner)
    for one in there:
        try:
            return site.rooms.room(one.table)
        except Refused as refused:  # whatever is wrong with one table, the others are served
            warn(f"“{one.title}”: {refused.fault.message}")
    if there:
        return None
    return site.rooms.create(owner, example_of(FIRST).text) if example else None
