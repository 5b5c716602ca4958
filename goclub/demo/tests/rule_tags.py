"""A walk through the pages of leagues and tournaments, for their rule tags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from django.test import Client

from goclub.common.tests.reading import Part, read

NUMBER = re.compile(r"S[0-9]-[0-9]+[a-z]?")
#: Pages that are left aside: they show what others show, for paper and screen.
ASIDE = re.compile(r"\?|/print/|/screen/|\.(csv|json|ics|atom|xml|h9|tou)$|/kifu|/record")


def walk(client: Client, starts: Iterable[str], most: int) -> Iterator[tuple[str, Part]]:
    """Pages that links of leagues and tournaments lead to; of each kind no more than *most*."""
    waiting, seen = list(starts), set[str]()
    kinds: dict[str, int] = {}
    while waiting:
        address = waiting.pop(0)
        kind = re.sub(r"\d+", "N", address)
        if address in seen or kinds.get(kind, 0) >= most:
            continue
        seen.add(address)
        kinds[kind] = kinds.get(kind, 0) + 1
        answer = client.get(address)
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        page = read(answer)
        yield address, page
        for href in page.values("main a[href^=/]", "href"):
            link = href.partition("#")[0]
            if link.startswith(("/leagues/", "/tournaments/")) and not ASIDE.search(link):
                waiting.append(link)
