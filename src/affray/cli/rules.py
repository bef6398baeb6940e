"""`affray rules`: the clauses of a ruleset, the code that implements them, and the rulings where the text is open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from affray.cli.options import json_option
from affray.errors import BadInput
from affray.telling.citing import READING, code_of, telling, touching
from affray.telling.facts import ruleset_facts, ruling_facts

if TYPE_CHECKING:
    from affray.fight import AnyRuleset
    from affray.rules import Ruling

TACTICS = "tactics"


@click.command()
@click.argument("what", required=False, metavar="[RULESET | CLAUSE | RULING | tactics]")
@json_option
def rules(what: str | None, as_json: bool) -> None:
    """The clauses, the code that implements them, and the rulings.

    \b
    affray rules                   every ruleset with its clauses and rulings
    affray rules knave.attack.hit  a clause: its text, its code, its rulings
    affray rules K08               a ruling: its options and what each changes
    affray rules tactics           what a fight file may name
    """  # noqa: D301 - click's mark for lines that stay as they are
    from affray.cli.output import say, say_json  # noqa: PLC0415 - `affray --help` needs no ruleset

    document, lines = _found(what)
    if as_json:
        say_json(document)
        return
    for line in lines:
        say(line)


def _found(what: str | None) -> tuple[dict[str, Any], list[str]]:
    """What was asked for, as JSON has it and for people."""
    from affray.errors import nearest  # noqa: PLC0415
    from affray.rules import BUILT_IN, find, names  # noqa: PLC0415

    if what is None:
        rulesets = [find(name) for name in names()]
        found = [ruleset_facts(one) for one in rulesets]
        lines = [line for one in found for line in [*_ruleset_lines(one), ""]]
        return {"rulesets": found}, lines[:-1]
    if what == TACTICS:
        return _tactics([find(name) for name in names()])
    head = what.partition(".")[0]
    known = list(BUILT_IN) if head in BUILT_IN else names()
    if what in known:
        document = ruleset_facts(find(what))
        return document, _ruleset_lines(document)
    if head in known and what in find(head).clauses():
        return _clause(find(head), what)
    for name in known if head not in known else [head]:
        ruleset = find(name)
        for ruling in ruleset.rulings:
            if what.removeprefix(f"{name}.") in (ruling.id, ruling.slug):
                return _ruling(ruleset, ruling)
        if READING.fullmatch(what) and telling(ruleset, what):
            return _reading(ruleset, what)
    words = [word for name in known for word in _words(find(name))]
    close = nearest(what, words) or "affray rules lists them"
    raise BadInput("no such clause, ruling or ruleset", place="argument", received=what, hint=close)


def _words(ruleset: AnyRuleset) -> Iterator[str]:
    yield ruleset.id
    yield TACTICS
    yield from ruleset.clauses()
    for ruling in ruleset.rulings:
        yield ruling.id
        yield ruling.slug


def _ruleset_lines(facts: dict[str, Any]) -> list[str]:
    from affray.telling.text import rows  # noqa: PLC0415

    clauses = [(one["id"], _first_line(one["text"])) for one in facts["clauses"]]
    rulings = [
        (one["id"], one["slug"], one["default"] + (" (house)" if one["house"] else ""), one["question"])
        for one in facts["rulings"]
    ]
    return [
        f"{facts['ruleset']}: {facts['title']}, version {facts['version']}",
        f"{len(clauses)} clauses",
        *rows(clauses, indent=2),
        f"{len(rulings)} rulings",
        *rows([("", "", "default", ""), *rulings], indent=2),
        f"formulas: {', '.join(facts['formulas'])}",
        f"tactics: {', '.join(facts['tactics'])}",
    ]


def _first_line(text: str, most: int = 80) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _clause(ruleset: AnyRuleset, name: str) -> tuple[dict[str, Any], list[str]]:
    text = ruleset.clauses()[name]
    code = code_of(ruleset, name)
    beside = touching(ruleset, name)
    document = {
        "ruleset": ruleset.id,
        "clause": name,
        "text": text,
        "code": code,
        "rulings": [ruling_facts(ruling) for ruling in beside],
    }
    lines = [name, text, *_code_lines(code)]
    lines += [f"{one.id} {one.slug} = {one.default}: {one.question}" for one in beside]
    return document, lines


def _reading(ruleset: AnyRuleset, name: str) -> tuple[dict[str, Any], list[str]]:
    """A point at which the text is read in one way, without options."""
    told, code = telling(ruleset, name), code_of(ruleset, name)
    document = {"ruleset": ruleset.id, "reading": name, "options": [], "clauses": told, "code": code}
    lines = [f"{name} has no options: the text is read in one way", ""]
    for clause, text in told.items():
        lines += [clause, text, ""]
    return document, [*lines, *_code_lines(code)]


def _code_lines(code: list[dict[str, Any]]) -> list[str]:
    return [f"{one['function']}  {one['file']}:{one['line']}" for one in code] or ["no function cites it"]


def _ruling(ruleset: AnyRuleset, ruling: Ruling) -> tuple[dict[str, Any], list[str]]:
    from affray.telling.witness import changes, witnessed  # noqa: PLC0415 - only for one ruling

    code = code_of(ruleset, ruling.id)
    seen = changes(ruleset, ruling)
    document = {
        "ruleset": ruleset.id,
        **ruling_facts(ruling),
        "code": code,
        "witness": {"about": ruling.witness.about, "options": seen},
    }
    options = ", ".join(option + (" (default)" if option == ruling.default else "") for option in ruling.options)
    lines = [
        f"{ruling.id} {ruling.slug} ({ruleset.id})",
        ruling.question,
        f"where    {ruling.where}",
        f"options  {options}",
    ]
    if any(option.endswith(":N") for option in ruling.options):
        lines.append(f"N        {ruling.numbers[0]} to {ruling.numbers[1]}")
    if ruling.house:
        lines.append("house    the default adds something, because play cannot go on without it")
    lines += [f"code     {line}" for line in _code_lines(code)]
    lines.append(f"what it changes, seen in: {witnessed(ruleset, ruling)}")
    for option, told in seen.items():
        lines.append(f"  {option}")
        lines += [f"    {line}" for line in told]
    return document, lines


def _tactics(rulesets: list[AnyRuleset]) -> tuple[dict[str, Any], list[str]]:
    from affray.fight import DEFAULT_TACTIC, tactic_names  # noqa: PLC0415

    found = {
        one.id: [
            {"name": name, "about": _about(one, name), "default": name == DEFAULT_TACTIC} for name in tactic_names(one)
        ]
        for one in rulesets
    }
    lines = []
    for name, tactics in found.items():
        lines.append(name)
        for one in tactics:
            lines.append(f"  {one['name']}{' (default)' if one['default'] else ''}  {one['about']}".rstrip())
    return {"tactics": found}, lines


def _about(ruleset: AnyRuleset, name: str) -> str:
    if name not in ruleset.tactics:
        _, _, repertoire = name.partition(":")
        of = (
            f"the repertoire {repertoire}"
            if repertoire
            else f"the first of its repertoires, {next(iter(ruleset.repertoires()))}"
        )
        return f"Best play from {of}: solved by affray odds and affray solve, never played."
    return _first_line((getattr(ruleset.tactics[name], "__doc__", None) or "").partition("\n")[0])
