"""How a table draws a fight on a grid: the scene with its map, commands before they are given, what has happened."""

from __future__ import annotations

from affray.rules.showing import Showing
from affray.rulesets.d20grid.commands import Command
from affray.rulesets.d20grid.showing_choice import answer, came_to, choice, known, offers, refuses
from affray.rulesets.d20grid.showing_panel import numbers
from affray.rulesets.d20grid.showing_scene import scene
from affray.rulesets.d20grid.showing_seen import seen
from affray.rulesets.d20grid.showing_sight import sight
from affray.rulesets.d20grid.showing_told import told
from affray.rulesets.d20grid.showing_told_players import told_players
from affray.rulesets.d20grid.state import State

showing: Showing[State, Command] = Showing(
    scene=scene,
    choice=choice,
    known=known,
    told=told,
    told_players=told_players,
    came_to=came_to,
    seen=seen,
    offers=offers,
    refuses=refuses,
    answer=answer,
    numbers=numbers,
    sight=sight,
)
