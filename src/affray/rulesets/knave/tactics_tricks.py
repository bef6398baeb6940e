"""Tricks of a tactic: stunts, fighting dirty, spells. Each makes another command of the one of a plain turn."""

from __future__ import annotations

from affray.rulesets.knave.attacking import edge_over, grounds
from affray.rulesets.knave.commands import Attack, Cast, Command, Pass, Stunt, StuntKind
from affray.rulesets.knave.legality import forbids, stunt_comes_first
from affray.rulesets.knave.space import is_adjacent
from affray.rulesets.knave.state import UNARMED, UP, Effect, State, Turn, ability_bonus, usable
from affray.rulesets.knave.stunts import HOUSE_TABLE, advantage_only, in_hand, needs_reach, resisting
from affray.rulesets.knave.tactics_turn import closing, is_shot, loaded, slinging, standing, within_reach

LEAVES: dict[StuntKind, str] = {
    "stun": "stunned",
    "disarm": "disarmed",
    "trip": "off_balance",
    "distract": "distracted",
}
"""The stunts that a tactic tries and what they leave a foe; first what costs it most: action, weapon, move, nothing."""


def stunting(state: State, seat: int, command: Command) -> Command:
    """The first foe still standing: stunts until there is advantage, then an attack."""
    if isinstance(command, Attack) and stunts_reach(state, command):
        target = command.target
        if grounds(state, target) or edge_over(state, seat, target) > 0:
            return command
        # One who is stunned loses its action, and is at no disadvantage.
        kinds = [kind for kind in worsening(state, target) if kind != "stun" or advantage_only(state.rulings)]
        return best_stunt(state, seat, target, kinds) or command
    if isinstance(command, Pass):  # there is nothing to attack with (K17)
        foes = within_reach(state, seat)
        if not foes:
            return closing(state, seat)
        return best_stunt(state, seat, foes[0], worsening(state, foes[0])) or command
    return command


def dirty_fighting(state: State, seat: int, command: Command) -> Command:
    """The first foe still standing: with advantage an attack and a stunt in one turn."""
    if not isinstance(command, Attack) or not stunts_reach(state, command):
        return command
    stunt = best_stunt(state, seat, command.target, worsening(state, command.target), dirty=True)
    if stunt is None or stunt_comes_first(state.rulings):
        return stunt or command
    half = Attack(seat, command.target, command.weapon, dirty=True)
    return half if forbids(state, half) is None else command


def other_half(state: State, seat: int, turn: Turn) -> Command:
    """What is still owed of fighting dirty; against a foe who is down or out of reach it is let go."""
    target = turn.against
    if target is None or state.conditions[target].fate != UP:
        return Pass(seat)
    if turn.owed == "attack":
        ready = (usable(state, seat), loaded(state, seat), UNARMED)
        attacks = [Attack(seat, target, weapon, dirty=True) for weapon in ready if weapon is not None]
    else:
        # What is left of a routine comes before the stunt, which ends the turn.
        attacks = [Attack(seat, target, turn.weapon, dirty=True)] if turn.blow else []
    for attack in attacks:
        if forbids(state, attack) is None:
            return attack
    return best_stunt(state, seat, target, worsening(state, target), dirty=True) or Pass(seat)


def casting(state: State, seat: int, command: Command) -> Command:
    """Each spell once, on the first foe standing that it affects; then as first."""
    for number, spell in enumerate(state.profiles[seat].spells):
        foes = standing(state, seat) if number not in state.conditions[seat].cast else ()
        target = next((foe for foe in foes if does_something(state, seat, foe, spell.on_fail)), None)
        if target is not None:
            blocked = forbids(state, Cast(seat, target, number))
            if blocked is None:
                return Cast(seat, target, number)
            if blocked.code == "hands":
                return slinging(state, seat)
    return command


# What is worth trying


def stunts_reach(state: State, attack: Attack) -> bool:
    """Whether a stunt against the target of the attack asks for no step that the attack does not: a shot has none."""
    return not needs_reach(state.rulings) or not is_shot(state, attack)


def worsening(state: State, target: int) -> list[StuntKind]:
    """The stunts that leave the target at a disadvantage which it is not in yet, or without its next action."""
    known = ways(state, target)
    if advantage_only(state.rulings):
        return [] if "off_balance" in known else list(HOUSE_TABLE)
    return [kind for kind, left in LEAVES.items() if left not in known]


def ways(state: State, target: int) -> set[str]:
    """In which ways the target is the worse for it already."""
    one = state.conditions[target]
    known = {*one.flags, *one.passing}
    if one.tripped:
        known.add("off_balance")
    if one.stunned:
        known.add("stunned")
    return known


def best_stunt(state: State, seat: int, target: int, kinds: list[StuntKind], *, dirty: bool = False) -> Stunt | None:
    """The stunt of these with the best chance, of equals the first; None where none has any or is allowed."""

    def margin(kind: StuntKind) -> int:
        ability, against = HOUSE_TABLE[kind]
        return 20 + ability_bonus(state.profiles[seat], ability) - resisting(state, target, against)

    stunts = [Stunt(seat, target, kind, dirty) for kind in sorted(kinds, key=margin, reverse=True) if margin(kind) > 0]
    return next((stunt for stunt in stunts if forbids(state, stunt) is None), None)


def does_something(state: State, caster: int, target: int, effect: Effect) -> bool:
    """Whether a spell with this effect changes anything for one who does not resist it."""
    match effect.kind:
        case "stun":
            return "stunned" not in ways(state, target)
        case "disarm":
            return "disarmed" not in ways(state, target) and in_hand(state, target) != UNARMED
        case "off_balance" | "distracted":
            return effect.kind not in ways(state, target)
        case "flee":
            return not state.conditions[target].fleeing
        case "shove":
            return is_adjacent(state, caster, target)
    return effect.kind != "none"  # what that one does only the referee can say
