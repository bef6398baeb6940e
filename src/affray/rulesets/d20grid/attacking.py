"""Attacks: the roll against Defense, what a hit deals, and attacks of opportunity."""

from __future__ import annotations

from typing import Literal

from affray.play import Play
from affray.rules import rule
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import formulas
from affray.rulesets.d20grid.edges import counts_in_full, helpless, net, sources
from affray.rulesets.d20grid.events import Asked, Attacked, Chosen, Declined, FullBegan, Hurt
from affray.rulesets.d20grid.ground import can_strike
from affray.rulesets.d20grid.harm import absorb
from affray.rulesets.d20grid.rulings import Rulings
from affray.rulesets.d20grid.settling import settle
from affray.rulesets.d20grid.state import UP, Offer, Place, Profile, State, Weapon, WeaponChoice, is_ranged

OPPORTUNITY = "d20grid.aoo.trigger"


# The commands


@rule("d20grid.turn.full", "d20grid.unskilled", "T03", "T04", "T05")
def full_attack(play: Play[State], command: c.FullAttack) -> None:
    """Both Standards go into the attacks of the sheet."""
    play.record(FullBegan(command.actor, play.state.profiles[command.actor].attacks))


@rule("d20grid.turn.budget", "d20grid.turn.full", "T06")
def attack(play: Play[State], command: c.Attack) -> None:
    """The Standard Attack is one roll; with a Full Attack begun it is one of that."""
    state = play.state
    assert state.turn is not None
    spends: Literal["standard", "full"] = "full" if state.turn.full else "standard"
    strike(play, command.actor, command.target, command.weapon, command.subdual, spends)


@rule("d20grid.aoo.trigger", "T16", "T17")
def take_opportunity(play: Play[State], command: c.Strike) -> None:
    """An attack of opportunity: one attack with everything that counts in one's own turn."""
    offer = play.state.pending[0]
    assert isinstance(offer, Offer)
    strike(play, offer.owner, offer.mover, command.weapon, command.subdual, "opportunity", offer.spot)


@rule("d20grid.aoo.trigger", "T15", "T67")
def decline(play: Play[State], command: c.Decline) -> None:
    """The owner lets the mover pass, and keeps its attack."""
    play.record(Declined(command.actor))
    settle(play)


# The attack


@rule("d20grid.attack.roll", "d20grid.edge.net", "T48")
def strike(
    play: Play[State],
    attacker: int,
    target: int,
    number: int,
    subdual: bool,
    spends: Literal["standard", "full", "opportunity"],
    spot: Place | None = None,
) -> None:
    """One attack, at a target that is met where it stands or, in passing, at a `spot`."""
    state = play.state
    profile = state.profiles[attacker]
    weapon = profile.weapons[number]
    spot = state.conditions[target].at if spot is None else spot
    found = sources(state, attacker, target, weapon, spot)
    edge, bonus, defense = net(found), attack_bonus(profile, weapon, state.rulings), state.profiles[target].defense
    sure = state.conditions[target].fate != UP and helpless(state.rulings) == "auto_hit"
    play.bind(attacker=attacker)
    hit = sure or play.resolve(formulas.attack, bonus, defense, edge, state.rulings.attack).hit
    left = blows_left(state, profile, weapon) if spends == "full" else 0
    clause = OPPORTUNITY if spends == "opportunity" else "d20grid.attack.roll"
    play.record(
        Attacked(attacker, target, number, subdual, spends, left, bonus, defense, found, edge, hit, sure, clause)
    )
    if hit:
        choice = weapons_to_choose(play.state, attacker, target, spends, spot)
        if choice:
            play.record(Asked(WeaponChoice(attacker, target, choice, subdual, spot)))
            return
        deal(play, attacker, target, weapon, subdual, spot)
    settle(play)


@rule("d20grid.unskilled", "d20grid.turn.full")
def blows_left(state: State, profile: Profile, weapon: Weapon) -> int:
    """The attacks of a Full Attack that are left after this one: none after one with a weapon that is strange."""
    assert state.turn is not None
    return state.turn.blows - 1 if is_skilled(profile, weapon) else 0


@rule("d20grid.unskilled")
def is_skilled(profile: Profile, weapon: Weapon) -> bool:
    """Whether a weapon is of one of the fighter's styles."""
    if profile.styles is None or not weapon.style:
        return True
    return any([style == weapon.style for style, _ in profile.styles])


