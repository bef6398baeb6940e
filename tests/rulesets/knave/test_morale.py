"""What calls for a morale roll, who makes it against which rating, and what comes of it."""

from __future__ import annotations

import pytest

from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Break, CallMorale, Flee
from affray.rulesets.knave.events import Left, MoraleCalled, MoraleRolled, MoraleSkipped, TurnedToFlee, TurnEnded
from affray.rulesets.knave.state import Trigger
from affray.testing.cases import Face, Scene, scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    attack,
    conditions,
    fight,
    foe,
    kinds,
    override,
    passes,
    pc,
    to_act,
)

KILL = (15, 8)
"""A hit for 8: dead, with the 4 hit points of a goblin."""

HOLDS = ("morale.2d6", 3, 4)
FAILS = ("morale.2d6", 4, 4)
"""7 and 8, against a rating of 7."""

HALF, LEADER, LONE = Trigger("half"), Trigger("leader"), Trigger("lone")


def band(count: int, morale: int = 7) -> str:
    """Six PCs (0 to 5) against so many goblins (from 6 on)."""
    return fight(pc(count=6), foe(count=count, morale=morale))


def killed(text: str, *targets: int, faces: tuple[Face, ...] = (), **rulings: str) -> Scene:
    """Each target is killed by another PC, in this order; `faces` are those of the morale rolls after the last."""
    commands = [BEGIN, *(attack(n, target) for n, target in enumerate(targets))]
    return scene(text, commands, [PARTY_FIRST, *(KILL * len(targets)), *faces], rulings)


def called(played: Scene) -> list[Trigger]:
    return [event.trigger for event in played.events if isinstance(event, MoraleCalled)]


def rolled(played: Scene) -> list[tuple[tuple[int, ...], int]]:
    return [(event.fighters, event.rating) for event in played.events if isinstance(event, MoraleRolled)]


def fates(played: Scene) -> list[str]:
    return [one.fate for one in conditions(played)[6:]]


# The check


def test_o19_at_the_rating_morale_holds_above_it_fails() -> None:
    holds = killed(band(4), 6, 7, faces=(HOLDS,))
    assert fates(holds) == ["dead", "dead", "up", "up"]
    assert holds.events[-1] == MoraleRolled((8, 9), 7, True, HALF)
    fails = killed(band(4), 6, 7, faces=(FAILS,))
    assert fates(fails) == ["dead", "dead", "fled", "fled"]
    assert MoraleRolled((8, 9), 7, False, HALF) in fails.events


def test_k60_a_rating_of_12_never_fails() -> None:
    assert fates(killed(band(2, 12), 6, faces=(("morale.2d6", 6, 6),))) == ["dead", "up"]


def test_k60_a_rating_of_2_holds_on_two_ones_only() -> None:
    assert fates(killed(band(2, 2), 6, faces=(("morale.2d6", 1, 1),))) == ["dead", "up"]
    assert fates(killed(band(2, 2), 6, faces=(("morale.2d6", 2, 1),))) == ["dead", "fled"]


def test_the_roll_is_the_referees_and_hidden() -> None:
    played = killed(band(4), 6, 7, faces=(HOLDS,))
    question = played.asked[-1]
    assert (question.name, question.seat, question.count, question.sides) == ("morale.2d6", "referee", 2, 6)
    assert question.hidden
    assert all(event.hidden for event in played.events if isinstance(event, MoraleRolled | MoraleCalled))


# K56: half of a group


