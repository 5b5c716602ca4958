"""The laptop in the hall: a site with one event of a file, and the account of its organisers."""

from __future__ import annotations

from uuid import UUID

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Event, EventTrip
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services.comparing import compare_bodies
from goclub.leagues.tournament.services.event_file import NAMES, Body, event_columns
from goclub.leagues.tournament.services.homecoming import take_differences
from goclub.members.membership.services.roles import give_role
from goclub.members.models import ClubSettings, Member, User
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER

#: The account with which everybody at the desk of the hall signs in.
ACCOUNT = "organiser"


@atomic_retried
def open_event(act: Act, content: Body) -> Event:
    """Store the event of a file in an empty site, or return it where it is there already.

    Its members become people without an account.  Raises RuleError E_STATE where the site has
    members or another event (``not_empty_site``), and what writing the event raises.
    """
    token = UUID(content["token"])
    if trip := EventTrip.objects.filter(token=token, hosted=True).first():
        return trip.event
    if Event.objects.exists() or Member.objects.exists():
        raise Refusal(
            _(
                "This folder already has another event or a club. Give the event a folder of "
                "its own: set VAR_DIR to a new one."
            ),
            field="file",
            reason="not_empty_site",
        )
    body, names = content["body"], content["members"]
    members = {
        pk: Member.objects.create(
            pk=int(pk), status=Member.Status.GUEST, display_name=columns["display_name"][:80]
        )
        for pk, columns in names.items()
    }
    columns = {name: body["event"][name] for name in event_columns() if name in body["event"]}
    event = Event(
        **columns, slug=content["slug"], for_ledger=False, self_registration=False,
        created_at=act.at,
    )  # fmt: skip
    event.settings = body["settings"]
    event.full_clean(exclude=["organisers", "created_by", "closed_by", "preset"])
    event.save()
    event.refresh_from_db()
    empty = {"event": body["event"], "settings": body["settings"], "bans": [], "players": {},
             "rounds": {}}  # fmt: skip
    coming = compare_bodies(load(event), empty, empty, body)
    for player in body["players"].values():
        # A member's names are no part of a body.
        player.update(names.get(str(player["member"]), {}))
    take_differences(act, event, coming, coming.differences)
    for entry in event.participants.all():
        pk = body["players"][str(entry.number)]["member"]
        if pk is not None:
            entry.member = members[str(pk)]
            entry.save()
            for name in NAMES:
                body["players"][str(entry.number)].pop(name, None)
    EventTrip.objects.create(
        event=event,
        token=token,
        base=body,
        left_at=parse_datetime(content["written_at"]) or act.at,
        hosted=True,
    )
    ClubSettings.objects.update_or_create(
        pk=1, defaults={"name": event.name[:60], "time_zone": event.time_zone}
    )
    return event


@atomic_retried
def renew_account(password: str) -> User:
    """Give the account of the hall's organisers a new password; return it."""
    user, _made = User.objects.get_or_create(username=ACCOUNT)
    user.set_password(password)
    user.save()
    give_role(user, ORGANISER)
    return user
