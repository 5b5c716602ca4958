"""The tables of this app, by topic; what Django and the migrations look for stands here."""

from goclub.members.models.club import ClubSettings
from goclub.members.models.finding import NameKey
from goclub.members.models.hook import Delivery, HookKind, HookTopic, Webhook
from goclub.members.models.mail import DigestSent, Letter, Notice, NoticeSwitch
from goclub.members.models.membership import Invitation, MembershipStep
from goclub.members.models.people import (
    Member,
    Nickname,
    User,
    default_time_zone,
    language_choices,
    time_zone_choices,
)
from goclub.members.models.role import RoleChange
from goclub.members.models.strength import StrengthDecision
from goclub.members.models.token import ProgramKey, Scope

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
