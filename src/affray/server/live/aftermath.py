"""What a fight that is over did to those who have sheets: what they have left, beside what they had at its start."""

from __future__ import annotations

from affray.rules.showing import Card, Scene
from affray.server.live.held import Held
from affray.server.live.people import Sitter
from affray.server.live.seats import scene_for
from affray.server.live.snapshot import Back


def back_to_sheets(held: Held, sitter: Sitter, scene: Scene) -> tuple[Back, ...]:
    """The players' characters with all that is counted of them and has changed, as far as somebody may see it."""
    start = {card.id: card for card in _ours(scene_for(held, sitter, held.table.fight.state))}
    return tuple(
        Back(id=card.id, name=card.name, fate=card.fate, changes=_changes(start[card.id], card))
        for card in _ours(scene)
        if card.id in start
    )


def _ours(scene: Scene) -> list[Card]:
    return [card for camp in scene.camps if camp.role == "party" for card in camp.cards]


def _changes(was: Card, now: Card) -> tuple[tuple[str, int, int], ...]:
    before = {track.name: track.left for track in (*was.main, *was.gear)}
    after = [(track.name, before.get(track.name, track.left), track.left) for track in (*now.main, *now.gear)]
    return tuple((name, old, new) for name, old, new in after if old != new)
