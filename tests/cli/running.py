"""Runs command lines in this process or in one of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from affray.cli.group import cli

ROOT = Path(__file__).resolve().parents[2]
DUEL = str(ROOT / "examples" / "duel.toml")
DOORWAY = str(ROOT / "examples" / "doorway.toml")
FORD = str(ROOT / "examples" / "goblins_at_the_ford.toml")

NO_SETTINGS = {
    "AFFRAY_CONFIG": "",
    "HOME": "/nonexistent",
    "XDG_CONFIG_HOME": "/nonexistent",
    "APPDATA": "/nonexistent",
}

FIGHTER = """
[[fighter]]
name = "{name}"
side = "{side}"
hp = {hp}
attack = {attack}
armor = {armor}
weapons = [{{ name = "sword", die = "d8" }}]
"""


def fighter(name: str, side: str, hp: int = 8, attack: int = 2, armor: int = 13) -> str:
    return FIGHTER.format(name=name, side=side, hp=hp, attack=attack, armor=armor)


def fight(path: Path, *fighters: str, top: str = "") -> str:
    path.write_text('ruleset = "knave"\n' + top + "".join(fighters), encoding="utf-8")
    return str(path)


def run(*args: str, typed: str | None = None, env: Mapping[str, str] | None = None) -> Result:
    """In this process; with nothing typed, standard input is empty."""
    return CliRunner().invoke(cli, list(args), prog_name="affray", input=typed, env={**NO_SETTINGS, **(env or {})})


def said(*args: str, typed: str | None = None) -> str:
    """What a command that succeeds prints."""
    result = run(*args, typed=typed)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def document(*args: str) -> Any:
    """The JSON document of a command that succeeds: the only thing it prints."""
    text = said(*args, "--json")
    assert text.endswith("\n")
    found = json.loads(text)
    assert found["schema"] == 1
    return found


def refused(*args: str, code: int = 2) -> str:
    """The message of a command that fails: nothing else is printed, and no traceback."""
    result = run(*args)
    assert result.exit_code == code, result.stdout + result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


def environment(env: Mapping[str, str] | None = None) -> dict[str, str]:
    here = {name: value for name, value in os.environ.items() if not name.startswith(("AFFRAY_", "COV_"))}
    return {**here, **NO_SETTINGS, "PYTHONPATH": str(ROOT / "src"), **(env or {})}


def process(*args: str, env: Mapping[str, str] | None = None, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """In a process of its own."""
    command = [sys.executable, "-m", "affray", *args]
    return subprocess.run(command, env=environment(env), capture_output=True, check=False, timeout=60, **more)


def interrupted(*args: str, after: float) -> tuple[bytes, bytes]:
    """What a process prints that gets an interrupt so many seconds after it was started: output, and messages."""
    running = subprocess.Popen(
        [sys.executable, "-m", "affray", *args],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # whoever runs the tests in the background ignores interrupts, and a child would inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    try:
        time.sleep(after)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    assert b"Traceback" not in err
    return out, err
