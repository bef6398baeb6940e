"""The order of play on whole numbers: in lockstep with the engine, and what it is made of."""

from __future__ import annotations

import ast
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.errors import Unsupported
from affray.fight import Fight, parse
from affray.rules import find
from affray.rules.machines import ROUND, Machine
from affray.rulesets.skilldice import formulas
from affray.rulesets.skilldice.rulings import ContestReading, Rulings
from affray.rulesets.skilldice.state import Offer, SkillChoice, State, Strife, SweepChoice
from affray.testing.lockstep import Lockstep
from tests.rulesets.skilldice import brawl, melees
from tests.rulesets.skilldice.fights import attack, began, by, fight, foe, unit
from tests.rulesets.sources import attributes, modules

SKILLDICE = find("skilldice")
OPTIONS = list(brawl.options(SKILLDICE))
PACKAGE = "affray.rulesets.skilldice.machine"


def made(it: Fight, **tactics: str) -> Machine[State]:
    """The machine of a fight; every side that is not named plays `first`."""
    assert SKILLDICE.machine is not None
    return SKILLDICE.machine(it.state, {**dict.fromkeys(SKILLDICE.sides(it.state), "first"), **tactics})


# In step


@pytest.mark.parametrize("seed", range(5))
def test_in_step_by_tactics(seed: int) -> None:
    assert melees.played(("tactics", seed), {}, 40, choosing=0) > 300


@pytest.mark.parametrize("seed", range(5))
def test_in_step_where_sides_choose(seed: int) -> None:
    assert melees.played(("choosing", seed), {}, 40, choosing=0.7) > 200


@pytest.mark.parametrize(("ruling", "option"), OPTIONS, ids="=".join)
def test_in_step_under_every_option(ruling: str, option: str) -> None:
    assert melees.played((ruling, option), {ruling: option}, 10) > 20


TOGETHER: dict[str, dict[str, str]] = {
    "two sweeps": {"D32": "tie_counts", "D25": "extra", "D11": "defender_chooses"},
    "a sweep while one falls": {"D32": "tie_counts", "D12": "defenders_skill", "D11": "defender_chooses"},
    "many wounds": {"D11": "defender_chooses", "D12": "defenders_skill", "D22": "landing_is_winning"},
    "sweeps without a roll": {"D22": "landing_is_winning", "D25": "split", "D18": "lands_only"},
    "wounds of any Skill": {"D11": "defender_chooses", "D12": "defenders_skill", "D27": "no_stack"},
    "old wounds": {"D27": "every_round", "D32": "tie_counts", "D11": "defender_chooses"},
    "late turns": {"D04": "own_turn", "D05": "none_until_first_turn", "D01": "each_round", "D51": "narrator"},
    "one attack": {"D06": "one_attack", "D08": "effort", "D01": "narrator"},
    "turns together": {"D02": "simultaneous", "D06": "one_attack", "D05": "none_until_first_turn"},
    "every round together": {"D02": "simultaneous", "D01": "each_round", "D04": "own_turn", "D06": "one_attack"},
    "the Narrator names": {"D11": "narrator", "D52": "narrator", "D01": "narrator", "D18": "table_only"},
}


@pytest.mark.parametrize("name", TOGETHER)
def test_in_step_under_options_that_meet(name: str) -> None:
    assert melees.played(name, TOGETHER[name], 25) > 80


@pytest.mark.parametrize("slashing", ["move", "extra", "split"])
@pytest.mark.parametrize("hard", [{}, {"D11": "defender_chooses"}, {"D22": "landing_is_winning"}], ids=str)
def test_in_step_where_a_tie_is_a_sweep_of_both(slashing: str, hard: dict[str, str]) -> None:
    source, rulings = Random(f"{slashing} {hard}"), {"D32": "tie_counts", "D25": slashing, **hard}
    assert sum([melees.together(melees.slashers(source, rulings), source, 0.4).asked for _ in range(15)]) > 200


@pytest.mark.parametrize("seed", range(5))
def test_in_step_under_many_options(seed: int) -> None:
    source, asked = Random(seed), 0
    for turn in range(10):
        asked += melees.played((seed, turn), dict(source.sample(OPTIONS, 8)), 3)
    assert asked > 100


# What is refused


@pytest.mark.parametrize(
    ("tactics", "rulings", "told"),
    [
        ({"party": "sly"}, {}, r"^tactic=sly$"),
        ({"party": "best"}, {}, r"^tactic=best$"),
        ({"party": "best:feats"}, {}, r"^tactic=best:feats$"),
        ({"party": "best:any"}, {"D02": "simultaneous"}, r"^D02=simultaneous$"),
    ],
)
def test_what_is_refused_is_named(tactics: dict[str, str], rulings: dict[str, str], told: str) -> None:
    with pytest.raises(Unsupported, match=told):
        made(parse(fight(unit(), foe()), rulings=rulings), **tactics)