@pytest.mark.parametrize(("count", "enough"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_k56_once_when_half_are_defeated(count: int, enough: int) -> None:
    targets = range(6, 6 + enough)
    assert called(killed(band(count), *targets[:-1])) == []
    assert called(killed(band(count), *targets, faces=(HOLDS,))) == [HALF]


@pytest.mark.parametrize(("count", "enough"), [(3, 2), (4, 3), (5, 3), (6, 4)])
def test_k56_gt_half(count: int, enough: int) -> None:
    targets = range(6, 6 + enough)
    assert called(killed(band(count), *targets[:-1], K56="gt_half")) == []
    assert called(killed(band(count), *targets, faces=(HOLDS,), K56="gt_half")) == [HALF]


def test_k56_gt_half_of_two_is_both() -> None:
    assert called(killed(band(2), 6, K56="gt_half")) == []


@pytest.mark.parametrize(
    ("option", "rolls"), [("once", [6 + 2]), ("each_time", [6 + 2, 6 + 3, 6 + 4]), ("gt_half", [6 + 3])]
)
def test_k56_how_often(option: str, rolls: list[int]) -> None:
    """Of six goblins five fall one after another; the list names the one whose fall calls for a roll."""
    faces: list[Face] = [PARTY_FIRST]
    commands = [BEGIN]
    for n in range(5):
        commands.append(attack(n, 6 + n))
        faces += [*KILL, *([HOLDS] if 6 + n in rolls else [])]
    played = scene(band(6), commands, faces, {"K56": option})
    steps = [step for step in played.steps if any(isinstance(event, MoraleCalled) for event in step.events)]
    assert [step.command.target for step in steps] == rolls


def newcomers(count: int) -> list[dict[str, object]]:
    """So many goblins join the others, one after another."""
    goblin = {"name": "goblin", "side": "foes", "hp": 4, "attack": 1, "damage": "1d6", "morale": 7}
    return [{"type": "add_fighter", "fighter": goblin}] * count


@pytest.mark.parametrize(("before", "after", "calls"), [(0, 0, 2), (0, 4, 2), (4, 0, 0), (1, 1, 1), (2, 2, 0)])
def test_k56_each_time_half_is_of_those_of_the_first_call(before: int, after: int, calls: int) -> None:
    """Of four goblins two fall, then a third one. Those who come before the first call count, those after it do not."""
    rulings = {"K56": "each_time"}
    commands = [BEGIN, *newcomers(before), attack(0, 6), attack(1, 7), *newcomers(after), attack(2, 8)]
    faces: list[Face] = [PARTY_FIRST, *KILL, *KILL, *KILL]
    if calls == 2:
        faces = [PARTY_FIRST, *KILL, *KILL, HOLDS, *KILL, HOLDS]
    elif calls == 1:
        faces = [PARTY_FIRST, *KILL, *KILL, *KILL, HOLDS]  # three of six
    played = scene(band(4), commands, faces, rulings)
    assert called(played) == [HALF] * calls
    assert played.state.starting == {0: (), 1: (("", 6),), 2: (("", 4),)}[calls]


def test_k56_each_time_half_is_of_those_of_each_groups_first_call() -> None:
    rulings = {"K56": "each_time", "K73": "by_name"}
    text = fight(pc(count=6), foe("orc", count=2, morale=7), foe(count=4, morale=7))
    commands = [BEGIN, attack(0, 6), *newcomers(2), attack(1, 8), attack(2, 9), attack(3, 10)]
    played = scene(text, commands, [PARTY_FIRST, *KILL, HOLDS, *KILL, *KILL, *KILL, HOLDS], rulings)
    assert called(played) == [Trigger("half", "orc"), Trigger("half", "goblin")]
    assert played.state.starting == (("orc", 2), ("goblin", 6))


@pytest.mark.parametrize("option", ["auto", "end_of_round", "referee"])
def test_k56_the_number_is_frozen_by_the_call_whenever_the_roll_is_made(option: str) -> None:
    played = killed(band(4), 6, 7, faces=(HOLDS,) if option == "auto" else (), K70=option)
    assert played.state.starting == (("", 4),)
    assert [event.counted for event in played.events if isinstance(event, MoraleCalled)] == [4]


def test_k56_once_though_one_rises_and_falls_again() -> None:
    text = fight(pc(count=3), foe(count=4, morale=7))
    commands = [BEGIN, attack(0, 3), attack(1, 4), override(4, 4), attack(2, 4)]
    faces: list[Face] = [PARTY_FIRST, *KILL, *KILL, HOLDS, *KILL]
    assert called(scene(text, commands, faces)) == [HALF]
    again = scene(text, commands, [*faces, HOLDS], {"K56": "each_time"})
    assert called(again) == [HALF, HALF]


def test_k56_the_unconscious_are_defeated() -> None:
    text = fight(pc(count=2), foe(count=4, morale=7))
    played = scene(text, [BEGIN, attack(0, 2), attack(1, 3)], [PARTY_FIRST, 15, 4, 15, 4, HOLDS])
    assert called(played) == [HALF]


def test_k56_killing_the_unconscious_defeats_nobody_more() -> None:
    text = fight(pc(count=3), foe(count=4, morale=7))
    commands = [BEGIN, attack(0, 3), attack(1, 4), attack(2, 3)]
    faces: list[Face] = [PARTY_FIRST, 15, 4, 15, 4, HOLDS, 15, 15, 1]
    played = scene(text, commands, faces, {"K56": "each_time"})
    assert called(played) == [HALF]
    assert conditions(played)[3].fate == "dead"


def test_knave_morale_triggers_a_wound_is_none() -> None:
    text = fight(pc(count=3), foe(count=2, hp=8, morale=7))
    played = scene(text, [BEGIN, attack(0, 3)], [PARTY_FIRST, 15, 7])
    assert called(played) == []


def test_knave_morale_check_is_not_for_pcs() -> None:
    text = fight(pc(count=2, morale=2), foe())
    played = scene(text, [BEGIN, attack(2, 0)], [FOES_FIRST, 20, 6, 6])
    assert conditions(played)[0].fate == "dead"
    assert called(played) == []


# The leader


LED = fight(pc(count=6), foe("chief", morale=9, leader=True), foe(count=4, morale=7))
"""Six PCs, the chief (6) and four goblins (7 to 10)."""


def test_knave_morale_triggers_the_leader_falls() -> None:
    played = killed(LED, 6, faces=(FAILS,))
    assert called(played) == [LEADER]
    assert rolled(played) == [((7, 8, 9, 10), 7)]
    assert fates(played) == ["dead", "fled", "fled", "fled", "fled"]


def test_knave_morale_triggers_the_leader_faints() -> None:
    played = scene(LED, [BEGIN, attack(0, 6)], [PARTY_FIRST, 15, 4, HOLDS])
    assert called(played) == [LEADER]
    assert conditions(played)[6].fate == "unconscious"


def test_knave_morale_triggers_a_leader_who_is_killed_later_fell_once() -> None:
    commands = [BEGIN, attack(0, 6), attack(1, 6)]
    played = scene(LED, commands, [PARTY_FIRST, 15, 4, HOLDS, 15, 15, 1])
    assert called(played) == [LEADER]
    assert conditions(played)[6].fate == "dead"


def test_knave_morale_triggers_each_of_two_leaders() -> None:
    text = fight(pc(count=6), foe("chief", count=2, morale=9, leader=True), foe(count=4, morale=7))
    faces: list[Face] = [PARTY_FIRST, *KILL, ("morale.2d6", 4, 5), *KILL, HOLDS]
    played = scene(text, [BEGIN, attack(0, 6), attack(1, 7)], faces)
    assert called(played) == [LEADER, LEADER]
    # the other chief's 9, then the goblins' 7
    assert rolled(played) == [((7, 8, 9, 10, 11), 9), ((8, 9, 10, 11), 7)]


def test_knave_morale_triggers_another_is_no_leader() -> None:
    assert called(killed(LED, 7)) == []


def test_the_leader_and_half_of_the_group_are_two_rolls() -> None:
    text = fight(pc(count=6), foe("chief", morale=9, leader=True), foe(count=3, morale=7))
    played = killed(text, 7, 6, faces=(HOLDS, HOLDS))
    assert called(played) == [HALF, LEADER]
    assert rolled(played) == [((8, 9), 7), ((8, 9), 7)]


def test_those_who_ran_at_the_first_roll_are_not_rolled_for_again() -> None:
    text = fight(pc(count=6), foe("chief", morale=9, leader=True), foe(count=3, morale=7), foe("golem"))
    # the golem has no rating: the fight goes on when all others have left
    played = killed(text, 7, 8, 6, faces=(FAILS,))
    assert rolled(played) == [((9,), 7)]
    assert fates(played) == ["dead", "dead", "dead", "fled", "up"]


# A lone enemy: K57


def lone(hp: int, damage: int, *faces: Face, morale: int = 7, **rulings: str) -> Scene:
    text = fight(pc(count=2), foe("ogre", hp=hp, morale=morale))
    return scene(text, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, damage, *faces], rulings)


@pytest.mark.parametrize(("hp", "damage", "met"), [(8, 3, False), (8, 4, True), (9, 4, False), (9, 5, True)])
def test_k57_a_lone_enemy_at_half(hp: int, damage: int, met: bool) -> None:
    played = lone(hp, damage, *([HOLDS] if met else []))
    assert called(played) == ([LONE] if met else [])


def test_k57_half_of_the_maximum() -> None:
    text = fight(pc(count=2), foe("ogre", hp=8, max_hp=12, morale=7))
    assert called(scene(text, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 1])) == []
    assert called(scene(text, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 2, HOLDS])) == [LONE]


