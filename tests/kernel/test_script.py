"""Dice from a trace: typed, replayed, edited; `Need` where nobody has thrown yet."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from affray.dice import Dice, Roll, Why
from affray.errors import ScriptError
from affray.interpret.script import Answer, Need, Rolled, Streams, Trace, matched, recorded, rolled, typed

HIT = Why("attack.d20", "attacker")
HURT = Why("attack.damage", "attacker")
NERVE = Why("morale.2d6", "referee", hidden=True)
STREAMS = Streams("open", "hidden", 5)


def blow(dice: Dice) -> tuple[int, int, bool]:
    """Best of two d20; damage of 2d6 on 11 or more; a hidden 2d6 after that."""
    hit = dice.roll(Roll(20, 2, "high"), HIT)
    damage = dice.roll(Roll(6, 2), HURT) if hit >= 11 else 0
    return hit, damage, dice.roll(Roll(6, 2), NERVE) > 7


def trace(answer: Answer) -> Trace:
    dice = Trace(answer)
    dice.roles = {"attacker": 3}
    return dice


def test_faces_are_taken_in_the_order_in_which_the_rule_asks() -> None:
    dice = trace(typed((4, 17, 2, 6, 5, 5)))
    assert blow(dice) == (17, 8, True)
    assert dice.rolls == [
        Rolled("attack.d20", 3, "typed", (4, 17)),
        Rolled("attack.damage", 3, "typed", (2, 6)),
        Rolled("morale.2d6", "referee", "typed", (5, 5)),
    ]


def test_all_faces_come_highest_first_and_are_kept_as_thrown() -> None:
    dice = trace(typed((2, 6, 4)))
    assert dice.faces(Roll(6, 3, "low"), HURT) == (6, 4, 2)
    assert dice.rolls[0].faces == (2, 6, 4)


@pytest.mark.parametrize(
    ("faces", "roll", "why", "seat", "have", "index"),
    [
        ((), Roll(20, 2, "high"), HIT, 3, (), 0),
        ((4,), Roll(20, 2, "high"), HIT, 3, (4,), 0),
        ((4, 17), Roll(6, 2), HURT, 3, (), 1),
        ((4, 17, 2), Roll(6, 2), HURT, 3, (2,), 1),
        ((4, 7), Roll(6, 2), NERVE, "referee", (), 1),
        ((4, 17, 2, 6, 5), Roll(6, 2), NERVE, "referee", (5,), 2),
    ],
)
def test_need_says_what_to_throw(
    faces: tuple[int, ...], roll: Roll, why: Why, seat: int | str, have: tuple[int, ...], index: int
) -> None:
    with pytest.raises(Need) as caught:
        blow(trace(typed(faces)))
    need = caught.value
    assert (need.roll, need.why, need.seat, need.have, need.index) == (roll, why, seat, have, index)
    assert need.hidden == (why is NERVE)
    assert str(need) == f"{roll.count - len(have)} d{roll.sides} for {why.name}"


def test_no_rule_swallows_a_need() -> None:
    def rule(dice: Dice) -> int:
        try:
            return dice.roll(Roll(6), HURT)
        except Exception:
            return 0

    with pytest.raises(Need):
        rule(trace(typed(())))


@pytest.mark.parametrize(("faces", "shown"), [((0, 4), "0"), ((21, 4), "21"), ((4, -1), "-1"), ((4, 17, 7), "7")])
def test_a_face_that_the_die_does_not_have(faces: tuple[int, ...], shown: str) -> None:
    with pytest.raises(ScriptError, match=f"got {shown}$"):
        blow(trace(typed(faces)))


def test_none_lets_the_table_roll_that_die() -> None:
    first, second = STREAMS.faces(Roll(20, 2), HIT, 0)
    dice = trace(typed((None, 17, 1, 1, None, None), STREAMS))
    blow(dice)
    assert dice.rolls[0] == Rolled("attack.d20", 3, "typed", (first, 17))
    assert dice.rolls[2] == Rolled("morale.2d6", "referee", "rolled", STREAMS.faces(Roll(6, 2), NERVE, 0))
    dice = trace(typed((17, None, 1, 1, 1, 1), STREAMS))
    blow(dice)
    assert dice.rolls[0].faces == (17, second)
    with pytest.raises(ScriptError, match=r"nothing rolls attack\.d20 here"):
        blow(trace(typed((None, 17))))


def test_the_generator_is_asked_by_name_and_by_which_of_that_name() -> None:
    dice = trace(rolled(STREAMS))
    for why in (HIT, HURT, HIT, NERVE, HIT):
        dice.roll(Roll(20), why)
    assert [one.faces for one in dice.rolls] == [
        STREAMS.faces(Roll(20), HIT, 0),
        STREAMS.faces(Roll(20), HURT, 0),
        STREAMS.faces(Roll(20), HIT, 1),
        STREAMS.faces(Roll(20), NERVE, 0),
        STREAMS.faces(Roll(20), HIT, 2),
    ]
    assert {one.source for one in dice.rolls} == {"rolled"}


def test_dice_that_answer_nonsense_are_caught() -> None:
    for faces in [(1,), (1, 2, 3), (0, 1), (1, 21)]:

        def answer(*question: Any, faces: tuple[int, ...] = faces) -> Any:
            return faces, "rolled"

        with pytest.raises(ScriptError, match=r"attack\.d20 is 2d20"):
            trace(answer).roll(Roll(20, 2), HIT)


KEPT = (
    Rolled("attack.d20", 3, "rolled", (4, 17)),
    Rolled("attack.damage", 3, "typed", (2, 6)),
    Rolled("morale.2d6", "referee", "rolled", (5, 5)),
)


def refuse(*question: Any) -> Any:
    raise LookupError(question[1].name)


def test_a_replay_takes_exactly_these_rolls() -> None:
    dice = trace(recorded(KEPT))
    assert blow(dice) == (17, 8, True)
    assert tuple(dice.rolls) == KEPT


@pytest.mark.parametrize(
    ("rolls", "sentence"),
    [
        (KEPT[:2], r"asks for morale\.2d6, which the log does not have"),
        ((KEPT[1], *KEPT[1:]), r"asks 3 for attack\.d20, the log has attack\.damage of 3"),
        ((Rolled("attack.d20", 4, "rolled", (4, 17)), *KEPT[1:]), "the log has attack.d20 of 4"),
        ((Rolled("attack.d20", 3, "rolled", (4,)), *KEPT[1:]), "attack.d20 is 2d20"),
        ((Rolled("attack.d20", 3, "rolled", (4, 21)), *KEPT[1:]), "attack.d20 is 2d20"),
    ],
)
def test_a_replay_refuses_other_rolls(rolls: tuple[Rolled, ...], sentence: str) -> None:
    with pytest.raises(ScriptError, match=sentence):
        blow(trace(recorded(rolls)))


def test_a_replay_knows_what_its_generator_rolls() -> None:
    dice = trace(rolled(STREAMS))
    blow(dice)
    again = trace(recorded(dice.rolls, STREAMS))
    blow(again)
    assert again.rolls == dice.rolls
    for other in (Streams("other", "hidden", 5), Streams("open", "other", 5), Streams("open", "hidden", 6)):
        with pytest.raises(ScriptError, match="the generator does not roll"):
            blow(trace(recorded(dice.rolls, other)))
    typed_by_hand = [msgspec.structs.replace(one, source="typed") for one in dice.rolls]
    blow(trace(recorded(typed_by_hand, Streams("other", "other", 5))))


def test_faces_of_an_earlier_run_are_found_by_name() -> None:
    dice = trace(matched((KEPT[2], KEPT[0], KEPT[1]), refuse))
    assert blow(dice) == (17, 8, True)
    assert tuple(dice.rolls) == KEPT


def test_what_is_new_falls_back() -> None:
    with pytest.raises(LookupError, match=r"attack\.damage"):
        blow(trace(matched((KEPT[0], KEPT[2]), refuse)))
    dice = trace(matched((KEPT[0], KEPT[2]), rolled(STREAMS)))
    blow(dice)
    assert dice.rolls[1] == Rolled("attack.damage", 3, "rolled", STREAMS.faces(Roll(6, 2), HURT, 0))


def test_which_of_that_name_counts() -> None:
    known = (Rolled("attack.damage", 3, "typed", (1,)), Rolled("attack.damage", 3, "typed", (2,)))
    dice = trace(matched(known, typed((6,))))
    assert [dice.roll(Roll(6), HURT) for _ in range(3)] == [1, 2, 6]


@pytest.mark.parametrize("roll", [Roll(6), Roll(6, 3), Roll(4, 2)])
def test_a_die_of_another_kind_is_another_die(roll: Roll) -> None:
    dice = trace(matched((Rolled("attack.damage", 3, "typed", (5, 2)),), rolled(STREAMS)))
    assert dice.faces(roll, HURT) == tuple(sorted(STREAMS.faces(roll, HURT, 0), reverse=True))


def test_the_changed_die_must_fit() -> None:
    changed = Rolled("attack.d20", 3, "edited", (4, 21))
    with pytest.raises(ScriptError, match=r"1 to 20, got 21"):
        blow(trace(matched((changed, *KEPT[1:]), refuse, changed)))
    changed = Rolled("attack.d20", 3, "edited", (0, 7))
    with pytest.raises(ScriptError, match=r"1 to 20, got 0"):
        blow(trace(matched((changed, *KEPT[1:]), refuse, changed)))


def test_a_rolled_value_is_an_array_of_four() -> None:
    data = msgspec.json.encode(KEPT[0])
    assert data == b'["attack.d20",3,"rolled",[4,17]]'
    assert msgspec.json.decode(data, type=Rolled) == KEPT[0]
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'["attack.d20",3,"rolled",[4,17],0]', type=Rolled)
