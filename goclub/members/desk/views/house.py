"""How the house is: its backups, its tasks and its post."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import QuerySet
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from goclub.common import backups, notation, schedule, speed
from goclub.members.desk.labels import JOB_NAMES
from goclub.members.desk.queries import (
    Choice,
    DeskStep,
    HouseState,
    Matter,
    PressOutcome,
    Source,
    Urgency,
)
from goclub.members.mail.services.sending import let_letters_go, send_letters_again
from goclub.members.models import Letter, User
from goclub.members.queries import mail_state
from goclub.members.requests import Act

#: How long the folder of backups and the outbox are remembered.
SECONDS: Final = 60
#: When half of the pages take longer, something is wrong.
SLOW: Final = 1.0


class TroubledLetters(Source):
    """Letters that no server took, and those of which nobody knows."""

    key = "letters"
    gravity = Urgency.PERSON
    permission = "members.approve_member"
    template = "members/desk/_letter.html"
    ticked = True
    shown = 5
    late_after = 1
    title = ngettext_lazy("%(n)s e-mail was not sent", "%(n)s e-mails were not sent", "count")
    choices = (
        Choice("again", gettext_lazy("Resend"), gettext_lazy("Resend %(n)s")),
        Choice("drop", gettext_lazy("Discard"), gettext_lazy("Discard %(n)s")),
    )

    def rows(self) -> QuerySet[Letter]:
        """Troubled letters, the oldest first; their text is not read."""
        return Letter.objects.troubled().order_by("changed_at", "pk").defer("text", "html")

    def matter(self, row: Letter) -> Matter:
        """Each with its address and what the server said."""
        return Matter(row.pk, row.to, row.changed_at, row)

    def press(
        self,
        act: Act,
        name: str,
        rows: Sequence[int],
        *,
        reason: str,  # noqa: ARG002
    ) -> PressOutcome:
        """Put them back into the outbox, or let them go."""
        cache.delete("mail-state")
        if name == "drop":
            done = let_letters_go(act, rows)
            text = ngettext("%(n)s e-mail was discarded.", "%(n)s e-mails were discarded.", done)
        else:
            done = send_letters_again(act, rows)
            text = ngettext(
                "%(n)s e-mail will be sent again.", "%(n)s e-mails will be sent again.", done
            )
        return PressOutcome(done, text % {"n": notation.number(done)} if done else "")

    def state(self, user: User) -> HouseState:  # noqa: ARG002
        """What went out in a day, what waits, and when the last one went."""
        now = cache.get_or_set("mail-state", mail_state, SECONDS)
        assert now is not None
        sent = ngettext(
            "%(n)s in the last 24 hours", "%(n)s in the last 24 hours", now["sent_today"]
        )
        waits = ngettext("%(n)s waiting", "%(n)s waiting", now["waiting"])
        parts = [
            sent % {"n": notation.number(now["sent_today"])},
            waits % {"n": notation.number(now["waiting"])},
        ]
        if now["last_sent_at"] is not None:
            moment = date_format(timezone.localtime(now["last_sent_at"]), "SHORT_DATETIME_FORMAT")
            parts.append(_("last %(moment)s") % {"moment": moment})
        title = _("E-mail is stuck") if now["troubled"] else _("E-mail is working")
        return HouseState("mail", title, notation.dotted(parts), bad=bool(now["troubled"]))


class Backup(Source):
    """The last good copy of everything: what is younger exists only here."""

    key = "backup"
    gravity = Urgency.DATA
    permission = "members.change_clubsettings"
    template = "members/desk/_backup.html"
    late_after = 1
    title = gettext_lazy("Backup overdue")

    def besides(self) -> list[Matter]:
        """One matter where the backup is late."""
        kept = _kept()
        if not kept.late:
            return []
        if kept.at is None:
            title = _("No backup yet")
        else:
            days = (timezone.now() - kept.at).days
            title = ngettext("The last backup is %(n)s day old",
                             "The last backup is %(n)s days old", days)  # fmt: skip
            title %= {"n": notation.number(days)}
        return [Matter(0, title, kept.at, kept, [_back_up_now()])]

    def state(self, user: User) -> HouseState:  # noqa: ARG002
        """When the last good one was made, and how large it is."""
        kept = _kept()
        # A late backup has its button among what waits.
        step = None if kept.late else _back_up_now()
        if kept.at is None:
            return HouseState("box", _("No backup yet"), bad=kept.late, step=step)
        moment = date_format(timezone.localtime(kept.at), "SHORT_DATETIME_FORMAT")
        parts = (_("last %(moment)s") % {"moment": moment}, filesizeformat(kept.size))
        title = _("Backup overdue") if kept.late else _("Backed up")
        return HouseState("box", title, notation.dotted(parts), bad=kept.late, step=step)


def _back_up_now() -> DeskStep:
    return DeskStep(_("Back up now"), reverse("members:backup-now"), sent={})


class LastBackup(NamedTuple):
    """The last good backup; ``why`` the last try failed, in the words of the command."""

    late: bool
    at: datetime | None
    size: int
    why: str
    command: str = "python manage.py backup"


def _kept() -> LastBackup:
    """Return what the folder of backups holds, read again once a minute and whenever it changes."""
    key = f"desk-backup-{backups.changed_at()}"
    kept: LastBackup | None = cache.get(key)
    if kept is None:
        good = backups.records()[:1]
        failure = backups.last_failure()
        kept = LastBackup(
            backups.is_late(),
            good[0][1].at if good else None,
            good[0][1].size if good else 0,
            failure.why if failure else "",
        )
        cache.set(key, kept, SECONDS)
    return kept


class Tasks(Source):
    """What the site does by itself: backup, ledger check, e-mail, reminders, club nights."""

    key = "tasks"
    gravity = Urgency.DATA
    permission = "members.change_clubsettings"
    template = "members/desk/_tasks.html"
    late_after = 1
    title = gettext_lazy("Tasks that should run by themselves have not run")

    def besides(self) -> list[Matter]:
        """One matter that names every task that was not done in time."""
        late_jobs = _late_jobs()
        late = [
            {
                "name": JOB_NAMES[job.key],
                "at": ran.done if ran.ever else None,
                "failed": ran.failed,
                "command": f"python manage.py run_due --only '{job.key}'",
            }
            for job, ran in late_jobs
        ]
        if not late:
            return []
        title = ngettext("%(n)s task has not run", "%(n)s tasks have not run", len(late))
        since = min((ran.done for _job, ran in late_jobs if ran.ever), default=None)
        return [Matter(0, title % {"n": notation.number(len(late))}, since, late)]

    def state(self, user: User) -> HouseState | None:  # noqa: ARG002
        """Whether all of them were done in time."""
        if _late_jobs():
            return HouseState("clock", _("Tasks have not run"), bad=True)
        moments = [ran.done for ran in schedule.remembered().values() if ran.ever]
        if not moments:
            return None
        moment = date_format(timezone.localtime(max(moments)), "SHORT_DATETIME_FORMAT")
        return HouseState(
            "clock", _("Tasks run on time"), _("last %(moment)s") % {"moment": moment}
        )


def _late_jobs() -> list[tuple[schedule.ScheduledJob, schedule.Ran]]:
    return schedule.late_jobs(timezone.now())


class Answers(Source):
    """How long the site takes to answer; nothing of it waits for anybody."""

    key = "answers"
    gravity = Urgency.QUIET
    permission = "members.change_clubsettings"

    def state(self, user: User) -> HouseState:  # noqa: ARG002
        """Half of the pages of the last hour, and 95 of 100."""
        measures = speed.measured()
        if measures is None:
            return HouseState("clock", _("Speed not measured yet"))
        parts = (
            _("median page, last hour"),
            _("95 in 100 within %(seconds)s s") % {"seconds": _seconds(measures.most)},
        )
        title = _("Answers in %(seconds)s s") % {"seconds": _seconds(measures.half)}
        return HouseState("clock", title, notation.dotted(parts), bad=measures.half > SLOW)


def _seconds(value: float) -> str:
    return notation.number(value, 2 if value < 0.1 else 1)


DESK: Final = (Backup(), Tasks(), TroubledLetters(), Answers())
