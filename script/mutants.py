"""Asks whether the tests of the rules would notice a changed rule: mutation, by mutmut.

    script/mutants              300 changes of `ratings` and `tournaments`, drawn by a fixed seed
    script/mutants 1000 7       a thousand, drawn by seed 7
    script/mutants all          every one (some 20,000, hours)
    script/mutants 'ratings.paa.*'  those that a pattern names

Prints a table by package and writes into var/mutants.txt what every survivor changed.  Exits with 1
where fewer than nine in ten were noticed.  A change that makes the tests run without end counts as
noticed.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path

from mutmut.__main__ import (
    collect_source_file_mutation_data,
    copy_src_dir,
    create_mutants,
    get_diff_for_mutant,
    status_by_exit_code,
)

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "var" / "mutants.txt"
DRAWN, SEED, WANTED = 300, 20261122, 0.9
NOTICED = {"killed", "timeout", "segfault", "suspicious"}
#: So many names fit a command line.
AT_ONCE = 2000


def main() -> int:
    Path("mutants").mkdir(exist_ok=True)
    copy_src_dir()
    create_mutants(2)
    chosen = drawn(sorted(statuses()), sys.argv[1:])
    command = str(Path(sys.executable).with_name("mutmut"))
    for start in range(0, len(chosen), AT_ONCE):
        subprocess.run([command, "run", *chosen[start : start + AT_ONCE]], check=True)
    after = statuses()
    found = {name: after[name] for name in chosen}
    survivors = [name for name, status in found.items() if status not in NOTICED]
    REPORT.parent.mkdir(exist_ok=True)
    changes = (f"{name}: {found[name]}\n{get_diff_for_mutant(name)}" for name in survivors)
    REPORT.write_text("\n".join(changes))
    return told(found, survivors)


def statuses() -> dict[str, str]:
    """What became of every change, by its name; ``package.module.x_function__mutmut_N``."""
    mutants, _ = collect_source_file_mutation_data(mutant_names=())
    return {name: status_by_exit_code[code] for _, name, code in mutants}


def drawn(names: list[str], asked: list[str]) -> list[str]:
    """Those that the command line asks for."""
    if asked == ["all"]:
        return names
    if asked and not asked[0].isdigit():
        return [name for name in names if any(fnmatch(name, pattern) for pattern in asked)]
    count, seed = [*map(int, asked), *(DRAWN, SEED)[len(asked) :]]
    return sorted(random.Random(seed).sample(names, min(count, len(names))))


def told(found: dict[str, str], survivors: list[str]) -> int:
    """Print the table; 1 for a package's whole below what is wanted."""
    by_package = Counter(package(name) for name in found)
    alive = Counter(package(name) for name in survivors)
    print(f"{'package':<24}{'changes':>9}{'noticed':>9}{'share':>8}")
    for name, count in sorted(by_package.items()):
        print(f"{name:<24}{count:>9}{count - alive[name]:>9}{1 - alive[name] / count:>8.1%}")
    share = 1 - len(survivors) / max(1, len(found))
    print(f"{'all':<24}{len(found):>9}{len(found) - len(survivors):>9}{share:>8.1%}")
    print(f"What nobody noticed: {REPORT.relative_to(ROOT)}")
    return 0 if share >= WANTED else 1


def package(name: str) -> str:
    return ".".join(name.split(".")[:2])


if __name__ == "__main__":
    sys.exit(main())
