"""The referee's seat: what may be said at any time, what waits for an answer, and who joins."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from affray.fight import Fight, parse
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Rule
from affray.rulesets.knave.events import (
    Asked,
    Attacked,
    Ended,
    Flagged,
    Joined,
    MoraleRolled,
    MoraleSet,
    MoraleSkipped,
    Moved,
    Saved,
    Stunted,
)
from affray.rulesets.knave.state import IdealChoice, Trigger
from affray.testing.cases import Face, scene
from tests.rulesets.knave.brawl import (
    chance,
    dirty_attack,
    flag,
    grant,
    in_round,
    knave,
    modify,
    of,
    ogre,
    refused,
    says,
    stunt,
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
    override,
    passes,
    to_act,
)

F = Fraction
DUEL = fight(knave(), ogre())
PAIR = fight(knave(), knave("Bo"), ogre())
NEWCOMER = {"name": "Cy", "side": "party", "hp": 5, "attack": 1, "armor": 12, "weapons": ["dagger"]}


def save(fighter: int, ability: str, edge: int = 0, defense: int | None = None) -> dict[str, Any]:
    return {"type": "save", "fighter": fighter, "ability": ability, "edge": edge, "defense": defense}


def joins(**fields: Any) -> dict[str, Any]:
    return {"type": "add_fighter", "fighter": NEWCOMER | fields}


def roll_morale(group: str = "", fighter: int | None = None) -> dict[str, Any]:
    return {"type": "roll_morale", "group": group, "fighter": fighter}


def set_morale(fighter: int, rating: int, reason: str = "better pay") -> dict[str, Any]:
    return {"type": "set_morale", "fighter": fighter, "rating": rating, "reason": reason}


def ends(winner: str | None, reason: str = "the bridge falls") -> dict[str, Any]:
    return {"type": "end_fight", "winner": winner, "reason": reason}


REFEREES: dict[str, Mapping[str, Any]] = {
    "override": override(0, 3),
    "flag": flag(0, "unaware"),
    "morale": set_morale(1, 8),
    "grant": grant(0, 1, 1),
    "modify": modify(0, 2),
    "save": save(0, "dex"),
    "roll morale": roll_morale(),
    "add": joins(),
    "end": ends(None),
}


@pytest.mark.parametrize("name", REFEREES)
def test_the_referee_may_speak_at_any_time_but_not_into_a_decision(name: str) -> None:
    command = REFEREES[name]
    begun = (in_round(DUEL, []), in_round(DUEL, [passes(0)]), in_round(DUEL, [], [], FOES_FIRST))
    for played in (scene(DUEL, []), *begun):
        assert refused(played, command) == ""
        assert to_act(played) != ("referee",)
    club = {"name": "club", "die": "d6", "tags": ["blunt"]}
    asked = in_round(fight(knave(weapons=[club]), ogre(weak_to=["blunt"])), [attack(0, 1)], K02="referee")
    assert refused(asked, command) in ({""} if name == "end" else {"decision_due"})


@pytest.mark.parametrize("name", REFEREES)
def test_nothing_is_said_after_the_end(name: str) -> None:
    assert refused(scene(DUEL, [ends("party")]), REFEREES[name]) == "over"


# K02: the ideal weapon


def bones(option: str = "auto") -> Fight:
    club = {"name": "club", "die": "d6", "tags": ["blunt"]}
    text = fight(knave(weapons=[club, SWORD]), foe("bones", hp=30, weak_to=["blunt"]), foe())
    return parse(text, "bones", {"K02": option})


def test_k02_auto_the_tag_decides() -> None:
    text = bones()
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, ("attack.damage", 3, 4)])
    assert conditions(played)[1].hp == 23
    sword = scene(text, [BEGIN, attack(0, 1, 1)], [PARTY_FIRST, 15, 3])
    assert conditions(sword)[1].hp == 27


def test_k02_referee_the_decision_comes_before_the_die() -> None:
    text = bones("referee")
    asked = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST])
    assert of(asked, Asked) == [Asked(IdealChoice(0, 1, 0, False, False), "knave.attack.ideal-weapon")]
    assert to_act(asked) == ("referee",)
    assert asked.legal("referee") == [Rule(True), Rule(False)]
    for command in (attack(0, 1), passes(0), stunt(0, 1, "trip"), override(0, 1), BEGIN):
        assert refused(asked, command) == "decision_due"


@pytest.mark.parametrize(("yes", "damage"), [(True, (3, 4)), (False, (3,))])
def test_k02_referee_yes_or_no(yes: bool, damage: tuple[int, ...]) -> None:
    text = bones("referee")
    played = scene(text, [BEGIN, attack(0, 1), says(yes)], [PARTY_FIRST, 15, ("attack.damage", *damage)])
    assert conditions(played)[1].hp == 30 - sum(damage)
    assert of(played, Attacked)[0].ideal is yes
    assert to_act(played) == (1,)


def test_k02_referee_exact_odds() -> None:
    """+1 against 13: faces 13 to 20 hit, and the 20 adds a die."""
    asked = scene(bones("referee"), [BEGIN, attack(0, 1)], [PARTY_FIRST])
    for yes, dice in ((True, 2), (False, 1)):
        exactly = chance(asked, says(yes), lambda state: state.conditions[1].hp == 30 - 6 * (dice + 1))  # noqa: B023
        assert exactly == F(1, 20) * F(1, 6 ** (dice + 1))


@pytest.mark.parametrize(("target", "weapon"), [(1, 0), (1, 1), (2, 0), (2, 1)])
def test_k02_referee_is_asked_at_every_attack_with_a_weapon(target: int, weapon: int) -> None:
    """Whether or not a tag fits: club or sword, against the bones or the goblin."""
    asked = scene(bones("referee"), [BEGIN, attack(0, target, weapon)], [PARTY_FIRST])
    assert asked.state.pending == (IdealChoice(0, target, weapon),)
    assert scene(bones(), [BEGIN, attack(0, target, weapon)], [PARTY_FIRST, 2]).state.pending == ()


def test_k02_referee_is_not_asked_for_bare_hands_or_claws() -> None:
    played = scene(bones("referee"), [BEGIN, attack(0, 1, -1), attack(1, 0), attack(2, 0)], [PARTY_FIRST, 2, 2, 2])
    assert of(played, Asked) == []


def test_k02_referee_is_asked_for_each_attack_of_a_routine() -> None:
    flails = {"name": "flails", "die": "d4/d4"}
    text = fight(knave(weapons=[flails]), ogre())
    played = in_round(text, [attack(0, 1), says(False), attack(0, 1)], [2], K02="referee")
    assert len(of(played, Asked)) == 2
    assert to_act(played) == ("referee",)


def test_k02_referee_is_asked_for_a_shot_and_for_a_throw() -> None:
    spear = {"name": "spear", "die": "d8", "tags": ["thrown"]}
    bow = {"name": "bow", "die": "d6", "kind": "ranged"}
    text = fight(knave(weapons=[bow, spear]), ogre())
    shot = in_round(text, [attack(0, 1)], K02="referee")
    assert shot.state.pending == (IdealChoice(0, 1, 0),)
    thrown = in_round(text, [{**attack(0, 1, 1), "thrown": True}], K02="referee")
    assert thrown.state.pending == (IdealChoice(0, 1, 1, thrown=True),)
    flown = in_round(text, [{**attack(0, 1, 1), "thrown": True}, says(True)], [15, 3, 4], K02="referee")
    assert (of(flown, Attacked)[0].thrown, conditions(flown)[0].dropped) == (True, (1,))


STRIKE = {"type": "strike", "actor": 1, "weapon": 0}
OFF = {"type": "move", "actor": 0, "to": "off"}


@pytest.mark.parametrize(("yes", "damage"), [(True, (3, 4)), (False, (3,))])
def test_k02_referee_is_asked_for_a_free_attack_and_the_mover_goes_on(yes: bool, damage: tuple[int, ...]) -> None:
    text = fight(knave(hp=30), ogre(), ogre("troll"))
    commands = [attack(1, 0), says(False), passes(2), OFF, STRIKE]
    rulings = {"K02": "referee", "K43": "free_attack"}
    asked = in_round(text, commands, [2], FOES_FIRST, **rulings)
    assert asked.state.pending == (IdealChoice(1, 0, 0, to="off"),)
    assert asked.state.adjacent == ((0, 1),)  # it has not gone yet
    faces: list[Face] = [2, 15, ("attack.damage", *damage)]
    gone = in_round(text, [*commands, says(yes)], faces, FOES_FIRST, **rulings)
    assert conditions(gone)[0].hp == 30 - sum(damage)
    assert (of(gone, Attacked)[-1].free, of(gone, Attacked)[-1].ideal) == (True, yes)
    assert of(gone, Moved) == [Moved(0, "off")]
    assert to_act(gone) == (0,)  # with the action still there


def test_k02_referee_is_asked_for_each_of_two_free_attacks() -> None:
    text = fight(knave(hp=30), ogre(), ogre("troll"))
    near = [attack(1, 0), says(False), attack(2, 0), says(False), OFF]
    answers = [STRIKE, says(False), {**STRIKE, "actor": 2}]
    played = in_round(text, [*near, *answers], [2, 2, 2], FOES_FIRST, K02="referee", K43="free_attack")
    assert played.state.pending == (IdealChoice(2, 0, 0, to="off"),)
    assert of(played, Moved) == []
    done = in_round(text, [*near, *answers, says(False)], [2, 2, 2, 2], FOES_FIRST, K02="referee", K43="free_attack")
    assert of(done, Moved) == [Moved(0, "off")]


def test_k02_referee_one_felled_by_a_free_attack_goes_nowhere() -> None:
    text = fight(knave(hp=3), knave("Bo"), ogre())
    commands = [attack(2, 0), says(False), OFF, {**STRIKE, "actor": 2}, says(True)]
    played = in_round(text, commands, [2, 15, 1, 2], FOES_FIRST, K02="referee", K43="free_attack")
    assert conditions(played)[0].fate == "unconscious"
    assert of(played, Moved) == []
    assert to_act(played) == (1,)


def test_k02_referee_keeps_choice_b() -> None:
    club = {"name": "club", "die": "d6", "tags": ["blunt"]}
    text = fight(knave(weapons=[club]), ogre(weak_to=["blunt"], flags=["distracted"]))
    played = in_round(text, [dirty_attack(0, 1), says(True), stunt(0, 1, "trip", True)], [2, 2], K02="referee")
    assert [event.edge for event in of(played, Attacked) + of(played, Stunted)] == [0, 0]


def test_nothing_waits_for_a_yes() -> None:
    assert refused(in_round(DUEL, []), says(True)) == "nothing_to_choose"


# Flags


def test_knave_edge_grounds_the_referee_has_the_last_word() -> None:
    played = in_round(DUEL, [flag(1, "lower_ground"), attack(0, 1)], [2, 2])
    assert of(played, Attacked)[0].edge == 1
    assert of(played, Flagged) == [Flagged(1, "lower_ground", reason="it is so")]
    text = fight(knave(), ogre(flags=["unaware"]))
    gone = in_round(text, [flag(1, "unaware", False), attack(0, 1)], [2])
    assert of(gone, Attacked)[0].edge == 0


def test_knave_edge_grounds_said_of_what_would_pass_by_itself() -> None:
    """No longer distracted is no longer distracted, whatever distracted it."""
    played = in_round(PAIR, [stunt(0, 2, "distract"), flag(2, "distracted", False), attack(1, 2)], [20, 2])
    assert of(played, Attacked)[0].edge == 0


def test_knave_edge_grounds_flags_last() -> None:
    commands = [flag(1, "distracted"), attack(0, 1), attack(1, 0), BEGIN, attack(0, 1)]
    played = in_round(DUEL, commands, [2, 2, 2, PARTY_FIRST, 2, 2])
    assert [event.edge for event in of(played, Attacked)] == [1, 0, 1]


def test_a_flag_that_is_none() -> None:
    played = in_round(DUEL, [])
    assert refused(played, flag(1, "sad")) == "no_such_flag"
    assert refused(played, flag(7, "unaware")) == "no_such_fighter"
    assert refused(played, {**flag(1, "unaware"), "reason": " "}) == "no_reason"


# K79: plus and minus


def test_k79_on_an_attack() -> None:
    for modifier, hits in ((0, False), (1, True), (-1, False)):
        played = in_round(DUEL, [modify(0, modifier), attack(0, 1)], [13, *([4] if hits else [])])
        assert of(played, Attacked)[0].hit is hits  # 13 + 1 against 14


@pytest.mark.parametrize("modifier", [-3, 0, 3])
@pytest.mark.parametrize("roller", ["attacker", "defender"])
def test_k79_the_sign_turns_round_in_the_defenders_form(modifier: int, roller: str) -> None:
    """A plus for the attacker is a minus on the defender's die: the odds are one and the same."""
    started = in_round(DUEL, [modify(0, modifier)], K13=roller)
    assert chance(started, attack(0, 1), lambda state: state.conditions[1].hp < 20) == F(7 + modifier, 20)
    distracted = chance(started, stunt(0, 1, "distract"), lambda state: bool(state.conditions[1].passing))
    assert distracted == F(13 + modifier, 20)


