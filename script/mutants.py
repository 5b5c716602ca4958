"""Changes the rules with mutmut and counts the changes that no test notices.

    script/mutants              300 changes of `ratings` and `tournaments`, drawn by a fixed seed
    script/mutants 1000 7       a thousand, drawn by seed 7
    script/mutants all          every one (some 20,000, hours)
    script/mutants 'ratings.paa.*'  those that a pattern names

Prints a table by package and writes the changes that survived into var/mutants.txt.  Exit status 1
where the tests notice fewer than nine in ten.  A change that makes them run without end is noticed.
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
SAMPLE, SEED, LEAST_SHARE = 300, 20261122, 0.9
NOTICED = {"killed", "timeout", "segfault", "suspicious"}
#: Names that fit on a command line.
BATCH = 2000


def main() -> int:
    Path("mutants").mkdir(exist_ok=True)
    copy_src_dir()
    create_mutants(2)
    names = choose_names(sorted(statuses()), sys.argv[1:])
    command = str(Path(sys.executable).with_name("mutmut"))
    for start in range(0, len(names), BATCH):
        subprocess.run([command, "run", *names[start : start + BATCH]], check=True)
    after = statuses()
    results = {name: after[name] for name in names}
    survivors = [name for name, status in results.items() if status not in NOTICED]
    REPORT.parent.mkdir(exist_ok=True)
    changes = (f"{name}: {results[name]}\n{get_diff_for_mutant(name)}" for name in survivors)
    REPORT.write_text("\n".join(changes))
    return print_table(results, survivors)


def statuses() -> dict[str, str]:
    """Return the status of every change by its name, ``package.module.x_function__mutmut_N``."""
    mutants, _ = collect_source_file_mutation_data(mutant_names=())
    return {name: status_by_exit_code[code] for _, name, code in mutants}


def choose_names(names: list[str], arguments: list[str]) -> list[str]:
    """Return the changes that the command line asks for."""
    if arguments == ["all"]:
        return names
    if arguments and not arguments[0].isdigit():
        return [name for name in names if any(fnmatch(name, pattern) for pattern in arguments)]
    count, seed = [*map(int, arguments), *(SAMPLE, SEED)[len(arguments) :]]
    return sorted(random.Random(seed).sample(names, min(count, len(names))))


def print_table(results: dict[str, str], survivors: list[str]) -> int:
    """Print the share that was noticed by package; return the exit status."""
    counts = Counter(package(name) for name in results)
    alive = Counter(package(name) for name in survivors)
    print(f"{'package':<24}{'changes':>9}{'noticed':>9}{'share':>8}")
    for name, count in sorted(counts.items()):
        print(f"{name:<24}{count:>9}{count - alive[name]:>9}{1 - alive[name] / count:>8.1%}")
    share = 1 - len(survivors) / max(1, len(results))
    print(f"{'all':<24}{len(results):>9}{len(results) - len(survivors):>9}{share:>8.1%}")
    print(f"Survivors: {REPORT.relative_to(ROOT)}")
    return 0 if share >= LEAST_SHARE else 1


def package(name: str) -> str:
    return ".".join(name.split(".")[:2])


if __name__ == "__main__":
    sys.exit(main())
