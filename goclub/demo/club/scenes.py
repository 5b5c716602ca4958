"""The games that every story must contain, and the club nights on which they happen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

#: Komi that people agree on instead of the proposed one, in half points.
FREE_KOMI2 = (0, 12, 13, 13, 15)

GUESTS = ("Ingrid Solheim-Aas", "Tomás Quintero")


@dataclass(frozen=True, slots=True)
class Scene:
    """One such game: its kind, its number among its kind, and the reason that was given."""

    kind: str
    number: int = 0
    reason: str = ""

    @property
    def about_member(self) -> bool:
        """Whether the demo member plays in it."""
        return self.kind in ("waits_for_member", "by_member")


#: Which club night, counted from the last one (0), sees what.
_SCRIPT: tuple[tuple[int, Scene], ...] = (
    (170, Scene("jigo", 0)),
    (96, Scene("jigo", 1)),
    (41, Scene("jigo", 2)),
    (150, Scene("no_result", 0, "Triple ko; both agreed to call it off.")),
    (33, Scene("no_result", 1, "The room closed before the endgame, nobody wanted to adjourn.")),
    (118, Scene("forfeit", 0, "Did not come, and sent word only the next day.")),
    (64, Scene("forfeit", 1, "Left after ten minutes for an emergency call at work.")),
    (25, Scene("void", 0, "Both players had reported the same game; this one is the second.")),
    (77, Scene("guest", 0)),
    (19, Scene("guest", 1)),
    (1, Scene("disputed", 0, "A ko was still open; we counted again and I was ahead.")),
    (1, Scene("waits_for_member", 0)),
    (0, Scene("waits_for_member", 1)),
    (0, Scene("by_member", 2)),
    (0, Scene("reported", 0)),
)


def scenes(nights: list[date]) -> dict[date, list[Scene]]:
    """The scenes by the club night on which they happen; ``nights`` in order."""
    found: dict[date, list[Scene]] = {}
    for back, scene in _SCRIPT:
        found.setdefault(nights[-1 - back], []).append(scene)
    return found