def test_k79_the_face_that_the_defender_needs() -> None:
    """Armor 14 is +4, STR 1 is 11: 8 defends, with +3 for the attacker it takes 11."""
    for modifier, face in ((0, 8), (3, 11), (-3, 5)):
        for shown, hit in ((face, False), (face - 1, True)):
            faces: list[Face] = [("defense.d20", shown), *([4] if hit else [])]
            played = in_round(DUEL, [modify(0, modifier), attack(0, 1)], faces, K13="defender")
            assert of(played, Attacked)[0].hit is hit


def test_k79_counts_for_one_roll() -> None:
    commands = [modify(0, 5), attack(0, 1), passes(1), BEGIN, attack(0, 1)]
    played = in_round(DUEL, commands, [2, PARTY_FIRST, 2])
    assert [event.bonus for event in of(played, Attacked)] == [6, 1]
    beast = fight(knave(), foe("bear", hd=3, hp=12, attack=3, damage="1d4/1d4"))
    routine = in_round(beast, [modify(1, 2), attack(1, 0), attack(1, 0)], [2, 2], FOES_FIRST)
    assert [event.bonus for event in of(routine, Attacked)] == [5, 3]


def test_k79_counts_for_the_actor_only() -> None:
    played = in_round(PAIR, [modify(0, 5), attack(1, 2), attack(0, 2)], [2, 2])
    assert [event.bonus for event in of(played, Attacked)] == [1, 6]


