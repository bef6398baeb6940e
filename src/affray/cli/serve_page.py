"""What `affray serve` prints when it starts, and the browser that it opens."""

from __future__ import annotations

import os
import sys
from threading import Thread
from typing import TYPE_CHECKING

import click

from affray.__about__ import __version__
from affray.cli.output import say, say_json, warn
from affray.server.web.addresses import is_local, link, seen_here

if TYPE_CHECKING:
    from affray.server.live.room import Room
    from affray.server.web.site import Site

PLAIN = (
    "WARNING: this is plain http: whoever is in this network can read along and take over a seat. Use a network that "
    "you trust. --host 127.0.0.1 keeps it to this machine; a proxy with TLS before it (--origin) keeps it secret."
)


def announce(site: Site, room: Room | None, host: str, port: int, database: str, as_json: bool) -> None:
    """Prints the owner's link with their key, and the players' with the code of the table; both are secrets."""
    key = f"/#{site.sessions.owner_key}"
    links = [link(seen_here(host), port, key)]
    if site.address + key not in links and (not is_local(host) or site.settings.origins):
        links.append(site.address + key)
    code = None if room is None else room.code()
    join = f"{site.address}/join#{code}" if code else None
    if as_json:
        table = None if room is None else room.table
        say_json({"address": site.address, "database": database, "owner": links, "table": table, "players": join})
    else:
        say(f"affray {__version__}: the live table", bold=True)
        say(f"database  {database}")
        for name, one in zip(("you", ""), links, strict=False):
            say(f"{name:<10}{one}")
        if room is not None and join is not None:
            say(f"players   {join}")
            say(f"          for the table “{room.title}”, code {code}")
            say()
            click.echo(code_to_scan(join))
        say()
        say("Ctrl-C stops it")
    if not is_local(host) and not site.address.startswith("https:"):
        warn(PLAIN)


def code_to_scan(text: str) -> str:
    """A QR code in characters: two rows of it a line, dark on light whatever the terminal's colours are."""
    import io  # noqa: PLC0415 - beside what draws into it

    import segno  # noqa: PLC0415 - `affray --help` draws none

    page = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(page, compact=True)
    lines = page.getvalue().rstrip("\n").split("\n")
    return "\n".join(click.style(line, fg="bright_white", bg="black") for line in lines)


def open_browser(site: Site, host: str, port: int) -> None:
    """Opens the owner's page where there is a screen to open it on."""
    if not has_screen():
        return
    import webbrowser  # noqa: PLC0415 - only here

    address = link(seen_here(host), port, f"/#{site.sessions.owner_key}")
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def has_screen() -> bool:
    """Whether somebody sits before this machine."""
    if os.environ.get("SSH_CONNECTION"):
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
