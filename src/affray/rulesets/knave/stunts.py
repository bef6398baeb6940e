"""Stunts and spells: an opposed save, and what it does to one who does not resist."""

from __future__ import annotations

from typing import Literal

from affray.play import Play
from affray.rules import rule
from affray.rulesets.knave import commands as c
from affray.rulesets.knave import formulas
from affray.rulesets.knave.attacking import edge_over, granted, is_spent, modifier_of, who_rolls
from affray.rulesets.knave.events import (
    Asked,
    Dropped,
    Flagged,
    Harmed,
    Moved,
    Pushed,
    SpellCast,
    Stunned,
    Stunted,
    Tripped,
)
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.hands import hold
from affray.rulesets.knave.harm import armor_defense
from affray.rulesets.knave.morale import gone_since, run
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.settling import settle
from affray.rulesets.knave.space import CLOSER, way_to
from affray.rulesets.knave.state import (
    ABILITIES,
    UNARMED,
    UP,
    Ability,
    Effect,
    Profile,
    State,
    TakenChoice,
    Turn,
    ability_bonus,
    can_use,
)
from affray.rulesets.knave.striking import damage_armor

STUNT = "knave.stunt"

HOUSE_TABLE: dict[c.StuntKind, tuple[Ability, Ability | Literal["armor"]]] = {
    "shove": ("str", "str"),
    "trip": ("str", "dex"),
    "disarm": ("str", "str"),
    "stun": ("str", "con"),
    "sunder": ("str", "armor"),
    "distract": ("cha", "wis"),
}
"""Which ability tries a stunt, and what resists it (K33, house)."""


@rule("knave.stunt", "K33", "K35")
def stunt(play: Play[State], command: c.Stunt) -> None:
    """A stunt of the house table."""
    ability, against = HOUSE_TABLE[command.kind]
    if _try(play, command.actor, command.target, command.kind, ability, against, command.dirty):
        if advantage_only(play.state.rulings):
            play.record(Flagged(command.target, "off_balance", passing=True, clause=STUNT))
        else:
            _succeed(play, command)
    settle(play)


def free_stunt(play: Play[State], command: c.FreeStunt) -> None:
    """Any other stunt, with the abilities and the effect that the referee states (K33)."""
    ability, against, afar = command.ability, command.against, command.afar
    if _try(play, command.actor, command.target, command.name, ability, against, command.dirty, afar):
        take_effect(play, command.actor, command.target, command.effect, STUNT, half=False)
    else:
        settle(play)


@rule("knave.save.opposed", "K31", "K32")
def _try(
    play: Play[State],
    actor: int,
    target: int,
    name: str,
    ability: Ability,
    against: Ability | Literal["armor"],
    dirty: bool,
    afar: bool = False,
) -> bool:
    """The opposed save of a stunt, by whoever rolls; nothing happens on a natural 1 or 20."""
    state = play.state
    turn = state.turn
    mine = turn is not None and turn.actor == actor
    owed: Literal["", "attack", "stunt"] = ""
    if dirty and not (mine and turn is not None and turn.owed == "stunt"):
        owed = "attack"
    bonus = ability_bonus(state.profiles[actor], ability) + modifier_of(state, actor)
    defense = resisting(state, target, against)
    edge = edge_over(state, actor, target)
    if edge > 0 and is_spent(turn if mine and turn is not None else Turn(actor), target, dirty, state.rulings):
        edge = 0
    roller = who_rolls(state.rulings, state.profiles[actor], state.profiles[target])
    way = way_to(state, actor, target) if not afar and needs_reach(state.rulings) else None
    if way:
        play.record(Moved(actor, CLOSER, way))
    play.bind(attacker=actor, defender=target)
    success = play.resolve(formulas.contest, bonus, defense, edge, roller, state.rulings.attack).success
    play.record(
        Stunted(
            actor,
            target,
            name,
            bonus,
            defense,
            edge,
            roller,
            success,
            closes=way is not None,
            spends=not owed,
            dirty=dirty or (mine and turn is not None and turn.dirty),
            owed=owed,
        )
    )
    return success


@rule("K33")
def resisting(state: State, target: int, against: Ability | Literal["armor"]) -> int:
    """The defense that a stunt must beat."""
    profile = state.profiles[target]
    if against == "armor":
        return armor_defense(profile, state.conditions[target], state.rulings)
    if state.rulings.stunt_defense == "defender_picks_best":
        return 10 + max(ability_bonus(profile, one) for one in ABILITIES)
    return 10 + ability_bonus(profile, against)


