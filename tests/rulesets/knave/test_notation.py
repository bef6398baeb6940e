"""A position on one line: pinned examples, round trips, what is refused and where."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect
from msgspec.structs import replace

import affray
from affray.errors import BadInput
from affray.fight import Fight
from affray.rules import Ruling
from affray.rulesets.knave import notation, ruleset
from affray.rulesets.knave.checking import check
from affray.rulesets.knave.notation import parse_position, print_position
from affray.rulesets.knave.notation_fighters import SHARED
from affray.rulesets.knave.notation_values import fields_of
from affray.rulesets.knave.state import Condition, Damage, Profile, State, Weapon
from affray.testing import strategies
from affray.testing.cases import options_of
from affray.testing.conformance import positions, states_of, walk
from tests.rulesets.knave.brawl import flag, free_stunt, grant, in_round, knave, modify, ogre
from tests.rulesets.knave.fights import SWORD, attack, fight, foe, override, pc, state_of


def told(text: str, **rulings: str) -> str:
    """The position at the start of a fight."""
    return print_position(state_of(text, **rulings))


# How it reads


def test_a_duel() -> None:
    assert told(fight(pc(), foe(level=1))) == (
        "knave [0 Ana party hp=8 attack=2 armor=13 weapons=(sword die=d8)] "
        "[1 goblin foes hp=4 attack=1 armor=13 weapons=(attack die=d6 tags=natural) level=1]"
    )


def test_gear_of_the_booklet_goes_by_its_name() -> None:
    scores = {"str": 3, "dex": 1, "con": 2, "int": 1, "wis": 5, "cha": 4}
    worn = ["chain", "shield", "helmet"]
    ana = pc(armor=worn, weapons=["sword", "battle axe"], abilities=scores, attack=3)
    goblin = foe(armor={"defense": 14, "quality": 2}, weapons=[{"name": "sword", "die": "2d6+1", "quality": 4}])
    assert told(fight(ana, goblin)) == (
        'knave [0 Ana party hp=8 attack=3 armor=14:5 shield=yes:1 helmet=yes:1 weapons=sword,"battle axe" '
        "abilities=3,1,2,1,5,4] "
        "[1 goblin foes hp=4 attack=1 armor=14:2 weapons=(sword die=2d6+1 quality=4),(attack die=d6 tags=natural)]"
    )


def test_the_middle_of_a_round() -> None:
    text = fight(knave(armor=["gambeson"], weapons=["sword"]), ogre(hp=12, max_hp=20, weapons=["club", SWORD]))
    made = text.replace('"club"', '"cudgel"')
    commands = [grant(0, 1, -1), modify(1, 2), attack(0, 1)]
    state = in_round(made, commands, [1, 1], K08="auto_hit").state  # both dice show 1: the sword loses a point
    assert print_position(state) == (
        "knave round=1 first=0 acted=0 turn=(0 moved=yes over=yes weapon=0 blow=1) adjacent=(0,1) grants=(0,1,-1) "
        "modifiers=(1,2) K08=auto_hit "
        "[0 Ana party hp=8 attack=1 armor=12:3 weapons=sword:2 abilities=1,2,3,4,5,6] "
        "[1 ogre foes hp=12/20 attack=7 armor=14 weapons=cudgel,(sword die=d8) abilities=7,6,5,4,3,2]"
    )


def test_those_who_are_alike_are_written_once() -> None:
    rats = foe("rat", count=3, hp=2), foe("cave rat", count=2, damage="1d4/1d4")
    assert told(fight(pc(), *rats)) == (
        "knave [0 Ana party hp=8 attack=2 armor=13 weapons=(sword die=d8)] "
        "[1-3 rat#1-3 foes hp=2 attack=1 armor=13 weapons=(attack die=d6 tags=natural)] "
        '[4-5 "cave rat"#1-2 foes hp=4 attack=1 armor=13 weapons=(attack die=d4,d4 tags=natural)]'
    )


def test_those_who_differ_a_little_are_like_the_first_of_their_kind() -> None:
    state = state_of(fight(pc(), foe("rat", count=4)))
    conditions = list(state.conditions)
    conditions[1] = replace(conditions[1], hp=0, fate="dead", flags=("bound",))
    conditions[4] = replace(conditions[4], hp=1)
    text = print_position(replace(state, conditions=tuple(conditions)))
    assert text.endswith(
        "[1 rat#1 foes hp=0/4 attack=1 armor=13 weapons=(attack die=d6 tags=natural) fate=dead flags=bound] "
        "[2-3 rat#2-3 foes like=1 hp=4 fate=up flags=()] [4 rat#4 foes like=1 hp=1/4 fate=up flags=()]"
    )


def test_one_who_shares_only_the_kind_is_written_in_full() -> None:
    other = foe("rat", hp=30, attack=9, armor=11, damage="3d6", morale=12, leader=True)
    text = told(fight(pc(), foe("rat", morale=5, weak_to=["silver"]), other))
    assert text.endswith("[2 rat#2 foes hp=30 attack=9 weapons=(attack die=3d6 tags=natural) morale=12 leader=yes]")


def test_camps_follow_from_the_sides_unless_they_are_written() -> None:
    text = "knave [0 Ana elves hp=1] [1 orc orcs hp=1] [2 elk beasts hp=1] [3 Bo party hp=1]"
    assert parse_position(text).camps == ((3,), (0, 1, 2))
    assert parse_position(text.replace("party", "elves")).camps == ((0, 3), (1, 2))
    assert parse_position(text.replace("beasts", "beasts camp=0")).camps == ((2, 3), (0, 1))
    state = parse_position(text)
    turned = replace(state, camps=((3,), (2, 0, 1)))
    assert print_position(turned).startswith("knave camps=(3),(2,0,1) [")
    assert parse_position(print_position(turned)) == turned


# Names


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ana", "Ana"),
        ("Zoë", "Zoë"),
        ("half-orc", "half-orc"),
        ("Анна", "Анна"),
        ("yes", "yes"),
        ("Ana of the Hill", '"Ana of the Hill"'),
        ("O'Brien", r'"O\u0027Brien"'),
        ('"the" rat]', r'"\"the\" rat]"'),
        ("back\\slash", r'"back\\slash"'),
        ("a=b,c:d/e", '"a=b,c:d/e"'),
        ("goblin#1-3", '"goblin#1-3"'),
        ("rat 1", '"rat 1"'),
        ("-", '"-"'),
        ("7", '"7"'),
        ("no\u00a0break", r'"no\u00a0break"'),
        ("👩\u200d🚀", '"👩\\u200d🚀"'),
        ("x\U000e0001", r'"x\udb40\udc01"'),
        ("हिन्दी", '"हिन्दी"'),
    ],
)
def test_names(name: str, written: str) -> None:
    state = parse_position("knave [0 Ana party hp=3] [1 Bo foes hp=3]")
    named = tuple(replace(one, name=name, kind=name) for one in state.profiles[:1])
    state = replace(state, profiles=(*named, state.profiles[1]))
    text = print_position(state)
    assert text == f"knave [0 {written} party hp=3] [1 Bo foes hp=3]"
    assert parse_position(text) == state


@pytest.mark.parametrize("written", ['"Zo\\u00eb"', '"Zoe\u0308"', "Zoe\u0308", '"Zoe\\u0308"'])
def test_a_letter_is_the_same_however_it_was_typed(written: str) -> None:
    assert parse_position(f"knave [0 {written} party hp=3] [1 Bo foes hp=3]").profiles[0].name == "Zoë"


@pytest.mark.parametrize("number", ["01", "0", "x", "", "²", "1234567"])
def test_what_is_no_number_of_one_of_a_kind_is_a_name(number: str) -> None:
    state = parse_position("knave [0 Ana party hp=3] [1 rat#1 foes hp=3]")
    assert (state.profiles[1].name, state.profiles[1].kind) == ("rat 1", "rat")
    named = replace(state, profiles=(state.profiles[0], replace(state.profiles[1], name=f"rat {number}")))
    assert f'[1 "rat {number}" foes kind=rat hp=3]' in print_position(named)
    assert parse_position(print_position(named)) == named


# Round trips

WEB = {"name": "web, sticky", "save": "dex", "on_fail": "damage:2d6+1"}
HEX = {"name": "hex", "save": "wis", "on_fail": "stun"}

MIXED = fight(
    pc("Ana", armor=["brigandine", "shield"], weapons=["bow", "sword", "halberd"], at="ford", level=2),
    knave('O\'Brien the "Bold"', weapons=["dagger", "spear"], at="hill", spells=[WEB]),
    pc("Cy", hireling_of="Ana", paid=False, morale=6, at="ford"),
    foe("goblin", count=3, hp=1, morale=7, at="hill", weak_to=["slashing", "piercing"], hd="1-1"),
    ogre("ogre", morale=9, leader=True, at="hill", spells=[HEX]),
    foe("wolf", hp=1, joins=2, at="ford", damage="1d4/1d4+1", morale=5),
)

READINGS: tuple[dict[str, str], ...] = (
    {},
    {"K24": "defender_chooses", "K58": "individual", "K25": "natural_quality:3", "K19": "zones"},
    {"K70": "referee", "K59": "per_npc", "K72": "own_turn", "K43": "free_attack", "K74": "distance:30"},
    {"K70": "end_of_round", "K43": "free_attack", "K21": "hits_ally"},
    {"K02": "referee", "K22": "track", "K26": "natural_quality:1", "K81": "referee", "K42": "split"},
)

FIGHTS = [affray.parse(MIXED, "mixed", rulings) for rulings in READINGS]


@given(st.sampled_from(FIGHTS).flatmap(lambda one: st.tuples(st.just(one), strategies.walks(one))))
def test_every_state_of_a_fight_comes_back(played: tuple[Fight, Any]) -> None:
    one, steps = played
    for state in states_of(one, steps):
        text = print_position(state)
        assert text.isprintable()
        assert "'" not in text
        assert parse_position(text) == state
        assert print_position(parse_position(text)) == text
        assert len(text) < 2_500


def test_walks_meet_decisions_and_what_is_spent() -> None:
    """A guard on the test above: fights of these kinds do come to states that have more than hit points to tell."""
    missing = {"IdealChoice", "MoraleChoice", "PieceChoice", "LeaveChoice", "FreeAttack"}
    missing |= {"checked", "due", "dropped", "fate", "shots", "slung", "tripped", "advanced", "cast", "like"}
    for seed in range(400):
        one = FIGHTS[seed % len(FIGHTS)]
        for state in states_of(one, walk(one, Random(seed), 50)):
            missing -= set(re.findall(r"[ ,](\w+)=", print_position(state)))
            missing -= {type(pending).__name__ for pending in state.pending}
        if not missing:
            return
    raise AssertionError(f"never met: {missing}")


@pytest.mark.parametrize("ruling", ruleset.rulings, ids=lambda one: one.id)
def test_every_option_of_a_ruling(ruling: Ruling) -> None:
    duel = fight(pc(at="ford"), foe(at="ford"))
    plain = told(duel)
    for option in options_of(ruling):
        text = told(duel, **{ruling.id: option})
        if option == ruling.default:
            assert text == plain
        else:
            assert f" {ruling.id}={option} " in text
        assert ruleset.chosen(parse_position(text))[ruling.slug] == option


def test_what_the_referee_does_comes_back() -> None:
    effect = {"kind": "damage", "damage": {"dice": [[2, 6]], "flat": 1}}
    rat = {"name": "rat", "side": "foes", "hp": 2, "attack": 0, "damage": "1d3"}
    commands = [
        grant(0, 1, 1),
        free_stunt(0, 1, effect),
        flag(1, "bound"),
        override(0, -3),
        *([{"type": "add_fighter", "fighter": rat}] * 2),
        {"type": "end_fight", "winner": None, "reason": "it is late"},
    ]
    played = in_round(fight(knave(hp=30), ogre(), pc("Bo")), commands, [20, 20, 3, 4])
    positions(ruleset, [step.state for step in played.steps])
    assert " over=yes " in print_position(played.state)
    assert print_position(played.state).endswith(
        "[3 rat foes hp=2 weapons=(attack die=d3 tags=natural)] [4 rat#2 foes like=3]"
    )


# Any state at all, field by field: a field that is new has a strategy by its type, and must come back too

TEXTS = st.one_of(
    st.sampled_from(["", "-", "yes", "0", "a b", "it's", '"', "\\", "]", "é", "=", "(", "x:1", "x#1", "rat 2"]),
    st.text(st.characters(categories=("L", "N", "P", "S")), max_size=8),
)
DICE = st.builds(
    Damage, st.lists(st.tuples(st.integers(1, 9), st.integers(2, 20)), max_size=3).map(tuple), st.integers(0, 9)
)


def any_of(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Values of a type."""
    match kind:
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            return st.integers(-12, 120)
        case inspect.StrType():
            return TEXTS.filter(composed)
        case inspect.LiteralType(values):
            return st.sampled_from(values)
        case inspect.UnionType(types):
            return st.one_of(*map(any_of, types))
        case inspect.VarTupleType(item):
            return st.lists(any_of(item), max_size=2).map(tuple)
        case inspect.TupleType(items):
            return st.tuples(*map(any_of, items))
        case inspect.StructType(cls=cls):
            return DICE if cls is Damage else any_struct(cls)
    raise AssertionError(kind)


