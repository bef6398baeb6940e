"""The words of a session at the terminal, each with its line of help."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from affray.api import show_position
from affray.cli.auto import decide, goes_on, play_on
from affray.cli.output import say
from affray.cli.session_give import fighter_in, give, shapes
from affray.codec import convert
from affray.errors import BadInput, Rejection, Unsupported
from affray.files import read_note
from affray.interpret.chances import chances
from affray.interpret.script import Need
from affray.table.log import CommandEntry, EditEntry
from affray.telling.numbers import fraction, percent
from affray.telling.scene import because, drawn, scene
from affray.telling.story import describe
from affray.telling.text import rows

if TYPE_CHECKING:
    from affray.cli.session import Session


class Quit(Exception):
    """The person at the terminal leaves."""


class Word(msgspec.Struct, frozen=True):
    """A word, what may follow it, and what it does."""

    shape: str
    about: str
    run: Callable[[Session, str], None]


def numbers(text: str, names: str, fewest: int = 0) -> list[int]:
    """The whole numbers in a text, at least `fewest` and at most as many as there are names."""
    words, known = text.split(), names.split()
    right = fewest <= len(words) <= len(known)
    if not right or not all(word.isascii() and word.isdigit() and len(word) <= 6 for word in words):
        raise BadInput("whole numbers are needed", received=text, hint=f"as in {names}")
    return [int(word) for word in words]


def tell_help(session: Session, rest: str) -> None:
    """The words and what they do."""
    say("the number of a command gives it (where 1-6 stands, 1 is for the first who is named); Enter lists them again")
    say("then every die is asked for:")
    say(f"  {session_help_dice()}")
    has_override = "override" in shapes(session.table.ruleset.command)
    shown = {word.shape: word.about for name, word in WORDS.items() if name != "override" or has_override}
    for line in rows(list(shown.items()), indent=2):
        say(line)


def session_help_dice() -> str:
    """What can be typed where a die is asked for."""
    from affray.cli.asking import HELP_DICE  # noqa: PLC0415 - a line of help

    return HELP_DICE


def tell_state(session: Session, rest: str) -> None:
    """The fighters as they are now, and the map where there is one."""
    ruleset, state = session.table.ruleset, session.table.state
    for line in (*scene(ruleset, state), *drawn(ruleset, state)):
        say(line)


def tell_position(session: Session, rest: str) -> None:
    """The position on one line, for a bug report or to go on from."""
    say(show_position(session.table))


def tell_all(session: Session, rest: str) -> None:
    """Every command of the seats to act; those that are forbidden have no number but a reason."""
    number = 0
    for _, command, rejection in session.candidates():
        phrase = session.table.ruleset.phrase(session.table.state, command).rstrip()
        if rejection is None:
            number += 1
            say(f"{number:>4}  {phrase}")
        else:
            say(f"   -  {phrase}: {because(rejection)}")


def tell_odds(session: Session, rest: str) -> None:
    """All the odds of one command."""
    command = session.numbered(rest)
    if isinstance(command, Rejection):
        raise BadInput(command.message)
    ruleset, state = session.table.ruleset, session.table.state
    say(ruleset.phrase(state, command).rstrip())
    for chance in chances(ruleset, state, command):
        say(f"  {chance.name}: {percent(chance.p)} ({fraction(chance.p)})")
        for value, p in (chance.values or {}).items():
            say(f"    {value:>4}  {percent(p):>9}  {fraction(p)}")


def tell_log(session: Session, rest: str) -> None:
    """Every entry, and the dice of those in effect as edits left them."""
    now = {one.seq: one for one in session.table.history()}
    for entry, sentences in zip(session.table.entries, session.told, strict=True):
        effective = session.story.counts(entry.seq) or not isinstance(entry, CommandEntry | EditEntry)
        mark = "" if effective else "(undone) "
        for place, sentence in enumerate(sentences or [""]):
            say(f"{entry.seq if place == 0 else '':>4} {mark}{sentence}".rstrip())
        current = now.get(entry.seq)
        dice = 1
        for roll in current.rolls if current is not None else ():
            last = dice + len(roll.faces) - 1
            say(f"       die {dice if last == dice else f'{dice} to {last}'}: {describe(roll)}")
            dice = last + 1


def tell_why(session: Session, rest: str) -> None:
    """The clauses of the last entry, with their rulings."""
    ruleset, entry = session.table.ruleset, session.story.latest
    if entry is None:
        raise BadInput("nothing has happened yet")
    texts = ruleset.clauses()
    for clause in dict.fromkeys(event["clause"] for event in entry.events if event.get("clause")):
        say(clause, bold=True)
        say(f"  {texts.get(clause, '')}".rstrip())
        for ruling in ruleset.rulings:
            if ruling.where == clause:
                say(f"  ruling {ruling.id} = {session.table.fight.rulings[ruling.id]}: {ruling.question}")


def undo(session: Session, rest: str) -> None:
    """Takes back the last entries in effect."""
    steps = (numbers(rest, "3") or [1])[0]
    effective = session.table.effective
    if not 1 <= steps <= len(effective):
        most = f"1 to {len(effective)}" if effective else "nothing to undo"
        raise BadInput("out of range", place="undo", received=steps, allowed=most)
    _done(session.table.undo(effective[-steps - 1] if steps < len(effective) else 0))


def redo(session: Session, rest: str) -> None:
    """Takes the last undo back."""
    _done(session.table.redo())


def edit(session: Session, rest: str) -> None:
    """A die shows something else after all; dice that are asked anew are asked for here."""
    entry, number, face = numbers(rest, "3 1 20", 3)
    faces: list[int | None] = []
    while True:
        result = session.table.edit(entry, number - 1, face, tuple(faces))
        if isinstance(result, Rejection) and result.code == "no_such_die":
            raise BadInput(f"entry {entry} has no die {number}; log numbers them")  # the table counts from 0
        if not isinstance(result, Need):
            _done(result)
            return
        answer = session.ask_die(result)
        if isinstance(answer, bool):
            raise BadInput("nothing was changed")
        missing = result.roll.count - len(result.have)
        faces += [None] * missing if answer == "all" else [None if isinstance(answer, str) else answer.face]


def override(session: Session, rest: str) -> None:
    """Sets a fighter's hit points by hand, where the ruleset has that command."""
    if "override" not in shapes(session.table.ruleset.command):
        hint = "give alone lists what the referee may do"
        raise BadInput("these rules have no such command", place="override", hint=hint)
    fighter, left = fighter_in(session, rest)
    hp, _, reason = left.partition(" ")
    digits = hp.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 5):
        raise BadInput("hit points are a whole number", received=hp, hint="as in: override Ana 3 she had armor")
    command: Any = {"type": "override", "fighter": fighter, "hp": int(hp), "reason": reason.strip()}
    _done(session.table.do(convert(command, session.table.ruleset.command, "override")))


