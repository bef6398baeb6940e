"""Spells: an opposed save of the caster's INT, what happens to one who does not resist, the book."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from affray.errors import BadInput
from affray.fight import parse
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Cast
from affray.rulesets.knave.events import (
    Asked,
    Dropped,
    Flagged,
    Harmed,
    Left,
    MoraleCalled,
    Pushed,
    Readied,
    SpellCast,
    Stunned,
)
from affray.rulesets.knave.state import TakenChoice, Trigger
from tests.rulesets.knave.brawl import (
    ABILITIES,
    cast,
    chance,
    grant,
    in_round,
    knave,
    modify,
    of,
    ogre,
    refused,
    says,
    scores,
    stunt,
    with_edge,
)
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    SWORD,
    attack,
    conditions,
    fight,
    foe,
    names,
    passes,
    to_act,
)

F = Fraction
RESISTED, TAKES_HOLD = 12, 13
"""Faces of Ana's INT of +4 against a DEX defense of 16."""


def spell(on_fail: str, save: str = "dex", name: str = "hex") -> dict[str, str]:
    return {"name": name, "save": save, "on_fail": on_fail}


def duel(on_fail: str, *more: str, save: str = "dex", **fields: Any) -> str:
    """Ana, who knows one spell, against an ogre and whoever is named."""
    return fight(knave(spells=[spell(on_fail, save)]), ogre(**fields), *more)


# The save


@pytest.mark.parametrize(("save", "defense"), list(zip(ABILITIES, [17, 16, 15, 14, 13, 12], strict=True)))
def test_knave_spell_cast_int_against_the_ability_that_the_spell_names(save: str, defense: int) -> None:
    started = in_round(duel("stun", save=save), [])
    assert chance(started, cast(0, 1), lambda state: state.conditions[1].stunned) == F(24 - defense, 20)
    (event,) = of(in_round(duel("stun", save=save), [cast(0, 1)], [1]), SpellCast)
    assert (event.bonus, event.defense) == (4, defense)


def test_the_fireball_of_the_text() -> None:
    """A wizard's INT against a goblin's DEX: the wizard's total must be greater, or the goblin's die settles it."""
    for face, holds in ((RESISTED, False), (TAKES_HOLD, True)):
        mine = in_round(duel("damage:2d6"), [cast(0, 1)], [("contest.d20", face), *([3, 4] * holds)])
        assert of(mine, SpellCast)[0].resisted is not holds
        assert conditions(mine)[1].hp == (13 if holds else 20)
        theirs = in_round(
            duel("damage:2d6"), [cast(0, 1)], [("resist.d20", 21 - face), *([3, 4] * holds)], K13="defender"
        )
        assert of(theirs, SpellCast)[0].resisted is not holds
        assert theirs.asked[1].seat == 1


def test_k13_player_facing_a_pc_rolls_against_an_enemys_spell() -> None:
    text = fight(knave(), ogre(spells=[spell("stun")]))
    played = in_round(text, [cast(1, 0)], [("resist.d20", 12)], FOES_FIRST, K13="player_facing")
    assert played.asked[-1].seat == 0  # DEX 2 and 12 does not beat INT 14
    assert conditions(played)[0].stunned


def test_k31_a_natural_20_means_nothing() -> None:
    wall = ogre(abilities=scores(0, 20, 0, 0, 0, 0))
    text = fight(knave(abilities=scores(1, 1, 1, 1, 1, 1), spells=[spell("stun")]), wall)
    assert not conditions(in_round(text, [cast(0, 1)], [20]))[1].stunned


@pytest.mark.parametrize("ground", ["unaware", "distracted", "off_balance"])
def test_knave_edge_choice_a_spell_is_no_attack_and_no_stunt(ground: str) -> None:
    played = in_round(duel("stun", flags=[ground]), [cast(0, 1)], [("contest.d20", TAKES_HOLD)])
    assert of(played, SpellCast)[0].edge == 0


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_knave_roll_advantage_on_a_spell_is_the_referees(edge: int) -> None:
    started = in_round(duel("stun", flags=["distracted"]), [grant(0, 1, edge)])
    assert chance(started, cast(0, 1), lambda state: state.conditions[1].stunned) == with_edge(F(8, 20), edge)


