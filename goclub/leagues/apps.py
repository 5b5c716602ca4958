from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """COMPETITION: events and tournaments, leagues and their seasons."""

    name = "goclub.leagues"
    label = "leagues"
    verbose_name = _("Leagues")
    refusals = (
        "goclub.leagues.league.labels",
        "goclub.leagues.tournament.labels.refusals",
        "goclub.leagues.official.labels.refusals",
        "goclub.leagues.season.labels.refusals",
    )

    def ready(self) -> None:
        from goclub.games.models import Game
        from goclub.games.playing.services.keepers import KEEPERS
        from goclub.games.signals import game_decided
        from goclub.leagues.tournament.services.corrections import TABLES, on_game_decided

        KEEPERS.add(TABLES)
        game_decided.connect(on_game_decided, sender=Game, dispatch_uid="leagues")
