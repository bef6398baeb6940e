"""What is left of a fighter after a move: a few ranges with their chances, and the mean in words."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from affray.server.live.ahead import Ahead
from affray.telling.figures import mean

BANDS = 4


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """A range of what is left, with its chance; `share` is that of the likeliest band, for a bar."""

    label: str
    p: str
    share: float


def bands(ahead: Ahead) -> tuple[Band, ...]:
    """What is left after it, in a few ranges, and what else becomes of the mover."""
    now, width = ahead.now, max(-(-ahead.now // BANDS), 1)
    chances: dict[str, Fraction] = {"unhurt": Fraction(0)}
    for points, p in ahead.left:
        chances[_range(points, now, width)] = chances.get(_range(points, now, width), Fraction(0)) + Fraction(p)
    for fate, p in ahead.fates:
        chances[{"down": "unconscious"}.get(fate, fate)] = Fraction(p)
    most = max(chances.values())
    return tuple([Band(label=label, p=str(p), share=float(p / most)) for label, p in chances.items() if p])


def _range(points: int, now: int, width: int) -> str:
    if points >= now:
        return "unhurt"
    top = now - 1 - (now - 1 - points) // width * width
    low = max(top - width + 1, 0)
    return f"{low}\N{EN DASH}{top}" if low < top else str(top)


def summary(ahead: Ahead) -> str:
    """The mean of what is left, and the worst."""
    total = sum((points * Fraction(p) for points, p in ahead.left), Fraction(0))
    standing = sum((Fraction(p) for _, p in ahead.left), Fraction(0))
    if ahead.fates or not standing:
        return f"{mean(str(total / standing))} HP on average if it gets through." if standing else ""
    worst = min(points for points, _ in ahead.left)
    return f"{mean(str(total))} HP on average; at worst {worst}, and still standing."


def unhurt(ahead: Ahead | None) -> str | None:
    """The chance to lose nothing on the way, where it is shown and known."""
    return None if ahead is None or not ahead.reckoned else str(dict(ahead.left).get(ahead.now, "0"))
