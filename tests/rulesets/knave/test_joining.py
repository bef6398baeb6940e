"""Those who join a fight that has begun: by the round that the file says, or by the referee's word (K80)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.errors import ScriptError
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import AddFighter, Attack
from affray.rulesets.knave.events import Arrived, Joined, MoraleRolled, Rose
from affray.rulesets.knave.legality import forbids
from affray.table.publishing import published_events
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    attack,
    conditions,
    fight,
    foe,
    kinds,
    names,
    override,
    passes,
    pc,
    to_act,
)

MISS = 2
KNAVE = {"name": "Cy", "side": "party", "hp": 4, "attack": 1, "weapons": [{"name": "sword", "die": "d8"}]}
WOLF = {"name": "wolf", "side": "foes", "hp": 4, "attack": 1, "damage": "1d6"}


def joins(fighter: dict[str, Any]) -> dict[str, Any]:
    return {"type": "add_fighter", "fighter": fighter}


def morale_rolls(played: Scene) -> int:
    return sum(isinstance(event, MoraleRolled) for event in played.events)


# By the round


LATE = fight(pc("Ana", hp=20), pc("Bo", joins=3), foe("orc", hp=20))
"""Ana 0, Bo 1 from round 3 on, the orc 2."""
ROUND = [BEGIN, passes(0), passes(2)]


def test_k80_one_who_comes_later_is_not_there_before() -> None:
    played = scene(LATE, [BEGIN], [PARTY_FIRST])
    assert conditions(played)[1].fate == "coming"
    assert to_act(played) == (0,)
    with pytest.raises(ScriptError, match="not_up"):
        scene(LATE, [BEGIN, passes(1)], [PARTY_FIRST])
    with pytest.raises(ScriptError, match="no_target"):
        scene(LATE, [BEGIN, attack(2, 1)], [FOES_FIRST])


@pytest.mark.parametrize(("rounds", "there"), [(1, False), (2, False), (3, True)])
def test_k80_joins_is_the_round(rounds: int, there: bool) -> None:
    commands = [*ROUND * (rounds - 1), BEGIN]
    played = scene(LATE, commands, [PARTY_FIRST] * rounds)
    assert (Arrived(1, waits=False) in played.events) == there
    assert to_act(played) == ((0, 1) if there else (0,))


def test_k80_it_acts_with_its_side_in_the_round_in_which_it_comes() -> None:
    played = scene(LATE, [*ROUND * 2, BEGIN, passes(2), passes(1), passes(0)], [PARTY_FIRST, PARTY_FIRST, FOES_FIRST])
    assert to_act(played) == ("table",)


def test_k80_round_1_is_there_from_the_start() -> None:
    played = scene(fight(pc(), foe(joins=1)), [BEGIN], [FOES_FIRST])
    assert to_act(played) == (1,)


def test_k44_those_who_have_not_come_do_not_keep_a_fight_going() -> None:
    played = scene(LATE, [BEGIN, override(0, 0)], [PARTY_FIRST])
    assert (played.state.over, played.state.winner) == (True, "foes")


def test_knave_hp_unconscious_one_who_comes_with_no_hit_points_lies_there() -> None:
    """Carried in, perhaps: it is no more up than anybody else at 0."""
    text = fight(pc("Ana"), pc("Bo", hp=0, max_hp=8, joins=2), foe("orc"), foe("imp", hp=-1, max_hp=4, joins=2))
    commands = [BEGIN, passes(0), passes(2), BEGIN]
    played = scene(text, commands, [PARTY_FIRST, PARTY_FIRST])
    assert [one.fate for one in conditions(played)] == ["up", "unconscious", "up", "dead"]
    assert to_act(played) == (0,)


# By the referee's word


TEXT = fight(pc("Ana", hp=20), foe("orc", hp=20))


def test_k80_before_the_first_round() -> None:
    played = scene(TEXT, [joins(KNAVE), BEGIN], [PARTY_FIRST])
    assert to_act(played) == (0, 2)
    assert played.state.profiles[2].name == "Cy"
    assert played.state.camps == ((0, 2), (1,))


def test_k80_it_acts_in_this_round_if_its_side_has_not_acted() -> None:
    played = scene(TEXT, [BEGIN, joins(KNAVE), passes(1)], [FOES_FIRST])
    assert to_act(played) == (0, 2)
    foes = scene(TEXT, [BEGIN, joins(WOLF), passes(0), passes(1)], [PARTY_FIRST])
    assert to_act(foes) == (2,)


def test_k80_it_waits_if_its_side_has_acted() -> None:
    played = scene(TEXT, [BEGIN, passes(0), joins(KNAVE), passes(1)], [PARTY_FIRST])
    assert to_act(played) == ("table",)
    joined = [event for event in played.events if isinstance(event, Joined)]
    assert [event.waits for event in joined] == [True]
    after = scene(TEXT, [BEGIN, passes(0), joins(KNAVE), passes(1), BEGIN], [PARTY_FIRST, PARTY_FIRST])
    assert to_act(after) == (0, 2)


def test_k80_those_who_are_down_do_not_count_as_still_to_act() -> None:
    """The other PC fell before its turn; the side has acted all the same."""
    text = fight(pc("Ana", hp=20), pc("Bo"), foe("orc", hp=20))
    played = scene(text, [BEGIN, override(1, 0), passes(0), joins(KNAVE), passes(2)], [PARTY_FIRST])
    assert to_act(played) == ("table",)


def test_k80_in_the_midst_of_its_side() -> None:
    text = fight(pc("Ana", hp=20), pc("Bo"), foe("orc", hp=20))
    played = scene(text, [BEGIN, passes(0), joins(KNAVE), passes(1)], [PARTY_FIRST])
    assert to_act(played) == (3,)


def test_k80_one_may_be_attacked_at_once() -> None:
    played = scene(TEXT, [BEGIN, passes(0), joins(KNAVE), attack(1, 2)], [PARTY_FIRST, 15, 6])
    assert conditions(played)[2].hp == -2


def test_k80_the_names_are_told_apart() -> None:
    played = scene(TEXT, [joins(WOLF), joins(WOLF), joins({**KNAVE, "name": "Ana"})])
    assert [profile.name for profile in played.state.profiles] == ["Ana", "orc", "wolf", "wolf 2", "Ana 2"]


@pytest.mark.parametrize(
    "wrong",
    [{"name": "Cy"}, {**KNAVE, "hp": "many"}, {**KNAVE, "count": 0}, {**KNAVE, "color": "red"}, {**KNAVE, "hp": -1}, 7],
    ids=str,
)
def test_k80_what_is_no_fighter_is_refused(wrong: Any) -> None:
    with pytest.raises(ScriptError, match="bad_fighter"):
        scene(TEXT, [joins(wrong)])


def nested(depth: int) -> Any:
    """Lists in lists."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("field", ["name", "hp", "armor", "weapons", "spells", "abilities", "notes"])
