"""`python manage.py demo`: fill an empty database with a club one can click through."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from goclub.demo.loading import LOGINS, PASSWORD, load_demo
from goclub.games.models import Game
from goclub.members.models import Letter, Member, User


class Command(BaseCommand):
    help = "Fill an empty database with the demo club, whose club night is open now."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--if-empty",
            action="store_true",
            help="leave a database that has members, and rebuild ratings that an upgrade left open",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        if Member.objects.exists() or User.objects.exists():
            if not options["if_empty"]:
                raise CommandError(
                    "The database is not empty; the demo club fills only an empty one.",
                    returncode=2,
                )
            call_command("rebuild_ratings", if_incomplete=True)
            if User.objects.filter(username="chair", email="chair@hoshi.example").exists():
                self._print_logins()
            return
        if not settings.DEMO:
            if options["if_empty"]:
                return
            raise CommandError(
                "GOCLUB_ENV=production: the demo's passwords are public.", returncode=2
            )
        progress = self.stdout.write if self.stdout.isatty() else (lambda _text: None)
        load_demo(now=timezone.now(), progress=progress)
        # What the made-up people were told, they have read long ago.
        Letter.objects.filter(state=Letter.State.WAITING).update(state=Letter.State.SENT)
        members, games = Member.objects.active().count(), Game.objects.count()
        self.stdout.write(f"The demo club is ready: {members} members, {games} games.")
        self._print_logins()

    def _print_logins(self) -> None:
        self.stdout.write(f"Demo logins (password {PASSWORD}):  {', '.join(LOGINS)}")
