"""What the source refuses: every place where a refusal is made, with its reason and parameters.

A :class:`Refusal` of the site has its text beside it and is not looked for.

The source is read, not run.  A reason is a string written in the call, or reaches it through a
variable, a table or a function of the same source; through a parameter of the function around it,
the callers of that function are the places.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
REASON = re.compile(r"[a-z]+\.[a-z_]+")


@dataclass(frozen=True)
class Maker:
    """What makes a refusal of a reason: the place of that argument, and the parameters it adds."""

    place: int | None
    params: frozenset[str] = frozenset()
    default: str = ""


@dataclass(frozen=True)
class Place:
    """Where a refusal is made: ``reason`` empty where its class says it all."""

    where: str
    code: str
    reason: str
    params: frozenset[str]
    #: The arguments written there; None where a function between adds some.
    given: frozenset[str] | None


@dataclass
class Source:
    """A file, its functions, and the function around each of its calls."""

    name: str
    tree: ast.Module
    functions: list[ast.FunctionDef] = field(default_factory=list)
    calls: dict[ast.Call, ast.FunctionDef | None] = field(default_factory=dict)
    makers: dict[str, Maker] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.calls = dict.fromkeys(_calls(self.tree))
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef):
                self.functions.append(node)
                # The inner function comes later and stays.
                self.calls |= dict.fromkeys(_calls(node), node)


@cache
def places() -> tuple[Place, ...]:
    """Every place of the source in which a refusal is made."""
    return tuple(_Reader(_sources()).read())


def source_files() -> Iterator[Path]:
    """Every file of the rooms but their tests and migrations."""
    for room in ("ratings", "tournaments", "goclub"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if not {"tests", "migrations"} & set(path.relative_to(ROOT).parts):
                yield path


def _sources() -> list[Source]:
    return [
        Source(str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8")))
        for path in source_files()
        if path.parts[-2:] != ("refusals", "registry.py")
    ]


class _Reader:
    def __init__(self, sources: list[Source]) -> None:
        self._sources = sources
        self._known = {"RuleError": Maker(None)}
        #: The functions that hand their own parameter on.
        self._between: set[ast.FunctionDef] = set()
        self._functions: dict[str, list[ast.FunctionDef]] = {}
        for source in sources:
            for node in source.functions:
                self._functions.setdefault(node.name, []).append(node)

    def read(self) -> Iterator[Place]:
        while sum(map(self._learn, self._sources)):
            pass
        for source in self._sources:
            for call in source.calls:
                yield from self._places(source, call)

    def _maker(self, source: Source, call: ast.Call) -> Maker | None:
        name, around = _name(call), source.calls[call]
        if name == "super().__init__" and around is not None:
            name = _class_of(source.tree, around, base=True)
        return source.makers.get(name) or self._known.get(name)

    def _learn(self, source: Source) -> bool:
        """Take a function that hands its own parameter on as the reason for a maker."""
        found = False
        for call, around in source.calls.items():
            maker = self._maker(source, call)
            if maker is None or around is None:
                continue
            reason = _argument(call, "reason", maker.place)
            parameters = [one.arg for one in (*around.args.args, *around.args.kwonlyargs)]
            if not isinstance(reason, ast.Name) or reason.id not in parameters:
                continue
            name, place = around.name, parameters.index(reason.id)
            if name == "__init__":
                name, place = _class_of(source.tree, around), place - 1
            self._between.add(around)
            home = source.makers if name.startswith("_") else self._known
            if name not in home:
                default = _default(around, reason.id)
                home[name] = Maker(place, maker.params | self._params(source, call), default)
                found = True
        return found

    def _places(self, source: Source, call: ast.Call) -> Iterator[Place]:
        maker = self._maker(source, call)
        if maker is None:
            return
        expression = _argument(call, "reason", maker.place)
        where = f"{source.name}:{call.lineno}"
        reasons = {maker.default}
        if expression is not None:
            if isinstance(expression, ast.Name) and source.calls[call] in self._between:
                return  # its callers are the places
            if isinstance(expression, ast.Attribute):
                return  # the reason of another refusal is handed on
            reasons = set(self._texts(source, call, expression))
            assert reasons, f"{where}: no reason found"
        given = frozenset(one.arg for one in call.keywords if one.arg)
        for reason in reasons:
            yield Place(
                where,
                _code(call),
                reason,
                maker.params | self._params(source, call),
                given if _name(call) == "RuleError" else None,
            )

    def _texts(self, source: Source, call: ast.Call, expression: ast.expr) -> Iterator[str]:
        """The strings that may arrive where an expression stands."""
        match expression:
            case ast.Constant(value=str(text)):
                yield text
            case ast.IfExp(body=body, orelse=orelse):
                yield from self._texts(source, call, body)
                yield from self._texts(source, call, orelse)
            case ast.Name(id=name):
                for scope in (source.calls[call], source.tree):
                    for value in _assigned(scope, name):
                        yield from self._texts(source, call, value)
            case ast.Dict() | ast.Tuple():
                yield from _reasons(expression)
            case ast.Subscript(value=table):
                yield from self._texts(source, call, table)
            case ast.Call(func=ast.Attribute(value=inner, attr=attribute), args=arguments):
                yield from (text for one in arguments for text in _reasons(one))
                if attribute == "get":
                    yield from self._texts(source, call, inner)
                for function in self._functions.get(attribute, ()):
                    yield from _reasons(function)

    def _params(self, source: Source, call: ast.Call) -> frozenset[str]:
        """The parameters that a call names beside value and accepted."""
        given = _argument(call, "params", None)
        if given is None:
            return frozenset()
        tables = [given]
        for node in ast.walk(given):
            if isinstance(node, ast.Name):
                tables += _assigned(source.calls[call], node.id)
        keys = (
            key
            for table in tables
            for node in ast.walk(table)
            if isinstance(node, ast.Dict)
            for key in node.keys
        )
        return frozenset(key.value for key in keys if isinstance(key, ast.Constant))


def _name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"):
            return "super().__init__"
        case ast.Attribute(attr=name):
            return name if name.startswith("_") else ""
    return ""


def _argument(call: ast.Call, name: str, place: int | None) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return call.args[place] if place is not None and place < len(call.args) else None


def _code(call: ast.Call) -> str:
    match call.args:
        case [ast.Attribute(value=ast.Name(id="Code"), attr=name), *_]:
            return f"E_{name}"
    return ""


def _class_of(tree: ast.Module, method: ast.FunctionDef, *, base: bool = False) -> str:
    """The name of the class of a method, or of the class that it extends."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and method in node.body:
            names = [one.id for one in node.bases if isinstance(one, ast.Name)]
            return "".join(names[:1]) if base else node.name
    return ""


def _default(function: ast.FunctionDef, name: str) -> str:
    pairs = [
        *zip(reversed(function.args.args), reversed(function.args.defaults), strict=False),
        *zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True),
    ]
    for argument, default in pairs:
        if argument.arg == name and isinstance(default, ast.Constant):
            return str(default.value)
    return ""


def _assigned(scope: ast.AST | None, name: str) -> list[ast.expr]:
    """What is assigned to a name, alone or together with others."""
    found = []
    for node in ast.walk(scope) if scope is not None else ():
        if isinstance(node, ast.Assign):
            targets = [part for one in node.targets for part in ast.walk(one)]
            if any(isinstance(part, ast.Name) and part.id == name for part in targets):
                found.append(node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            found += [node.value] if getattr(node.target, "id", "") == name else []
    return found


def _reasons(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        match part:
            case ast.Constant(value=str(text)) if REASON.fullmatch(text):
                yield text


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (part for part in ast.walk(node) if isinstance(part, ast.Call))
