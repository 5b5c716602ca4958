"""Lighthouse over a served site: twelve pages, on a telephone and on a desktop.

    script/server                     # or any other site, in another terminal
    python benchmarks/lighthouse.py [http://127.0.0.1:8000] [--only phone] [--pages 3] [--least 95]

Lighthouse is a development tool of its own and no part of the site: this needs Node 18 or newer, a
Chromium, and on its first run the net, for ``npx`` fetches it into npm's own cache, outside of the
checkout.  ``LIGHTHOUSE=/path/to/lighthouse`` takes one that is here, ``CHROMIUM`` another browser.

Asked: at least 95 in performance, accessibility, best practices and SEO.  Performance is measured
against the clock: on a machine that does anything else it says more of that than of the page.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

VERSION = "12"
KINDS = {
    "performance": "speed",
    "accessibility": "access",
    "best-practices": "practice",
    "seo": "seo",
}
SCREENS = ("phone", "desktop")
#: The twelve pages that a visitor sees; the first link of a list leads on to one of its rows.
PAGES = (
    "/",
    "/games/",
    "/games/ -> /games/[0-9]+/",
    "/kifu/",
    "/members/",
    "/members/ -> /members/[0-9]+/",
    "/tournaments/",
    '/tournaments/ -> /tournaments/[^/"]+/',
    "/leagues/",
    "/calendar/",
    "/learn/",
    "/ladder/",
)
PATIENCE = 300


def main() -> int:
    """Print a line for each page and screen; 1 where something is below the least."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("site", nargs="?", default="http://127.0.0.1:8000")
    asked.add_argument("--only", choices=SCREENS)
    asked.add_argument("--first", type=int, default=1, help="begin with this one of the twelve")
    asked.add_argument("--pages", type=int, default=len(PAGES), help="so many of them")
    asked.add_argument("--least", type=int, default=95)
    options = asked.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or ""
    if not chromium or not (os.environ.get("LIGHTHOUSE") or shutil.which("npx")):
        print("needs Node (npx) and chromium: apt-get install nodejs npm chromium", file=sys.stderr)
        return 2
    print(f"{'page':42}{'screen':10}" + "".join(f"{word:>10}" for word in KINDS.values()))
    below: dict[str, list[str]] = {}
    for place in PAGES[options.first - 1 :][: options.pages]:
        address = found(options.site.rstrip("/"), place)
        for screen in SCREENS if options.only is None else (options.only,):
            report = judged(address, screen, chromium)
            scores = {kind: points(report, kind) for kind in KINDS}
            shown = address.removeprefix(options.site.rstrip("/"))[:40]
            print(
                f"{shown:42}{screen:10}" + "".join(f"{one:>10}" for one in scores.values()),
                flush=True,
            )
            for kind, score in scores.items():
                if score < options.least:
                    for fault in faults(report, kind):
                        below.setdefault(fault, []).append(f"{shown} {screen}")
    for fault, places in sorted(below.items()):
        print(f"\n{fault}\n    {', '.join(places)}")
    return 1 if below else 0


def found(site: str, place: str) -> str:
    """The address of a page, or of the first that a list leads to."""
    page, _arrow, pattern = place.partition(" -> ")
    if not pattern:
        return site + page
    with urllib.request.urlopen(site + page, timeout=PATIENCE) as answer:
        html = answer.read().decode()
    first = re.search(f'href="({pattern})"', html)
    if first is None:
        raise SystemExit(f"{page}: no link like {pattern}; is the site filled?")
    return site + first[1]


def judged(address: str, screen: str, chromium: str) -> dict:
    """Lighthouse's report of a page."""
    tool = os.environ.get("LIGHTHOUSE")
    command = [tool] if tool else ["npx", "--yes", f"lighthouse@{VERSION}"]
    flags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.json"
        command += [
            address, "--quiet", "--output=json", f"--output-path={path}",
            f"--only-categories={','.join(KINDS)}", f"--chrome-flags={flags}",
        ]  # fmt: skip
        if screen == "desktop":
            command.append("--preset=desktop")
        for _once in range(2):
            done = subprocess.run(
                command,
                cwd=folder,
                env={**os.environ, "CHROME_PATH": chromium},
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
            if path.exists():
                report: dict = json.loads(path.read_text())
                if "runtimeError" not in report:
                    return report
            time.sleep(1)
    raise SystemExit(f"{address}: {done.stderr[-2000:]}")


def points(report: dict, kind: str) -> int:
    """Of a hundred."""
    return round(100 * (report["categories"][kind]["score"] or 0))


def faults(report: dict, kind: str) -> list[str]:
    """What took points away, the first place of each."""
    lines = []
    for reference in report["categories"][kind]["auditRefs"]:
        audit = report["audits"][reference["id"]]
        if reference["weight"] and audit["score"] is not None and audit["score"] < 0.9:
            items = (audit.get("details") or {}).get("items") or [{}]
            node = (items[0].get("node") or {}).get("snippet", "")
            said = audit.get("displayValue") or node
            lines.append(f"{kind}: {audit['title']} {said}".strip()[:200])
    return lines


if __name__ == "__main__":
    sys.exit(main())
