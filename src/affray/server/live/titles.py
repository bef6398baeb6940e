"""What a table is called and known by: the fighters whom everybody may know, told in few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from affray.dice import TABLE
from affray.fight import Fight
from affray.rules.showing import Camp, Scene, capitals
from affray.server.live.seats import scene_of

MOST_KINDS = 4
"""Kinds of fighters that are named; the others are counted."""


def title_of(fight: Fight) -> str:
    """The title of a fight; one without is called after those who are met in it, as far as all may see them."""
    if fight.title:
        return fight.title
    camps = scene_of(fight.ruleset, fight.state, TABLE, "words").camps
    met = [camp for camp in camps if camp.role != "party"] or list(camps)
    return capitals(_told(met)) or fight.ruleset.title


def fighters_of(scene: Scene) -> str:
    """Who fights whom in a scene: "Ana, Bram against goblin ×6"."""
    ours = [camp for camp in scene.camps if camp.role == "party"]
    others = [camp for camp in scene.camps if camp.role != "party"]
    return " against ".join(filter(None, (_told(ours), _told(others))))


def _told(camps: Iterable[Camp]) -> str:
    """Names, those alike but for their number counted."""
    names = [card.name for camp in camps for card in camp.cards]
    kinds = Counter(name.rstrip(" 0123456789") or name for name in names)
    told = [kind if many == 1 else f"{kind} \N{MULTIPLICATION SIGN}{many}" for kind, many in kinds.items()]
    more = sum([*kinds.values()][MOST_KINDS:])
    return ", ".join(told[:MOST_KINDS]) + (f" and {more} more" if more else "")
