"""What is left of a turn, in a few words beside the fighter whose turn it is."""

from __future__ import annotations

from affray.rulesets.d20grid.phrases import some
from affray.rulesets.d20grid.state import Turn


def left_of(turn: Turn) -> str:
    """What may still be spent: "1 Swift and 1 Standard left, not for a movement"."""
    told = [f"{turn.swift} Swift"] if turn.swift else []
    if turn.full:
        told += [some(turn.blows, "attack")] if turn.blows else []
        told += [] if turn.stepped else ["a step of 5 feet"]
        return f"{_listed(told)} left"
    told += [f"{turn.standard} Standard"] if turn.standard else []
    spent = [what for what, is_spent in (("a movement", turn.moved), ("an attack", turn.attacked)) if is_spent]
    barred = f", not for {' or '.join(spent)}" if spent and turn.standard else ""
    return f"{_listed(told)} left{barred}{', disengaged' if turn.disengaged else ''}"


def _listed(told: list[str]) -> str:
    return " and ".join([part for part in (", ".join(told[:-1]), *told[-1:]) if part]) or "nothing"
