"""What waits of the ratings: official points, the ledger's state, rules of the club's own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from goclub.common import notation
from goclub.common.refusals.registry import describe
from goclub.games.models import HouseRule, Standing
from goclub.games.rating.house_rules import specs
from goclub.games.rating.ledger import triggers
from goclub.games.rating.ledger.production import last_check
from goclub.games.rating.services import certify_members
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.members.desk.queries import (
    Choice,
    DeskStep,
    HouseState,
    Matter,
    PressOutcome,
    Source,
    Urgency,
)
from goclub.members.models import Member, User
from goclub.members.requests import Act
from ratings.paa.system import ENOUGH_GAMES

#: How long the state of the house is remembered: what stands beside the queue, and is no count.
SECONDS: Final = 60


class ReadyForPoints(Source):
    """Members who have played enough for official points (S1-6)."""

    key = "points"
    gravity = Urgency.ROUTINE
    permission = "members.certify_strength"
    template = "games/rating/_desk_ready.html"
    ticked = True
    needs_reason = True
    shown = 5
    title = ngettext_lazy(
        "%(n)s member is ready for official points",
        "%(n)s members are ready for official points",
        "count",
    )
    joined = ("member",)
    choices = (Choice("certify", gettext_lazy("Certify"), gettext_lazy("Certify %(n)s")),)

    def rows(self) -> QuerySet[Standing]:
        """Standings that may be certified, those with most games first."""
        return Standing.objects.filter(
            system=MAIN_SYSTEM,
            certified=False,
            games__gte=ENOUGH_GAMES,
            member__status=Member.Status.MEMBER,
        ).order_by("-games", "pk")

    def matter(self, row: Standing) -> Matter:
        """Each with rank, points and games."""
        return Matter(row.pk, str(row.member), None, row)

    def press(
        self,
        act: Act,
        name: str,  # noqa: ARG002
        rows: Sequence[int],
        *,
        reason: str,
    ) -> PressOutcome:
        """Make the present points of these members official."""
        ready = self.rows().filter(pk__in=rows)
        members = list(ready.values_list("member_id", flat=True))
        done, refused = certify_members(act, members, on=timezone.localdate(act.at), reason=reason)
        message = ngettext("The points of %(n)s member are now official.",
                        "The points of %(n)s members are now official.", done)  # fmt: skip
        return PressOutcome(
            done,
            message % {"n": notation.number(done)} if done else "",
            [(str(member), describe(error)) for member, error in refused],
        )


class LedgerGuard(Source):
    """Whether the ledger is guarded as it should be."""

    key = "ledger"
    gravity = Urgency.DATA
    permission = "members.change_clubsettings"
    template = "games/rating/_desk_ledger.html"
    late_after = 1
    title = gettext_lazy("The rating history does not match the games")

    def besides(self) -> list[Matter]:
        """One matter where the last check found rows that the rules would write otherwise."""
        check = _last_check()
        if not check.differ:
            return []
        title = ngettext("%(n)s line of the rating history does not match the games",
                         "%(n)s lines of the rating history do not match the games",
                         check.differ)  # fmt: skip
        return [Matter(0, title % {"n": notation.number(check.differ)}, check.at, check)]

    def state(self, user: User) -> HouseState:  # noqa: ARG002
        """Guarded, or open to everybody who can write into the database."""
        if missing := cache.get_or_set("desk-triggers", triggers.missing, SECONDS):
            text = ngettext(
                "%(n)s database trigger is missing. Run the migrations.",
                "%(n)s database triggers are missing. Run the migrations.",
                len(missing),
            )
            return HouseState(
                "warn",
                _("Rating history unprotected"),
                text % {"n": notation.number(len(missing))},
                bad=True,
            )
        check = _last_check()
        if not check.at:
            return HouseState(
                "check", _("Rating history protected"), _("not checked yet; checked every night")
            )
        lines = ngettext("%(n)s line checked", "%(n)s lines checked", check.lines)
        differ = ngettext("%(n)s differs", "%(n)s differ", check.differ)
        parts = (
            lines % {"n": notation.number(check.lines)},
            differ % {"n": notation.number(check.differ)},
            date_format(timezone.localtime(check.at), "SHORT_DATETIME_FORMAT"),
        )
        if check.differ:
            return HouseState("warn", _("Rating history differs"), notation.dotted(parts), bad=True)
        return HouseState("check", _("Rating history intact"), notation.dotted(parts))


class LastCheck(NamedTuple):
    """What the last check of the ledger found; no time where there was none."""

    at: datetime | None = None
    lines: int = 0
    differ: int = 0
    command: str = "python manage.py rebuild_ratings"


def _last_check() -> LastCheck:
    """The memory of the last check, looked at once a minute."""
    remembered: LastCheck | None = cache.get("desk-ledger")
    if remembered is None:
        check = last_check()
        remembered = LastCheck(check.at, check.lines, check.differ) if check else LastCheck()
        cache.set("desk-ledger", remembered, SECONDS)
    return remembered


class OwnRules(Source):
    """Settings of the club that differ from the published rules or the usual choice."""

    key = "house-rules"
    gravity = Urgency.QUIET
    permission = "games.change_houserule"

    def besides(self) -> list[Matter]:
        """One line for all of them."""
        names = cache.get_or_set("desk-house-rules", _unusual, SECONDS) or []
        labels = [spec.label for key, spec in specs().items() if key in names]
        if not labels:
            return []
        text = ngettext(
            "%(n)s house rule differs from the default: %(names)s",
            "%(n)s house rules differ from the default: %(names)s",
            len(labels),
        )
        title = text % {"n": notation.number(len(labels)), "names": notation.listed(labels)}
        return [Matter(0, title, None, None, [DeskStep(_("View rules"), reverse("games:rules"))])]


def _unusual() -> list[str]:
    """The keys of the house rules whose value of today is not the usual one."""
    held = HouseRule.objects.filter(valid_from__lte=timezone.localdate())
    values = dict(held.order_by("valid_from", "pk").values_list("key", "value"))
    return [key for key, spec in specs().items() if values.get(key, spec.default) != spec.default]


DESK: Final = (ReadyForPoints(), LedgerGuard(), OwnRules())
