"""What a page says where a correction of a record waits: what it changes, and who records it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext as _

from goclub.common.notation import listed
from goclub.leagues.league.queries import people_of
from goclub.leagues.league.services.rights import league_day, runs
from goclub.leagues.models import League, LeaguePerson
from goclub.members.models import User

#: So many changes are named; a long list is read on the page of the correction.
SHOWN = 6


@dataclass(frozen=True, slots=True)
class Waits:
    """A correction that nobody has recorded yet.

    ``what`` of which record; ``lines`` what it will change, ``more`` beyond those; ``unfilled``
    pairings that need a result first, by address and name; ``who`` may record it, ``address``
    where, for them alone.
    """

    what: str
    lines: tuple[str, ...]
    more: int
    who: str
    address: str
    unfilled: tuple[tuple[str, str], ...] = ()


def correction_waits(
    league: League,
    user: User | AnonymousUser,
    *,
    what: str,
    lines: Sequence[str],
    address: str,
    unfilled: Sequence[tuple[str, str]] = (),
) -> Waits:
    """Put together what is said; the link is for who may follow it."""
    return Waits(
        what,
        tuple(lines[:SHOWN]),
        max(0, len(lines) - SHOWN),
        who_records(league),
        address if runs(user, league) else "",
        tuple(unfilled),
    )


def record_words(version: int | None, *, waits: bool) -> dict[str, str]:
    """What every line of a file says of the record it goes by; empty where there is none yet."""
    if version is None:
        return {"record": "", "correction_waits": ""}
    return {"record": str(version), "correction_waits": "yes" if waits else "no"}


def who_records(league: League) -> str:
    """The organisers of today by name, and the office, which always may."""
    today = league_day(league, timezone.now())
    names = [
        person.member.display_name
        for person in people_of(league)
        if person.role == LeaguePerson.Role.ORGANISER and person.serves_on(today)
    ]
    if not names:
        return _("The club’s admins can record it.")
    return _("It can be recorded by %(names)s or an admin.") % {"names": listed(names)}


@dataclass(frozen=True, slots=True)
class CorrectedLine:
    """What a correction may change of a player's line: the place, and the figures in short."""

    place: object
    figures: str


def change_text(name: str, before: CorrectedLine | None, after: CorrectedLine | None) -> str:
    """One player's line before and after: the place where that changes, and the figures."""
    if before is None or after is None:
        texts = (_("%(name)s leaves the table"), _("%(name)s enters the table"))
        return texts[before is None] % {"name": name}
    values = {
        "name": name,
        "old": before.place,
        "new": after.place,
        "before": before.figures,
        "after": after.figures,
    }
    if before.place != after.place:
        return _("%(name)s: place %(old)s → %(new)s (%(before)s → %(after)s)") % values
    return _("%(name)s: still place %(old)s (%(before)s → %(after)s)") % values
