"""Draws the rooms of the house from the real imports, and refuses what no contract can say.

    script/architecture            write the picture and the table into docs/architecture.md
    script/architecture --check    change nothing; fail where the document is older than the code,
                                   where modules import each other in a circle (in functions and
                                   for types alone too), where a topic reaches into the views,
                                   forms or tables of another, or where a room has grown past
                                   LARGEST lines

The layers themselves are contracts of import-linter (pyproject.toml).  A room is a topic of an app,
a part of ``goclub.go``, ``ratings`` or ``tournaments``; its size is counted without tests and
migrations: all its lines, and those of code, without blank lines and comments.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "architecture.md"
MARKS = ("<!-- drawn by script/architecture -->", "<!-- end of the drawing -->")
PACKAGES = ("goclub", "ratings", "tournaments")
#: Lines of a room, blank ones and comments too, that nobody may find his way through beyond.
LARGEST = 13_000
#: Parts of a topic that belong to it alone; only a form may build on a form of a lower topic.
PRIVATE = {"views", "forms", "tables"}
#: What Django asks of an app as a whole; it stands above the topics or below them all.
OF_THE_APP = {"admin", "apps", "forms", "labels", "management", "migrations", "models", "roles",
              "signals", "templatetags", "urls"}  # fmt: skip
APPS = ("games", "leagues", "members")
LAYERS = (
    ("goclub.demo",),
    ("goclub.leagues.directory", "goclub.leagues.rulebook"),
    ("goclub.leagues.official", "goclub.leagues.season"),
    ("goclub.leagues.tournament",),
    ("goclub.leagues.league",),
    (
        "goclub.games.calculator",
        "goclub.games.evening",
        "goclub.games.learn",
        "goclub.games.notebook",
        "goclub.games.people",
    ),
    ("goclub.games.playing", "goclub.games.library"),
    ("goclub.games.rating",),
    ("goclub.members.founding", "goclub.members.handbook"),
    ("goclub.members.desk",),
    ("goclub.members.membership",),
    ("goclub.members.strength",),
    ("goclub.members.notices",),
    ("goclub.members.mail",),
    ("goclub.members.people",),
    ("goclub.members",),
    ("goclub.common",),
    ("goclub.go", "ratings", "tournaments"),
)


def main() -> int:
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("--check", action="store_true", help="change nothing, name what is wrong")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    modules = sorted(module for module in graph.modules if is_ours(module))
    imports = {
        module: sorted(
            other for other in graph.find_modules_directly_imported_by(module) if is_ours(other)
        )
        for module in modules
    }
    text = document(drawing(modules, imports))
    if not options.check:
        DOCUMENT.write_text(text)
        return 0
    faults = [*circles(imports), *intrusions(imports), *overgrown(modules)]
    if without_sizes(DOCUMENT.read_text()) != without_sizes(text):
        faults.append("docs/architecture.md is older than the code: run script/architecture")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def without_sizes(text: str) -> str:
    """The document as far as it has to be true at every commit: rooms and arrows, not lines."""
    return re.sub(r"\| \d+ \| \d+ \| \d+ \|", "|", text)


def is_ours(module: str) -> bool:
    """Whether a module belongs to the house: tests may look anywhere, migrations are history."""
    parts = module.split(".")
    return not {"tests", "conftest", "migrations"} & set(parts)


# --- What is refused --------------------------------------------------------------------------
def circles(imports: dict[str, list[str]]) -> Iterator[str]:
    """Each set of modules that reach each other by imports (Tarjan's components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    open_ones: list[str] = []
    for root in imports:
        work = [(root, iter(imports[root]))] if root not in index else []
        while work:
            module, rest = work[-1]
            if module not in index:
                index[module] = low[module] = len(index)
                open_ones.append(module)
            step = next((other for other in rest if other not in index or other in open_ones), None)
            if step is not None and step not in index:
                work.append((step, iter(imports[step])))
                continue
            if step is not None:
                low[module] = min(low[module], index[step])
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[module])
            if low[module] == index[module]:
                place = open_ones.index(module)
                found, open_ones[place:] = open_ones[place:], []
                if len(found) > 1:
                    yield f"circle: {', '.join(sorted(found))}"


