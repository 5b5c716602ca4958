"""Addresses that carry what a form shall take up."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from goclub.games.models import Kifu, Toss


def report_address(**named: Kifu | Toss | None) -> str:
    """The address of the report form with the draft and the toss that it shall take up."""
    query = urlencode({name: row.pk for name, row in named.items() if row is not None})
    return reverse("games:report") + (f"?{query}" if query else "")