def test_k57_once_a_fight() -> None:
    text = fight(pc(count=2), foe("ogre", hp=9, morale=7))
    commands = [BEGIN, attack(0, 2), attack(1, 2)]
    assert called(scene(text, commands, [PARTY_FIRST, 15, 5, HOLDS, 15, 1])) == [LONE]


def test_k57_none_once_it_is_down() -> None:
    text = fight(pc(count=2), foe("ogre", hp=8, morale=7))
    played = scene(text, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 8])
    assert called(played) == []


def last_of_three(*faces: Face, **rulings: str) -> Scene:
    """Two of three fall (a roll that holds), then the third one loses half."""
    text = fight(pc(count=3), foe(count=3, morale=7))
    commands = [BEGIN, attack(0, 3), attack(1, 4), attack(2, 5)]
    return scene(text, commands, [PARTY_FIRST, *KILL, *KILL, HOLDS, 15, 2, *faces], rulings)


def test_k57_from_start() -> None:
    assert called(last_of_three()) == [HALF]


def test_k57_last_standing() -> None:
    assert called(last_of_three(FAILS, K57="last_standing")) == [HALF, LONE]


def test_k57_one_of_two_is_not_lone() -> None:
    text = fight(pc(count=3), foe(count=2, hp=8, morale=7))
    for option in ("from_start", "last_standing"):
        assert called(scene(text, [BEGIN, attack(0, 3)], [PARTY_FIRST, 15, 4], {"K57": option})) == []


