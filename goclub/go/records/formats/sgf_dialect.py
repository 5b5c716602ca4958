"""SGF as the Nihon Ki-in writes it: names of its own for what the standard calls otherwise.

The header stands before the first semicolon; TE is the title of the event, RD the day, KO the komi
in words, LT and LC length and number of the byo-yomi periods, GK a kind of game that nobody asks
for.
"""

from __future__ import annotations

import re

from goclub.go.records.raw_game import Properties, RawGame
from goclub.go.records.text import clean_line
from goclub.go.records.values import escape, simple_text

#: What its headers may begin with beside the names of the standard.
NAMES = ("TE", "RD", "KO", "LT", "LC", "GK")
_STANDARD = {"TE": "EV", "RD": "DT", "KO": "KM"}
# In the standard TE praises a move and KO allows one that breaks the rule of ko.
_PLAIN = frozenset(("", "1", "2"))


def translate(game: RawGame) -> None:
    """Give what the root says in this dialect the names of the standard, where these are free."""
    root = game.properties.get(0)
    if root is None or root.keys().isdisjoint(NAMES):
        return
    properties = dict(root)
    for name, standard in _STANDARD.items():
        if name in properties and _text(properties, name) not in _PLAIN:
            values = properties.pop(name)
            properties.setdefault(standard, values)
    overtime = _overtime(_text(properties, "LT"), _text(properties, "LC"))
    if overtime:
        properties.setdefault("OT", (escape(overtime),))
    game.properties[0] = properties


def _text(properties: Properties, name: str) -> str:
    values = properties.get(name)
    return clean_line(simple_text(values[0])) if values else ""


def _overtime(length: str, count: str) -> str:
    """Length and number of the periods in one text (30秒×5回)."""
    length = re.sub(r"(\d)\Z", r"\1秒", length)
    count = re.sub(r"(\d)\Z", r"\1回", count)
    return "×".join(filter(None, (length, count))) if length else ""
