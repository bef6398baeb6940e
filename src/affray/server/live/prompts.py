"""The die that the table waits for, as each person may see it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from affray.dice import REFEREE, TABLE
from affray.errors import AffrayError
from affray.rules.showing import Told
from affray.server.live.asking_dice import Asked, is_told, lying
from affray.server.live.held import Held
from affray.server.live.odds_shown import chance_of, good_faces, shown_to
from affray.server.live.of_states import OfStates
from affray.server.live.offers import choice_of, reckoned_from
from affray.server.live.people import Sitter, eyes, is_ours
from affray.server.live.seats import names_for, seat_name, seen_by, showing_of
from affray.server.live.snapshot import Prompt
from affray.server.live.so_far import SoFar, so_far
from affray.table.publishing import open_rolls
from affray.telling.figures import percent
from affray.telling.story import die_name, faces_told, roll_name

MOST_SIDES_WITH_ODDS = 20
"""Of larger dice no face is worked out by itself."""

CHANCES: OfStates[Fraction] = OfStates(most=1_000)
"""Of commands that wait, once these faces are there: a page asks again for whatever else happens meanwhile."""

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def prompt_for(held: Held, sitter: Sitter, waiting: Asked) -> Prompt:
    """What is asked of whoever throws the die; all others see for whom the table waits, and what is under way."""
    names = names_for(held, sitter)
    seat = waiting.seat if sitter.is_referee or waiting.seat in names else REFEREE
    if isinstance(waiting.seat, str):
        seat = waiting.seat
    notes = tuple(one.text for one in held.noted if sitter.is_referee or not one.hidden)
    if not sitter.plays(waiting.seat):
        command, what = under_way(held, sitter, waiting)
        return Prompt(seat=seat, name=seat_name(seat, names), yours=False, what=what, command=command, notes=notes)
    need, ruleset = waiting.need, held.table.ruleset
    good: tuple[int, ...] = ()
    hint = ""
    role = sitter.role
    if role is not None and shown_to(held.settings.odds, role) and waiting.waits.edit is None:
        good, hint = outlook(held, sitter, waiting)
    begun = so_far(held, waiting) if sitter.is_referee else SoFar()
    return Prompt(
        seat=seat,
        name=seat_name(seat, names),
        yours=True,
        what=roll_name(need.why.name),
        sides=need.roll.sides,
        count=need.roll.count,
        keep=need.roll.keep,
        have=need.have,
        good=good,
        hint=hint,
        special=special_for(held, waiting),
        command=ruleset.phrase(seen_by(ruleset, waiting.before, sitter), waiting.command).strip(),
        typing=held.settings.typing or sitter.is_referee,
        drop=may_drop(held, sitter),
        notes=notes,
        so_far=begun.told or tuple(Told(text=faces_told(roll)) for roll in begun.rolls),
        why=begun.why,
        thrown=begun.thrown,
    )


def under_way(held: Held, sitter: Sitter, waiting: Asked) -> tuple[str, str]:
    """The command that waits and its die, for whoever only watches: what the log will say of both, if it says it.

    Of others than the players' side it is told who acts, and of their dice the first alone: which one comes next tells
    what came of it, and the command may still be dropped.
    """
    ruleset, need = held.table.ruleset, waiting.need
    if waiting.waits.edit is not None or (
        not waiting.implied and not is_told(ruleset, waiting.before, waiting.command)
    ):
        return "", ""
    known = seen_by(ruleset, waiting.before, sitter)
    issuer = ruleset.issuer(waiting.before, waiting.command)
    command = ""
    if isinstance(issuer, int):
        name = names_for(held, sitter).get(issuer, "")
        ours = is_ours(ruleset, waiting.before, issuer)
        command = ruleset.phrase(known, waiting.command).strip() if ours else f"{name} acts" if name else ""
    if need.hidden:
        return command, ""
    if waiting.seat == TABLE or is_ours(ruleset, waiting.before, waiting.seat):
        return command, die_name(need)
    return command, "" if waiting.waits.faces or need.have else roll_name(need.why.name)


def special_for(held: Held, waiting: Asked) -> str:
    """What a face that has fallen adds to the roll that waits; told from dice that all may see."""
    ruleset = held.table.ruleset
    showing = showing_of(ruleset)
    if showing is None or showing.special is None or waiting.implied or waiting.waits.edit is not None:
        return ""
    seen = open_rolls(ruleset, lying(held.table, waiting.command, waiting.waits.faces))
    return showing.special(waiting.before, waiting.command, seen, waiting.need.why.name)


def may_drop(held: Held, sitter: Sitter) -> bool:
    """Whether somebody may drop the command that waits: once the table has thrown a die for it, referees alone."""
    if held.waits is None:
        return False
    return sitter.is_referee or (held.waits.by == sitter.person and not held.lies_open)


def outlook(held: Held, sitter: Sitter, waiting: Asked) -> tuple[tuple[int, ...], str]:
    """The faces of the next die with which what the command is for is certain, and that in words.

    It is worked out from what somebody knows who plays the command, as its odds were when it was chosen, or who throws
    this die of somebody else's: then it says whose chance it is, and no face does anything for whoever throws it.
    """
    ruleset, command = held.table.ruleset, waiting.command
    issuer = seat = ruleset.issuer(held.table.state, command)
    if not sitter.plays(seat):
        seat = eyes(ruleset, held.table.state, sitter)
    state = reckoned_from(held, sitter, seat)
    showing = showing_of(ruleset)
    if showing is None or waiting.need.roll.sides > MOST_SIDES_WITH_ODDS:
        return (), ""
    figures = choice_of(held, sitter, seat, command).figures
    if not figures:
        return (), ""
    label, named = figures[0]
    sides, came_to = waiting.need.roll.sides, showing.came_to
    before = [face for roll in lying(held.table, command, waiting.waits.faces) for face in roll.faces]

    def chance(*faces: int) -> Fraction:
        known = (*before, *faces)
        work = partial(chance_of, ruleset, state, command, known, named, came_to)
        return CHANCES.of(ruleset, state, (command, known, named), work)

    try:
        now = chance()
        if now in (0, 1):  # settled, whatever this die shows
            return (), ""
        good = good_faces(chance, sides)
    except AffrayError:
        return (), ""
    odds = f"{now} ({percent(now)})"
    whose = ""
    if issuer != waiting.seat and isinstance(waiting.seat, int):
        whose = f"{seat_name(issuer, names_for(held, sitter))}: "
    if not good:
        return good, f"{whose}{label}, in all: {odds}"
    have, count = len(waiting.need.have), waiting.need.roll.count
    which = f"the {PLACES[have]} die: " if count > 1 and have < len(PLACES) else ""
    alone = ", " if now == Fraction(len(good), sides) else "; in all "
    return () if whose else good, f"{whose}{which}{label} on {_faces(good, sides)}{alone}{odds}"


def _faces(good: Sequence[int], sides: int) -> str:
    low, high = good[0], good[-1]
    if len(good) == high - low + 1:
        if low == high:
            return str(low)
        if high == sides:
            return f"{low} or more"
        return f"{high} or less" if low == 1 else f"{low} to {high}"
    return ", ".join(map(str, good))
