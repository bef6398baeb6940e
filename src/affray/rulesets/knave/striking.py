"""Attacks: in melee, thrown and shot, the attacks of a routine, free attacks; what they do to gear."""

from __future__ import annotations

from typing import Literal, TypeAlias

from affray.play import Play
from affray.rules import rule
from affray.rulesets.knave import commands as c
from affray.rulesets.knave import formulas
from affray.rulesets.knave.attacking import edge_over, is_spent, means_of, modifier_of
from affray.rulesets.knave.events import Answered, Asked, Attacked, Harmed, Moved, Owed, QualityLost, Roller
from affray.rulesets.knave.hands import take_in_hand
from affray.rulesets.knave.harm import armor_defense, breakable
from affray.rulesets.knave.moving import arrive
from affray.rulesets.knave.rulings import AttackReading, Rulings
from affray.rulesets.knave.settling import settle
from affray.rulesets.knave.space import CLOSER, adjacent_foes, is_adjacent, is_beside, way_to
from affray.rulesets.knave.state import (
    UNARMED,
    UNCONSCIOUS,
    UP,
    Damage,
    FreeAttack,
    IdealChoice,
    PieceChoice,
    State,
    Turn,
)

Aim: TypeAlias = tuple[int, int, Damage, int, bool, Roller, int, int, AttackReading]
"""The inputs of the attack's formula, in its order."""

NOTHING: Owed = ""
"""No half of choice (B) is owed."""


@rule("knave.attack.melee", "knave.attack.ranged", "knave.attack.damage", "knave.critical.weapon", "K26", "K29")
def attack(play: Play[State], command: c.Attack, to: str | None = None, ideal: bool | None = None) -> None:
    """d20 + bonus against armor, damage, and what the natural 20 or 1 does to gear.

    `to` is where the target of a free attack is going; `ideal` is the referee's answer, once there is one.
    """
    attacker, target, weapon, thrown = command.actor, command.target, command.weapon, command.thrown
    state = play.state
    profile, rulings = state.profiles[attacker], state.rulings
    means = means_of(rulings, profile, state.profiles[target], weapon, thrown)
    if ideal is None:
        ideal = means.ideal
        if ideal is None:
            choice = IdealChoice(attacker, target, weapon, thrown, command.dirty, to)
            play.record(Asked(choice, "knave.attack.ideal-weapon"))
            return
    if profile.shield and to is None:
        take_in_hand(play, attacker, weapon)
        state = play.state
    turn = state.turn
    made, owed, dirty = 0, NOTHING, False
    if command.dirty or (turn is not None and turn.actor == attacker and to is None):
        turn = turn if turn is not None and turn.actor == attacker else Turn(attacker)
        made, owed, dirty = in_turn(turn, weapon, command.dirty)
    else:
        turn = None

    bonus, against = means.bonus, means.against
    if state.modifiers:
        modifier = modifier_of(state, attacker)
        bonus, against = bonus + modifier, against + modifier
    foe = state.conditions[target]
    armor = armor_defense(state.profiles[target], foe, rulings)
    allies = allies_at(state, attacker, target) if means.shot else ()
    hampered = hampered_by(rulings, allies) if allies else 0
    edge = edge_over(state, attacker, target, hampered)
    if turn is not None and is_spent(turn, target, command.dirty, rulings):
        edge = min(edge, -hampered)
    way = None
    if not means.shot and to is None and not is_beside(state, attacker, target):
        way = 0 if means.near else way_to(state, attacker, target)
    if way:
        play.record(Moved(attacker, CLOSER, way))
        turn = play.state.turn

    play.dice.roles = {"attacker": attacker, "defender": target}  # as `bind` does, at the place that is met most
    mine = state.conditions[attacker]
    quality = 0 if weapon == UNARMED else mine.weapons[weapon] or 0
    damage = means.blows[made]
    stray: tuple[int, int] | None = None
    if allies or foe.fate != UP:
        aim = (bonus, armor, damage, edge, ideal, means.roller, against, quality, rulings.attack)
        blow, stray = _out_of_the_ordinary(play, attacker, target, means.shot, allies, aim)
    else:
        blow = play.resolve(
            formulas.attack, bonus, armor, damage, edge, ideal, means.roller, against, quality, rulings.attack
        )

    closes, last = way is not None, True
    if len(means.blows) > 1:  # a routine ends with its weapon, and with one that leaves the hand
        last = made + 1 == len(means.blows) or thrown or (quality == 1 and blow.weapon_quality_lost > 0)
    spends, left = last and not owed and to is None, None
    if to is not None:
        left = state.turn
    elif turn is not None or not (closes and spends) or mine.passing or state.grants:
        left = _left(turn, attacker, target, weapon, made, spends, closes, owed, dirty)
    play.record(
        Attacked(
            attacker,
            target,
            weapon,
            bonus,
            armor,
            edge,
            ideal,
            means.roller,
            blow.hit,
            blow.damage,
            against,
            closes,
            spends,
            left,
            means.engages,
            thrown,
            means.shoots,
            dirty,
            to is not None,
            means.clause,
        )
    )
    if blow is not formulas.MISS or stray or play.state.due:
        _follow(play, attacker, target, weapon if quality else UNARMED, blow, stray)


