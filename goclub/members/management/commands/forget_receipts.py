"""`python manage.py forget_receipts`: take out what says of old requests that they were done."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.members.receipts import forget_receipts


class Command(BaseCommand):
    help = "Takes out the receipts of requests that no proxy sends once more (older than an hour)."

    def handle(self, *_args: object, **_options: Any) -> None:
        self.stdout.write(f"{forget_receipts(at=timezone.now()):,} receipts")
