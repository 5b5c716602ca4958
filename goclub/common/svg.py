"""Pictures drawn by the server."""

from __future__ import annotations


class SafeSvg(str):
    """SVG text that a template may print as it is: every text inside was escaped here."""

    __slots__ = ()

    def __html__(self) -> str:
        return self
