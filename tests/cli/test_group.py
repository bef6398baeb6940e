"""The group of commands: help, mistakes, settings, streams."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import click
import pytest
from click.testing import CliRunner

from affray.__about__ import __version__
from affray.cli import main
from affray.cli.group import COMMANDS, cli
from tests.cli.running import DUEL, NO_SETTINGS, document, environment, fight, fighter, process, refused, run, said


def test_help_lists_every_command() -> None:
    text = said("--help")
    for name, about in COMMANDS.items():
        assert name in text
        assert about.split(",")[0] in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_has_help(name: str) -> None:
    assert "--json" in said(name, "--help")


def test_version() -> None:
    assert said("--version") == f"affray {__version__}\n"


def test_no_arguments_is_bad_input_with_the_usage() -> None:
    assert "Usage: affray" in refused()


@pytest.mark.parametrize(
    ("word", "hint"), [("odd", "did you mean odds?"), ("simulat", "simulate"), ("zzz", "odds, roll")]
)
def test_an_unknown_command_names_the_nearest(word: str, hint: str) -> None:
    assert hint in refused(word, "3d6")


def test_control_characters_are_shown_as_escapes() -> None:
    for args in (
        ["a\x1b[2J"],
        ["odds", "a\x1b[2J.toml"],
        ["odds", "3d6", "--\x1b[2J"],
        ["rules", "\x1b[2J"],
        ["play", "a", "\x1b[2J"],
    ):
        message = refused(*args)
        assert "\x1b" not in message
        assert "\\x1b" in message


def test_what_begins_with_a_minus() -> None:
    assert "affray odds -- -1" in refused("odds", "-1d6")
    assert "-3.5" in said("odds", "--", "-1d6")


@pytest.mark.parametrize("command", ["roll", "odds", "simulate", "compare", "replay", "play"])
def test_what_a_command_needs_is_named(command: str) -> None:
    assert "Missing argument" in refused(command)


def test_main_returns_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "2d6"]) == 0
    assert main(["odds", "2d"]) == 2
    assert capsys.readouterr().err.startswith("affray: ")


HEAVY = (
    "affray.rulesets",
    "affray.rules",
    "affray.fight",
    "affray.cli.odds",
    "msgspec",
    "numpy",
    "fractions",
    "tomllib",
)


@pytest.mark.parametrize("args", [["--help"], ["--version"]])
def test_help_imports_no_command_and_no_ruleset(args: list[str]) -> None:
    lines = [
        "import sys",
        "from affray.cli import main",
        f"code = main({args!r})",
        "print(*sys.modules, file=sys.stderr)",
    ]
    program = "\n".join([*lines, "sys.exit(code)"])
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, check=True, text=True
    )
    loaded = done.stderr.split()
    assert not [name for name in loaded if name.startswith(HEAVY)]


UNNEEDED = {
    "numpy",
    "numba",
    "hashlib",
    "importlib.resources",
    "pathlib",
    "affray.notation.odds",
    "affray.interpret.draws",
}
"""What costs most of all that the odds of a small fight need nothing of."""


def test_the_odds_of_a_fight_load_only_what_they_need(tmp_path: Path) -> None:
    path = fight(tmp_path / "a.toml", fighter("Ana", "party"), fighter("Rook", "foes"))
    lines = [
        "import sys, click, msgspec, tomllib",
        "before = set(sys.modules)",
        "from affray.cli import main",
        f"main(['odds', {path!r}])",
        "print(*set(sys.modules) - before, file=sys.stderr)",
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], env=environment(), capture_output=True, check=True, text=True
    )
    loaded = done.stderr.split()
    assert "affray.interpret.by_sides" in loaded
    assert UNNEEDED.isdisjoint(loaded)


def test_help_is_quick() -> None:
    def best(command: list[str]) -> float:
        times = []
        for _ in range(3):
            start = perf_counter()
            subprocess.run(command, env=environment(), capture_output=True, check=True)
            times.append(perf_counter() - start)
        return min(times)

    bare = best([sys.executable, "-c", "pass"])
    assert best([sys.executable, "-m", "affray", "--help"]) < 8 * 10 * bare  # 8 times is the aim, 5 was measured


# Settings: the file, then the environment, then flags


def test_a_variable_sets_an_option() -> None:
    result = run("simulate", DUEL, env={"AFFRAY_SIMULATE_RUNS": "30", "AFFRAY_SIMULATE_SEED": "here"})
    assert "30 fights, seed here" in result.stdout


def test_a_variable_is_checked_like_a_flag() -> None:
    result = run("simulate", DUEL, env={"AFFRAY_SIMULATE_RUNS": "1e6"})
    assert result.exit_code == 2
    assert "--runs" in result.stderr


def test_the_file_of_settings_then_the_environment_then_flags(tmp_path: Path) -> None:
    file = tmp_path / "affray.toml"
    file.write_text(
        '[simulate]\nruns = 20\nseed = "file"\nruling = ["K08=split"]\n[odds]\njson = true\n', encoding="utf-8"
    )
    env = {"AFFRAY_CONFIG": str(file)}
    assert "20 fights, seed file" in run("simulate", DUEL, env=env).stdout
    both = {**env, "AFFRAY_SIMULATE_SEED": "variable"}
    assert "20 fights, seed variable" in run("simulate", DUEL, env=both).stdout
    assert "20 fights, seed flag" in run("simulate", DUEL, "--seed", "flag", env=both).stdout
    assert run("odds", "3d6", env=env).stdout.startswith("{")
    again = run("odds", "knave.attack", "bonus=0", "armor=20", "die=6", env={"AFFRAY_ODDS_RULING": "K08=split"})
    assert "K08=split" in again.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[simulate]\nrun = 20\n", "affray.toml:2: simulate.run: no such option, got 'run'"),
        ("[simulate]\n\nruns = 0\n", "affray.toml:3: simulate.runs: out of range"),
        ("[simulat]\n", "did you mean simulate?"),
        ("[simulate]\njson = 3\n", "affray.toml:2: simulate.json: yes or no is needed"),
        ("[simulate]\nruns = []\n", "affray.toml:2"),
        ("[simulate]\nruling = [1979-05-27]\n", "affray.toml:2"),
        ("runs = 20\n", "affray.toml:1"),
        ("[simulate\n", "affray.toml:1"),
    ],
)
def test_mistakes_in_the_file_of_settings(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "affray.toml"
    file.write_text(text, encoding="utf-8")
    result = run("simulate", DUEL, env={"AFFRAY_CONFIG": str(file)})
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_named_file_of_settings_must_be_there() -> None:
    result = run("simulate", DUEL, env={"AFFRAY_CONFIG": "/nonexistent/affray.toml"})
    assert result.exit_code == 2
    assert "no such file" in result.stderr


def test_the_folder_for_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.toml").write_text("[simulate]\nruns = 40\n", encoding="utf-8")
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(tmp_path))
    assert "40 fights" in said("simulate", DUEL)


# Streams


def test_shell_completion() -> None:
    def complete(words: str) -> str:
        env = {"_AFFRAY_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
        program = "import sys; from affray.cli import main; sys.exit(main())"
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment(env), capture_output=True, check=True, text=True
        )
        return done.stdout

    assert complete("affray si") == "plain,simulate\n"
    assert "plain,--runs" in complete("affray simulate --ru")


def test_a_reader_who_leaves_gets_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "affray", "rules"]
    with os.fdopen(write, "wb") as pipe:
        done = subprocess.run(command, env=environment(), stdout=pipe, stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.stderr == b""
    assert done.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_a_failure_with_a_reason() -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "affray", "rules"]
        done = subprocess.run(command, env=environment(), stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 1
    assert b"space" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "LANG": "C"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_any_encoding_will_do(tmp_path: Path, env: dict[str, str]) -> None:
    path = fight(tmp_path / "🧝.toml", fighter("Ana 🧝\u200d♀️", "party"), fighter("Åsa", "foes"))
    for args in (
        ["play", path, "--auto", "--seed", "a"],
        ["odds", path],
        ["odds", path, "--json"],
        ["odds", path + "x"],
    ):
        done = process(*args, env=env)
        assert b"Traceback" not in done.stderr
        assert b"Error" not in done.stderr
        assert done.returncode == (2 if args[-1].endswith("x") else 0)


def test_joiners_are_printed_and_escapes_are_not(tmp_path: Path) -> None:
    path = fight(tmp_path / "a.toml", fighter("🧝\u200d♀️", "party"), fighter("می\u200cخواهم", "foes"))
    text = said("play", path, "--auto", "--seed", "a")
    assert "🧝\u200d♀️ attacks می\u200cخواهم" in text


def test_an_unexpected_error_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError("oh\x1b")

    monkeypatch.setattr("affray.cli.odds.kind_of", broken)
    message = refused("odds", "3d6", code=1)
    assert message.count("\n") == 1
    assert "ZeroDivisionError: oh\\x1b" in message


def test_an_interrupt_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("affray.cli.odds.kind_of", interrupted)
    assert "interrupted" in refused("odds", "3d6", code=130)


@pytest.mark.parametrize("no_color", ["", "1"])
def test_no_color(no_color: str) -> None:
    args = ["play", DUEL, "--auto", "--seed", "a"]
    env = {**NO_SETTINGS, "NO_COLOR": no_color}
    result = CliRunner().invoke(cli, args, prog_name="affray", color=True, env=env)  # as on a terminal
    assert ("\x1b" in result.stdout) is not bool(no_color)


@pytest.mark.parametrize(
    "args",
    [
        ["odds", "3d6"],
        ["odds", "knave.save", "bonus=2"],
        ["odds", DUEL],
        ["odds", DUEL, "--commands"],
        ["roll", "3d6"],
        ["play", DUEL, "--auto"],
        ["simulate", DUEL, "--runs", "10"],
        ["rules"],
        ["rules", "knave"],
        ["rules", "knave.attack.hit"],
        ["rules", "K08"],
        ["rules", "tactics"],
    ],
)
def test_json_is_one_document(args: list[str]) -> None:
    document(*args)
