"""The records that stand, season by season and year by year, and the titles they give."""

from __future__ import annotations

from goclub.leagues.models import League, Snapshot


def standing_seasons(league: League) -> list[Snapshot]:
    """The last version of each season's final table, the first season first."""
    last: dict[int | None, Snapshot] = {}
    rows = Snapshot.objects.filter(season__league=league).order_by("season__first", "version")
    for snapshot in rows.select_related("season__league"):
        last[snapshot.season_id] = snapshot
    return list(last.values())


def standing_years(league: League) -> list[Snapshot]:
    """The last version of each year's champions, the first year first."""
    last: dict[str, Snapshot] = {}
    for snapshot in league.champions.order_by("cycle", "version").select_related("league"):
        last[snapshot.cycle] = snapshot
    return list(last.values())


def titles_of(league: League, member: int) -> list[Snapshot]:
    """The records in which a member is champion, of years before those of seasons (S4-23, S4-24).

    Who shares the first place shares the title.
    """
    records = [*reversed(standing_years(league)), *reversed(standing_seasons(league))]
    return [
        one
        for one in records
        if any(row["member"] == member and _first(one, row) for row in one.table)
    ]


def _first(record: Snapshot, row: dict[str, object]) -> bool:
    return row["place" if record.season_id is None else "classified_place"] == 1
