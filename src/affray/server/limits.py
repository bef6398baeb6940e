"""The limits that this server publishes; every refusal quotes the one that it is about."""

from __future__ import annotations

MOST_PEOPLE = 20
"""People at a table, referees and those who watch among them."""

MOST_KNOCKS = 20
"""People who may wait at a table's door."""

MOST_WAITING = 20
"""Requests that wait for a table at the same time: half of the threads that answer, so that others have the rest."""

LONGEST_NOTE = 4_000
"""Characters of a note written at the table."""

LONGEST_SEED = 64
"""Characters of a text that somebody adds to the table's seed."""

FIGHT_BYTES = 1024 * 1024
"""Bytes of a fight, or of a log, that is handed in."""

LINES_SHOWN = 50
"""Entries of the log that a snapshot holds, and a page of earlier ones."""

MOST_OFFERS = 600
"""Commands in a snapshot, about: where a referee could give more, those of other seats are asked for one by one."""

MOST_WITH_ODDS = 300
"""Commands of a seat whose odds are worked out for a snapshot; of more the first ones have them."""

MOST_RUNS_OF_A_COMMAND = 2_000
"""Times that a rule is run for the odds of one command, 20 microseconds each; what takes more has none at the table."""

MOST_RUNS_OF_A_WAY = 10_000
"""Times that rules are run for what a way over the map is met with, half a second; of more only who attacks is told."""

SIMULATION_SECONDS = 5.0
"""How long a simulation at the table may take."""

MOST_RUNS = 200_000
"""Fights that a simulation at the table may play."""

CODE_SYMBOLS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The letters and digits of join codes: 31 that nobody takes for another."""

CODE_LENGTH = 8
