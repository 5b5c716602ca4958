from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """WHAT PROGRAMS READ AND HEAR: answers as JSON, and what webhooks are told."""

    name = "goclub.api"
    label = "api"
    verbose_name = _("Programs")
    hooks = ("goclub.api.payloads",)
