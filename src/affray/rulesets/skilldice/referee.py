"""The Narrator's seat, and what the table does with the out: commands that may be given at any time."""

from __future__ import annotations

from affray.play import Play
from affray.rules import rule
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.events import (
    Died,
    EffectChanged,
    Ended,
    HowSaid,
    LostSet,
    MannerChanged,
    Regained,
    Scarred,
)
from affray.rulesets.skilldice.harm import with_one
from affray.rulesets.skilldice.settling import end_last_round, lose_stamina, settle
from affray.rulesets.skilldice.state import NOTHING, UP, Skill, State

KINDS: dict[Skill, tuple[str, ...]] = {
    "body": ("unconscious", "winded", "lamed"),
    "mind": ("overwhelmed", "concussed"),
    "soul": ("humiliated", "broken"),
}
"""What out can look like, by the Skill that broke (skilldice.out.kinds)."""


@rule("skilldice.leave", "skilldice.stamina.track", "D36")
def cost(play: Play[State], command: c.Cost) -> None:
    """What something costs by the Narrator's word: a retreat, a horror seen."""
    lose_stamina(play, command.fighter, command.skill, command.points, "skilldice.stamina.track")
    settle(play)


def set_lost(play: Play[State], command: c.SetLost) -> None:
    """Points lost, set by hand; the same watchers run as after any harm."""
    play.record(LostSet(command.fighter, command.skill, command.lost, command.reason))
    settle(play)


@rule("skilldice.helpless", "skilldice.out.kinds", "D51")
def set_manner(play: Play[State], command: c.SetManner) -> None:
    """Who is asleep, bound, unaware, distracted, on the move; the out can be tied, too."""
    play.record(MannerChanged(command.fighter, command.manner, command.reason))
    settle(play)


@rule("D54", "D55")
def set_effect(play: Play[State], command: c.SetEffect) -> None:
    """Something helps or hinders, or a die steps up or down (modules)."""
    play.record(EffectChanged(command.fighter, command.edge, command.step, command.reason))


@rule("skilldice.out.kinds")
def say_how(play: Play[State], command: c.SayHow) -> None:
    """What out looks like; it changes nothing in the rules."""
    play.record(HowSaid(command.fighter, command.how))


@rule("skilldice.death", "D47")
def declare_death(play: Play[State], command: c.DeclareDeath) -> None:
    """The only way to die."""
    play.record(Died(command.fighter, command.reason))
    settle(play)


@rule("skilldice.scar", "D43")
def scar(play: Play[State], command: c.Scar) -> None:
    """A mark on the sheet, with weight in a Skill where the table wants it."""
    play.record(Scarred(command.fighter, command.mark, command.skill))
    settle(play)


# After the fight


@rule("skilldice.recover.respite", "D39")
def respite(play: Play[State], command: c.Respite) -> None:
    """A moment's respite: one point in one Skill."""
    points = with_one(NOTHING, command.skill, 1)
    play.record(Regained(command.fighter, points, "skilldice.recover.respite", rested=True))
    settle(play)


@rule("skilldice.recover.respite", "D40")
def may_rest(state: State, fighter: int, skill: Skill) -> bool:
    """Whether a respite can give this Skill back: Soul has to be given, so somebody of the same side must be there."""
    if skill != "soul" or state.rulings.soul_respite == "allowed":
        return True
    side = state.profiles[fighter].side
    others = [one for one, profile in enumerate(state.profiles) if profile.side == side and one != fighter]
    return any(state.conditions[one].fate == UP for one in others)


@rule("skilldice.recover.night", "D42")
def night(play: Play[State], command: c.Night) -> None:
    """All of Body and Mind, and of Soul nothing; without food and shelter nothing at all."""
    if command.fed_and_sheltered:
        body, mind, _ = play.state.conditions[command.fighter].lost
        play.record(Regained(command.fighter, (body, mind, 0), "skilldice.recover.night"))
        settle(play)


@rule("skilldice.recover.care", "D41")
def care(play: Play[State], command: c.Care) -> None:
    """One point in any Skill, from another."""
    points = with_one(NOTHING, command.skill, 1)
    play.record(Regained(command.fighter, points, "skilldice.recover.care", carer=command.carer))
    settle(play)


@rule("D29")
def end_fight(play: Play[State], command: c.EndFight) -> None:
    """The Narrator ends the fight; its last round ends with it (D29)."""
    end_last_round(play)
    play.record(Ended(command.winner, command.reason, ""))
