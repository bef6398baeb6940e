"""What a table makes of messages that are late, doubled, wrong, or out of turn."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.messages import Envelope
from affray.server.live.room import Answer
from affray.server.live.snapshot import Prompt
from affray.telling.figures import NARROW
from tests.server.sitting import ANA, BEN, OWNER, SECOND, Sitting

STRIKE = {"type": "attack", "actor": 0, "target": 2, "weapon": 0}
SKILLS = """
ruleset = "skilldice"
[[fighter]]
name = "Odo"
side = "party"
body = 12
mind = 6
soul = 4
weapon = "slashing"
[[fighter]]
name = "Hild"
side = "foes"
body = 8
mind = 6
soul = 4
weapon = "none"
"""
GRID = """
ruleset = "d20grid"
[map]
size = [30, 30]
[[fighter]]
name = "Vex"
side = "party"
at = [5, 5]
hp = 20
defense = 15
speed = 30
abilities = { str = 3, dex = 2 }
class_attack_bonus = 4
attacks_per_full = 2
weapons = [{ name = "longsword", dice = "1d8", kind = "melee" }]
[[fighter]]
name = "robber"
side = "foes"
at = [10, 5]
hp = 30
defense = 12
speed = 30
abilities = { str = 1, dex = 0 }
class_attack_bonus = 1
weapons = [{ name = "club", dice = "1d6", kind = "melee" }]
"""


# Ids and versions


@pytest.mark.parametrize("id", ["", "7", "not-a-uuid", "{123e4567-e89b-42d3-a456-426614174000}", "x" * 10_000])
def test_a_command_has_a_uuid(id: str, ford: Sitting) -> None:
    version = ford.room.seen_version(ANA)
    envelope = Envelope(command_id=id, expected_version=version, message=m.Note(text="x"))
    fault = ford.room.answer(ANA, envelope)
    assert isinstance(fault, Fault)
    assert (fault.status, fault.field) == (422, "command_id")


def test_a_uuid_in_capitals_is_the_same_id(ford: Sitting) -> None:
    id = "abcdef12-0000-4000-8000-000000000000"
    first = ford.say(ANA, m.Note(text="x"), id=id)
    assert ford.say(ANA, m.Note(text="x"), id=id.upper()) == first


def test_the_same_command_again_is_answered_again_and_done_once(ford: Sitting) -> None:
    id = ford.new_id()
    version = ford.room.seen_version(ANA)
    first = ford.say(ANA, m.Do(command=STRIKE, roll=True), version, id)
    journal = ford.whole()
    assert ford.say(ANA, m.Do(command=STRIKE, roll=True), version, id) == first
    ford.say(OWNER, m.Note(text="meanwhile"))
    assert ford.say(ANA, m.Do(command=STRIKE, roll=True), version, id) == first
    ford.restart()
    assert ford.say(ANA, m.Do(command=STRIKE, roll=True), version, id) == first
    assert ford.whole()[0] == journal[0] + 1


def test_the_id_of_another_command_is_used(ford: Sitting) -> None:
    id = ford.new_id()
    ford.say(ANA, m.Note(text="x"), id=id)
    assert ford.refused(ANA, m.Note(text="y"), id=id).code == "id_used"
    assert ford.refused(BEN, m.Note(text="x"), id=id).status == 409


def test_two_clicks_on_one_version_are_one_turn(ford: Sitting) -> None:
    version = ford.room.seen_version(ANA)
    first = ford.say(ANA, m.Do(command={"type": "pass", "actor": 0}), version)
    again = ford.refused(ANA, m.Do(command={"type": "pass", "actor": 0}), version)
    assert (again.status, again.code, again.version) == (409, "stale", first.version)


@pytest.mark.parametrize("ahead", [-1, -5, 1, 10**9])
def test_another_version_is_stale(ahead: int, ford: Sitting) -> None:
    version = ford.room.seen_version(ANA)
    fault = ford.refused(ANA, m.Note(text="x"), max(version + ahead, 0))
    assert (fault.status, fault.code, fault.version) == (409, "stale", version)


def test_players_count_what_they_may_notice(ford: Sitting) -> None:
    version = ford.room.seen_version(ANA)
    ford.say(OWNER, m.Note(text="the ogre sleeps", hidden=True))
    assert ford.room.seen_version(ANA) == version
    ford.say(ANA, m.Note(text="x"), version)
    assert ford.room.seen_version(OWNER) == ford.room.seen_version(SECOND) > ford.room.seen_version(ANA)


def test_twenty_at_once_begin_one_round(ford: Sitting) -> None:
    """The die of the round is thrown once, however many hands reach for it."""
    for fighter in (0, 1):
        ford.say(OWNER, m.Do(command={"type": "pass", "actor": fighter}))
    ford.say(OWNER, m.Do(command={"type": "pass", "actor": 2}))
    versions = {person: ford.room.seen_version(person) for person in (OWNER, SECOND, ANA, BEN)}
    ids = [ford.new_id() for _ in range(20)]

    def roll(number: int) -> Answer | Fault:
        person = (OWNER, SECOND, ANA, BEN)[number % 4]
        return ford.answer(person, m.RollRest(), versions[person], ids[number])

    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(roll, range(20)))
    assert sum(isinstance(one, Answer) for one in found) == 1
    for number, one in enumerate(found):
        if isinstance(one, Fault):
            person = (OWNER, SECOND, ANA, BEN)[number % 4]
            assert (one.status, one.version) == (409, ford.room.seen_version(person))
    begun = [line for line in ford.look(OWNER).log if line.dice and line.dice[0].name == "initiative.d6"]
    assert len(begun) == 2  # round 1, and round 2


# Whose turn, whose fighter, whose die


def test_nobody_acts_for_another(ford: Sitting) -> None:
    assert ford.refused(BEN, m.Do(command=STRIKE)).status == 403
    assert ford.refused(ANA, m.Do(command={"type": "attack", "actor": 2, "target": 0, "weapon": 0})).status == 403


def test_out_of_turn_and_twice_in_a_turn(ford: Sitting) -> None:
    foe = {"type": "attack", "actor": 2, "target": 0, "weapon": 0}
    early = ford.refused(OWNER, m.Do(command=foe))
    assert early.status == 409
    assert early.clause
    ford.do(ANA, 2, **STRIKE)
    again = ford.refused(ANA, m.Do(command=STRIKE))
    assert again.status == 409
    assert again.message


def test_a_second_standard_attack_is_refused(sit: Callable[..., Sitting]) -> None:
    table = sit(GRID)
    for _ in range(2):  # both roll for initiative
        seat = table.look(OWNER).offers[0].seat if table.look(OWNER).prompt is None else None
        if seat is not None:
            table.say(OWNER, m.Do(command=table.look(OWNER, seat).offers[0].command))
        table.say(OWNER, m.RollRest())
    snapshot = table.look(OWNER)
    attack = next(
        one
        for one in snapshot.offers
        if one.forbidden is None and one.command["type"] == "attack" and one.command["target"] != one.seat
    )
    table.say(OWNER, m.Do(command=attack.command, roll=True))
    fault = table.refused(OWNER, m.Do(command=attack.command))
    assert fault.status == 409
    assert fault.clause.startswith("d20grid.turn")


def test_whoever_is_out_does_nothing(ford: Sitting) -> None:
    ford.say(OWNER, m.Do(command={"type": "override", "fighter": 0, "hp": 0, "reason": "fell off the bridge"}))
    fault = ford.refused(ANA, m.Do(command=STRIKE))
    assert fault.status == 409
    assert "unconscious" in fault.message


def test_a_target_that_is_not_there(ford: Sitting) -> None:
    for target in (9, -3, 10**6):
        fault = ford.refused(ANA, m.Do(command={**STRIKE, "target": target}))
        assert (fault.status, fault.code) == (404, "no_such_fighter")
        assert ford.refused(OWNER, m.Do(command={**STRIKE, "target": target})).status == 404
    assert ford.refused(ANA, m.Do(command={**STRIKE, "target": 1})).status == 409
    assert ford.refused(ANA, m.Do(command={**STRIKE, "target": 0})).status == 409


def test_a_dead_target(ford: Sitting) -> None:
    ford.say(OWNER, m.Do(command={"type": "override", "fighter": 0, "hp": -3, "reason": "the rapids"}))
    foe = {"type": "attack", "actor": 2, "target": 0, "weapon": 0}
    ford.say(OWNER, m.Do(command={"type": "pass", "actor": 1}))
    assert ford.refused(OWNER, m.Do(command=foe)).status == 409


@pytest.mark.parametrize("hp", [1.5, "5", None, [5], 10**400, {"a": 1}, 10_000, -10_000])
def test_a_number_that_is_none(hp: Any, ford: Sitting) -> None:
    command = {"type": "override", "fighter": 2, "hp": hp, "reason": "because"}
    fault = ford.refused(OWNER, m.Do(command=command))
    assert fault.status == 422
    assert "hp" in fault.message or "hit points" in fault.message


def test_a_change_by_hand_has_a_reason(ford: Sitting) -> None:
    command = {"type": "override", "fighter": 2, "hp": 3, "reason": " "}
    assert ford.refused(OWNER, m.Do(command=command)).status == 422


@pytest.mark.parametrize("command", [{}, {"type": "win"}, {"type": "__proto__"}, {**STRIKE, "hp": 999}, {"actor": 0}])
def test_what_is_no_command(command: dict[str, Any], ford: Sitting) -> None:
    assert ford.refused(ANA, m.Do(command=command)).status == 422


# Dice


def test_a_face_that_nobody_asked_for(ford: Sitting) -> None:
    fault = ford.refused(ANA, m.Faces(faces=(20,)))
    assert (fault.status, fault.field) == (422, "faces")


def test_faces_are_taken_one_die_at_a_time_and_marked_as_typed(ford: Sitting) -> None:
    ford.say(ANA, m.Do(command=STRIKE))
    prompt = ford.look(ANA).prompt
    assert prompt is not None
    assert (prompt.yours, prompt.what, prompt.sides, prompt.count) == (True, "attack", 20, 1)
    assert ford.refused(ANA, m.Faces(faces=(21,))).allowed == "1 to 20"
    assert ford.refused(ANA, m.Faces(faces=(15, 4))).status == 422
    assert ford.say(ANA, m.Faces(faces=(15,))).waits
    prompt = ford.look(ANA).prompt
    assert prompt is not None
    assert (prompt.what, prompt.sides) == ("attack damage", 8)
    assert not ford.say(ANA, m.Faces(faces=(1,))).waits
    line = ford.look(ANA).log[0]
    assert [(die.name, die.face, die.source) for die in line.dice] == [
        ("attack.d20", 15, "typed"),
        ("attack.damage", 1, "typed"),
    ]


def test_of_a_foes_command_others_see_who_acts_and_its_first_die_alone(sit: Any) -> None:
    """That damage is thrown says that it hit, and the command may still be dropped; with what, the log never tells."""
    ford: Sitting = sit()
    ford.everybody()
    ford.say(OWNER, m.Faces(faces=(1,)))
    ford.say(OWNER, m.Do(command={"type": "attack", "actor": 2, "target": 0, "weapon": 0}))
    prompt = ford.look(BEN).prompt
    assert prompt is not None
    assert (prompt.name, prompt.command, prompt.what) == ("goblin", "goblin acts", "attack")
    ford.say(OWNER, m.Faces(faces=(19,)))
    prompt = ford.look(BEN).prompt
    assert prompt is not None
    assert (prompt.name, prompt.command, prompt.what) == ("goblin", "goblin acts", "")


def test_a_die_waits_for_its_seat_alone(ford: Sitting) -> None:
    ford.say(ANA, m.Do(command=STRIKE))
    assert ford.refused(BEN, m.Faces(faces=(20,))).status == 403
    assert ford.refused(BEN, m.RollRest()).status == 403
    prompt = ford.look(BEN).prompt
    assert prompt is not None
    assert (prompt.yours, prompt.name, prompt.sides, prompt.hint) == (False, "Ana", 0, "")
    assert (prompt.command, prompt.what) == ("Ana attacks goblin with the sword", "attack d20")
    ford.say(SECOND, m.Faces(faces=(2,)))


def test_typing_can_be_switched_off(ford: Sitting) -> None:
    ford.say(ANA, m.Do(command=STRIKE))
    ford.say(OWNER, m.Set(typing=False))
    assert ford.refused(ANA, m.Faces(faces=(20,))).status == 422
    prompt = ford.look(ANA).prompt
    assert prompt is not None
    assert not prompt.typing
    ford.say(ANA, m.Faces(faces=(None,)))


def test_whoever_does_not_type_is_rolled_for_at_once(ford: Sitting) -> None:
    ford.say(ANA, m.Rolls(rolls="rolled"))
    assert not ford.say(ANA, m.Do(command=STRIKE)).waits
    assert {die.source for die in ford.look(ANA).log[0].dice} == {"rolled"}
    assert ford.say(BEN, m.Do(command={**STRIKE, "actor": 1})).waits


def test_while_a_command_waits_no_other_is_taken(ford: Sitting) -> None:
    ford.say(ANA, m.Do(command=STRIKE))
    other = m.Do(command={**STRIKE, "actor": 1})
    assert ford.refused(BEN, other).code == "waiting"
    assert ford.refused(OWNER, m.Undo()).code == "waiting"
    assert ford.refused(BEN, m.Cancel()).status == 403
    ford.say(ANA, m.Cancel())
    assert ford.look(ANA).prompt is None
    ford.say(BEN, other)
    ford.say(OWNER, m.Cancel())


def test_a_note_does_not_end_the_wait(ford: Sitting) -> None:
    ford.say(ANA, m.Do(command=STRIKE))
    ford.say(BEN, m.Note(text="go on"))
    ford.say(OWNER, m.Note(text="it has 4", hidden=True))
    assert ford.look(ANA).prompt is not None
    ford.say(ANA, m.Faces(faces=(2,)))


def test_a_note_has_4000_characters(ford: Sitting) -> None:
    ford.say(ANA, m.Note(text="x" * 4_000))
    for text in ("x" * 4_001, "", " \n ", "a\x1bb", "a\u202eb"):
        fault = ford.refused(ANA, m.Note(text=text))
        assert (fault.status, fault.field) == (422, "text")


def test_a_restart_in_the_middle_of_a_command_loses_nothing(ford: Sitting) -> None:
    ford.say(ANA, m.Do(command=STRIKE))
    ford.say(ANA, m.Faces(faces=(15,)))
    before = {person: ford.bytes_of(person) for person in (OWNER, ANA, BEN)}
    ford.restart()
    assert {person: ford.bytes_of(person) for person in (OWNER, ANA, BEN)} == before
    ford.say(ANA, m.Faces(faces=(1,)))
    assert [die.face for die in ford.look(ANA).log[0].dice] == [15, 1]


def test_the_round_asks_for_its_die_by_itself(sit: Callable[..., Sitting]) -> None:
    table = sit()
    table.everybody()
    prompt = table.look(ANA).prompt
    assert prompt is not None
    assert (prompt.seat, prompt.yours, prompt.sides) == ("table", True, 6)
    assert table.refused(ANA, m.Cancel()).status == 409
    table.say(ANA, m.Faces(faces=(6,)))
    assert table.look(ANA).scene.round == 1


def _after(table: Sitting, face: int) -> Prompt:
    table.say(OWNER, m.Faces(faces=(face,)))
    prompt = table.look(OWNER).prompt
    assert prompt is not None
    return prompt


def test_a_hint_says_what_is_needed(ford: Sitting) -> None:
    ford.say(OWNER, m.Do(command=STRIKE))
    prompt = ford.look(OWNER).prompt
    assert prompt is not None
    assert prompt.good == tuple(range(12, 21))  # d20 + 2 > 13
    assert prompt.hint == f"hits on 12 or more, 9/20 (45{NARROW}%)"
    damage = _after(ford, 15)
    assert (damage.good, damage.hint) == ((), "")  # it has hit
    ford.say(OWNER, m.Cancel())
    ford.say(OWNER, m.Do(command=STRIKE))
    mine = ford.look(ANA).prompt
    assert mine is not None
    assert (mine.yours, mine.good, mine.hint) == (True, (), "")
    ford.say(OWNER, m.Set(odds="all"))
    mine = ford.look(ANA).prompt
    assert mine is not None
    assert mine.good == prompt.good


# Undo


def test_the_id_of_an_entry_is_no_id_of_a_message(sit: Callable[..., Sitting]) -> None:
    """Two entries of one id would make the log one that nobody can read."""
    table = sit(GRID)  # its first round began by itself
    (entry,) = table.room._held.table.entries
    assert table.refused(OWNER, m.Note(text="mine"), id=entry.id).code == "id_used"


def test_undo_of_what_is_not_there(ford: Sitting) -> None:
    ford.do(ANA, 2, **STRIKE)  # entry 2
    ford.say(OWNER, m.Undo(to=1))
    assert ford.refused(OWNER, m.Undo(to=2)).status == 409  # undone
    assert ford.refused(OWNER, m.Undo(to=77)).status == 409
    assert ford.refused(OWNER, m.Undo(to=1)).status == 409  # that is where it is
    ford.say(OWNER, m.Undo(to=0))
    assert ford.refused(OWNER, m.Undo()).code == "nothing_to_undo"


def test_players_take_back_what_they_did_last(ford: Sitting) -> None:
    ford.do(ANA, 2, **STRIKE)
    assert ford.look(ANA).undo
    assert not ford.look(BEN).undo
    assert ford.refused(BEN, m.Undo()).status == 403
    assert ford.refused(ANA, m.Undo(to=0)).status == 403
    ford.say(ANA, m.Undo())
    assert not ford.look(ANA).redo
    assert ford.refused(ANA, m.Redo()).status == 403
    assert ford.look(OWNER).redo
    ford.say(OWNER, m.Redo())
    ford.do(BEN, 2, **{**STRIKE, "actor": 1})
    assert ford.refused(ANA, m.Undo()).status == 403
    assert not ford.look(ANA).undo


def test_undo_and_edit_tell_the_difference(ford: Sitting) -> None:
    ford.do(ANA, 2, **STRIKE)
    answer = ford.say(OWNER, m.Edit(entry=2, die=0, face=15))
    assert answer.waits  # typed dice: the damage is asked for
    prompt = ford.look(OWNER).prompt
    assert prompt is not None
    assert (prompt.what, prompt.sides) == ("attack damage", 8)
    assert "Ana" in prompt.command
    assert ford.refused(BEN, m.Do(command={**STRIKE, "actor": 1})).code == "waiting"
    ford.restart()
    ford.say(OWNER, m.Faces(faces=(1,)))
    log = ford.look(OWNER).log
    assert log[0].kind == "edit"
    assert any("no longer" in told.text for told in log[0].told)
    assert [(die.face, die.source) for die in log[1].dice] == [(15, "edited"), (1, "typed")]
    ford.say(OWNER, m.Undo())
    assert [die.face for die in ford.look(OWNER).log[2].dice] == [2]


# Ending


def test_the_referee_ends_and_reopens(ford: Sitting) -> None:
    ford.say(ANA, m.Do(command=STRIKE))
    ford.say(OWNER, m.End())
    assert ford.look(ANA).over
    assert ford.look(ANA).prompt is None
    assert ford.refused(OWNER, m.Do(command=STRIKE)).code == "ended"
    assert ford.refused(OWNER, m.End()).status == 409
    ford.say(OWNER, m.End(reopen=True))
    assert not ford.look(ANA).over
    ford.do(ANA, 2, **STRIKE)


def test_seeds_are_committed_to_added_to_and_opened(sit: Callable[..., Sitting]) -> None:
    from affray.table.fairness import opens

    table = sit()
    table.everybody()
    fair = table.look(ANA).fair
    assert fair.may_add
    assert fair.open_seed is None
    table.say(ANA, m.AddSeed(text="seven"))
    with_text = table.room._held.table.seeds
    assert with_text[0] != "an open seed"
    assert with_text[1] == "a hidden seed"
    table.say(OWNER, m.RollRest())
    assert table.refused(BEN, m.AddSeed(text="eight")).code == "started"
    table.restart()
    assert table.room._held.table.seeds == with_text
    table.say(OWNER, m.Do(command={"type": "end_fight", "winner": None, "reason": "it rains"}))
    table.say(OWNER, m.OpenSeeds())
    fair = table.look(ANA).fair
    assert fair.added == ("seven",)
    assert fair.open_seed is not None
    assert opens(fair.open_seed, fair.open_commitment)
    assert fair.hidden_seed is None
    hidden = table.look(OWNER).fair.hidden_seed
    assert hidden is not None
    assert opens(hidden, fair.hidden_commitment)


def test_a_skill_duel_has_three_actions(sit: Callable[..., Sitting]) -> None:
    """What the rules refuse is said with their words: no action is left after three."""
    table = sit(SKILLS)
    seen = set()
    for _ in range(60):
        look = table.look(OWNER)
        if look.over:
            break
        if look.prompt is not None:
            table.say(OWNER, m.RollRest())
            continue
        blocked = [one for one in look.offers if one.forbidden is not None]
        seen |= {one.forbidden.message for one in blocked if one.forbidden is not None}
        for one in blocked[:1]:
            assert table.refused(OWNER, m.Do(command=one.command)).status == 409
        table.say(OWNER, m.Do(command=next(one.command for one in look.offers if one.forbidden is None)))
    assert any("action" in message for message in seen), seen
