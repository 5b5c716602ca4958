"""How much waits, and what was decided: one question each for all tables together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db.models import IntegerField, Value

from goclub.members.desk.queries.sources import Decision, Source, Urgency, sources_of
from goclub.members.desk.queries.traces import Trace, numbered
from goclub.members.models import User

#: So many decided rows are read: more than one press moves.
MOST_TRACES: Final = 1200


def counts_of(sources: Sequence[Source], user: User) -> Mapping[str, int]:
    """How many things of each source wait for this reader, by its key (one query)."""
    counts = {source.key: len(source.besides()) for source in sources}
    asked = [source for source in sources if source.in_table]
    if asked:
        first, *others = (
            source.rows(**source.values(user))
            .order_by()
            .values_list(Value(number, output_field=IntegerField()))
            for number, source in enumerate(asked)
        )
        for (number,) in first.union(*others, all=True) if others else first:
            counts[asked[number].key] += 1
    return counts


def desk_count(user: User) -> int:
    """How many things wait on this reader's desk; 0 for whoever has none (at most one query)."""
    counted = [source for source in sources_of(user) if source.gravity != Urgency.QUIET]
    return sum(counts_of(counted, user).values()) if counted else 0


def decided_since(
    sources: Sequence[Source], user: User, since: datetime
) -> list[tuple[Source, Decision]]:
    """What was decided since then, with its source, the newest first (one query)."""
    questions = [
        numbered(rows, number)
        for number, source in enumerate(sources)
        if (rows := source.decided(since)) is not None
    ]
    if not questions:
        return []
    first, *others = questions
    answer = first.union(*others, all=True) if others else first
    newest = answer.order_by("-desk_at", "desk_by", "desk_row")[:MOST_TRACES]
    traces: dict[int, list[Trace]] = defaultdict(list)
    for row in newest:
        traces[row[0]].append(Trace(*row))
    decisions = [
        (sources[number], decision)
        for number, mine in traces.items()
        for decision in sources[number].lately(mine, user)
    ]
    return sorted(decisions, key=lambda pair: pair[1].at, reverse=True)
