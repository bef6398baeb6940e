"""The referee's seat: commands that may be given between any two others."""

from __future__ import annotations

from affray.play import Play
from affray.rules import rule
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.events import BehindSet, Ended, FlagSet, Healed, HpSet, Hurt, SubdualSet, WasPut
from affray.rulesets.d20grid.harm import absorb
from affray.rulesets.d20grid.settling import settle
from affray.rulesets.d20grid.state import State


def set_hp(play: Play[State], command: c.SetHp) -> None:
    """Hit points, set by hand; the same watchers run as after any harm."""
    play.record(HpSet(command.fighter, command.hp, command.reason))
    settle(play)


def set_subdual(play: Play[State], command: c.SetSubdual) -> None:
    """Subdual damage, set by hand."""
    play.record(SubdualSet(command.fighter, command.subdual, command.reason))
    settle(play)


@rule("d20grid.hp.subdual", "T50")
def heal(play: Play[State], command: c.Heal) -> None:
    """Hit points come back, no more than those of the sheet; subdual damage stays."""
    missing = play.state.profiles[command.fighter].max_hp - play.state.conditions[command.fighter].hp
    play.record(Healed(command.fighter, min(command.points, missing), False, command.reason))
    settle(play)


@rule("d20grid.hp.subdual", "T50")
def heal_subdual(play: Play[State], command: c.HealSubdual) -> None:
    """Subdual damage goes away; hit points stay."""
    there = play.state.conditions[command.fighter].subdual
    play.record(Healed(command.fighter, min(command.points, there), True, command.reason))
    settle(play)


@rule("d20grid.armor.absorb")
def harm(play: Play[State], command: c.Harm) -> None:
    """Damage that no attack dealt; armor takes its share of it as of any."""
    profile, one = play.state.profiles[command.fighter], play.state.conditions[command.fighter]
    absorbed, pool, through = absorb(profile, one, command.points, command.subdual, play.state.rulings)
    play.record(Hurt(command.fighter, command.subdual, command.points, absorbed, pool, through, reason=command.reason))
    settle(play)


@rule("d20grid.edge.sources", "d20grid.edge.blind", "T28", "T29")
def set_flag(play: Play[State], command: c.SetFlag) -> None:
    """What the map cannot tell."""
    play.record(FlagSet(command.fighter, command.flag, command.on, command.reason))


@rule("d20grid.edge.sources", "T26")
def set_behind(play: Play[State], command: c.SetBehind) -> None:
    """Who is behind whom."""
    play.record(BehindSet(command.fighter, command.target, command.on, command.reason))


@rule("d20grid.map.squares")
def put(play: Play[State], command: c.Put) -> None:
    """A fighter is on another square, by whatever means; nobody attacks for it."""
    play.record(WasPut(command.fighter, (command.x, command.y), command.reason))


def end_fight(play: Play[State], command: c.EndFight) -> None:
    """The referee ends the fight."""
    play.record(Ended(command.winner, command.reason, ""))
    settle(play)
