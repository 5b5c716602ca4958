"""Members who leave the club or change their name: what becomes of their entries."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F, Model, Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from goclub.games.people.queries import retell
from goclub.games.people.services.moves import rewrite_values
from goclub.leagues.league.services.persons import names_of
from goclub.leagues.models import OrganiserChoice, Participant, Rollover, Snapshot
from goclub.leagues.tournament.services.entries import next_unpublished
from goclub.leagues.tournament.services.registration import withdraw
from goclub.leagues.tournament.services.steps import OPEN
from goclub.members.models import Member
from goclub.members.notices.services import Told, Value, members_with, tell_each
from goclub.members.queries import club_settings
from goclub.members.requests import Act
from ratings.errors import RuleError


def open_entries() -> QuerySet[Participant]:
    """Return entries of events that are not over, of players who were not withdrawn."""
    return Participant.objects.present().filter(event__state__in=OPEN)


def on_member_leaves(member: Member, at: datetime, **_kwargs: object) -> None:
    """Receiver of ``members.signals.member_leaves``: withdraw, and tell the organisers."""
    mine = open_entries().filter(Q(member=member) | Q(guest=member))
    for entry in mine.select_related("event").order_by("event"):
        withdrawn = next_unpublished(entry.event) == 1 and _withdraw(entry, at)
        kind = "event.withdrawn" if withdrawn else "event.left"
        url = reverse("leagues:event-entry", args=[entry.event.slug, entry.number])
        params: dict[str, Value] = {"name": entry, "event": str(entry.event)}
        own = list(entry.event.organisers.exclude(pk=member.pk).select_related("user"))
        # Whoever organises for the club, where the event names nobody else.
        those = own or [
            organiser
            for organiser in members_with("leagues.change_event")
            if organiser.pk != member.pk
        ]
        hearers = [Told(organiser, url, params) for organiser in those]
        tell_each(Act(None, at), kind, hearers)


def _withdraw(entry: Participant, at: datetime) -> bool:
    """Withdraw a player before the first round; False where a table of theirs forbids it."""
    with translation.override(club_settings().language):
        reason = _("left the club")
    try:
        with transaction.atomic():
            withdraw(Act(None, at), entry, reason=reason)
    except RuleError:
        return False
    return True


#: What everybody reads and what names people in words: final tables, the choice of organisers,
#: promotion and relegation.
_SHOWN: Final[tuple[tuple[type[Model], str], ...]] = (
    (Snapshot, "table"), (OrganiserChoice, "steps"), (Rollover, "moves"),
)  # fmt: skip


def on_member_renamed(member: Member, before: Member, **_kwargs: object) -> None:
    """Receiver of ``members.signals.member_renamed``."""
    entries = Participant.objects.filter(Q(member=member) | Q(guest=member))
    shown = entries.filter(display_name=before.display_name)
    (old, old_first), (name, first) = names_of(before), names_of(member)
    entries.filter(name=old, first_name=old_first).update(name=name, first_name=first)
    shown.update(display_name=member.display_name)
    entries.update(version=F("version") + 1)  # pages kept for the names of before are none of today
    for model, field in _SHOWN:
        rewrite_values(
            model,
            field,
            lambda value: retell(value, member.pk, member.display_name, member.second_name),
        )
