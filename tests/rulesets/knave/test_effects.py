"""What each event does to the state: everything it changes, and nothing else."""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_args

import pytest
from msgspec.structs import asdict, replace

from affray.rulesets.knave import ruleset
from affray.rulesets.knave.effects import evolve
from affray.rulesets.knave.events import (
    Answered,
    Arrived,
    Asked,
    Attacked,
    Dropped,
    Ended,
    Event,
    Fell,
    Flagged,
    GotUp,
    Granted,
    Harmed,
    HitPointsRolled,
    Joined,
    Left,
    Modified,
    MoraleCalled,
    MoraleRolled,
    MoraleSet,
    MoraleSkipped,
    Moved,
    Overridden,
    Passed,
    Pushed,
    QualityLost,
    Readied,
    Rose,
    RoundBegan,
    Saved,
    SpellCast,
    Stunned,
    Stunted,
    TookUp,
    Tripped,
    TurnedToFlee,
    TurnEnded,
)
from affray.rulesets.knave.state import (
    BreakChoice,
    Condition,
    FreeAttack,
    MoraleChoice,
    PieceChoice,
    Profile,
    State,
    TakenChoice,
    Trigger,
    Turn,
)
from tests.rulesets.knave.fights import fight, foe, pc, state_of

HALF, LONE, LEADER = Trigger("half"), Trigger("lone"), Trigger("leader", "goblin")
CHOICES = (PieceChoice(0, 0), MoraleChoice(HALF))


def start(**changed: Any) -> State:
    """A state in mid-fight: PCs 0 and 1, goblins 2 and 3."""
    state = state_of(
        fight(pc("Ana", armor=["gambeson", "shield", "helmet"], weapons=["sword", "dagger"]), pc(), foe(count=2))
    )
    values = {name: getattr(state, name) for name in state.__struct_fields__}
    return State(**(values | {"round": 3, "first": 0, "acted": (0, 2)} | changed))


def condition(state: State, fighter: int, **changed: Any) -> tuple[Condition, ...]:
    """All conditions, this fighter's changed."""
    conditions = list(state.conditions)
    conditions[fighter] = Condition(**(asdict(conditions[fighter]) | changed))
    return tuple(conditions)


def check(before: State, event: Event, **changed: Any) -> None:
    """The event changes exactly these fields of the state."""
    after = evolve(before, event)
    expected = {name: getattr(before, name) for name in before.__struct_fields__} | changed
    assert {name: getattr(after, name) for name in after.__struct_fields__} == expected


SPENT = Turn(1, over=True, weapon=0, blow=1)
"""The turn of one who has attacked and has its move left."""


# The round


@pytest.mark.parametrize("first", [0, 1])
def test_round_began(first: int) -> None:
    check(start(), RoundBegan(first), round=4, first=first, acted=())
    check(start(turn=SPENT), RoundBegan(first), round=4, first=first, acted=(), turn=None)


def test_round_began_with_an_order_and_those_who_do_not_act() -> None:
    order = (3, 1, 0, 2)
    check(start(), RoundBegan(0, order), round=4, first=0, acted=(), order=order)
    check(start(order=order), RoundBegan(0), round=4, first=0, acted=(), order=())
    check(start(), RoundBegan(1, idle=(1, 3)), round=4, first=1, acted=(1, 3))


def test_round_began_keeps_who_is_adjacent_and_only_if_it_says_so_who_struck() -> None:
    before = start(adjacent=((0, 2),), struck=((2, 0),))
    check(before, RoundBegan(0), round=4, first=0, acted=(), struck=())
    check(before, RoundBegan(0, struck=True), round=4, first=0, acted=())


def test_round_began_leaves_grants_and_modifiers() -> None:
    before = start(grants=((0, 2, 1),), modifiers=((1, 2),))
    check(before, RoundBegan(0), round=4, first=0, acted=())