@pytest.mark.parametrize(
    "value",
    [
        {1, 2},
        b"Cy",
        bytearray(b"Cy"),
        object(),
        float("nan"),
        float("inf"),
        10**5_000,
        1 + 2j,
        {1: 2},
        {(1, 2): 3},
        {None: {b"x": 1}},
        nested(100),
        nested(900),
        nested(5_000),
        nested(100_000),
        {"a": nested(100_000)},
        "\ud800",
        "x" * 100_000,
    ],
    ids=lambda value: f"{type(value).__name__} {value if isinstance(value, float) else ''}",
)
def test_k80_no_value_is_so_odd_that_it_breaks_anything(field: str, value: Any) -> None:
    """Python values that no fight file can have: a refusal, and no traceback."""
    state = scene(TEXT, []).state
    for described in (value, [value], {**KNAVE, field: value}):
        rejection = forbids(state, AddFighter(described))
        assert rejection is not None
        assert rejection.code == "bad_fighter"


@pytest.mark.parametrize("rulings", [{"K19": "zones"}, {"K74": "zones"}], ids=str)
def test_k74_zones_a_newcomer_stands_somewhere(rulings: dict[str, str]) -> None:
    text = fight(pc(at="ford"), foe(at="hill"))
    with pytest.raises(ScriptError, match=r"bad_fighter.*at: required"):
        scene(text, [joins(KNAVE)], [], rulings)
    played = scene(text, [joins({**KNAVE, "at": "cave"})], [], rulings)
    assert conditions(played)[2].at == "cave"


