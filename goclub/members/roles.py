"""Roles are Django groups; this is what each of them may do.

A visitor has no group; every role includes the one before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

MEMBER, ORGANISER, SECRETARY, CHAIR = "member", "organiser", "secretary", "chair"
ROLES = (MEMBER, ORGANISER, SECRETARY, CHAIR)
OFFICE = (SECRETARY, CHAIR)
#: Roles that must have a second factor, by the club's setting.
SECOND_FACTOR_ROLES: Mapping[str, Sequence[str]] = {
    "": (), "office": OFFICE, "staff": (ORGANISER, *OFFICE),
}  # fmt: skip
#: Above all roles: an account of the command line, which passes every check of a right.
SUPERUSER = "superuser"
_ORDER: Final = ("", *ROLES, SUPERUSER)


def may_change_account(by: str, of: str) -> bool:
    """Return whether somebody of role *by* may change, close or take over an account of role *of*.

    This is the one rule about other people's accounts: a superuser changes all of them, the chair
    all but a superuser's, and everybody else only accounts of a lower role.  What else an action
    needs, such as the right to admit people, is asked beside it.
    """
    above = _ORDER.index(by) - _ORDER.index(of)
    return above >= (0 if by in (CHAIR, SUPERUSER) else 1)


Grants = Mapping[str, Sequence[tuple[str, str, str]]]  # role → (model, codename, name)

MEMBERS_GRANTS: Grants = {
    ORGANISER: [
        ("member", "view_member", "Can view member"),
        ("newspost", "post_news", "Can post, edit and delete club news"),
        ("newspost", "view_newspost", "Can view news post"),
    ],
    SECRETARY: [
        ("member", "change_member", "Can change member"),
        ("member", "add_member", "Can add member"),
        ("member", "approve_member", "Can admit or decline applicants"),
        ("member", "set_strength", "Can set a member's points or rank"),
        ("strengthdecision", "view_strengthdecision", "Can view decision about strength"),
        ("nickname", "view_nickname", "Can view nickname"),
        ("nickname", "add_nickname", "Can add nickname"),
        ("nickname", "change_nickname", "Can change nickname"),
        ("nickname", "delete_nickname", "Can delete nickname"),
        ("clubsettings", "view_clubsettings", "Can view club settings"),
        ("newscomment", "moderate_newscomment", "Can hide comments on news"),
        ("newscomment", "view_newscomment", "Can view comment on news"),
    ],
    CHAIR: [
        ("member", "certify_strength", "Can certify a member's points as official"),
        ("member", "see_birth_date", "Can see members' dates of birth"),
        ("member", "set_role", "Can give members their roles"),
        ("clubsettings", "add_clubsettings", "Can add club settings"),
        ("clubsettings", "change_clubsettings", "Can change club settings"),
        ("newscomment", "delete_newscomment", "Can delete comment on news"),
        ("user", "view_user", "Can view user"),
        ("user", "add_user", "Can add user"),
        ("user", "change_user", "Can change user"),
    ],
}


def grant(apps: Any, app_label: str, grants: Grants) -> None:
    """Create the groups and give them permissions; safe to run again.

    ``apps`` is the registry of a migration or ``django.apps.apps``.  Permissions are made here
    because Django itself makes them only after the last migration has run.
    """
    Group = apps.get_model("auth", "Group")
    Permission = apps.get_model("auth", "Permission")
    ContentType = apps.get_model("contenttypes", "ContentType")
    inherited: list[Any] = []
    for role in ROLES:
        group, _ = Group.objects.get_or_create(name=role)
        for model, codename, name in grants.get(role, ()):
            content_type, _ = ContentType.objects.get_or_create(app_label=app_label, model=model)
            permission, _ = Permission.objects.get_or_create(
                content_type=content_type, codename=codename, defaults={"name": name}
            )
            inherited.append(permission)
        group.permissions.add(*inherited)