def test_k79_a_new_one_replaces_the_old_and_0_takes_it_back() -> None:
    assert of(in_round(DUEL, [modify(0, 5), modify(0, 2), attack(0, 1)], [2]), Attacked)[0].bonus == 3
    assert of(in_round(DUEL, [modify(0, 5), modify(0, 0), attack(0, 1)], [2]), Attacked)[0].bonus == 1


def test_k79_on_a_save() -> None:
    played = in_round(DUEL, [modify(0, 3), save(0, "dex"), save(0, "dex")], [11, 11])
    assert [(event.bonus, event.success) for event in of(played, Saved)] == [(5, True), (2, False)]


def test_k79_a_free_attack_uses_it_up() -> None:
    text = fight(knave(), ogre(), ogre("troll"))
    near = [attack(1, 0), passes(2), passes(0), modify(1, 4), BEGIN, {"type": "move", "actor": 0, "to": "off"}]
    free = [{"type": "strike", "actor": 1, "weapon": 0}, passes(0), attack(1, 0)]
    played = in_round(text, [*near, *free], [2, PARTY_FIRST, 1, 2], FOES_FIRST, K43="free_attack")
    assert [event.bonus for event in of(played, Attacked)] == [7, 11, 7]


@pytest.mark.parametrize("modifier", [-21, 21])
def test_k79_range(modifier: int) -> None:
    assert refused(in_round(DUEL, []), modify(0, modifier)) == "out_of_range"


