"""What of an entry the players may know: built from what the ruleset publishes, for lines and exports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from affray.fight import AnyRuleset
from affray.interpret.script import Rolled
from affray.table.log import CommandEntry
from affray.table.publishing import published
from affray.table.timeline import Moment


class Shown(msgspec.Struct, frozen=True, eq=False):
    """The public part of a command that was given: the command or None, its events, and the rolls that all may see.

    `before` is the state in which it was given, whole: whoever tells from it says only what the other fields say.
    """

    before: Any
    command: Any
    events: tuple[Mapping[str, Any], ...]
    rolls: tuple[Rolled, ...]

    @property
    def anything(self) -> bool:
        """Whether players learn that anything happened."""
        return self.command is not None or bool(self.events)

    def plain(self) -> Any:
        """What is public, as plain values: equal where players cannot tell two entries apart."""
        return msgspec.to_builtins((self.command, self.events, self.rolls))


def shown(ruleset: AnyRuleset, before: Any, entry: CommandEntry) -> Shown:
    """What players may know of a command that was given in this state."""
    public = published(ruleset, before, entry)
    return Shown(before, entry.command if public.command else None, tuple(public.events), public.rolls)


def all_shown(ruleset: AnyRuleset, path: Iterable[Moment]) -> list[Shown]:
    """What players may know of every command on the way."""
    found = []
    for moment in path:
        assert moment.entry is not None and moment.before is not None
        found.append(shown(ruleset, moment.before.state, moment.entry))
    return found
