"""A fight of two sides in turn as the exact program for such fights takes it, and what that program does not play.

Nothing is told a second time here but that everybody attacks once a round in the side's order: odds are asked of the
attack's formula with the inputs that the engine gives it, and what follows from a blow is told by the engine itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec.structs import replace

from affray.errors import Unsupported
from affray.play import Play
from affray.rules.machines import BEST, Question
from affray.rules.two_sides import Side, TwoSides, Wear
from affray.rulesets.knave import formulas
from affray.rulesets.knave.attacking import bare_hands, edge_over, means_of, suits
from affray.rulesets.knave.effects import evolve
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.harm import armor_defense, breakable
from affray.rulesets.knave.morale import hirelings
from affray.rulesets.knave.procedures import order_of_round, surprised
from affray.rulesets.knave.settling import fate_at
from affray.rulesets.knave.sides_after import Asked, Morale
from affray.rulesets.knave.sides_wear import worn_armor, worn_weapons
from affray.rulesets.knave.space import HELPLESS
from affray.rulesets.knave.state import (
    COMING,
    DEAD,
    FOES,
    PARTY,
    UNARMED,
    UNCONSCIOUS,
    UP,
    Condition,
    Profile,
    State,
    side_name,
    usable,
)
from affray.rulesets.knave.tactics_turn import loaded
from affray.rulesets.knave.turns import turns_left

TACTICS: Final = {"first": "first", "weakest": "weakest", "strongest": "strongest", "random": "random"}
REPERTOIRE: Final = "targets"
"""What a side that plays its best chooses from, here: whom to attack, in the roster's order."""

Blows: TypeAlias = tuple[tuple[Question | None, ...], ...]

FATES: Final = {UNCONSCIOUS: "down", DEAD: "dead"}


def two_sides(state: State, tactics: Mapping[str, str]) -> TwoSides:
    """The description of a fight under these tactics; raises `Unsupported` for what the program does not play."""
    _check(state)
    kinds = [_kinds(state, camp) for camp in (PARTY, FOES)]
    party, foes = [_side(state, camp, kinds[camp], _tactic(state, camp, tactics)) for camp in (PARTY, FOES)]
    first = Question(formulas.initiative, (), _first)
    if not any(_breaks(state, fighter) for fighter in range(len(state.profiles))):
        return TwoSides((party, foes), first, (_blows(state, PARTY, kinds), _blows(state, FOES, kinds)), state.round)
    if len(state.profiles) > 2:
        raise Unsupported("breakage")
    one, other = state.camps[PARTY][0], state.camps[FOES][0]
    (wear, blows), (their_wear, their_blows) = _worn_blows(state, one, other), _worn_blows(state, other, one)
    return TwoSides((party, foes), first, (blows, their_blows), state.round, (wear, their_wear))


def _first(initiative: formulas.Initiative) -> int:
    return FOES if initiative.enemies_first else PARTY


def _damage(blow: formulas.Blow) -> int:
    return blow.damage


def _harm(blow: formulas.Blow) -> int:
    return Wear.word(blow.damage, bool(blow.armor_quality_lost), bool(blow.weapon_quality_lost))


# What is not played


def _check(state: State) -> None:
    """Raises `Unsupported` for a state from which anything but plain attacks in melee can come."""
    kind, _ = space(state.rulings)
    found = {
        "a fight that is over": state.over,
        "the middle of a round": bool(turns_left(state)),
        "decisions that wait": bool(state.pending or state.due),
        "grants": bool(state.grants),
        "modifiers": bool(state.modifiers),
        "hirelings": bool(hirelings(state.profiles)),
        f"K74={kind}": kind != "free",
        "K39=surprise_round": not state.round and bool(surprised(state)),
    }
    for what, is_so in found.items():
        if is_so:
            raise Unsupported(what)
    for fighter, condition in enumerate(state.conditions):
        _check_fighter(state, fighter, condition)


def _check_fighter(state: State, fighter: int, condition: Condition) -> None:
    profile = state.profiles[fighter]
    if condition.fate == COMING:
        raise Unsupported("fighters who join")
    if condition.fate != UP:
        return
    if profile.hp_dice is not None and not state.round:
        raise Unsupported("K62=roll_d8")
    if condition.tripped or condition.stunned or condition.passing or condition.dropped:
        raise Unsupported("what stunts leave behind")
    if condition.fleeing:
        raise Unsupported("K72=own_turn")
    weapon = usable(state, fighter)
    if weapon == UNARMED and loaded(state, fighter) is not None:
        raise Unsupported("ranged")
    two_hands = weapon != UNARMED and profile.weapons[weapon].hands > 1
    if profile.shield and condition.shield != 0 and weapon != UNARMED and two_hands != condition.slung:
        raise Unsupported("K23")  # the shield changes hands in the fight


