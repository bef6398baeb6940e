"""Where the numbers of a position and those of a fight stand.

Squares are counted from 0, `x` being the column and `y` the row. A *hand* is what a fighter holds, an *arm* one of its
weapons: both are named by the place of their record in `P`.
"""

from __future__ import annotations

from typing import Final

# What a position is waiting for

BETWEEN: Final = 0
"""The next round."""
ROLL: Final = 1
"""A roll for initiative."""
TIE: Final = 2
"""Who of those who are level goes first."""
BLOW: Final = 3
"""An attack roll."""
HARM: Final = 4
"""Damage."""
WHOM: Final = 5
"""Which foe it is, by the tactic that chooses at random."""
ENDED: Final = 6
"""Nothing."""

# What plays on by itself: no position stands there

TURN: Final = 7
"""A decision of whoever's turn it is."""
WALK: Final = 8
"""The rest of a movement."""
PASS: Final = 9
"""The turn that comes next."""
LEVEL: Final = 10
"""Those who are level in initiative, who are to be told apart."""

# A position: what is going on

DUE: Final = 0
"""The row of the chance that is due."""
PHASE: Final = 1
ROUNDS: Final = 2
SURPRISE: Final = 3
LENGTH: Final = 4
"""How many have a place in the order."""
PLACE: Final = 5
ACTOR: Final = 6
"""Whose turn it is, or who rolls initiative."""
SWIFT: Final = 7
STANDARD: Final = 8
MOVED: Final = 9
ATTACKED: Final = 10
FULL: Final = 11
BLOWS: Final = 12
STRUCK: Final = 13
"""Whether an attack of the Full Attack was made."""
STEPPED: Final = 14
STRIKER: Final = 15
TARGET: Final = 16
ARM: Final = 17
SPOT_X: Final = 18
SPOT_Y: Final = 19
SUBDUAL: Final = 20
WAY: Final = 21
"""The steps of a movement that is not over; 0 where nobody moves."""
FROM_X: Final = 22
FROM_Y: Final = 23
TIED: Final = 24
"""Where in the order those begin who are level."""
ANSWER: Final = 25
"""Which foe it is, from 1, while the decision is taken again for which that was asked."""
WINNER: Final = 26
"""The number of the side that won, from 1; 0 for nobody."""
HEAD: Final = 27
"""The numbers before those of the fighters."""

# A position: each fighter

X: Final = 0
Y: Final = 1
HP: Final = 2
DULLED: Final = 3
"""Subdual damage, counted only as far as it can matter."""
FATE: Final = 4
HAND: Final = 5
POOL: Final = 6
READY: Final = 7
"""Whether it has its attack of opportunity."""
OWES: Final = 8
UNAWARE: Final = 9
ENTRY: Final = 10
RESULT: Final = 11
"""What it rolled for initiative, as long as that matters."""
EACH: Final = 12
"""The numbers of a fighter."""

UP: Final = 0
DOWN: Final = 1
DEAD: Final = 2

OUTSIDE: Final = 0
"""It has no place in the order."""
ROLLING: Final = 1
"""It is still to roll initiative."""
ROLLED: Final = 2
"""It has rolled; the order is not known."""
PLACED: Final = 3
"""It has its place in the order."""

# The fight: numbers by themselves

