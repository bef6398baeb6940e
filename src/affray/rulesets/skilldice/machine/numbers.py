"""Where everything stands in the numbers `P` of a fight, which never change.

Each name is a place; one with (table) is where it says at which number a table begins.
"""

from __future__ import annotations

from typing import Final

COUNT: Final = 0
BLEEDS: Final = 1
"""Whether anybody may bleed."""
TOGETHER: Final = 2
"""Whether all actions come back when the round begins."""
PASSES: Final = 3
"""Whether being asleep, unaware, distracted or moving ends by itself."""
ONCE: Final = 4
"""Whether a turn has one attack at most."""
MOST_DICE: Final = 5
TIES: Final = 6
"""Whether those who rolled the same act at the same time."""
ROLLS_FIRST: Final = 7
"""Whether the first round begins with rolls for the order; 0 where it is the roster's."""
ROLLS_LATER: Final = 8
"""Whether each later round does."""
JOINS: Final = 9
"""Two numbers: whether a wound joins none, and whether it joins those that are there."""
GOES_ON: Final = 11
"""Whether wounds bleed again after the round."""
STAYS: Final = 12
"""Three numbers, by the cost of a slashing hit: what it costs the one it was aimed at when it lands there."""
AIMED: Final = 15
"""Three numbers: what it costs the one it was aimed at when it is led on."""
CHOSEN: Final = 18
"""Three numbers: what it costs the other one."""
HELD: Final = 21
"""By manner (eight places, like the next): whether one who is so can do nothing."""
WAKES: Final = 29
"""By manner: whether one attack ends it."""
DIFFICULTY: Final = 37
"""By manner, twice (not spent, spent): 0 where an attack lands, else 1 more than the number of the Narrator's die."""
LANDING: Final = 53
"""By Skill: whether a hit without a roll counts as a win of the weapon."""
RIDES: Final = 56
"""By side (attacker, defender), winner (attacker, defender, tie) and Skill: whether the weapon does what it does."""
LOSES_IN: Final = 74
"""By Skill and the Skill that met it: the Skill in which a beaten attacker loses."""
DEFENCES: Final = 83
"""How many Skills a defender may choose from."""
MET_WITH: Final = 84
"""By Skill: those it may be met with, three places each."""
DICE_ROWS: Final = 93
"""The first row of the order rolls."""
TIE_ROWS: Final = 94
"""The row of a tie of two, less two."""
AIM_ROWS: Final = 95
"""The row of a choice among two, less two."""
HELPLESS_ROWS: Final = 96
CONTEST_ROWS: Final = 97
DIFFICULTIES: Final = 98
"""How many dice the Narrator has."""
DEFENCE_HANDS: Final = 99
LEFT: Final = 100
"""(table) By kind, Skill and points lost: the points left."""
WORTH: Final = 101
"""(table) Likewise: how good the die is under its ceiling, for comparison."""
ENTRIES: Final = 102
"""(table) By kind and points of Body lost: the number of the order roll."""
ENTRY_DIE: Final = 103
"""(table) By kind: the sides of the die that is rolled for the order."""
ATTACKS: Final = 104
"""(table) By kind, Skill, points lost, dice and whether armour is no help: the number of the attacker's hand."""
DEFENDS: Final = 105
"""(table) By kind, Skill, points lost and whether armour is no help: the number of the defender's hand."""
SAFE: Final = 106
"""(table) By kinds of attacker and defender, and Skill: whether a beaten attacker is out of reach."""
KINDS: Final = 107
WEAPONS: Final = 108
"""(table) By kind: the number of its weapon."""
CRUSHES: Final = 109
"""(table) By kind, Skill and whether it attacks: whether armour is no help against it."""
SIDES: Final = 110
"""(table) By side: how it plays, the first Skill that it attacks with and how many there are."""
ALIKE: Final = 111
"""The first fighter who may change places with one before it; `COUNT` where nobody may."""
PEOPLE: Final = 112
"""Six numbers for each fighter: its kind, side and group, its fate when it is not in the fight, and what is left then;
and the nearest one before it with whom it may change places, or `ALONE`."""

KIND: Final = 0
SIDE: Final = 1
GROUP: Final = 2
FATE: Final = 3
REMAINS: Final = 4
TWIN: Final = 5
PERSON: Final = 6
ALONE: Final = -1

POINTS: Final = 21
"""From 0 to as many as the largest die has sides."""
