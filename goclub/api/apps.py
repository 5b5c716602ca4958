from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """The JSON interface, and the messages of webhooks."""

    name = "goclub.api"
    label = "api"
    verbose_name = _("Programs")
    hooks = ("goclub.api.payloads",)