def test_k57_a_lone_enemy_hurt_before_the_fight_is_not_reduced_by_a_pass() -> None:
    text = fight(pc(), foe("ogre", hp=4, max_hp=8, morale=7))
    assert called(scene(text, [BEGIN, passes(0)], [PARTY_FIRST])) == []


def test_k57_a_lone_enemy_hurt_before_the_fight_is_reduced_by_the_next_wound() -> None:
    text = fight(pc(), foe("ogre", hp=4, max_hp=8, morale=7))
    assert called(scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 1, HOLDS])) == [LONE]


def test_k56_half_down_before_the_fight_are_not_defeated_by_a_pass() -> None:
    text = fight(pc(), foe("orc", hp=0, max_hp=4, count=2), foe(count=2, morale=7))
    assert called(scene(text, [BEGIN, passes(0)], [PARTY_FIRST])) == []


# K58: one roll, or one each


MIXED = fight(
    pc(count=6),
    foe("chief", morale=9, leader=True),
    foe("orc", count=2, morale=8),
    foe("goblin", count=2, morale=6),
    foe("wolf", morale=5),
)
"""Six PCs; the chief is 6, the orcs 7 and 8, the goblins 9 and 10, the wolf 11."""


def test_k58_group_against_the_leaders_rating() -> None:
    assert rolled(killed(MIXED, 7, 8, 9, faces=(("morale.2d6", 4, 5),))) == [((6, 10, 11), 9)]


def test_k58_group_against_the_commonest_rating() -> None:
    text = fight(pc(count=6), foe("orc", count=2, morale=8), foe(count=3, morale=6), foe("wolf", morale=5))
    # an orc, two goblins and the wolf are left
    assert rolled(killed(text, 6, 8, faces=())) == []
    assert rolled(killed(text, 6, 8, 7, faces=(HOLDS,))) == [((9, 10, 11), 6)]


@pytest.mark.parametrize(("first", "second"), [(8, 6), (6, 8)])
def test_k58_the_lower_of_two_equally_common(first: int, second: int) -> None:
    text = fight(pc(count=6), foe("a", count=2, morale=first), foe("b", count=2, morale=second))
    assert rolled(killed(text, 6, 8, faces=(("morale.2d6", 1, 1),))) == [((7, 9), 6)]


def test_k58_group_with_the_leader_gone() -> None:
    # the chief is the third to fall: half and leader, each for those who are left, 8 being the commonest
    played = killed(MIXED, 9, 10, 6, faces=(("morale.2d6", 4, 4), ("morale.2d6", 4, 4)))
    assert rolled(played) == [((7, 8, 11), 8), ((7, 8, 11), 8)]


def test_k58_group_with_a_leader_who_has_no_rating() -> None:
    text = fight(pc(count=6), foe("idol", leader=True), foe("orc", count=3, morale=8), foe(count=2, morale=6))
    played = killed(text, 7, 10, 11, faces=(HOLDS,))
    assert rolled(played) == [((8, 9), 8)]


def test_k58_individual() -> None:
    faces = (("morale.2d6", 5, 5), ("morale.2d6", 3, 3), ("morale.2d6", 3, 3))
    played = killed(MIXED, 7, 8, 9, faces=faces, K58="individual")
    assert rolled(played) == [((6,), 9), ((10,), 6), ((11,), 5)]
    assert fates(played) == ["fled", "dead", "dead", "dead", "up", "fled"]


