"""The tables of this app, by topic; what Django and the migrations look for stands here."""

from goclub.members.models.club import ClubSettings
from goclub.members.models.mail import DigestSent, Letter, Notice, NoticeSwitch
from goclub.members.models.membership import Invitation, MembershipStep, RoleChange
from goclub.members.models.people import (
    Member,
    NameKey,
    Nickname,
    User,
    default_time_zone,
    language_choices,
    time_zone_choices,
)
from goclub.members.models.programs import Delivery, HookKind, HookTopic, ProgramKey, Scope, Webhook
from goclub.members.models.strength import StrengthDecision

__all__ = [
    "ClubSettings",
    "Delivery",
    "DigestSent",
    "HookKind",
    "HookTopic",
    "Invitation",
    "Letter",
    "Member",
    "MembershipStep",
    "NameKey",
    "Nickname",
    "Notice",
    "NoticeSwitch",
    "ProgramKey",
    "RoleChange",
    "Scope",
    "StrengthDecision",
    "User",
    "Webhook",
    "default_time_zone",
    "language_choices",
    "time_zone_choices",
]
