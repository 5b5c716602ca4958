"""Remove the second factor of an account whose owner lost it: for the last chair, on the server."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from goclub.common.refusals.registry import describe
from goclub.common.transactions import lock_row
from goclub.members.models import User
from goclub.members.signing.services import forget_factors
from ratings.errors import RuleError


class Command(BaseCommand):
    """``reset_second_factor NAME``: the owner signs in with the password and sets up a new one."""

    help = "Remove all second factors and recovery codes of an account, and notify its owner."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whose account it is."""
        parser.add_argument("username", help="the user name, not the e-mail address")

    def handle(self, *_args: Any, username: str, **_options: Any) -> None:
        """Remove them; exit status 1 where there is no such account or factor."""
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account called {username}.")
        try:
            with transaction.atomic():
                forget_factors(user=lock_row(user), at=timezone.now())
        except RuleError as error:
            raise CommandError(str(describe(error))) from None
        self.stdout.write(f"The second factor of {username} was removed.")
