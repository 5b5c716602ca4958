"""What every walk in a browser asks of a page."""

from __future__ import annotations

import os
import shutil

__all__ = ["browser_path", "sideways", "stand_still"]


def browser_path() -> str:
    """Where the browser of the walks is: the one that CHROMIUM names, or what Debian installs.

    The shell without a window draws the same pages with the same engine for two thirds of the
    processor's time; where there is none, the whole Chromium does as well.
    """
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return os.environ.get("CHROMIUM") or found or "/usr/bin/chromium"


def sideways(page) -> int:
    """By how many pixels a page that has arrived sticks out of its window to the right.

    A pressed button shows its answer's first words before the styles have come: measured then,
    every page is too wide.
    """
    page.wait_for_load_state("load")
    return max(0, page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def stand_still(page) -> None:
    """Bring a page that has arrived to its rest: what is judged is no moment between two looks.

    Where a page opens under the pointer, a button is on its way to its second colour, and what is
    seen half way has neither colour's contrast.  Who prefers no motion has each look at once
    (``css/common/base.css``), those that were on their way too; the next frame shows it.
    """
    page.wait_for_load_state("load")
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(shown)))")