def composed(text: str) -> bool:
    from unicodedata import normalize

    return normalize("NFC", text) == text


def any_struct(cls: Any, **fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(
        cls, **{name: fixed[name] if name in fixed else any_of(field.type) for name, field in fields_of(cls).items()}
    )


@st.composite
def any_state(draw: Any) -> State:
    """Two fighters about whom nothing else is sure, not even that such a fight can be."""
    profiles = [draw(any_struct(Profile)) for _ in range(2)]
    if draw(st.booleans()):  # two of a kind
        numbers = draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
        profiles = [replace(profiles[0], name=f"{profiles[0].kind} {number}") for number in numbers]
    conditions: list[Condition] = []
    for profile in profiles:
        left = st.tuples(*(any_of(fields_of(Weapon)["quality"].type) for _ in profile.weapons))
        alike = bool(conditions) and profile.weapons == profiles[0].weapons and draw(st.booleans())
        conditions.append(conditions[0] if alike else draw(any_struct(Condition, weapons=left)))
    fixed = {"profiles": tuple(profiles), "conditions": tuple(conditions)}
    rulings = st.sampled_from([one.state.rulings for one in FIGHTS])
    state: State = draw(any_struct(State, rulings=rulings, **{name: st.just(value) for name, value in fixed.items()}))
    return state


@given(any_state())
def test_every_field_of_a_state_comes_back(state: State) -> None:
    text = print_position(state)
    assert text.isprintable()
    assert "'" not in text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notation, "check", lambda state: None)
        assert parse_position(text) == state