# K71: no rating


def test_k71_without_a_rating_there_is_no_roll() -> None:
    text = fight(pc(count=6), foe(count=4))
    assert called(killed(text, 6, 7)) == []
    assert called(killed(text, 6, 7, K58="individual")) == []


def test_k71_those_without_a_rating_stay() -> None:
    text = fight(pc(count=6), foe(count=3, morale=7), foe("golem"))
    played = killed(text, 6, 7, faces=(FAILS,))
    assert rolled(played) == [((8,), 7)]
    assert fates(played) == ["dead", "dead", "fled", "up"]


def test_k71_those_without_a_rating_belong_to_the_group() -> None:
    text = fight(pc(count=6), foe(count=2, morale=7), foe("golem", count=4))
    assert called(killed(text, 8, 9)) == []
    assert called(killed(text, 8, 9, 10, faces=(HOLDS,))) == [HALF]


# K59: what those do whose morale fails


def test_k59_flee() -> None:
    played = killed(band(4), 6, 7, faces=(FAILS,))
    assert [event for event in played.events if isinstance(event, Left)] == [Left(8, "fled"), Left(9, "fled")]


@pytest.mark.parametrize(("how", "fate"), [("flee", "fled"), ("retreat", "retreated"), ("parley", "parleyed")])
def test_k59_per_npc(how: str, fate: str) -> None:
    asked = killed(band(4), 6, 7, faces=(FAILS,), K59="per_npc")
    assert to_act(asked) == ("referee",)
    assert asked.legal("referee") == [Break(8, "flee"), Break(8, "retreat"), Break(8, "parley")]
    assert fates(asked) == ["dead", "dead", "up", "up"]
    commands = [
        BEGIN,
        attack(0, 6),
        attack(1, 7),
        {"type": "break", "fighter": 8, "how": how},
        {"type": "break", "fighter": 9, "how": "flee"},
    ]
    played = scene(band(4), commands, [PARTY_FIRST, *KILL, *KILL, FAILS], {"K59": "per_npc"})
    assert fates(played) == ["dead", "dead", fate, "fled"]
    assert played.state.over


def test_k59_per_npc_asks_once_for_each_who_breaks() -> None:
    text = fight(pc(count=6), foe("chief", morale=7, leader=True), foe(count=3, morale=7))
    played = scene(
        text,
        [BEGIN, attack(0, 7), attack(1, 6), {"type": "break", "fighter": 8, "how": "flee"}],
        # half and leader: of the two left one fails at once, and only the other rolls again
        [PARTY_FIRST, *KILL, *KILL, FAILS, HOLDS, HOLDS],
        {"K59": "per_npc", "K58": "individual"},
    )
    assert rolled(played) == [((8,), 7), ((9,), 7), ((9,), 7)]
    assert fates(played) == ["dead", "dead", "fled", "up"]
    assert played.state.pending == ()


# K70: when the roll is made


def test_k70_auto_before_the_next_actor() -> None:
    text = fight(pc(count=6), foe(count=3, morale=7), foe("golem"))
    played = killed(text, 6, 7, faces=(FAILS,))
    assert to_act(played) == (2, 3, 4, 5)
    assert fates(played) == ["dead", "dead", "fled", "up"]


def test_k70_end_of_round() -> None:
    text = fight(pc(count=2), foe(count=4, morale=7))
    commands = [BEGIN, attack(0, 2), attack(1, 3)]
    faces: list[Face] = [PARTY_FIRST, *KILL, *KILL]
    waiting = scene(text, commands, faces, {"K70": "end_of_round"})
    assert waiting.state.due == (HALF,)
    assert to_act(waiting) == (4,)
    passed = scene(text, [*commands, passes(4)], faces, {"K70": "end_of_round"})
    assert passed.state.due == (HALF,)
    ended = scene(text, [*commands, passes(4), passes(5)], [*faces, FAILS], {"K70": "end_of_round"})
    assert ended.state.due == ()
    assert [one.fate for one in conditions(ended)[4:]] == ["fled", "fled"]
    missed = scene(text, [*commands, passes(4), attack(5, 0)], [*faces, 2, HOLDS], {"K70": "end_of_round"})
    assert missed.state.due == ()


def test_k70_end_of_round_the_last_actor_calls_for_it() -> None:
    text = fight(pc(count=2), foe(count=3, morale=7))
    commands = [BEGIN, passes(2), passes(3), passes(4), attack(0, 2), attack(1, 3)]
    played = scene(text, commands, [FOES_FIRST, *KILL, *KILL, FAILS], {"K70": "end_of_round"})
    assert conditions(played)[4].fate == "fled"


