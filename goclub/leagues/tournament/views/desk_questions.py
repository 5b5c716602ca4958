"""What the desk of an event asks once more, before a step that cannot be undone."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.confirmation import Question
from goclub.common.notation import listed
from goclub.leagues.models import Event
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import events
from goclub.leagues.tournament.services.schedules import schedule_places
from goclub.leagues.tournament.services.steps import OPEN


def _ask_cancel(event: Event) -> Question | None:
    if event.state not in OPEN:
        return None
    players, rounds_out = event.participants.count(), event.rounds.count()
    return Question(
        title=_("Cancel %(event)s?") % {"event": event.name},
        effects=[
            ngettext("%(n)s player has entered.", "%(n)s players have entered.", players)
            % {"n": players},
            ngettext(
                "%(n)s round has been published.", "%(n)s rounds have been published.", rounds_out
            )
            % {"n": rounds_out},
            _("Games already played stay on record but are not added to the members’ histories."),
        ],
        then=_("This cannot be undone, but you can create a new tournament."),
        button=_("Cancel event"),
        back=reverse("leagues:event-desk", args=[event.slug]),
    )


def _ask_pair(event: Event) -> Question | None:
    """Who gets no place in the table of a round robin, and who would lose; None elsewhere."""
    if event.system != Event.System.ROUND_ROBIN:
        return None
    snapshot = load(event)
    if snapshot.last_out:
        return None
    places = schedule_places(snapshot, 1)
    coming = [
        participant
        for participant in snapshot.participants.values()
        if not participant.withdrawn_from
    ]
    left_out = [participant for participant in coming if participant.number not in places]
    away = [
        participant
        for participant in coming
        if participant.number in places and set().union(*snapshot.missed(participant))
    ]
    effects = [
        text % {"names": listed(person.shown_name for person in people)}
        for text, people in (
            (
                _("Only announced, or absent in every round, so without a place: %(names)s."),
                left_out,
            ),
            (_("Absent in some rounds, where they lose by forfeit: %(names)s."), away),
        )
        if people
    ]
    if not effects:
        return None
    return Question(
        title=_("Pair the round robin now?"),
        button=_("Pair"),
        back=reverse("leagues:event-entries", args=[event.slug]),
        why=_("Its schedule is drawn with the first round and stays as it is."),
        effects=effects,
        then=_("First mark those who have arrived as here."),
    )


def _ask_delete(event: Event) -> Question | None:
    if not events.may_be_deleted(event):
        return None
    return Question(
        title=_("Delete %(event)s?") % {"event": event.name},
        effects=[_("The tournament and everything imported with it have been deleted.")],
        button=_("Delete"),
        back=reverse("leagues:event-desk", args=[event.slug]),
    )
