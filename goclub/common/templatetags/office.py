"""Small parts of the office's own pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst

register = template.Library()


@register.filter
def labelled(cells: Iterable[str], headers: Iterable[Mapping[str, Any]]) -> Iterator[SafeString]:
    """The cells of a row, each with the name of its column, which a phone shows beside it.

    *headers* are the ``result_headers`` of Django's list, in the order of the cells.
    """
    for cell, header in zip(cells, headers, strict=False):
        name = header.get("text", "")
        plain = "" if "<" in str(name) else capfirst(str(name))
        label = format_html(' data-label="{}"', plain) if plain.strip() else ""
        tag = "<td" if cell.startswith("<td") else "<th"
        # Django made the cell; only its first tag gets the name.
        yield SafeString(cell.replace(tag, f"{tag}{label}", 1))
