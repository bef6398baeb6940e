"""The data that comes with the rules: every table is a fighter, and the six trios are there."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest

from affray.files import distinct, parse_document
from affray.rulesets.skilldice import content, ruleset
from affray.rulesets.skilldice.formulas import DICE
from tests.rulesets.skilldice.fights import fight, foe, state_of, unit

EVERYBODY: dict[str, Mapping[str, Any]] = {**content.characters(), **content.people()}


def test_the_six_ways_to_give_three_dice() -> None:
    found = [(one["body"], one["mind"], one["soul"]) for one in content.characters().values()]
    assert sorted(found) == sorted(permutations((4, 6, 12)))


def test_a_dozen_others_at_least() -> None:
    assert len(content.people()) >= 12
    assert not {*content.people()} & {*content.characters()}


@pytest.mark.parametrize("name", EVERYBODY)
def test_everybody_is_a_fighter_of_a_fight_file(name: str) -> None:
    fields = {key: value for key, value in EVERYBODY[name].items() if key not in ("name", "about")}
    state = state_of(fight(unit(name, **fields), foe()))
    assert state.profiles[0].sides == (fields["body"], fields["mind"], fields["soul"])
    assert state.profiles[0].weapon == fields.get("weapon", "none")
    assert EVERYBODY[name]["about"].endswith(".")


def test_every_kind_of_weapon_and_armour_is_met() -> None:
    people = EVERYBODY.values()
    assert {one.get("weapon", "none") for one in people} == {"slashing", "piercing", "crushing", "none"}
    assert any(one.get("ranged") for one in people)
    assert any(one.get("body_unarmoured") for one in people)


def test_difficulty_has_every_die() -> None:
    assert content.difficulty() == dict(
        zip(("easy", "moderate", "challenging", "high", "impossible"), DICE, strict=True)
    )


def test_the_files_are_handed_out_with_their_source() -> None:
    texts = ruleset.content()
    assert set(texts) == set(content.FILES)
    for text in texts.values():
        assert "Jeff Adams, CC BY 4.0" in " ".join(text.replace("# ", "").split())
    nodes = parse_document(texts["people.toml"], "people.toml").root.tables("person")
    distinct(nodes, "name")
