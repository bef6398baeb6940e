"""Where the numbers of a Knave fight stand: in a position `s`, and in `P`, which never change.

A position begins with what every fight has, and the hit points of everybody. What only some fights need follows in
sections; `P` holds where each begins, 0 for one that this fight does not have.
"""

from __future__ import annotations

# The stages: what is due. Those up to `QUESTIONS` wait for an answer, the others lead on by themselves.

STRIKE, AIM_EASILY, CHOOSE_EASILY, INITIATIVE, ORDER, POINTS, MORALE, BLOW, AIM, AIM_AND_RISE = range(10)
PIECE, STUNT, SPELL, SPELL_DAMAGE, CHOOSE, CHOOSE_ORDER, ENDED = range(10, 17)
QUESTIONS = 19
GO_ON, ACT, SETTLED, MET, ROLL, HIRELINGS, DUE, DUE_ROLLS, CLOSE, CALLED, ROUND_HIRELINGS = range(20, 31)

WALKING = -3
"""Instead of a row: nothing is due yet, play leads on."""

# A position

ROW, STAGE, UP, NOW, LATER, EASY, ACTOR, TARGET, ROUNDS, FLED, TAKEN, COMING, FLEEING = range(13)
"""What is due; the sets of those who are up, who of the acting side and who of the other one are still to act in this
round, and who would do nothing but strike with its first weapon; whose turn it is (-1 for nobody) and against whom; the
rounds begun; the sets of those who fled, were taken by a spell, are still to come, and run on their own turn."""

HP = 13
"""Hit points, one number a fighter; -1 for less than 0."""

# The section of the turn that is open

MOVED, SWAPPED, SPENT, WEAPON, MADE, AGAINST, OWED, DIRTY, BY, WITH, HALF, FOES, OFFERS, GOAL, FREE, HURTS = range(16)
"""As `state.Turn`: the move is spent, the shield has been slung or taken in hand, the action is spent; the weapon + 1
and how many attacks of a routine were made with it; against whom (+ 1) the half of choice (B) that is owed.
Then what is done now: by whom, with which weapon, stunt or spell (+ 1), whether it is half of choice (B), the set of
those among whom the target is chosen; the set of those who may still strike at one who leaves, where that one is
going, whether such a free attack is being made; whether what waits for an answer hurt somebody."""
TURN_SIZE = 16

ATTACK_OWED, STUNT_OWED = 1, 2
OFF, OUT = 1, 2

# The section of morale

HALVES, LONELY, ROLLERS, HALF_MET, LEADERS_MET, LONE_MET, SINCE, BEFORE, HURT, BACK, NEXT, CAPTURED, STOOD = range(13)
"""The groups whose roll for half has been made, and whether that of a lone enemy has; then what is only there while
morale is looked at: who rolls; the triggers that are met; those who were up before they were, and before any; who
was hurt (+ 1); the stages to go back to and on with; how many of the rolls that waited are made now, and who was up
before the first of them."""
MORALE_SIZE = 13
UNPAID_ROLLED, EMPLOYER_ROLLED, LOOKED_AT = 13, 14, 15
"""With hirelings: those whose own rolls have been made, and how many triggers have been looked at."""
HIRELINGS_SIZE = 3

OF_HALF, OF_LEADER, OF_LONE, OF_UNPAID, OF_EMPLOYER, OF_BREAKING = range(6)
"""Triggers that wait, and those who wait to break: kind * 64 + group or fighter."""

# Troubles of a fighter, as bits; the first seven are the flags of `attacking.FLAGS`

UNAWARE, LOWER_GROUND, OFF_BALANCE, DISARMED, DISTRACTED, BOUND, ASLEEP = (1 << bit for bit in range(7))
PASSING_OFF_BALANCE, PASSING_DISTRACTED, TRIPPED, STUNNED = (1 << bit for bit in range(7, 11))
FLAGS_MASK = 127
HELPLESS = 96
PASSING = 384
LASTS_A_TURN = 1408
"""What passes at the end of one's own turn: the passing flags and the stun."""

# P: single numbers