def intrusions(imports: dict[str, list[str]]) -> Iterator[str]:
    """Imports of another topic's views, forms or tables."""
    for module, others in imports.items():
        mine = topic_of(module)
        for other in others:
            theirs = topic_of(other)
            inherits = {"forms"} <= set(module.split(".")) & set(other.split("."))
            if (
                mine
                and theirs
                and mine != theirs
                and PRIVATE & set(other.split("."))
                and not inherits
            ):
                yield f"{module} reaches into {other}: only services, queries and labels are shared"


def topic_of(module: str) -> str:
    """The topic of a module, "" for what belongs to an app as a whole or to none."""
    parts = module.split(".")
    if parts[0] != "goclub" or len(parts) < 3 or parts[1] not in APPS or parts[2] in OF_THE_APP:
        return ""
    return ".".join(parts[1:3])


def overgrown(modules: Iterable[str]) -> Iterator[str]:
    """Rooms of more lines than one person keeps in mind."""
    sizes: Counter[str] = Counter()
    for module in modules:
        sizes[room_of(module)] += len(lines_of(module))
    for room, size in sorted(sizes.items()):
        if size > LARGEST:
            yield f"{room} has {size} lines, more than {LARGEST}: it is two topics"


# --- What is drawn ----------------------------------------------------------------------------
def drawing(modules: Iterable[str], imports: dict[str, list[str]]) -> str:
    sizes: Counter[str] = Counter()
    code: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    arrows: Counter[tuple[str, str]] = Counter()
    for module in modules:
        room = room_of(module)
        sizes[room] += len(lines_of(module))
        code[room] += code_lines(module)
        counts[room] += 1
        arrows.update((room, room_of(other)) for other in imports[module] if room_of(other) != room)
    return "\n".join([*mermaid(arrows), "", *table(sizes, code, counts, arrows)])


def room_of(module: str) -> str:
    """The room that a module lies in: as in LAYERS, or the app it belongs to."""
    for room in (room for layer in LAYERS for room in layer):
        if module == room or module.startswith(f"{room}."):
            return room
    return ".".join(module.split(".")[:2])


def mermaid(arrows: Counter[tuple[str, str]]) -> Iterator[str]:
    """The layers from top to bottom, and an arrow for every pair of rooms that opens so."""
    yield "```mermaid"
    yield "flowchart TB"
    for number, layer in enumerate(LAYERS):
        yield f"  subgraph layer{number}[ ]"
        yield from (f"    {name_of(room)}[{room.removeprefix('goclub.')}]" for room in layer)
        yield "  end"
    for one, other in sorted(arrows):
        if one in DRAWN and other in DRAWN and other not in EVERYBODYS:
            yield f"  {name_of(one)} --> {name_of(other)}"
    yield "```"


DRAWN = {room for layer in LAYERS for room in layer}
#: Used by nearly every room: an arrow from everywhere would hide the others.
EVERYBODYS = {"goclub.common", "goclub.members", "goclub.go", "ratings", "tournaments"}


def table(
    sizes: Counter[str],
    code: Counter[str],
    counts: Counter[str],
    arrows: Counter[tuple[str, str]],
) -> Iterator[str]:
    yield "| room | modules | lines | of code | opens onto |"
    yield "|---|---|---|---|---|"
    for room in sorted(sizes):
        onto = sorted({other for one, other in arrows if one == room})
        names = ", ".join(f"`{other.removeprefix('goclub.')}`" for other in onto)
        yield f"| `{room}` | {counts[room]} | {sizes[room]} | {code[room]} | {names} |"


def name_of(room: str) -> str:
    return room.replace(".", "_")


def lines_of(module: str) -> list[str]:
    path = ROOT.joinpath(*module.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return source.read_text().splitlines()


def code_lines(module: str) -> int:
    lines = (line.strip() for line in lines_of(module))
    return sum(1 for line in lines if line and not line.startswith("#"))


def document(drawn: str) -> str:
    """The document with its drawing made anew; what people wrote around it stays."""
    before, _, rest = DOCUMENT.read_text().partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    return f"{before}{MARKS[0]}\n{drawn}\n{MARKS[1]}{after}"


if __name__ == "__main__":
    sys.exit(main())
