"""Where the numbers of a position and those of a fight stand.

Squares are counted from 0, `x` being the column and `y` the row. A *hand* is what a fighter holds, an *arm* one of its
weapons: both are named by the place of their record in `P`.
"""

from __future__ import annotations

# What a position waits for: the next round, a roll for initiative, who of those who are level goes first, an attack
# roll, damage, which foe it is by the tactic that chooses at random, nothing any more. Then what plays on by itself, so
# that no position stands there: a decision of whoever's turn it is, the rest of a movement, the turn that comes next,
# those who are level in initiative.
BETWEEN, ROLL, TIE, BLOW, HARM, WHOM, ENDED, TURN, WALK, PASS, LEVEL = range(11)

# A position begins with what is going on: the row that is due, and what that waits for; how many have a place in the
# order, and the place of the next turn; whose turn it is (or who rolls initiative), and what is left of the turn; an
# attack that is due, and where the target is met; the steps of a movement that is not over, and where it began; where
# in the order those are who are level; which foe it is, from 1, while the decision that asked it is taken again; and
# the number of the side that won, from 1.
(
    DUE, PHASE, ROUNDS, SURPRISE, LENGTH, PLACE,
    ACTOR, SWIFT, STANDARD, MOVED, ATTACKED, FULL, BLOWS, STRUCK, STEPPED,
    STRIKER, TARGET, ARM, SPOT_X, SPOT_Y, SUBDUAL,
    WAY, FROM_X, FROM_Y, TIED, ANSWER, WINNER, HEAD,
) = range(28)  # fmt: skip

# Then each fighter. Subdual damage (it is dulled) is counted only as far as it can matter; it is ready while it has its
# attack of opportunity; the result of its initiative is there as long as that matters.
OWES, X, Y, HP, DULLED, FATE, HAND, POOL, READY, UNAWARE, ENTRY, RESULT, EACH = range(13)

UP, DOWN, DEAD = range(3)

# It has no place in the order, is to roll initiative, has rolled, has its place.
OUTSIDE, ROLLING, ROLLED, PLACED = range(4)

# The fight begins with numbers by themselves: where in a position the order begins, the path of a movement, and the
# room for working, which is empty between two questions; eight steps, how far each goes across, then how far up; the
# steps of a path up to which it provokes nobody; rulings; the hit points of the dead, the most subdual damage that is
# counted, the table of the least hit points of the conscious by that; what a point of damage does to hit points and to
# subdual damage, lethal and then subdual; the rows before those of 1 who is level and of 1 foe; tables of the map, 0
# for what it has not; how far away is close. Then the boards: where each begins, and the numbers after them.
(
    FIGHTERS, WIDTH, HEIGHT, ORDER, PATH, WORK, END, SIDE,
    DIRECTION, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
    FREE_WAY, LATE, RENEWS, REFILLS, BLOCKS, SCENARIO, LOWER, OPPOSITE, SPAN, WIDE, ADJACENT, WHOSE_FRIENDS, MELEE_TOO,
    CLOSE_ALONE, IN_FULL, HELPLESS, SURE, CHOOSES_LATE, STEPS_BETWEEN, SURPRISED,
    DEAD_AT, MOST_DULLED, UP_FROM, HP_EACH, _, DULLED_EACH, _, TIES, CHOICES,
    RAISED, SIGHT, WALKS, GROUND, CLOSE,
    OPEN, EMPTY, REACHED, FRONT, NEXT, GOAL, EAST, NORTH, NORTH_EAST, NORTH_WEST, PATHS, WATCHERS, FIRST,
) = range(71)  # fmt: skip

# Then the record of each fighter: whether its foes do not see it, what armor takes, what flags give at each target,
# whether it acts on a surprise.
(
    HIDDEN, UNSEEN, TEAM, CHOICE, MOVES, SPEED, ATTACKS, ABSORB, ABSORBED, DEFENSE, DEXTERITY, INITIATIVE, EDGES, AWARE,
    RECORD,
) = range(15)  # fmt: skip

# The record of a hand: the weapons; those with which it takes attacks of opportunity; those that can be drawn, as a
# table of what each takes and the hand that it makes.
(
    WATCH_REACH, HELD, FIRST_ARM, SECOND_ARM, AREA, WIELDS_BOW, SHOOTS, REACH,
    WATCHES, FIRST_WATCH, SECOND_WATCH, WATCH_SHOOTS, DRAWS, DRAWING, GRIP,
) = range(15)  # fmt: skip

# The record of an arm.
FULL_ROW, RANGED, REACHES, SUBDUES, SKILLED, ATTACK_ROW, DAMAGE_ROW = range(7)

# Tactics: which foe, and where to.
TAKES_FIRST, TAKES_WEAKEST, TAKES_STRONGEST, TAKES_ANY = range(4)
GOES_UP, STAYS, FLANKS = range(3)

# When an attack of opportunity, or armor, comes back.
WITH_TURN, WITH_EACH, WITH_ROUND, NEVER = range(4)

# What drawing takes.
FREE, SWIFTLY, STANDARDLY = range(3)
