from django import forms
from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.db.backends.signals import connection_created
from django.urls import register_converter

from ratings.errors import Code


class CommonConfig(AppConfig):
    """What every page shares: tables, CSV, error messages, template tags.  It has no models."""

    name = "goclub.common"
    label = "common"
    default = True
    refusals = ("goclub.common.refusals.texts",)
    production = (
        "goclub.common.production.on_settings",
        "goclub.common.production.on_database",
    )

    def ready(self) -> None:
        """Put the registry of refusals together, so that a fault stops the start."""
        from goclub.common.charset import teach_nul
        from goclub.common.collation import teach_names
        from goclub.common.gate import teach_connection
        from goclub.common.reading import NumberConverter, WordConverter
        from goclub.common.refusals.registry import registry
        from goclub.common.refusals.texts import GENERIC

        # What a field says by itself is what a rule says: one text for one refusal.
        forms.Field.default_error_messages["required"] = GENERIC[Code.MISSING]
        connection_created.connect(teach_connection, dispatch_uid="gate")
        connection_created.connect(teach_names, dispatch_uid="names")
        connection_created.connect(teach_nul, dispatch_uid="nul")
        registry()
        register_converter(NumberConverter, "number")
        register_converter(WordConverter, "word")


class ClubAdminConfig(admin_apps.AdminConfig):
    """Django's admin with the club's site."""

    default = False
    default_site = "goclub.common.admin.ClubAdminSite"
