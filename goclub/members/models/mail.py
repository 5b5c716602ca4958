"""The outbox: letters and push messages, from being written to being accepted by a server."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.columns import AddressField
from goclub.members.models.people import Member, language_choices


class LetterQuerySet(models.QuerySet["Letter"]):
    """Adjectives for letters."""

    def due(self) -> LetterQuerySet:
        """Letters that a worker may take now."""
        return self.filter(state=Letter.State.WAITING, next_try_at__lte=timezone.now())

    def troubled(self) -> LetterQuerySet:
        """Letters about which the office has to decide."""
        return self.filter(state__in=[Letter.State.FAILED, Letter.State.DOUBTFUL])


class Letter(models.Model):
    """One letter to one person, as it goes out; a worker sends it, never a request."""

    class State(models.TextChoices):
        """Where a letter is.

        SENDING: a worker has it; nothing was accepted yet.  HANDED: the last byte is on its way
        to the server.  DOUBTFUL: a worker died there, so that the server may have it or not.
        """

        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("sending")
        HANDED = "handed", _("being handed over")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        DOUBTFUL = "doubtful", _("possibly sent")
        DROPPED = "dropped", _("discarded")

    to = AddressField(_("to"))
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(_("text"))
    html = models.TextField(blank=True)
    language = models.CharField(_("language"), max_length=12, choices=language_choices)
    kind = models.CharField(_("kind"), max_length=40)
    member = models.ForeignKey(
        Member,
        on_delete=models.SET_NULL,
        null=True,
        related_name="letters",
        verbose_name=_("member"),
    )
    key = models.CharField(max_length=150, blank=True, editable=False)
    unsubscribe = models.CharField(max_length=300, blank=True, editable=False)
    message_id = models.UUIDField(default=uuid.uuid4, editable=False)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING
    )
    tries = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_try_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    error = models.CharField(_("error"), max_length=300, blank=True)
    worker = models.CharField(max_length=80, blank=True, editable=False)
    written_at = models.DateTimeField(_("written"), default=timezone.now)
    changed_at = models.DateTimeField(_("since"), default=timezone.now)

    objects = LetterQuerySet.as_manager()

    class Meta:
        verbose_name = _("e-mail")
        verbose_name_plural = _("e-mails")
        ordering = ["-written_at", "-pk"]
        indexes = [models.Index(fields=["state", "next_try_at"], name="letter_due")]
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=~Q(key=""), name="letter_key_once")
        ]

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"


class Notice(models.Model):
    """A notification: shown on the site, and sent by e-mail if the settings say so."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=40)
    params = models.JSONField(default=dict)
    url = models.CharField(max_length=300)
    key = models.CharField(max_length=150, blank=True, editable=False)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    #: Waits for the next daily letter.
    in_digest = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["member"], condition=Q(read_at=None), name="notice_unread"),
            models.Index(fields=["member", "-at"], name="notice_list"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["member", "key"], condition=~Q(key=""), name="notice_key_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.kind}"


class NoticeSwitch(models.Model):
    """How a member wants a group of notices, or one kind of it; without a row, as proposed.

    ``kind`` is the key of a kind (``game.disputed``) or of a group (``games``).
    """

    class Mail(models.TextChoices):
        """When a letter goes out; OFF: there is no notice either."""

        NOW = "now", _("immediately")
        DAILY = "daily", _("once a day")
        NEVER = "never", _("never")
        OFF = "off", _("off")

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="notice_switches")
    kind = models.CharField(max_length=40)
    mail = models.CharField(max_length=6, choices=Mail.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "kind"], name="notice_switch_once")
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.kind} {self.mail}"


class DigestSent(models.Model):
    """That a member's daily e-mail was written on a day in the member's time zone."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "day"], name="digest_once_a_day")]

    def __str__(self) -> str:
        return f"{self.member}: {self.day}"


#: Characters of the address at a push service; those of Windows are the longest.
LONGEST_ENDPOINT = 1000


class PushKey(models.Model):
    """The one key by which push services know the site (VAPID); only its row 1 exists.

    ``private`` is never shown.  It changes when the club sets a key of its own or deletes the
    row; every device has to be added again then.
    """

    private = models.CharField(max_length=60, editable=False)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d}"


class PushDevice(models.Model):
    """A browser on which a member gets notifications, as it subscribed at its push service."""

    member = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="push_devices", verbose_name=_("member")
    )
    name = models.CharField(_("device"), max_length=60)
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True, editable=False)
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=40, editable=False)
    made_at = models.DateTimeField(_("added"), default=timezone.now)
    #: Since when its push service has taken nothing.
    failing_since = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class PushMessage(models.Model):
    """A notice on its way to one device; the row is deleted once that is decided."""

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="messages")
    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="+")
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(default=timezone.now, db_index=True)
    #: Who has it now, and since when; "" while it waits.
    worker = models.CharField(max_length=80, blank=True)
    taken_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.device}: {self.notice_id}"
