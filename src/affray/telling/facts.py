"""A ruleset and its rulings as JSON tells them."""

from __future__ import annotations

from typing import Any

from affray.fight import AnyRuleset
from affray.rules import Ruling


def ruleset_facts(ruleset: AnyRuleset) -> dict[str, Any]:
    """What there is in a ruleset: its clauses with their texts, its rulings, its formulas and its tactics."""
    return {
        "ruleset": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "clauses": [{"id": name, "text": text} for name, text in ruleset.clauses().items()],
        "rulings": [ruling_facts(ruling) for ruling in ruleset.rulings],
        "formulas": [f"{ruleset.id}.{name}" for name in ruleset.formulas],
        "tactics": list(ruleset.tactics),
    }


def ruling_facts(ruling: Ruling) -> dict[str, Any]:
    """A ruling: its question, its options and the default; `numbers` where an option carries one."""
    facts = {
        "id": ruling.id,
        "slug": ruling.slug,
        "question": ruling.question,
        "where": ruling.where,
        "options": list(ruling.options),
        "default": ruling.default,
        "house": ruling.house,
    }
    numbered = any(option.endswith(":N") for option in ruling.options)
    return {**facts, "numbers": list(ruling.numbers)} if numbered else facts