@rule("K35")
def needs_reach(rulings: Rulings) -> bool:
    """Whether a stunt needs its target in reach."""
    return rulings.stunt_reach == "adjacent"


@rule("K34")
def advantage_only(rulings: Rulings) -> bool:
    """Whether a stunt that succeeds does nothing but put its target off balance."""
    return rulings.stunt_effect == "advantage_only"


@rule("K34")
def _succeed(play: Play[State], command: c.Stunt) -> None:
    """What each stunt of the house table does."""
    actor, target = command.actor, command.target
    match command.kind:
        case "shove":
            push(play, target, actor, STUNT)
        case "trip":
            play.record(Tripped(target))
        case "disarm":
            disarm(play, target, STUNT)
        case "stun":
            play.record(Stunned(target))
        case "sunder":
            damage_armor(play, actor, target, hurt=False, clause=STUNT)
        case "distract":
            play.record(Flagged(target, "distracted", passing=True, clause=STUNT))


def push(play: Play[State], target: int, by: int, clause: str) -> None:
    """5 feet away, out of reach of whoever pushes; in places that leads nowhere (K19)."""
    if space(play.state.rulings)[0] != "zones":
        play.record(Pushed(target, by, clause))


def disarm(play: Play[State], target: int, clause: str) -> None:
    """The weapon in hand is on the floor; there is nothing to take from one who has none."""
    weapon = in_hand(play.state, target)
    if weapon != UNARMED:
        play.record(Dropped(target, weapon, clause))


def in_hand(state: State, fighter: int) -> int:
    """The weapon that can be knocked out of the hand: the first for melee, else the first that shoots."""
    weapons = state.profiles[fighter].weapons
    held = [n for n, one in enumerate(weapons) if can_use(state, fighter, n) and "natural" not in one.tags]
    return min(held, key=lambda n: weapons[n].kind == "ranged", default=UNARMED)


@rule("knave.spell.cast", "K68")
def cast(play: Play[State], command: c.Cast) -> None:
    """A spell from a book, which takes both hands: the caster's INT against the ability that resists it."""
    hold(play, command.actor, slung=True)
    state = play.state
    caster, target = command.actor, command.target
    profile: Profile = state.profiles[caster]
    spell = profile.spells[command.spell]
    bonus = ability_bonus(profile, "int") + modifier_of(state, caster)
    defense = 10 + ability_bonus(state.profiles[target], spell.save)
    edge = granted(state, caster, target)
    roller = who_rolls(state.rulings, profile, state.profiles[target])
    play.bind(attacker=caster, defender=target)
    success = play.resolve(formulas.contest, bonus, defense, edge, roller, state.rulings.attack).success
    play.record(SpellCast(caster, target, command.spell, bonus, defense, edge, roller, not success))
    if success:
        take_effect(play, caster, target, spell.on_fail, "knave.spell.cast", half=False)
    elif halves(state.rulings) and spell.on_fail.damage is not None:
        take_effect(play, caster, target, spell.on_fail, "knave.spell.cast", half=True)
    else:
        settle(play)


@rule("K68")
def halves(rulings: Rulings) -> bool:
    """Whether a target that resists a spell suffers half of its damage."""
    return rulings.spell_resisted == "half"


def take_effect(play: Play[State], actor: int, target: int, effect: Effect, clause: str, *, half: bool) -> None:
    """What a spell or a free stunt does, in the words of the fight file."""
    before = play.state.conditions
    hurt: tuple[int, ...] = ()
    if effect.damage is not None:
        points = play.resolve(formulas.effect_damage, effect.damage)
        play.record(Harmed(target, points // 2 if half else points, clause))
        hurt = (target,)
    match effect.kind:
        case "stun":
            play.record(Stunned(target, clause))
        case "disarm":
            disarm(play, target, clause)
        case "shove":
            push(play, target, actor, clause)
        case "off_balance" | "distracted":
            play.record(Flagged(target, effect.kind, passing=True, clause=clause))
        case "sunder":
            damage_armor(play, actor, target, hurt=False, clause=clause)
        case "flee":
            if play.state.conditions[target].fate == UP:
                run(play, target)
        case "out":
            play.record(Asked(TakenChoice(target), clause))
            return
    settle(play, hurt, gone_since(before, play.state))
