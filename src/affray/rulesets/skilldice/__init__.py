"""Skill dice (Jeff Adams, CC BY 4.0): Body, Mind and Soul; both roll, and what is left is the ceiling on the die."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any

from affray.dice import Seat
from affray.rules import Notation, Outcome, Ruleset, Standing
from affray.rulesets.skilldice.candidates import candidates, to_act
from affray.rulesets.skilldice.commands import Command, issuer
from affray.rulesets.skilldice.effects import evolve
from affray.rulesets.skilldice.events import Event
from affray.rulesets.skilldice.formulas import FORMULAS, ROLLS
from affray.rulesets.skilldice.procedures import apply, perform
from affray.rulesets.skilldice.questions import RULINGS
from affray.rulesets.skilldice.rulings import by_slug
from affray.rulesets.skilldice.state import State, sides_of
from affray.rulesets.skilldice.tactics import STANDING_ORDERS, TACTICS
from affray.rulesets.skilldice.turns import next_to_act

if TYPE_CHECKING:
    from affray.rules import Repertoire, Showing
    from affray.rules.machines import Machine

VERSION = "1"


def _setup(root: Any, chosen: Mapping[str, str]) -> State:
    from affray.rulesets.skilldice.fightfile import setup  # noqa: PLC0415 - formulas alone need no files

    return setup(root, chosen)


def _side(state: State, seat: Seat) -> str:
    return state.profiles[seat].side if isinstance(seat, int) else seat


def _check(state: State) -> str | None:
    from affray.rulesets.skilldice.checking import check  # noqa: PLC0415 - only what comes from outside is checked

    return check(state)


def _outcome(state: State) -> Outcome | None:
    return Outcome(state.winner) if state.over else None


def _round(state: State) -> int:
    return state.round


def _standings(state: State) -> tuple[Standing, ...]:
    from affray.rulesets.skilldice.view import standings  # noqa: PLC0415

    return standings(state)


def _chosen(state: State) -> Mapping[str, str]:
    return by_slug(state.rulings)


def _show(state: State) -> str:
    from affray.rulesets.skilldice.notation import print_position  # noqa: PLC0415 - few commands show a position

    return print_position(state)


def _read(text: str) -> State:
    from affray.rulesets.skilldice.notation import parse_position  # noqa: PLC0415

    return parse_position(text)


def _publish(state: State, event: Event) -> Mapping[str, Any] | None:
    from affray.rulesets.skilldice.view import publish  # noqa: PLC0415

    return publish(state, event)


def _view(state: State, seat: Seat) -> Any:
    from affray.rulesets.skilldice.view import view  # noqa: PLC0415

    return view(state, seat)


def _glance(before: State, after: State) -> tuple[tuple[str, int | bool], ...]:
    from affray.rulesets.skilldice.view import glance  # noqa: PLC0415

    return glance(before, after)


def _phrase(state: State, command: Command) -> str:
    from affray.rulesets.skilldice.phrases import phrase  # noqa: PLC0415

    return phrase(state, command)


def _narrate(before: State, rolls: Any, events: Any) -> list[str]:
    from affray.rulesets.skilldice.narrate import narrate  # noqa: PLC0415

    return narrate(before, rolls, events)


def _lump(state: State, tactics: Mapping[str, str]) -> Hashable:
    from affray.rulesets.skilldice.lump import lump  # noqa: PLC0415

    return lump(state, tactics)


def _repertoires() -> Mapping[str, Repertoire[State, Command]]:
    from affray.rulesets.skilldice.repertoire import REPERTOIRES  # noqa: PLC0415 - only solving chooses

    return REPERTOIRES


def _machine(state: State, tactics: Mapping[str, str]) -> Machine[State]:
    from affray.rulesets.skilldice.machine import machine  # noqa: PLC0415 - one fight needs none

    return machine(state, tactics)


def _clauses() -> Mapping[str, str]:
    from affray.rulesets.skilldice.pages import clauses  # noqa: PLC0415

    return clauses()


def _functions() -> tuple[Callable[..., Any], ...]:
    from affray.rulesets.skilldice.pages import functions  # noqa: PLC0415

    return functions()


def _content() -> Mapping[str, str]:
    from affray.rulesets.skilldice import content  # noqa: PLC0415

    return content.texts()


def _showing() -> Showing[State, Command]:
    from affray.rulesets.skilldice.showing import showing  # noqa: PLC0415 - only a live table draws

    return showing


ruleset: Ruleset[State, Command, Event] = Ruleset(
    id="skilldice",
    version=VERSION,
    title="Skill dice",
    state=State,
    command=Command,
    event=Event,
    rulings=RULINGS,
    formulas=FORMULAS,
    rolls=ROLLS,
    tactics=TACTICS,
    standing_orders=STANDING_ORDERS,
    clauses=_clauses,
    functions=_functions,
    content=_content,
    setup=_setup,
    sides=sides_of,
    contenders=sides_of,
    side=_side,
    to_act=to_act,
    next_to_act=next_to_act,
    issuer=issuer,
    candidates=candidates,
    apply=apply,
    perform=perform,
    evolve=evolve,
    outcome=_outcome,
    round=_round,
    standings=_standings,
    chosen=_chosen,
    check=_check,
    notation=Notation(_show, _read),
    publish=_publish,
    view=_view,
    phrase=_phrase,
    narrate=_narrate,
    glance=_glance,
    lump=_lump,
    machine=_machine,
    repertoires=_repertoires,
    showing=_showing,
)