def test_k70_end_of_round_nobody_left_to_roll() -> None:
    text = fight(pc(count=3), foe(count=2, morale=7), foe("golem"))
    commands = [BEGIN, attack(0, 3), attack(1, 5), attack(2, 4)]
    played = scene(text, commands, [PARTY_FIRST, *KILL, *KILL, *KILL], {"K70": "end_of_round"})
    assert played.state.over


def test_k70_referee() -> None:
    asked = killed(band(4), 6, 7, K70="referee")
    assert called(asked) == [HALF]
    assert to_act(asked) == ("referee",)
    assert asked.legal("referee") == [CallMorale(True), CallMorale(False)]
    commands = [BEGIN, attack(0, 6), attack(1, 7)]
    faces: list[Face] = [PARTY_FIRST, *KILL, *KILL]
    called_for = scene(band(4), [*commands, {"type": "call_morale", "roll": True}], [*faces, FAILS], {"K70": "referee"})
    assert fates(called_for) == ["dead", "dead", "fled", "fled"]
    let_be = scene(band(4), [*commands, {"type": "call_morale", "roll": False}], faces, {"K70": "referee"})
    assert fates(let_be) == ["dead", "dead", "up", "up"]
    assert let_be.events[-1] == MoraleSkipped(HALF)
    assert to_act(let_be) == (2, 3, 4, 5)


# K72: when one who flees is out


def test_k72_at_once() -> None:
    text = fight(pc(count=6), foe(count=3, morale=7), foe("golem"))
    played = killed(text, 6, 7, faces=(FAILS,))
    assert {command.target for command in played.legal(2) if hasattr(command, "target")} == {9}


def test_k72_own_turn() -> None:
    text = fight(pc(count=3), foe(count=3, morale=7), foe("golem"))
    commands = [BEGIN, attack(0, 3), attack(1, 4)]
    faces: list[Face] = [PARTY_FIRST, *KILL, *KILL, FAILS]
    played = scene(text, commands, faces, {"K72": "own_turn"})
    assert played.events[-1] == TurnedToFlee(5)
    assert conditions(played)[5].fleeing
    assert {command.target for command in played.legal(2) if hasattr(command, "target")} == {5, 6}
    turn = scene(text, [*commands, passes(2)], faces, {"K72": "own_turn"})
    assert to_act(turn) == (5,)
    assert turn.legal(5) == [Flee(5)]
    gone = scene(text, [*commands, passes(2), {"type": "flee", "actor": 5}], faces, {"K72": "own_turn"})
    assert conditions(gone)[5].fate == "fled"
    assert not conditions(gone)[5].fleeing
    assert to_act(gone) == (6,)


def test_k72_own_turn_may_be_cut_down_on_the_run() -> None:
    text = fight(pc(count=3), foe(count=3, morale=7), foe("golem"))
    commands = [BEGIN, attack(0, 3), attack(1, 4), attack(2, 5)]
    played = scene(text, commands, [PARTY_FIRST, *KILL, *KILL, FAILS, *KILL], {"K72": "own_turn"})
    assert [one.fate for one in conditions(played)[3:]] == ["dead", "dead", "dead", "up"]
    assert to_act(played) == (6,)


def test_k72_own_turn_after_the_side_has_acted_is_in_the_next_round() -> None:
    text = fight(pc(count=2), foe(count=3, morale=7), foe("golem"))
    commands = [BEGIN, passes(2), passes(3), passes(4), passes(5), attack(0, 2), attack(1, 3)]
    faces: list[Face] = [FOES_FIRST, *KILL, *KILL, FAILS]
    played = scene(text, commands, faces, {"K72": "own_turn"})
    assert to_act(played) == ("table",)
    again = scene(text, [*commands, BEGIN], [*faces, FOES_FIRST], {"K72": "own_turn"})
    assert to_act(again) == (4,)
    assert again.legal(4) == [Flee(4)]


BROKEN = fight(pc(hp=30), foe("orc", hp=9), foe("wolf", hp=9, morale=7), foe("golem"))
"""A PC 0, the orc 1, the wolf 2 who runs, the golem 3."""
FLEE = {"type": "flee", "actor": 2}
CALLED = {"type": "roll_morale", "group": "", "fighter": 2}


