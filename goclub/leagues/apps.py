from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """COMPETITION: the room for leagues, seasons and tournaments; nothing lives here yet."""

    name = "goclub.leagues"
    label = "leagues"
    verbose_name = _("Leagues")
