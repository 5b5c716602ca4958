"""Records what every kind of page of the demo club says, and compares two recordings.

    script/pages record FOLDER                  the site of this checkout, into FOLDER
    script/pages record FOLDER --checkout DIR   the site of another checkout
    script/pages record FOLDER --same-as OTHER  the very addresses and forms of another recording
    script/pages compare OTHER FOLDER           every difference; exit 1 when there is one
    script/pages kinds FOLDER                   how often each pattern of the URLconf was visited

For a large change that no reader may notice: record before it, record after it with --same-as, and
compare.  The clock stands still, chance comes from a seed, the database is new each time.  A person
of each role follows links and sends forms; what a form changed is taken back at once.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import pages_record
import pages_site
from pages_crawl import Entry, natural
from pages_read import Displays

ROOT = Path(__file__).resolve().parent.parent
#: Nothing that a reader sees or a browser asks for.
STRUCTURE = frozenset({"skeleton", "skeleton_hash"})
#: Says how a page was reached, or follows from the rest.
APART = frozenset({"address", "kind", "key", "sent", "then", "skeleton_hash"})


def main() -> int:
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    commands = parser.add_subparsers(required=True, dest="command")
    for name in ("record", "kinds"):
        command = commands.add_parser(name)
        command.add_argument("folder", type=Path)
        command.add_argument("--checkout", type=Path, default=ROOT)
        if name == "record":
            command.add_argument("--same-as", type=Path)
            command.add_argument("--limit", type=int, default=6, help="addresses of one pattern")
            command.add_argument("--jobs", type=int, default=1, help="how many at a time")
            command.add_argument("--roles", help="only these, as in visitor,chair")
    command = commands.add_parser("compare")
    command.add_argument("before", type=Path)
    command.add_argument("after", type=Path)
    command.add_argument("--text-only", action="store_true", help="leave out elements, classes")
    asked = parser.parse_args()
    match asked.command:
        case "record":
            return pages_record.record(
                folder=asked.folder.resolve(),
                checkout=asked.checkout.resolve(),
                before=load(asked.same_as) if asked.same_as else {},
                styles=styles_of(asked.same_as) if asked.same_as else {},
                limit=asked.limit,
                roles=asked.roles.split(",") if asked.roles else [],
                jobs=asked.jobs,
            )
        case "kinds":
            return kinds(asked.folder.resolve(), asked.checkout.resolve())
    return compare(asked.before, asked.after, text_only=asked.text_only)


def load(folder: Path) -> dict[str, list[Entry]]:
    """Role and language, as in ``chair.en`` → its pages."""
    found = {}
    for path in sorted(folder.glob("*.jsonl")):
        with path.open() as lines:
            found[path.stem] = [json.loads(line) for line in lines]
    if not found:
        raise SystemExit(f"{folder}: no recording")
    return found


def styles_of(folder: Path) -> Displays:
    """How elements stood in the line when *folder* was recorded."""
    path = folder / pages_record.STYLES
    return json.loads(path.read_text()) if path.exists() else {}


# --- Comparing ---------------------------------------------------------------------------------
def compare(before: Path, after: Path, *, text_only: bool) -> int:
    one, other = load(before), load(after)
    left_out = APART | (STRUCTURE if text_only else frozenset())
    compared: Counter[str] = Counter()
    where: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set(one) | set(other)):
        pages, others = flat(one.get(name, [])), flat(other.get(name, []))
        for key in sorted(set(pages) | set(others), key=natural):
            place = f"{name} {key}"
            if key not in pages or key not in others:
                said = f"only in {before if key in pages else after}"
                where[said].append(place)
                continue
            compared[pages[key]["kind"] or "nowhere"] += 1
            if said := difference(pages[key], others[key], left_out):
                where[said].append(place)
    for kind in sorted(compared):
        print(f"{compared[kind]:6} {kind}")
    print(f"{compared.total():6} pages of {len(compared)} kinds compared")
    for said, places in where.items():
        print(f"\n=== {len(places)} pages")
        print(*places[:20], *([f"… and {len(places) - 20} more"] if places[20:] else []), sep="\n")
        print(said)
    total = sum(map(len, where.values()))
    print(f"\n{total} pages differ, in {len(where)} ways." if where else "No difference.")
    return 1 if where else 0


def flat(entries: list[Entry]) -> dict[str, Entry]:
    """Every page by how it was reached, those behind a form too."""
    found = {}
    for entry in entries:
        found[entry["key"]] = entry
        for number, after in enumerate(entry.get("then", ()), start=1):
            found[f"{entry['key']} → {number} {after['address']}"] = after
    return found


def difference(one: Entry, other: Entry, left_out: frozenset[str]) -> str:
    """What changed on a page, part by part, or nothing."""
    said: list[str] = []
    for part in dict.fromkeys([*one, *other]):
        old, new = one.get(part, ""), other.get(part, "")
        if part in left_out or old == new:
            continue
        old, new = (value if isinstance(value, list) else [str(value)] for value in (old, new))
        lines = list(difflib.unified_diff(old, new, "before", "after", lineterm="", n=1))[2:]
        said += [f"--- {part}", *lines[:200]]
    return "\n".join(said)


# --- What was left out -------------------------------------------------------------------------
def kinds(folder: Path, checkout: Path) -> int:
    """How often each pattern was asked for, by whom, and which never."""
    visited: dict[str, Counter[str]] = defaultdict(Counter)
    for name, entries in load(folder).items():
        for entry in flat(entries).values():
            visited[entry["kind"]][f"{name.split('.')[0]} {entry['status']}"] += 1
    with tempfile.TemporaryDirectory() as place:
        pages_site.open_site(checkout, Path(place) / "club.sqlite3")
        every = pages_site.all_kinds()
    for kind, route in every.items():
        if kind in visited:
            counts = ", ".join(f"{who} × {number}" for who, number in visited[kind].items())
            print(f"{visited[kind].total():6} {kind}: {counts}")
        else:
            print(f" never {kind}: {route}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
