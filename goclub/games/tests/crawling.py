"""Following the links of the site as a reader would."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client

_LINK = re.compile(r'href="([^"#]+)')
_NUMBER = re.compile(r"\d+")
#: Where no page of the site is: files, another site.
_ELSEWHERE = ("/static/", "//")


def crawl(client: Client, *, first: str = "/") -> dict[str, int]:
    """Every kind of page that links lead to, one of each kind: its address and its status.

    Pages are of one kind if their addresses differ in numbers and in what is asked of them only.
    """
    found = {}
    todo, known = [first], {_kind(first)}
    for address in todo:  # grows meanwhile
        answer = client.get(address)
        found[address] = answer.status_code
        links = [answer["Location"]] if answer.has_header("Location") else []
        if answer.get("Content-Type", "").startswith("text/html"):
            links += map(unescape, _LINK.findall(answer.content.decode()))
        for link in links:
            link = address.partition("?")[0] + link if link.startswith("?") else link
            if link.startswith("/") and not link.startswith(_ELSEWHERE):
                if _kind(link) not in known:
                    todo.append(link)
                known.add(_kind(link))
    return found


def _kind(address: str) -> str:
    path, _, query = address.partition("?")
    return _NUMBER.sub("0", path) + "?" + query.partition("=")[0]
