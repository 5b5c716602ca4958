"""A league itself: founding it, its people, its regulation."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.leagues.league.services.rights import league_day, need_run
from goclub.leagues.models import League, LeaguePerson, Regulation
from goclub.members.models import Member
from goclub.members.requests import Act
from ratings.errors import Code, RuleError


@atomic_retried
def create_league(
    act: Act, kind: str, *, name: str, zone: str, summary: str = "", prizes: str = ""
) -> League:
    """Create the row of a league; its address follows from its name.

    Raises PermissionDenied without the right to add leagues, RuleError E_MISSING, E_DUPLICATE.
    """
    if act.by is not None and not act.by.has_perm("leagues.add_league"):
        raise PermissionDenied
    name = name.strip()
    if not name:
        raise RuleError(Code.MISSING, "name", name)
    if League.objects.filter(name__iexact=name).exists():
        raise RuleError(Code.DUPLICATE, "name", name)
    return League.objects.create(
        kind=kind, name=name, slug=_free_slug(name), base_zone=zone, summary=summary, prizes=prizes
    )


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "league"
    slug, number = stem, 1
    while slug == "new" or League.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug


@atomic_retried
def appoint(act: Act, league: League, *, member: Member, role: str) -> LeaguePerson:
    """Make a member organiser or approved judge of a league from today on."""
    today = league_day(league, act.at)
    need_run(act.by, league, on=today)
    if member.status != Member.Status.MEMBER:
        raise RuleError(Code.STATE, "member", str(member), reason="league.no_member")
    person, _new = LeaguePerson.objects.get_or_create(
        league=league, member=member, role=role, until=None, defaults={"since": today}
    )
    return person


@atomic_retried
def dismiss(act: Act, person: LeaguePerson) -> LeaguePerson:
    """End a role today; that it was held stays on record."""
    today = league_day(person.league, act.at)
    need_run(act.by, person.league, on=today)
    if person.until is None:
        person.until = max(today, person.since)
        person.save()
    return person


# --- Regulations ------------------------------------------------------------------------------
@atomic_retried
def publish_regulation(act: Act, league: League, *, text: str, note: str = "") -> Regulation:
    """Publish a version of the regulation; the same text again is no new version.

    Raises RuleError E_MISSING for an empty text.
    """
    need_run(act.by, league, on=league_day(league, act.at))
    lock_row(league)
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise RuleError(Code.MISSING, "text", text)
    last = league.regulations.order_by("-version").first()
    if last is not None and last.text == text:
        return last
    return Regulation.objects.create(
        league=league,
        version=last.version + 1 if last else 1,
        text=text,
        note=note.strip(),
        published_at=act.at,
        published_by=act.by,
    )


@atomic_retried
def edit_league(act: Act, league: League, **values: str) -> League:
    """Change name, zone, summary or prizes; the address stays.

    Raises RuleError E_MISSING or E_DUPLICATE on ``name``, E_STATE on ``zone`` of a season league,
    whose clocks hold from a day on like its other settings.
    """
    need_run(act.by, league, on=league_day(league, act.at))
    name = values.get("name", league.name).strip()
    if not name:
        raise RuleError(Code.MISSING, "name", name)
    if League.objects.filter(name__iexact=name).exclude(pk=league.pk).exists():
        raise RuleError(Code.DUPLICATE, "name", name)
    zone = values.pop("zone", league.zone)
    if league.kind != League.Kind.SEASON:
        league.base_zone = zone
    elif zone != league.zone:
        raise Refusal(
            _(
                "The time zone of a season league changes from a set date, together "
                "with its other settings."
            ),
            field="zone",
            value=zone,
            reason="zone_is_dated",
        )
    for field, value in values.items():
        setattr(league, field, value)
    league.save()
    return league