def test_one_who_joins_and_hides_is_brought_in_later() -> None:
    played = scene(TEXT, [BEGIN, joins({**WOLF, "hidden": True}), passes(0), passes(1)], [PARTY_FIRST])
    assert conditions(played)[2].fate == "coming"
    assert to_act(played) == ("table",)
    shows = [BEGIN, joins({**WOLF, "hidden": True}), brings_in(2), passes(0), passes(1)]
    assert to_act(scene(TEXT, shows, [PARTY_FIRST])) == (2,)


@pytest.mark.parametrize(("there", "code"), [(99, ""), (100, "bad_fighter")])
def test_k80_no_more_than_100(there: int, code: str) -> None:
    state = scene(fight(pc(), foe(count=there - 1)), []).state
    rejection = forbids(state, AddFighter(WOLF))
    assert (rejection.code if rejection else "") == code


def test_k80_the_referee_says_it() -> None:
    played = scene(TEXT, [AddFighter(WOLF)])
    assert ruleset.issuer(played.state, AddFighter(WOLF)) == "referee"
    assert kinds(played) == ["Joined"]


def test_k80_several_alike_join_at_once() -> None:
    played = scene(TEXT, [BEGIN, joins({**WOLF, "count": 3}), passes(0)], [PARTY_FIRST])
    assert [profile.name for profile in played.state.profiles[2:]] == ["wolf", "wolf 2", "wolf 3"]
    assert [one.fate for one in conditions(played)[2:]] == ["up"] * 3


@pytest.mark.parametrize(("count", "code"), [(97, ""), (98, "bad_fighter")])
def test_k80_no_more_than_100_with_all_who_join(count: int, code: str) -> None:
    rejection = forbids(scene(fight(pc(), foe(), foe()), []).state, AddFighter({**WOLF, "count": count}))
    assert (rejection.code if rejection else "") == code


def test_k80_one_who_joins_in_a_later_round_comes_then_and_nobody_knows_before() -> None:
    later = [BEGIN, joins({**WOLF, "joins": 3})]
    rounds = [passes(0), passes(1), BEGIN]
    before = scene(TEXT, later, [PARTY_FIRST])
    assert conditions(before)[2].fate == "coming"
    assert published_events(ruleset, before.steps[0].state, before.steps[1].events) == []
    assert conditions(scene(TEXT, [*later, *rounds], [PARTY_FIRST] * 2))[2].fate == "coming"
    assert Arrived(2, waits=False) in scene(TEXT, [*later, *rounds, *rounds], [PARTY_FIRST] * 3).events
    assert conditions(scene(TEXT, [BEGIN, joins({**WOLF, "joins": 1})], [PARTY_FIRST]))[2].fate == "up"


SURPRISED = {"K39": "surprise_round"}
SLEEPY = fight(pc("Ana", hp=20), foe("orc", hp=20, flags=["unaware"]))
"""The orc does not act in the first round, and nobody else is on its side."""


@pytest.mark.parametrize(
    ("first", "before", "waits"),
    [
        (PARTY_FIRST, [], False),  # the party acts, and then it is the turn of those on the orc's side
        (PARTY_FIRST, [passes(0)], True),
        (FOES_FIRST, [], True),  # the turn of that side came first, and nobody was there to take it
    ],
)
def test_k80_where_a_whole_side_is_taken_unawares(first: int, before: list[Any], waits: bool) -> None:
    played = scene(SLEEPY, [BEGIN, *before, joins(WOLF)], [first], SURPRISED)
    assert [event.waits for event in played.events if isinstance(event, Joined)] == [waits]
    done = scene(SLEEPY, [BEGIN, *before, joins(WOLF), *([] if before else [passes(0)])], [first], SURPRISED)
    assert to_act(done) == (("table",) if waits else (2,))


