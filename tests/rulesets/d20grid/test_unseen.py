"""Enemies whom a fighter does not see: it runs into them, and they break no line of sight; refusals tell nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import events as e
from affray.rulesets.d20grid.edges import sources
from affray.rulesets.d20grid.legality import forbids
from affray.rulesets.d20grid.machine.packing import is_usual
from affray.rulesets.d20grid.showing import showing
from affray.rulesets.d20grid.state import Condition, Place, State
from affray.testing.cases import Scene
from affray.testing.conformance.walks import walk as walk_at_random
from tests.rulesets.d20grid import brawl
from tests.rulesets.d20grid.fights import (
    BOW,
    attack,
    began,
    by,
    condition,
    decline,
    east,
    fight,
    foe,
    refused,
    unit,
    walk,
)

LITERAL = "literal_target_allies"

FLAGS = pytest.mark.parametrize("flag", ["invisible", "hidden"])


def lurked(at: Place = (15, 0), flag: str = "invisible", **other: Any) -> str:
    """Vex, an orc far away, and a lurker whom Vex does not see."""
    return fight(unit(), foe("orc", (40, 20)), foe("lurker", at, flags=[flag], **other), size=[60, 40])


def last_events(played: Scene) -> list[Any]:
    return list(played.steps[-1].events)


# Running into them


@FLAGS
def test_a_movement_ends_before_an_enemy_who_is_not_seen(flag: str) -> None:
    played = began(lurked(flag=flag), walk(0, *east((0, 0), 6)), decline(2))
    assert condition(played, 0).at == (10, 0)
    turn = played.state.turn
    assert turn is not None
    assert (turn.moved, turn.standard) == (True, 1)
    assert last_events(played)[-1] == e.MoveEnded(0, True, "d20grid.map.squares")


def test_the_path_is_declared_whole_and_its_end_is_public() -> None:
    played = began(lurked(at=(5, 0)), walk(0, *east((0, 0), 6)))
    began_to, ended = last_events(played)
    assert (began_to.path[-1], began_to.feet) == ((30, 0), 30)
    assert ended == e.MoveEnded(0, True, "d20grid.map.squares")
    assert condition(played, 0).at == (0, 0)


def test_a_movement_does_not_end_on_an_ally_before_an_enemy_who_is_not_seen() -> None:
    units = unit(), unit("Ash", (10, 0)), foe("lurker", (15, 0), flags=["invisible"], hp=20), foe("orc", (40, 20))
    played = began(fight(*units, size=[60, 40]), walk(0, *east((0, 0), 6)))
    assert condition(played, 0).at == (5, 0)


def test_a_movement_ends_before_a_square_where_somebody_lies_unseen() -> None:
    text = lurked(at=(15, 0), hp=-5, max_hp=20)
    assert condition(began(text, walk(0, *east((0, 0), 3))), 0).at == (10, 0)
    assert condition(began(text, walk(0, *east((0, 0), 4))), 0).at == (20, 0)


def test_an_enemy_who_is_seen_still_bars_the_way() -> None:
    played = began(fight(unit(), foe("orc", (15, 0)), size=[60, 40]))
    assert refused(played, walk(0, *east((0, 0), 6))).code == "enemy"


def test_nobody_is_asked_beyond_where_the_movement_ends() -> None:
    units = unit(), foe("lurker", (10, 0), flags=["invisible"]), foe("orc", (25, 5))
    played = began(fight(*units, size=[60, 40]), walk(0, *east((0, 0), 6)), decline(1))
    assert condition(played, 0).at == (5, 0)
    assert played.state.pending == ()


def test_attacks_after_the_movement_come_where_it_ended() -> None:
    played = began(lurked(), walk(0, *east((0, 0), 6)), timing="after_move")
    assert condition(played, 0).at == (10, 0)
    assert [one.owner for one in played.state.pending] == [2]


def test_a_movement_that_will_be_held_up_is_not_played_by_the_machine() -> None:
    units = unit(), foe("orc", (10, 5)), foe("lurker", (35, 0), flags=["invisible"])
    played = began(fight(*units, size=[60, 40]), walk(0, *east((0, 0), 6)))
    assert played.state.pending
    assert is_usual(played.state)
    nearer = replace(played.state.conditions[2], at=(30, 0))
    assert not is_usual(replace(played.state, conditions=(*played.state.conditions[:2], nearer)))


def test_a_step_to_an_enemy_who_is_not_seen_leads_nowhere() -> None:
    played = began(lurked(at=(5, 0)), by("full_attack", 0), by("step", 0, x=5, y=0))
    assert last_events(played)[0] == e.Stepped(0, (0, 0), (0, 0), False)
    assert condition(played, 0).at == (0, 0)
    assert refused(played, by("step", 0, x=0, y=5)).code == "stepped"
    told = showing.told(played.steps[-2].state, [], last_events(played))
    assert told[0].text == "Vex finds no room to step."


# Sight


@FLAGS
def test_whom_a_shooter_does_not_see_breaks_no_line_of_sight(flag: str) -> None:
    units = unit(weapons=[BOW]), foe("orc", (40, 0)), foe("lurker", (20, 0), flags=[flag])
    began(fight(*units, size=[60, 40]), attack(0, 1), faces=(2,))
    seen = unit(weapons=[BOW]), foe("orc", (40, 0)), foe("lurker", (20, 0))
    assert refused(began(fight(*seen, size=[60, 40])), attack(0, 1)).code == "no_line_of_sight"


def test_an_invisible_friend_breaks_it_as_any_other() -> None:
    units = unit(weapons=[BOW]), foe("orc", (40, 0)), unit("Ash", (20, 0), flags=["invisible"])
    assert refused(began(fight(*units, size=[60, 40])), attack(0, 1)).code == "no_line_of_sight"


def test_friends_of_the_target_who_are_not_seen_are_not_avoided() -> None:
    def edges(*flags: str) -> tuple[tuple[str, int], ...]:
        lurker = foe("lurker", (45, 0), flags=list(flags))
        state = began(fight(unit(weapons=[BOW]), foe("orc", (40, 0)), lurker, size=[60, 40]), T31=LITERAL).state
        return sources(state, 0, 1, state.profiles[0].weapons[0], (40, 0))

    assert edges() == (("friendly fire", -1),)
    assert edges("invisible") == edges("hidden") == ()


# Refusals


def guesses(state: State, actor: int) -> Iterator[c.Command]:
    """Every command that a player could guess at: against everybody, with everything, to every square."""
    weapons = range(-1, len(state.profiles[actor].weapons) + 1)
    yield from (kind(actor) for kind in (c.RollInitiative, c.FullAttack, c.Disengage, c.EndTurn, c.Decline))
    yield from (c.Act(actor, "free", "a word"), c.React(actor, "free", "a word"))
    for weapon in weapons:
        yield from (kind(actor, weapon) for kind in (c.Draw, c.Sheathe, c.Drop, c.ChooseWeapon))
        yield from (c.Strike(actor, weapon, subdual) for subdual in (False, True))
        for target in range(-1, len(state.profiles) + 1):
            yield from (c.Attack(actor, target, weapon, subdual) for subdual in (False, True))
    here = state.conditions[actor].at
    for x in range(-5, state.map.size[0] + 5, 5):
        for y in range(-5, state.map.size[1] + 5, 5):
            yield c.Step(actor, x, y)
            yield from (c.MoveTo(actor, x, y), c.MoveTo(actor, x, y, "shortest"))
            yield c.Walk(actor, straight(here, (x, y)))
            yield c.Walk(actor, straight(here, (x, y)) + ((x + 5, y), (x, y)) * 9)


def straight(here: Place, there: Place) -> tuple[Place, ...]:
    """The squares of a straight way."""
    (x, y), path = here, []
    while (x, y) != there:
        x += 5 * ((there[0] > x) - (there[0] < x))
        y += 5 * ((there[1] > y) - (there[1] < y))
        path.append((x, y))
    return tuple(path)


def turns_of_players(part: int, source: Random) -> Iterator[State]:
    """Moments of fights at random at which a player may act, as they are and with one more foe hidden."""
    for fought in brawl.fights(source, 24)[part::4]:
        for step in walk_at_random(fought, source, 25):
            state: State = step.before
            if state.turn is not None and not state.pending and state.profiles[state.turn.actor].players:
                yield state
                yield somebody_hides(state, source)


@pytest.mark.parametrize("part", range(4))
def test_no_guess_finds_out_what_is_hidden(part: int) -> None:
    """The answer to a guess is the same in two fights, and what it lets pass the rules carry out."""
    assert showing.refuses is not None
    source, allowed = Random(part), 0
    for state in turns_of_players(part, source):
        assert state.turn is not None
        other = twin(state, source)
        for command in guesses(state, state.turn.actor):
            answer = showing.refuses(state, state.turn.actor, command)
            assert answer == showing.refuses(other, state.turn.actor, command), command
            if answer is None:
                assert forbids(state, command) is None, command
                assert forbids(other, command) is None, command
                allowed += 1
    assert allowed > 500


def twin(state: State, source: Random) -> State:
    """The same fight to whoever does not see the foes that hide: they are elsewhere."""
    taken = {one.at for one in state.conditions}
    conditions: list[Condition] = []
    for profile, one in zip(state.profiles, state.conditions, strict=True):
        if not profile.players and {"hidden", "invisible"} & {*one.flags}:
            width, height = state.map.size
            free = [(x, y) for x in range(0, width, 5) for y in range(0, height, 5) if (x, y) not in taken]
            conditions.append(replace(one, at=source.choice(free)))
            taken.add(conditions[-1].at)
        else:
            conditions.append(one)
    return replace(state, conditions=tuple(conditions))


def somebody_hides(state: State, source: Random) -> State:
    """The fight with one of the foes hidden."""
    foes = [number for number, profile in enumerate(state.profiles) if not profile.players]
    chosen = source.choice(foes)
    flags = tuple(sorted({*state.conditions[chosen].flags, source.choice(("hidden", "invisible"))}))
    hidden = replace(state.conditions[chosen], flags=flags)
    return replace(state, conditions=(*state.conditions[:chosen], hidden, *state.conditions[chosen + 1 :]))


def test_players_say_which_path_they_walk() -> None:
    played = began(lurked())
    assert showing.refuses is not None
    refusal = showing.refuses(played.state, 0, c.MoveTo(0, 30, 0))
    assert refusal is not None
    assert refusal.code == "no_path"
    assert showing.refuses(played.state, "referee", c.MoveTo(0, 30, 0)) is None
