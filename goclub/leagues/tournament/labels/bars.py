"""How many players start above and below each bar: a picture and the same as a table."""

from __future__ import annotations

from collections import Counter
from typing import Any

from goclub.common.notation import short_rank
from goclub.leagues.models import Participant
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from tournaments.events.settings import Kind

_ROW, _LEFT, _WIDTH, _RIGHT = 20, 44, 240, 40


def bar_picture(
    snapshot: EventSnapshot, *, bar: int | None = None, floor: int | None = None
) -> dict[str, Any] | None:
    """Lay out the ranks of a McMahon field, strongest first; None in another, or with nobody.

    ``bar`` and ``floor`` replace the event's.  Each row has the players of a rank, those who would
    start at the bar if it were this rank, and those below; ``group`` is "top" from the bar up,
    "bottom" from the floor down.  Measures are texts of whole units of the picture.
    """
    settings = snapshot.settings
    ranks = Counter(
        participant.rank
        for participant in snapshot.participants.values()
        if participant.state != Participant.State.WITHDRAWN
    )
    if settings.kind is not Kind.MCMAHON or not ranks:
        return None
    bar = settings.bar if bar is None else bar
    floor = settings.floor if floor is None else floor
    highest, lowest = max(*ranks, bar), min(*ranks, bar)
    rows, above, everybody = [], 0, ranks.total()
    for at, rank in enumerate(range(highest, lowest - 1, -1)):
        above += ranks[rank]
        rows.append(
            {
                "label": short_rank(rank_text(rank)),
                "count": ranks[rank],
                "above": above,
                "below": everybody - above,
                "group": "top" if rank >= bar else "bottom" if rank <= floor else "",
                "is_bar": rank == bar,
                "is_floor": rank == floor,
                "top": str(at * _ROW + 3),
                "text": str(at * _ROW + 14),
                "width": str(_WIDTH * ranks[rank] // max(ranks.values())),
                "end": str(_LEFT + 6 + _WIDTH * ranks[rank] // max(ranks.values())),
                "line": str((at + 1) * _ROW) if rank == bar else str(at * _ROW),
            }
        )
    return {
        "rows": rows,
        "all": everybody,
        "bar": short_rank(rank_text(bar)),
        "floor": short_rank(rank_text(floor)),
        "top": sum(count for rank, count in ranks.items() if rank >= bar),
        "bottom": sum(count for rank, count in ranks.items() if rank <= floor),
        "above_all": bar > max(ranks),
        "below_bar_floor": bar < floor,
        "view": f"0 0 {_LEFT + _WIDTH + _RIGHT} {len(rows) * _ROW}",
        "across": str(_LEFT + _WIDTH + _RIGHT),
    }
