"""The suite that every ruleset passes, ours or a stranger's.

Register the ruleset under the entry points `affray.rulesets` of its package and write, in a test:

    from affray import load
    from affray.rules import find
    from affray.testing import conformance

    conformance.check(find("mine"), [load("ford.toml"), load("duel.toml")])

Where no fights are given, those of the ruleset's witnesses are taken. Logs are opened again by the ruleset's id; one
that only this process finds by it (put into `affray.rules.BUILT_IN` by a fixture, say) needs `processes=False`.

`check` proves that a ruleset keeps the kernel's contract, part by part, and each part can be called alone:

- `commands`: the events of a command fold to the state after it, states, commands and events survive the codec,
  exactly the commands that are listed as legal are taken, a refusal costs nothing, every tactic answers with a legal
  command, and dice can be typed one at a time.
- `odds`: the exact chances of a command are those that all falls of its dice give, and the lump merges only states
  with equal chances ahead.
- `logs`: a log leads to the same states when it is read again, and when another process plays it again.
- `model`: undo, redo and changed dice lead where the commands that count lead from the start.
- `machines`: engine and machine ask the same questions and stand alike after each command, what the machine forgets
  never matters, and every way to exact odds that knows a fight gives the same fractions.
- `shown`: sides, standings and outcome agree with each other, clauses and rolls that are cited exist, sentences and
  positions are of one line, and a position is read again as the same state. What to hide is the ruleset's own to say:
  plant it in a fight and call `keeps_secrets`.
- `drawn`: what a table draws shows each seat nobody but whom its view shows, names every command, and tells every
  entry with dice that were thrown in it.

`walk` gives the steps that the parts take; `affray.testing.strategies` has Hypothesis choose them. `reach_counts` makes
golden numbers for a ruleset's own tests.

Every function raises `AssertionError` with one sentence that names the place. What is random comes from a
`random.Random`: seeded, or handed out by Hypothesis. The suite cannot tell `>` from `>=`, so each clause of a text
still needs a test of its own.
"""

from affray.testing.conformance.commands import (
    WHOLE,
    folding,
    listed_commands,
    mutants,
    performances,
    rejections,
    round_trips,
    suspensions,
    tactics_answer,
    turns,
)
from affray.testing.conformance.drawn import choices, offered, scenes, tellings
from affray.testing.conformance.logs import Job, Report, in_another_process, job_of, play_again, play_table, replays
from affray.testing.conformance.machines import canon_holds, in_step, ways_agree
from affray.testing.conformance.model import Act, TableAndModel, interleavings
from affray.testing.conformance.odds import Script, chances, congruence, lump_agrees, pairings, reach_counts, scripts
from affray.testing.conformance.shared import SEEDS, expect
from affray.testing.conformance.shown import (
    FATES,
    citations,
    keeps_secrets,
    positions,
    reports,
    sentences,
    simulation_ends,
)
from affray.testing.conformance.suite import check, discovered, witness_fights
from affray.testing.conformance.walks import Step, carry_out, states_of, thrown, walk

__all__ = [
    "FATES",
    "SEEDS",
    "WHOLE",
    "Act",
    "Job",
    "Report",
    "Script",
    "Step",
    "TableAndModel",
    "canon_holds",
    "carry_out",
    "chances",
    "check",
    "choices",
    "citations",
    "congruence",
    "discovered",
    "expect",
    "folding",
    "in_another_process",
    "in_step",
    "interleavings",
    "job_of",
    "keeps_secrets",
    "listed_commands",
    "lump_agrees",
    "mutants",
    "offered",
    "pairings",
    "performances",
    "play_again",
    "play_table",
    "positions",
    "reach_counts",
    "rejections",
    "replays",
    "reports",
    "round_trips",
    "scenes",
    "scripts",
    "sentences",
    "simulation_ends",
    "states_of",
    "suspensions",
    "tactics_answer",
    "tellings",
    "thrown",
    "turns",
    "walk",
    "ways_agree",
    "witness_fights",
]
