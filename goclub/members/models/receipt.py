"""That a request was carried out, kept for as long as a proxy may send it once more."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

#: Letters of an address that is kept.
LONGEST_PAGE: Final = 500


class RequestReceipt(models.Model):
    """Written in the transaction of what a request wrote, and found where it comes again.

    ``key`` a digest of the request's number and of who sent it whereto; ``page`` where what was
    written is seen, "" where it has no page.
    """

    #: In no backup, and nothing of a club.
    PASSES: ClassVar = True

    key = models.UUIDField(primary_key=True, editable=False)
    page = models.CharField(max_length=LONGEST_PAGE, blank=True, editable=False)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.key)
