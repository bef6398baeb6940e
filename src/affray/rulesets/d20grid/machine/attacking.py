"""An attack: its roll, what a hit deals, what armor takes of it, who is down, dead, and whether the fight is over."""

from __future__ import annotations

from affray.rules.machines import OVER, Fixed, Numbers
from affray.rulesets.d20grid.machine.edge import edge_of
from affray.rulesets.d20grid.machine.layout import (
    ABSORB,
    ABSORBED,
    AREA,
    ARM,
    ATTACK_ROW,
    BLOW,
    CHOOSES_LATE,
    DAMAGE_ROW,
    DEAD,
    DEAD_AT,
    DEFENSE,
    DOWN,
    DUE,
    DULLED,
    DULLED_EACH,
    EACH,
    ENDED,
    FATE,
    FIGHTERS,
    FIRST,
    FIRST_ARM,
    FULL,
    FULL_ROW,
    HAND,
    HARM,
    HEAD,
    HELD,
    HP,
    HP_EACH,
    IN_FULL,
    MOST_DULLED,
    PHASE,
    PLACE,
    POOL,
    RANGED,
    RECORD,
    RESULT,
    SECOND_ARM,
    SPOT_X,
    SPOT_Y,
    STRIKER,
    SUBDUAL,
    SUBDUES,
    SURE,
    SURPRISE,
    TARGET,
    TEAM,
    TURN,
    UP,
    UP_FROM,
    WALK,
    WAY,
    WINNER,
    X,
    Y,
)
from affray.rulesets.d20grid.machine.places import near, strikes
from affray.rulesets.d20grid.machine.working import forget_turn


def attack(s: Numbers, P: Fixed, attacker: int, target: int, arm: int, spot_x: int, spot_y: int) -> None:
    """An attack at a target that is met at a spot: its roll is due, or what it deals where it is sure to hit."""
    s[STRIKER], s[TARGET], s[ARM], s[SPOT_X], s[SPOT_Y] = attacker, target, arm, spot_x, spot_y
    if s[HEAD + target * EACH + FATE] != UP and P[SURE]:
        hit(s, P)
        return
    edge = edge_of(s, P, attacker, target, arm, spot_x, spot_y)
    s[PHASE], s[DUE] = BLOW, P[arm + ATTACK_ROW] + P[FIRST + target * RECORD + DEFENSE] + edge


def hit(s: Numbers, P: Fixed) -> None:
    """The damage is due, of the first of two weapons where they are chosen between after the hit."""
    attacker, target, arm, spot_x, spot_y = s[STRIKER], s[TARGET], s[ARM], s[SPOT_X], s[SPOT_Y]
    one = HEAD + attacker * EACH
    hand, x, y = s[one + HAND], s[one + X], s[one + Y]
    subdual = P[arm + SUBDUES]
    if P[CHOOSES_LATE] and P[hand + HELD] == 2 and (s[WAY] or not s[FULL]):
        first, second = P[hand + FIRST_ARM], P[hand + SECOND_ARM]
        both = strikes(s, P, attacker, target, first, x, y, spot_x, spot_y)
        if both and strikes(s, P, attacker, target, second, x, y, spot_x, spot_y):
            arm = first
    in_full = P[IN_FULL] and P[arm + RANGED] and near(x, y, spot_x, spot_y, P[hand + AREA])
    forget_blow(s)
    s[TARGET], s[SUBDUAL] = target, max(subdual, P[arm + SUBDUES])
    s[PHASE], s[DUE] = HARM, P[arm + FULL_ROW] if in_full else P[arm + DAMAGE_ROW]


def forget_blow(s: Numbers) -> None:
    """Nobody attacks now."""
    s[STRIKER] = s[TARGET] = s[ARM] = s[SPOT_X] = s[SPOT_Y] = s[SUBDUAL] = 0


def harm(s: Numbers, P: Fixed, total: int) -> None:
    """Damage is dealt: what armor leaves of it, and what has become of the target."""
    target, subdual = s[TARGET], s[SUBDUAL]
    forget_blow(s)
    one, record = HEAD + target * EACH, FIRST + target * RECORD
    if P[record + ABSORB]:
        most = P[record + ABSORB] + 1
        place = (subdual * most + s[one + POOL]) * most + min(total, P[record + ABSORB])
        taken, s[one + POOL] = divmod(P[P[record + ABSORBED] + place], most)
        total -= taken
    s[one + HP] += total * P[HP_EACH + subdual]
    s[one + DULLED] = min(s[one + DULLED] + total * P[DULLED_EACH + subdual], P[MOST_DULLED])
    was = s[one + FATE]
    if s[one + HP] <= P[DEAD_AT]:
        s[one + FATE] = DEAD
    elif s[one + HP] < P[P[UP_FROM] + s[one + DULLED]]:
        s[one + FATE] = DOWN
    s[PHASE] = WALK if s[WAY] else TURN
    if was == UP and s[one + FATE] != UP:
        watch_end(s, P)


def watch_end(s: Numbers, P: Fixed) -> None:
    """The fight is over when at most one side has anybody conscious; then those wake whom nothing keeps down."""
    winner = 0
    for fighter in range(P[FIGHTERS]):
        if s[HEAD + fighter * EACH + FATE] == UP:
            team = P[FIRST + fighter * RECORD + TEAM] + 1
            if winner not in (0, team):
                return
            winner = team
    forget_turn(s, P)
    s[PHASE], s[DUE], s[WINNER], s[PLACE], s[SURPRISE] = ENDED, OVER, winner, 0, 0
    for fighter in range(P[FIGHTERS]):
        one = HEAD + fighter * EACH
        s[one + RESULT] = 0
        if s[one + FATE] == DOWN and s[one + HP] >= P[P[UP_FROM] + s[one + DULLED]]:
            s[one + FATE] = UP