def test_k79_a_modifier_counts_once() -> None:
    text = fight(knave(spells=[spell("stun"), spell("stun", name="jinx")]), ogre())
    played = in_round(text, [modify(0, 3), cast(0, 1), passes(1), BEGIN, cast(0, 1, 1)], [1, PARTY_FIRST, 1])
    assert [event.bonus for event in of(played, SpellCast)] == [7, 4]


# The book


def test_knave_spell_cast_is_the_action() -> None:
    played = in_round(duel("none"), [cast(0, 1)], [20])
    assert refused(played, attack(0, 1)) == refused(played, stunt(0, 1, "trip")) == "acted"
    assert to_act(played) == (1,)


def test_knave_spell_cast_from_afar() -> None:
    """A caster need not walk up, and may stand in melee."""
    assert in_round(duel("none"), [cast(0, 1)], [20]).state.adjacent == ()
    played = in_round(duel("stun"), [attack(1, 0), cast(0, 1)], [2, 20], FOES_FIRST)
    assert conditions(played)[1].stunned


def test_knave_spell_cast_each_book_once() -> None:
    text = fight(knave(spells=[spell("none"), spell("none", name="jinx")]), ogre())
    played = in_round(text, [cast(0, 1), passes(1), BEGIN], [2, PARTY_FIRST])
    assert refused(played, cast(0, 1)) == "used_up"  # resisted or not
    assert refused(played, cast(0, 1, 1)) == ""
    assert refused(played, cast(0, 1, 2)) == "no_such_spell"


def test_knave_spell_cast_at_whom() -> None:
    text = fight(knave(spells=[spell("stun")]), knave("Bo"), ogre(), ogre("troll", hp=0, max_hp=9))
    played = in_round(text, [])
    assert [refused(played, cast(0, target)) for target in (1, 2, 3, 7)] == [
        "not_a_foe", "", "no_target", "no_such_fighter",
    ]  # fmt: skip
    assert [one for one in played.legal(0) if isinstance(one, Cast)] == [Cast(0, 2, 0)]


def test_k23_the_book_takes_both_hands() -> None:
    text = fight(knave(armor=["gambeson", "shield"], spells=[spell("none")]), ogre(weapons=[SWORD]))
    played = in_round(text, [cast(0, 1), attack(1, 0)], [2, 2])
    assert of(played, Readied) == [Readied(0, True)]
    assert played.events[-1].armor == 12  # the shield is put away until the next turn
    costs = in_round(text, [], K23="swap_costs_action")
    assert refused(costs, cast(0, 1)) == "hands"


def test_k23_a_shield_taken_up_this_turn_is_in_the_way() -> None:
    text = fight(knave(armor=["gambeson", "shield"], spells=[spell("none")]), ogre())
    swapped = in_round(text, [{"type": "ready", "actor": 0, "shield": False}])
    assert refused(swapped, cast(0, 1)) == ""
    in_hand = {"type": "ready", "actor": 0, "shield": True}
    again = in_round(text, [cast(0, 1), passes(1), BEGIN, in_hand], [2, PARTY_FIRST])
    assert refused(again, cast(0, 1)) != ""


# What it does


def test_on_fail_damage() -> None:
    played = in_round(duel("damage:2d6+1", hp=8), [cast(0, 1)], [TAKES_HOLD, ("effect.damage", 3, 4)])
    assert of(played, Harmed) == [Harmed(1, 8, "knave.spell.cast")]
    assert conditions(played)[1].fate == "unconscious"
    assert played.state.winner == "party"
    assert played.asked[-1].seat == 0


