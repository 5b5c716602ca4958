"""Following the links of the site as a reader would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from django.test import Client

_LINK = re.compile(r'href="([^"#]+)')
_NUMBER = re.compile(r"\d+")
#: Where no page of the site is: files, another site.
_ELSEWHERE = ("/static/", "//")


def crawl(client: Client, *, first: str = "/") -> dict[str, int]:
    """Every kind of page that links lead to, one of each kind: its address and its status."""
    return {address: answer.status_code for address, answer in walk(client, first=first)}


def walk(
    client: Client, *, first: str = "/", within: str = "/", without: tuple[str, ...] = ()
) -> Iterator[tuple[str, Any]]:
    """One page of each kind that links lead to, with its answer.

    Pages are of one kind if their addresses differ in numbers and in what is asked of them only.
    Links are followed *within* a part of the site, and not into those parts that are left out.
    """
    todo, known = [first], {_kind(first)}
    for address in todo:  # grows meanwhile
        answer = client.get(address)
        yield address, answer
        links = [answer["Location"]] if answer.has_header("Location") else []
        if answer.get("Content-Type", "").startswith("text/html"):
            links += map(unescape, _LINK.findall(answer.content.decode()))
        for link in links:
            link = address.partition("?")[0] + link if link.startswith("?") else link
            if link.startswith(within) and not link.startswith((*_ELSEWHERE, *without)):
                if _kind(link) not in known:
                    todo.append(link)
                known.add(_kind(link))


def _kind(address: str) -> str:
    path, _, query = address.partition("?")
    return _NUMBER.sub("0", path) + "?" + query.partition("=")[0]
