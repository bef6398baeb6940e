"""Tactics that keep foes at a distance: `kite` and `retreat`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from affray.fight import Fight, load, parse
from affray.interpret.answer import answer
from affray.interpret.script import Trace, typed
from affray.interpret.simulate import simulate
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import ruleset
from affray.testing.cases import Scene
from tests.rulesets.d20grid.fights import BOW, SWORD, attack, began, by, condition, fight, foe, move, unit

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def says(played: Scene, tactic: str) -> Any:
    """What a tactic does for the seat that is to act."""
    seat = ruleset.to_act(played.state)[0]
    return ruleset.tactics[tactic](played.state, seat, Trace(typed(())))


def wins(one: Fight, tactic: str, fights: int, foes: str = "first") -> float:
    """The share of fights that the party wins by a tactic."""
    tally = simulate(replace(one, tactics={"party": tactic, "foes": foes}), fights, seed="apart")
    assert tally.undecided == 0
    return tally.winners.get("party", 0) / fights


ARCHER: dict[str, Any] = {"weapons": [BOW], "speed": 20}

# kite


def test_kite_shoots_and_gets_away() -> None:
    text = fight(unit(**ARCHER), foe(at=(30, 0)), size=[100, 20])
    assert says(began(text), "kite") == c.Attack(0, 1, 0)
    here = fight(unit(at=(50, 0), **ARCHER), foe(at=(30, 0)), size=[100, 20])
    command = says(began(here, attack(0, 1), faces=(1,)), "kite")
    assert (command.x, command.way) == (70, "safest")
    cornered = fight(unit(**ARCHER), foe(at=(30, 0)), size=[35, 5])
    assert says(began(cornered, attack(0, 1), faces=(1,)), "kite") == c.EndTurn(0)


def test_kite_stays_where_nobody_can_come_up_to_it() -> None:
    text = fight(unit(attacks_per_full=2, **ARCHER), foe(at=(40, 0)), size=[100, 20])
    assert says(began(text), "kite") == c.FullAttack(0)  # 30 feet and 5 of reach are less than 40
    single = fight(unit(**ARCHER), foe(at=(40, 0)), size=[100, 20])
    assert says(began(single, attack(0, 1), faces=(1,)), "kite") == c.EndTurn(0)


def test_kite_moves_to_where_it_has_a_shot() -> None:
    text = fight(unit(weapons=[BOW]), foe(at=(40, 0), speed=5), size=[60, 60], walls=[[20, 0, 20, 10]])
    command = says(began(text), "kite")
    assert isinstance(command, c.MoveTo)
    played = began(text, move(0, command.x, command.y))
    assert says(played, "kite") == c.Attack(0, 1, 0)


def test_kite_waits_where_a_shot_would_bring_it_within_reach() -> None:
    """Behind the wall nobody comes up in a turn; from every square with a shot somebody could."""
    ground: dict[str, Any] = {"size": [60, 60], "walls": [[20, 0, 20, 45]]}
    text = fight(unit(at=(0, 0), weapons=[BOW], speed=60), foe(at=(40, 0), speed=60), **ground)
    assert says(began(text), "kite") == c.EndTurn(0)


def test_kite_steps_out_of_the_disadvantage_before_it_shoots() -> None:
    """A foe of 5 feet a turn within 5: 10 feet provoke nobody, and from 20 nobody comes up."""
    text = fight(unit(at=(50, 0), weapons=[BOW]), foe(at=(55, 0), speed=5), size=[100, 5])
    command = says(began(text), "kite")
    assert command == c.MoveTo(0, 40, 0)
    assert says(began(text, move(0, 40, 0)), "kite") == c.Attack(0, 1, 0)


def test_kite_disengages_where_it_gets_clear_by_that_alone() -> None:
    text = fight(
        unit(at=(50, 0), weapons=[BOW], speed=40, attacks_per_full=2), foe(at=(55, 0), speed=20), size=[100, 5]
    )
    assert says(began(text), "kite") == c.Disengage(0)
    command = says(began(text, by("disengage", 0)), "kite")
    assert command == c.MoveTo(0, 10, 0)
    assert says(began(text, by("disengage", 0), move(0, 10, 0)), "kite") == c.EndTurn(0)


def test_kite_makes_a_full_attack_where_no_square_helps() -> None:
    text = fight(unit(weapons=[BOW], attacks_per_full=2), foe(at=(5, 0)), size=[40, 5])
    assert says(began(text), "kite") == c.FullAttack(0)
    assert says(began(text, by("full_attack", 0)), "kite") == c.Attack(0, 1, 0)


def test_kite_does_what_is_left_of_its_turn() -> None:
    """With one Standard it shoots from where it is, with none it ends the turn."""
    text = fight(unit(at=(50, 0), weapons=[BOW]), foe(at=(55, 0), speed=5), size=[100, 5])
    spent = by("act", 0, kind="standard", what="a lamp")
    assert says(began(text, spent), "kite") == c.Attack(0, 1, 0)
    assert says(began(text, spent, spent), "kite") == c.EndTurn(0)


def test_kite_takes_a_bow_in_hand() -> None:
    free = fight(unit(weapons=[SWORD, BOW], hands=[]), foe(at=(40, 0)))
    assert says(began(free), "kite") == c.Draw(0, 1)
    held = fight(unit(weapons=[SWORD, BOW]), foe(at=(40, 0)))
    assert says(began(held), "kite") == c.Drop(0, 0)
    assert says(began(held, by("drop", 0, weapon=0)), "kite") == c.Draw(0, 1)
    assert says(began(held, by("drop", 0, weapon=0), by("draw", 0, weapon=1)), "kite") == c.Attack(0, 1, 1)


def test_kite_without_a_bow_fights_as_first() -> None:
    assert says(began(fight(unit(), foe())), "kite") == c.Attack(0, 1, 0)
    assert says(began(fight(unit(), foe(at=(20, 0)))), "kite") == c.MoveTo(0, 15, 0)


AT_POINT_BLANK = fight(
    unit(
        "Linnet",
        (100, 100),
        hp=16,
        defense=16,
        speed=35,
        abilities={"dex": 4},
        class_attack_bonus=4,
        attacks_per_full=2,
        weapons=["long bow", "dagger"],
    ),
    foe("guard", (105, 100), hp=30, defense=13, speed=20, abilities={"str": 1}, class_attack_bonus=2, weapons=["mace"]),
    size=[200, 200],
)


def test_kite_does_no_worse_than_hold_at_point_blank() -> None:
    one = parse(AT_POINT_BLANK)
    assert wins(one, "kite", 150) >= wins(one, "hold", 150)


@pytest.mark.slow
def test_kite_does_no_worse_than_hold_on_the_ledge() -> None:
    one = load(str(EXAMPLES / "archer_above.toml"))
    kite, hold = (
        float(answer(replace(one, tactics={"party": tactic, "foes": "first"})).win["party"])
        for tactic in ("kite", "hold")
    )
    assert (f"{kite:.6f}", f"{hold:.6f}") == ("0.831775", "0.827436")


# retreat

HURT: dict[str, Any] = {"hp": 10, "max_hp": 20}


def test_retreat_disengages_when_hurt() -> None:
    whole = fight(unit(), foe())
    assert says(began(whole), "retreat") == c.Attack(0, 1, 0)
    hurt = fight(unit(**HURT), foe())
    assert says(began(hurt), "retreat") == c.Disengage(0)
    away = says(began(hurt, by("disengage", 0)), "retreat")
    assert isinstance(away, c.MoveTo)
    assert max(away.x, away.y) == 30
    gone = began(hurt, by("disengage", 0), move(0, away.x, away.y))
    assert says(gone, "retreat") == c.EndTurn(0)


def test_retreat_needs_no_disengage_far_from_its_foes_and_fights_in_a_corner() -> None:
    far = fight(unit(at=(30, 0), **HURT), foe(at=(0, 0)))
    assert isinstance(says(began(far), "retreat"), c.MoveTo)
    corner = fight(unit(at=(0, 0), **HURT), foe(at=(5, 0)), size=[10, 5])
    assert says(began(corner), "retreat") == c.Attack(0, 1, 0)


def test_retreat_stays_where_nobody_can_come_up_to_it() -> None:
    assert says(began(fight(unit(at=(40, 0), **HURT), foe(at=(0, 0)))), "retreat") == c.EndTurn(0)
    near = fight(unit(at=(35, 0), **HURT), foe(at=(0, 0)))
    assert isinstance(says(began(near), "retreat"), c.MoveTo)


def test_retreat_shoots_with_what_is_left_of_its_turn() -> None:
    text = fight(unit(at=(30, 0), weapons=[BOW], **HURT), foe(at=(0, 0)), size=[90, 5])
    flight = says(began(text), "retreat")
    assert flight == c.MoveTo(0, 60, 0)
    assert says(began(text, move(0, 60, 0)), "retreat") == c.Attack(0, 1, 0)


def test_retreat_draws_its_bow_out_of_reach() -> None:
    text = fight(unit(at=(60, 0), weapons=[SWORD, BOW], **HURT), foe(at=(0, 0)))
    assert says(began(text), "retreat") == c.Drop(0, 0)


def test_retreat_fights_on_against_bows_which_nobody_outruns() -> None:
    text = fight(unit(at=(60, 0), **HURT), foe(at=(0, 0), weapons=[BOW]))
    assert says(began(text), "retreat") == c.MoveTo(0, 30, 0)


@pytest.mark.parametrize("foes", ["first", "retreat"])
def test_two_who_retreat_do_not_walk_for_ever(foes: str) -> None:
    one = parse(fight(unit(hp=8, max_hp=16, weapons=[BOW]), foe(at=(40, 0), hp=8, max_hp=16), size=[200, 40]))
    wins(one, "retreat", 20, foes)
    apart = began(fight(unit(**HURT), foe(at=(60, 0), **HURT)))
    assert says(apart, "retreat") == c.EndTurn(0)
    assert condition(apart, 0).at == (0, 0)
