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
        from goclub.games.playing.queries.game_context import add_game_context
        from goclub.games.signals import game_decided, game_deciding
        from goclub.leagues.tournament.queries.events import game_context_of
        from goclub.leagues.tournament.services.corrections import on_game_decided, on_game_deciding

        add_game_context(game_context_of)
        game_deciding.connect(on_game_deciding, sender=Game, dispatch_uid="leagues")
        game_decided.connect(on_game_decided, sender=Game, dispatch_uid="leagues")
