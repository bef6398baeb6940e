"""Knave (Ben Milton, CC BY 4.0): d20 + bonus against armor, group initiative, gear that breaks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any

from affray.dice import Seat
from affray.rules import Notation, Outcome, Ruleset, Standing
from affray.rulesets.knave.candidates import candidates
from affray.rulesets.knave.commands import Command, issuer
from affray.rulesets.knave.effects import evolve
from affray.rulesets.knave.events import Event
from affray.rulesets.knave.formulas import FORMULAS, ROLLS
from affray.rulesets.knave.formulas_creation import CREATION_FORMULAS, CREATION_ROLLS
from affray.rulesets.knave.formulas_growth import GROWTH_FORMULAS, GROWTH_ROLLS
from affray.rulesets.knave.procedures import apply, perform
from affray.rulesets.knave.questions import RULINGS
from affray.rulesets.knave.rulings import by_slug
from affray.rulesets.knave.state import State, side_name
from affray.rulesets.knave.tactics import STANDING_ORDERS, TACTICS
from affray.rulesets.knave.turns import next_to_act, to_act

if TYPE_CHECKING:
    from affray.rules import Answer, Characters, Conversion, Repertoire, Showing
    from affray.rules.machines import Machine
    from affray.rules.two_sides import TwoSides

VERSION = "1"


def _setup(root: Any, chosen: Mapping[str, str]) -> State:
    from affray.rulesets.knave.fightfile import setup  # noqa: PLC0415 - formulas alone need no files

    return setup(root, chosen)


def _sides(state: State) -> tuple[str, ...]:
    return tuple(dict.fromkeys(profile.side for profile in state.profiles))


def _side(state: State, seat: Seat) -> str:
    return state.profiles[seat].side if isinstance(seat, int) else seat


def _check(state: State) -> str | None:
    from affray.rulesets.knave.checking import check  # noqa: PLC0415 - only what comes from outside is checked

    return check(state)


def _outcome(state: State) -> Outcome | None:
    return Outcome(state.winner) if state.over else None


def _round(state: State) -> int:
    return state.round


def _contenders(state: State) -> tuple[str, ...]:
    return tuple(side_name(state, camp) for camp in range(2))


def _standings(state: State) -> tuple[Standing, ...]:
    from affray.rulesets.knave.view import standings  # noqa: PLC0415

    return standings(state)


def _chosen(state: State) -> Mapping[str, str]:
    return by_slug(state.rulings)


def _show(state: State) -> str:
    from affray.rulesets.knave.notation import print_position  # noqa: PLC0415 - few commands show or take a position

    return print_position(state)


def _read(text: str) -> State:
    from affray.rulesets.knave.notation import parse_position  # noqa: PLC0415

    return parse_position(text)


def _publish(state: State, event: Event) -> Mapping[str, Any] | None:
    from affray.rulesets.knave.view import publish  # noqa: PLC0415

    return publish(state, event)


def _view(state: State, seat: Seat) -> Any:
    from affray.rulesets.knave.view import view  # noqa: PLC0415

    return view(state, seat)


def _glance(before: State, after: State) -> tuple[tuple[str, int | bool], ...]:
    from affray.rulesets.knave.view import glance  # noqa: PLC0415

    return glance(before, after)


def _phrase(state: State, command: Command) -> str:
    from affray.rulesets.knave.phrases import phrase  # noqa: PLC0415

    return phrase(state, command)


def _narrate(before: State, rolls: Any, events: Any) -> list[str]:
    from affray.rulesets.knave.narrate import narrate  # noqa: PLC0415

    return narrate(before, rolls, events)


def _lump(state: State, tactics: Mapping[str, str]) -> Hashable:
    from affray.rulesets.knave.lump import lump  # noqa: PLC0415

    return lump(state, tactics)


def _machine(state: State, tactics: Mapping[str, str]) -> Machine[State]:
    from affray.rulesets.knave.machine import machine  # noqa: PLC0415 - only sampling and large exact answers need it

    return machine(state, tactics)


def _two_sides(state: State, tactics: Mapping[str, str]) -> TwoSides:
    from affray.rulesets.knave.sides import two_sides  # noqa: PLC0415 - only whole fights are described

    return two_sides(state, tactics)


def _repertoires() -> Mapping[str, Repertoire[State, Command]]:
    from affray.rulesets.knave.repertoire import REPERTOIRES  # noqa: PLC0415 - only solving chooses

    return REPERTOIRES


def _convert(
    content: bytes, name: str, rulings: Mapping[str, str], answers: tuple[Answer, ...] = (), source: str = ""
) -> Conversion:
    from affray.rulesets.knave.convert import convert  # noqa: PLC0415

    return convert(content, name, rulings, answers, source)


def _clauses() -> Mapping[str, str]:
    from affray.rulesets.knave.pages import clauses  # noqa: PLC0415

    return clauses()


def _functions() -> tuple[Callable[..., Any], ...]:
    from affray.rulesets.knave.pages import functions  # noqa: PLC0415

    return functions()


def _content() -> Mapping[str, str]:
    from affray.rulesets.knave import content  # noqa: PLC0415

    return content.texts()


def _characters() -> Characters[Any]:
    from affray.rulesets.knave.around import characters  # noqa: PLC0415 - fights need no sheets

    return characters


def _showing() -> Showing[State, Command]:
    from affray.rulesets.knave.showing import showing  # noqa: PLC0415 - only a live table draws

    return showing


ruleset: Ruleset[State, Command, Event] = Ruleset(
    id="knave",
    version=VERSION,
    title="Knave",
    state=State,
    command=Command,
    event=Event,
    rulings=RULINGS,
    formulas=FORMULAS | GROWTH_FORMULAS | CREATION_FORMULAS,
    rolls=(*ROLLS, *GROWTH_ROLLS, *CREATION_ROLLS),
    tactics=TACTICS,
    standing_orders=STANDING_ORDERS,
    clauses=_clauses,
    functions=_functions,
    content=_content,
    setup=_setup,
    sides=_sides,
    contenders=_contenders,
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
    two_sides=_two_sides,
    repertoires=_repertoires,
    convert=_convert,
    characters=_characters,
    showing=_showing,
)