def test_on_fail_damage_to_one_who_lies_there() -> None:
    text = fight(knave(spells=[spell("damage:1d4")]), ogre(hp=0, max_hp=9), ogre("troll"))
    assert Cast(0, 1, 0) in in_round(text, []).legal(0)
    played = in_round(text, [cast(0, 1)], [TAKES_HOLD, 1])
    assert conditions(played)[1].fate == "dead"
    assert of(played, SpellCast)[0].edge == 0  # a spell is no attack: no advantage
    dead = fight(knave(spells=[spell("damage:1d4")]), ogre(hp=-1, max_hp=9), ogre("troll"))
    assert refused(in_round(dead, []), cast(0, 1)) == "no_target"


@pytest.mark.parametrize("effect", ["stun", "disarm", "shove", "off_balance", "distracted", "flee", "out", "none"])
def test_on_fail_nothing_else_to_one_who_lies_there(effect: str) -> None:
    text = fight(knave(spells=[spell(effect)]), ogre(hp=0, max_hp=9), ogre("troll"))
    played = in_round(text, [])
    assert refused(played, cast(0, 1)) == "no_target"
    assert {one.target for one, _ in ruleset.candidates(played.state, 0) if isinstance(one, Cast)} == {2}


def test_on_fail_disarm_does_nothing_to_claws() -> None:
    text = fight(knave(spells=[spell("disarm")]), foe(hd=4))
    played = in_round(text, [cast(0, 1)], [20])
    assert not of(played, SpellCast)[0].resisted
    assert of(played, Dropped) == of(played, Flagged) == []


def test_on_fail_damage_calls_for_morale() -> None:
    text = duel("damage:1d6", hp=4, max_hp=8, morale=7)
    played = in_round(text, [cast(0, 1)], [TAKES_HOLD, 1, ("morale.2d6", 1, 1)])
    assert of(played, MoraleCalled) == [MoraleCalled(Trigger("lone"))]


@pytest.mark.parametrize(
    ("effect", "event"),
    [
        ("stun", Stunned(1, "knave.spell.cast")),
        ("disarm", Dropped(1, 0, "knave.spell.cast")),
        ("shove", Pushed(1, 0, "knave.spell.cast")),
        ("off_balance", Flagged(1, "off_balance", passing=True, clause="knave.spell.cast")),
        ("distracted", Flagged(1, "distracted", passing=True, clause="knave.spell.cast")),
        ("flee", Left(1, "fled")),
        ("out", Asked(TakenChoice(1), "knave.spell.cast")),
    ],
)
def test_on_fail(effect: str, event: Any) -> None:
    text = duel(effect, ogre("troll"))
    assert in_round(text, [cast(0, 1)], [TAKES_HOLD]).events[2] == event
    assert len(in_round(text, [cast(0, 1)], [RESISTED]).events) == 2


def test_on_fail_none_is_the_referees_to_state() -> None:
    assert len(in_round(duel("none"), [cast(0, 1)], [20]).events) == 2


def test_on_fail_disarm_is_until_taken_up() -> None:
    played = in_round(duel("disarm", ogre("troll")), [cast(0, 1)], [TAKES_HOLD])
    assert refused(played, attack(1, 0)) == "dropped"


def test_on_fail_flee_follows_k72() -> None:
    played = in_round(duel("flee"), [cast(0, 1)], [TAKES_HOLD], K72="own_turn")
    assert conditions(played)[1].fleeing
    assert not played.state.over
    assert in_round(duel("flee"), [cast(0, 1)], [TAKES_HOLD]).state.winner == "party"


# K82: taken out


def test_k82_out_only_when_the_referee_says_so() -> None:
    text = duel("out", ogre("troll"))
    asked = in_round(text, [cast(0, 1)], [TAKES_HOLD])
    assert to_act(asked) == ("referee",)
    assert refused(asked, passes(1)) == refused(asked, BEGIN) == "decision_due"
    yes = in_round(text, [cast(0, 1), says(True)], [TAKES_HOLD])
    assert conditions(yes)[1].fate == "taken"
    assert to_act(yes) == (2,)
    no = in_round(text, [cast(0, 1), says(False)], [TAKES_HOLD])
    assert conditions(no)[1].fate == "up"
    assert to_act(no) == (1,)


