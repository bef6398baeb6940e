"""The referee's seat: answers to what waits, and what the referee may do at any time."""

from __future__ import annotations

from msgspec.structs import replace

from affray.play import Play
from affray.rules import rule
from affray.rulesets.knave import commands as c
from affray.rulesets.knave import formulas, moving, striking
from affray.rulesets.knave.attacking import modifier_of
from affray.rulesets.knave.events import (
    Answered,
    Arrived,
    Ended,
    Flagged,
    Granted,
    Joined,
    Left,
    Modified,
    MoraleSet,
    MoraleSkipped,
    Overridden,
    Placed,
    Saved,
    TurnEnded,
)
from affray.rulesets.knave.morale import gone_since, roll_morale, run
from affray.rulesets.knave.settling import settle, settle_fate
from affray.rulesets.knave.state import (
    FOES,
    PARTY,
    UP,
    IdealChoice,
    LeaveChoice,
    MoraleChoice,
    Pending,
    State,
    TakenChoice,
    Trigger,
    ability_bonus,
)
from affray.rulesets.knave.turns import has_acted

CHECK = "knave.morale.check"


def call_morale(play: Play[State], command: c.CallMorale) -> None:
    """The referee calls for the roll that is waiting, or lets the trigger pass."""
    pending = play.state.pending[0]
    assert isinstance(pending, MoraleChoice)
    before = play.state.conditions
    play.record(Answered(CHECK))
    if command.roll:
        roll_morale(play, pending.trigger)
    else:
        play.record(MoraleSkipped(pending.trigger))
    settle(play, gone=gone_since(before, play.state))


def break_morale(play: Play[State], command: c.Break) -> None:
    """An enemy whose morale failed flees, retreats or parleys."""
    before = play.state.conditions
    play.record(Answered(CHECK))
    if command.how == "flee":
        run(play, command.fighter)
    else:
        play.record(Left(command.fighter, "retreated" if command.how == "retreat" else "parleyed"))
    settle(play, gone=gone_since(before, play.state))


def decide(play: Play[State], pending: Pending, yes: bool) -> None:
    """The referee's yes or no to what was waiting."""
    match pending:
        case IdealChoice(actor, target, weapon, thrown, dirty, None):
            striking.attack(play, c.Attack(actor, target, weapon, thrown, dirty), ideal=yes)
        case IdealChoice(actor, target, weapon, to=str(to)):
            striking.strike_free(play, actor, target, weapon, to, yes)
        case LeaveChoice(fighter):
            if yes:
                moving.get_away(play, fighter)
        case TakenChoice(fighter):
            if yes and play.state.conditions[fighter].fate == UP:
                play.record(Left(fighter, "taken", "knave.spell.cast"))
                settle(play, gone=(fighter,))
            else:
                settle(play)
        case _:
            raise TypeError(f"no yes or no answers {pending!r}")


def override(play: Play[State], command: c.Override) -> None:
    """Hit points set by hand; the same watchers run as after any harm."""
    before = play.state.conditions[command.fighter].hp
    play.record(Overridden(command.fighter, command.hp, command.reason))
    if command.hp < before:
        settle(play, (command.fighter,))
    else:
        settle_fate(play, command.fighter)  # up again, perhaps; nobody goes down by healing


@rule("knave.edge.grounds", "K03")
def set_flag(play: Play[State], command: c.SetFlag) -> None:
    """A fighter is at a disadvantage in some way, or no longer, whatever it came from."""
    turn = play.state.turn
    if command.flag == "stunned" and turn is not None and turn.actor == command.fighter and turn.over:
        play.record(TurnEnded(command.fighter))  # what it loses is its next action, not one that is over
    if not command.on and command.flag in play.state.conditions[command.fighter].passing:
        play.record(Flagged(command.fighter, command.flag, on=False, passing=True, reason=command.reason))
    play.record(Flagged(command.fighter, command.flag, command.on, reason=command.reason))


@rule("K78")
def set_morale(play: Play[State], command: c.SetMorale) -> None:
    """A morale rating changed by hand."""
    play.record(MoraleSet(command.fighter, command.rating, command.reason))


@rule("knave.roll.advantage")
def grant(play: Play[State], command: c.Grant) -> None:
    """Advantage or disadvantage over a target for the actor's turn, if it goes on, else for the next one."""
    turn = play.state.turn
    if turn is not None and turn.actor == command.actor and turn.over:
        play.record(TurnEnded(command.actor))
    play.record(Granted(command.actor, command.target, command.edge))


@rule("knave.roll.modifier", "K79")
def modify(play: Play[State], command: c.Modify) -> None:
    """A plus or a minus to the actor's next roll."""
    play.record(Modified(command.actor, command.modifier))


@rule("knave.save.target", "knave.save.opposed")
def call_save(play: Play[State], command: c.Save) -> None:
    """A save, or one against a defense; what hangs on it is the referee's to say."""
    fighter = command.fighter
    bonus = ability_bonus(play.state.profiles[fighter], command.ability) + modifier_of(play.state, fighter)
    play.bind(roller=fighter)
    if command.defense is None:
        success, target, clause = play.resolve(formulas.save, bonus, command.edge).success, 15, "knave.save.target"
    else:
        success = play.resolve(formulas.opposed, bonus, command.defense, command.edge).success
        target, clause = command.defense, "knave.save.opposed"
    play.record(Saved(fighter, command.ability, bonus, target, command.edge, success, clause))


@rule("knave.morale.triggers")
def roll_morale_now(play: Play[State], command: c.RollMorale) -> None:
    """A morale roll because the referee says so."""
    before = play.state.conditions
    roll_morale(play, Trigger("called", command.group, command.fighter))
    settle(play, gone=gone_since(before, play.state))


@rule("K80", "knave.hp.successor")
def add_fighter(play: Play[State], command: c.AddFighter) -> None:
    """Fighters join; where their side has acted in this round they wait for the next."""
    from affray.rulesets.knave.fightfile import newcomers  # noqa: PLC0415 - files are read only for this

    state = play.state
    waits = {camp: has_acted(state, camp) for camp in (PARTY, FOES)}
    for described, there in newcomers(state, command.fighter):
        profile, condition = described, there
        if state.round and profile.hp_dice is not None:
            hp = play.resolve(formulas.hit_points, profile.hp_dice)
            profile, condition = replace(profile, max_hp=hp), replace(condition, hp=hp)
        play.record(Joined(profile, condition, waits=waits[profile.camp]))


@rule("K80", "K82")
def bring_in(play: Play[State], command: c.BringIn) -> None:
    """One who is hidden shows itself, or one who was out of the fight alive is in it again."""
    waits = has_acted(play.state, play.state.profiles[command.fighter].camp)
    play.record(Arrived(command.fighter, waits, command.reason))
    settle_fate(play, command.fighter)


@rule("K82")
def take_out(play: Play[State], command: c.TakeOut) -> None:
    """One is out of the fight alive; what that calls for follows."""
    play.record(Left(command.fighter, command.how, "", command.reason))
    settle(play, gone=(command.fighter,))


@rule("K19")
def place(play: Play[State], command: c.Place) -> None:
    """One is somewhere else, and beside nobody of those where it was."""
    play.record(Placed(command.fighter, command.at, command.reason))


def end_fight(play: Play[State], command: c.EndFight) -> None:
    """The referee ends the fight; whoever is at 0 hit points or less by then is down."""
    for fighter, one in enumerate(play.state.conditions):
        if one.hp <= 0:
            settle_fate(play, fighter)
    play.record(Ended(command.winner, command.reason))
