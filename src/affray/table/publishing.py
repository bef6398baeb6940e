"""What players may see of what a command did: each event as its ruleset publishes it in the state before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from affray.codec import convert
from affray.dice import REFEREE
from affray.fight import AnyRuleset
from affray.interpret.script import Rolled
from affray.table.log import CommandEntry, Published


def published_events(ruleset: AnyRuleset, state: Any, events: Iterable[Any]) -> list[Mapping[str, Any]]:
    """Those of the events that are public, as plain values; `state` is the one in which the first happened."""
    found = []
    for event in events:
        shown = ruleset.publish(state, event)
        if shown is not None:
            found.append(shown)
        state = ruleset.evolve(state, event)
    return found


def open_rolls(ruleset: AnyRuleset, rolls: Iterable[Rolled]) -> list[Rolled]:
    """Those of the rolls whose dice the rules show to all; of what no list has, nobody sees the dice."""
    hidden = {why.name: why.hidden for why in ruleset.rolls}
    return [roll for roll in rolls if not hidden.get(roll.name, True)]


def published(ruleset: AnyRuleset, state: Any, entry: CommandEntry) -> Published:
    """What players may see of a command that was given in this state."""
    events = published_events(ruleset, state, (convert(event, ruleset.event) for event in entry.events))
    command = entry.seat != REFEREE and ruleset.tells(state, convert(entry.command, ruleset.command))
    # Of what nobody sees happen, nobody sees the dice: neither any, nor those of whoever acts unseen.
    seen = command or bool(events)
    unseen = entry.seat if isinstance(entry.seat, int) and not command else None
    rolls = [one for one in open_rolls(ruleset, entry.rolls) if seen and one.seat != unseen]
    return Published(events, tuple(rolls), command)
