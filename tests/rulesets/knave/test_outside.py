"""States that come from outside are checked, and what goes out to players is a list of what is public."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest

import affray
from affray.codec import convert, plain
from affray.errors import BadInput
from affray.rulesets.knave import events as e
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.checking import check
from affray.rulesets.knave.state import (
    BreakChoice,
    FreeAttack,
    IdealChoice,
    LeaveChoice,
    MoraleChoice,
    PieceChoice,
    State,
    TakenChoice,
    Trigger,
    Turn,
)
from affray.rulesets.knave.view import publish, view
from tests.rulesets.knave.fights import BEGIN, attack, fight, foe, override, pc, state_of

SECRET = 4321
"""A number that only the referee knows."""


def state(**changes: Any) -> State:
    return msgspec.structs.replace(state_of(fight(pc(), foe(count=2))), **changes)


def test_a_fight_file_gives_a_sound_state() -> None:
    assert check(state()) is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"conditions": ()}, "every fighter needs a profile and a condition"),
        ({"profiles": (), "conditions": ()}, "every fighter needs"),
        ({"camps": ((0,), (1,))}, "every fighter belongs to one of two camps"),
        ({"camps": ((0, 1, 2), ())}, "neither is empty"),
        ({"camps": ((1,), (0, 2))}, "not the one that lists it"),
        ({"acted": (99,)}, "those who acted"),
        ({"acted": (1, 0)}, "ascending"),
        ({"acted": (1, 1)}, "ascending"),
        ({"first": 2}, "0 or 1"),
        ({"round": -1}, "counted from 0"),
        ({"winner": "dragons"}, "none of the sides"),
        ({"pending": (PieceChoice(0, 7),)}, "who is not there"),
        ({"pending": (PieceChoice(7, 0),)}, "who is not there"),
        ({"pending": (BreakChoice(7),)}, "who is not there"),
        ({"pending": (BreakChoice(-1),)}, "who is not there"),
        ({"pending": (IdealChoice(7, 1, 0, thrown=False, dirty=False),)}, "who is not there"),
        ({"pending": (IdealChoice(0, 7, 0, thrown=False, dirty=False),)}, "who is not there"),
        ({"pending": (FreeAttack(7, 0, "off"),)}, "who is not there"),
        ({"pending": (FreeAttack(1, 7, "off"),)}, "who is not there"),
        ({"pending": (LeaveChoice(7),)}, "who is not there"),
        ({"pending": (TakenChoice(7),)}, "who is not there"),
        ({"pending": (BreakChoice(1), TakenChoice(7))}, "who is not there"),
        ({"pending": (MoraleChoice(Trigger("employer", fighter=7)),)}, "who is not there"),
        ({"pending": (MoraleChoice(Trigger("employer", fighter=-1)),)}, "who is not there"),
        ({"pending": (IdealChoice(0, 1, 1),)}, "a weapon that is not there"),
        ({"pending": (IdealChoice(0, 1, -2),)}, "a weapon that is not there"),
        ({"pending": (PieceChoice(0, 1),)}, "cannot lose anything"),
        ({"pending": (FreeAttack(1, 1, "off"),)}, "strikes at itself"),
        ({"due": (Trigger("called", fighter=7),)}, "who is not there"),
        ({"checked": (Trigger("unpaid", fighter=7),)}, "who is not there"),
        ({"order": (0, 1)}, "every fighter once"),
        ({"order": (0, 1, 1)}, "every fighter once"),
        ({"order": (0, 1, 3)}, "every fighter once"),
        ({"adjacent": ((0, 3),)}, "who is not there"),
        ({"adjacent": ((-1, 0),)}, "who is not there"),
        ({"struck": ((3, 0),)}, "who is not there"),
        ({"turn": Turn(3)}, "the open turn"),
        ({"turn": Turn(-1)}, "the open turn"),
        ({"turn": Turn(0, weapon=1)}, "the open turn"),
        ({"turn": Turn(0, against=3, owed="stunt")}, "the open turn"),
        ({"turn": Turn(0, owed="stunt")}, "the open turn"),
        ({"turn": Turn(0, weapon=-2)}, "the open turn"),
        ({"turn": Turn(0, against=-1)}, "the open turn"),
        ({"turn": Turn(0, weapon=0, blow=2)}, "more attacks"),
        ({"turn": Turn(0, blow=2)}, "more attacks"),
        ({"turn": Turn(0, weapon=0, blow=-1)}, "more attacks"),
        ({"grants": ((3, 0, 1),)}, "who is not there"),
        ({"grants": ((0, 3, 1),)}, "who is not there"),
        ({"modifiers": ((3, 1),)}, "who is not there"),
    ],
)
def test_what_is_wrong_with_a_state(changes: dict[str, Any], sentence: str) -> None:
    assert sentence in str(check(state(**changes)))


@pytest.mark.parametrize("dice", [[[0, 6]], [[1, 1]], [[1001, 6]], [[1, 1001]]])
def test_dice_of_a_state_have_limits(dice: list[list[int]]) -> None:
    told = plain(state())
    told["profiles"][1]["weapons"][0]["blows"][0]["dice"] = dice
    assert "damage dice" in str(check(convert(told, State)))


@pytest.mark.parametrize("dice", [[[0, 6]], [[1, 1]], [[1001, 6]], [[1, 1001]]])
@pytest.mark.parametrize("where", ["second blow", "spell", "hit points"])
def test_all_dice_of_a_state_have_limits(dice: list[list[int]], where: str) -> None:
    told = plain(state())
    profile = told["profiles"][1]
    damage = {"dice": dice, "flat": 0}
    if where == "second blow":
        profile["weapons"][0]["blows"] = [*profile["weapons"][0]["blows"], damage]
    elif where == "spell":
        profile["spells"] = [{"name": "hex", "save": "wis", "on_fail": {"kind": "damage", "damage": damage}}]
    else:
        profile["hp_dice"] = damage
    assert "damage dice" in str(check(convert(told, State)))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("dropped", [1]),
        ("dropped", [-1]),
        ("flung", [1]),
        ("cast", [0]),
        ("cast", [-1]),
        ("weapons", [None, None]),
        ("flags", ["sad"]),
        ("passing", ["stunned"]),
    ],
)
def test_what_a_fighter_has_is_its_own(field: str, value: list[int | None]) -> None:
    told = plain(state())
    told["conditions"][1][field] = value
    assert "goblin 1" in str(check(convert(told, State)))


@pytest.mark.parametrize("employer", [3, -1])
def test_an_employer_is_there(employer: int) -> None:
    told = plain(state())
    told["profiles"][1]["hireling_of"] = employer
    assert "employer is not there" in str(check(convert(told, State)))


def test_a_weapon_has_a_blow() -> None:
    told = plain(state())
    told["profiles"][1]["weapons"][0]["blows"] = []
    assert "goblin 1" in str(check(convert(told, State)))


def test_every_weapon_of_a_state_has_a_quality() -> None:
    told = plain(state())
    told["conditions"][0]["weapons"] = []
    assert "every weapon" in str(check(convert(told, State)))


def test_a_log_with_a_broken_state_is_refused() -> None:
    table = affray.Table(affray.parse(fight(pc(), foe())))
    header = json.loads(table.log())
    header["fight"]["acted"] = [99]
    with pytest.raises(BadInput, match="line 1: fight: those who acted"):
        affray.open_log(json.dumps(header).encode() + b"\n")


def test_a_log_whose_rulings_are_not_those_of_its_fight_is_refused() -> None:
    header = json.loads(affray.Table(affray.parse(fight(pc(), foe()))).log())
    header["rulings"]["K08"] = "auto_hit"
    with pytest.raises(BadInput, match="line 1: rulings"):
        affray.open_log(json.dumps(header).encode() + b"\n")


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(BadInput, match="colour"):
        convert({"type": "pass", "actor": 0, "colour": 1}, ruleset.command)


# What players see

HALF = Trigger("half")


def stunted(actor: int, target: int) -> e.Stunted:
    return e.Stunted(
        actor, target, "trip", 2, 13, 1, "attacker", True, closes=True, dirty=True, spends=False, owed="attack"
    )


def cast(caster: int, target: int) -> e.SpellCast:
    return e.SpellCast(caster, target, 0, 2, 13, 0, "attacker", resisted=True)


def struck(attacker: int, target: int) -> e.Attacked:
    return e.Attacked(attacker, target, 0, 2, 13, 0, False, "attacker", True, 5, against=12)


@pytest.mark.parametrize(("make", "defense"), [(struck, "armor"), (stunted, "defense"), (cast, "defense")])
def test_a_roll_shows_the_numbers_of_the_party_only(make: Callable[[int, int], e.Event], defense: str) -> None:
    one = state()
    mine, theirs = publish(one, make(0, 1)), publish(one, make(1, 0))
    assert mine is not None
    assert theirs is not None
    assert (mine["bonus"], theirs[defense]) == (2, 13)
    assert defense not in mine
    assert "bonus" not in theirs
    assert {*mine} - {"bonus", "against"} == {*theirs} - {defense}


def test_what_a_rolling_defender_must_beat_is_shown_of_the_party_only() -> None:
    one = state()
    mine, theirs = publish(one, struck(0, 1)), publish(one, struck(1, 0))
    assert mine is not None
    assert theirs is not None
    assert mine["against"] == 12
    assert "against" not in theirs


def test_what_is_left_of_a_turn_is_shown() -> None:
    left = Turn(1, moved=True, over=True, weapon=0, blow=1)
    shown = publish(state(), msgspec.structs.replace(struck(1, 0), left=left))
    assert shown is not None
    assert convert(shown["left"], Turn) == left


ANYBODYS: list[tuple[e.Event, dict[str, Any]]] = [
    (e.RoundBegan(1, (0, 1, 2), struck=True, idle=(1,)), {"type": "round_began", "first": 1}),
    (e.Harmed(1, 3, "knave.spell.cast"), {"type": "harmed", "fighter": 1, "damage": 3}),
    (
        e.Flagged(1, "bound", passing=True, reason="a net"),
        {"type": "flagged", "fighter": 1, "flag": "bound", "on": True, "passing": True},
    ),
    (e.Tripped(1), {"type": "tripped", "fighter": 1}),
    (e.GotUp(1), {"type": "got_up", "fighter": 1}),
    (e.Stunned(1), {"type": "stunned", "fighter": 1}),
    (e.Dropped(1, 0), {"type": "dropped", "fighter": 1, "weapon": 0}),
    (e.TookUp(1, 0), {"type": "took_up", "fighter": 1, "weapon": 0}),
    (e.Readied(1, True), {"type": "readied", "fighter": 1, "slung": True, "spends": False}),
    (e.Moved(1, "closer", 30), {"type": "moved", "fighter": 1, "to": "closer", "feet": 30, "action": False}),
    (e.Placed(1, "moat", "a secret door"), {"type": "placed", "fighter": 1, "at": "moat"}),
    (e.Pushed(1, 0), {"type": "pushed", "fighter": 1, "by": 0}),
    (e.Passed(1), {"type": "passed", "fighter": 1}),
    (e.TurnEnded(1), {"type": "turn_ended", "fighter": 1}),
    (e.Fell(1, "dead", "knave.hp.dead"), {"type": "fell", "fighter": 1, "fate": "dead"}),
    (e.Rose(1, waits=True), {"type": "rose", "fighter": 1, "waits": True}),
    (e.TurnedToFlee(1), {"type": "turned_to_flee", "fighter": 1}),
    (e.Left(1, "fled"), {"type": "left", "fighter": 1, "fate": "fled"}),
    (e.Overridden(1, SECRET, "it is a mimic"), {"type": "overridden", "fighter": 1}),
    (e.Overridden(0, 7, "healed"), {"type": "overridden", "fighter": 0, "hp": 7, "reason": "healed"}),
    (
        e.Saved(1, "dex", SECRET, SECRET, 0, True),
        {"type": "saved", "fighter": 1, "ability": "dex", "edge": 0, "success": True},
    ),
    (
        e.Saved(0, "dex", 3, SECRET, 1, False),
        {"type": "saved", "fighter": 0, "ability": "dex", "edge": 1, "success": False, "bonus": 3},
    ),
    (e.Granted(0, 1, 1), {"type": "granted", "actor": 0, "target": 1, "edge": 1}),
    (e.Modified(0, -2), {"type": "modified", "actor": 0, "modifier": -2}),
    (e.QualityLost(0, "shield"), {"type": "quality_lost", "fighter": 0, "item": "shield", "weapon": 0}),
    (e.Arrived(1, waits=True, reason="from behind"), {"type": "arrived", "fighter": 1, "waits": True}),
    (e.Ended("party", "night falls"), {"type": "ended", "winner": "party", "reason": "night falls"}),
]


@pytest.mark.parametrize(("event", "shown"), ANYBODYS, ids=lambda one: type(one).__name__)
def test_what_anybody_may_see_and_nothing_else(event: e.Event, shown: dict[str, Any]) -> None:
    assert publish(state(), event) == shown | {"clause": event.clause}


SECRETS: list[e.Event] = [
    e.MoraleCalled(HALF),
    e.MoraleRolled((1,), 7, True, HALF),
    e.MoraleSkipped(HALF),
    e.MoraleSet(1, 8, "paid"),
    e.HitPointsRolled(1, SECRET),
    e.Asked(BreakChoice(1), ""),
    e.Asked(TakenChoice(1), ""),
    e.Answered(""),
    e.QualityLost(1, "body"),
    e.Granted(1, 0, 1),
    e.Modified(1, 2),
    e.Flagged(0, "unaware", reason="somebody is behind the door"),
]


@pytest.mark.parametrize("event", SECRETS, ids=lambda event: type(event).__name__)
def test_what_is_the_referees_alone(event: e.Event) -> None:
    assert publish(state(), event) is None


def test_a_newcomer_is_shown_by_name() -> None:
    one = state()
    joined = e.Joined(one.profiles[1], one.conditions[1], waits=True)
    assert publish(one, joined) == {"type": "joined", "name": "goblin 1", "side": "foes", "waits": True, "clause": ""}
    hidden = e.Joined(msgspec.structs.replace(one.profiles[1], hidden=True), one.conditions[1], waits=True)
    assert publish(one, hidden) is None


def test_every_event_is_public_or_the_referees() -> None:
    shown = {type(event) for event, _ in ANYBODYS} | {e.Attacked, e.Stunted, e.SpellCast, e.Joined}
    assert shown | {type(event) for event in SECRETS} == set(get_args(e.Event))


def test_events_of_one_who_joined_and_was_undone_show_no_number() -> None:
    table = affray.Table(affray.parse(fight(pc(), foe())))
    imp = {"name": "imp", "side": "foes", "hp": 4, "attack": 30, "armor": 40, "damage": "1d4"}
    table.do(convert({"type": "add_fighter", "fighter": imp}, ruleset.command))
    table.do(convert(BEGIN, ruleset.command), dice=(1,))
    table.do(convert(attack(1, 0), ruleset.command), dice=(2,))
    table.do(convert(attack(2, 0), ruleset.command), dice=(20, 1, 1))
    table.undo(0)
    events = [event for entry in table.player_log() for event in entry.get("events", ())]
    assert events[0] == {"type": "joined", "name": "imp", "side": "foes", "waits": False, "clause": ""}
    assert not {30, 40, 50} & {number for event in events for number in event.values() if isinstance(number, int)}
    assert "armor" in events[-1]  # Ana's own


def test_players_do_not_see_enemies_who_are_still_to_come() -> None:
    one = state_of(fight(pc(), pc("Bo", joins=2), foe(), foe("dragon", joins=3)))
    seen = plain(view(one, 0))
    assert [fighter["name"] for fighter in seen["fighters"]] == ["Ana", "Bo", "goblin"]
    assert [fighter["id"] for fighter in plain(view(one, "referee"))["fighters"]] == [0, 1, 2, 3]
    there = msgspec.structs.replace(one.conditions[3], fate="up")
    come = msgspec.structs.replace(one, conditions=(*one.conditions[:3], there))
    assert [fighter["id"] for fighter in plain(view(come, 0))["fighters"]] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"tripped": True}, "goblin 1 off its feet"),
        ({"stunned": True}, "goblin 1 stunned"),
        ({"dropped": (0,)}, "goblin 1: attack on the floor"),
        ({"flags": ("off_balance",)}, "goblin 1 off balance"),
        ({"passing": ("distracted",)}, "goblin 1 distracted"),
    ],
)
def test_a_glance_sees_what_a_stunt_did(changed: dict[str, Any], told: str) -> None:
    before = state()
    hurt = msgspec.structs.replace(before.conditions[1], **changed)
    after = msgspec.structs.replace(before, conditions=(before.conditions[0], hurt, before.conditions[2]))
    assert ruleset.glance(before, after) == ((told, True),)
    ended = () if "dropped" in changed else ((told.replace("goblin 1 ", "goblin 1 no longer "), True),)
    assert ruleset.glance(after, before) == ended


@pytest.mark.parametrize(
    ("changed", "there", "back"),
    [
        ({"slung": True}, "goblin 1: shield slung", "goblin 1: shield in hand"),
        ({"at": "hill"}, "goblin 1 at hill", "goblin 1 at ford"),
    ],
)
def test_a_glance_sees_where_things_are(changed: dict[str, Any], there: str, back: str) -> None:
    at_ford = msgspec.structs.replace(state().conditions[1], at="ford")
    moved = msgspec.structs.replace(at_ford, **changed)
    before, after = (
        msgspec.structs.replace(state(), conditions=(state().conditions[0], one, state().conditions[2]))
        for one in (at_ford, moved)
    )
    assert ruleset.glance(before, after) == ((there, True),)
    assert ruleset.glance(after, before) == ((back, True),)


def test_a_glance_sees_feet_that_were_walked() -> None:
    before = state()
    nearer = msgspec.structs.replace(before.conditions[1], advanced=30)
    after = msgspec.structs.replace(before, conditions=(before.conditions[0], nearer, before.conditions[2]))
    assert ruleset.glance(before, after) == (("goblin 1: feet forward", 30),)
    assert ruleset.glance(after, before) == (("goblin 1: feet forward", -30),)


def test_a_glance_sees_who_is_apart_and_nothing_of_those_who_went_down() -> None:
    beside = state(adjacent=((0, 1), (0, 2)))
    assert ruleset.glance(beside, state(adjacent=((0, 2),))) == (("Ana and goblin 1 apart", True),)
    assert ruleset.glance(state(), beside) == ()
    fallen = ruleset.evolve(beside, e.Fell(1, "unconscious", "knave.hp.unconscious"))
    assert ruleset.glance(beside, fallen) == (("goblin 1 down", True),)


def test_what_ails_a_fighter_is_seen_by_all_but_not_by_one_who_is_unaware_of_it() -> None:
    one = state_of(fight(pc("Ana", flags=["unaware", "bound"]), foe(flags=["unaware", "distracted"])))
    seen = {seat: [fighter.troubles for fighter in view(one, seat).fighters] for seat in (0, "referee")}
    assert seen[0] == [("bound",), ("distracted", "unaware")]
    assert seen["referee"] == [("bound", "unaware"), ("distracted", "unaware")]


def test_a_glance_at_one_who_joins() -> None:
    before = state()
    after = ruleset.evolve(before, e.Joined(before.profiles[1], before.conditions[1], waits=False))
    assert ruleset.glance(before, after) == ()


def test_an_override_shows_no_enemys_hit_points() -> None:
    table = affray.Table(affray.parse(fight(pc(), foe(max_hp=5000, hp=5000))))
    table.do(convert(override(1, SECRET), ruleset.command))
    table.do(convert(override(0, 7), ruleset.command))
    shown = json.dumps(table.player_log())
    assert str(SECRET) not in shown
    assert '"hp": 7' in shown


def test_outcomes_go_on_through_the_initiative_of_the_next_round() -> None:
    found = affray.parse(fight(pc(), foe()))
    table = affray.Table(found)
    table.do(convert(BEGIN, ruleset.command), dice=(6,))
    table.do(convert(attack(0, 1), ruleset.command), dice=(2,))
    now = msgspec.structs.replace(found, state=table.state)
    reached = affray.outcomes(now, convert(attack(1, 0), ruleset.command))
    going_on = [one for one in reached if not one.over]
    assert {one.round for one in going_on} == {2}
    # whoever acts first in the second round is one in two, whatever the goblin did
    party_first = sum(weight for one, weight in reached.items() if not one.over and one.first == 0)
    assert 2 * party_first == sum(weight for one, weight in reached.items() if not one.over)


def test_a_number_too_long_to_print_is_refused_all_the_same() -> None:
    with pytest.raises(BadInput, match="bits"):
        affray.odds("knave.attack", bonus=10**5000, armor=14, die=8)
