"""The whole database as values, but for the batches themselves, which stay on record."""

from __future__ import annotations

from django.apps import apps

#: Batches and their files; what signing in and the tests themselves write.
LEFT_OUT = {"games.Batch", "games.BatchFile", "sessions.Session"}


def everything() -> dict[str, list[tuple]]:
    """Every row of every table, by model; equal where nothing was changed."""
    return {
        model._meta.label: sorted(map(repr, model._base_manager.values_list()))
        for model in apps.get_models(include_auto_created=True)
        if model._meta.label not in LEFT_OUT and model._meta.managed
    }