def test_what_profile_and_condition_share_is_known() -> None:
    """Another field that both have is written `profile:condition` too; whether that reads well is to be looked at."""
    assert SHARED == ("body", "shield", "helmet")


# What is refused

A = "[0 Ana party hp=3]"
B = "[1 rat foes hp=2]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "position, column 1: a word, or text in double quotes, is expected, and the text ends"),
        ("d20grid [0 Ana party hp=3]", "column 1: a position begins with the word knave, got 'd20grid'"),
        ("knave", "column 6: a fighter in brackets is expected, and the text ends"),
        ("knave0 [0 Ana party hp=3]", "column 1: a position begins with the word knave, got 'knave0'"),
        (f"knave {A}", "position: every fighter belongs to one of two camps, and neither is empty"),
        (f"knave rond=1 {A} {B}", "column 7: no such field here, got 'rond=1'; did you mean round?"),
        (f"knave round=1 round=1 {A} {B}", "column 15: round is there twice"),
        (f"knave round=x {A} {B}", "column 13: a whole number is expected, got 'x'"),
        (f"knave round=1x {A} {B}", "column 14: a space or [ is expected, got 'x'"),
        (f"knave round {A} {B}", "column 12: = is expected"),
        (f"knave K08=maybe {A} {B}", "column 11: ruling K08 (natural_20) has no such option, got 'maybe'"),
        (f"knave K25=natural_quality:99 {A} {B}", "column 11: option natural_quality of ruling K25 takes a whole"),
        (f"knave K08={A} {B}", "column 11: an option of the ruling is expected"),
        (f"knave acted=0,1, {A} {B}", "column 17: a whole number is expected"),
        (f"knave acted=1,0 {A} {B}", "position: those who acted are numbers of fighters, ascending"),
        (f"knave over=true {A} {B}", "column 12: no such word here, got 'true' (allowed: yes, no)"),
        (f"knave turn=(0 moved) {A} {B}", "column 20: = is expected, got ')'"),
        (f"knave turn=(0 moved=yes {A} {B}", "column 25: a field or ) is expected, got '[0'"),
        (f"knave turn=7 {A} {B}", "position: the open turn is that of a fighter who is not there"),
        (f"knave pending=peace(0) {A} {B}", "column 15: no such word here, got 'peace(0)' (allowed: piece, morale"),
        (f"knave pending=piece(0) {A} {B}", "column 22: target= is expected, got ')'"),
        (f"knave pending=piece {A} {B}", "column 20: ( is expected"),
        (f"knave adjacent=0,1 {A} {B}", "column 16: ( is expected, got '0,1'"),
        (f"knave adjacent=(0) {A} {B}", "column 18: , is expected, got ')'"),
        (f"knave adjacent=(0,1,1) {A} {B}", "column 20: ) is expected, got ',1)'"),
        (f"knave {A} {A}", "column 27: this fighter is number 1, got '0' (allowed: 1 to 999)"),
        (f"knave {A} [1-2 rat foes hp=2]", "column 27: 2 fighters need as many names, got '1-2'"),
        (f"knave {A} [1-3 rat#1-2 foes hp=2]", "column 35: 3 fighters need as many names, got '1-2'"),
        (f"knave {A} [1 rat#2-1 foes hp=2]", "column 33: 1 fighters need as many names, got '2-1'"),
        (f"knave {A} [1-0 rat#1-1 foes hp=2]", "column 27: this fighter is number 1, got '1-0'"),
        (f"knave {A} [1-9999 rat#1-9999 foes hp=2]", "column 27: this fighter is number 1"),
        (f"knave {A} [1 rat foes]", "column 37: hp=N or hp=N/MOST is expected, got ']'"),
        (f"knave {A} [1 rat foes like=1]", "column 37: like names no fighter before this one"),
        (f"knave {A} [1 rat foes like=-1]", "like names no fighter before this one"),
        (f"knave {A} [1 rat foes hp=2 armour=3]", "column 43: no such field here, got 'armour=3]'; did you"),
        (f"knave {A} [1 rat foes hp=2 body=3]", "no such field here"),
        (f"knave {A} [1 rat foes hp=2 weapons=sward]", "no such word here, got 'sward]'"),
        (f"knave {A} [1 rat foes hp=2 weapons=(bite)]", "column 56: die= is expected, got ')]'"),
        (f"knave {A} [1 rat foes hp=2 weapons=(bite die=d)]", "column 61: damage dice: "),
        (f"knave {A} [1 rat foes hp=2 weapons=(bite die=99999d6)]", "column 61: damage dice: "),
        (f"knave {A} [1 rat foes hp=2 weapons=(bite die=x)]", "column 61: damage as in 2d6+1 is expected, got 'x)]'"),
        (f"knave {A} [1 rat foes hp=2 fate=gone]", "column 48: no such word here, got 'gone]' (allowed: coming, dead"),
        (f'knave {A} [1 "rat foes hp=2]', "column 29: the text in quotes cannot be read: Unterminated string"),
        (f'knave {A} [1 "\\x" foes hp=2]', "column 29: the text in quotes cannot be read: Invalid"),
        (f'knave {A} [1 "\\n" foes hp=2]', "column 29: control character U+000A"),
        (f'knave {A} [1 "\\ud800" foes hp=2]', "column 29: not valid text: U+D800"),
        (f'knave {A} [1 "\\u202e" foes hp=2]', "column 29: direction control U+202E"),
        (f"knave {A} [1 {'x' * 10_001} foes hp=2]", "column 29: the text has 10001 characters"),
        (f"knave {A} {B} and so on", "column 44: a fighter in brackets is expected, got 'and'"),
        (f"knave {A} [1 rat foes hp=2", "column 42: ] is expected, and the text ends"),
        (f"knave {A} [1 rat foes hp={'9' * 19}]", "column 59: a space or ] is expected"),
        ("knave " + " " * 1_000_000, "position: it has 1,000,006 characters (allowed: at most 1,000,000)"),
        (f"knave {A} {B}".replace("hp=3", "hp=3 weapons=(bite die=d1)"), "column 43: damage dice: column 2: sides"),
    ],
)  # fmt: skip
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_position(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("position")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("change", ["\n", "  ", "\t", "\r\n"])
def test_line_breaks_between_fields_are_spaces(change: str) -> None:
    text = told(MIXED, **READINGS[1])
    apart = re.sub(r" (?=[\[a-z]+=|\[)", lambda match: change, text)
    assert apart != text
    assert parse_position(f"{change}{apart}{change}") == parse_position(text)


@given(st.sampled_from(FIGHTS), st.data())
def test_a_damaged_position_is_refused_or_is_another_one(one: Fight, data: st.DataObject) -> None:
    text = print_position(one.state)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 9)))
    damaged = text[:start] + data.draw(st.text("[]()=,:#-019ad \"\\'\n´̈", max_size=3)) + text[end:]
    try:
        state = parse_position(damaged)
    except BadInput as error:
        assert str(error).startswith("position")
        return
    assert check(state) is None
    assert parse_position(print_position(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        lambda n: f"knave {A} [1 rat foes hp=2 weapons={','.join(['sword'] * n)}]",
        lambda n: "knave acted=" + "0," * n,
        lambda n: f'knave {A} [1 "{chr(92) * n}',
        lambda n: f"knave {'x' * n}=1",
        lambda n: f"{'x' * n}",
        lambda n: f"knave {A} [1 rat foes hp=2 weapons=(bite die={'1d6+' * n}1d6)]",
        lambda n: f"knave {A} [1 rat foes hp=2 weapons={'(' * n}",
        lambda n: f"knave {A} [1 rat foes hp=2 fate={'dea' * n}]",
    ],
)  # fmt: skip
def test_long_text_is_read_or_refused_soon(text: Callable[[int], str]) -> None:
    start = time.perf_counter()
    try:
        parse_position(text(30_000))
    except BadInput as error:
        assert len(str(error)) < 2_000
    assert time.perf_counter() - start < 5
