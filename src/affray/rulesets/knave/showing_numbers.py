"""The numbers of a command before it is given: found by carrying it out with dice that do not matter, and reading off.

So no rule is written twice. A number stands in the words only where the seat may know it.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray.dice import Seat
from affray.play import Play
from affray.rules.trial import MiddleDice
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.damage import print_damage
from affray.rulesets.knave.effects import evolve
from affray.rulesets.knave.events import Attacked, Event, SpellCast, Stunted
from affray.rulesets.knave.formulas import defenders_edge
from affray.rulesets.knave.procedures import apply
from affray.rulesets.knave.showing_dice import damage_of
from affray.rulesets.knave.showing_scene import reads, sees_all
from affray.rulesets.knave.state import UNCONSCIOUS, State
from affray.rulesets.knave.telling import signed
from affray.rulesets.knave.view import troubles

Try: TypeAlias = Attacked | Stunted | SpellCast

D20S = {1: "better of two d20,", 0: "d20", -1: "worse of two d20,"}
HIT_ROLLS = {"attack.d20", "defense.d20"}


class Trial(NamedTuple):
    """What an attack, a stunt or a spell would be rolled with, and whether it is rolled for at all."""

    event: Try
    rolled: bool


class Asking(NamedTuple):
    """What a command is shown for: the state, and the seat that sees it."""

    state: State
    seat: Seat

    def knows(self, fighter: int) -> bool:
        """Whether this seat knows the fighter's numbers."""
        return reads(self.state, self.seat, fighter)


def tried(state: State, command: c.Command) -> Trial | None:
    """What a command would be rolled with; None for one that is forbidden, or that rolls for nothing of the kind."""
    dice, events = MiddleDice(), list[Event]()
    if apply(Play(state, dice, evolve, events), command) is not None:
        return None
    event = next((one for one in events if isinstance(one, Try)), None)
    return None if event is None else Trial(event, not isinstance(event, Attacked) or bool(HIT_ROLLS & dice.asked))


def attacks_in(state: State, command: c.Command) -> list[Attacked]:
    """The attacks that are rolled for in a command, in their order; none in one that is forbidden."""
    dice, events = MiddleDice(), list[Event]()
    forbidden = apply(Play(state, dice, evolve, events), command) is not None
    return [] if forbidden or not HIT_ROLLS & dice.asked else [one for one in events if isinstance(one, Attacked)]


def blow_in_numbers(asking: Asking, event: Attacked, rolled: bool) -> str:
    """An attack in numbers: "off balance: better of two d20, + 2 against 13, d8"."""
    state = asking.state
    if not rolled:
        told = "no roll is needed"
    elif event.roller == "attacker":
        told = _rolling(D20S[event.edge], event.bonus if asking.knows(event.attacker) else None)
        told += f" against {event.armor}" if asking.knows(event.target) else ""
    else:
        edge = defenders_edge(event.edge, state.rulings.attack)
        told = f"{state.profiles[event.target].name} defends: "
        told += _rolling(D20S[edge], event.armor - 10 if asking.knows(event.target) else None)
        told += f" against {event.against}" if asking.knows(event.attacker) else ""
    if asking.knows(event.attacker):
        told += f", {print_damage(damage_of(state, event.attacker, event.weapon, dirty=event.dirty))}"
    told += " and one die more, the ideal weapon" if event.ideal and sees_all(asking.seat) else ""
    told += "; walks up" if event.closes else ""
    return _on_grounds(state, event.target, event.edge) + told


def _rolling(dice: str, bonus: int | None) -> str:
    return f"{dice} {signed(bonus)}" if bonus else dice.rstrip(",")


def _on_grounds(state: State, target: int, edge: int) -> str:
    """What the advantage comes from, as far as one can see it."""
    condition = state.conditions[target]
    words = [*troubles(condition), *(["unconscious"] if condition.fate == UNCONSCIOUS else [])]
    return f"{', '.join(words)}: " if edge > 0 and words else ""


def contest_in_numbers(asking: Asking, event: Stunted | SpellCast) -> str:
    """A stunt or a spell in numbers: "d20 + 2 against 11"."""
    actor = event.actor if isinstance(event, Stunted) else event.caster
    state = asking.state
    if event.roller == "attacker":
        told = _rolling(D20S[event.edge], event.bonus if asking.knows(actor) else None)
        told += f" against {event.defense}" if asking.knows(event.target) else ""
    else:
        edge = defenders_edge(event.edge, state.rulings.attack)
        told = f"{state.profiles[event.target].name} resists: "
        told += _rolling(D20S[edge], event.defense - 10 if asking.knows(event.target) else None)
        told += f" against {event.bonus + 10}" if asking.knows(actor) else ""
    return _on_grounds(state, event.target, event.edge) + told
