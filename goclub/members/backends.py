"""Signing in with a name or an e-mail address."""

import unicodedata
from collections.abc import Mapping

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
        **kwargs: object,  # noqa: ARG002
    ) -> User | None:
        """The user of this name or address with this password, else None."""
        if not username or password is None:
            return None
        user = find_account(username)
        if user is None:
            User().set_password(password)  # the same time is spent on an unknown name
            return None
        if user.check_password(password) and self.user_can_authenticate(user):
            return user
        return None


def find_account(typed: str) -> User | None:
    """The account of a login name or an e-mail address, in any case and width of its letters."""
    name = folded(typed)
    users = list(User.objects.filter(Q(username__iexact=name) | Q(email__iexact=name))[:2])
    # A name that is another person's e-mail address decides for the name.
    users.sort(key=lambda user: user.username.casefold() != name.casefold())
    return users[0] if users else None


def account_name(request: HttpRequest, credentials: Mapping[str, object] | None = None) -> str:
    """Under which name wrong passwords are counted: the account's, however it was spelled."""
    typed = str((credentials or request.POST).get("username") or "")
    user = find_account(typed)
    return user.get_username() if user else folded(typed).casefold()[:150]


def folded(typed: str) -> str:
    """A name as it is looked for; NUL, which no database takes, is left out."""
    return unicodedata.normalize("NFKC", typed).replace("\0", "").strip()
