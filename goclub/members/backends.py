"""Signing in with a name or an e-mail address."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.db.models import Q
from django.http import HttpRequest

from goclub.members.models import User


class NameOrEmailBackend(ModelBackend):
    """Accepts the login name or the e-mail address, in any case."""

    def authenticate(
        self,
        request: HttpRequest | None,  # noqa: ARG002
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,  # noqa: ARG002
    ) -> User | None:
        """The user of this name or address with this password, else None."""
        if not username or password is None:
            return None
        users = list(
            User.objects.filter(Q(username__iexact=username) | Q(email__iexact=username))[:2]
        )
        # A name that is another person's e-mail address decides for the name.
        users.sort(key=lambda user: user.username.casefold() != username.casefold())
        if not users:
            User().set_password(password)  # the same time is spent on an unknown name
            return None
        user = users[0]
        if user.check_password(password) and self.user_can_authenticate(user):
            return user
        return None