def test_k72_own_turn_running_away_is_the_turn() -> None:
    gone = scene(BROKEN, [BEGIN, CALLED, passes(1), FLEE], [FOES_FIRST, FAILS], {"K72": "own_turn"})
    assert kinds(gone)[-2:] == ["Passed", "Left"]
    assert gone.state.acted == (1, 2)
    assert to_act(gone) == (3,)


def test_k72_own_turn_running_away_ends_the_turn_of_whoever_acted_before() -> None:
    """The orc has struck and has a move left, and an edge that was granted for its turn: both are gone."""
    edge = {"type": "grant", "actor": 1, "target": 0, "edge": -1}
    commands = [BEGIN, attack(0, 1), CALLED, edge, attack(1, 0)]
    faces: list[Face] = [PARTY_FIRST, 2, FAILS, 2, 2]
    struck = scene(BROKEN, commands, faces, {"K72": "own_turn"})
    assert to_act(struck) == (2, 1)
    gone = scene(BROKEN, [*commands, FLEE], faces, {"K72": "own_turn"})
    assert TurnEnded(1) in gone.events
    assert gone.state.grants == ()
    assert to_act(gone) == (3,)


@pytest.mark.parametrize("damage", [1, 8])
def test_k43_own_turn_one_who_runs_may_be_struck_first(damage: int) -> None:
    """The blow costs the wolf hit points, or it lies there: it has had its turn either way."""
    text = fight(pc(hp=30), foe("orc", hp=9), foe("wolf", hp=8, morale=7), foe("golem"))
    rulings = {"K72": "own_turn", "K43": "free_attack"}
    strike = {"type": "strike", "actor": 0, "weapon": 0}
    commands = [BEGIN, attack(0, 2), CALLED, passes(1), FLEE, strike]
    played = scene(text, commands, [PARTY_FIRST, 2, FAILS, 15, damage], rulings)
    assert conditions(played)[2].fate == ("fled" if damage == 1 else "unconscious")
    assert to_act(played) == (3,)
    if damage == 8:
        healed = scene(text, [*commands, override(2, 3)], [PARTY_FIRST, 2, FAILS, 15, damage], rulings)
        assert to_act(healed) == (3,)


def test_k72_one_on_the_run_does_not_roll_again() -> None:
    text = fight(pc(count=4), foe("chief", morale=7, leader=True), foe(count=4, morale=7), foe("golem"))
    commands = [BEGIN, attack(0, 4), attack(1, 5), attack(2, 6)]
    # the chief's fall sends all four goblins running; half of six defeated finds nobody to roll for
    played = scene(text, commands, [PARTY_FIRST, *KILL, FAILS, *KILL, *KILL], {"K72": "own_turn"})
    assert rolled(played) == [((5, 6, 7, 8), 7)]


# K73: who is defeated, and of which group


def test_k73_those_who_fled_do_not_count() -> None:
    # six goblins, the chief falls: one of five flees, then one is killed: 2 of 6 are down, 3 of 6 are gone
    text = fight(pc(count=6), foe("chief", morale=7, leader=True), foe(count=5, morale=7))
    faces: list[Face] = [PARTY_FIRST, *KILL, FAILS, *([HOLDS] * 4), *KILL]
    commands = [BEGIN, attack(0, 6), attack(1, 8)]
    played = scene(text, commands, faces, {"K58": "individual"})
    assert called(played) == [LEADER]
    counts = scene(text, commands, [*faces, *([HOLDS] * 3)], {"K58": "individual", "K73": "fled_counts"})
    assert called(counts) == [LEADER, HALF]


def test_k73_fled_counts_at_once() -> None:
    # of four the chief is dead and one has fled: that is half
    text = fight(pc(count=6), foe("chief", morale=7, leader=True), foe(count=3, morale=7))
    rulings = {"K58": "individual", "K73": "fled_counts"}
    faces = (FAILS, HOLDS, HOLDS, HOLDS, HOLDS)
    played = killed(text, 6, faces=faces, **rulings)
    assert called(played) == [LEADER, HALF]
    assert [fighters for fighters, _ in rolled(played)] == [(7,), (8,), (9,), (8,), (9,)]


def test_k73_by_name() -> None:
    text = fight(pc(count=6), foe("orc", count=2, morale=8), foe(count=6, morale=7))
    assert called(killed(text, 6)) == []
    played = killed(text, 6, faces=(("morale.2d6", 4, 4),), K73="by_name")
    assert called(played) == [Trigger("half", "orc")]
    assert rolled(played) == [((7,), 8)]
    both = scene(
        text,
        [BEGIN, attack(0, 6), attack(1, 8), attack(2, 9), attack(3, 10)],
        [PARTY_FIRST, *KILL, HOLDS, *(KILL * 3), HOLDS],
        {"K73": "by_name"},
    )
    assert called(both) == [Trigger("half", "orc"), Trigger("half", "goblin")]
    assert rolled(both) == [((7,), 8), ((11, 12, 13), 7)]


