"""Tactics: whom they attack, where they go, and that they take every offer."""

from __future__ import annotations

from typing import Any

import pytest

from affray.fight import parse
from affray.interpret.script import Trace, typed
from affray.interpret.simulate import simulate
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import ruleset
from affray.testing.cases import Scene
from tests.rulesets.d20grid.fights import (
    BOW,
    ROD,
    SWORD,
    attack,
    began,
    by,
    east,
    fight,
    foe,
    move,
    state_of,
    unit,
    walk,
)


def says(played: Scene, tactic: str = "first", *faces: int) -> Any:
    """What a tactic does for the seat that is to act."""
    seat = ruleset.to_act(played.state)[0]
    return ruleset.tactics[tactic](played.state, seat, Trace(typed(faces)))


def test_they_are_all_there() -> None:
    assert set(ruleset.tactics) == {"first", "weakest", "strongest", "random", "kite", "hold", "flank", "retreat"}
    assert all(tactic.__doc__ for tactic in ruleset.tactics.values())


def test_first_attacks_whom_it_can_reach() -> None:
    text = fight(unit(), foe("imp", (60, 0)), foe("orc", (5, 0)))
    assert says(began(text)) == c.Attack(0, 2, 0)


def test_first_makes_a_full_attack_where_the_sheet_has_several() -> None:
    text = fight(unit(attacks_per_full=2), foe())
    assert says(began(text)) == c.FullAttack(0)
    assert says(began(text, by("full_attack", 0))) == c.Attack(0, 1, 0)
    done = began(text, by("full_attack", 0), attack(0, 1), attack(0, 1), faces=(1, 1))
    assert says(done) == c.EndTurn(0)
    assert says(began(text, move(0, 0, 5))) == c.Attack(0, 1, 0)  # a Standard is gone


def test_first_steps_up_where_its_foe_has_stepped_back() -> None:
    text = fight(unit(attacks_per_full=2), foe(at=(10, 0)))
    played = began(text, by("full_attack", 0))
    assert isinstance(says(played), c.Step)


def test_first_closes_by_the_path_that_provokes_least() -> None:
    """Between two archers' guards lies the short way to the one behind them."""
    text = fight(unit(at=(0, 20), speed=45), foe("orc", (20, 20)), foe("imp", (10, 25)), foe("elf", (10, 15)))
    assert says(began(text)) == c.MoveTo(0, 20, 15)  # around the elf, 35 ft; straight on it would be 15 ft to (15, 20)


def test_first_goes_as_near_as_it_gets() -> None:
    command = says(began(fight(unit(speed=20), foe(at=(100, 0)))))
    assert (command.x, command.y) == (20, 0)


def test_first_finds_its_way_around_a_wall() -> None:
    text = fight(unit(at=(0, 0), speed=20), foe(at=(10, 0)), size=[60, 60], walls=[[5, 0, 5, 40]])
    command = says(began(text))
    assert (command.x, command.y) == (0, 20)


def test_first_draws_a_weapon_and_ends_its_turn_when_nothing_is_left() -> None:
    assert says(began(fight(unit(hands=[]), foe()))) == c.Draw(0, 0)
    assert says(began(fight(unit(weapons=[]), foe(at=(5, 0))))) == c.EndTurn(0)
    assert says(began(fight(unit(), foe()), attack(0, 1), faces=(1,))) == c.EndTurn(0)


def test_first_takes_every_offer() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0)))
    assert says(began(text, walk(0, *east((0, 5), 6)))) == c.Strike(1, 0)
    cudgel = fight(unit("Vex", (0, 5)), foe(at=(15, 0), weapons=[{**ROD, "subdues": True}]))
    assert says(began(cudgel, walk(0, *east((0, 5), 6)))) == c.Strike(1, 0, True)


def test_first_chooses_the_first_weapon_of_a_pair() -> None:
    text = fight(unit(weapons=[SWORD, ROD], hands=["sword", "rod"]), foe())
    assert says(began(text, attack(0, 1), faces=(20,), T40="after_hit")) == c.ChooseWeapon(0, 0)


