"""Every reason for which a command is refused; a refused command costs nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from affray.codec import convert
from affray.dice import Roll, Why
from affray.errors import Rejection
from affray.play import Play
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Attack, BeginRound, ChoosePiece, Flee, Pass
from affray.rulesets.knave.legality import forbids
from affray.rulesets.knave.state import State
from affray.testing.cases import scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    SWORD,
    attack,
    fight,
    foe,
    override,
    passes,
    pc,
)

BOW = {"name": "bow", "die": "d6", "kind": "ranged"}
BROKEN = {"name": "broken axe", "die": "d8", "quality": 0}
KILL = (15, 8)


class NoDice:
    """Dice that nobody may ask."""

    roles: Mapping[str, Any] = {}

    def roll(self, roll: Roll, why: Why) -> int:
        raise AssertionError(f"{why.name} was asked for")

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        raise AssertionError(f"{why.name} was asked for")

    def resolve(self, formula: Any, *inputs: Any, **named: Any) -> Any:
        raise AssertionError(f"{formula} was asked for")


class Case(NamedTuple):
    """A position, a command, and the code and clause of its refusal."""

    name: str
    fighters: tuple[str, ...]
    before: tuple[Mapping[str, Any], ...]
    faces: tuple[int, ...]
    command: Mapping[str, Any]
    code: str
    clause: str
    rulings: Mapping[str, str] | None = None


GROUP = (pc("Ana"), pc("Bo", weapons=[SWORD, BOW, BROKEN]), foe("orc"), foe("goblin", count=3, morale=7))
"""PCs 0 and 1; the orc 2; goblins 3, 4 and 5."""

WORN = (pc(hp=90, armor=["gambeson", "shield"]), foe(count=3))
FLED = (pc(count=3), foe(count=3, morale=7), foe("golem"))
"""PCs 0 to 2, goblins 3 to 5, the golem 6."""

FLIGHT = (BEGIN, attack(0, 3), attack(1, 4))
FLIGHT_FACES = (PARTY_FIRST, *KILL, *KILL, 6, 6)
ROUND = "knave.round.initiative"
TURN = "knave.turn.action"
MELEE = "knave.attack.melee"
MORALE = "knave.morale.check"
ARMOR = "knave.critical.armor"
CHOOSES = {"K24": "defender_chooses"}
PER_NPC = {"K59": "per_npc"}
BY_REFEREE = {"K70": "referee"}
OWN_TURN = {"K72": "own_turn"}
CRITICAL = (FOES_FIRST, 20, 1, 1)


def choose(piece: str, chooser: int = 0) -> dict[str, Any]:
    return {"type": "choose_piece", "chooser": chooser, "piece": piece}


def breaks(fighter: int, how: str = "flee") -> dict[str, Any]:
    return {"type": "break", "fighter": fighter, "how": how}


CALL = {"type": "call_morale", "roll": True}


def flees(actor: int) -> dict[str, Any]:
    return {"type": "flee", "actor": actor}


CASES = [
    Case("a round goes on", GROUP, (BEGIN,), (6,), BEGIN, "round_goes_on", ROUND),
    Case("not before initiative", GROUP, (), (), attack(0, 2), "not_your_turn", ROUND),
    Case("the other side's turn", GROUP, (BEGIN,), (6,), attack(2, 0), "not_your_turn", ROUND),
    Case("an enemy out of order", GROUP, (BEGIN,), (1,), attack(3, 0), "not_your_turn", ROUND),
    Case("the other side passes", GROUP, (BEGIN,), (6,), passes(2), "not_your_turn", ROUND),
    Case("a second action", GROUP, (BEGIN, attack(0, 2)), (6, 2), attack(0, 2), "acted", TURN),
    Case("a pass after an action", GROUP, (BEGIN, attack(0, 2)), (6, 2), passes(0), "acted", TURN),
    Case("an ally", GROUP, (BEGIN,), (6,), attack(0, 1), "not_a_foe", MELEE),
    Case("oneself", GROUP, (BEGIN,), (6,), attack(0, 0), "not_a_foe", MELEE),
    Case("an enemy of an enemy", GROUP, (BEGIN,), (1,), attack(2, 3), "not_a_foe", MELEE),
    Case("no such target", GROUP, (BEGIN,), (6,), attack(0, 6), "no_such_fighter", ""),
    Case("a target below 0", GROUP, (BEGIN,), (6,), attack(0, -1), "no_such_fighter", ""),
    Case("no such actor", GROUP, (BEGIN,), (6,), attack(6, 0), "no_such_fighter", ""),
    Case("an actor below 0", GROUP, (BEGIN,), (6,), attack(-1, 0), "no_such_fighter", ""),
    Case("no such passer", GROUP, (BEGIN,), (6,), passes(9), "no_such_fighter", ""),
    Case("no such weapon", GROUP, (BEGIN,), (6,), attack(0, 2, 1), "no_such_weapon", ""),
    Case("a weapon below -1", GROUP, (BEGIN,), (6,), attack(0, 2, -2), "no_such_weapon", ""),
    Case("a bow", GROUP, (BEGIN,), (6,), attack(1, 2, 1), "not_melee", MELEE),
    Case("a broken weapon", GROUP, (BEGIN,), (6,), attack(1, 2, 2), "destroyed", "knave.quality.destroyed"),
    Case("no bare hands", GROUP, (BEGIN,), (6,), attack(0, 2, -1), "unarmed", "knave.attack.damage", {"K17": "none"}),
    Case("the dead", GROUP, (BEGIN, attack(0, 2)), (6, *KILL), attack(1, 2), "no_target", MELEE),
    Case("those who fled", FLED, FLIGHT, FLIGHT_FACES, attack(2, 5), "no_target", MELEE),
    Case(
        "those who parley",
        FLED,
        (*FLIGHT, breaks(5, "parley")),
        FLIGHT_FACES,
        attack(2, 5),
        "no_target",
        MELEE,
        PER_NPC,
    ),
    Case("the dead do not act", GROUP, (override(0, -1), BEGIN), (6,), attack(0, 2), "not_up", "knave.hp.dead"),
    Case("the unconscious", GROUP, (override(0, 0), BEGIN), (6,), passes(0), "not_up", "knave.hp.unconscious"),
    Case("one who fled", FLED, (*FLIGHT, passes(2)), FLIGHT_FACES, attack(5, 0), "not_up", MORALE),
    Case("nobody runs without cause", GROUP, (BEGIN,), (6,), flees(0), "not_fleeing", MORALE),
    Case("nor out of turn", GROUP, (BEGIN,), (6,), flees(2), "not_your_turn", ROUND),
    Case("on the run", FLED, (*FLIGHT, passes(2)), FLIGHT_FACES, attack(5, 0), "fleeing", MORALE, OWN_TURN),
    Case("on the run no pass", FLED, (*FLIGHT, passes(2)), FLIGHT_FACES, passes(5), "fleeing", MORALE, OWN_TURN),
    Case("no armor to choose", GROUP, (BEGIN,), (6,), choose("body"), "nothing_to_choose", ARMOR),
    Case(
        "armor while morale waits",
        FLED,
        FLIGHT,
        (6, *KILL, *KILL),
        choose("body"),
        "nothing_to_choose",
        ARMOR,
        BY_REFEREE,
    ),
    Case("another's choice", WORN, (BEGIN, attack(1, 0)), CRITICAL, choose("body", 1), "not_yours", ARMOR, CHOOSES),
    Case("a helmet not worn", WORN, (BEGIN, attack(1, 0)), CRITICAL, choose("helmet"), "no_such_piece", ARMOR, CHOOSES),
    Case("a choice is due", WORN, (BEGIN, attack(1, 0)), CRITICAL, attack(2, 0), "decision_due", "", CHOOSES),
    Case("no pass then", WORN, (BEGIN, attack(1, 0)), CRITICAL, passes(2), "decision_due", "", CHOOSES),
    Case("no round then", WORN, (BEGIN, attack(1, 0)), CRITICAL, BEGIN, "decision_due", "", CHOOSES),
    Case("no override then", WORN, (BEGIN, attack(1, 0)), CRITICAL, override(0, 3), "decision_due", "", CHOOSES),
    Case("no flight then", WORN, (BEGIN, attack(1, 0)), CRITICAL, flees(2), "decision_due", "", CHOOSES),
    Case("no morale roll waits", GROUP, (BEGIN,), (6,), CALL, "nothing_to_choose", MORALE),
    Case("morale while armor waits", WORN, (BEGIN, attack(1, 0)), CRITICAL, CALL, "nothing_to_choose", MORALE, CHOOSES),
    Case("nobody breaks", GROUP, (BEGIN,), (6,), breaks(2), "nothing_to_choose", MORALE),
    Case("another breaks", FLED, FLIGHT, FLIGHT_FACES, breaks(6), "nothing_to_choose", MORALE, PER_NPC),
    Case("override of nobody", GROUP, (), (), override(6, 1), "no_such_fighter", ""),
    Case("override below the roster", GROUP, (), (), override(-1, 1), "no_such_fighter", ""),
    Case("override above the maximum", GROUP, (), (), override(0, 9), "out_of_range", ""),
    Case("override far below", GROUP, (), (), override(0, -10_000), "out_of_range", ""),
    Case("override without a reason", GROUP, (), (), override(0, 5, ""), "no_reason", ""),
    Case("override with a blank reason", GROUP, (), (), override(0, 5, " \t"), "no_reason", ""),
    Case("override of one who left", FLED, FLIGHT, FLIGHT_FACES, override(5, 1), "not_here", ""),
]

OVER = [BEGIN, attack(0, 1), passes(0), flees(0), choose("body"), CALL, breaks(1), override(0, 3)]


def refusal(state: State, command: Any) -> Rejection:
    """The refusal of a command, which asks for no die and changes nothing."""
    events: list[Any] = []
    play = Play(state, NoDice(), ruleset.evolve, events)
    rejection = ruleset.apply(play, command)
    assert rejection is not None
    assert play.state is state
    assert events == []
    assert forbids(state, command) == rejection
    return rejection


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_refusal(case: Case) -> None:
    state = scene(fight(*case.fighters), case.before, case.faces, case.rulings).state
    rejection = refusal(state, convert(case.command, ruleset.command))
    assert (rejection.code, rejection.clause) == (case.code, case.clause)
    assert rejection.message.strip()


@pytest.mark.parametrize("command", OVER, ids=lambda command: command["type"])
def test_nothing_is_allowed_when_the_fight_is_over(command: Mapping[str, Any]) -> None:
    state = scene(fight(pc(), foe()), [BEGIN, attack(0, 1)], [PARTY_FIRST, *KILL]).state
    assert refusal(state, convert(command, ruleset.command)).code == "over"
    for seat in (0, 1, "table", "referee"):
        assert ruleset.candidates(state, seat) == []


def test_what_was_refused_for_a_number_says_the_number() -> None:
    state = scene(fight(*GROUP), []).state
    rejection = refusal(state, convert(override(0, 9), ruleset.command))
    assert rejection.fields == (("hp", 9),)
    assert "-9999 to 8" in rejection.message


def test_what_depends_on_a_ruling_names_it() -> None:
    state = scene(fight(*GROUP), [BEGIN], [PARTY_FIRST], {"K17": "none"}).state
    assert refusal(state, Attack(0, 2, -1)).fields == (("ruling", "K17"),)


def test_every_clause_of_a_refusal_is_a_clause() -> None:
    assert {case.clause for case in CASES} - {""} <= set(ruleset.clauses())


def test_a_seat_that_is_not_to_act_has_no_candidates() -> None:
    state = scene(fight(*GROUP), [BEGIN], [PARTY_FIRST]).state
    for seat in (2, 3, "table", "referee"):
        assert ruleset.candidates(state, seat) == []


def test_the_candidates_of_a_turn() -> None:
    state = scene(fight(*GROUP), [BEGIN, attack(0, 2)], [PARTY_FIRST, *KILL]).state
    found = dict(ruleset.candidates(state, 1))
    allowed = {command for command, rejection in found.items() if rejection is None}
    # the goblins 3 to 5, with the sword or unarmed
    assert allowed == {Pass(1), *(Attack(1, target, weapon) for target in (3, 4, 5) for weapon in (0, -1))}
    codes = {command: rejection.code for command, rejection in found.items() if rejection is not None}
    assert codes.pop(Flee(1)) == "not_fleeing"
    assert codes == {
        Attack(1, target, weapon): code for target in (3, 4, 5) for weapon, code in ((1, "not_melee"), (2, "destroyed"))
    }


def test_the_candidates_of_a_choice_grey_what_is_not_worn() -> None:
    state = scene(fight(*WORN), [BEGIN, attack(1, 0)], CRITICAL, CHOOSES).state
    assert [(command, rejection is None) for command, rejection in ruleset.candidates(state, 0)] == [
        (ChoosePiece(0, "body"), True),
        (ChoosePiece(0, "shield"), True),
        (ChoosePiece(0, "helmet"), False),
    ]


def test_the_issuer_of_each_command() -> None:
    state = scene(fight(*GROUP), []).state
    for command, seat in (
        (BEGIN, "table"),
        (attack(1, 2), 1),
        (passes(3), 3),
        (flees(4), 4),
        (choose("body", 2), 2),
        (CALL, "referee"),
        (breaks(3), "referee"),
        (override(0, 1), "referee"),
    ):
        assert ruleset.issuer(state, convert(command, ruleset.command)) == seat


def test_a_round_may_begin_when_all_have_acted() -> None:
    state = scene(fight(pc(), foe()), [BEGIN, passes(0), passes(1)], [PARTY_FIRST]).state
    assert ruleset.candidates(state, "table") == [(BeginRound(), None)]
