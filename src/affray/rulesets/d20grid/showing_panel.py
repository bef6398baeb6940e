"""A fighter's numbers beside the table: what its attacks hit, and what hits it, with and without an edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from affray.dice import Seat
from affray.rules import Odds
from affray.rules.showing import NumberRow, NumberTable, at_hand
from affray.rulesets.d20grid.attacking import attack_bonus
from affray.rulesets.d20grid.formulas import attack
from affray.rulesets.d20grid.showing_choice import added
from affray.rulesets.d20grid.showing_seen import seen, sees
from affray.rulesets.d20grid.state import State, foes_of

DEFENSES = range(10, 21)
BONUSES = range(9)
EDGES = (-1, 0, 1)


def numbers(state: State, seat: Seat, fighter: int, marked: bool, odds: Odds) -> tuple[NumberTable, ...]:
    """The chances of its weapons against every Defense, and of every bonus against its own."""
    foes = [foe for foe in foes_of(state, fighter) if marked and sees(state, seat, foe)]
    there, yours = seen(state, seat), seat == fighter
    strikes = [
        _strikes(there, fighter, bonus, names, foes, yours, odds) for bonus, names in _attacks(there, fighter).items()
    ]
    return (*strikes, _struck(there, fighter, foes, yours, odds))


def _attacks(state: State, fighter: int) -> Mapping[int, list[str]]:
    """The weapons that the fighter still has, by what is added to the d20."""
    profile, dropped = state.profiles[fighter], state.conditions[fighter].dropped
    found: dict[int, list[str]] = {}
    for number, weapon in enumerate(profile.weapons):
        if number not in dropped:
            bonus = attack_bonus(profile, weapon, state.rulings)
            found.setdefault(bonus, []).append(f"{weapon.name} {weapon.damage.text}")
    return found


def _strikes(
    state: State, fighter: int, bonus: int, weapons: Sequence[str], foes: Sequence[int], yours: bool, odds: Odds
) -> NumberTable:
    here = at_hand((state.profiles[foe].defense, state.profiles[foe].name) for foe in foes)
    rows = [
        NumberRow(at=str(defense), cells=_chances(state, bonus, defense, odds), here=here.get(defense, ""))
        for defense in _with(DEFENSES, here)
    ]
    who = "You strike" if yours else f"{state.profiles[fighter].name} strikes"
    told = f"{who}: d20{added(bonus)}, greater than their Defense hits. {', '.join(weapons).capitalize()}."
    return _table(told, "their Defense", rows)


def _struck(state: State, fighter: int, foes: Sequence[int], yours: bool, odds: Odds) -> NumberTable:
    here = at_hand((bonus, state.profiles[foe].name) for foe in foes for bonus in _attacks(state, foe))
    defense = state.profiles[fighter].defense
    rows = [
        NumberRow(at=f"{bonus:+}", cells=_chances(state, bonus, defense, odds), here=here.get(bonus, ""))
        for bonus in _with(BONUSES, here)
    ]
    who = "You are struck" if yours else f"{state.profiles[fighter].name} is struck"
    return _table(f"{who}: their d20 and bonus, greater than {defense} hits.", "their bonus", rows)


def _table(caption: str, head: str, rows: Iterable[NumberRow]) -> NumberTable:
    heads = (head, "disadvantage", "even", "advantage")
    return NumberTable(caption=caption, heads=heads, chances=(0, 1, 2), rows=tuple(rows))


def _chances(state: State, bonus: int, defense: int, odds: Odds) -> tuple[str, ...]:
    """The exact chance to hit with each edge."""
    found = [odds(attack, bonus, defense, edge, state.rulings.attack) for edge in EDGES]
    return tuple([str(one.chance(lambda swing: swing.hit)) for one in found])


def _with(usual: range, more: Iterable[int]) -> list[int]:
    return sorted({*usual, *more})