def test_arrived() -> None:
    before = start()
    before = start(conditions=condition(before, 1, fate="coming"))
    check(before, Arrived(1, waits=False), conditions=condition(before, 1, fate="up"))
    check(before, Arrived(1, waits=True), conditions=condition(before, 1, fate="up"), acted=(0, 1, 2))


@pytest.mark.parametrize("waits", [False, True])
def test_arrived_by_the_referees_word(waits: bool) -> None:
    """One who ran does not run any more; one who has acted has acted."""
    before = start()
    before = start(conditions=condition(before, 2, fate="fled", fleeing=True))
    check(before, Arrived(2, waits, "it turns round"), conditions=condition(before, 2, fate="up", fleeing=False))


@pytest.mark.parametrize("camp", [0, 1])
def test_joined(camp: int) -> None:
    before = start()
    one = Profile("imp", "imp", "foes", camp, max_hp=5, level=1, melee_bonus=2)
    there = {
        "profiles": (*before.profiles, one),
        "conditions": (*before.conditions, Condition(4)),
        "camps": ((0, 1, 4), (2, 3)) if camp == 0 else ((0, 1), (2, 3, 4)),
    }
    check(before, Joined(one, Condition(4), waits=False), **there)
    check(before, Joined(one, Condition(4), waits=True), **there, acted=(0, 2, 4))
    ordered = start(order=(3, 2, 1, 0))
    check(ordered, Joined(one, Condition(4), waits=False), **there, order=(3, 2, 1, 0, 4))


def test_turn_ended() -> None:
    before = start(grants=((0, 2, -1), (1, 2, 1), (1, 3, 1)), turn=SPENT)
    changed: dict[str, Any] = {"passing": ("distracted",), "stunned": True, "flags": ("bound",), "tripped": True}
    before = start(conditions=condition(before, 1, **changed), grants=before.grants, turn=SPENT)
    over: dict[str, Any] = {"passing": (), "stunned": False}
    check(before, TurnEnded(1), conditions=condition(before, 1, **over), grants=((0, 2, -1),), turn=None)


# Attacks


def attacked(attacker: int, target: int, damage: int, **more: Any) -> Attacked:
    return Attacked(attacker, target, 0, 2, 13, 0, False, "attacker", bool(damage), damage, **more)


def test_attacked_takes_the_damage_and_spends_the_turn() -> None:
    before = start()
    check(before, attacked(1, 3, 3), conditions=condition(before, 3, hp=1), acted=(0, 1, 2))
    check(before, attacked(1, 3, 9), conditions=condition(before, 3, hp=-5), acted=(0, 1, 2))


def test_attacked_without_damage_spends_the_turn() -> None:
    check(start(), attacked(3, 0, 0), acted=(0, 2, 3))


@pytest.mark.parametrize("before", [None, Turn(1, moved=True), Turn(0, moved=True, over=True, weapon=1, blow=3)])
@pytest.mark.parametrize("left", [None, SPENT, Turn(1, moved=True, over=True, swapped=True, walked=15)])
def test_attacked_leaves_of_the_turn_what_it_says(before: Turn | None, left: Turn | None) -> None:
    """Whosever turn was open before, and whatever was spent of it."""
    check(start(turn=before), attacked(1, 3, 0, left=left), acted=(0, 1, 2), turn=left)


def test_attacked_by_one_who_walked_up() -> None:
    check(start(), attacked(1, 3, 0, closes=True), acted=(0, 1, 2), adjacent=((1, 3),))
    there = start(adjacent=((0, 2), (1, 2)))
    check(there, attacked(3, 0, 0, closes=True), acted=(0, 2, 3), adjacent=((0, 2), (0, 3), (1, 2)))


def test_attacked_that_is_not_the_last_of_a_routine() -> None:
    first, second = Turn(1, weapon=0, blow=1), Turn(1, weapon=0, blow=2)
    check(start(), attacked(1, 3, 0, spends=False, left=first), turn=first)
    check(start(turn=first), attacked(1, 3, 0, spends=False, left=second), turn=second)
    check(start(turn=second), attacked(1, 3, 0), acted=(0, 1, 2), turn=None)


