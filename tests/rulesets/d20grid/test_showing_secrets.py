"""What is hidden from players does not reach them: two fights that differ only in that are shown and told alike."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.dice import TABLE, Seat
from affray.rulesets.d20grid import ruleset
from affray.rulesets.d20grid.commands import Attack, EndTurn
from affray.rulesets.d20grid.damage import parse_damage
from affray.rulesets.d20grid.ground import in_sight
from affray.rulesets.d20grid.showing import showing
from affray.rulesets.d20grid.state import Condition, Flag, Place, Profile, State
from affray.rulesets.d20grid.view import looks
from affray.testing.conformance.walks import walk
from tests.rulesets.d20grid import brawl
from tests.rulesets.d20grid.fights import BOW, began, by, fight, foe, state_of, strike, unit

OTHER_DAMAGE = parse_damage("2d4+1")


def twin(state: State, source: Random) -> State:
    """The fight with everything else that the players cannot know: numbers of foes, and all of those out of sight."""
    taken = {one.at for one in state.conditions}
    everybody = range(len(state.profiles))
    changed = [_changed(state, number, source, taken) for number in everybody]
    return replace(state, profiles=tuple([one for one, _ in changed]), conditions=tuple([one for _, one in changed]))


def _changed(state: State, number: int, source: Random, taken: set[Place]) -> tuple[Profile, Condition]:
    profile, one = state.profiles[number], state.conditions[number]
    if profile.players:
        return profile, one
    weapons = tuple([replace(weapon, damage=OTHER_DAMAGE, flat=source.randint(0, 3)) for weapon in profile.weapons])
    other = replace(
        profile,
        defense=source.randint(1, 30),
        strength=source.randint(-2, 4),
        class_attack_bonus=source.randint(0, 6),
        weapons=weapons,
        absorb=profile.absorb + 1,
    )
    if not in_sight(state, number):
        at = next(place for place in ((5 * x, 5 * y) for y in range(9) for x in range(9)) if place not in taken)
        taken.add(at)
        return replace(other, name="a secret", speed=20), replace(one, at=at, hp=source.randint(1, 20), drawn=())
    flags: tuple[Flag, ...] = tuple([flag for flag in one.flags if flag != "unaware"])
    if "unaware" not in one.flags and source.random() < 0.5:
        flags = (*flags, "unaware")
    hidden = replace(one, flags=flags, pool=source.randint(0, 4))
    if one.fate == "up" and looks(one, profile.max_hp) == "hurt":
        hidden = replace(hidden, hp=source.randint(1, 4), subdual=1)
    return other, hidden


def shown(state: State, seat: Seat) -> list[Any]:
    """Everything that a seat is shown."""
    found: list[Any] = [showing.scene(state, seat, wounds) for wounds in ("words",)]
    if isinstance(seat, int) and showing.offers is not None:
        for command, why in showing.offers(state, seat, False):
            choice = showing.choice(state, seat, command)
            found.append((command, why, choice, showing.known(state, seat, command)))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_two_fights_that_differ_in_what_is_hidden_are_shown_alike(seed: int) -> None:
    source = Random(seed)
    one = brawl.fight(source, {})
    for step in walk(one, source, 25):
        state: State = step.before
        if not any(profile.players for profile in state.profiles):
            continue
        other = twin(state, source)
        seats: list[Seat] = [TABLE, *[n for n, profile in enumerate(state.profiles) if profile.players]]
        for seat in seats:
            assert shown(state, seat) == shown(other, seat)


@pytest.mark.parametrize("seed", range(20))
def test_what_was_done_is_told_alike(seed: int) -> None:
    source = Random(seed)
    one = brawl.fight(source, {})
    for step in walk(one, source, 25):
        state, public = step.before, []
        for event in step.events:
            published = ruleset.publish(state, event)
            public += [published] if published is not None else []
            state = ruleset.evolve(state, event)
        told = showing.told_players(step.before, step.rolls, public)
        assert told == showing.told_players(twin(step.before, source), step.rolls, public)


LURKER = foe("lurker", (15, 5), flags=["invisible"])
LURKED = fight(unit(), foe("orc", (40, 0)), LURKER, size=[60, 40])


def test_nobody_out_of_sight_is_there_for_a_player() -> None:
    played = began(LURKED)
    scene = showing.scene(played.state, 0, "numbers")
    assert [card.name for camp in scene.camps for card in camp.cards] == ["Vex", "orc"]
    assert [place.name for order in scene.order for place in order.places] == ["Vex", "orc"]
    assert scene.ground is not None
    assert [area.id for area in scene.ground.areas] == [0, 1]
    everybody = showing.scene(played.state, "referee", "numbers")
    assert [card.hidden for camp in everybody.camps for card in camp.cards] == [False, False, True]


def test_one_whose_foes_are_all_out_of_sight_sees_its_own_side_alone() -> None:
    played = began(fight(unit(), LURKER, size=[60, 40]))
    assert [camp.name for camp in showing.scene(played.state, 0, "words").camps] == ["party"]


def test_the_square_of_one_out_of_sight_is_offered_and_found_to_be_taken() -> None:
    played = began(LURKED)
    assert showing.offers is not None
    offered = {command: why for command, why in showing.offers(played.state, 0, False)}
    squares = {showing.choice(played.state, 0, command).square for command, why in offered.items() if why is None}
    assert (15, 5) in squares
    into = next(one for one in offered if showing.choice(played.state, 0, one).square == (15, 5))
    refused = ruleset.candidates(played.state, 0)
    assert into not in [command for command, _ in refused]


def test_the_path_of_a_player_takes_no_heed_of_foes_out_of_sight() -> None:
    played = began(LURKED)
    assert showing.offers is not None
    ways = [showing.choice(played.state, 0, command).way for command, _ in showing.offers(played.state, 0, False)]
    straight = next(way for way in ways if way is not None and way.path[-1] == (30, 0))
    assert (straight.feet, straight.provokes) == (30, ())
    whole = showing.choice(played.state, "referee", showing.offers(played.state, 0, True)[0][0])
    assert whole.name.endswith("orc")


def test_an_attack_by_somebody_unseen_does_not_say_who_it_is() -> None:
    along = [[x, 0] for x in range(5, 31, 5)]
    played = began(LURKED, by("walk", 0, path=along), strike(2), faces=(3, 4))
    last, before = played.steps[-1], played.steps[-2].state
    public = [shown for event in last.events if (shown := ruleset.publish(before, event)) is not None]
    told = showing.told_players(before, last.rolls, public)
    assert told[0].text == "Somebody unseen attacks Vex in passing."
    assert told[0].who is None


def test_no_reason_names_a_creature_that_is_not_seen() -> None:
    shooter = fight(unit(weapons=[BOW]), foe("orc", (40, 0)), foe("lurker", (20, 0), flags=["hidden"]), size=[60, 40])
    played = began(shooter)
    assert showing.offers is not None
    whys = {command: why for command, why in showing.offers(played.state, 0, False)}
    assert whys[Attack(0, 1, 0)] is None
    assert not [command for command in whys if isinstance(command, Attack) and command.target == 2]


def test_a_hidden_mark_of_the_referee_is_no_secret_to_the_referee() -> None:
    start = state_of(fight(unit(), foe("orc", (40, 0), flags=["unaware"])))
    for_referee, for_player = [showing.scene(start, seat, "words") for seat in ("referee", 0)]
    assert "unaware" in for_referee.camps[1].cards[0].notes
    assert "unaware" not in for_player.camps[1].cards[0].notes


def test_that_one_out_of_sight_is_there_is_not_published() -> None:
    lurked = fight(unit(), foe("orc", (40, 0)), foe("lurker", (15, 5), flags=["hidden"]), size=[60, 40])
    played = began(lurked, by("end_turn", 0), by("end_turn", 1), by("end_turn", 2))
    state, public = played.steps[0].state, []
    for step in played.steps[1:]:
        for event in step.events:
            public.append(ruleset.publish(state, event))
            state = ruleset.evolve(state, event)
    known = [event for event in public if event is not None]
    assert [event["fighter"] for event in known if event["type"] == "entered"] == [0, 1]
    assert [event["order"] for event in known if event["type"] == "ordered"] == [[0, 1]]
    assert [event["fighter"] for event in known if event["type"] in ("turn_came", "turn_ended")] == [0, 0, 1, 1]
    assert [ruleset.tells(played.state, command) for command in (EndTurn(1), EndTurn(2))] == [True, False]
