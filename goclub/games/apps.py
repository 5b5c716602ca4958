from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """WHAT WAS PLAYED: games, kifu, the rating ledger, the calculator."""

    name = "goclub.games"
    label = "games"
    verbose_name = _("Games")
    refusals = (
        "goclub.games.rating.labels.refusals",
        "goclub.games.playing.labels",
        "goclub.games.library.labels.refusals",
        "goclub.games.calculator.labels",
    )

    def ready(self) -> None:
        from goclub.games.rating.ledger import triggers
        from goclub.games.rating.ledger.posting import on_strength_decided
        from goclub.members.signals import strength_decided

        strength_decided.connect(on_strength_decided, dispatch_uid="ledger")
        post_migrate.connect(triggers.install_after_migrate, sender=self, dispatch_uid="triggers")