def test_k73_by_name_once_a_group() -> None:
    text = fight(pc(count=6), foe("orc", count=3, morale=8), foe(count=6, morale=7))
    played = scene(
        text,
        [BEGIN, attack(0, 6), attack(1, 7)],
        [PARTY_FIRST, *KILL, *KILL, HOLDS],
        {"K73": "by_name"},
    )
    assert called(played) == [Trigger("half", "orc")]


def test_an_override_calls_for_morale_like_any_harm() -> None:
    text = fight(pc(), foe(count=2, morale=7))
    played = scene(text, [override(1, -1)], [FAILS])
    assert [one.fate for one in conditions(played)] == ["up", "dead", "fled"]


@pytest.mark.parametrize(("before", "after", "met"), [(8, 4, True), (2, 4, False), (4, 4, False), (4, 3, True)])
def test_an_override_reduces_only_downwards(before: int, after: int, met: bool) -> None:
    text = fight(pc(), foe("ogre", hp=before, max_hp=8, morale=7))
    played = scene(text, [override(1, after)], [HOLDS] if met else [])
    assert called(played) == ([LONE] if met else [])


def test_k56_each_time_with_k73_fled_counts_a_flight_is_one_more() -> None:
    rulings = {"K56": "each_time", "K73": "fled_counts", "K58": "individual"}
    played = killed(band(6), 6, 7, 8, faces=(FAILS, HOLDS, HOLDS, HOLDS, HOLDS), **rulings)
    assert called(played) == [HALF, HALF]
    assert [fighters for fighters, _ in rolled(played)] == [(9,), (10,), (11,), (10,), (11,)]


@pytest.mark.parametrize("roll", [False, True])
def test_k70_the_referee_is_asked_once_for_each_defeat(roll: bool) -> None:
    rulings = {"K56": "each_time", "K73": "fled_counts", "K70": "referee"}
    commands = [BEGIN, attack(0, 6), attack(1, 7), {"type": "call_morale", "roll": roll}]
    played = scene(band(4), commands, [PARTY_FIRST, *KILL, *KILL, *([HOLDS] if roll else [])], rulings)
    assert called(played) == [HALF]
    assert to_act(played) == (2, 3, 4, 5)


def test_k70_end_of_round_a_flight_at_the_end_may_call_for_another_roll() -> None:
    rulings = {"K70": "end_of_round", "K73": "fled_counts", "K58": "individual"}
    text = fight(pc(), foe("chief", morale=7, leader=True), foe(count=3, morale=7))
    commands = [BEGIN, attack(0, 1), passes(2), passes(3), passes(4)]
    # the leader's roll: one of three flees; then half of four are gone, and the two left roll again
    played = scene(text, commands, [PARTY_FIRST, *KILL, FAILS, HOLDS, HOLDS, HOLDS, HOLDS], rulings)
    assert called(played) == [LEADER, HALF]
    assert [fighters for fighters, _ in rolled(played)] == [(2,), (3,), (4,), (3,), (4,)]


def test_k73_a_leader_who_flees_counts_as_defeated_where_those_who_fled_do() -> None:
    rulings = {"K73": "fled_counts", "K58": "individual"}
    text = fight(pc(count=2), foe("chief", morale=7, leader=True), foe(count=5, morale=7))
    # half of six go down: the chief fails, and as a leader defeated calls for another roll of the two left
    commands = [BEGIN, attack(0, 3), attack(1, 4), *(passes(one) for one in (2, 5, 6, 7)), BEGIN, attack(0, 5)]
    faces: list[Face] = [PARTY_FIRST, *KILL, *KILL, PARTY_FIRST, *KILL, FAILS, HOLDS, HOLDS, HOLDS, HOLDS]
    assert called(scene(text, commands, faces, rulings)) == [HALF, LEADER]
    alone = scene(text, commands, faces[:-2], {"K58": "individual"})
    assert called(alone) == [HALF]


def test_the_referee_cannot_be_hurried() -> None:
    asked = killed(band(4), 6, 7, K70="referee")
    assert ruleset.candidates(asked.state, 2) == []
    assert ruleset.candidates(asked.state, "table") == []
