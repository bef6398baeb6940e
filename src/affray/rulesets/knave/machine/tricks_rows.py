"""Stunts and spells in `P`, and the rows of their contests."""

from __future__ import annotations

from typing import Literal, TypeAlias

from affray.rules.machines import Question
from affray.rulesets.knave import formulas
from affray.rulesets.knave.attacking import who_rolls
from affray.rulesets.knave.commands import StuntKind
from affray.rulesets.knave.machine import layout as at
from affray.rulesets.knave.machine.attacks import Guards
from affray.rulesets.knave.machine.gear import Gear
from affray.rulesets.knave.machine.numbers import Numbers
from affray.rulesets.knave.state import (
    Damage,
    EffectKind,
    Profile,
    Spell,
    ability_bonus,
    is_pc,
)
from affray.rulesets.knave.stunts import HOUSE_TABLE, advantage_only, resisting
from affray.rulesets.knave.tactics_tricks import LEAVES

KINDS: tuple[StuntKind, ...] = tuple(HOUSE_TABLE)
"""The stunts by their numbers."""

EFFECTS: dict[EffectKind, int] = {
    "none": at.NOTHING,
    "stun": at.STUN,
    "disarm": at.DISARM,
    "shove": at.SHOVE,
    "off_balance": at.UNBALANCE,
    "distracted": at.DISTRACT,
    "out": at.TAKE,
    "flee": at.SCARE,
    "damage": at.DAMAGE,
}

Contest: TypeAlias = tuple[int, int, Literal["attacker", "defender"]]
"""The bonus of whoever tries, the defense of whoever resists, who rolls."""


class Tricks:
    """The rows of contests; alike ones share theirs, one row without advantage and one with it."""

    def __init__(self, numbers: Numbers, gear: Gear) -> None:
        self.numbers, self.gear, self.state = numbers, gear, numbers.state
        self._known: dict[Contest, int] = {}
        classes: dict[object, int] = {}
        of = [classes.setdefault(_class(one), len(classes)) for one in self.state.profiles]
        self.examples = [of.index(number) for number in classes.values()]
        numbers.P[at.CLASSES] = len(classes)
        numbers.each(at.CLASS, of)
        tricks = numbers.features.tricks
        if at.STUNTING in tricks or at.FIGHTING_DIRTY in tricks:
            tried = [KINDS.index(kind) for kind in (KINDS if advantage_only(self.state.rulings) else LEAVES)]
            numbers.P[at.TRIED] = len(tried)
            numbers.each(at.KINDS, tried)
            numbers.table(at.STUNTS_AT, self._stunts())
        if at.CASTING in tricks:
            numbers.table(at.SPELLS_AT, self._spells())

    def _stunts(self) -> list[int]:
        """Of every kind of stunt of one class against another by how much it is better than hopeless, and its row."""
        found: list[int] = []
        pairs = zip(self.state.profiles, self.numbers.features.tricks, strict=True)
        tries = {_class(one) for one, trick in pairs if trick}
        for actor in self.examples:
            for target in self.examples:
                one, other = self.state.profiles[actor], self.state.profiles[target]
                if one.camp == other.camp or _class(one) not in tries:
                    found += [0] * (2 * len(KINDS))
                else:
                    for kind in KINDS:
                        found += self._stunt(actor, target, kind)
        return found

    def _stunt(self, actor: int, target: int, kind: StuntKind) -> tuple[int, int]:
        ability, against = HOUSE_TABLE[kind]
        one, other = self.state.profiles[actor], self.state.profiles[target]
        bonus = ability_bonus(one, ability)
        if against == "armor":
            return 20 + bonus, self._sundering(one, bonus, self.gear.attacks.guards[other.camp])
        defense = resisting(self.state, target, against)
        return 20 + bonus - defense, self._contest((bonus, defense, who_rolls(self.state.rulings, one, other)))

    def _sundering(self, actor: Profile, bonus: int, guards: Guards) -> int:
        """The first row of contests against every guard of the other side."""
        rulings, reading = self.state.rulings, self.state.rulings.attack

        def ask(place: int) -> Question:
            guard = guards.list[place // 2]
            roller = who_rolls(rulings, actor, guards.kinds[guard.kind])
            return Question(formulas.contest, (bonus, guard.defense, place % 2, roller, reading), _succeeds)

        return self.numbers.questions.add(2 * len(guards.list), ask)

    def _contest(self, contest: Contest) -> int:
        if contest not in self._known:
            bonus, defense, roller = contest
            reading = self.state.rulings.attack
            self._known[contest] = self.numbers.questions.add(
                2, lambda edge: Question(formulas.contest, (bonus, defense, edge, roller, reading), _succeeds)
            )
        return self._known[contest]

    def _spells(self) -> list[int]:
        """Of every spell what it does, the row of its damage, and that of the contest against each class."""
        found: list[int] = []
        firsts, number = [], 0
        damages: dict[Damage, int] = {}
        for one, trick in zip(self.state.profiles, self.numbers.features.tricks, strict=True):
            firsts.append(number)
            if trick == at.CASTING:
                number += len(one.spells)
                for spell in one.spells:
                    found += [EFFECTS[spell.on_fail.kind], self._damage(spell, damages), *self._resisted(one, spell)]
        numbers = self.numbers
        numbers.each(at.FIRST_SPELL, firsts)
        casters = zip(self.state.profiles, numbers.features.tricks, strict=True)
        numbers.each(at.SPELLS, [len(one.spells) if trick == at.CASTING else 0 for one, trick in casters])
        return found

    def _damage(self, spell: Spell, known: dict[Damage, int]) -> int:
        damage = spell.on_fail.damage
        if damage is None:
            return 0
        if damage not in known:
            known[damage] = self.numbers.questions.add(
                1, lambda place: Question(formulas.effect_damage, (damage,), int)
            )
        return known[damage]

    def _resisted(self, caster: Profile, spell: Spell) -> list[int]:
        bonus, rows = ability_bonus(caster, "int"), []
        for example in self.examples:
            target = self.state.profiles[example]
            if target.camp == caster.camp:
                rows.append(0)
            else:
                defense = 10 + ability_bonus(target, spell.save)
                rows.append(self._contest((bonus, defense, who_rolls(self.state.rulings, caster, target))))
        return rows


def _class(profile: Profile) -> object:
    """What the odds of stunts and spells depend on but for armor."""
    return profile.camp, profile.bonuses, profile.level, is_pc(profile)


def _succeeds(found: formulas.Save) -> int:
    return int(found.success)
