"""d20 on a grid: actions, squares of five feet, attacks of opportunity, advantages that cancel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any

from affray.dice import Seat
from affray.rules import Notation, Outcome, Ruleset, Standing
from affray.rulesets.d20grid.candidates import candidates, to_act
from affray.rulesets.d20grid.commands import Command, issuer
from affray.rulesets.d20grid.effects import evolve
from affray.rulesets.d20grid.events import Event
from affray.rulesets.d20grid.formulas import FORMULAS, ROLLS
from affray.rulesets.d20grid.procedures import apply, perform
from affray.rulesets.d20grid.questions import RULINGS
from affray.rulesets.d20grid.rulings import by_slug
from affray.rulesets.d20grid.state import State, sides_of
from affray.rulesets.d20grid.tactics import STANDING_ORDERS, TACTICS
from affray.rulesets.d20grid.turns import next_to_act

if TYPE_CHECKING:
    from affray.rules import Showing
    from affray.rules.machines import Machine

VERSION = "1"


def _setup(root: Any, chosen: Mapping[str, str]) -> State:
    from affray.rulesets.d20grid.fightfile import setup  # noqa: PLC0415 - formulas alone need no files

    return setup(root, chosen)


def _side(state: State, seat: Seat) -> str:
    return state.profiles[seat].side if isinstance(seat, int) else seat


def _check(state: State) -> str | None:
    from affray.rulesets.d20grid.checking import check  # noqa: PLC0415 - only what comes from outside is checked

    return check(state)


def _outcome(state: State) -> Outcome | None:
    return Outcome(state.winner) if state.over else None


def _round(state: State) -> int:
    return state.round


def _standings(state: State) -> tuple[Standing, ...]:
    from affray.rulesets.d20grid.view import standings  # noqa: PLC0415

    return standings(state)


def _chosen(state: State) -> Mapping[str, str]:
    return by_slug(state.rulings)


def _show(state: State) -> str:
    from affray.rulesets.d20grid.notation import print_position  # noqa: PLC0415 - few commands show a position

    return print_position(state)


def _read(text: str) -> State:
    from affray.rulesets.d20grid.notation import parse_position  # noqa: PLC0415

    return parse_position(text)


def _publish(state: State, event: Event) -> Mapping[str, Any] | None:
    from affray.rulesets.d20grid.view import publish  # noqa: PLC0415

    return publish(state, event)


def _tells(state: State, command: Command) -> bool:
    from affray.rulesets.d20grid.view import tells  # noqa: PLC0415

    return tells(state, command)


def _view(state: State, seat: Seat) -> Any:
    from affray.rulesets.d20grid.view import view  # noqa: PLC0415

    return view(state, seat)


def _glance(before: State, after: State) -> tuple[tuple[str, int | bool], ...]:
    from affray.rulesets.d20grid.view import glance  # noqa: PLC0415

    return glance(before, after)


def _phrase(state: State, command: Command) -> str:
    from affray.rulesets.d20grid.phrases import phrase  # noqa: PLC0415

    return phrase(state, command)


def _narrate(before: State, rolls: Any, events: Any) -> list[str]:
    from affray.rulesets.d20grid.narrate import narrate  # noqa: PLC0415

    return narrate(before, rolls, events)


def _lump(state: State, tactics: Mapping[str, str]) -> Hashable:
    from affray.rulesets.d20grid.lump import lump  # noqa: PLC0415

    return lump(state, tactics)


def _machine(state: State, tactics: Mapping[str, str]) -> Machine[State]:
    from affray.rulesets.d20grid.machine import machine  # noqa: PLC0415 - only large numbers of fights need one

    return machine(state, tactics)


def _showing() -> Showing[State, Command]:
    from affray.rulesets.d20grid.showing import showing  # noqa: PLC0415 - only a table draws a fight

    return showing


def _clauses() -> Mapping[str, str]:
    from affray.rulesets.d20grid.pages import clauses  # noqa: PLC0415

    return clauses()


def _functions() -> tuple[Callable[..., Any], ...]:
    from affray.rulesets.d20grid.pages import functions  # noqa: PLC0415

    return functions()


def _content() -> Mapping[str, str]:
    from affray.rulesets.d20grid import content  # noqa: PLC0415

    return content.texts()


ruleset: Ruleset[State, Command, Event] = Ruleset(
    id="d20grid",
    version=VERSION,
    title="d20 on a grid",
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
    tells=_tells,
    view=_view,
    phrase=_phrase,
    narrate=_narrate,
    glance=_glance,
    showing=_showing,
    lump=_lump,
    machine=_machine,
)