def test_k82_the_last_one_taken_ends_the_fight() -> None:
    assert in_round(duel("out"), [cast(0, 1), says(True)], [TAKES_HOLD]).state.winner == "party"
    assert not in_round(duel("out"), [cast(0, 1), says(False)], [TAKES_HOLD]).state.over


def test_k82_one_taken_is_no_target_and_counts_as_defeated() -> None:
    text = duel("out", ogre("troll", morale=7), morale=7)
    played = in_round(text, [cast(0, 1), says(True)], [TAKES_HOLD, ("morale.2d6", 3, 4)])
    assert of(played, MoraleCalled) == [MoraleCalled(Trigger("half"), counted=2)]
    assert refused(in_round(text, [cast(0, 1), says(True), passes(2), BEGIN], [TAKES_HOLD, 1, 1, PARTY_FIRST]),
                   attack(0, 1)) == "no_target"  # fmt: skip
    no = in_round(text, [cast(0, 1), says(False)], [TAKES_HOLD])
    assert of(no, MoraleCalled) == []


def test_k82_a_pc_may_be_taken_too() -> None:
    text = fight(knave(), ogre(spells=[spell("out")]))
    played = in_round(text, [cast(1, 0), says(True)], [20], FOES_FIRST)
    assert (conditions(played)[0].fate, played.state.winner) == ("taken", "foes")


# K68


@pytest.mark.parametrize(("dice", "lost"), [((3, 4), 3), ((6, 6), 6), ((1, 1), 1), ((1, 2), 1)])
def test_k68_half_of_the_damage_rounded_down(dice: tuple[int, int], lost: int) -> None:
    played = in_round(duel("damage:2d6"), [cast(0, 1)], [RESISTED, ("effect.damage", *dice)], K68="half")
    assert conditions(played)[1].hp == 20 - lost
    assert of(played, SpellCast)[0].resisted


@pytest.mark.parametrize("effect", ["stun", "disarm", "shove", "off_balance", "distracted", "flee", "out", "none"])
def test_k68_what_has_no_half_is_negated(effect: str) -> None:
    assert len(in_round(duel(effect), [cast(0, 1)], [RESISTED], K68="half").events) == 2


def test_k68_negates_rolls_no_damage() -> None:
    assert names(in_round(duel("damage:2d6"), [cast(0, 1)], [RESISTED])) == ["initiative.d6", "contest.d20"]


def test_k68_exact_odds_of_a_kill() -> None:
    """1d4 at 2 HP: 1 leaves it up, 2 fells it, 3 and 4 kill; half of 1d4 fells it with a 4 only."""
    text = duel("damage:1d4", ogre("troll"), hp=2, max_hp=9)
    down = [
        chance(in_round(text, [], K68=option), cast(0, 1), lambda state: state.conditions[1].fate != "up")
        for option in ("negates", "half")
    ]
    assert down == [F(8, 20) * F(3, 4), F(8, 20) * F(3, 4) + F(12, 20) * F(1, 4)]


# The file


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": "hex", "save": "luck", "on_fail": "stun"}, "str, dex, con, int, wis, cha"),
        ({"name": "hex", "save": "dex", "on_fail": "fire"}, "no such effect"),
        ({"name": "hex", "save": "dex", "on_fail": "damage"}, "no such effect"),
        ({"name": "hex", "save": "dex", "on_fail": "damage:x"}, "damage dice"),
        ({"name": "hex", "save": "dex", "on_fail": "stun", "range": 40}, "range"),
        ({"name": "hex", "save": "dex"}, "on_fail"),
    ],
)
def test_a_spell_that_cannot_be_read(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse(fight(knave(spells=[given]), foe()))
