"""Who may do what: the one question that every service of this app asks first."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied

from goclub.members.models import User


def need(by: User | None, permission: str) -> None:
    """Raise PermissionDenied where *by* lacks the permission.

    ``by=None`` is the site itself: a migration, the demo, an import.
    """
    if by is not None and not by.has_perm(permission):
        raise PermissionDenied