def _left(
    turn: Turn | None,
    attacker: int,
    target: int,
    weapon: int,
    made: int,
    spends: bool,
    closes: bool,
    owed: Owed,
    dirty: bool,
) -> Turn:
    """What is left of the attacker's turn: a move, the rest of a routine, the other half of choice (B)."""
    moved, swapped, walked = (False, False, 0) if turn is None else (turn.moved, turn.swapped, turn.walked)
    against = target if dirty else None
    return Turn(attacker, moved or closes, spends, swapped, weapon, made + 1, against, owed, dirty, walked)


def _follow(
    play: Play[State], attacker: int, target: int, weapon: int, blow: formulas.Blow, stray: tuple[int, int] | None
) -> None:
    """What follows from a blow, in order: the gear, an ally who was hit instead, then all that harm leads to.

    `weapon` is the one that can lose quality, or none.
    """
    if blow.weapon_quality_lost and weapon != UNARMED:
        play.record(QualityLost(attacker, "weapon", weapon, "knave.critical.weapon"))
    if blow.armor_quality_lost:
        damage_armor(play, attacker, target, hurt=blow.damage > 0)
    if stray is not None:
        play.record(Harmed(*stray, "knave.attack.ranged"))
        settle(play, (stray[0],))
        if play.state.over:
            return
    if (blow.damage or play.state.due) and not play.state.pending:
        settle(play, (target,))


def _out_of_the_ordinary(
    play: Play[State], attacker: int, target: int, shot: bool, allies: tuple[int, ...], aim: Aim
) -> tuple[formulas.Blow, tuple[int, int] | None]:
    """An attack on one who is unconscious, or a shot into a melee: the blow, and the ally hit by it for how much."""
    state = play.state
    condition, rulings = state.conditions[target], state.rulings
    sure = certainty(rulings) if condition.fate == UNCONSCIOUS else ""
    if sure == "dies" and (not shot or is_adjacent(state, attacker, target)):
        return formulas.Blow(True, condition.hp + 1, 0, 0), None
    if sure == "auto_hit":
        _, _, damage, _, ideal, _, _, _, reading = aim
        return play.resolve(formulas.sure_hit, damage, ideal, reading), None
    if not allies or not misses_hit_allies(rulings):
        return play.resolve(formulas.attack, *aim), None
    armors = tuple([armor_defense(state.profiles[one], state.conditions[one], rulings) for one in allies])
    blow = play.resolve(formulas.stray_shot, *aim, armors)
    return blow, None if blow.ally < 0 else (allies[blow.ally], blow.ally_damage)


def in_turn(turn: Turn, weapon: int, dirty: bool) -> tuple[int, Owed, bool]:
    """The attacks of the routine made so far, the half of choice (B) still owed afterwards, whether (B) was chosen."""
    made = turn.blow if turn.weapon == weapon and not turn.over else 0
    if turn.owed == "stunt" or (dirty and turn.owed != "attack"):
        return made, "stunt", True
    return made, "", turn.dirty


