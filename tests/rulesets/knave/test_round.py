"""Initiative, and who acts when."""

from __future__ import annotations

from fractions import Fraction

import pytest

import affray
from affray.errors import Rejection
from affray.fight import parse
from affray.interpret.every import exact
from affray.play import Play
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import BeginRound, Pass
from affray.rulesets.knave.events import RoundBegan
from affray.table.log import CommandEntry
from affray.testing.cases import scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    attack,
    fight,
    foe,
    override,
    passes,
    pc,
    state_of,
    to_act,
)

TWO_A_SIDE = fight(pc("Ana"), foe("orc"), pc("Bo"), foe("goblin"))
"""Numbers 0 and 2 are PCs, 1 and 3 enemies."""


@pytest.mark.parametrize("face", range(1, 7))
def test_knave_round_initiative(face: int) -> None:
    played = scene(TWO_A_SIDE, [BEGIN], [("initiative.d6", face)])
    assert to_act(played) == ((1,) if face <= 3 else (0, 2))
    assert played.events == (RoundBegan(1 if face <= 3 else 0),)


def test_before_the_first_round_only_the_table_acts() -> None:
    state = state_of(TWO_A_SIDE)
    assert ruleset.to_act(state) == ("table",)
    assert ruleset.candidates(state, "table") == [(BeginRound(), None)]
    assert ruleset.candidates(state, 0) == []


def test_all_of_one_side_before_the_other() -> None:
    foes = scene(TWO_A_SIDE, [BEGIN, passes(1), passes(3)], [FOES_FIRST])
    assert to_act(foes) == (0, 2)
    party = scene(TWO_A_SIDE, [BEGIN, passes(2), passes(0)], [PARTY_FIRST])
    assert to_act(party) == (1,)


def test_k40_enemies_in_the_order_of_the_roster() -> None:
    order = []
    text = fight(pc(), foe(count=3))
    commands = [BEGIN]
    for _ in range(3):
        (seat,) = to_act(scene(text, commands, [FOES_FIRST]))
        assert isinstance(seat, int)
        order.append(seat)
        commands.append(passes(seat))
    assert order == [1, 2, 3]


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_k40_pcs_in_the_order_they_declare(order: tuple[int, int, int]) -> None:
    text = fight(pc(count=3), foe())
    waiting = {0, 1, 2}
    commands = [BEGIN]
    for seat in order:
        assert set(to_act(scene(text, commands, [PARTY_FIRST]))) == waiting
        commands.append(passes(seat))
        waiting.remove(seat)
    done = scene(text, commands, [PARTY_FIRST])
    assert to_act(done) == (3,)
    assert done.state.acted == (0, 1, 2)  # the order leaves no trace


def test_the_round_ends_when_all_have_acted() -> None:
    played = scene(TWO_A_SIDE, [BEGIN, passes(1), passes(3), passes(0), passes(2)], [FOES_FIRST])
    assert to_act(played) == ("table",)
    assert played.state.round == 1


def one_round(face: int) -> tuple[list[dict[str, object]], int]:
    order = (1, 3, 0, 2) if face <= 3 else (0, 2, 1, 3)
    return [BEGIN, *map(passes, order)], face


def test_o14_each_round_is_rolled_anew() -> None:
    commands: list[dict[str, object]] = []
    faces = [2, 5, 1, 4]
    for face in faces:
        commands += one_round(face)[0]
    played = scene(TWO_A_SIDE, commands, faces)
    first = [event.first for event in played.events if isinstance(event, RoundBegan)]
    assert first == [1, 0, 1, 0]  # enemies, PCs, enemies, PCs
    assert played.state.round == 4


@pytest.mark.parametrize("last", [FOES_FIRST, PARTY_FIRST])
def test_one_side_acts_twice_running_at_half_of_all_borders(last: int) -> None:
    commands, face = one_round(last)
    state = scene(TWO_A_SIDE, commands, [face]).state
    ended_with = 0 if last == FOES_FIRST else 1

    def run(dice: object) -> bool:
        play = Play(state, dice, ruleset.evolve)  # type: ignore[arg-type]
        ruleset.apply(play, BeginRound())
        return bool(play.state.first == ended_with)

    assert exact(run).fractions() == {True: Fraction(1, 2), False: Fraction(1, 2)}


def test_o16_a_round_begins_once() -> None:
    """However often it is asked for: one d6, and the others are told that the round goes on."""
    table = affray.Table(parse(TWO_A_SIDE))
    done = [table.do(BeginRound()) for _ in range(20)]
    assert isinstance(done[0], CommandEntry)
    assert {one.code for one in done[1:] if isinstance(one, Rejection)} == {"round_goes_on"}
    assert len([one for one in done if isinstance(one, Rejection)]) == 19
    assert [roll.name for one in table.history() for roll in one.rolls] == ["initiative.d6"]
    assert table.state.round == 1


def test_o15_a_removal_skips_nobody() -> None:
    text = fight(pc(), foe("A"), foe("B"), foe("C"))
    fallen = scene(text, [BEGIN, passes(1), override(1, -1), passes(2)], [FOES_FIRST])
    assert to_act(fallen) == (3,)
    before = scene(text, [BEGIN, passes(1), passes(2), override(1, -1)], [FOES_FIRST])
    assert to_act(before) == (3,)
    next_one = scene(text, [BEGIN, passes(1), override(2, -1)], [FOES_FIRST])
    assert to_act(next_one) == (3,)


def test_one_who_falls_before_its_turn_has_none() -> None:
    text = fight(pc(), foe("orc", hp=1), foe("goblin"))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 8])
    assert to_act(played) == (2,)


def test_knave_turn_action_one_a_turn() -> None:
    played = scene(TWO_A_SIDE, [BEGIN, attack(0, 1)], [PARTY_FIRST, 2])
    assert to_act(played) == (2,)
    assert played.legal(0) == []


def test_k05_passing_is_an_option() -> None:
    played = scene(TWO_A_SIDE, [BEGIN], [PARTY_FIRST])
    assert Pass(0) in played.legal(0)
    assert Pass(2) in played.legal(2)
    assert played.legal(1) == []


def test_k41_all_other_sides_are_enemies_and_act_together() -> None:
    wolf = foe("wolf").replace('"foes"', '"wolves"')
    text = fight(foe("orc"), wolf, pc())
    played = scene(text, [BEGIN, passes(0)], [FOES_FIRST])
    assert [profile.camp for profile in played.state.profiles] == [1, 1, 0]
    assert to_act(played) == (1,)
    assert ruleset.contenders(played.state) == ("party", "foes and wolves")


def test_k41_without_a_party_the_side_named_first_is_the_pcs() -> None:
    text = fight(foe("orc"), foe("guard").replace('"foes"', '"watch"'))
    state = state_of(text)
    assert [profile.camp for profile in state.profiles] == [0, 1]