def test_attacked_with_a_stunt_still_to_come() -> None:
    owing = Turn(1, weapon=0, blow=1, against=3, owed="stunt", dirty=True)
    check(start(), attacked(1, 3, 0, spends=False, left=owing, dirty=True), turn=owing)


def test_attacked_that_binds() -> None:
    check(start(), attacked(1, 3, 0, engages=True), acted=(0, 1, 2), struck=((1, 3),))
    before = start(struck=((1, 3), (3, 0)))
    check(before, attacked(1, 3, 0, engages=True), acted=(0, 1, 2))
    check(before, attacked(1, 2, 0, engages=True), acted=(0, 1, 2), struck=((1, 2), (1, 3), (3, 0)))


def test_attacked_with_what_is_thrown() -> None:
    before = start(conditions=condition(start(), 0, dropped=(1,)), acted=())
    after = condition(before, 0, dropped=(0, 1), flung=(0,))
    check(before, attacked(0, 3, 0, thrown=True), acted=(0,), conditions=after)


def test_attacked_with_what_is_thrown_in_zones() -> None:
    """It lies where the target stood, whatever becomes of that one."""
    placed = start(conditions=condition(start(), 3, at="ford"), acted=())
    placed = start(conditions=condition(placed, 0, at="hill", dropped=(1,), lying=((1, "hill"),)), acted=())
    flown = condition(placed, 0, dropped=(0, 1), flung=(0,), lying=((0, "ford"), (1, "hill")))
    check(placed, attacked(0, 3, 0, thrown=True), acted=(0,), conditions=flown)


@pytest.mark.parametrize(("shots", "left"), [(None, None), (20, 19), (1, 0)])
def test_attacked_with_what_shoots(shots: int | None, left: int | None) -> None:
    before = start(conditions=condition(start(), 1, shots=shots))
    after = condition(before, 1, shots=left)
    check(before, attacked(1, 3, 0, shot=True), acted=(0, 1, 2), conditions=after)


def test_a_free_attack_spends_nothing_of_a_turn() -> None:
    going: dict[str, Any] = {"free": True, "spends": False, "left": Turn(0, moved=True, swapped=True)}
    before = start(turn=going["left"], adjacent=((0, 3),))
    check(before, attacked(3, 0, 5, **going), conditions=condition(before, 0, hp=3))
    check(before, attacked(3, 0, 0, **going, engages=True), struck=((3, 0),))
    modified = start(turn=before.turn, modifiers=((0, 1), (3, 2)))
    check(modified, attacked(3, 0, 0, **going), modifiers=((0, 1),))


MODIFIERS = ((1, 2), (3, -1))


@pytest.mark.parametrize(
    ("event", "changed"),
    [
        (attacked(1, 3, 0), {"acted": (0, 1, 2)}),
        (Stunted(1, 3, "trip", 1, 11, 0, "attacker", False), {"acted": (0, 1, 2), "turn": Turn(1, over=True)}),
        (Saved(1, "wis", 4, 15, 0, True), {}),
    ],
)
def test_a_roll_uses_the_modifier_of_its_actor_up(event: Event, changed: dict[str, Any]) -> None:
    check(start(modifiers=MODIFIERS), event, modifiers=((3, -1),), **changed)


@pytest.mark.parametrize(
    ("acted", "fighter", "after"), [((), 2, (2,)), ((2,), 0, (0, 2)), ((0,), 3, (0, 3)), ((1, 3), 2, (1, 2, 3))]
)
def test_those_who_acted_are_kept_in_order(acted: tuple[int, ...], fighter: int, after: tuple[int, ...]) -> None:
    check(start(acted=acted), Passed(fighter), acted=after, turn=Turn(fighter, moved=True, over=True))


def test_passed() -> None:
    check(start(), Passed(1), acted=(0, 1, 2), turn=Turn(1, moved=True, over=True))


