"""What came in lately, for those who were away."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, Subquery, Value
from django.db.models.functions import Coalesce

from goclub.games.models import Kifu
from goclub.members.models import Member


def filed_since(since: datetime, member: Member) -> Coalesce:
    """As a column: how many kifu others brought since a moment."""
    new = Kifu.objects.in_library().filter(uploaded_at__gt=since)
    if member.user_id is not None:
        new = new.exclude(uploaded_by=member.user_id)
    count = new.order_by().annotate(all=Value(1)).values("all").annotate(n=Count("pk"))
    return Coalesce(Subquery(count.values("n")), 0)
