"""The desk, the page of one kind of matter, what is pressed there, and its count on every page."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import chain
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_stubs_ext import StrOrPromise

from goclub.common import notation
from goclub.common.backups.making import start_backup
from goclub.common.kept_pages import counted
from goclub.common.reading import read_number, read_numbers
from goclub.common.refusals.registry import describe
from goclub.members.desk.labels import age_text, ages_text
from goclub.members.desk.queries import (
    LATELY_DAYS,
    LATELY_MOST,
    Matter,
    PressOutcome,
    Source,
    Urgency,
    counts_of,
    decided_since,
    desk_count,
    sources_of,
)
from goclub.members.desk.services import MOST, act_on_matters
from goclub.members.models import User
from goclub.members.requests import MemberRequest, act_of, user_of
from ratings.errors import RuleError

#: On the page of one kind.
PER_PAGE = 50
#: So many kinds are opened on the desk, the gravest; the others stand there as a line each.
OPENED = 6


@dataclass(frozen=True)
class WaitingKind:
    """What waits of one source: all of it counted, the first of it shown."""

    source: Source
    count: int
    matters: Sequence[Mapping[str, Any]]
    newest: int = 0
    folded: bool = False
    days: Sequence[int] = field(default_factory=tuple)

    @property
    def more(self) -> int:
        """How many are not shown here."""
        return max(0, self.count - len(self.matters))

    @cached_property
    def heading(self) -> StrOrPromise:
        """The title over alike things."""
        return self.source.heading(self.count)

    @property
    def age(self) -> str:
        """How long the things shown have waited."""
        return ages_text(min(self.days, default=None), max(self.days, default=None))

    @property
    def oldest(self) -> int:
        """The days of the oldest thing shown; 0 where none has an age."""
        return max(self.days, default=0)

    @property
    def old(self) -> bool:
        """Whether the oldest has waited too long."""
        return self.oldest >= self.source.late_after and self.source.gravity != Urgency.QUIET


@login_required
@require_safe
def desk(request: MemberRequest) -> HttpResponse:
    """What waits, the gravest and oldest first; how the house is; what was decided lately."""
    user = user_of(request)
    sources = _sources(user)
    today = timezone.localdate()
    counts = counts_of(sources, user)
    kinds = _kinds(sources, user, counts, today)
    kinds.sort(key=lambda kind: (kind.source.gravity, kind.folded, -kind.oldest))
    waits = [kind for kind in kinds if kind.source.gravity != Urgency.QUIET]
    count = sum(kind.count for kind in waits)
    context = {
        "today": today,
        "kinds": kinds,
        "waits": waits,
        "quiet": [kind for kind in kinds if kind.source.gravity == Urgency.QUIET],
        "count": count,
        "desk_waiting": count,
        "urgent": sum(kind.count for kind in waits if kind.source.gravity <= Urgency.PERSON),
        "oldest": age_text(max((kind.oldest for kind in waits), default=0)),
        "states": [state for source in sources if (state := source.state(user))],
        "lately": _newest(sources, user),
    }
    return render(request, "members/desk/desk.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def kind(request: MemberRequest, key: str) -> HttpResponse:
    """Everything that waits of one kind, page by page; a press on it is carried out."""
    user = user_of(request)
    source = next((candidate for candidate in _sources(user) if candidate.key == key), None)
    if source is None:
        raise Http404
    if request.method == "POST":
        _press(request, source, user)
        here = read_number(request.POST.get("page"))
        return redirect("members:desk-kind", key) if here else redirect("members:desk")
    rows = source.waiting(user)
    if rows is None:
        raise Http404
    page = Paginator(source.load(rows), PER_PAGE).get_page(request.GET.get("page"))
    today = timezone.localdate()
    shown = [_shown(matter, source, today) for matter in source.matters(list(page))]
    newest = 0
    if source.ticked and page.paginator.num_pages > 1:
        newest = rows.order_by("-pk").values_list("pk", flat=True).first() or 0
    kind = WaitingKind(
        source,
        page.paginator.count,
        shown,
        newest=newest,
        days=_days(shown, today),
    )
    context = {
        "kind": kind,
        "page": page,
        "previous_page": f"?page={page.number - 1}",
        "next_page": f"?page={page.number + 1}",
        "all_of": min(kind.count, MOST),
    }
    return render(request, "members/desk/kind.html", context)


def _sources(user: User) -> list[Source]:
    sources = sources_of(user)
    if not sources:
        raise PermissionDenied
    return sources


def _kinds(
    sources: Iterable[Source], user: User, counts: Mapping[str, int], today: date
) -> list[WaitingKind]:
    """Every kind of which something waits; those with rows opened as far as the desk goes."""
    kinds, opened = [], 0
    for source in sources:
        if not counts[source.key]:
            continue
        has_rows = source.in_table
        if has_rows and opened == OPENED:
            kinds.append(WaitingKind(source, counts[source.key], (), folded=True))
            continue
        opened += has_rows
        kinds.append(_kind(source, user, counts[source.key], today))
    return kinds


def _kind(source: Source, user: User, count: int, today: date) -> WaitingKind:
    rows = source.waiting(user)
    known = source.matters(list(source.load(rows)[: source.shown])) if rows is not None else []
    shown = [_shown(matter, source, today) for matter in (*source.besides(), *known)]
    return WaitingKind(source, count, shown, days=_days(shown, today))


def _shown(matter: Matter, source: Source, today: date) -> dict[str, Any]:
    days = matter.days(today)
    old = days is not None and days >= source.late_after and source.gravity != Urgency.QUIET
    return {"matter": matter, "age": age_text(days), "old": old}


def _days(shown: Iterable[Mapping[str, Any]], today: date) -> list[int]:
    return [days for row in shown if (days := row["matter"].days(today)) is not None]


def _newest(sources: Sequence[Source], user: User) -> list[dict[str, object]]:
    since = timezone.now() - timedelta(days=LATELY_DAYS)
    lately = decided_since(sources, user, since)[:LATELY_MOST]
    return [
        {"decision": decision, "key": source.key, "rows": ",".join(map(str, decision.rows))}
        for source, decision in lately
    ]


# --- What is pressed ------------------------------------------------------------------------------
def _press(request: MemberRequest, source: Source, user: User) -> None:
    post = request.POST
    try:
        outcome = act_on_matters(
            act_of(request),
            source,
            name=post.get("do", ""),
            rows=_chosen(post, source, user),
            reason=post.get("reason", "").strip()[:300],
        )
    except RuleError as error:
        messages.error(request, describe(error))
    else:
        _say(request, outcome)


def _chosen(post: QueryDict, source: Source, user: User) -> list[int]:
    """The ticked rows; of a whole kind those that waited when the page was made."""
    newest = read_number(post.get("all"))
    rows = source.waiting(user) if newest else None
    if rows is not None:
        return list(rows.filter(pk__lte=newest).values_list("pk", flat=True)[:MOST])
    texts = chain.from_iterable(value.split(",") for value in post.getlist("chosen"))
    return read_numbers(list(texts))


def _say(request: MemberRequest, outcome: PressOutcome) -> None:
    """What was done, and what stayed: the first of them by name."""
    if outcome.said:
        messages.success(request, str(outcome.said))
    elif not outcome.stayed:
        messages.info(request, _("Nothing left to do: someone else was quicker."))
    for name, why in outcome.stayed[:5]:
        messages.error(request, notation.sentences((f"{name}:", why)))
    rest = len(outcome.stayed) - 5
    if rest > 0:
        text = ngettext("%(n)s more was left unchanged.", "%(n)s more were left unchanged.", rest)
        messages.error(request, text % {"n": notation.number(rest)})


#: Seconds in which a second press starts no second one.
_ENOUGH = 60


@login_required
@require_POST
@permission_required("members.change_clubsettings", raise_exception=True)
def back_up(request: MemberRequest) -> HttpResponse:
    """Start a backup; the desk says when it is there."""
    if cache.add("desk-backup-started", "yes", _ENOUGH):
        start_backup()
    messages.success(
        request, _("A backup is being made and tested. The desk will show it when it is ready.")
    )
    return redirect("members:desk")


def reader_desk(request: MemberRequest) -> dict[str, object]:
    """``has_desk``, ``desk_waiting``, ``desk_kinds``: whether the reader has a desk, how much waits
    on it in all, and of each kind the heading and its page.

    Functions, since they are asked only where they are shown, and then once.
    """
    user = getattr(request, "user", None)
    if not isinstance(user, User) and not getattr(user, "is_authenticated", False):
        return {"has_desk": False, "desk_waiting": 0, "desk_kinds": ()}
    assert user is not None
    return {
        "has_desk": functools.cache(lambda: bool(sources_of(user))),
        "desk_waiting": functools.cache(lambda: _waiting(request, user)),
        "desk_kinds": functools.cache(lambda: _waiting_kinds(user)),
    }


def _waiting(request: MemberRequest, user: User) -> int:
    if not sources_of(user):
        return 0
    return counted(request, "desk", lambda: desk_count(user))


def _waiting_kinds(user: User) -> list[dict[str, object]]:
    sources = [source for source in sources_of(user) if source.gravity != Urgency.QUIET]
    counts = counts_of(sources, user)
    return [
        {
            "heading": source.heading(counts[source.key]),
            "url": reverse("members:desk-kind", args=[source.key])
            if source.in_table
            else reverse("members:desk"),
        }
        for source in sources
        if counts[source.key]
    ]
