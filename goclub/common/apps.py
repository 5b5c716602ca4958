from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.db.backends.signals import connection_created
from django.urls import register_converter


class CommonConfig(AppConfig):
    """What every page shares: tables, CSV, error messages, template tags.  It has no models."""

    name = "goclub.common"
    label = "common"
    default = True
    refusals = ("goclub.common.refusals.generic",)

    def ready(self) -> None:
        """Put the registry of refusals together, so that a fault stops the start."""
        from goclub.common.gate import teach_connection
        from goclub.common.reading import NumberConverter
        from goclub.common.refusals.registry import registry

        connection_created.connect(teach_connection, dispatch_uid="gate")
        registry()
        register_converter(NumberConverter, "number")


class ClubAdminConfig(admin_apps.AdminConfig):
    """Django's admin with the club's site."""

    default = False
    default_site = "goclub.common.admin.ClubAdminSite"