# One who comes to


LYING = fight(pc("Ana", hp=20), pc("Bo", hp=0, max_hp=8), foe("orc", hp=20), foe("imp", hp=0, max_hp=4))
"""Ana 0 and the orc 2 are up, Bo 1 and the imp 3 lie there."""


def rose(played: Scene) -> list[Rose]:
    return [event for event in played.events if isinstance(event, Rose)]


@pytest.mark.parametrize(
    ("first", "before", "fighter", "waits"),
    [
        (PARTY_FIRST, [], 1, False),
        (PARTY_FIRST, [passes(0)], 1, True),
        (PARTY_FIRST, [], 3, False),
        (PARTY_FIRST, [passes(0)], 3, False),
        (PARTY_FIRST, [passes(0), passes(2)], 3, True),
        (FOES_FIRST, [], 1, False),
        (FOES_FIRST, [passes(2)], 1, False),
        (FOES_FIRST, [passes(2)], 3, True),
        (FOES_FIRST, [passes(2), passes(0)], 1, True),
    ],
)
def test_k47_one_who_comes_to_acts_with_its_side_or_waits(
    first: int, before: list[Any], fighter: int, waits: bool
) -> None:
    played = scene(LYING, [BEGIN, *before, override(fighter, 2)], [first])
    assert rose(played) == [Rose(fighter, waits)]
    assert (fighter in played.state.acted) is waits
    again = scene(LYING, [BEGIN, *before, override(fighter, 2), override(fighter, 0), override(fighter, 1)], [first])
    assert rose(again) == [Rose(fighter, waits)] * 2


def test_k47_one_who_waited_acts_in_the_next_round() -> None:
    commands = [BEGIN, passes(0), override(1, 2), passes(2)]
    assert to_act(scene(LYING, commands, [PARTY_FIRST])) == ("table",)
    assert to_act(scene(LYING, [*commands, BEGIN], [PARTY_FIRST, PARTY_FIRST])) == (0, 1)


def test_k47_one_who_waits_does_not_go_on_with_the_turn_in_which_it_fell() -> None:
    """Ana slings her shield, and is struck down as she walks away: nobody of her side is left to act in this round."""
    text = fight(pc("Ana", hp=6, armor=["shield"]), pc("Bo"), foe("orc", hp=20))
    slings = {"type": "ready", "actor": 0, "shield": False}
    leaves = {"type": "move", "actor": 0, "to": "off"}
    commands = [BEGIN, attack(2, 0), passes(1), slings, leaves, {"type": "strike", "actor": 2, "weapon": 0}]
    played = scene(text, [*commands, override(0, 3)], [FOES_FIRST, MISS, 15, 6], {"K43": "free_attack"})
    assert rose(played) == [Rose(0, waits=True)]
    assert to_act(played) == ("table",)


def test_k47_before_the_first_round_nobody_waits() -> None:
    played = scene(LYING, [override(1, 2), BEGIN], [PARTY_FIRST])
    assert rose(played) == [Rose(1)]
    assert to_act(played) == (0, 1)


def test_k47_one_who_had_acted_before_it_fell_has_acted() -> None:
    text = fight(pc("Ana", hp=20), pc("Bo"), foe("orc", hp=20))
    played = scene(text, [BEGIN, passes(1), override(1, 0), override(1, 2)], [PARTY_FIRST])
    assert rose(played) == [Rose(1, waits=False)]
    assert to_act(played) == (0,)


# One whom the referee brings in


HIDING = fight(pc("Ana", hp=20), pc("Bo", hidden=True), foe("orc", hp=20), foe("ghost", hidden=True))
"""Ana 0 and the orc 2 are there, Bo 1 and the ghost 3 hide."""


