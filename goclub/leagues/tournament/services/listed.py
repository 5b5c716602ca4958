"""An event and its rating list: frozen by the organisers, and what entries take from it."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.leagues.models import Change, Event, Participant, RatingList
from goclub.leagues.ratinglist.queries import contradictions, lists_of, values_of
from goclub.leagues.tournament.services.registration import alter_entry
from goclub.leagues.tournament.services.steps import lock_for_step, record
from goclub.members.requests import Act
from ratings.errors import Code


@atomic_retried
def freeze_list(act: Act, event: Event, rating_list: RatingList | None) -> Event:
    """Compare the event with this list from now on, None: always with the newest ones.

    Raises what :func:`goclub.leagues.tournament.services.steps.lock_for_step` raises.
    """
    event = lock_for_step(act, event)
    chosen = None if rating_list is None else lock_row(rating_list)
    if event.rating_list == chosen:
        return event
    before, event.rating_list = event.rating_list, chosen
    event.save(update_fields=["rating_list"])
    record(
        act,
        event,
        Change.What.EDITED,
        subject=str(chosen or ""),
        before={"rating_list": str(before or "")},
        after={"rating_list": str(chosen or "")},
    )
    return event


@atomic_retried
def take_listed(
    act: Act, event: Event, numbers: Collection[int] | None = None
) -> list[Participant]:
    """Fill entries from the list, those of these *numbers* or all that differ; return them.

    What does not differ stays as it was entered: the list has four letters of a club.  The rank
    says which list it comes from.  Entries whose number is somebody else’s stay as they are.

    Raises E_STATE (``nothing_differs``) where nothing is filled, and what
    :func:`goclub.leagues.tournament.services.registration.alter_entry` raises.
    """
    people = event.participants.select_related("member").order_by("number")
    if numbers is not None:
        people = people.filter(number__in=numbers)
    filled = []
    for differing in contradictions(people, lists_of(event)):
        if differing.player is None or not differing.may_be_taken:
            continue
        listed = values_of(differing.player)
        changes = {column: listed[column] for column in differing.columns}
        if "rank" in changes:
            changes["rank_source"] = str(differing.rating_list)
        filled.append(alter_entry(Act(act.by, act.at), differing.participant, changes=changes))
    if not filled:
        raise Refusal(
            _("These entries no longer differ from the rating list. Nothing is left to take over."),
            code=Code.STATE,
            field="list",
            reason="nothing_differs",
        )
    return filled
