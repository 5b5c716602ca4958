"""Programs: webhooks, which hear what happens here, and keys with which programs read the site."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from goclub.common.name_field import NameField
from goclub.members.models.people import Member, User

#: Of a webhook that does not answer, counted by each try.
TROUBLE_FIELDS = ("failures", "failing_since", "rests_until")


class HookTopic(models.TextChoices):
    """What a webhook wants to hear."""

    RESULTS = "results", _("results: confirmed, corrected, void")
    RANKS = "ranks", _("rank changes")
    EVENTS = "events", _("tournaments: opened, round published, over")


def topic_labels(topics: Collection[str]) -> list[str]:
    """Topics in words, in their order."""
    return [str(topic.label) for topic in HookTopic if topic.value in topics]


class HookKind(models.TextChoices):
    """What happened, as the message calls it."""

    CONFIRMED = "game.confirmed", _("result confirmed")
    CORRECTED = "game.corrected", _("result corrected")
    VOIDED = "game.voided", _("result no longer counts")
    RANK = "rank.changed", _("rank changed")
    OPENED = "event.opened", _("tournament opened")
    ROUND = "event.round_published", _("round published")
    CLOSED = "event.closed", _("tournament over")
    CANCELLED = "event.cancelled", _("tournament cancelled")
    TEST = "test", pgettext_lazy("a message", "test")

    @property
    def topic(self) -> HookTopic | None:
        """What a webhook that hears of this has chosen; None: nobody need choose it."""
        topics = {"game": HookTopic.RESULTS, "rank": HookTopic.RANKS, "event": HookTopic.EVENTS}
        return topics.get(self.value.partition(".")[0])


class Webhook(models.Model):
    """One address, what it wants to hear, and the secret that signs what it is told.

    ``failing_since`` and ``failures`` count what it did not take since it took something;
    ``rests_until`` nothing is sent before.
    """

    class Form(models.TextChoices):
        """How a message is written."""

        JSON = "json", _("JSON, for your own program")
        DISCORD = "discord", _("a sentence, for a Discord channel")

    class Off(models.TextChoices):
        """Why a webhook was switched off."""

        HAND = "hand", pgettext_lazy("switched off", "manually")
        FAILING = "failing", _("no message accepted for days")
        GONE = "gone", _("the address no longer exists")

    name = NameField(_("name"), max_length=60)
    address = models.CharField(_("address"), max_length=500)
    form = models.CharField(_("form"), max_length=10, choices=Form.choices, default=Form.JSON)
    topics = models.JSONField(_("subscribed to"), default=list)
    secret = models.CharField(max_length=80, editable=False)
    off = models.CharField(_("off"), max_length=10, choices=Off.choices, blank=True)
    made_at = models.DateTimeField(_("created at"))
    made_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("created by")
    )
    failures = models.PositiveIntegerField(default=0, editable=False)
    failing_since = models.DateTimeField(null=True, editable=False)
    rests_until = models.DateTimeField(null=True, editable=False)

    #: What people decided, and when the site switched it off; never the secret, nor how it fares.
    history = HistoricalRecords(excluded_fields=[*TROUBLE_FIELDS, "secret"])
    #: Why, for the next version in the history.
    _change_reason: str | None = None

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("members:hook", args=[self.pk])

    @property
    def topic_labels(self) -> list[str]:
        """What it hears of, in words."""
        return topic_labels(self.topics)


class Delivery(models.Model):
    """One message to one webhook; ``key`` is the same at every try.

    ``about`` the key of the game, member or tournament, whatever becomes of it; ``said`` what the
    fact adds, such as the ranks before and after.  What is sent is read when it is sent.
    """

    class State(models.TextChoices):
        """Where a message is."""

        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("sending")
        SENT = "sent", pgettext_lazy("a message", "accepted")
        FAILED = "failed", _("given up")
        DROPPED = "dropped", _("discarded")

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(_("kind"), max_length=30, choices=HookKind.choices)
    about = models.BigIntegerField(null=True)
    said = models.JSONField(default=dict)
    at = models.DateTimeField(_("happened at"))
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING
    )
    tries = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_try_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    #: Why it was not taken, a code of the labels; ``status`` what the address answered.
    trouble = models.CharField(max_length=20, blank=True)
    status = models.PositiveSmallIntegerField(null=True)
    worker = models.CharField(max_length=80, blank=True, editable=False)
    written_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("message to a program")
        verbose_name_plural = _("messages to programs")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["state", "next_try_at"], name="delivery_due"),
            models.Index(fields=["hook", "-id"], name="delivery_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.hook}: {self.get_kind_display()}"


class Scope(models.TextChoices):
    """What a program may read with a key."""

    PEOPLE = "people", _("members and rankings")
    GAMES = "games", _("games and records")
    EVENTS = "events", _("tournaments and leagues")


class ProgramKey(models.Model):
    """A key of one program, in the member's name; only its digest is kept.

    ``start`` its first letters, by which the member knows it again.
    """

    member = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="program_keys", verbose_name=_("member")
    )
    name = NameField(_("program"), max_length=60)
    start = models.CharField(_("begins with"), max_length=8)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("can read"), default=list)
    made_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("program key")
        verbose_name_plural = _("program keys")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"

    @property
    def scope_labels(self) -> list[str]:
        """What it may read, in words."""
        return [str(scope.label) for scope in Scope if scope.value in self.scopes]
