"""A state of the engine as a position: what it says is written down, and play led on to the next question."""

from __future__ import annotations

from msgspec.structs import replace

from affray.rules.machines import NOBODY, Numbers
from affray.rulesets.knave.attacking import FLAGS
from affray.rulesets.knave.machine import layout as at
from affray.rulesets.knave.machine.beginning import roll_points
from affray.rulesets.knave.machine.changing import end_turn, finish, go_out, reckon, wear_armor
from affray.rulesets.knave.machine.gear import Gear
from affray.rulesets.knave.machine.numbers import Numbers as Made
from affray.rulesets.knave.machine.numbers import packed_quality, set_of
from affray.rulesets.knave.machine.playing import proceed
from affray.rulesets.knave.machine.reading import is_dead
from affray.rulesets.knave.machine.settling import settle
from affray.rulesets.knave.machine.striking import aim_blow, attack
from affray.rulesets.knave.machine.suits import wear_of
from affray.rulesets.knave.machine.turns import rest, strike_at
from affray.rulesets.knave.space import OFF, OUT
from affray.rulesets.knave.state import (
    COMING,
    DEAD,
    FOES,
    PARTY,
    UNCONSCIOUS,
    UP,
    BreakChoice,
    Condition,
    FreeAttack,
    IdealChoice,
    MoraleChoice,
    Pending,
    PieceChoice,
    Profile,
    State,
    TakenChoice,
    Trigger,
    Turn,
    side_name,
)

SETS = {UP: at.UP, COMING: at.COMING, "fled": at.FLED, "retreated": at.FLED, "parleyed": at.FLED, "taken": at.TAKEN}
"""In which set of a position those of a fate stand; those who are down stand in none."""

GOALS = {OFF: at.OFF, OUT: at.OUT}
KINDS = {"half": at.OF_HALF, "leader": at.OF_LEADER, "lone": at.OF_LONE}
OWN_KINDS = {"unpaid": at.OF_UNPAID, "employer": at.OF_EMPLOYER}
PASSING = {"off_balance": at.PASSING_OFF_BALANCE, "distracted": at.PASSING_DISTRACTED}
OWED = {"": 0, "attack": at.ATTACK_OWED, "stunt": at.STUNT_OWED}


class _Unknown(Exception):
    """The state is none that the machine can come to."""


