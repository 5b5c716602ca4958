"""Signing in with a name or an e-mail address."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Permission
from django.db.models import Q
from django.http import HttpRequest

from goclub.members.models import User
from goclub.members.queries import with_factor


class NameOrEmailBackend(ModelBackend):
    """Accepts the login name or the e-mail address, in any case."""

    def authenticate(
        self,
        request: HttpRequest | None,  # noqa: ARG002
        username: str | None = None,
        password: str | None = None,
        **kwargs: object,  # noqa: ARG002
    ) -> User | None:
        """The user of this name or address with this password, else None.

        Somebody whose request still waits gave the right password: that is no failed attempt.  The
        form says so and lets nobody in (``confirm_login_allowed``), and no session is theirs.
        """
        if not username or password is None:
            return None
        user = find_account(username)
        if user is None:
            User().set_password(password)  # the same time is spent on an unknown name
            return None
        return user if user.check_password(password) else None

    def get_user(self, user_id: int) -> User | None:
        """Who is signed in, with the member and whether there is a second factor (one query)."""
        user = with_factor(User.objects.select_related("member")).filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None

    def get_all_permissions(self, user_obj: Any, obj: Any = None) -> set[str]:
        """The person's own and those of the role, in one query where Django asks two."""
        asked = user_obj.is_active and not user_obj.is_anonymous and obj is None
        if asked and not user_obj.is_superuser and not hasattr(user_obj, "_perm_cache"):
            own = Permission.objects.filter(user=user_obj.pk)
            of_role = Permission.objects.filter(group__user=user_obj.pk)
            names = ("content_type__app_label", "codename")
            rows = own.order_by().values_list(*names).union(of_role.order_by().values_list(*names))
            user_obj._perm_cache = {f"{app}.{name}" for app, name in rows}
        permissions: set[str] = super().get_all_permissions(user_obj, obj)
        return permissions


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
