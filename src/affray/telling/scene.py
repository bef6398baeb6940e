"""What is seen of a fight at the terminal: the fighters, and what may be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.codec import plain
from affray.dice import REFEREE
from affray.errors import Rejection
from affray.fight import AnyRuleset
from affray.telling.text import rows


def scene(ruleset: AnyRuleset, state: Any) -> list[str]:
    """The round and every fighter, a line each: number, name, side, points, fate, wounds, troubles and gear.

    Points are what a view says under `points`; for a view without, hit points.
    """
    details = _details(ruleset, state)
    table = []
    for one in ruleset.standings(state):
        more = details.get(one.id, {})
        left = more.get("hp")
        most = more.get("max_hp")
        hit_points = f"HP {one.left if left is None else left}" + ("" if most is None else f"/{most}")
        points = str(more.get("points", hit_points))
        fate = str(more.get("fate", one.fate))
        wounds = str(more.get("wounds", ""))
        state_words = fate if wounds in ("", fate) or fate != "up" else wounds
        state_words = ", ".join((state_words, *more.get("troubles", ())))
        table.append((f"{one.id + 1}", one.name, one.side, points, state_words, _gear(more.get("gear", ()))))
    return [f"Round {ruleset.round(state)}", *rows(table, right=(0,), indent=2)]


def drawn(ruleset: AnyRuleset, state: Any) -> list[str]:
    """The lines that a view has under `map`, for the referee; none for a view without."""
    return list(plain(ruleset.view(state, REFEREE)).get("map", ()))


def _details(ruleset: AnyRuleset, state: Any) -> Mapping[int, Mapping[str, Any]]:
    """What the referee sees of each fighter: whoever sits at this terminal plays every seat."""
    return {fighter["id"]: fighter for fighter in plain(ruleset.view(state, REFEREE))["fighters"]}


def _gear(gear: Any) -> str:
    """Gear that can break, with the quality that is left."""
    return ", ".join(f"{name} {quality or 'destroyed'}" for name, quality in gear if quality is not None)


def because(rejection: Rejection) -> str:
    """Why a command is forbidden, with its clause."""
    return f"{rejection.message} ({rejection.clause})" if rejection.clause else rejection.message
