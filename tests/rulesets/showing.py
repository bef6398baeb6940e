"""Helpers for tests of what a table draws: what is told as plain lines, and what a player is shown as one value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, get_args

from affray.dice import Seat
from affray.fight import AnyRuleset
from affray.interpret.every import outcomes
from affray.rules.showing import Card, Choice, Scene, Showing, Told, Wounds
from affray.table.publishing import published_events
from affray.testing.cases import Scene as Played
from affray.testing.conformance import offered


def showing_of(ruleset: AnyRuleset) -> Showing[Any, Any]:
    """How the ruleset is drawn."""
    assert ruleset.showing is not None
    return ruleset.showing()


def lines(told: Sequence[Told]) -> list[str]:
    """Sentences with their dice before them: "d20:9- d20:14 + 2 = 16 beats 13: hit"; a minus is a die not counted."""
    return [
        " ".join([*(f"d{sides}:{face}{'' if counts else '-'}" for sides, face, counts in one.dice), one.text])
        for one in told
    ]


def before_and_step(played: Played, step: int = -1) -> tuple[Any, Any]:
    """The state before a command of a scene, and the command with all that came of it."""
    step %= len(played.steps)
    return (played.steps[step - 1].state if step else played.fight.state), played.steps[step]


def told(played: Played, step: int = -1) -> list[Told]:
    """What the referee is told of the last command, or of another one."""
    before, done = before_and_step(played, step)
    return showing_of(played.fight.ruleset).told(before, done.rolls, done.events)


def told_players(played: Played, step: int = -1, before: Any = None) -> list[Told]:
    """What the players are told of it; `before` stands for the state that it was given in."""
    was, done = before_and_step(played, step)
    ruleset = played.fight.ruleset
    return to_players(ruleset, before or was, done.rolls, published_events(ruleset, was, done.events))


def to_players(ruleset: AnyRuleset, before: Any, rolls: Sequence[Any], events: Sequence[Any]) -> list[Told]:
    """What the players are told of an entry with these rolls and these published events."""
    hidden = {why.name for why in ruleset.rolls if why.hidden}
    return showing_of(ruleset).told_players(before, [roll for roll in rolls if roll.name not in hidden], events)


def scene_of(played: Played, seat: Seat = "referee", wounds: Wounds = "words") -> Scene:
    """The scene after the last command."""
    return showing_of(played.fight.ruleset).scene(played.state, seat, wounds)


def card_of(scene: Scene, name: str) -> Card:
    """The card of one fighter."""
    return next(card for camp in scene.camps for card in camp.cards if card.name == name)


def choices_of(played: Played, seat: Seat, to: Seat | None = None) -> dict[str, Choice]:
    """The commands of a seat by their names (the first of each name), shown to that seat or to another one."""
    showing = showing_of(played.fight.ruleset)
    found: dict[str, Choice] = {}
    for command, _ in played.fight.ruleset.candidates(played.state, seat):
        shown = showing.choice(played.state, seat if to is None else to, command)
        found.setdefault(shown.name, shown)
    return found


def numbers_of(ruleset: AnyRuleset, state: Any, seat: Seat, fighter: int, *, marked: bool) -> list[list[Any]]:
    """The tables of a fighter's numbers, each as its caption and its rows as [at, here, texts and exact chances]."""
    found = showing_of(ruleset).numbers
    assert found is not None
    return [
        [
            table.caption,
            *(
                [row.at, row.here, *(Fraction(c) if n in table.chances else c for n, c in enumerate(row.cells))]
                for row in table.rows
            ),
        ]
        for table in found(state, seat, fighter, marked, outcomes)
    ]


def shown_to(ruleset: AnyRuleset, state: Any, seat: int) -> list[Any]:
    """All that whoever plays this fighter is shown of a state, but for odds: scene, own numbers, commands."""
    showing = showing_of(ruleset)
    assert showing.numbers is not None
    own = showing.numbers(state, seat, seat, False, outcomes)
    scenes: list[Any] = [own, showing.scene(state, seat, "words"), showing.scene(state, "table", "words")]
    listed = offered(ruleset, showing, state, seat)
    return scenes + [
        (command, None if rejection is None else rejection.message, showing.choice(state, seat, command))
        for command, rejection in listed
    ]


ALL_WOUNDS: tuple[Wounds, ...] = get_args(Wounds)