@pytest.mark.parametrize(
    ("begun", "moved"),
    [
        (Turn(1, moved=True), True),
        (Turn(1, weapon=0, blow=1), False),
        (Turn(1, moved=True, weapon=0, blow=1), True),
        (Turn(1, weapon=0, blow=1, against=3, owed="stunt", dirty=True), False),
        (Turn(1, against=3, owed="attack", dirty=True), False),
    ],
)
def test_passed_lets_the_rest_of_a_turn_go(begun: Turn, moved: bool) -> None:
    """In the middle of the action only the rest of that: a move that is not spent is left."""
    rest = replace(begun, moved=moved, over=True, against=None, owed="")
    check(start(turn=begun), Passed(1), acted=(0, 1, 2), turn=rest)
    late = start(acted=(0, 1, 2), turn=rest)
    check(late, Passed(1), turn=replace(rest, moved=True))


# Stunts and spells


def stunted(**more: Any) -> Stunted:
    return Stunted(1, 3, "trip", 1, 11, 0, "attacker", True, **more)


def test_stunted() -> None:
    check(start(), stunted(), acted=(0, 1, 2), turn=Turn(1, over=True))
    walked_up = Turn(1, moved=True, over=True)
    check(start(), stunted(closes=True), acted=(0, 1, 2), turn=walked_up, adjacent=((1, 3),))
    there = start(adjacent=((0, 2), (2, 3)))
    check(there, stunted(closes=True), acted=(0, 1, 2), turn=walked_up, adjacent=((0, 2), (1, 3), (2, 3)))


def test_stunted_with_an_attack_still_to_come() -> None:
    owing = Turn(1, against=3, owed="attack", dirty=True)
    check(start(), stunted(spends=False, owed="attack", dirty=True), turn=owing)
    before = Turn(1, moved=True, swapped=True, weapon=0, blow=1, against=3, owed="stunt", dirty=True)
    done = Turn(1, moved=True, over=True, swapped=True, weapon=0, blow=1, against=3, dirty=True)
    check(start(turn=before), stunted(dirty=True), acted=(0, 1, 2), turn=done)


def test_spell_cast() -> None:
    event = SpellCast(1, 3, 2, 4, 11, 0, "attacker", resisted=True)
    before = start(conditions=condition(start(), 1, cast=(0, 3)), modifiers=MODIFIERS)
    used = condition(before, 1, cast=(0, 2, 3))
    check(before, event, conditions=used, acted=(0, 1, 2), turn=Turn(1, over=True), modifiers=((3, -1),))
    moved = start(turn=Turn(1, moved=True, swapped=True))
    after = Turn(1, moved=True, over=True, swapped=True)
    check(moved, event, conditions=condition(moved, 1, cast=(2,)), acted=(0, 1, 2), turn=after)


@pytest.mark.parametrize(("damage", "left"), [(0, 4), (4, 0), (9, -5)])
def test_harmed(damage: int, left: int) -> None:
    before = start(turn=SPENT)
    check(before, Harmed(2, damage, "knave.spell.cast"), conditions=condition(before, 2, hp=left))


def test_flagged() -> None:
    before = start(conditions=condition(start(), 2, flags=("bound", "unaware"), passing=("distracted",)))
    check(
        before, Flagged(2, "lower_ground"), conditions=condition(before, 2, flags=("bound", "lower_ground", "unaware"))
    )
    check(before, Flagged(2, "bound"))
    check(before, Flagged(2, "bound", on=False), conditions=condition(before, 2, flags=("unaware",)))
    check(before, Flagged(2, "distracted", on=False))


def test_flagged_for_a_turn() -> None:
    before = start(conditions=condition(start(), 2, flags=("bound",), passing=("distracted",)))
    passing = condition(before, 2, passing=("bound", "distracted"))
    check(before, Flagged(2, "bound", passing=True), conditions=passing)
    check(before, Flagged(2, "distracted", passing=True))
    check(before, Flagged(2, "distracted", on=False, passing=True), conditions=condition(before, 2, passing=()))


