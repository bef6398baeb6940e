"""`affray rules`: clauses, code, rulings and what they change."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from affray.rules import find
from tests.cli.running import ROOT, document, refused, said

KNAVE = find("knave")


def test_the_list() -> None:
    found = document("rules")
    [knave] = [one for one in found["rulesets"] if one["ruleset"] == "knave"]
    assert [one["id"] for one in knave["clauses"]] == list(KNAVE.clauses())
    assert [one["id"] for one in knave["rulings"]] == [one.id for one in KNAVE.rulings]
    assert "knave.attack" in knave["formulas"]
    text = said("rules")
    for name in (*KNAVE.clauses(), *(one.id for one in KNAVE.rulings)):
        assert name in text
    assert said("rules", "knave") in text + "\n"


@pytest.mark.parametrize("name", KNAVE.clauses())
def test_every_clause(name: str) -> None:
    found = document("rules", name)
    assert found["text"] == KNAVE.clauses()[name]
    for one in found["code"]:
        lines = (ROOT / "src" / one["file"]).read_text(encoding="utf-8").splitlines()
        nearby = "\n".join(lines[one["line"] - 1 : one["line"] + 45])
        assert f"def {one['function']}(" in nearby
    assert name in said("rules", name)


def test_a_clause_with_its_code_and_its_rulings() -> None:
    text = said("rules", "knave.attack.hit")
    assert "attack  affray/rulesets/knave/formulas.py:" in text
    assert "K08 natural_20 = literal" in text


def test_a_reading_without_options_shows_the_clauses_that_tell_it() -> None:
    text = said("rules", "K05")
    assert text.startswith("K05 has no options")
    assert "knave.turn.action" in text
    assert document("rules", "K05")["options"] == []
    assert "no such clause" in refused("rules", "K99")


@pytest.mark.parametrize("ruling", KNAVE.rulings, ids=lambda ruling: ruling.id)
def test_every_ruling_shows_that_its_options_differ(ruling: object) -> None:
    found = document("rules", ruling.id)  # type: ignore[attr-defined]
    options = found["witness"]["options"]
    assert len(options) == len(found["options"])
    shown = [tuple(lines) for lines in options.values()]
    assert len(set(shown)) == len(shown)
    assert all(shown)


def test_a_ruling() -> None:
    text = said("rules", "K08")
    assert text == said("rules", "natural_20") == said("rules", "knave.K08")
    assert "Does a natural 20 that does not beat the armor still hurt?" in text
    assert "literal (default), auto_hit, needs_hit, split" in text
    # +0 against armor 20, d6: only the 20 does anything; auto_hit deals two dice
    assert "damage: mean 0.35 (7/20), not 0 in 5.00 %" in text
    assert "house" in said("rules", "K17")
    assert "house" not in text
    assert "N        1 to 10" in said("rules", "K25")


def test_tactics() -> None:
    found = document("rules", "tactics")
    assert [one["name"] for one in found["tactics"]["knave"]][: len(KNAVE.tactics)] == list(KNAVE.tactics)
    assert [one["name"] for one in found["tactics"]["knave"] if one["default"]] == ["first"]
    assert "first (default)" in said("rules", "tactics")


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("knav", "knave"),
        ("knave.attack.hot", "knave.attack.hit"),
        ("K088", "K08"),
        ("tactic", "tactics"),
        ("zzzzzz", "lists"),
    ],
)
def test_what_is_not_there(word: str, hint: str) -> None:
    assert hint in refused("rules", word)


def test_a_checkout_may_be_called_as_the_package_is(tmp_path: Path) -> None:
    copied = tmp_path / "affray" / "src"
    shutil.copytree(ROOT / "src", copied)
    command = [sys.executable, "-m", "affray", "rules", "knave.attack.hit"]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(copied)}, capture_output=True, text=True, check=True, timeout=60
    )
    assert "attack  affray/rulesets/knave/formulas.py:" in done.stdout