def test_whom() -> None:
    text = fight(unit(), foe("imp", (5, 0), hp=9), foe("orc", (0, 5), hp=5), foe("elf", (5, 5), hp=7, subdual=4))
    assert says(began(text)).target == 1
    assert says(began(text), "weakest").target == 3
    assert says(began(text), "strongest").target == 1
    assert says(began(text), "random", 2).target == 2


def test_hold_does_not_move() -> None:
    assert says(began(fight(unit(), foe(at=(20, 0)))), "hold") == c.EndTurn(0)
    assert says(began(fight(unit(), foe())), "hold") == c.Attack(0, 1, 0)


def test_who_is_not_barred_by_the_first_foe_goes_up_to_the_next() -> None:
    """The imp is walled in, and nobody comes nearer to it; the orc is to be had."""
    text = fight(
        unit(at=(10, 0), speed=10), foe("imp", (0, 0)), foe("orc", (40, 0)), size=[45, 5], walls=[[5, 0, 5, 5]]
    )
    assert says(began(text)) == c.MoveTo(0, 20, 0)


BODY: dict[str, Any] = {"hp": -1, "max_hp": 8}
CORRIDOR = (unit(), foe("orc", (5, 0), **BODY), foe("imp", (10, 0)))


@pytest.mark.parametrize("tactic", ["first", "weakest", "random", "hold", "flank", "retreat"])
def test_a_body_that_bars_the_way_is_struck(tactic: str) -> None:
    assert says(began(fight(*CORRIDOR, size=[15, 5])), tactic) == c.Attack(0, 1, 0)
    around = says(began(fight(*CORRIDOR, size=[15, 15])), tactic)
    assert around == c.EndTurn(0) if tactic == "hold" else isinstance(around, c.MoveTo)


def test_a_body_on_the_line_of_every_shot_is_struck() -> None:
    archer = (unit(weapons=[BOW], attacks_per_full=2), foe("orc", (15, 0), **BODY), foe("imp", (30, 0)))
    text = fight(*archer, size=[35, 5])
    assert says(began(text), "hold") == c.FullAttack(0)
    assert says(began(text, by("full_attack", 0)), "hold") == c.Attack(0, 1, 0)


def test_a_body_is_left_alone_that_bars_nothing_or_cannot_be_killed() -> None:
    behind = fight(unit(at=(5, 0), speed=0), foe("orc", (0, 0), **BODY), foe("imp", (60, 0)), size=[65, 5])
    assert says(began(behind)) == c.EndTurn(0)
    cudgel = unit(weapons=[{**ROD, "subdues": True}])
    assert says(began(fight(cudgel, *CORRIDOR[1:], size=[15, 5]))) == c.EndTurn(0)


def test_a_fight_in_a_corridor_ends() -> None:
    """Whoever falls there lies between those who stand, until it is dead."""
    text = fight(
        unit("Vex", defense=15),
        unit("Bo", (5, 0), defense=15, weapons=[BOW, SWORD]),
        foe("orc", (50, 0), count=2, hp=8, defense=12),
        size=[60, 5],
    )
    for party in ("first", "hold", "flank"):
        one = parse(text.replace("map =", f'tactics = {{ party = "{party}" }}\nmap =', 1))
        assert simulate(one, 40, seed="corridor").undecided == 0


def test_flank_goes_to_the_other_side() -> None:
    opposite = began(fight(unit("Vex", (10, 10)), unit("Bo", (30, 10)), foe("orc", (25, 10))), T27="opposite_sides")
    command = says(opposite, "flank")
    assert (command.x, command.y) == (20, 10)


def test_the_table_keeps_the_rounds() -> None:
    state = state_of(fight(unit(), foe()))
    assert ruleset.standing_orders["table"](state, "table", Trace(typed(()))) == c.BeginRound()
    with pytest.raises(LookupError):
        ruleset.standing_orders["referee"](state, "referee", Trace(typed(())))
