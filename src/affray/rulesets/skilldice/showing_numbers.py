"""The dice of a command before it is given, found by carrying it out with dice that do not matter.

So no rule is written twice. A number stands in the words only where the seat may know it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from affray.dice import Seat
from affray.play import Play
from affray.rules.showing import Pairs
from affray.rules.trial import MiddleDice
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice import events as e
from affray.rulesets.skilldice.attacking import defence_skills
from affray.rulesets.skilldice.effects import evolve
from affray.rulesets.skilldice.formulas import Hand
from affray.rulesets.skilldice.hands import crushes, hand_of
from affray.rulesets.skilldice.procedures import apply
from affray.rulesets.skilldice.showing_scene import as_it_looks, reads
from affray.rulesets.skilldice.state import SKILLS, State, SweepChoice

ATTACKER, DEFENDER, TIE = "attacker wins", "defender wins", "tie"
HARD_ON_DEFENDER, HARD_ON_ATTACKER = "hard hit on the defender", "hard hit on the attacker"
"""What `came_to` names."""


class Asking(NamedTuple):
    """What a command is shown for: the state, and the seat that sees it."""

    state: State
    seat: Seat

    def knows(self, fighter: int) -> bool:
        """Whether this seat knows the fighter's dice."""
        return reads(self.state, self.seat, fighter)


def tried(state: State, command: c.Command) -> list[e.Event]:
    """What a command would do with dice that do not matter; nothing where it is forbidden."""
    events: list[e.Event] = []
    return events if apply(Play(state, MiddleDice(), evolve, events), command) is None else []


def contest_of(events: Sequence[e.Event]) -> e.Contested | None:
    """The contest among these events."""
    return next((one for one in events if isinstance(one, e.Contested)), None)


def attacking_hands(state: State, command: c.Attack) -> list[Hand]:
    """What the attacker may have to roll against a target that defends: armour is no help against some weapons.

    There is one for each Skill that the target may defend with, where they differ.
    """
    profile, rulings = state.profiles[command.target], state.rulings
    met = [
        crushes(profile, against, rulings, attacking=False)
        for against in defence_skills(command.skill, rulings) or SKILLS
    ]
    return [
        hand_of(state, command.actor, command.skill, command.dice, crushed=crushed) for crushed in dict.fromkeys(met)
    ]


def hand_told(hand: Hand) -> str:
    """What is rolled: "d12 up to 8", the better of two where one is helped."""
    told = f"d{hand.die}" if hand.dice == 1 else f"best of {hand.dice} d{hand.die}"
    told += f" up to {hand.ceiling}" if hand.ceiling < hand.die else ""
    told += f", {hand.floor} at least" if hand.floor > 1 else ""
    return told + {1: ", helped", -1: ", hindered"}.get(hand.edge, "")


def pairs(state: State, command: c.Command) -> Pairs | None:
    """The two dice of a contest, each with its ceiling, first that of whoever chooses: of one die each, as it falls."""
    contest = contest_of(tried(state, command))
    if contest is None or contest.defence is None:
        return None
    hands = contest.attack, contest.defence
    if any(hand.dice > 1 or hand.edge or hand.floor > 1 for hand in hands):
        return None
    attack, defence = ((hand.die, min(hand.ceiling, hand.die)) for hand in hands)
    return (defence, attack) if isinstance(command, c.Defend) else (attack, defence)


def came_to(events: Sequence[e.Event]) -> tuple[tuple[str, bool], ...]:
    """Who won the contest among these events, and whether by a hard hit."""
    contest = contest_of(events)
    if contest is None:
        return ()
    who_won = ({"attacker": ATTACKER, "defender": DEFENDER, "tie": TIE}[contest.winner], True)
    if not any(_is_hard(event) for event in events):
        return (who_won,)
    return who_won, (HARD_ON_DEFENDER if contest.winner == "attacker" else HARD_ON_ATTACKER, True)


def _is_hard(event: e.Event) -> bool:
    """Whether a blow costs more than one, though perhaps there was but one to lose; it may not have landed yet."""
    match event:
        case e.Lost(cost=cost) | e.Asked(SweepChoice(cost=cost)):
            return cost > 1
    return False


def seen(state: State, seat: Seat) -> State:
    """The fight as a player has to take it to be; nobody else takes it for anything but what it is."""
    return as_it_looks(state) if isinstance(seat, int) else state
