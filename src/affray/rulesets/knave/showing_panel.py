"""A fighter's numbers beside the table: the panel of a sheet, with what the fight has left of weapons and armor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from affray.dice import Seat
from affray.rules import Odds
from affray.rules.showing import NumberRow, NumberTable, at_hand
from affray.rulesets.knave.attacking import attack_bonus, attack_defense, bare_hands, blows_of, who_rolls
from affray.rulesets.knave.damage import print_damage
from affray.rulesets.knave.harm import armor_defense
from affray.rulesets.knave.panel import AGAINST, ARMORS, ATTACKS, hit_chance, least_face
from affray.rulesets.knave.state import UNARMED, UP, Profile, State
from affray.rulesets.knave.telling import signed


class Asking(NamedTuple):
    """Whose numbers are asked for, with the foes whose rows are marked; `yours` says whether its player asks."""

    state: State
    fighter: int
    foes: tuple[int, ...]
    yours: bool
    odds: Odds

    @property
    def profile(self) -> Profile:
        return self.state.profiles[self.fighter]

    @property
    def other(self) -> Profile:
        """Somebody of the other camp: who rolls, attacker or defender, does not depend on whom one takes."""
        return next((one for one in self.state.profiles if one.camp != self.profile.camp), self.profile)


class Attack(NamedTuple):
    """What the chance of an attack depends on, beside the armor that it meets."""

    bonus: int
    defense: int


ANY = AGAINST[0]
"""The dice of a blow do not bear on whether it hits, nor does a weapon's quality."""


def numbers(state: State, seat: Seat, fighter: int, marked: bool, odds: Odds) -> tuple[NumberTable, ...]:
    """What to roll against every armor and every attack; a row at hand is that of foes who stand in the fight."""
    own = state.profiles[fighter]
    everybody = zip(state.profiles, state.conditions, strict=True)
    foes = tuple(n for n, (foe, now) in enumerate(everybody) if marked and foe.camp != own.camp and now.fate == UP)
    asking = Asking(state, fighter, foes, seat == fighter, odds)
    return (*(_strikes(asking, attack, names) for attack, names in _attacks(asking).items()), _struck(asking))


# To strike


def _attacks(asking: Asking) -> Mapping[Attack, list[str]]:
    """The weapons that are whole and at hand, by what their chances depend on; bare hands where there are none."""
    rulings, profile, now = asking.state.rulings, asking.profile, asking.state.conditions[asking.fighter]
    usable = [n for n in range(len(profile.weapons)) if n not in now.dropped and now.weapons[n] != 0]
    if not usable and bare_hands(rulings) is not None:
        usable = [UNARMED]
    found: dict[Attack, list[str]] = {}
    for number in usable:
        weapon = None if number == UNARMED else profile.weapons[number]
        shot = weapon is not None and weapon.kind == "ranged"
        bonus = attack_bonus(profile, shot)
        blows = "/".join(map(print_damage, blows_of(rulings, profile, number)))
        named = f"{'bare hands' if weapon is None else weapon.name} {blows}"
        found.setdefault(Attack(bonus, attack_defense(profile, rulings, shot, bonus)), []).append(named)
    return found


def _strikes(asking: Asking, attack: Attack, weapons: Sequence[str]) -> NumberTable:
    """The chances of an attack against every armor, and the least face for whoever rolls."""
    state = asking.state
    roller = who_rolls(state.rulings, asking.profile, asking.other)
    armors = [(armor_defense(state.profiles[n], state.conditions[n], state.rulings), n) for n in asking.foes]
    here = at_hand((armor, state.profiles[n].name) for armor, n in armors)

    def row(armor: int) -> NumberRow:
        hit, helped = (
            hit_chance(attack.bonus, armor, attack.defense, ANY, edge, roller, 0, state.rulings, asking.odds)
            for edge in (0, 1)
        )
        face = least_face(hit if roller == "attacker" else 1 - hit)
        return NumberRow(at=str(armor), cells=(_or_more(face), str(hit), str(helped)), here=here.get(armor, ""))

    who = "You strike" if asking.yours else f"{asking.profile.name} strikes"
    rolled = f"d20 {signed(attack.bonus)}, greater than their armor hits"
    if roller == "defender":
        rolled = f"they roll d20 and their armor bonus, greater than {attack.defense} is safe"
    return NumberTable(
        caption=f"{who}: {rolled}. {', '.join(weapons).capitalize()}.",
        heads=("their armor", "face" if roller == "attacker" else "safe on", "hits", "with advantage"),
        chances=(1, 2),
        rows=tuple(map(row, _with(ARMORS, here))),
    )


# To be struck


def _struck(asking: Asking) -> NumberTable:
    """How often attacks with every bonus hit this fighter, and the least face with which it is safe if it rolls."""
    state = asking.state
    armor = armor_defense(asking.profile, state.conditions[asking.fighter], state.rulings)
    roller = who_rolls(state.rulings, asking.other, asking.profile)
    here = at_hand((bonus, state.profiles[n].name) for n in asking.foes for bonus in _bonuses(state, n))

    def row(bonus: int) -> NumberRow:
        hit, safe = (
            hit_chance(bonus, armor, bonus + 10, ANY, 0, rolling, 0, state.rulings, asking.odds)
            for rolling in (roller, "defender")
        )
        return NumberRow(at=f"{bonus:+}", cells=(str(hit), _or_more(least_face(1 - safe))), here=here.get(bonus, ""))

    yours = asking.yours
    who = "You are struck" if yours else f"{asking.profile.name} is struck"
    rolled = f"their d20 and bonus, greater than {armor} hits; or the defender rolls d20 {signed(armor - 10)}"
    return NumberTable(
        caption=f"{who}: {rolled}.",
        heads=("their bonus", "hits you" if yours else "hits", "you roll, safe on" if yours else "rolls, safe on"),
        chances=(0,),
        rows=tuple(map(row, _with(ATTACKS, here))),
    )


def _bonuses(state: State, foe: int) -> set[int]:
    """The bonuses with which a foe attacks, whose attack defense is the usual one."""
    profile, rulings = state.profiles[foe], state.rulings
    ways = {weapon.kind == "ranged" for weapon in profile.weapons} or {False}
    bonuses = {shot: attack_bonus(profile, shot) for shot in ways}
    return {bonus for shot, bonus in bonuses.items() if attack_defense(profile, rulings, shot, bonus) == bonus + 10}


def _with(usual: range, more: Iterable[int]) -> list[int]:
    return sorted({*usual, *more})


def _or_more(face: int | None) -> str:
    return "never" if face is None else "always" if face == 1 else f"{face}+"
