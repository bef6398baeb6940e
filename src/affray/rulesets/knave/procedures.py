"""How a command is carried out, in the order of the text. Every chance goes through a formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from affray.errors import Rejection
from affray.play import Play
from affray.rules import rule
from affray.rulesets.knave import commands as c
from affray.rulesets.knave import formulas
from affray.rulesets.knave.attacking import attack_defense, damage_of, edge_over, is_ideal, who_rolls
from affray.rulesets.knave.events import (
    Answered,
    Asked,
    Attacked,
    Ended,
    Fell,
    Left,
    MoraleSkipped,
    Overridden,
    Passed,
    QualityLost,
    Rose,
    RoundBegan,
)
from affray.rulesets.knave.harm import armor_defense, breakable
from affray.rulesets.knave.legality import forbids
from affray.rulesets.knave.morale import gone_since, roll_morale, run, watch_morale
from affray.rulesets.knave.state import (
    DEAD,
    FOES,
    PARTY,
    UNARMED,
    UNCONSCIOUS,
    UP,
    MoraleChoice,
    PieceChoice,
    State,
    is_standing,
    side_name,
)
from affray.rulesets.knave.turns import turns_left


def apply(play: Play[State], command: c.Command) -> Rejection | None:
    """Carries the command out, or says why it may not be given; then nothing has happened."""
    rejection = forbids(play.state, command)
    if rejection is None:
        perform(play, command)
    return rejection


def perform(play: Play[State], command: c.Command) -> None:
    """Carries out a command that nothing forbids."""
    _PROCEDURES[type(command)](play, command)


@rule("knave.round.initiative", "K07")
def begin_round(play: Play[State], command: c.BeginRound) -> None:
    """One d6 for the round, without a modifier."""
    enemies_first = play.resolve(formulas.initiative).enemies_first
    play.record(RoundBegan(FOES if enemies_first else PARTY))


@rule("knave.attack.melee", "knave.attack.damage", "knave.critical.weapon")
def attack(play: Play[State], command: c.Attack) -> None:
    """d20 + bonus against armor, damage, and what the natural 20 or 1 does to gear."""
    state = play.state
    attacker, target, weapon = command.actor, command.target, command.weapon
    profile, rulings = state.profiles[attacker], state.rulings
    quality = 0 if weapon == UNARMED else state.conditions[attacker].weapons[weapon] or 0
    armor = armor_defense(state.profiles[target], state.conditions[target], rulings)
    edge, ideal = edge_over(state, target), is_ideal(state, attacker, target, weapon)
    roller = who_rolls(state, attacker, target)
    against = attack_defense(profile, rulings)
    play.bind(attacker=attacker, defender=target)
    blow = play.resolve(
        formulas.attack,
        profile.melee_bonus,
        armor,
        damage_of(state, attacker, weapon),
        edge,
        ideal,
        roller,
        against,
        quality,
        rulings.attack,
    )
    bonus, hit, damage = profile.melee_bonus, blow.hit, blow.damage
    play.record(Attacked(attacker, target, weapon, bonus, armor, edge, ideal, roller, hit, damage, against))
    if blow.weapon_quality_lost and quality:
        play.record(QualityLost(attacker, "weapon", weapon, "knave.critical.weapon"))
    if blow.armor_quality_lost:
        damage_armor(play, attacker, target, hurt=blow.damage > 0)
    if (blow.damage or play.state.due) and not play.state.pending:
        settle(play, (target,))


@rule("knave.critical.armor", "K24")
def damage_armor(play: Play[State], attacker: int, target: int, hurt: bool) -> None:
    """Armor loses a point: which piece, where several are worn. `hurt` says whether hit points were lost with it."""
    state = play.state
    pieces = breakable(state.profiles[target], state.conditions[target])
    choice = state.rulings.armor_piece
    if not pieces:
        return
    if choice == "all":
        for piece in pieces:
            play.record(QualityLost(target, piece))
    elif len(pieces) == 1 or choice == "body_first":
        play.record(QualityLost(target, pieces[0]))
    elif choice == "shield_first":
        play.record(QualityLost(target, "shield" if "shield" in pieces else pieces[0]))
    elif choice == "random":
        play.record(QualityLost(target, pieces[play.resolve(formulas.armor_piece, len(pieces))]))
    else:
        chooser = target if choice == "defender_chooses" else attacker
        play.record(Asked(PieceChoice(chooser, target, hurt), "knave.critical.armor"))


def choose_piece(play: Play[State], command: c.ChoosePiece) -> None:
    """The chosen piece loses the point, and the attack is settled."""
    pending = play.state.pending[0]
    assert isinstance(pending, PieceChoice)
    play.record(Answered("knave.critical.armor"))
    play.record(QualityLost(pending.target, command.piece))
    settle(play, (pending.target,) if pending.hurt else ())


@rule("knave.turn.action", "K05")
def pass_turn(play: Play[State], command: c.Pass) -> None:
    """Up to one action: none is allowed."""
    play.record(Passed(command.actor))
    settle(play)


def flee(play: Play[State], command: c.Flee) -> None:
    """One whose morale failed leaves on its turn."""
    play.record(Left(command.actor, "fled"))
    settle(play, gone=(command.actor,))


def call_morale(play: Play[State], command: c.CallMorale) -> None:
    """The referee calls for the roll, or lets the trigger pass."""
    pending = play.state.pending[0]
    assert isinstance(pending, MoraleChoice)
    before = play.state.conditions
    play.record(Answered("knave.morale.check"))
    if command.roll:
        roll_morale(play, pending.trigger)
    else:
        play.record(MoraleSkipped(pending.trigger))
    settle(play, gone=gone_since(before, play.state))


def break_morale(play: Play[State], command: c.Break) -> None:
    """An enemy whose morale failed flees, retreats or parleys."""
    before = play.state.conditions
    play.record(Answered("knave.morale.check"))
    if command.how == "flee":
        run(play, command.fighter)
    else:
        play.record(Left(command.fighter, "retreated" if command.how == "retreat" else "parleyed"))
    settle(play, gone=gone_since(before, play.state))


def override(play: Play[State], command: c.Override) -> None:
    """Hit points set by hand; the same watchers run as after any harm."""
    before = play.state.conditions[command.fighter].hp
    play.record(Overridden(command.fighter, command.hp, command.reason))
    if command.hp < before:
        settle(play, (command.fighter,))
    else:
        settle_fate(play, command.fighter)  # up again, perhaps; nobody goes down by healing


def settle(play: Play[State], hurt: tuple[int, ...] = (), gone: tuple[int, ...] = ()) -> None:
    """What follows from a command, in order: who is down, morale, the end of the fight, the end of the round.

    `hurt` are those who lost hit points, `gone` those who went out of the fight alive.
    """
    fell = tuple([fighter for fighter in hurt if settle_fate(play, fighter)])
    if (fell or gone) and watch_end(play, (*fell, *gone)):
        return
    before = play.state.conditions
    watch_morale(play, hurt, fell, gone)
    _settle_round(play)
    if play.state.conditions is not before:
        watch_end(play, gone_since(before, play.state))


@rule("knave.hp.unconscious", "knave.hp.dead", "K47")
def settle_fate(play: Play[State], fighter: int) -> bool:
    """0 HP is unconscious, -1 or less is dead, more is up. Returns whether the fighter went down now."""
    condition = play.state.conditions[fighter]
    if condition.hp > 0:
        if condition.fate in (UNCONSCIOUS, DEAD):
            play.record(Rose(fighter))
        return False
    fate: Literal["unconscious", "dead"] = "unconscious" if condition.hp == 0 else "dead"
    if condition.fate == fate or condition.fate not in (UP, UNCONSCIOUS, DEAD):
        return False
    play.record(Fell(fighter, fate, f"knave.hp.{fate}"))
    return condition.fate == UP


def _settle_round(play: Play[State]) -> None:
    """At the end of a round the morale rolls that waited for it are made (K70 `end_of_round`)."""
    while play.state.due and not play.state.pending and not turns_left(play.state):
        before = play.state.conditions
        for trigger in play.state.due:
            roll_morale(play, trigger)
        # Those who ran may be what another trigger waits for, and the round is still at its end.
        watch_morale(play, (), (), gone_since(before, play.state))


@rule("K44")
def watch_end(play: Play[State], out: tuple[int, ...]) -> bool:
    """The fight is over when a camp has nobody who is up; `out` are those who went down or left now."""
    state = play.state
    for fighter in out:
        if not is_standing(state, state.profiles[fighter].camp):
            break
    else:
        return state.over
    if state.over:
        return True
    left = [camp for camp in (PARTY, FOES) if is_standing(state, camp)]
    play.record(Ended(side_name(state, left[0]) if left else None))
    return True


_PROCEDURES: dict[type, Callable[[Play[State], Any], None]] = {
    c.BeginRound: begin_round,
    c.Attack: attack,
    c.ChoosePiece: choose_piece,
    c.Pass: pass_turn,
    c.Flee: flee,
    c.CallMorale: call_morale,
    c.Break: break_morale,
    c.Override: override,
}
