from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """COMPETITION: events and tournaments, leagues and their seasons."""

    name = "goclub.leagues"
    label = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        from goclub.common.messages import add_reasons
        from goclub.games.demo.signals import demo_filled
        from goclub.games.models import Game
        from goclub.games.occasions import add_occasion
        from goclub.games.signals import game_decided

        from .demo import on_demo_filled
        from .messages import REASONS
        from .queries import occasion_of
        from .services.corrections import on_game_decided

        add_reasons(REASONS)
        add_occasion(occasion_of)
        game_decided.connect(on_game_decided, sender=Game, dispatch_uid="leagues")
        demo_filled.connect(on_demo_filled, dispatch_uid="leagues")
