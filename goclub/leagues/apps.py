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

        from .demo import on_demo_filled
        from .messages import REASONS

        add_reasons(REASONS)
        demo_filled.connect(on_demo_filled, dispatch_uid="leagues")
