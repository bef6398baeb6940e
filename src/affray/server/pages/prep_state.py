"""What the prep page does with its form: the fight file goes out with the page and comes back with the next press."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.errors import AffrayError, BadInput
from affray.fight import Fight, chosen_ruleset, parse
from affray.files import decode, parse_document
from affray.rules import find, names
from affray.server.examples import example
from affray.server.faults import Fault, Refused, invalid, of_input
from affray.server.pages import prep_convert, prep_edit
from affray.server.pages.prep_child import Step
from affray.server.pages.prep_content import Ready, fighter, placed, ready
from affray.server.pages.prep_report import Report, report
from affray.server.pages.prep_runner import Reckoner
from affray.server.pages.prep_sweep import Sweep, sweep_of, sweep_texts
from affray.server.pages.uploads import Given

NAME = "fight"
PLAYING, SOLVING = 1.3, 3.0
SWEEPING = 4.2
SEED = "prep"


class Prep(msgspec.Struct, kw_only=True):
    """All that the page shows. Where `problem` is there, `where` names the part of the page it belongs to."""

    text: str = ""
    name: str = NAME
    fight: Fight | None = None
    problem: Fault | None = None
    where: str = ""
    report: Report | None = None
    sweep: Sweep | None = None
    converted: prep_convert.Shown | None = None
    said: str = ""


def pressed(given: Given, reckoner: Reckoner) -> Prep:
    """The page after a button was pressed."""
    verb, _, rest = given.text("do").partition(":")
    prep = Prep()
    where = WHERE.get(verb, "file")
    try:
        prep.name, prep.text = _file(given) if verb == "load" else (NAME, given.text("text"))
        if verb == "example":
            prep.text = example(rest or given.text("example")).text
        elif verb in CHANGES:
            prep.text, prep.said = CHANGES[verb](given, prep.text, rest)
        if prep.text.strip():
            prep.text = prep_edit.as_toml(prep.text, prep.name)
            _read(prep, verb in ("add", "take"))
        elif verb not in ("convert", ""):
            raise BadInput("there is no fight yet", place="fight", hint="choose an example, or paste a fight file")
        _answered(prep, given, verb, rest, reckoner)
    except BadInput as error:
        prep.problem, prep.where = of_input(error), where
    except Refused as error:
        prep.problem, prep.where = error.fault, where
    except AffrayError as error:
        prep.problem, prep.where = invalid("fight", str(error)), where
    if prep.fight is None:
        prep.fight = _readable(prep.text)
    return prep


def _read(prep: Prep, growing: bool) -> None:
    """Reads the fight; one that grows fighter by fighter need not be able to begin yet."""
    try:
        prep.fight = parse(prep.text, prep.name)
    except BadInput as error:
        if not growing:
            raise
        prep.said = f"{prep.said}; it cannot begin yet: {error.problem}"


def _answered(prep: Prep, given: Given, verb: str, rest: str, reckoner: Reckoner) -> None:
    """What was asked for beside the change: a conversion, a sweep, or what to expect."""
    if verb in ("convert", "take"):
        conversion = prep_convert.converted(given)
        prep.converted = prep_convert.shown(conversion, given)
    if prep.fight is None or verb in ("convert", "take", "load", "example", "add", "check"):
        return
    prep.fight.check_played()
    if verb == "sweep":
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else -1
        texts = sweep_texts(prep.text, prep.name, number)
        share = SWEEPING / len(texts)
        steps = [Step(kind="play", text=one, name=prep.name, seconds=share, seed=SEED) for _, one in texts]
        prep.sweep = sweep_of(prep.text, prep.name, number, [count for count, _ in texts], reckoner.reckon(steps))
        return
    prep.report = expected(prep.text, prep.name, prep.fight, reckoner)


def expected(text: str, name: str, fight: Fight, reckoner: Reckoner) -> Report:
    """What to expect of a fight: played for a while, and solved where that can be done in time."""
    steps = [
        Step(kind="play", text=text, name=name, seconds=PLAYING, seed=SEED),
        Step(kind="solve", text=text, name=name, seconds=SOLVING),
    ]
    results = reckoner.reckon(steps)
    played = results.played(0)
    if played is None:
        raise BadInput("the fight is too large to be played in five seconds", place="fight", code="too_large")
    return report(fight, played, results.solved(1))


def _file(given: Given) -> tuple[str, str]:
    """The fight file that was handed in, or the text that was pasted."""
    name, content = given.files.get("file", ("", b""))
    if content:
        return name, decode(content, name)
    return NAME, given.text("text")


def _readable(text: str) -> Fight | None:
    try:
        return parse(text, NAME) if text.strip() else None
    except AffrayError:
        return None


# Changes: the form, the text and what stands behind the colon, to the text and what was done


def _add(given: Given, text: str, rest: str) -> tuple[str, str]:
    chosen, _, name = given.text("fighter").partition("/")
    side = given.text("side").strip() or "foes"
    count = given.whole("count", 1, prep_edit.MOST, 1)
    if chosen not in names():
        raise BadInput("choose a fighter", place="fighter", received=chosen)
    table = fighter(chosen, name, side, count)
    return _with(text, chosen, table), f"{count} × {table['name']} added to {side}"


def _take(given: Given, text: str, rest: str) -> tuple[str, str]:
    conversion = prep_convert.converted(given)
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else -1
    if not 0 <= number < len(conversion.monsters):
        raise BadInput("there is no such creature", place="creature", received=rest)
    one = conversion.monsters[number]
    if one.questions:
        raise BadInput("answer what is asked first", place=str(one.values.get("name") or "creature"))
    count = given.whole(f"count:{number}", 1, prep_edit.MOST, 1)
    side = given.text(f"side:{number}").strip() or "foes"
    table = placed({**one.fighter, "name": one.values.get("name") or "creature"}, side, count)
    return _with(text, given.text("to") or "knave", table), f"{count} × {table['name']} added to {side}"


def _with(text: str, ruleset: str, table: dict[str, Any]) -> str:
    if not text.strip():
        return prep_edit.with_fighter(f'ruleset = "{find(ruleset).id}"', table)
    text = prep_edit.as_toml(text, NAME)
    mine = _ruleset_of(text)
    if mine and mine != ruleset:
        raise BadInput(f"the fight is by the rules of {mine}", place="ruleset", received=ruleset, allowed=mine)
    return prep_edit.with_fighter(text, table)


def _ruleset_of(text: str) -> str:
    """The ruleset that a file names, "" where it names none that there is."""
    try:
        return chosen_ruleset(parse_document(text, NAME).root).id
    except AffrayError:
        return ""


def _counted(step: int) -> Any:
    def change(given: Given, text: str, rest: str) -> tuple[str, str]:
        text = prep_edit.as_toml(text, NAME)
        tables = prep_edit.counts(text, NAME)
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else -1
        if not 0 <= number < len(tables):
            raise BadInput("there is no such fighter", place="fighter", received=rest)
        return prep_edit.with_count(text, number, tables[number][2] + step), ""

    return change


def _tactics(given: Given, text: str, rest: str) -> tuple[str, str]:
    text = prep_edit.as_toml(text, NAME)
    fight = parse(text, NAME)
    for side, now in fight.tactics.items():
        wanted = given.text(f"tactic:{side}")
        if wanted and wanted != now:
            text = prep_edit.with_value(text, "tactics", side, wanted)
    return text, ""


def _ruling(given: Given, text: str, rest: str) -> tuple[str, str]:
    text = prep_edit.as_toml(text, NAME)
    fight = parse(text, NAME)
    ruling = fight.ruleset.ruling(given.text("ruling").strip(), "ruling")
    option = ruling.read(given.text("option"), "option")
    return prep_edit.with_value(text, "rulings", ruling.id, option), f"{ruling.id} is read as {option}"


CHANGES = {
    "add": _add,
    "take": _take,
    "more": _counted(1),
    "less": _counted(-1),
    "tactics": _tactics,
    "ruling": _ruling,
}

WHERE = {"add": "add", "convert": "convert", "take": "convert", "ruling": "rulings", "tactics": "rulings"}


def content_of(text: str) -> dict[str, list[Ready]]:
    """The ready fighters for a fight by the titles of their rulesets: of its own, or of all where it is none yet."""
    mine = _ruleset_of(text)
    rulesets = [find(name) for name in ([mine] if mine else names())]
    return {one.title: list(ready(one.id).values()) for one in rulesets}
