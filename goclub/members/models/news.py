"""News of the club: posts of organisers, their pictures, and comments of members."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from goclub.common.name_field import NameField
from goclub.members.models.comments import HIDDEN_WITH_REASON, Annotation
from goclub.members.models.pictures import StoredPicture

LONGEST_TEXT = 10_000
LONGEST_COMMENT = 2000


class NewsPostQuerySet(models.QuerySet["NewsPost"]):
    """Adjectives for posts."""

    def for_reader(self, *, visitor: bool) -> NewsPostQuerySet:
        """What this reader may read."""
        return self.filter(readers=NewsPost.Readers.EVERYONE) if visitor else self

    def pinned_first(self, today: date) -> NewsPostQuerySet:
        """Pinned posts in front, the newest first among them and among the others."""
        pinned = models.ExpressionWrapper(
            Q(pinned_until__isnull=False, pinned_until__gte=today),
            output_field=models.BooleanField(),
        )
        return self.annotate(is_pinned=pinned).order_by(F("is_pinned").desc(), "-at", "-pk")

    def with_people(self) -> NewsPostQuerySet:
        """With author and picture, but without the picture's bytes."""
        rows = self.select_related("author__member", "picture")
        return rows.defer("picture__small", "picture__large")


class NewsPost(models.Model):
    """A short post of the club."""

    class Readers(models.TextChoices):
        """Who can read a post."""

        MEMBERS = "members", _("Members")
        EVERYONE = "everyone", _("Everyone")

    title = NameField(_("title"), max_length=120)
    text = models.TextField(
        _("text"),
        max_length=LONGEST_TEXT,
        help_text=_("Markdown: *emphasis*, **strong**, [a link](https://…), lists with - or 1."),
    )
    readers = models.CharField(
        _("who can read it"),
        max_length=8,
        choices=Readers.choices,
        default=Readers.MEMBERS,
        help_text=_("Comments are visible to members only."),
    )
    pinned_until = models.DateField(
        _("pinned until"),
        null=True,
        blank=True,
        help_text=_("The post stays at the top up to and including this day."),
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        editable=False,
        verbose_name=_("author"),
    )
    at = models.DateTimeField(_("posted at"), editable=False)
    edited_at = models.DateTimeField(_("edited at"), null=True, blank=True, editable=False)

    objects = NewsPostQuerySet.as_manager()
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("news post")
        verbose_name_plural = _("news posts")
        ordering = ["-at", "-pk"]
        permissions = [("post_news", "Can post, edit and delete club news")]
        constraints = [
            models.CheckConstraint(name="news_titled", condition=~Q(title="")),
            models.CheckConstraint(name="news_has_text", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("members:news-post", args=[self.pk])

    @property
    def version(self) -> str:
        """A word that is another one after each change."""
        return (self.edited_at or self.at).isoformat() if self.pk else ""


class NewsPicture(StoredPicture):
    """The picture of a post."""

    post = models.OneToOneField(
        NewsPost, on_delete=models.CASCADE, related_name="picture", verbose_name=_("news post")
    )
    alt = models.CharField(_("description of the picture"), max_length=300)
    width = models.PositiveSmallIntegerField(_("width"))
    height = models.PositiveSmallIntegerField(_("height"))

    class Meta:
        verbose_name = _("picture of a news post")
        verbose_name_plural = _("pictures of news posts")

    def __str__(self) -> str:
        return self.alt


class NewsComment(Annotation):
    """A comment of a member on a post."""

    MODERATE = "members.moderate_newscomment"

    post = models.ForeignKey(
        NewsPost, on_delete=models.CASCADE, related_name="comments", verbose_name=_("news post")
    )
    text = models.TextField(_("comment"), max_length=LONGEST_COMMENT)
    edited_at = models.DateTimeField(_("edited at"), null=True, blank=True)

    class Meta:
        verbose_name = _("comment on news")
        verbose_name_plural = _("comments on news")
        ordering = ["at", "pk"]
        permissions = [("moderate_newscomment", "Can hide comments on news")]
        constraints = [
            models.CheckConstraint(
                name="news_comment_hidden_with_reason", condition=HIDDEN_WITH_REASON
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]

    def get_absolute_url(self) -> str:
        """Its place on the page of the post."""
        return f"{self.post.get_absolute_url()}#comment-{self.pk}"
