from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MembersConfig(AppConfig):
    """WHO: members, roles, declared strength, the chair's decisions."""

    name = "goclub.members"
    label = "members"
    verbose_name = _("Members")
    refusals = ("goclub.members.labels",)
