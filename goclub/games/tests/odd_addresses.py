"""What people, programs and accidents write into addresses."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from types import ModuleType
from urllib.parse import urlencode

from django.forms import BaseForm
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django_filters import FilterSet

#: More digits than Python reads.
LONG = "9" * 5000
NUMBERS = [LONG, "9" * 18, "١٢"]
VALUES = [LONG, "-1", "١٢", "²", "\0"]
#: What parts of an address may hold that are no numbers.
TEXTS = {"slug": "spring", "system": "paa", "token": "x", "what": "table", "form": "csv",
         "name": "pair", "step": "x", "path_format": "csv", "uidb64": "x"}  # fmt: skip
#: How views read a parameter.
READS = re.compile(r"GET(?:\.get|\.getlist)?[\[(]\"(\w+)\"|\"(\w+)\" (?:not )?in \w*\.?GET")
EVERYWHERE = {"page", "p", "sort", "per_page", "format"}
#: Pages of the office about one row read nothing from their address.
_ONE_ROW = re.compile(r"/office/.*\d")


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """The patterns of all addresses, as they are written."""
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield route
        else:
            yield from routes(one, route)


def takes_number(route: str) -> bool:
    return re.search(r"\[0-9\]|<(?:number|int|path):", route) is not None


def address_of(route: str, number: str) -> str:
    """The address of a pattern with this number wherever one can stand."""
    route = re.sub(r"\(\?P<(\w+)>\[0-9\][^)]*\)|<(?:number|int|path):\w+>", number, route)
    route = re.sub(r"\(\?P<(\w+)>[^)]*\)|<(?:\w+:)?(\w+)>", _text, route)
    return "/" + re.sub(r"[\^$\\]", "", route)


def _text(found: re.Match[str]) -> str:
    return TEXTS.get(found[1] or found[2], "x")


def that_fail(client: Client, pages: Iterable[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """The pages, one for each view, that answer an odd parameter with an error, and which.

    All parameters at once for every value; those that the view itself reads, alone for the longest
    number, which nothing then cuts off before it is read.
    """
    paths = (address.partition("?")[0] for address in pages if not _ONE_ROW.match(address))
    for view, path in {get_resolver().resolve(path).func: path for path in paths}.items():
        module = sys.modules[getattr(view, "view_class", view).__module__]
        read = {one or other for one, other in READS.findall(inspect.getsource(module))}
        names = read | _fields(module) | EVERYWHERE
        asked = [dict.fromkeys(names, value) for value in VALUES]
        asked += [{name: LONG} for name in sorted(read)]
        for query in asked:
            if client.get(f"{path}?{urlencode(query)}").status_code >= 500:
                yield path, {name: value[:12] for name, value in query.items()}


def _fields(module: ModuleType) -> set[str]:
    """What the forms and filters of a module take."""
    found: set[str] = set()
    for thing in vars(module).values():
        if inspect.isclass(thing) and issubclass(thing, BaseForm):
            found |= set(getattr(thing, "base_fields", ()))
        if inspect.isclass(thing) and issubclass(thing, FilterSet):
            found |= set(thing.base_filters)
    return found
