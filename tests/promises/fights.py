"""Random fights of every ruleset, each made from a number."""

from __future__ import annotations

from random import Random
from typing import Any

from affray.fight import Fight
from affray.rules import find
from tests.rulesets.d20grid import brawl as d20grid
from tests.rulesets.knave import fuzz as knave
from tests.rulesets.skilldice import brawl as skilldice

RULESETS = ("knave", "skilldice", "d20grid")


def fight(ruleset: str, number: int) -> Fight:
    """A fight of unlike fighters, under several rulings that are not at their default in two of three."""
    source = Random(f"{ruleset} {number}")
    if ruleset == "knave":
        return knave.fuzzed(number, rulings=knave.readings(number) if number % 3 else {})
    kind: Any = skilldice if ruleset == "skilldice" else d20grid
    every = list(kind.options(find(ruleset)))
    made: Fight = kind.fight(source, dict(source.sample(every, 6)) if number % 3 else {})
    return made
