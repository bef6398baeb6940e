"""The rulings: every option makes a difference, the values agree with the list, and each is read in one place."""

from __future__ import annotations

import ast
from functools import partial
from importlib.resources import files
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from affray.errors import BadInput
from affray.fight import parse
from affray.rules import Ruling
from affray.rules.interning import one_of
from affray.rulesets.d20grid import ruleset
from affray.rulesets.d20grid.rulings import (
    AttackReading,
    DamageReading,
    Rulings,
    attack_reading,
    by_slug,
    damage_reading,
    rulings_of,
)
from affray.testing.cases import observe, options_of, same_options
from tests.rulesets.d20grid.fights import fight, foe, state_of, unit
from tests.rulesets.sources import attributes, cites, modules, path_of

RULINGS = ruleset.rulings
GROUPED = {"attack": AttackReading, "damage": DamageReading}
FIELDS = {
    **get_type_hints(AttackReading),
    **get_type_hints(DamageReading),
    **get_type_hints(Rulings),
}


def by_id(ruling: Ruling) -> str:
    return ruling.id


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_every_two_options_differ_in_the_witness(ruling: Ruling) -> None:
    assert same_options(partial(observe, ruleset, ruling), ruling) == []


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_the_default_uses_the_witness_up(ruling: Ruling) -> None:
    """No command of a witness is refused under the default, and no die is missing."""
    for step in observe(ruleset, ruling, ruling.default).steps:
        assert step.rejection is None
        assert step.missing is None


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_the_list_is_in_order(ruling: Ruling) -> None:
    assert ruling.default == ruling.options[0]
    assert len(set(ruling.options)) == len(ruling.options) >= 2
    assert ruling.where in ruleset.clauses()
    assert ruling.question.endswith("?")


def test_ids_and_slugs_are_distinct() -> None:
    ids = [ruling.id for ruling in RULINGS]
    slugs = [ruling.slug for ruling in RULINGS]
    assert ids == sorted(ids)
    assert len({*ids, *slugs}) == 2 * len(RULINGS)


def test_the_rulings_with_options() -> None:
    assert [int(ruling.id[1:]) for ruling in RULINGS] == [
        7, 8, 12, 14, 16, 18, 19, 22, 23, 24, 25, 27, 30, 31, 32, 35, 36, 38, 40, 42, 43, 45, 51, 52, 54, 61, 62,
    ]  # fmt: skip


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_the_values_of_a_fight_agree_with_the_list(ruling: Ruling) -> None:
    kind = FIELDS[ruling.slug]
    assert get_origin(kind) is Literal
    assert get_args(kind) == ruling.options
    assert value_of(Rulings(), ruling.slug) == ruling.default


def value_of(rulings: Rulings, slug: str) -> Any:
    for name, kind in GROUPED.items():
        if slug in kind.__struct_fields__:
            return getattr(getattr(rulings, name), slug)
    return getattr(rulings, slug)


def test_every_value_of_a_fight_is_a_ruling() -> None:
    slugs = {*AttackReading.__struct_fields__, *DamageReading.__struct_fields__, *Rulings.__struct_fields__}
    assert slugs - set(GROUPED) == {ruling.slug for ruling in RULINGS}


def test_equal_rulings_are_one_value() -> None:
    """What is kept about them is then found without comparing."""
    assert rulings_of({"metric": "euclid"}) is rulings_of({"metric": "euclid"})
    assert rulings_of({}).attack is attack_reading({})
    assert one_of(Rulings()) == Rulings()


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_every_option_arrives(ruling: Ruling) -> None:
    for option in options_of(ruling):
        state = state_of(fight(unit(), foe()), **{ruling.id: option})
        assert value_of(state.rulings, ruling.slug) == option
        others = [other.slug for other in RULINGS if other is not ruling]
        assert all(value_of(state.rulings, slug) == value_of(Rulings(), slug) for slug in others)
        assert ruleset.chosen(state) == by_slug(state.rulings)


@pytest.mark.parametrize(
    ("ruling", "option", "message"),
    [
        ("T12", "any_crosing", "did you mean any_crossing"),
        ("T99", "x", "no ruling of that name"),
        ("T07", "sides", "per_round, each_creature_turn, initiative_round"),
        ("T38", "page_armor", "no such option"),
    ],
)
def test_what_is_no_option(ruling: str, option: str, message: str) -> None:
    """Options whose rule nobody has stated are not offered."""
    with pytest.raises(BadInput, match=message):
        parse(fight(unit(), foe()), rulings={ruling: option})


def test_values_that_are_not_options_do_not_arrive_either() -> None:
    with pytest.raises(msgspec.ValidationError):
        attack_reading({"natural": "always"})
    with pytest.raises(msgspec.ValidationError):
        damage_reading({"least_damage": "min_2"})
    with pytest.raises(msgspec.ValidationError):
        rulings_of({"metric": "miles"})
    assert rulings_of({"natural": "nat20_hits"}) == Rulings(AttackReading(natural="nat20_hits"))


# What the code looks like

PACKAGE = "affray.rulesets.d20grid"
LISTS = {"rulings", "questions", "questions_attack", "questions_more"}


def readers(slug: str) -> set[str]:
    """The functions that look a ruling up."""
    return {
        f"{name}.{function}"
        for name, tree in modules(PACKAGE).items()
        if name not in LISTS
        for function, node in attributes(tree)
        if node.attr == slug and ast.unparse(node.value).endswith(("rulings", "reading"))
    }


@pytest.mark.parametrize("slug", [ruling.slug for ruling in RULINGS])
def test_each_ruling_is_read_in_exactly_one_function(slug: str) -> None:
    assert len(readers(slug)) == 1, readers(slug)


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_the_reader_says_which_ruling_it_reads(ruling: Ruling) -> None:
    (reader,) = readers(ruling.slug)
    citing = [function for function in ruleset.functions() if ruling.id in cites(function)]
    assert reader in {path_of(one) for one in citing}


def test_every_chance_goes_through_a_formula() -> None:
    """Only formulas ask for dice; everything else resolves a formula."""
    found = [
        f"{name}.{function}: .{node.attr}"
        for name, tree in modules(PACKAGE).items()
        if name not in {"formulas", "narrate", "showing_told", "showing_told_players"}
        for function, node in attributes(tree)
        if node.attr in {"roll", "faces"}
    ]
    assert found == []


def test_formulas_read_no_state() -> None:
    imported = {node.module for node in ast.walk(modules(PACKAGE)["formulas"]) if isinstance(node, ast.ImportFrom)}
    assert "affray.rulesets.d20grid.state" not in imported


def test_effects_read_no_ruling() -> None:
    assert not [node for _, node in attributes(modules(PACKAGE)["effects"]) if node.attr == "rulings"]


def test_no_module_is_long() -> None:
    package = files(PACKAGE)
    lengths = {
        entry.name: len(entry.read_text(encoding="utf-8").splitlines())
        for entry in package.iterdir()
        if entry.is_file()
    }
    assert {name for name, length in lengths.items() if length >= 400} == set()
