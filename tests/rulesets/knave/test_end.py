"""When a fight is over (K44)."""

from __future__ import annotations

import pytest

from affray.rules import Outcome
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.events import Ended
from affray.rulesets.knave.state import PieceChoice
from affray.testing.cases import scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    attack,
    fight,
    foe,
    kinds,
    override,
    pc,
    state_of,
)


def test_k44_the_last_enemy_dead() -> None:
    played = scene(fight(pc(), foe()), [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 8])
    assert played.events[-1] == Ended("party")
    assert ruleset.outcome(played.state) == Outcome("party")
    assert ruleset.to_act(played.state) == ()


def test_k44_the_last_enemy_unconscious() -> None:
    played = scene(fight(pc(), foe()), [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 4])
    assert ruleset.outcome(played.state) == Outcome("party")


def test_k44_the_last_pc() -> None:
    played = scene(fight(pc(hp=3), foe()), [BEGIN, attack(1, 0)], [FOES_FIRST, 15, 3])
    assert ruleset.outcome(played.state) == Outcome("foes")


def test_k44_the_last_enemy_flees() -> None:
    text = fight(pc(), foe(hp=8, morale=7))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 4, ("morale.2d6", 6, 2)])
    assert kinds(played)[-2:] == ["Left", "Ended"]
    assert ruleset.outcome(played.state) == Outcome("party")


def test_k44_not_while_somebody_is_up() -> None:
    played = scene(fight(pc(), foe(count=2)), [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 8])
    assert ruleset.outcome(played.state) is None


def test_k44_no_morale_roll_when_all_are_down() -> None:
    text = fight(pc(), foe("orc", hp=0, max_hp=4, morale=7), foe(morale=7))
    played = scene(text, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 8])
    assert kinds(played)[-2:] == ["Fell", "Ended"]


def test_k44_one_who_flees_later_is_in_the_fight_until_then() -> None:
    text = fight(pc(), foe(hp=8, morale=7))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 4, 6, 6], {"K72": "own_turn"})
    assert ruleset.outcome(played.state) is None
    gone = scene(
        text, [BEGIN, attack(0, 1), {"type": "flee", "actor": 1}], [PARTY_FIRST, 15, 4, 6, 6], {"K72": "own_turn"}
    )
    assert ruleset.outcome(gone.state) == Outcome("party")


def test_a_fight_may_be_over_before_it_begins() -> None:
    won = state_of(fight(pc(), foe(hp=0, max_hp=4)))
    assert ruleset.outcome(won) == Outcome("party")
    assert ruleset.to_act(won) == ()
    lost = state_of(fight(pc(hp=-1, max_hp=8), foe()))
    assert ruleset.outcome(lost) == Outcome("foes")


def test_nobody_wins_where_both_sides_are_out() -> None:
    state = state_of(fight(pc(hp=0, max_hp=8), foe(hp=0, max_hp=4)))
    assert ruleset.outcome(state) == Outcome(None)


def test_several_sides_of_enemies_win_together() -> None:
    wolf = foe("wolf").replace('"foes"', '"wolves"')
    played = scene(fight(pc(hp=1), foe(), wolf), [BEGIN, attack(1, 0)], [FOES_FIRST, 15, 3])
    assert ruleset.outcome(played.state) == Outcome("foes and wolves")


def test_an_override_can_end_a_fight() -> None:
    played = scene(fight(pc(), foe()), [override(1, -1)], [])
    assert ruleset.outcome(played.state) == Outcome("party")


PIECES = {"K24": "defender_chooses"}


@pytest.mark.parametrize(("hp", "fate", "told"), [(9, "dead", "dead"), (10, "unconscious", "down"), (11, "up", "up")])
def test_the_referee_ends_a_fight_before_a_blow_is_settled(hp: int, fate: str, told: str) -> None:
    """A critical of 4 + 6 takes 10: whoever has no hit points left is down, though the piece was never chosen."""
    text = fight(pc(hp=hp, armor=["gambeson", "shield"]), pc("Bo"), foe())
    commands = [BEGIN, attack(2, 0)]
    faces = [FOES_FIRST, 20, 4, 6]
    waiting = scene(text, commands, faces, PIECES)
    assert waiting.state.pending == (PieceChoice(0, 0),)
    assert waiting.state.conditions[0].fate == "up"
    ends = {"type": "end_fight", "winner": None, "reason": "night falls"}
    ended = scene(text, [*commands, ends], faces, PIECES)
    assert ended.state.conditions[0].fate == fate
    assert [one.fate for one in ruleset.standings(ended.state)] == [told, "up", "up"]
    assert kinds(ended)[-1] == "Ended"
    assert ended.state.pending == ()


def test_the_referee_ends_a_fight_of_those_who_are_out_as_they_are() -> None:
    text = fight(pc("Ana"), pc("Bo", hp=0, max_hp=8), foe("orc"), foe("imp", hp=-1, max_hp=4))
    ends = {"type": "end_fight", "winner": "party", "reason": "night falls"}
    ended = scene(text, [BEGIN, ends], [PARTY_FIRST])
    assert kinds(ended)[1:] == ["Ended"]
    assert [one.fate for one in ruleset.standings(ended.state)] == ["up", "down", "up", "dead"]


def test_what_waits_is_dropped_at_the_end() -> None:
    text = fight(pc(), foe(hp=8, morale=7))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 4], {"K70": "referee"})
    assert len(played.state.pending) == 1
    decided = scene(
        text,
        [BEGIN, attack(0, 1), {"type": "call_morale", "roll": True}],
        [PARTY_FIRST, 15, 4, 6, 6],
        {"K70": "referee"},
    )
    assert decided.state.over
    assert decided.state.pending == ()