# Saves


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_knave_save_target_more_than_15(edge: int) -> None:
    for face, success in ((13, False), (14, True)):  # DEX +2
        faces = [face] * (2 if edge else 1)
        (event,) = of(in_round(DUEL, [save(0, "dex", edge)], faces), Saved)
        assert (event.target, event.success, event.clause) == (15, success, "knave.save.target")


@pytest.mark.parametrize(("ability", "bonus"), [("str", 1), ("dex", 2), ("con", 3), ("int", 4), ("wis", 5), ("cha", 6)])
def test_knave_save_target_by_ability(ability: str, bonus: int) -> None:
    assert of(in_round(DUEL, [save(0, ability)], [1]), Saved)[0].bonus == bonus


def test_knave_save_opposed_against_a_defense() -> None:
    for face, success in ((12, False), (13, True)):  # DEX +2 against 14
        played = in_round(DUEL, [save(0, "dex", defense=14)], [("opposed.d20", face)])
        (event,) = of(played, Saved)
        assert (event.target, event.success, event.clause) == (14, success, "knave.save.opposed")
        told = ruleset.narrate(played.steps[0].state, played.steps[1].rolls, played.steps[1].events)
        assert f"{face} + 2 = {face + 2}" in told[0]


def test_knave_save_changes_nothing_else() -> None:
    before = in_round(DUEL, [])
    assert in_round(DUEL, [save(0, "dex")], [20]).state == before.state


@pytest.mark.parametrize("defense", [0, 51])
def test_knave_save_range(defense: int) -> None:
    assert refused(in_round(DUEL, []), save(0, "dex", defense=defense)) == "out_of_range"


# Morale by hand


def test_k78_a_rating_changed_by_hand() -> None:
    text = fight(knave(), ogre(morale=7), ogre("troll", morale=7))
    played = in_round(text, [set_morale(1, 9), roll_morale(fighter=1)], [("morale.2d6", 4, 5)])
    assert of(played, MoraleSet) == [MoraleSet(1, 9, "better pay")]
    assert of(played, MoraleRolled) == [MoraleRolled((1,), 9, True, Trigger("called", fighter=1))]