def test_more_who_may_share_a_place_than_a_tie_can_have() -> None:
    crowd = fight(unit(count=5), foe(count=4))
    with pytest.raises(Unsupported, match=r"^a tie of more than 8$"):
        made(parse(crowd))
    for rulings in ({"D01": "narrator"}, {"D02": "simultaneous"}):
        made(parse(crowd, rulings=rulings))
    made(parse(fight(unit(count=5), foe(count=4, body=6))))
    state = replace(parse(crowd).state, round=1, order=tuple((one,) for one in range(9)), place=9)
    on = Fight(SKILLDICE, state, {}, {})
    assert made(on).pack(on.state) is not None


def test_more_than_can_be_numbered() -> None:
    for more, refused in ((0, False), (1, True)):
        it = parse(fight(unit(count=60 + more), foe(count=2)), rulings={"D01": "narrator"})
        if refused:
            with pytest.raises(Unsupported, match=r"^more than 62 fighters$"):
                made(it)
        else:
            assert made(it).most < 1 << 15


def test_one_who_has_left_and_bleeds() -> None:
    state = parse(fight(unit("Ana"), unit("Bo"), foe())).state
    left = replace(state.conditions[1], fate="gone", wounds=(1, 0, 0))
    with pytest.raises(Unsupported, match=r"^somebody bleeds who has left$"):
        made(Fight(SKILLDICE, replace(state, conditions=(state.conditions[0], left, state.conditions[2])), {}, {}))


DUEL = began(fight(unit(), foe()))
STRIFE = Strife(0, 1, "body")
OVER_THREE = Strife(0, 1, "body", 3)


def changed(**fields: Any) -> State:
    state: State = replace(DUEL.state, **fields)
    return state


@pytest.mark.parametrize(
    "state",
    [
        changed(pending=(Offer(STRIFE), Offer(STRIFE))),
        changed(pending=(Offer(OVER_THREE),)),
        changed(pending=(SweepChoice(0, 1, "body", 1), SweepChoice(0, 1, "body", 1))),
        changed(pending=(Offer(STRIFE),), entering=(1,)),
        changed(order=((0,),)),
        changed(round=0),
        changed(ended=(0,)),
        changed(entering=(1,), entries=((0, 6, 3),), order=()),
        changed(entering=(1,), entries=(), order=()),
        changed(entering=(1,), entries=((0, 8, 0),), order=()),
        changed(place=2, pending=(SkillChoice(STRIFE, "attacker"),)),
        changed(conditions=(replace(DUEL.state.conditions[0], lost=(8, 0, 0)), DUEL.state.conditions[1])),
    ],
)
def test_what_no_play_leads_to_is_no_position(state: State) -> None:
    """Such states can be written down, though; then the engine alone goes on from them."""
    assert made(Fight(SKILLDICE, DUEL.state, {}, {})).pack(state) is None


# Rows


def questions(machine: Machine[State]) -> list[Any]:
    return [machine.question(row) for row in range(machine.rows)]


@pytest.mark.parametrize("rulings", [{}, {"D08": "effort"}, {"D45": "floors", "D50": "attacks_only"}])
def test_no_chance_has_two_rows(rulings: dict[str, str]) -> None:
    text = fight(unit(weapon="crushing"), foe(body=12, body_unarmoured=6, training={"body": 2}), foe("imp", body=4))
    found = questions(made(parse(text, rulings=rulings)))
    assert [row for row, one in enumerate(found) if one is None] == [ROUND]
    asked = {(one.formula.name, one.inputs) for one in found if one is not None}
    assert len(asked) == len(found) - 1


def test_a_duel_has_few_rows() -> None:
    """20 points each: 20 order rolls, ties of 2 to 8, no choice of a target, 20 hands against 3 dice and 20 hands."""
    machine = made(parse(fight(unit(body=20, mind=20, soul=20), foe(body=20, mind=20, soul=20))))
    assert machine.rows == 1 + 20 + 7 + 20 * 3 + 20 * 20
    unlike = [unit(f"N{number}", body=body, mind=mind, soul=soul) for number, (body, mind, soul) in enumerate(
        [(4, 6, 8), (12, 20, 4), (6, 8, 12)]
    )]  # fmt: skip
    unlike += [foe(f"F{number}", body=20, mind=12, soul=8, weapon="crushing", body_unarmoured=4) for number in range(3)]
    assert made(parse(fight(*unlike))).rows < 10_000


