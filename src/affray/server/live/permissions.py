"""Who may send which message at all. A message that is not named here is nobody's: a test reads the list of messages.

Whether a seat is theirs, and whether now is the time, is decided where the message is carried out.
"""

from __future__ import annotations

from collections.abc import Mapping

from affray.server.live import messages as m
from affray.server.live.messages import AnyMessage
from affray.server.live.snapshot import Role

REFEREES: frozenset[Role] = frozenset({"referee", "co-referee"})
PLAYERS: frozenset[Role] = REFEREES | {"player"}
ALL: frozenset[Role] = PLAYERS | {"spectator"}

MAY_SEND: Mapping[type, frozenset[Role]] = {
    m.Do: PLAYERS,
    m.Faces: PLAYERS,
    m.RollRest: PLAYERS,
    m.Cancel: PLAYERS,
    m.Undo: PLAYERS,
    m.Redo: REFEREES,
    m.Edit: REFEREES,
    m.Note: PLAYERS,
    m.Set: REFEREES,
    m.Admit: REFEREES,
    m.Refuse: REFEREES,
    m.Remove: REFEREES,
    m.Claim: PLAYERS,
    m.Release: PLAYERS,
    m.Rolls: PLAYERS,
    m.NewCode: REFEREES,
    m.End: REFEREES,
    m.AddSeed: ALL,
    m.OpenSeeds: REFEREES,
}

ABOUT_THE_FIGHT = (m.Do, m.Faces, m.RollRest, m.Cancel, m.Undo, m.Redo, m.Edit)
"""What stops while the table is paused, but for referees, and once the fight is ended, for everybody."""

OF_OPEN_DICE = (*ABOUT_THE_FIGHT, m.End, m.AddSeed)
"""What stops for good once the seeds are open: whoever knows the next die must not have it thrown."""


def allowed(role: Role, message: AnyMessage) -> bool:
    """Whether this role may send such a message."""
    return role in MAY_SEND.get(type(message), frozenset())


def may(role: Role) -> tuple[str, ...]:
    """The names of the messages that a role may send."""
    return tuple(name(kind) for kind, roles in MAY_SEND.items() if role in roles)


def name(kind: type) -> str:
    """What a message is called in its field `type`."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
