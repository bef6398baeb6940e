"""The fight as somebody sees it at a moment, with the die that began its round: dice are not in the state."""

from __future__ import annotations

from msgspec.structs import replace

from affray.dice import TABLE
from affray.fight import AnyRuleset
from affray.rules.showing import Scene
from affray.server.live.held import Held
from affray.server.live.lines import LinesKept
from affray.server.live.people import Sitter
from affray.server.live.seats import scene_for
from affray.server.live.snapshot import Die
from affray.table.timeline import Moment


def scene_at(held: Held, sitter: Sitter, kept: LinesKept, moment: Moment) -> Scene:
    """The scene of a moment; the die is the one that the table threw when the round began, if it was a single one."""
    scene = scene_for(held, sitter, moment.state)
    began = _began_round(held.table.ruleset, moment)
    if scene.die is not None or began is None:
        return scene
    dice = _of_the_table(began, kept.of(held.table.ruleset, began, "players").dice)
    return replace(scene, die=(dice[0].sides, dice[0].face)) if len(dice) == 1 else scene


def _began_round(ruleset: AnyRuleset, last: Moment) -> Moment | None:
    """The moment at which the round of a moment began, if an entry in effect began it."""
    for moment in last.back():
        if moment.before is not None and ruleset.round(moment.before.state) != ruleset.round(moment.state):
            return moment
    return None


def _of_the_table(moment: Moment, dice: tuple[Die, ...]) -> list[Die]:
    """The dice among these that nobody's fighter threw."""
    assert moment.entry is not None
    names = {roll.name for roll in moment.entry.rolls if roll.seat == TABLE}
    return [die for die in dice if die.name in names]