FIGHTERS, LENGTH, CAMPS, _FOES, ORDERED, RANDOM_ORDER, LONE, LAST_IS_LONE, EACH_TIME, MORE_THAN_HALF = range(10)
FLED_COUNT, RUN_ON_TURN, TOGETHER, REFEREE_DECIDES, WHEN, IDLE, ROLLED, RATED, LEADERS, UNPAID = range(10, 20)
HIRELINGS_AT, HIRELINGS_NUMBER, EMPLOYERS, BARE, SWAP_COSTS, LEAVING_COSTS, ENGAGED, HAMPERS = range(20, 28)
NEEDS_REACH, ADVANTAGE_ONLY, STUNT_FIRST, FIRST_ROLL, HALVED, PIECES_AT_RANDOM, PIECES_CHOSEN, EDGES = range(28, 36)
TURN_AT, MORALE_AT, TROUBLES_AT, ARMOR_AT, QUALITY_AT, DROPPED_AT, CAST_AT, SHOTS_AT, MOST_AT = range(36, 45)
BESIDE_AT, STRUCK_AT, ORDER_AT, STARTING_AT, DUE_AT, WAITING_AT, ARMS_AT, STUNTS_AT, SPELLS_AT, EDGES_AT = range(45, 55)
TARGET_ROWS, MORALE_ROWS, PIECE_ROWS, ORDER_ROWS, CLASSES, PLAINLY, ARRIVING, MASTERS, SWIFT = range(55, 64)
TRIED, KINDS = 64, 65
"""How many kinds of stunt are tried; their numbers, in the order in which they are tried, stand from `KINDS` on."""

LOST = 72
"""LOST + 1 + quality: what is left of a quality that loses a point. 0 cannot break, -1 is destroyed."""

SWIFTLY, WITH_GEAR, WITH_TACTICS = 1, 2, 4
"""What P[SWIFT] adds up: nearly all of the fight is plain strikes; gear can break; not all strike at the first foe."""

# P: a number for each fighter

FIRST_ARRAY, STRIDE = 96, 64
(
    FOES_OF, TACTIC, TRICK, REACH, STEP, GUARD, ARMOR, EDGE_STEP, DEAD_BELOW, MOST_HP, RATING, CAMP, GROUP, CLASS,
    JOINS, POINT_ROWS, SPELLS, FIRST_SPELL, WEAPONS, PLACE, MEMBERS,
) = range(FIRST_ARRAY, FIRST_ARRAY + 21 * STRIDE, STRIDE)  # fmt: skip
"""The foes, as a set; how the target is chosen, and the tricks; the row of the first blow with the first weapon, and
how many rows there are for each point of its quality; the guard and the armor at the start; the rows for each
edge; hit points that are death; hit points at most and morale at the start; the camp, the group that counts its
defeated together, the class of those whom stunts and spells take alike; the round in which it comes, the row of its
hit dice; how many spells, and the number of the first; how many weapons; who acts at this place of a fixed order;
the members of a group, as a set."""
TABLES = FIRST_ARRAY + 21 * STRIDE

FIRST, WEAKEST, STRONGEST, RANDOM, CHOOSES, CHOOSES_ORDER = range(6)
NO_TRICK, STUNTING, FIGHTING_DIRTY, CASTING = range(4)
AUTO, END_OF_ROUND, BY_REFEREE = range(3)
ADJACENT, EITHER_STRUCK, FOE_STRUCK = range(3)

# P: records

REACH_OF, STEP_OF, BLOWS, NATURE = range(4)
"""Of a weapon, (weapon + 1) * fighters + fighter from ARMS_AT on: rows as above, its attacks, and what it is."""
ARM_SIZE = 4
RANGED, TWO_HANDED, NATURAL = 1, 2, 4

GUARD_OF, LOSS, PIECES, LOSSES, SLUNG, IN_HAND, HELD, DEFENSE = 0, 1, 2, 3, 6, 7, 8, 9
"""Of a state of armor, which is known by its place in P: the guard among rows; the state after the loss of a point; how
many pieces could lose it where that is rolled for, and the state after each; the states with the shield slung and in
hand; whether the shield is in hand; the armor defense."""
ARMOR_SIZE = 10

SHOVING, TRIPPING, DISARMING, STUNNING, SUNDERING, DISTRACTING = range(6)
MARGIN, CONTEST = 0, 1
"""Of a stunt, ((class of the actor * classes + class of the target) * 6 + kind) * 2 from STUNTS_AT on: by how much it
is better than hopeless, and the row of its contest (0 and of the first guard for the armor that is sundered)."""

NOTHING, STUN, DISARM, SHOVE, UNBALANCE, DISTRACT, TAKE, SCARE, DAMAGE = range(9)
EFFECT, DAMAGE_ROW, CONTESTS = 0, 1, 2
"""Of a spell, number * (2 + classes) from SPELLS_AT on: what it does, the row of its damage, the row of the contest
against each class."""
