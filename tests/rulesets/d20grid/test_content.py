"""The house data that comes with the rules: every table is what it claims to be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from affray.rulesets.d20grid import content, ruleset
from tests.rulesets.d20grid.fights import fight, foe, state_of, unit

EVERYBODY: dict[str, Mapping[str, Any]] = {**content.characters(), **content.foes()}


def test_a_dozen_weapons_a_dozen_foes_and_four_characters() -> None:
    assert len(content.weapons()) >= 12
    assert len(content.armor()) >= 6
    assert len(content.foes()) >= 12
    assert len(content.characters()) == 4
    assert not {*content.foes()} & {*content.characters()}


@pytest.mark.parametrize("name", EVERYBODY)
def test_everybody_is_a_fighter_of_a_fight_file(name: str) -> None:
    fields = {key: value for key, value in EVERYBODY[name].items() if key not in ("name", "about")}
    bare = unit(name, **fields)
    given = "\n".join(line for line in bare.splitlines() if not line.startswith("weapons") or "weapons" in fields)
    state = state_of(fight(given, foe(at=(200, 200))))
    assert state.profiles[0].max_hp == fields["hp"]
    assert state.conditions[0].drawn
    assert EVERYBODY[name]["about"].endswith(".")


@pytest.mark.parametrize("name", content.weapons())
def test_every_weapon_is_known_by_its_name(name: str) -> None:
    state = state_of(fight(unit(weapons=[name]), foe(at=(200, 200))))
    assert state.profiles[0].weapons[0] == content.weapons()[name]


@pytest.mark.parametrize("name", content.armor())
def test_every_armor_absorbs_and_the_heavier_hinder_more(name: str) -> None:
    absorb, hinders = content.armor()[name]
    assert absorb > 0
    assert set(hinders) == {"attack", "defense", "speed", "initiative"}
    assert min(hinders.values()) >= 0
    assert sum(hinders.values()) <= sum(content.armor()["plate"][1].values())


def test_every_kind_is_met() -> None:
    kinds = {weapon.kind for weapon in content.weapons().values()}
    assert kinds == {"melee", "ranged", "thrown"}
    assert any(weapon.subdues for weapon in content.weapons().values())
    assert any(weapon.reach > 5 for weapon in content.weapons().values())
    assert any("hands" in one for one in EVERYBODY.values())


def test_the_files_say_that_they_are_house_data() -> None:
    texts = ruleset.content()
    assert set(texts) == set(content.FILES)
    assert all("house data" in text.partition("[[")[0] for text in texts.values())
