"""The rulings: every option makes a difference, the values agree with the list, and each is read in one place."""

from __future__ import annotations

import ast
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from affray.errors import BadInput
from affray.fight import parse
from affray.rules import Ruling
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.rulings import AttackReading, Rulings, numbered, reading_of, rulings_of
from affray.testing.cases import observe, options_of, same_options
from tests.rulesets.knave.fights import fight, foe, pc, state_of
from tests.rulesets.sources import attributes, modules

RULINGS = ruleset.rulings
FIELDS = {**get_type_hints(AttackReading), **get_type_hints(Rulings)}


def by_id(ruling: Ruling) -> str:
    return ruling.id


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_every_two_options_differ_in_the_witness(ruling: Ruling) -> None:
    assert same_options(lambda option: observe(ruleset, ruling, option), ruling) == []


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_the_default_uses_the_witness_up(ruling: Ruling) -> None:
    """No command of a witness is refused under the default, and no die is missing."""
    for step in observe(ruleset, ruling, ruling.default).steps:
        assert step.rejection is None
        assert step.missing is None


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_the_list_is_in_order(ruling: Ruling) -> None:
    assert ruling.default in ruling.options
    assert len(set(ruling.options)) == len(ruling.options) >= 2
    assert ruling.where in ruleset.clauses()
    assert ruling.question.endswith("?")


def test_ids_and_slugs_are_distinct() -> None:
    ids = [ruling.id for ruling in RULINGS]
    slugs = [ruling.slug for ruling in RULINGS]
    assert ids == sorted(ids)
    assert len({*ids, *slugs}) == 2 * len(RULINGS)


def test_the_house_rulings_are_marked() -> None:
    assert [ruling.id for ruling in RULINGS if ruling.house] == ["K17", "K33", "K34"]


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_the_values_of_a_fight_agree_with_the_list(ruling: Ruling) -> None:
    kind = FIELDS[ruling.slug]
    if get_origin(kind) is Literal:
        assert get_args(kind) == ruling.options
    else:
        assert kind is str
        assert ruling.numbers != (0, 0)
    assert value_of(Rulings(), ruling.slug) == ruling.default


def value_of(rulings: Rulings, slug: str) -> Any:
    return getattr(rulings.attack if slug in AttackReading.__struct_fields__ else rulings, slug)


def test_every_value_of_a_fight_is_a_ruling() -> None:
    slugs = {*AttackReading.__struct_fields__, *Rulings.__struct_fields__} - {"attack"}
    assert slugs == {ruling.slug for ruling in RULINGS}


@pytest.mark.parametrize("ruling", RULINGS, ids=by_id)
def test_every_option_arrives(ruling: Ruling) -> None:
    for option in options_of(ruling):
        state = state_of(fight(pc(at="ford"), foe(at="ford")), **{ruling.id: option})
        assert value_of(state.rulings, ruling.slug) == option
        others = [other.slug for other in RULINGS if other is not ruling]
        assert all(value_of(state.rulings, slug) == value_of(Rulings(), slug) for slug in others)


def test_a_ruling_by_slug_and_in_the_file() -> None:
    text = fight(pc(), foe(), rulings={"natural_20": "split", "K25": "natural_quality:3"})
    state = parse(text).state
    assert (state.rulings.attack.natural_20, state.rulings.unarmored_quality) == ("split", "natural_quality:3")


@pytest.mark.parametrize(
    ("ruling", "option", "message"),
    [
        ("K08", "auto", "auto_hit"),
        ("K99", "x", "no ruling of that name"),
        ("K25", "natural_quality", "no such option"),
        ("K25", "natural_quality:0", "1 to 10"),
        ("K25", "natural_quality:11", "1 to 10"),
        ("K26", "natural_quality:x", "1 to 10"),
    ],
)
def test_what_is_no_option(ruling: str, option: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse(fight(pc(), foe(), rulings={ruling: option}))


def test_values_that_are_not_options_do_not_arrive_either() -> None:
    with pytest.raises(msgspec.ValidationError):
        reading_of({"natural_20": "always"})
    with pytest.raises(msgspec.ValidationError):
        rulings_of({"flight": "never"})


def test_what_is_not_given_stands_at_its_default() -> None:
    assert reading_of({}) == AttackReading()
    assert rulings_of({"natural_1": "auto_miss"}) == Rulings(AttackReading(natural_1="auto_miss"))


@pytest.mark.parametrize(
    ("option", "number"), [("natural_quality:3", 3), ("natural_quality:10", 10), ("no_effect", None)]
)
def test_the_number_of_an_option(option: str, number: int | None) -> None:
    assert numbered(option) == number


# What the code looks like

PACKAGE = "affray.rulesets.knave"
LISTS = {"rulings", "questions"}


def readers(slug: str) -> set[str]:
    """The functions that look a ruling up."""
    return {
        f"{name}.{function}"
        for name, tree in modules(PACKAGE).items()
        if name not in LISTS
        for function, node in attributes(tree)
        # a formula or a command of the same name is no ruling, nor is a field of one
        if node.attr == slug and ast.unparse(node.value) not in {"formulas", "c", "e", "command", "event"}
    }


@pytest.mark.parametrize("slug", [ruling.slug for ruling in RULINGS])
def test_each_ruling_is_read_in_exactly_one_function(slug: str) -> None:
    assert len(readers(slug)) == 1, readers(slug)


def test_every_chance_goes_through_a_formula() -> None:
    """Only formulas ask for dice; everything else resolves a formula."""
    found = [
        f"{name}.{function}: .{node.attr}"
        for name, tree in modules(PACKAGE).items()
        if not name.startswith("formulas")
        for function, node in attributes(tree)
        # a command has a field `roll`, and a narration reads the faces of rolls that were made
        if node.attr in {"roll", "faces"}
        and ast.unparse(node) not in {"command.roll"}
        and not name.startswith(("narrate", "telling", "showing_told", "showing_dice"))
    ]
    assert found == []


def test_formulas_read_no_state() -> None:
    imported = {
        alias.name
        for name, tree in modules(PACKAGE).items()
        if name.startswith("formulas")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "affray.rulesets.knave.state"
        for alias in node.names
    }
    assert imported == {"ABILITIES", "Damage"}


def test_effects_read_no_ruling() -> None:
    assert not [node for _, node in attributes(modules(PACKAGE)["effects"]) if node.attr == "rulings"]