def _breaks(state: State, fighter: int) -> bool:
    """Whether the fighter has anything in use that can lose quality."""
    condition = state.conditions[fighter]
    if condition.fate != UP:
        return False
    weapon = usable(state, fighter)
    return bool(breakable(state.profiles[fighter], condition) or (weapon != UNARMED and condition.weapons[weapon]))


def _tactic(state: State, camp: int, tactics: Mapping[str, str]) -> str:
    """Whom the camp attacks; its sides must be of one mind."""
    chosen = {tactics[state.profiles[one].side] for one in state.camps[camp]}
    if len(chosen) > 1:
        raise Unsupported("sides of one camp with tactics of their own")
    tactic = chosen.pop()
    word, _, repertoire = tactic.partition(":")
    if word == BEST and repertoire in ("", REPERTOIRE):
        return BEST
    if tactic not in TACTICS:
        raise Unsupported(f"tactic={tactic}")
    return TACTICS[tactic]


# Who fights


def _kinds(state: State, camp: int) -> list[int]:
    """A number for each fighter of the camp: those who are alike in all but name and hit points share it.

    Of the players' side nobody's morale is asked, and half of its hit points means nothing.
    """
    numbers: dict[tuple[Profile, Condition], int] = {}
    found = []
    for fighter in state.camps[camp]:
        profile, condition = state.profiles[fighter], state.conditions[fighter]
        same = replace(profile, name="", hidden=False, joins=0, start="", hp_dice=None)
        if camp == PARTY:
            same = replace(same, kind="", max_hp=0, morale=None, leader=False)
        key = (same, replace(condition, hp=0))
        found.append(numbers.setdefault(key, len(numbers)))
    return found


def _side(state: State, camp: int, kinds: list[int], tactic: str) -> Side:
    members = state.camps[camp]
    conditions = [state.conditions[one] for one in members]
    order = order_of_round(Play(state, Asked(()), evolve)) or tuple(range(len(state.profiles)))
    rated = camp == FOES and any(state.profiles[one].morale is not None for one in members)
    return Side(
        name=side_name(state, camp),
        fighters=members,
        order=tuple([members.index(one) for one in order if one in members]),
        kinds=tuple(kinds),
        tactic=tactic,
        out=tuple(["" if one.fate == UP else FATES.get(one.fate, "fled") for one in conditions]),
        left=tuple([max(one.hp, 0) for one in conditions]),
        fates=tuple([_fates(state, one) for one in members]),
        after=Morale(state).after if rated else None,
    )


def _fates(state: State, fighter: int) -> tuple[str, str]:
    profile = state.profiles[fighter]
    return FATES[fate_at(profile, 0, state.rulings)], FATES[fate_at(profile, -1, state.rulings)]


def _blows(state: State, camp: int, kinds: list[list[int]]) -> Blows:
    """The attack of each kind of the camp on each kind of the other."""
    mine, theirs = [_one_of_each(state.camps[one], kinds[one]) for one in (camp, 1 - camp)]
    return tuple([tuple([_blow(state, attacker, target) for target in theirs]) for attacker in mine])


def _one_of_each(members: tuple[int, ...], kinds: list[int]) -> list[int]:
    return [members[kinds.index(kind)] for kind in range(max(kinds) + 1)]


def _blow(state: State, attacker: int, target: int) -> Question | None:
    """The attack as the engine would ask for it, None for one who has no way to attack."""
    profile, foe, rulings = state.profiles[attacker], state.profiles[target], state.rulings
    weapon = usable(state, attacker)
    if any(state.conditions[one].fate != UP for one in (attacker, target)):
        return None
    if HELPLESS.intersection(state.conditions[attacker].flags):
        return None
    if weapon == UNARMED and bare_hands(rulings) is None:
        return None
    means = means_of(rulings, profile, foe, weapon, False)
    if len(means.blows) > 1:
        raise Unsupported("routine")
    ideal = suits(profile, foe, weapon) if means.ideal is None else means.ideal
    armor = armor_defense(foe, state.conditions[target], rulings)
    edge = edge_over(state, attacker, target)
    quality = 0 if weapon == UNARMED else state.conditions[attacker].weapons[weapon] or 0
    inputs = (means.bonus, armor, means.blows[0], edge, ideal, means.roller, means.against, quality, rulings.attack)
    return Question(formulas.attack, inputs, _damage)


# A duel in which gear breaks


def _worn_blows(state: State, attacker: int, target: int) -> tuple[tuple[int, int], Blows]:
    """How much the target's armor and the attacker's weapons can be worn, and the attack for each way they can be."""
    armors, weapons = worn_armor(state, attacker, target), worn_weapons(state, attacker)
    found = []
    for mine in weapons:
        row = []
        for theirs in armors:
            conditions = list(state.conditions)
            conditions[attacker], conditions[target] = mine, theirs
            question = _blow(replace(state, conditions=tuple(conditions)), attacker, target)
            row.append(None if question is None else question._replace(word=_harm))
        found.append(tuple(row))
    return (len(armors), len(weapons)), tuple(found)
