"""Looks at every kind of page of the demo club, as people who cannot see or have a small telephone.

    script/axe FOLDER                  all pages; the demo club is filled into FOLDER the first time
    script/axe FOLDER --part 2/8       the second of eight parts of them
    script/axe FOLDER --only tournam   addresses that hold these letters
    script/axe FOLDER --without /office/
    script/axe FOLDER --look words     not by axe; or axe alone
    script/axe FOLDER --limit 1        addresses of one pattern (2)

As a visitor and as each login of the demo: what axe says at 1280 and 390 px, light and dark, by all
of its rules, those of best practice too (in the dark by those that look at colours); whether a page
goes sideways at 390 and 320 px; and which words are broken inside at 390 px, in every language.
Exit 1 where anything was found.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pages_site

ROOT = Path(__file__).resolve().parent.parent
VISITOR = "visitor"
ROLES = (VISITOR, "member", "organiser", "chair")
WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")
HEIGHT = 844
#: The rules of axe that look at colours: the others find in the dark what they find in the light.
COLOURS = ["color-contrast", "link-in-text-block"]
LANGUAGES = ("en", "ja", "th", "pl")
NARROW = (390, 320)
Pages = dict[str, list[str]]


def main() -> int:
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--only", default="")
    parser.add_argument("--without", help="leave addresses out that hold these letters")
    parser.add_argument("--roles", default=",".join(ROLES))
    parser.add_argument("--limit", type=int, default=2)
    parser.add_argument("--look", choices=("axe", "words", "both"), default="both")
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    pages = collected(folder, asked.limit)
    part, parts = map(int, asked.part.split("/"))
    wanted = [
        (role, address)
        for role, addresses in pages.items()
        for address in addresses
        if role in asked.roles.split(",") and asked.only in address
        if not asked.without or asked.without not in address
    ][part - 1 :: parts]
    cookies = sessions(wanted)
    with served() as url:
        found = looked_at(url, wanted, cookies, look=asked.look)
    return tell(found, wanted, look=asked.look)


# --- Which pages -----------------------------------------------------------------------------
def collected(folder: Path, limit: int) -> Pages:
    """Addresses by role, as links lead to them; each page once, as the first who sees it."""
    database, kept = folder / "club.sqlite3", folder / f"pages-{limit}.json"
    new = not database.exists()
    pages_site.open_site(ROOT, database)
    from django.core.management import call_command

    if new:
        pages_site.fill()
    else:
        call_command("migrate", verbosity=0)
    if not kept.exists():
        kept.write_text(json.dumps(links(limit), indent=1))
    found: Pages = json.loads(kept.read_text())
    return found


def links(limit: int) -> Pages:
    from pages_crawl import Limits, Visitor

    found: Pages = {}
    seen: set[tuple[str, str]] = set()
    for role in ROLES:
        person = Visitor({}, Limits(plain=limit, with_query=limit, same_names=1, posts=0))
        if role != VISITOR:
            sign_in(person.client, role)
        person.crawl()
        found[role] = []
        for entry in person.entries.values():
            shown = entry["type"].startswith("text/html") and entry["status"] in {200, 404}
            # Another role sees more on a page; the office's differ by right alone.
            if shown and ("skeleton_hash" not in entry or is_new(entry, seen)):
                found[role].append(entry["address"])
        print(f"{role}: {len(found[role])} pages", flush=True)
    return found


def sign_in(client: Any, role: str) -> None:
    from django.conf import settings
    from django.contrib.auth import get_user_model

    user = get_user_model()._default_manager.get(username=role)
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[-1])


def is_new(entry: dict[str, Any], seen: set[tuple[str, str]]) -> bool:
    made = (entry["address"], entry["skeleton_hash"])
    seen_before = made in seen
    seen.add(made)
    return not seen_before


def sessions(wanted: list[tuple[str, str]]) -> dict[str, str]:
    """The cookie of each role, kept in the database that is served."""
    from django.test import Client

    found = {}
    for role in {role for role, _address in wanted} - {VISITOR}:
        client = Client()
        sign_in(client, role)
        found[role] = client.cookies["sessionid"].value
    return found


@contextmanager
def served() -> Iterator[str]:
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.wsgi import get_wsgi_application
    from waitress.server import create_server

    server = create_server(StaticFilesHandler(get_wsgi_application()), port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    yield f"http://{pages_site.HOST}:{server.effective_port}"
    server.close()


# --- What is wrong with them ----------------------------------------------------------------------
def looked_at(
    url: str, wanted: list[tuple[str, str]], cookies: dict[str, str], *, look: str
) -> dict[str, list[str]]:
    """By fault: where it is."""
    from playwright.sync_api import sync_playwright

    from goclub.common.tests.walking import browser_path

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # one row is written beside the browser
    found: dict[str, list[str]] = defaultdict(list)
    with sync_playwright() as machine:
        browser = machine.chromium.launch(
            executable_path=browser_path(),
            args=["--no-sandbox", "--disable-background-networking"],
        )
        by_role = defaultdict(list)
        for role, address in wanted:
            by_role[role].append(address)
        for role, addresses in by_role.items():
            context = browser.new_context(reduced_motion="reduce")
            if role in cookies:
                one = {"name": "sessionid", "value": cookies[role], "url": url}
                context.add_cookies([one])  # type: ignore[list-item]
            page = context.new_page()
            for language in LANGUAGES if look != "axe" else LANGUAGES[:1]:
                speak(context, url, role, language)
                for number, address in enumerate(addresses):
                    if number % 20 == 0:
                        said = f"  {role} {language} {number}/{len(addresses)}"
                        print(said, file=sys.stderr, flush=True)
                    try:
                        for fault in faults(page, url + address, language, look=look):
                            if fault not in found:
                                print(f"    {role} {address}: {fault}", file=sys.stderr)
                            found[fault].append(f"{role} {address}")
                    except Exception as error:  # the others are looked at all the same
                        found[f"not looked at: {str(error)[:120]}"].append(f"{role} {address}")
            context.close()
        browser.close()
    return found


def speak(context: Any, url: str, role: str, language: str) -> None:
    """A visitor's language is a cookie, a member's is in the profile."""
    from goclub.members.models import Member

    Member.objects.filter(user__username=role).update(language=language)
    context.add_cookies([{"name": "django_language", "value": language, "url": url}])


def faults(page: Any, address: str, language: str, *, look: str) -> Iterator[str]:
    """Of one page: by axe in every look (in the first language), by its words."""
    from axe_playwright_python.sync_playwright import Axe

    from goclub.common.tests.broken_words import broken_words
    from goclub.common.tests.walking import sideways

    page.set_viewport_size({"width": NARROW[0], "height": HEIGHT})
    page.goto(address, wait_until="load")
    if look != "axe":
        if broken := broken_words(page):
            yield f"broken in {language}: {', '.join(broken[:6])}"
        for width in NARROW:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            if over := sideways(page):
                yield f"{over} px sideways at {width} in {language}"
    for width in WIDTHS if look != "words" and language == LANGUAGES[0] else ():
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            asked = {} if scheme == SCHEMES[0] else {"runOnly": COLOURS}
            options = {"resultTypes": ["violations"], **asked}
            for one in Axe().run(page, options=options).response["violations"]:
                where = one["nodes"][0]
                yield f"axe {one['id']}: {where['html'][:160]}  [{where['target'][0]}]"


def tell(found: dict[str, list[str]], wanted: list[tuple[str, str]], *, look: str) -> int:
    for fault, places in sorted(found.items(), key=lambda one: -len(one[1])):
        print(f"\n{len(places)} × {fault}")
        print(*[f"    {place}" for place in sorted(set(places))[:4]], sep="\n")
    roles = Counter(role for role, _address in wanted)
    each = len(WIDTHS) * len(SCHEMES)
    done = [
        f"by axe × {len(WIDTHS)} widths × {len(SCHEMES)} looks = {len(wanted) * each}",
        f"by their words in {', '.join(LANGUAGES)} at {NARROW[0]} px, for width at {NARROW}",
    ]
    print(f"\n{len(wanted)} pages ({', '.join(f'{role} {n}' for role, n in roles.items())})")
    print(*{"axe": done[:1], "words": done[1:], "both": done}[look], sep="; ")
    print(f"{sum(map(len, found.values()))} faults of {len(found)} kinds")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
