"""The toy's order of play on whole numbers."""

from __future__ import annotations

from collections.abc import Mapping

from affray.errors import Unsupported
from affray.rules.machines import BEST, CHOICE, OVER, ROUND, Fixed, Machine, Numbers, Program, Question
from tests.kernel import toy

# s: the row that is due, the scores of both, whose turn it is, the winner + 1, the throws so far, the points so far
ROW, SCORE, TURN, WINNER, THROWS, POINTS = 0, 1, 3, 4, 5, 6
# P: the goal, the tactics of both
GOAL, TACTIC = 0, 1
STEAL, LET, FICKLE, CHOOSES = 0, 1, 2, 3
THROW, BONUS, LUCK, DOUBT = 1, 2, 3, 4


def row(s: Numbers, P: Fixed) -> int:
    return s[ROW]


def take(s: Numbers, P: Fixed, word: int) -> None:
    due = s[ROW]
    if due == ROUND:
        s[ROW] = THROW
    elif due == THROW:
        s[POINTS] = word
        if word == 6:
            s[ROW] = BONUS
        else:
            land(s, P)
    elif due == BONUS:
        s[POINTS] += word
        s[ROW] = LUCK
    elif due == LUCK:
        land(s, P)
    else:
        answer(s, P, word > 3)


def land(s: Numbers, P: Fixed) -> None:
    points = s[POINTS]
    s[SCORE + s[TURN]] += points
    s[TURN] = 1 - s[TURN]
    s[THROWS] += 1
    s[POINTS] = 0
    if points == 1:
        offer(s, P)
    else:
        finish(s, P)


def offer(s: Numbers, P: Fixed) -> None:
    tactic = P[TACTIC + s[TURN]]
    if tactic == CHOOSES:
        s[ROW] = CHOICE
    elif tactic == FICKLE:
        s[ROW] = DOUBT
    else:
        answer(s, P, tactic == STEAL)


def answer(s: Numbers, P: Fixed, steal: bool) -> None:
    if steal:
        s[SCORE + 1 - s[TURN]] -= 1
        s[SCORE + s[TURN]] += 1
    finish(s, P)


def finish(s: Numbers, P: Fixed) -> None:
    s[ROW] = ROUND
    for seat in range(2):
        if s[SCORE + seat] >= P[GOAL] and s[ROW] == ROUND:
            s[WINNER] = seat + 1
            s[ROW] = OVER


def canon(s: Numbers, P: Fixed) -> None:
    s[THROWS] = 0


def rounds(s: Numbers, P: Fixed) -> int:
    return s[THROWS]


def winner(s: Numbers, P: Fixed) -> int:
    return s[WINNER] - 1


def fate(s: Numbers, P: Fixed, fighter: int) -> int:
    return 0


def left(s: Numbers, P: Fixed, fighter: int) -> int:
    return max(s[SCORE + fighter], 0)


def chooser(s: Numbers, P: Fixed) -> int:
    return s[TURN]


def options(s: Numbers, P: Fixed) -> int:
    return 2


def choose(s: Numbers, P: Fixed, option: int) -> None:
    answer(s, P, option == 0)


PROGRAM = Program(row, take, canon, rounds, winner, fate, left, chooser, options, choose)


def machine(state: toy.State, tactics: Mapping[str, str]) -> Machine[toy.State]:
    known = {"first": STEAL, "meek": LET, "fickle": FICKLE, f"{BEST}:all": CHOOSES}
    for tactic in tactics.values():
        if tactic not in known:
            raise Unsupported(f"tactic={tactic}")
    numbers = (state.goal, known[tactics["left"]], known[tactics["right"]])

    def pack(state: toy.State) -> tuple[int, ...]:
        winner = 0 if state.winner is None else state.winner + 1
        s = [OVER if winner else ROUND, *state.scores, state.turn, winner, state.throws, 0]
        if state.offer:
            offer(s, numbers)
        return tuple(s)

    return Machine(PROGRAM, numbers, ("left", "right"), 2, 5, pack, question)


def question(row: int) -> Question | None:
    formula = (None, toy.throw, toy.bonus, toy.luck, toy.throw)[row]
    return None if formula is None else Question(formula, (), lambda points: points)
