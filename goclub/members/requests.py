"""Who is asking: the signed-in user of a request."""

from __future__ import annotations

from django.http import HttpRequest

from goclub.members.models import User


def user_of(request: HttpRequest) -> User:
    """The signed-in user; call behind ``login_required`` only."""
    assert isinstance(request.user, User)
    return request.user