@pytest.mark.parametrize("passing", [(), ("off_balance",)])
def test_flagged_not_off_balance_any_more_is_on_its_feet(passing: tuple[str, ...]) -> None:
    before = start(conditions=condition(start(), 2, flags=("bound", "off_balance"), passing=passing, tripped=True))
    check(before, Flagged(2, "off_balance"))
    up = condition(before, 2, flags=("bound",), tripped=False)
    check(before, Flagged(2, "off_balance", on=False), conditions=up)
    down = start(conditions=condition(before, 2, flags=("bound",)))
    check(down, Flagged(2, "bound", on=False), conditions=condition(down, 2, flags=()))


def test_flagged_stunned() -> None:
    """No flag, but the loss of an action."""
    before = start(conditions=condition(start(), 2, flags=("bound",)))
    stunned = start(conditions=condition(before, 2, stunned=True))
    check(before, Flagged(2, "stunned"), conditions=stunned.conditions)
    check(stunned, Flagged(2, "stunned", on=False), conditions=before.conditions)


def test_tripped_and_got_up() -> None:
    before = start(turn=SPENT)
    down = condition(before, 3, tripped=True)
    check(before, Tripped(3), conditions=down)
    lying = start(conditions=down, turn=SPENT)
    check(lying, GotUp(3), conditions=before.conditions, turn=Turn(3, moved=True))
    late = start(conditions=condition(before, 1, tripped=True), turn=SPENT)
    check(late, GotUp(1), conditions=before.conditions, turn=Turn(1, True, True, weapon=0, blow=1))


def test_stunned() -> None:
    before = start(turn=SPENT)
    check(before, Stunned(3), conditions=condition(before, 3, stunned=True))


def test_dropped_and_took_up() -> None:
    before = start(turn=SPENT)
    dropped: dict[str, Any] = {"dropped": (1,), "flags": ("disarmed",)}
    check(before, Dropped(0, 1), conditions=condition(before, 0, **dropped))
    lying = start(conditions=condition(before, 0, **(dropped | {"flags": ("bound", "disarmed")})), acted=(2,))
    both = start(conditions=condition(lying, 0, dropped=(0, 1)), acted=(2,))
    check(lying, Dropped(0, 0), conditions=both.conditions)
    check(lying, Dropped(0, 1))
    done = {"acted": (0, 2), "turn": Turn(0, over=True)}
    # as long as another one that was knocked away lies there it is disarmed
    check(both, TookUp(0, 0), conditions=lying.conditions, **done)
    check(lying, TookUp(0, 1), conditions=condition(lying, 0, dropped=(), flags=("bound",)), **done)


@pytest.mark.parametrize(
    ("thrown", "weapon", "flags"),
    [
        ((), 0, ("disarmed",)),  # 1 was knocked away too
        ((1,), 0, ()),  # 1 was thrown
        ((1,), 1, ("disarmed",)),
        ((0, 1), 0, ("disarmed",)),  # both were thrown: it was disarmed of something else
    ],
)
def test_took_up_beside_what_it_threw_itself(thrown: tuple[int, ...], weapon: int, flags: tuple[str, ...]) -> None:
    before = start(conditions=condition(start(), 0, dropped=(0, 1), flung=thrown, flags=("disarmed",)), acted=())
    left = tuple(one for one in (0, 1) if one != weapon)
    rest = tuple(one for one in thrown if one != weapon)
    up = condition(before, 0, dropped=left, flung=rest, flags=flags)
    check(before, TookUp(0, weapon), conditions=up, acted=(0,), turn=Turn(0, over=True))


