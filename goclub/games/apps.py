from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """WHAT WAS PLAYED: games, kifu, the rating ledger, the calculator."""

    name = "goclub.games"
    label = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from goclub.members.signals import strength_decided

        from . import ledger, triggers

        strength_decided.connect(ledger.on_strength_decided, dispatch_uid="ledger")
        post_migrate.connect(triggers.install_after_migrate, sender=self, dispatch_uid="triggers")