@pytest.mark.parametrize(("rating", "code"), [(1, "out_of_range"), (2, ""), (12, ""), (13, "out_of_range")])
def test_k78_2_to_12(rating: int, code: str) -> None:
    assert refused(in_round(DUEL, []), set_morale(1, rating)) == code


def test_knave_morale_triggers_what_else_the_referee_says() -> None:
    text = fight(knave(), ogre(morale=7), foe(morale=7, count=2))
    all_of_them = in_round(text, [roll_morale()], [("morale.2d6", 4, 4)])
    assert [one.fate for one in conditions(all_of_them)] == ["up", "fled", "fled", "fled"]
    assert all_of_them.state.winner == "party"
    goblins = in_round(text, [roll_morale("goblin")], [("morale.2d6", 4, 4)])
    assert [one.fate for one in conditions(goblins)] == ["up", "up", "fled", "fled"]
    assert refused(in_round(text, []), roll_morale("dragon")) == "no_such_kind"


def test_knave_morale_triggers_called_as_often_as_one_likes() -> None:
    text = fight(knave(), ogre(morale=7))
    played = in_round(text, [roll_morale(), roll_morale()], [("morale.2d6", 3, 4), ("morale.2d6", 2, 4)])
    assert len(of(played, MoraleRolled)) == 2


def test_k71_no_rating_no_roll() -> None:
    played = in_round(DUEL, [roll_morale()])
    assert of(played, MoraleSkipped) == [MoraleSkipped(Trigger("called"))]


# The end


@pytest.mark.parametrize("winner", ["party", "foes", None])
def test_the_referee_ends_the_fight(winner: str | None) -> None:
    played = in_round(DUEL, [ends(winner)])
    assert of(played, Ended) == [Ended(winner, "the bridge falls")]
    assert (played.state.over, played.state.winner) == (True, winner)
    assert to_act(played) == ()


def test_an_end_that_is_none() -> None:
    played = in_round(DUEL, [])
    assert refused(played, ends("dragons")) == "no_such_side"
    assert refused(played, ends("party", "")) == "no_reason"


# knave.hp.successor


def test_knave_hp_successor_joins_as_soon_as_possible() -> None:
    """A new PC after the old one's death, in the middle of the fight."""
    text = fight(knave(), knave("Bo"), ogre())
    played = in_round(text, [override(0, -1), joins()])
    assert len(of(played, Joined)) == 1
    assert played.state.profiles[3].name == "Cy"
    assert to_act(played) == (1, 3)


def test_k80_acts_with_its_side_or_from_the_next_round_on() -> None:
    text = fight(knave(), knave("Bo"), ogre())
    acted = in_round(text, [passes(0), passes(1), joins()])
    assert to_act(acted) == (2,)
    assert refused(acted, passes(3)) != ""
    after = in_round(text, [passes(0), passes(1), joins(), passes(2), BEGIN], [PARTY_FIRST])
    assert to_act(after) == (0, 1, 3)
    to_come = in_round(text, [joins(), passes(2)], [], FOES_FIRST)
    assert to_act(to_come) == (0, 1, 3)


def test_k80_the_dead_of_its_side_do_not_hold_the_round_open() -> None:
    """The PC that died last round has not acted in this one, and its side has all the same."""
    text = fight(knave(hp=-1, max_hp=8), knave("Bo"), ogre())
    played = in_round(text, [passes(1), joins()])
    assert to_act(played) == (2,)
    assert refused(played, attack(3, 2)) == "acted"


def test_k80_before_the_first_round() -> None:
    played = scene(DUEL, [joins(), BEGIN], [PARTY_FIRST])
    assert to_act(played) == (0, 2)


def test_k80_as_a_fight_file_says() -> None:
    played = in_round(DUEL, [])
    assert refused(played, joins(count=0)) == "bad_fighter"
    assert refused(played, joins(hp=0)) == "bad_fighter"
    assert refused(played, joins(color="red")) == "bad_fighter"


def test_k80_names_are_told_apart() -> None:
    played = in_round(DUEL, [joins(name="Ana"), joins(name="Ana")])
    assert [one.name for one in played.state.profiles] == ["Ana", "ogre", "Ana 2", "Ana 3"]


def test_nothing_of_this_is_listed_for_a_seat() -> None:
    """Open commands carry numbers and texts of their own."""
    played = in_round(DUEL, [])
    assert played.legal("referee") == []