def test_dropped_and_took_up_in_zones() -> None:
    before = start(conditions=condition(start(), 0, at="ford"), acted=())
    lying: dict[str, Any] = {"dropped": (1,), "lying": ((1, "ford"),), "flags": ("disarmed",)}
    there = start(conditions=condition(before, 0, **lying), acted=())
    check(before, Dropped(0, 1), conditions=there.conditions)
    check(there, TookUp(0, 1), conditions=before.conditions, acted=(0,), turn=Turn(0, over=True))


def test_readied() -> None:
    before = start(acted=())
    slung = condition(before, 0, slung=True)
    check(before, Readied(0, True), conditions=slung, turn=Turn(0, swapped=True))
    acting = start(conditions=slung, acted=(2,), turn=Turn(0, moved=True))
    after = Turn(0, moved=True, over=True, swapped=True)
    check(acting, Readied(0, False, spends=True), conditions=before.conditions, acted=(0, 2), turn=after)


# Moving


PLACES = ((0, 2), (1, 2), (1, 3))


def test_moved_away() -> None:
    before = start(adjacent=PLACES, struck=((0, 2), (1, 3), (2, 1)))
    check(before, Moved(1, "off"), turn=Turn(1, moved=True), adjacent=((0, 2),), struck=((0, 2),))
    back = condition(before, 1, advanced=-40)
    one = {"adjacent": ((0, 2),), "struck": ((0, 2),), "conditions": back}
    check(before, Moved(1, "off", -40), turn=Turn(1, moved=True, walked=40), **one)


def test_moved_closer_is_away_from_those_it_was_beside() -> None:
    before = start(conditions=condition(start(), 1, advanced=10), adjacent=PLACES, struck=((2, 0), (2, 1)))
    check(
        before,
        Moved(1, "closer", 25),
        turn=Turn(1, moved=True, walked=25),
        conditions=condition(before, 1, advanced=35),
        adjacent=((0, 2),),
        struck=((2, 0),),
    )


def test_moved_to_a_place() -> None:
    before = start(adjacent=PLACES, struck=((2, 1),))
    there = condition(before, 1, at="the bridge")
    check(before, Moved(1, "the bridge"), turn=Turn(1, moved=True), conditions=there, adjacent=((0, 2),), struck=())


def test_moved_a_second_time() -> None:
    before = start(turn=Turn(1, moved=True, walked=40))
    twice = Turn(1, moved=True, over=True, walked=40)
    closer = condition(before, 1, advanced=30)
    check(before, Moved(1, "closer", 30, action=True), turn=twice, acted=(0, 1, 2), conditions=closer)
    check(before, Moved(1, "off", action=True), turn=twice, acted=(0, 1, 2))


def test_moved_after_the_action() -> None:
    before = start(acted=(0, 1, 2), turn=SPENT, adjacent=PLACES)
    check(before, Moved(1, "off"), turn=Turn(1, True, True, weapon=0, blow=1), adjacent=((0, 2),))


def test_pushed() -> None:
    before = start(adjacent=PLACES, struck=((1, 2), (1, 3), (2, 1)), turn=SPENT)
    check(before, Pushed(2, 1), adjacent=((0, 2), (1, 3)), struck=((1, 3),))
    check(before, Pushed(3, 0))


# What breaks


@pytest.mark.parametrize(
    ("item", "left"), [("body", {"body": 2}), ("shield", {"shield": 0}), ("helmet", {"helmet": 0})]
)
def test_quality_lost_of_armor(item: Any, left: dict[str, int]) -> None:
    before = start()
    check(before, QualityLost(0, item), conditions=condition(before, 0, **left))


@pytest.mark.parametrize(("weapon", "left"), [(0, (2, 3)), (1, (3, 2))])
def test_quality_lost_of_a_weapon(weapon: int, left: tuple[int, int]) -> None:
    before = start()
    event = QualityLost(0, "weapon", weapon, "knave.critical.weapon")
    check(before, event, conditions=condition(before, 0, weapons=left))