def test_between_two_rounds_a_step_without_chance_is_due() -> None:
    it = parse(fight(unit(), foe()))
    machine = made(it)
    start = machine.pack(it.state)
    assert start is not None
    assert machine.program.row(list(start), machine.numbers) == ROUND
    assert machine.question(ROUND) is None


def test_positions_are_small() -> None:
    """Two numbers a fighter beside six, a third where somebody may bleed; none is larger than 15 bits hold."""
    roster = [unit(f"N{number}", body=20, mind=20, soul=20) for number in range(3)]
    for weapon, numbers in (("slashing", 6 + 2 * 6), ("piercing", 6 + 3 * 6)):
        it = parse(fight(*roster, *(foe(f"F{number}", body=20, weapon=weapon) for number in range(3))))
        start = made(it).pack(it.state)
        assert start is not None and len(start) == numbers
        assert made(it).most < 1 << 15


def test_those_who_are_out_are_nothing() -> None:
    it = parse(fight(unit("Ana"), unit("Bo", lost={"body": 8}), foe()))
    start = made(it).pack(it.state)
    assert start is not None
    assert start[8:10] == (0, 0)


# What it is made of


def test_no_ruling_is_read_a_second_time() -> None:
    slugs = {*Rulings.__struct_fields__, *ContestReading.__struct_fields__} - {"contest"}
    read = {
        f"{name}.{function}: {node.attr}"
        for name, tree in modules(PACKAGE).items()
        for function, node in attributes(tree)
        if node.attr in slugs and ast.unparse(node.value).endswith(("rulings", "reading"))
    }
    assert read == set()


def test_its_functions_are_plain_and_its_modules_short() -> None:
    """Decorators, default values and exceptions are none of the numbers' business."""
    for name in ("layout", "settling", "blows", "ordering", "tactics", "choosing", "asking", "canon", "alike"):
        for node in ast.walk(modules(PACKAGE)[name]):
            assert not isinstance(node, ast.Raise | ast.Try | ast.ListComp | ast.Lambda | ast.ClassDef), name
            if isinstance(node, ast.FunctionDef):
                assert not node.decorator_list and not node.args.defaults, name
    for entry in files(PACKAGE).iterdir():
        if entry.is_file():
            assert len(entry.read_text(encoding="utf-8").splitlines()) < 300, entry.name


def test_words_and_outcomes_are_one_to_one() -> None:
    machine = made(parse(fight(unit(body=20), foe(body=4))))
    for question in filter(None, questions(machine)):
        if question.formula is formulas.tie and question.inputs[0] > 5:
            continue
        found = melees.outcomes_of(question)
        assert len({question.word(one) for one in found}) == len(found)
        assert all(0 <= question.word(one) < 1 << 15 for one in found)


def test_a_fault_is_found_by_lockstep(monkeypatch: pytest.MonkeyPatch) -> None:
    """One fault for each function of the program: no step of play goes unnoticed."""
    from affray.rulesets.skilldice import machine as package

    program = package.PROGRAM
    faults: dict[str, Any] = {
        "row": lambda s, P: program.row(s, P) + (program.row(s, P) > 300),
        "take": lambda s, P, word: program.take(s, P, word & ~1),
        "canon": lambda s, P: s.__setitem__(6, 0),
        "rounds": lambda s, P: 1,
        "winner": lambda s, P: 0,
        "fate": lambda s, P, fighter: 0,
        "left": lambda s, P, fighter: 1,
        "chooser": lambda s, P: 0,
        "options": lambda s, P: 2,
        "choose": lambda s, P, option: program.choose(s, P, option and option - 1),
    }
    assert set(faults) == set(program._fields) - {"replies", "merge"}  # which change no value: see `test_solve`
    for name, fault in faults.items():
        monkeypatch.setattr(package, "PROGRAM", program._replace(**{name: fault}))
        with pytest.raises((AssertionError, IndexError)):
            melees.played(("fault", name), {}, 200, choosing=0.7)


def test_a_fight_goes_on_from_every_state_of_it() -> None:
    """Decisions that wait, a half-made order, and the end."""
    text = fight(unit("Ana", weapon="slashing"), foe("orc"), foe("imp"))
    sweeping = began(text, attack(0, 1), {"type": "defend", "actor": 1, "skill": "body"}, faces=(7, 2))
    assert isinstance(sweeping.state.pending[0], SweepChoice)
    for scene in (began(text, attack(0, 1)), sweeping, began(text, by("leave", 0))):
        for at, state in enumerate([step.state for step in scene.steps]):
            it = Fight(SKILLDICE, state, {}, {"party": "weakest", "foes": "random"})
            Lockstep(it, Random(at), {"party": "any"}).play()