def brings_in(fighter: int, reason: str = "it shows itself") -> dict[str, Any]:
    return {"type": "bring_in", "fighter": fighter, "reason": reason}


def test_one_who_hides_is_not_there_until_the_referee_says_so() -> None:
    rounds = [BEGIN, passes(0), passes(2)]
    played = scene(HIDING, [*rounds * 9, BEGIN], [PARTY_FIRST] * 10)
    assert [one.fate for one in conditions(played)] == ["up", "coming", "up", "coming"]
    assert to_act(played) == (0,)
    assert {one.target for one in played.legal(0) if isinstance(one, Attack)} == {2}


def test_one_who_hides_and_joins_comes_with_its_round() -> None:
    text = fight(pc("Ana", hp=20), foe("orc", hp=20), foe("ghost", hidden=True, joins=2))
    played = scene(text, [BEGIN, passes(0), passes(1), BEGIN], [PARTY_FIRST, FOES_FIRST])
    assert conditions(played)[2].fate == "up"


@pytest.mark.parametrize(
    ("first", "before", "fighter", "waits"),
    [
        (PARTY_FIRST, [], 1, False),
        (PARTY_FIRST, [passes(0)], 1, True),
        (PARTY_FIRST, [passes(0)], 3, False),
        (FOES_FIRST, [passes(2)], 3, True),
    ],
)
def test_k80_one_who_is_brought_in_acts_with_its_side_or_waits(
    first: int, before: list[Any], fighter: int, waits: bool
) -> None:
    played = scene(HIDING, [BEGIN, *before, brings_in(fighter)], [first])
    assert played.events[-1] == Arrived(fighter, waits, "it shows itself")
    assert conditions(played)[fighter].fate == "up"
    assert (fighter in played.state.acted) is waits


def test_one_who_is_brought_in_before_the_first_round() -> None:
    assert to_act(scene(HIDING, [brings_in(1), BEGIN], [PARTY_FIRST])) == (0, 1)


def test_k80_one_who_is_brought_in_adds_to_the_starting_count() -> None:
    """One of two goblins is half; with the ghost it is one of three."""
    text = fight(pc("Ana", hp=20), foe("goblin", count=2, morale=7), foe("ghost", hidden=True))
    kill = [attack(0, 1)]
    assert morale_rolls(scene(text, [BEGIN, *kill], [PARTY_FIRST, *KILL, 1, 1])) == 1
    assert morale_rolls(scene(text, [BEGIN, brings_in(3), *kill], [PARTY_FIRST, *KILL])) == 0


@pytest.mark.parametrize("how", ["flee", "retreat", "parley"])
def test_one_who_left_may_be_brought_back(how: str) -> None:
    text = fight(pc("Ana", hp=20), foe("orc", hp=20), foe("goblin", morale=7))
    broken = [{"type": "roll_morale", "group": "", "fighter": 2}, {"type": "break", "fighter": 2, "how": how}]
    left = scene(text, [BEGIN, *broken], [PARTY_FIRST, 6, 6], {"K59": "per_npc"})
    assert conditions(left)[2].fate in ("fled", "retreated", "parleyed")
    back = scene(text, [BEGIN, *broken, brings_in(2), passes(0), passes(1)], [PARTY_FIRST, 6, 6], {"K59": "per_npc"})
    assert conditions(back)[2].fate == "up"
    assert to_act(back) == (2,)


def test_k72_one_who_ran_does_not_run_any_more() -> None:
    text = fight(pc("Ana", hp=20), foe("goblin", morale=7), foe("orc", hp=20))
    runs = [{"type": "roll_morale", "group": "", "fighter": 1}, {"type": "flee", "actor": 1}]
    back = scene(text, [BEGIN, *runs, brings_in(1), passes(2), passes(0), BEGIN], [FOES_FIRST, 6, 6, FOES_FIRST],
                 {"K72": "own_turn"})  # fmt: skip
    assert not conditions(back)[1].fleeing
    assert attack(1, 0)["actor"] in {one.actor for one in back.legal(1) if isinstance(one, Attack)}


