"""A fighter's numbers beside the table: each of its Skills, as much of it as is left, against every die."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.dice import Seat
from affray.rules import Odds
from affray.rules.showing import NumberRow, NumberTable, at_hand
from affray.rulesets.skilldice.formulas import DICE, Exchange, Hand, exchange
from affray.rulesets.skilldice.hands import crushes, hand_of
from affray.rulesets.skilldice.phrases import skill_name
from affray.rulesets.skilldice.showing_numbers import hand_told, seen
from affray.rulesets.skilldice.state import SKILLS, UP, Skill, State, is_foe


def numbers(state: State, seat: Seat, fighter: int, marked: bool, odds: Odds) -> tuple[NumberTable, ...]:
    """The chances of an attack with each Skill that is left against a d4 to a d20, all of it left, and foes at hand.

    Foes whose weapons make armour no help to the fighter have a table of their own: it rolls another die there.
    """
    state = seen(state, seat)
    everybody = range(len(state.profiles))
    foes = [n for n in everybody if is_foe(state, fighter, n) and state.conditions[n].fate == UP]
    tables = []
    for skill in SKILLS:
        whole = hand_of(state, fighter, skill)
        if whole.ceiling <= 0:
            continue
        hands = {n: _own(state, fighter, skill, n) for n in foes}
        for own in dict.fromkeys([whole, *hands.values()]):
            met = [n for n in foes if marked and hands[n] == own]
            tables.append(_table(state, fighter, skill, own, met, odds))
    return tuple(tables)


def _own(state: State, fighter: int, skill: Skill, foe: int) -> Hand:
    """What the fighter rolls against a foe that defends with the same Skill."""
    crushed = crushes(state.profiles[foe], skill, state.rulings, attacking=False)
    return hand_of(state, fighter, skill, crushed=crushed)


def _table(state: State, fighter: int, skill: Skill, own: Hand, foes: Sequence[int], odds: Odds) -> NumberTable:
    crushed = crushes(state.profiles[fighter], skill, state.rulings, attacking=True)
    theirs = [(hand_of(state, foe, skill, crushed=crushed), state.profiles[foe].name) for foe in foes]
    here = at_hand((_as_rolled(hand), name) for hand, name in theirs)
    met = sorted({*map(_whole, DICE), *here}, key=lambda hand: (hand.die, hand.ceiling, hand.floor, hand.edge))

    def row(hand: Hand) -> NumberRow:
        found = odds(exchange, own, hand, state.rulings.contest)
        cells = tuple([str(found.chance(_ends_with(winner))) for winner in ("attacker", "tie", "defender")])
        return NumberRow(at=hand_told(hand), cells=cells, here=here.get(hand, ""))

    unarmoured = own != hand_of(state, fighter, skill)
    weapon = " and a crushing weapon" if unarmoured else ""
    return NumberTable(
        caption=f"{skill_name(skill)}, {hand_told(own)}, against their {skill_name(skill)}{weapon}.",
        heads=("their die", "wins", "ties", "loses"),
        chances=(0, 1, 2),
        rows=tuple(map(row, met)),
    )


def _ends_with(winner: str) -> Callable[[Exchange], bool]:
    return lambda one: one.winner == winner


def _whole(die: int) -> Hand:
    """A die of which nothing is lost."""
    return Hand(die, die, die)


def _as_rolled(hand: Hand) -> Hand:
    """A hand by what its rolls depend on: what is printed on the sheet bears on the price of losing alone."""
    return Hand(hand.die, min(hand.ceiling, hand.die), hand.die, hand.dice, hand.floor, hand.edge)
