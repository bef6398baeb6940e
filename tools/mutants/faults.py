"""The faults that can be planted in a module, one at a time, each a small change to its tree.

A comparison moved or turned round, a number one higher or lower, an operator swapped, a condition negated, a ``not``
dropped, ``and`` for ``or``, a compared text spoilt, ``high`` for ``low``, a value not returned. The order is fixed.
"""

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
WORDS = {"high": "low", "low": "high"}

# What states no rule: annotations, decorators, base classes, imports, messages.
NOT_RULES = {"annotation", "returns", "decorator_list", "bases", "keywords", "type_params"}
SILENT = (ast.Import, ast.ImportFrom, ast.Raise, ast.Assert, ast.JoinedStr)


class Mutant(NamedTuple):
    """One fault: `lines` are those of the statement around it, `inside` says whether a function must run to meet it."""

    number: int
    line: int
    before: str
    after: str
    lines: range
    inside: bool


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """The faults that can be planted at this node, each a node to put in its place."""
    match node:
        case ast.Compare() | ast.MatchValue():
            yield from compared(node)
        case ast.Constant(value=value):
            yield from (ast.Constant(other) for other in neighbours(value))
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            yield changed(node, op=ARITHMETIC[type(op)]())
        case ast.BoolOp(op=op):
            yield changed(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield changed(node, func=ast.Name(NAMES[name], ast.Load()))
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            # A comparison is turned round where it stands, and a `not` is dropped there.
            if not isinstance(test, ast.Compare | ast.UnaryOp | ast.Constant):
                yield changed(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.expr() as value) if not is_none(value):
            yield changed(node, value=ast.Constant(None))


def compared(node: ast.Compare | ast.MatchValue) -> Iterator[ast.AST]:
    """Another comparison in its place, or the same with a text that is no longer the one meant."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for i, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield changed(node, ops=[*ops[:i], other(), *ops[i + 1 :]])
            if isinstance(left, ast.Constant) and isinstance(left.value, str):
                yield changed(node, left=ast.Constant(f"{left.value}?"))
            for i, side in enumerate(comparators):
                if isinstance(side, ast.Constant) and isinstance(side.value, str):
                    text = ast.Constant(f"{side.value}?")
                    yield changed(node, comparators=[*comparators[:i], text, *comparators[i + 1 :]])
        case ast.MatchValue(value=ast.Constant(value=str(value))):
            yield changed(node, value=ast.Constant(f"{value}?"))


def neighbours(value: object) -> list[bool | int | str]:
    """The values that this one may be mistaken for."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1]
        case str() if value in WORDS:
            return [WORDS[value]]
    return []


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def changed(node: ast.AST, **fields: object) -> ast.AST:
    """A shallow copy of the node with other fields."""
    twin = copy.copy(node)
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every place that can hold a fault, in the order of the text: its owner, field and index, and the node there."""
    for field, value in ast.iter_fields(node):
        if field in NOT_RULES and not isinstance(node, ast.Call):
            continue
        for i, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or isinstance(child, SILENT) or names_literals(child):
                continue
            yield node, field, i, child
            yield from places(child)


def names_literals(node: ast.AST) -> bool:
    """Whether this is ``Literal[...]``, a type."""
    return isinstance(node, ast.Subscript) and ast.unparse(node.value).rpartition(".")[2] == "Literal"


def mutants(source: str) -> Iterator[tuple[Mutant, ast.Module]]:
    """Every mutant of a module, and its tree. The tree is shared: compile or drop it before asking for the next."""
    tree = ast.parse(source)
    around = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    number = 0
    for owner, field, i, node in list(places(tree)):
        line, lines, inside = getattr(node, "lineno", 0), lines_of(node, around), is_inside(node, around)
        for variant in list(variants(node)):
            mutant = Mutant(number, line, shown(node), shown(variant), lines, inside)
            put(owner, field, i, ast.fix_missing_locations(ast.copy_location(variant, node)))
            yield mutant, tree
            put(owner, field, i, node)
            number += 1


def put(owner: ast.AST, field: str, i: int | None, node: ast.AST) -> None:
    if i is None:
        setattr(owner, field, node)
    else:
        getattr(owner, field)[i] = node


def shown(node: ast.AST) -> str:
    """The first line of the node's text."""
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).partition("\n")[0]


def lines_of(node: ast.AST, around: dict[ast.AST, ast.AST]) -> range:
    """The lines of the statement that holds a node; of one with a body those before it."""
    while not isinstance(node, ast.stmt):
        node = around[node]
    last = node.end_lineno or node.lineno
    inner = getattr(node, "body", None) or getattr(node, "cases", None)
    if isinstance(inner, list):
        first = inner[0]
        last = max(node.lineno, (first.pattern if isinstance(first, ast.match_case) else first).lineno - 1)
    return range(node.lineno, last + 1)


def is_inside(node: ast.AST, around: dict[ast.AST, ast.AST]) -> bool:
    """Whether a node is in the body of a function; default values are not."""
    while node in around:
        child, node = node, around[node]
        if (isinstance(node, ast.FunctionDef) and child in node.body) or (
            isinstance(node, ast.Lambda) and child is node.body
        ):
            return True
    return False