@pytest.mark.parametrize("item", ["body", "shield", "helmet", "weapon"])
def test_quality_lost_stops_at_0_and_does_not_touch_what_has_none(item: Any) -> None:
    gone: dict[str, Any] = {"body": 0, "shield": 0, "helmet": 0, "weapons": (0, 0)}
    before = start()
    before = start(conditions=condition(before, 0, **gone))
    check(before, QualityLost(0, item))
    check(before, QualityLost(2, item))


# Down and out


@pytest.mark.parametrize("fate", ["unconscious", "dead"])
def test_fell(fate: Any) -> None:
    before = start()
    before = start(conditions=condition(before, 2, fleeing=True))
    check(before, Fell(2, fate, f"knave.hp.{fate}"), conditions=condition(before, 2, fate=fate, fleeing=False))


OFFERS = (FreeAttack(2, 1, "off"), FreeAttack(3, 1, "off"), FreeAttack(2, 0, "off"))


@pytest.mark.parametrize("event", [Fell(2, "dead", "knave.hp.dead"), Left(2, "fled")])
def test_one_who_is_out_is_next_to_nobody_and_strikes_nobody(event: Fell | Left) -> None:
    before = start(adjacent=PLACES, struck=((0, 2), (1, 3), (2, 1)), pending=(*OFFERS, BreakChoice(2)), turn=SPENT)
    check(
        before,
        event,
        conditions=condition(before, 2, fate=event.fate),
        adjacent=((1, 3),),
        struck=((1, 3),),
        pending=(OFFERS[1], BreakChoice(2)),
    )


@pytest.mark.parametrize("event", [Fell(1, "dead", "knave.hp.dead"), Left(1, "fled")])
def test_nobody_strikes_at_one_who_is_out(event: Fell | Left) -> None:
    before = start(pending=OFFERS)
    check(before, event, conditions=condition(before, 1, fate=event.fate), pending=(OFFERS[2],))


@pytest.mark.parametrize(("fighter", "waits", "acted"), [(1, False, (0, 2)), (1, True, (0, 1, 2)), (2, True, (0, 2))])
def test_rose(fighter: int, waits: bool, acted: tuple[int, ...]) -> None:
    """One who waits counts as having acted in this round, once."""
    before = start()
    before = start(conditions=condition(before, fighter, fate="unconscious"))
    check(before, Rose(fighter, waits), conditions=condition(before, fighter, fate="up"), acted=acted)


@pytest.mark.parametrize("fate", ["fled", "retreated", "parleyed", "taken"])
def test_left(fate: Any) -> None:
    before = start()
    before = start(conditions=condition(before, 3, fleeing=True))
    check(before, Left(3, fate), conditions=condition(before, 3, fate=fate, fleeing=False))


def test_turned_to_flee() -> None:
    before = start()
    check(before, TurnedToFlee(2), conditions=condition(before, 2, fleeing=True))


# Morale and decisions


def test_morale_called() -> None:
    check(start(), MoraleCalled(HALF), checked=(HALF,))
    check(start(checked=(HALF,)), MoraleCalled(HALF), checked=(HALF,))
    check(start(checked=(HALF,)), MoraleCalled(LONE), checked=(HALF, LONE))


def test_morale_called_for_later() -> None:
    check(start(), MoraleCalled(HALF, later=True), checked=(HALF,), due=(HALF,))
    check(start(checked=(HALF,), due=(HALF,)), MoraleCalled(LONE, later=True), checked=(HALF, LONE), due=(HALF, LONE))


def test_morale_called_freezes_the_number_that_half_is_of() -> None:
    """With the first call for a group; another group has a number of its own."""
    orcs = Trigger("half", "orc")
    frozen = start(checked=(HALF,), starting=(("", 4),))
    check(start(), MoraleCalled(HALF, counted=4), checked=(HALF,), starting=(("", 4),))
    check(frozen, MoraleCalled(HALF, counted=5))
    check(frozen, MoraleCalled(orcs, counted=2), checked=(HALF, orcs), starting=(("", 4), ("orc", 2)))
    check(frozen, MoraleCalled(LONE), checked=(HALF, LONE))


