"""Pictures that members send, as the site wrote them anew; in the database, as the backups are."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.common.photos import Photo
from goclub.members.models.people import Member


class StoredPicture(models.Model):
    """A picture in two sizes, which never changes: another one has another digest."""

    digest = models.CharField(_("digest"), max_length=32)
    small = models.BinaryField(_("small picture"))
    large = models.BinaryField(_("large picture"))
    added_at = models.DateTimeField(_("added at"))

    class Meta:
        abstract = True

    def hold(self, photo: Photo) -> None:
        """Take over the pixels of a picture."""
        self.digest, self.small, self.large = photo.digest, photo.small, photo.large


class MemberPicture(StoredPicture):
    """A member's own picture; ``Member.face`` holds its digest too."""

    member = models.OneToOneField(
        Member, on_delete=models.CASCADE, related_name="picture", verbose_name=_("member")
    )

    class Meta:
        verbose_name = _("picture of a member")
        verbose_name_plural = _("pictures of members")

    def __str__(self) -> str:
        return str(self.member)


class ClubPicture(StoredPicture):
    """A picture of the club on the start page of visitors; ``place`` counts from 1."""

    place = models.PositiveSmallIntegerField(_("place"), unique=True)
    description = models.CharField(_("description"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("picture of the club")
        verbose_name_plural = _("pictures of the club")
        ordering = ["place"]

    def __str__(self) -> str:
        return self.description or str(self.place)

    @property
    def url(self) -> str:
        """The address of the small picture."""
        return reverse("members:club-picture", args=[self.digest, "small"])

    @property
    def large_url(self) -> str:
        """The address of the large picture."""
        return reverse("members:club-picture", args=[self.digest, "large"])