@rule("d20grid.attack.roll", "d20grid.unskilled", "T23")
def attack_bonus(profile: Profile, weapon: Weapon, rulings: Rulings) -> int:
    """What is added to the d20: class attack bonus, DEX with a ranged weapon, less what armor hinders."""
    bonus = profile.class_attack_bonus if is_skilled(profile, weapon) else 0
    if is_ranged(weapon):
        bonus += profile.dexterity
    else:
        bonus += {"": 0, "str": profile.strength, "dex": profile.dexterity}[melee_ability(rulings)]
    return bonus - profile.hindered


@rule("T23")
def melee_ability(rulings: Rulings) -> str:
    """The ability whose modifier a melee attack adds: "" for none, "str" or "dex"."""
    return "" if rulings.melee_modifier == "none" else rulings.melee_modifier


# What a hit deals


@rule("d20grid.damage.order", "T35", "T39")
def deal(play: Play[State], attacker: int, target: int, weapon: Weapon, subdual: bool, spot: Place) -> None:
    """The damage of a hit, in the order of the text, and what armor leaves of it."""
    state = play.state
    profile = state.profiles[attacker]
    strength = 0 if is_ranged(weapon) else profile.strength
    multipliers, flat = bonuses(profile, weapon, state.rulings)
    full = counts_in_full(state, attacker, weapon, spot)
    play.bind(attacker=attacker)
    total = play.resolve(formulas.damage, weapon.damage, strength, multipliers, flat, full, state.rulings.damage).damage
    subdual = subdual or weapon.subdues
    absorbed, pool, through = absorb(state.profiles[target], state.conditions[target], total, subdual, state.rulings)
    text = weapon.damage.text
    play.record(
        Hurt(target, subdual, total, absorbed, pool, through, weapon.name, text, strength, multipliers, flat, full)
    )


@rule("d20grid.damage.order", "d20grid.unskilled", "T42")
def bonuses(profile: Profile, weapon: Weapon, rulings: Rulings) -> tuple[tuple[int, ...], int]:
    """The multipliers of a hit, and everything that is added last: of the weapon and of the fighter."""
    skilled = is_skilled(profile, weapon)
    keeps = skilled or keeps_others(rulings)
    multipliers = [one.value for one in profile.multipliers if skilled or (keeps and one.origin == "other")]
    passives = [one.value for one in profile.passives if skilled or (keeps and one.origin == "other")]
    return tuple([one for one in (weapon.multiplier, *multipliers) if one > 1]), weapon.flat + sum(passives)


@rule("d20grid.unskilled", "T42")
def keeps_others(rulings: Rulings) -> bool:
    """Whether bonuses of the sheet stay with a strange weapon, if they come neither from a craft nor from a stack."""
    return rulings.unskilled_bonuses == "all_other"


# Two weapons


@rule("T40")
def chooses_late(rulings: Rulings) -> bool:
    """Whether the weapon that deals the damage is chosen after the hit."""
    return rulings.choosing_weapon == "after_hit"


@rule("d20grid.dual-wield", "T40")
def weapons_to_choose(state: State, attacker: int, target: int, spends: str, spot: Place) -> tuple[int, ...]:
    """The weapons of a pair between which the attacker chooses now; of a Full Attack each attack has its weapon."""
    drawn = state.conditions[attacker].drawn
    if spends == "full" or len(drawn) < 2 or not chooses_late(state.rulings):
        return ()
    weapons = state.profiles[attacker].weapons
    reaching = tuple([one for one in drawn if can_strike(state, attacker, target, weapons[one], spot)])
    return reaching if len(reaching) > 1 else ()


@rule("d20grid.dual-wield", "T40")
def choose_weapon(play: Play[State], command: c.ChooseWeapon) -> None:
    """The attacker says which weapon deals the damage."""
    choice = play.state.pending[0]
    assert isinstance(choice, WeaponChoice)
    play.record(Chosen(command.actor, command.weapon))
    weapon = play.state.profiles[choice.attacker].weapons[command.weapon]
    deal(play, choice.attacker, choice.target, weapon, choice.subdual, choice.spot)
    settle(play)
