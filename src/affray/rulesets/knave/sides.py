"""A fight of two sides in turn as the exact program for such fights takes it, and what that program does not play.

Nothing is told a second time here but that everybody attacks once a round in the side's order: odds are asked of the
attack's formula with the inputs that the engine gives it, and what follows from a blow is told by the engine itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from affray.dice import REFEREE, Formula, Roll, Seat, Why
from affray.errors import Unsupported
from affray.play import Play
from affray.rules.machines import BEST, Question
from affray.rules.two_sides import Points, Side, Turn, TwoSides
from affray.rulesets.knave import formulas
from affray.rulesets.knave.attacking import bare_hands, edge_over, means_of, suits
from affray.rulesets.knave.effects import evolve
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.harm import armor_defense, breakable
from affray.rulesets.knave.morale import hirelings
from affray.rulesets.knave.procedures import order_of_round, perform, surprised
from affray.rulesets.knave.settling import fate_at, settle
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
from affray.rulesets.knave.tactics import referee
from affray.rulesets.knave.tactics_turn import loaded
from affray.rulesets.knave.turns import turns_left

TACTICS: Final = {"first": "first", "weakest": "weakest", "strongest": "strongest", "random": "random"}
REPERTOIRE: Final = "targets"
"""What a side that plays its best chooses from, here: whom to attack, in the roster's order."""

FATES: Final = {UNCONSCIOUS: "down", DEAD: "dead"}


def two_sides(state: State, tactics: Mapping[str, str]) -> TwoSides:
    """The description of a fight under these tactics; raises `Unsupported` for what the program does not play."""
    _check(state)
    kinds = [_kinds(state, camp) for camp in (PARTY, FOES)]
    party, foes = [_side(state, camp, kinds[camp], _tactic(state, camp, tactics)) for camp in (PARTY, FOES)]
    first = Question(formulas.initiative, (), _first)
    return TwoSides((party, foes), first, (_blows(state, PARTY, kinds), _blows(state, FOES, kinds)), state.round)


def _first(initiative: formulas.Initiative) -> int:
    return FOES if initiative.enemies_first else PARTY


def _damage(blow: formulas.Blow) -> int:
    return blow.damage


def _holds(morale: formulas.Morale) -> int:
    return int(morale.holds)


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
    if breakable(profile, condition) or (weapon != UNARMED and condition.weapons[weapon]):
        raise Unsupported("breakage")
    two_hands = weapon != UNARMED and profile.weapons[weapon].hands > 1
    if profile.shield and condition.shield != 0 and weapon != UNARMED and two_hands != condition.slung:
        raise Unsupported("K23")  # the shield changes hands in the fight


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
    order = order_of_round(Play(state, _Asked(()), evolve)) or tuple(range(len(state.profiles)))
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
        after=_Morale(state).after if rated else None,
    )


def _fates(state: State, fighter: int) -> tuple[str, str]:
    profile = state.profiles[fighter]
    return FATES[fate_at(profile, 0, state.rulings)], FATES[fate_at(profile, -1, state.rulings)]


def _blows(state: State, camp: int, kinds: list[list[int]]) -> tuple[tuple[Question | None, ...], ...]:
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
    inputs = (means.bonus, armor, means.blows[0], edge, ideal, means.roller, means.against, 0, rulings.attack)
    return Question(formulas.attack, inputs, _damage)


# What follows from a blow


class _Asked:
    """Dice that answer morale rolls with what they are given, and note what was asked beyond that."""

    def __init__(self, answers: tuple[bool, ...]) -> None:
        self.roles: Mapping[str, Seat] = {}
        self.answers = answers
        self.asked: list[Question] = []

    def roll(self, roll: Roll, why: Why) -> int:
        raise AssertionError(f"{why.name} is rolled outside of a formula")

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        raise AssertionError(f"{why.name} is rolled outside of a formula")

    def resolve(self, formula: Formula[..., Any], *inputs: Any, **named: Any) -> Any:
        if formula is formulas.order:
            raise Unsupported("K40=random")
        if formula is not formulas.morale:
            raise AssertionError(f"{formula.name} is asked where only morale can be")
        at = len(self.asked)
        self.asked.append(Question(formula, inputs, _holds))
        return formulas.Morale(self.answers[at] if at < len(self.answers) else True)


class _Morale:
    """What the engine makes of a blow at one of the foes."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.members = state.camps[FOES]
        self.kept = [(state.checked, state.starting)]
        self.known: dict[tuple[Points, int, int], tuple[Turn, ...]] = {}

    def after(self, points: Points, memory: int, fighter: int) -> tuple[Turn, ...]:
        """Every way that things may turn, as `Side.after` says."""
        # Of those who were not hit it does not matter how much is left to them.
        standing = tuple([left if place == fighter else min(left, 1) for place, left in enumerate(points)])
        key = (standing, memory, fighter)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = tuple(self._ways(standing, memory, fighter))
        return tuple([one._replace(points=_with(one.points, points)) for one in found])

    def _ways(self, points: Points, memory: int, fighter: int) -> Iterator[Turn]:
        conditions = list(self.state.conditions)
        for place, one in enumerate(self.members):
            conditions[one] = self._condition(conditions[one], points[place], place == fighter)
        checked, starting = self.kept[memory]
        # In the middle of a round, so that what waits for its end is seen to wait.
        before = replace(
            self.state,
            conditions=tuple(conditions),
            checked=checked,
            starting=starting,
            first=PARTY,
            acted=(),
            turn=None,
        )
        waiting: list[tuple[bool, ...]] = [()]
        while waiting:
            dice = _Asked(waiting.pop())
            play = Play(before, dice, evolve)
            settle(play, (self.members[fighter],))
            while play.state.pending:
                perform(play, referee(play.state, REFEREE, dice))
            given = dice.answers + (True,) * (len(dice.asked) - len(dice.answers))
            for at in range(len(dice.answers), len(given)):
                waiting.append((*given[:at], False))
            asked = tuple(zip(dice.asked, map(int, given), strict=True))
            yield Turn(asked, *self._read(play.state))

    def _condition(self, condition: Condition, points: int, is_hit: bool) -> Condition:
        """The fighter with these points; one who is hit has not been found to be down yet."""
        if condition.fate != UP:
            return condition
        if is_hit or points > 0:
            return replace(condition, hp=points)
        return replace(condition, hp=-points, fate="fled" if points < 0 else UNCONSCIOUS)

    def _read(self, state: State) -> tuple[Points, int]:
        """What is left, and the number of what is kept in mind."""
        if state.due:
            raise Unsupported("K70=end_of_round")
        points = []
        for one in self.members:
            condition = state.conditions[one]
            if condition.fleeing:
                raise Unsupported("K72=own_turn")
            up, fled = condition.fate == UP, condition.fate == "fled" and self.state.conditions[one].fate == UP
            points.append(condition.hp if up else -condition.hp if fled else 0)
        kept = (state.checked, state.starting)
        if kept not in self.kept:
            self.kept.append(kept)
        return tuple(points), self.kept.index(kept)


def _with(standing: Points, points: Points) -> Points:
    """Who is up, who is down and who has run, with the points that they have."""
    return tuple(
        [abs(left) if one > 0 else -abs(left) if one < 0 else 0 for one, left in zip(standing, points, strict=True)]
    )
