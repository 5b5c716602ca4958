"""Print the link with which the club is founded."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from goclub.members.founding.services import founding_token
from goclub.members.queries import chairs


class Command(BaseCommand):
    """``founding_link``: where the first chair of an empty club begins."""

    help = "Print the link to found the club; it is valid until the club has a chair."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """The link alone on a line; exit status 2 where the club has a chair."""
        if chairs().exists():
            raise CommandError("This club already has a chair: sign in.", returncode=2)
        path = reverse("members:found", args=[founding_token()])
        self.stdout.write(f"{settings.SITE_URL}{path}")