def note(session: Session, rest: str) -> None:
    """Writes something beside the fight."""
    if not rest:
        raise BadInput("a note needs a text", place="note")
    session.table.note(read_note(rest))


def auto(session: Session, rest: str) -> None:
    """Lets the tactics decide once, or all the rest."""
    if rest not in ("", "all"):
        raise BadInput("auto, or auto all", place="auto", received=rest)
    if not goes_on(session.table, session.rounds):
        raise BadInput("there is nothing left to decide")
    try:
        _decide(session, rest)
    except Unsupported as error:  # a side plays its best: people go on choosing for it
        raise BadInput(str(error)) from None


def _decide(session: Session, rest: str) -> None:
    if rest:
        play_on(session.table, session.rounds, None, lambda entry: session.catch_up())
    else:
        decide(session.table)


def save(session: Session, rest: str) -> None:
    """Writes the log so far."""
    if not rest:
        raise BadInput("a file is needed", place="save")
    session.save(rest)
    say(f"saved {rest}")


def leave(session: Session, rest: str) -> None:
    """Ends the session."""
    raise Quit


def _done(result: object) -> None:
    """A refusal is told; an entry is told by the session."""
    if isinstance(result, Rejection):
        raise BadInput(because(result))


WORDS = {
    "help": Word("help", "this list", tell_help),
    "state": Word("state", "the fighters", tell_state),
    "position": Word("position", "this position on one line; odds and play take it as --position", tell_position),
    "all": Word("all", "every command, also those that are forbidden, and why", tell_all),
    "odds": Word("odds N", "all the odds of command N", tell_odds),
    "log": Word("log", "what has happened, with every die", tell_log),
    "why": Word("why", "the clauses behind the last entry", tell_why),
    "u": Word("u, undo [N]", "take the last N back (1)", undo),
    "undo": Word("u, undo [N]", "take the last N back (1)", undo),
    "redo": Word("redo", "do again what was undone", redo),
    "edit": Word("edit ENTRY DIE FACE", "change that die; the rest is run again", edit),
    "override": Word("override FIGHTER HP REASON", "set hit points by hand", override),
    "give": Word("give, give COMMAND FIELD=VALUE ...", "what the referee may do besides; give alone lists it", give),
    "note": Word("note TEXT", "write something into the log", note),
    "auto": Word("auto, auto all", "let the tactics decide now, or all the rest", auto),
    "save": Word("save FILE", "write the log to a new file", save),
    "cancel": Word("cancel", "where a die is asked for: give another command", lambda session, rest: None),
    "quit": Word("quit", "leave", leave),
    "q": Word("quit", "leave", leave),
}

IN_PLACE = ("state", "position", "log", "why", "note", "save", "odds", "all")
"""Words that do not set aside the command whose die is asked for."""
