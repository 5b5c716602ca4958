"""What every walk in a browser asks of a page."""

from __future__ import annotations

__all__ = ["sideways"]


def sideways(page) -> int:
    """By how many pixels a page that has arrived sticks out of its window to the right.

    A pressed button shows its answer's first words before the styles have come: measured then,
    every page is too wide.
    """
    page.wait_for_load_state("load")
    return max(0, page.evaluate("document.documentElement.scrollWidth - innerWidth"))