@rule("K46")
def certainty(rulings: Rulings) -> Literal["", "auto_hit", "dies"]:
    """What an attack on one who is unconscious needs no roll for."""
    choice = rulings.helpless_target
    return "" if choice == "normal" else choice


def hampered_by(rulings: Rulings, bystanders: tuple[int, ...]) -> int:
    """How many things hamper a shot at a target that is in melee with an ally of the shooter."""
    return 1 if bystanders and into_melee(rulings) == "disadvantage" else 0


def misses_hit_allies(rulings: Rulings) -> bool:
    """Whether a shot that misses its target may hit an ally of the shooter who is adjacent to it."""
    return into_melee(rulings) == "hits_ally"


@rule("K21")
def into_melee(rulings: Rulings) -> str:
    """The reading of K21."""
    return rulings.into_melee


def allies_at(state: State, shooter: int, target: int) -> tuple[int, ...]:
    """The allies of the shooter who are in melee with the target: nobody is with one who is down."""
    if state.conditions[target].fate != UP:
        return ()
    return tuple(one for one in adjacent_foes(state, target) if one != shooter)


@rule("knave.critical.armor", "K24")
def damage_armor(
    play: Play[State], attacker: int, target: int, *, hurt: bool, clause: str = "knave.critical.armor"
) -> None:
    """Armor loses a point: which piece, where several are worn. `hurt` says whether hit points were lost with it."""
    state = play.state
    pieces = breakable(state.profiles[target], state.conditions[target])
    choice = state.rulings.armor_piece
    if not pieces:
        return
    if choice == "all":
        for piece in pieces:
            play.record(QualityLost(target, piece, clause=clause))
    elif len(pieces) == 1 or choice == "body_first":
        play.record(QualityLost(target, pieces[0], clause=clause))
    elif choice == "shield_first":
        play.record(QualityLost(target, "shield" if "shield" in pieces else pieces[0], clause=clause))
    elif choice == "random":
        play.record(QualityLost(target, pieces[play.resolve(formulas.armor_piece, len(pieces))], clause=clause))
    else:
        chooser = target if choice == "defender_chooses" else attacker
        play.record(Asked(PieceChoice(chooser, target, hurt, clause), clause))


def choose_piece(play: Play[State], command: c.ChoosePiece) -> None:
    """The chosen piece loses the point, and the attack is settled."""
    pending = play.state.pending[0]
    assert isinstance(pending, PieceChoice)
    play.record(Answered(pending.clause))
    play.record(QualityLost(pending.target, command.piece, clause=pending.clause))
    settle(play, (pending.target,) if pending.hurt else ())


@rule("K43")
def free_attack(play: Play[State], command: c.Strike) -> None:
    """A foe strikes at one who leaves its reach, or lets it go."""
    pending = play.state.pending[0]
    assert isinstance(pending, FreeAttack)
    play.record(Answered("knave.turn.move"))
    if command.weapon is None:
        go_on(play, pending.mover, pending.to)
    else:
        strike_free(play, command.actor, pending.mover, command.weapon, pending.to)


def strike_free(play: Play[State], attacker: int, mover: int, weapon: int, to: str, ideal: bool | None = None) -> None:
    """The free attack itself; then the mover goes on, if nobody else strikes at it and it still can."""
    attack(play, c.Attack(attacker, mover, weapon), to, ideal)
    pending = play.state.pending
    if pending and isinstance(pending[0], IdealChoice):
        return
    if pending:
        settle(play, (mover,))  # one who is down goes nowhere, whatever else is to be decided
    go_on(play, mover, to)


def go_on(play: Play[State], mover: int, to: str) -> None:
    """One who leaves melee goes on once every free attack has been made or let go."""
    state = play.state
    waiting = any(isinstance(one, FreeAttack) for one in state.pending)
    if not waiting and not state.over and state.conditions[mover].fate == UP:
        arrive(play, mover, to)
