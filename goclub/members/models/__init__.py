"""The tables of this app, by topic; what Django and the migrations look for stands here."""

from goclub.members.models.club import ClubSettings
from goclub.members.models.comments import HIDDEN_WITH_REASON, Annotation
from goclub.members.models.mail import (
    DigestSent,
    Letter,
    Notice,
    NoticeSwitch,
    PushDevice,
    PushKey,
    PushMessage,
)
from goclub.members.models.membership import Invitation, MembershipStep, RoleChange
from goclub.members.models.news import NewsComment, NewsPicture, NewsPost
from goclub.members.models.people import (
    Member,
    NameKey,
    Nickname,
    User,
    default_time_zone,
    language_choices,
    time_zone_choices,
)
from goclub.members.models.pictures import ClubPicture, MemberPicture, StoredPicture
from goclub.members.models.programs import Delivery, HookKind, HookTopic, ProgramKey, Scope, Webhook
from goclub.members.models.strength import StrengthDecision

__all__ = [
    "HIDDEN_WITH_REASON",
    "Annotation",
    "ClubPicture",
    "ClubSettings",
    "Delivery",
    "DigestSent",
    "HookKind",
    "HookTopic",
    "Invitation",
    "Letter",
    "Member",
    "MemberPicture",
    "MembershipStep",
    "NameKey",
    "NewsComment",
    "NewsPicture",
    "NewsPost",
    "Nickname",
    "Notice",
    "NoticeSwitch",
    "ProgramKey",
    "PushDevice",
    "PushKey",
    "PushMessage",
    "RoleChange",
    "Scope",
    "StoredPicture",
    "StrengthDecision",
    "User",
    "Webhook",
    "default_time_zone",
    "language_choices",
    "time_zone_choices",
]
