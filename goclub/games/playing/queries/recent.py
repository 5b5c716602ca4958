"""What came in lately, for those who were away."""

from __future__ import annotations

from datetime import datetime

from django.db.models.functions import Coalesce

from goclub.common.aggregates import counted
from goclub.games.models import Kifu
from goclub.members.models import Member


def filed_since(since: datetime, member: Member) -> Coalesce:
    """As a column: how many kifu others brought since a moment."""
    new = Kifu.objects.in_library().filter(uploaded_at__gt=since)
    if member.user_id is not None:
        new = new.exclude(uploaded_by=member.user_id)
    return counted(new)