class Packing:
    """Makes the positions of one fight."""

    def __init__(self, made: Made, gear: Gear) -> None:
        self._made, self._gear, self._start = made, gear, made.state
        self.P = tuple(made.P)
        profiles = made.state.profiles
        self._groups = {profiles[one].kind: self.P[at.GROUP + one] for one in made.state.camps[FOES]}
        self._groups[""] = 0

    def pack(self, state: State) -> tuple[int, ...] | None:
        """The position of a state; None for one that this machine does not play."""
        s, P = [0] * self._made.length, self.P
        try:
            self._check(state)
            for fighter, condition in enumerate(state.conditions):
                self._write(s, state, fighter, condition)
            self._write_round(s, state)
            self._write_places(s, state)
            self._write_morale(s, state)
            for fighter in range(len(state.profiles)):
                reckon(s, P, fighter)
            if state.over:
                finish(s, P)
            else:
                self._lead_on(s, state)
        except _Unknown:
            return None
        return tuple(s)

    def _check(self, state: State) -> None:
        start = self._start
        known = state.rulings == start.rulings and len(state.profiles) == len(start.profiles)
        if not known or not all(map(_alike, state.profiles, start.profiles)) or state.grants or state.modifiers:
            raise _Unknown
        features = self._made.features
        if state.order and not features.order_is_drawn and state.order != features.order:
            raise _Unknown
        if state.over:
            left = [camp for camp in (PARTY, FOES) if any(state.conditions[n].fate == UP for n in state.camps[camp])]
            if len(left) > 1 or state.winner != (side_name(state, left[0]) if left else None):
                raise _Unknown

    # Fighters

    def _write(self, s: Numbers, state: State, fighter: int, one: Condition) -> None:
        bit = 1 << fighter
        down = one.fate in (UNCONSCIOUS, DEAD)
        if not down:
            s[SETS[one.fate]] |= bit
        s[at.HP + fighter] = one.hp if one.fate == UP else max(one.hp, -1)
        if one.fleeing:
            s[at.FLEEING] |= bit
        self._put(s, at.TROUBLES_AT, fighter, _troubles(one) if one.fate in (UP, COMING) else 0)
        self._put(s, at.DROPPED_AT, fighter, set_of(one.dropped))
        self._put(s, at.CAST_AT, fighter, set_of(one.cast))
        self._put(s, at.SHOTS_AT, fighter, -1 if one.shots is None else one.shots, -1)
        if self.P[at.MOST_AT]:
            s[self.P[at.MOST_AT] + fighter] = state.profiles[fighter].max_hp
        self._write_gear(s, fighter, one)
        if one.flung or (down and bool(is_dead(s, self.P, fighter)) != (one.fate == DEAD)):
            raise _Unknown

    def _write_gear(self, s: Numbers, fighter: int, one: Condition) -> None:
        P = self.P
        place = self._gear.armor[fighter].get(wear_of(one))
        if place is None:
            raise _Unknown
        self._put(s, at.ARMOR_AT, fighter, place, P[at.ARMOR + fighter])
        for weapon, quality in enumerate(one.weapons):
            most = self._start.conditions[fighter].weapons[weapon]
            if (quality is None) != (most is None) or (quality or 0) > (most or 0):
                raise _Unknown
            if P[at.QUALITY_AT]:
                s[P[at.QUALITY_AT] + weapon * P[at.FIGHTERS] + fighter] = packed_quality(quality)

    def _put(self, s: Numbers, section: int, fighter: int, number: int, usual: int = 0) -> None:
        """A number of a fighter in a section; where there is none, it must be the usual one."""
        if self.P[section]:
            s[self.P[section] + fighter] = number
        elif number != usual:
            raise _Unknown

    def _needs(self, section: int) -> None:
        if not self.P[section]:
            raise _Unknown

    def _may_owe(self, actor: int, *, stunt: bool) -> None:
        """The odds of stunts are there for those whose tactic tries them; what is owed is owed to one within reach."""
        self._needs(at.BESIDE_AT)
        if stunt and self._made.features.tricks[actor] not in (at.STUNTING, at.FIGHTING_DIRTY):
            raise _Unknown

    # The rest

    def _write_places(self, s: Numbers, state: State) -> None:
        beside, struck = self.P[at.BESIDE_AT], self.P[at.STRUCK_AT]
        if beside:
            for one, other in state.adjacent:
                s[beside + one] |= 1 << other
                s[beside + other] |= 1 << one
        if struck:
            for one, other in state.struck:
                s[struck + one] |= 1 << other

    def _write_round(self, s: Numbers, state: State) -> None:
        """The round, whose turn it is, and who is still to act in it."""
        P = self.P
        s[at.ROUNDS], s[at.ACTOR] = state.round, NOBODY
        if P[at.ORDER_AT] and state.order:
            s[P[at.ORDER_AT] : P[at.ORDER_AT] + len(state.order)] = state.order
        actor, turn = _actor(state), state.turn
        if actor is not None and state.conditions[actor].fate == UP:
            s[at.ACTOR] = actor
            if turn is not None and turn.actor == actor:
                self._write_turn(s, turn)
                if turn.moved and not turn.over and any(actor in pair for pair in state.adjacent):
                    self._needs(at.BESIDE_AT)  # who has moved reaches those alone who are adjacent
        if state.first is None:
            return
        bit = 1 << s[at.ACTOR] if s[at.ACTOR] >= 0 else 0
        todo = s[at.UP] & ~set_of(state.acted) | bit
        now = todo & P[at.CAMPS + state.first]
        if now == 0 or bit & ~P[at.CAMPS + state.first]:
            now = todo & ~P[at.CAMPS + state.first]
        s[at.NOW], s[at.LATER] = now, todo & ~now

    def _write_turn(self, s: Numbers, turn: Turn) -> None:
        place = self.P[at.TURN_AT]
        if turn.over and not place:
            return
        self._needs(at.TURN_AT)
        if turn.over:
            s[place + at.SPENT] = 1
            return
        if turn.owed:
            self._may_owe(turn.actor, stunt=turn.owed == "stunt")
        s[place + at.MOVED], s[place + at.SWAPPED] = int(turn.moved), int(turn.swapped)
        s[place + at.DIRTY], s[place + at.WEAPON] = int(turn.dirty), turn.weapon + 1
        s[place + at.MADE] = turn.blow
        s[place + at.AGAINST] = 0 if turn.against is None else turn.against + 1
        s[place + at.OWED] = OWED[turn.owed]

    def _write_morale(self, s: Numbers, state: State) -> None:
        P = self.P
        place = P[at.MORALE_AT]
        if not place:
            return
        for trigger in state.checked:
            if trigger.kind == "half" and trigger.group in self._groups:
                s[place + at.HALVES] |= 1 << self._groups[trigger.group]
            elif trigger.kind == "lone":
                s[place + at.LONELY] = 1
            elif trigger.kind in OWN_KINDS and trigger.fighter is not None and P[at.RATED] >> trigger.fighter & 1:
                rolled = at.UNPAID_ROLLED if trigger.kind == "unpaid" else at.EMPLOYER_ROLLED
                s[place + rolled] |= 1 << trigger.fighter
        if P[at.STARTING_AT]:
            for group, number in state.starting:
                s[P[at.STARTING_AT] + self._groups[group]] = number
        self._queue(s, at.DUE_AT, [self._code(trigger) for trigger in state.due])
        waiting = [one for one in state.pending if isinstance(one, MoraleChoice | BreakChoice)]
        self._queue(s, at.WAITING_AT, [self._waits(one) for one in waiting])

    def _queue(self, s: Numbers, section: int, codes: list[int]) -> None:
        place = self.P[section]
        if place:
            s[place : place + len(codes) + 1] = [len(codes), *codes]
        elif codes:
            raise _Unknown

    def _waits(self, pending: MoraleChoice | BreakChoice) -> int:
        if isinstance(pending, BreakChoice):
            return (at.OF_BREAKING << 6) + pending.fighter
        return self._code(pending.trigger)

    def _code(self, trigger: Trigger) -> int:
        if trigger.kind in KINDS:
            return (KINDS[trigger.kind] << 6) + self._groups[trigger.group]
        if trigger.kind not in OWN_KINDS or trigger.fighter is None:
            raise _Unknown
        return (OWN_KINDS[trigger.kind] << 6) + trigger.fighter

    # On to the next question

    def _lead_on(self, s: Numbers, state: State) -> None:
        """What waits is answered as the tactics and the standing orders do, and play goes on."""
        P = self.P
        s[at.STAGE], s[at.ROW] = at.GO_ON, at.WALKING
        offers = [one for one in state.pending if isinstance(one, FreeAttack)]
        if offers:
            self._needs(at.TURN_AT)
            s[P[at.TURN_AT] + at.OFFERS] = set_of([one.seat for one in offers])
            s[P[at.TURN_AT] + at.GOAL] = GOALS[offers[0].to]
        first = state.pending[0] if state.pending else None
        leaves = bool(offers) or (isinstance(first, IdealChoice) and first.to is not None)
        if not leaves and state.turn is not None and state.turn.over and s[at.ACTOR] == state.turn.actor:
            end_turn(s, P)
        if first is not None:
            self._answer(s, state, first)
        elif state.first is None:
            if state.round == 0:
                roll_points(s, P, P[at.ROLLED])
            else:
                rest(s, P)
        proceed(s, P)

    def _answer(self, s: Numbers, state: State, pending: Pending) -> None:
        P = self.P
        match pending:
            case PieceChoice(_, target, hurt):
                wear_armor(s, P, target)
                settle(s, P, target if hurt else -1, 0)
            case TakenChoice(fighter):
                go_out(s, P, fighter)
                s[at.TAKEN] |= 1 << fighter
                settle(s, P, -1, 1 << fighter)
            case IdealChoice(thrown=True):
                raise _Unknown
            case IdealChoice(actor, target, weapon, _, dirty, None):
                turn = None if state.turn is None or state.turn.actor != actor else state.turn
                if dirty:
                    self._may_owe(actor, stunt=turn is None or turn.owed != "attack")
                if s[at.EASY] >> actor & 1 and turn is None and weapon == 0 and not dirty:
                    strike_at(s, P, target)
                else:
                    self._needs(at.TURN_AT)
                    attack(s, P, target, weapon, int(dirty))
            case IdealChoice(actor, target, weapon, to=str(to)):
                self._needs(at.TURN_AT)
                place = P[at.TURN_AT]
                s[at.TARGET], s[place + at.BY], s[place + at.WITH] = target, actor, weapon + 1
                s[place + at.GOAL], s[place + at.FREE] = GOALS[to], 1
                aim_blow(s, P)
            case MoraleChoice() | BreakChoice() | FreeAttack():
                pass
            case _:
                raise _Unknown


def _actor(state: State) -> int | None:
    """Whose turn it is, or whose it is about to be where something is to be decided first."""
    first = state.pending[0] if state.pending else None
    match first:
        case IdealChoice(actor, _, _, _, _, None):
            return actor
        case IdealChoice(_, target):
            return target
    offers = [one.mover for one in state.pending if isinstance(one, FreeAttack)]
    if offers:
        return offers[0]
    return None if state.turn is None else state.turn.actor


def _alike(one: Profile, other: Profile) -> bool:
    """Whether the profiles differ in nothing but hit points that are rolled."""
    if one is other or one == other:
        return True
    return one.hp_dice is not None and replace(one, max_hp=other.max_hp) == other


def _troubles(one: Condition) -> int:
    found = set_of([FLAGS.index(flag) for flag in one.flags]) if one.flags else 0
    for flag in one.passing:
        if flag not in PASSING:
            raise _Unknown
        found |= PASSING[flag]
    return found | (at.TRIPPED if one.tripped else 0) | (at.STUNNED if one.stunned else 0)