def test_k82_one_who_was_taken_may_be_brought_back() -> None:
    spell = {"name": "sleep", "save": "int", "on_fail": "out"}
    text = fight(pc("Ana", hp=20, spells=[spell]), foe("orc", hp=20), foe("goblin"))
    taken = [{"type": "cast", "actor": 0, "target": 1, "spell": 0}, {"type": "rule", "yes": True}]
    played = scene(text, [BEGIN, *taken, brings_in(1, "it wakes")], [PARTY_FIRST, 20])
    assert conditions(played)[1].fate == "up"
    assert to_act(played) == (1,)


# The half of the group


GANG = fight(pc("Ana", hp=20), pc("Bo", hp=20), foe("goblin", count=2, morale=7))
"""PCs 0 and 1, goblins 2 and 3: one of them is half."""
KILL = [15, 4]


def test_k56_one_of_two_is_half() -> None:
    assert morale_rolls(scene(GANG, [BEGIN, attack(0, 2)], [PARTY_FIRST, *KILL, 1, 1])) == 1


def test_k80_it_adds_to_the_starting_count() -> None:
    """One of three is not half; two of three are."""
    commands = [BEGIN, joins(WOLF), attack(0, 2)]
    first = scene(GANG, commands, [PARTY_FIRST, *KILL])
    assert morale_rolls(first) == 0
    second = scene(GANG, [*commands, attack(1, 3)], [PARTY_FIRST, *KILL, *KILL])
    assert "MoraleCalled" not in kinds(second)  # the wolf has no rating
    rated = scene(GANG, [BEGIN, joins({**WOLF, "morale": 7}), attack(0, 2), attack(1, 3)],
                  [PARTY_FIRST, *KILL, *KILL, 1, 1])  # fmt: skip
    assert morale_rolls(rated) == 1


def test_k80_one_who_has_not_come_does_not_count_yet() -> None:
    text = fight(pc("Ana", hp=20), foe("goblin", count=2, morale=7), foe("ogre", hp=9, joins=9))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, *KILL, 1, 1])
    assert morale_rolls(played) == 1


def test_k80_one_who_has_come_counts() -> None:
    text = fight(pc("Ana", hp=20), foe("goblin", count=2, morale=7), foe("ogre", hp=9, joins=2))
    commands = [BEGIN, passes(0), passes(1), passes(2), BEGIN, attack(0, 1)]
    played = scene(text, commands, [PARTY_FIRST, PARTY_FIRST, *KILL])
    assert morale_rolls(played) == 0


def test_k57_one_whose_friends_have_not_come_is_alone() -> None:
    text = fight(pc("Ana", hp=20), foe("goblin", hp=8, morale=7), foe("ogre", hp=9, joins=9))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 4, 1, 1])
    assert names(played)[-1] == "morale.2d6"


def test_k57_one_who_was_joined_is_not() -> None:
    text = fight(pc("Ana", hp=20), foe("goblin", hp=8, morale=7))
    played = scene(text, [BEGIN, joins(WOLF), attack(0, 1)], [PARTY_FIRST, 15, 4])
    assert morale_rolls(played) == 0


# Order


def test_k40_a_newcomer_joins_the_order() -> None:
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 1)
    quick = {**KNAVE, "abilities": {**scores, "dex": 9}}
    text = fight(pc("Ana", abilities=scores), foe("orc", hp=20))
    joined = scene(text, [BEGIN, joins(quick)], [PARTY_FIRST], {"K40": "dex"})
    assert sorted(joined.state.order) == [0, 1, 2]
    after = scene(text, [BEGIN, joins(quick), passes(0), passes(2), passes(1), BEGIN], [PARTY_FIRST, PARTY_FIRST],
                  {"K40": "dex"})  # fmt: skip
    assert to_act(after) == (2,)