FIGHTERS: Final = 0
WIDTH: Final = 1
HEIGHT: Final = 2
ORDER: Final = 3
"""Where in a position the order begins; then where the path of a movement does."""
PATH: Final = 4
WORK: Final = 5
"""Where the room for working begins: it is empty between two questions."""
END: Final = 6
SIDE: Final = 7
"""The rows of a board in the room for working."""
DIRECTION: Final = 8
"""Eight numbers: how far each step goes across; then how far up."""
FREE_WAY: Final = 24
"""Steps of a path up to which it provokes nobody."""
LATE: Final = 25
RENEWS: Final = 26
REFILLS: Final = 27
BLOCKS: Final = 28
SCENARIO: Final = 29
LOWER: Final = 30
OPPOSITE: Final = 31
"""The table of opposite sides, 0 for none."""
SPAN: Final = 32
"""How far from a target that table goes."""
ADJACENT: Final = 33
WHOSE_FRIENDS: Final = 34
"""1 where the target's friends are in danger, 0 where the attacker's are."""
MELEE_TOO: Final = 35
CLOSE_ALONE: Final = 36
IN_FULL: Final = 37
HELPLESS: Final = 38
SURE: Final = 39
CHOOSES_LATE: Final = 40
STEPS_BETWEEN: Final = 41
SURPRISED: Final = 42
DEAD_AT: Final = 43
MOST_DULLED: Final = 44
UP_FROM: Final = 45
"""The table of the least hit points of the conscious, by subdual damage."""
HP_EACH: Final = 46
"""What a point of damage does to hit points: lethal damage, then subdual damage."""
DULLED_EACH: Final = 48
TIES: Final = 50
CHOICES: Final = 51
"""The rows before those of 1 who is level and of 1 foe."""
RAISED: Final = 52
"""The table of heights, 0 for level ground."""
SIGHT: Final = 53
"""The table of who sees whom, 0 for a map without walls and cover; then of how far it is to walk."""
WALKS: Final = 54
GROUND: Final = 55
"""The table of open steps, 0 for a map without walls."""
CLOSE: Final = 56
"""Squares within which friends are in danger, shooters too close, and allies out of the line of sight."""
OPEN: Final = 57
"""The boards: where in a position each begins. This one has the squares that may be entered."""
EMPTY: Final = 58
"""Squares that a movement may end on."""
REACHED: Final = 59
FRONT: Final = 60
NEXT: Final = 61
GOAL: Final = 62
EAST: Final = 63
"""Steps that are shut: from a square to the right; then upwards, to the right upwards, to the left upwards."""
NORTH: Final = 64
NORTH_EAST: Final = 65
NORTH_WEST: Final = 66
PATHS: Final = 67
"""Where the best paths from each square are written down, and after them who watches."""
WATCHERS: Final = 68
FIRST: Final = 69
"""Where the records of the fighters begin."""

# The fight: a fighter

TEAM: Final = 0
CHOICE: Final = 1
MOVES: Final = 2
SPEED: Final = 3
ATTACKS: Final = 4
ABSORB: Final = 5
ABSORBED: Final = 6
"""The table of what armor takes."""
DEFENSE: Final = 7
DEXTERITY: Final = 8
INITIATIVE: Final = 9
EDGES: Final = 10
"""The table of what flags give at each target."""
HIDDEN: Final = 11
AWARE: Final = 12
RECORD: Final = 13

# The fight: a hand

HELD: Final = 0
"""How many weapons; then the two arms."""
FIRST_ARM: Final = 1
SECOND_ARM: Final = 2
AREA: Final = 3
WIELDS_BOW: Final = 4
SHOOTS: Final = 5
"""Whether any of the weapons is a ranged one."""
REACH: Final = 6
WATCHES: Final = 7
"""With how many weapons it takes attacks of opportunity; then the two arms."""
FIRST_WATCH: Final = 8
SECOND_WATCH: Final = 9
WATCH_SHOOTS: Final = 10
WATCH_REACH: Final = 11
DRAWS: Final = 12
"""How many weapons can be drawn; then the table of what each takes and the hand that it makes."""
DRAWING: Final = 13
GRIP: Final = 14

# The fight: an arm

RANGED: Final = 0
REACHES: Final = 1
SUBDUES: Final = 2
SKILLED: Final = 3
ATTACK_ROW: Final = 4
DAMAGE_ROW: Final = 5
FULL_ROW: Final = 6
WEAPON: Final = 7

# Tactics

TAKES_FIRST: Final = 0
TAKES_WEAKEST: Final = 1
TAKES_STRONGEST: Final = 2
TAKES_ANY: Final = 3

GOES_UP: Final = 0
STAYS: Final = 1
FLANKS: Final = 2

# What comes back when

WITH_TURN: Final = 0
WITH_EACH: Final = 1
WITH_ROUND: Final = 2
NEVER: Final = 3

FREE: Final = 0
SWIFTLY: Final = 1
STANDARDLY: Final = 2
"""What drawing takes."""
