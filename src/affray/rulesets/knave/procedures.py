"""How a command is carried out, in the order of the text. Every chance goes through a formula."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from affray.errors import Rejection
from affray.play import Play
from affray.rules import rule
from affray.rulesets.knave import commands as c
from affray.rulesets.knave import formulas, hands, moving, referee, striking, stunts
from affray.rulesets.knave.attacking import engagement
from affray.rulesets.knave.effects import lasting
from affray.rulesets.knave.events import Answered, Arrived, HitPointsRolled, Passed, RoundBegan, TurnEnded
from affray.rulesets.knave.legality import forbids
from affray.rulesets.knave.morale import gone_since, watch_hirelings
from affray.rulesets.knave.settling import settle, settle_fate
from affray.rulesets.knave.state import COMING, FOES, PARTY, UP, Profile, State, ability_bonus


def apply(play: Play[State], command: c.Command) -> Rejection | None:
    """Carries the command out, or says why it may not be given; then nothing has happened."""
    rejection = forbids(play.state, command)
    if rejection is None:
        perform(play, command)
    return rejection


def perform(play: Play[State], command: c.Command) -> None:
    """Carries out a command that nothing forbids; whoever acts next, or the next round, ends the turn before."""
    turn = play.state.turn
    if turn is not None and lasting(play.state, turn.actor) and c.turn_of(command) not in (None, turn.actor):
        play.record(TurnEnded(turn.actor))
    _PROCEDURES[type(command)](play, command)


@rule("knave.round.initiative", "K07", "K40", "K80")
def begin_round(play: Play[State], command: c.BeginRound) -> None:
    """One d6 for the round, without a modifier; those whose round has come arrive. The first rolls hit points (K62)."""
    if not play.state.round:
        roll_hit_points(play)
    enemies_first = play.resolve(formulas.initiative).enemies_first
    state = play.state
    struck = engagement(state.rulings) == "mutual"
    idle = () if state.round else surprised(state)
    play.record(RoundBegan(FOES if enemies_first else PARTY, order_of_round(play), struck, idle))
    for fighter in latecomers(state.profiles):
        if arrives(play.state, fighter, play.state.round):
            play.record(Arrived(fighter, waits=False))
            settle_fate(play, fighter)
    before = play.state.conditions
    watch_hirelings(play)
    if play.state.due or play.state.conditions is not before:
        settle(play, gone=gone_since(before, play.state))


@rule("K62")
def roll_hit_points(play: Play[State]) -> None:
    """Before the first round the hit dice of those that have them are rolled, in the order of the roster."""
    for fighter, profile in enumerate(play.state.profiles):
        if profile.hp_dice is not None:
            play.record(HitPointsRolled(fighter, play.resolve(formulas.hit_points, profile.hp_dice)))


@lru_cache(maxsize=256)
def latecomers(profiles: tuple[Profile, ...]) -> tuple[int, ...]:
    """Those who come in with a later round."""
    return tuple(number for number, profile in enumerate(profiles) if profile.joins)


@rule("K80")
def arrives(state: State, fighter: int, number: int) -> bool:
    """Whether the fighter comes in with the round of this number."""
    return state.conditions[fighter].fate == COMING and 0 < state.profiles[fighter].joins <= number


@rule("K39")
def surprised(state: State) -> tuple[int, ...]:
    """Those who do not act in the first round because they are unaware."""
    if state.rulings.unaware != "surprise_round":
        return ()
    return tuple(number for number, one in enumerate(state.conditions) if "unaware" in one.flags)


@rule("K40")
def order_of_round(play: Play[State]) -> tuple[int, ...]:
    """Who acts before whom within a camp, where that is not the roster's order."""
    state = play.state
    choice = state.rulings.side_order
    roster = range(len(state.profiles))
    if choice == "dex":
        return tuple(sorted(roster, key=lambda one: (-ability_bonus(state.profiles[one], "dex"), one)))
    if choice == "random":
        arriving = [one for one in roster if arrives(state, one, state.round + 1)]
        standing = [one for one in roster if state.conditions[one].fate == UP or one in arriving]
        others = [one for one in roster if one not in standing]
        return (*(standing[place] for place in play.resolve(formulas.order, len(standing))), *others)
    return ()


@rule("knave.turn.action", "K05")
def pass_turn(play: Play[State], command: c.Pass) -> None:
    """Up to one action: none is allowed."""
    play.record(Passed(command.actor))
    settle(play)


def answer_rule(play: Play[State], command: c.Rule) -> None:
    """The referee's yes or no."""
    pending = play.state.pending[0]
    play.record(Answered(""))
    referee.decide(play, pending, command.yes)


_PROCEDURES: dict[type, Callable[[Play[State], Any], None]] = {
    c.BeginRound: begin_round,
    c.Attack: striking.attack,
    c.Stunt: stunts.stunt,
    c.FreeStunt: stunts.free_stunt,
    c.Cast: stunts.cast,
    c.Move: moving.move,
    c.Rise: moving.rise,
    c.TakeUp: hands.take_up,
    c.Ready: hands.ready,
    c.Pass: pass_turn,
    c.Flee: moving.flee,
    c.Withdraw: moving.withdraw,
    c.ChoosePiece: striking.choose_piece,
    c.Strike: striking.free_attack,
    c.CallMorale: referee.call_morale,
    c.Break: referee.break_morale,
    c.Rule: answer_rule,
    c.Override: referee.override,
    c.SetFlag: referee.set_flag,
    c.SetMorale: referee.set_morale,
    c.Grant: referee.grant,
    c.Modify: referee.modify,
    c.Save: referee.call_save,
    c.RollMorale: referee.roll_morale_now,
    c.AddFighter: referee.add_fighter,
    c.BringIn: referee.bring_in,
    c.TakeOut: referee.take_out,
    c.Place: referee.place,
    c.EndFight: referee.end_fight,
}
