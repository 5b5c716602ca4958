"""Who hears of a round: those who are seated in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse

from goclub.leagues.models import Event, Pairing, Round
from goclub.members.models import Member, User
from goclub.members.notices.services.telling import Told, tell_each


def tell_paired(
    event: Event, event_round: Round, pairings: Iterable[Pairing], *, by: User | None, at: datetime
) -> None:
    """Members hear against whom they play, and where they sit."""
    url = reverse("leagues:round", args=[event.slug, event_round.number])
    opponents = {}
    for pairing in pairings:
        for player, opponent in ((pairing.black, pairing.white), (pairing.white, pairing.black)):
            if player.member_id:
                opponents[player.member_id] = (opponent, pairing.table)
    members = Member.objects.active().filter(pk__in=opponents).select_related("user")
    hearers = [
        Told(
            member,
            url,
            {
                "event": str(event),
                "round": event_round.number,
                "other": opponents[member.pk][0].display_name,
                "other_rank": opponents[member.pk][0].rank_text,
                "table": opponents[member.pk][1],
            },
            key=f"paired:{event_round.pk}:{opponents[member.pk][0].display_name[:80]}",
        )
        for member in members
    ]
    tell_each(kind="event.paired", at=at, hearers=hearers, by=by)
