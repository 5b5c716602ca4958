from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class CommonConfig(AppConfig):
    """What every page shares: tables, CSV, error messages, template tags.  It has no models."""

    name = "goclub.common"
    label = "common"


class ClubAdminConfig(AdminConfig):
    default_site = "goclub.common.admin.ClubAdminSite"