@pytest.mark.parametrize("event", [MoraleRolled((2, 3), 7, True, HALF), MoraleSkipped(HALF)])
def test_morale_settled(event: Any) -> None:
    check(start(due=(HALF, LEADER)), event, due=(LEADER,))
    check(start(due=(LEADER,)), event, due=(LEADER,))
    check(start(), event)


def test_asked_and_answered() -> None:
    choice = BreakChoice(2)
    check(start(), Asked(choice, "knave.morale.check"), pending=(choice,))
    check(start(pending=CHOICES), Asked(choice, "knave.morale.check"), pending=(*CHOICES, choice))
    check(start(pending=CHOICES), Answered("knave.morale.check"), pending=CHOICES[1:])


def test_asked_while_free_attacks_wait() -> None:
    """What one free attack leads to is decided before the next is made."""
    before = start(pending=(CHOICES[0], *OFFERS[:2]))
    choice = TakenChoice(2)
    check(before, Asked(choice, "knave.spell.cast"), pending=(CHOICES[0], choice, *OFFERS[:2]))
    check(before, Asked(OFFERS[2], "knave.turn.move"), pending=(CHOICES[0], *OFFERS))


# The referee


def profile(state: State, fighter: int, **changed: Any) -> tuple[Profile, ...]:
    """All profiles, this fighter's changed."""
    profiles = list(state.profiles)
    profiles[fighter] = replace(profiles[fighter], **changed)
    return tuple(profiles)


def test_hit_points_rolled() -> None:
    before = start()
    check(
        before, HitPointsRolled(3, 13), conditions=condition(before, 3, hp=13), profiles=profile(before, 3, max_hp=13)
    )


@pytest.mark.parametrize("rating", [2, 12])
def test_morale_set(rating: int) -> None:
    before = start()
    check(before, MoraleSet(3, rating, "better paid"), profiles=profile(before, 3, morale=rating))


@pytest.mark.parametrize("edge", [-1, 1])
def test_granted(edge: int) -> None:
    check(start(), Granted(1, 3, edge), grants=((1, 3, edge),))
    before = start(grants=((0, 2, 1), (1, 2, 1), (1, 3, -edge), (2, 0, 1)), turn=SPENT)
    check(before, Granted(1, 3, edge), grants=((0, 2, 1), (1, 2, 1), (1, 3, edge), (2, 0, 1)))


def test_granted_and_taken_back() -> None:
    before = start(grants=((1, 2, 1), (1, 3, -1), (3, 1, 1)))
    check(before, Granted(1, 3, 0), grants=((1, 2, 1), (3, 1, 1)))
    check(start(), Granted(1, 3, 0))


def test_modified() -> None:
    check(start(), Modified(1, -2), modifiers=((1, -2),))
    before = start(modifiers=((0, 3), (1, 1), (2, -1)))
    check(before, Modified(1, 4), modifiers=((0, 3), (1, 4), (2, -1)))
    check(before, Modified(1, 0), modifiers=((0, 3), (2, -1)))


def test_saved() -> None:
    check(start(turn=SPENT), Saved(1, "wis", 4, 15, 0, False))


def test_overridden() -> None:
    before = start()
    check(before, Overridden(3, -2, "miscounted"), conditions=condition(before, 3, hp=-2))


@pytest.mark.parametrize("winner", ["party", None])
def test_ended(winner: str | None) -> None:
    before = start(pending=CHOICES, due=(HALF,), turn=SPENT)
    check(before, Ended(winner), over=True, winner=winner, pending=(), due=(), turn=None)


def test_every_event_has_a_handler_and_a_clause_that_exists() -> None:
    kinds = set(get_args(Event))
    assert set(import_module("affray.rulesets.knave.effects")._HANDLERS) == kinds
    for kind in kinds:
        fields = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
        clause = fields.get("clause", "")
        assert clause == "" or clause in ruleset.clauses(), kind
