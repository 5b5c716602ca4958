"""The start page: the one thing to do now, what else is true, what changed; and the search."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.db.models import F, Subquery
from django.db.models.functions import Abs
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from goclub.common.markdown import render_markdown
from goclub.front.queries import (
    Happening,
    StartItem,
    StartKind,
    happening,
    own_entries,
)
from goclub.games.lessons.queries import lessons_on
from goclub.games.models import Game, Kifu, LiveLesson, RatingEntry, Standing
from goclub.games.playing.queries import counted, filed_since, tosses_due
from goclub.games.playing.services.facts import ClaimedResult, as_claimed
from goclub.games.problems.queries import problems_of_day
from goclub.games.rating.forecasts import Moves, forecast_lines, stretch_of, would_move
from goclub.games.rating.house_rules import Timeline, rules_timeline
from goclub.games.rating.ledger.facts import members_of
from goclub.games.rating.ledger.locks import standings_of
from goclub.games.rating.queries import near_lately, players_ranks, standings_table
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.go.board.basics import BLACK
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import draw_board
from goclub.leagues.models import Coming, Event
from goclub.members.founding.services import first_hour
from goclub.members.models import ClubPicture, Member
from goclub.members.names import names_key
from goclub.members.news.services import latest_news
from goclub.members.notices.queries import news_of, unread_of
from goclub.members.queries import zone_of
from goclub.members.requests import MemberRequest, user_of
from goclub.members.searching.queries import FINDERS, Finder, Reader, tidied
from goclub.members.visitors import rights_of

#: So many of a kind stand open, the others behind one line.
OPEN = 2
#: From so many days on the age of what waits stands out.
LATE_DAYS = 7
#: So many are looked at in all; whoever has more finds them in the list of games.
MOST = 50
#: Results of rivals: looked back so far at least, so many shown.
LATELY_DAYS = 14
LATELY_SHOWN = 4
#: What waits for the reader's answer, and is counted in the header.
WAITS = (StartKind.CONFIRM, StartKind.TOSS, StartKind.CHALLENGE)
#: Notices of what stands on the start page itself.
SHOWN_ANYWAY = ("game.to_confirm", "game.remind", "challenge.made")


@dataclass(frozen=True, slots=True)
class WaitingReport:
    """A report that waits for the reader, or what is said against theirs, with what it would move.

    ``claim`` what a form that accepts it carries, "" for a report.
    """

    game: Game
    moves: Moves
    days: int
    claim: str = ""

    @property
    def late(self) -> bool:
        """Whether it has waited for long."""
        return self.days >= LATE_DAYS


@dataclass(frozen=True, slots=True)
class NowPart:
    """The part of the page that follows what happens.

    ``etag`` is another one as soon as anything in it changed; ``mine_open`` the member's own
    reports that wait for others.
    """

    items: list[StartItem]
    live: bool
    events: list[Event]
    standings: list[Standing]
    mine_open: list[Game]
    etag: str

    @property
    def waiting(self) -> list[WaitingReport]:
        """The reports that wait for the reader."""
        return [item.facts["report"] for item in self.items if item.kind == StartKind.CONFIRM]

    def context(self) -> dict[str, object]:
        """What the template of this part shows."""
        kinds = [item.kind for item in self.items]
        place = {kind: kinds.index(kind) for kind in kinds}
        first = [item for n, item in enumerate(self.items) if n - place[item.kind] < OPEN]
        more = [item for n, item in enumerate(self.items) if n - place[item.kind] >= OPEN]
        return {
            "first": first[0] if first else None,
            "others": first[1:],
            "more": more,
            "live": self.live,
            "etag": self.etag,
            "answers": Coming.Answer,
        }


@require_safe
def home(request: MemberRequest) -> HttpResponse:
    """Show members what is true now and what changed; show visitors what the club is."""
    rights = rights_of(request)
    member: Member | None = request.member
    context = _of_member(request, member) if member else _of_visitor(request)
    context |= latest_news(request, timezone.now())
    context["shows_games"] = rights.games
    return render(request, "front/start/home.html", context)


@login_required
@require_safe
def now_part(request: MemberRequest) -> HttpResponse:
    """Answer the script of the page with the part that follows what happens, 304 if unchanged."""
    if request.member is None:
        return HttpResponse(status=204)
    now = timezone.now()
    part = _now(request, request.member, now, rules_timeline(), now)
    if unchanged := get_conditional_response(request, etag=part.etag):
        return unchanged
    context = part.context() | _goal(part.standings, request.member, timezone.localdate(now))
    response = render(request, "front/start/_now.html", context)
    response.headers["ETag"] = part.etag
    return response


def _now(
    request: MemberRequest, member: Member, now: datetime, timeline: Timeline, since: datetime
) -> NowPart:
    """Gather what is true now, the most pressing first."""
    user = user_of(request)
    happens = happening(member, user, now, zone_of(request.club))
    open_games = Game.objects.of(member).open().with_players().annotate(**players_ranks())
    games = list(open_games.order_by("reported_at", "pk")[:MOST])
    asked = [game for game in games if game.waits_for(user.pk)]
    today = timezone.localdate(now)
    # What came into the library and what is tossed for is counted with the standings.
    rows = standings_of(members_of(*asked) | {member.pk})
    counts = {
        "new_kifu": filed_since(since, member),
        "tosses": counted(tosses_due(member)),
        "lessons": counted(LiveLesson.objects.running()),
        "problem_solved": Subquery(problems_of_day(today, member).values("is_solved")[:1]),
    }
    standings = list(rows.annotate(**counts))
    moves = would_move(
        [as_claimed(game) for game in asked], now, standings=standings, timeline=timeline
    )
    items = [
        *happens.items,
        *(_to_confirm(_waiting(game, moves[game.pk], today)) for game in asked),
        *(_tosses(member) if getattr(_standing(standings, member), "tosses", True) else ()),
        *(_lessons() if getattr(_standing(standings, member), "lessons", True) else ()),
    ]
    items.sort(key=lambda item: item.kind)
    return NowPart(
        items=items,
        live=happens.live,
        events=[event for event in happens.events if event.ends_on >= today],
        standings=standings,
        mine_open=[game for game in games if game.reported_by_id == user.pk and game not in asked],
        etag=_etag(member, happens, items, today),
    )


def _etag(member: Member, happens: Happening, items: Iterable[StartItem], today: date) -> str:
    facts = (*names_key(), member.pk, today, happens.live, [(i.kind, i.key) for i in items])
    return f'"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'


def _to_confirm(report: WaitingReport) -> StartItem:
    game = report.game
    key = (game.pk, game.state, report.claim, report.days)
    return StartItem(StartKind.CONFIRM, "confirm", key, {"report": report})


def _tosses(member: Member) -> list[StartItem]:
    return [
        StartItem(StartKind.TOSS, "toss", (toss.pk, bool(toss.call)), {"toss": toss})
        for toss in tosses_due(member)
    ]


def _lessons() -> list[StartItem]:
    return [
        StartItem(StartKind.LESSON, "lesson", ("lesson", lesson.pk), {"lesson": lesson})
        for lesson in lessons_on()
    ]


def _waiting(game: Game, moves: Moves, today: date) -> WaitingReport:
    claim = ClaimedResult.of(game) if game.state == Game.State.DISPUTED else None
    days = max(0, (today - timezone.localdate(game.reported_at)).days)  # the clocks of travellers
    return WaitingReport(game, moves, days, claim.key if claim else "")


def _goal(standings: Iterable[Standing], member: Member, today: date) -> dict[str, object]:
    """The member's standing and the way to the next rank."""
    standing = _standing(standings, member)
    return {"standing": standing, "stretch": stretch_of(standing, today, rules_timeline())}


def _standing(standings: Iterable[Standing], member: Member) -> Standing | None:
    own = (s for s in standings if s.member_id == member.pk and s.system == MAIN_SYSTEM)
    return next(own, None)


def _of_member(request: MemberRequest, member: Member) -> dict[str, object]:
    now = timezone.now()
    today = timezone.localdate(now)
    timeline = rules_timeline()
    since = user_of(request).last_visit(now) or now - timedelta(days=LATELY_DAYS)
    part = _now(request, member, now, timeline, since)
    standing = _standing(part.standings, member)
    is_new = standing is None or not standing.games
    unread = unread_of(member)
    return part.context() | {
        "waiting": part.waiting,
        "me_waiting": sum(item.kind in WAITS for item in part.items),
        "mine_open": part.mine_open,
        "events": part.events,
        "standing": standing,
        "stretch": stretch_of(standing, today, timeline),
        "timeline": timeline,
        "ahead": forecast_lines(standing, today, timeline),
        "own_entries": [] if is_new else own_entries(member),
        "me_unread": len(unread),
        "news": news_of(unread, without=SHOWN_ANYWAY),
        "last_visit": user_of(request).last_visit(now),
        "since": since,
        "since_day": timezone.localdate(since).isoformat(),
        "new_kifu": getattr(standing, "new_kifu", 0),
        "problem_solved": getattr(standing, "problem_solved", None),
        **_rivals(standing, since, today),
        "is_new": is_new,
        "suggested": _near(standing) if is_new else (),
        "tasks": first_hour(user_of(request), request.club),
    }


def _rivals(standing: Standing | None, since: datetime, today: date) -> dict[str, object]:
    """What those near in points have done since then, and the nearest of them (one query)."""
    first = min(timezone.localdate(since), today - timedelta(days=LATELY_DAYS))
    lately = near_lately(standing, first) if standing else []
    new = [entry for entry in lately if entry.game and _confirmed_since(entry.game, since)]
    return {"lately": new[:LATELY_SHOWN], "nearest": _nearest(lately, standing)}


def _confirmed_since(game: Game, since: datetime) -> bool:
    return game.confirmed_at is not None and game.confirmed_at > since


def _nearest(lately: Sequence[RatingEntry], standing: Standing | None) -> RatingEntry | None:
    if not lately or standing is None:
        return None
    here = standing.points or 0
    newest = {entry.member_id: entry for entry in reversed(lately)}
    return min(newest.values(), key=lambda entry: (abs(entry.after - here), entry.member_id))


def _near(standing: Standing | None) -> list[Standing]:
    """Members nearest in points: opponents for a first game (one query)."""
    if standing is None or standing.points is None:
        return []
    return list(
        standings_table()
        .exclude(member=standing.member_id)
        .filter(points__isnull=False)
        .annotate(apart=Abs(F("points") - standing.points))
        .order_by("apart", "pk")[:3]
    )


def _of_visitor(request: MemberRequest) -> dict[str, object]:
    return {
        "counts": {
            "members": Member.objects.active().count(),
            "games": Game.objects.confirmed().count(),
            "kifu": Kifu.objects.exclude(game=None).count(),
        },
        "welcome": render_markdown(request.club.welcome),
        "pictures": ClubPicture.objects.defer("small", "large"),
        "first_move": _first_move(),
    }


#: White's stone has one liberty left; Black takes it.
FIRST_MOVE = (
    ".........",
    ".........",
    ".........",
    "....X....",
    "...XO....",
    "....X....",
    ".........",
    ".........",
    ".........",
)


def _first_move() -> dict[str, object]:
    """The board of the first move, and the same for its script (as in kifu, see ``tree_json``)."""
    board = Board.from_rows(FIRST_MOVE)
    stones = [["B" if colour == BLACK else "W", x, y] for (x, y), colour in board.stones()]
    root = {"p": -1, "c": [], "n": 0, "cap": [0, 0], "a": stones}
    title = _("A board with a few stones")
    return {
        "svg": draw_board(board, title=title, coordinates=False, id_prefix="first"),
        "tree": {"size": [board.width, board.height], "main": [0], "nodes": [root]},
    }


#: So many hits of a group stand among the others, and on its own.
FEW: Final = 5
MANY: Final = 100


@require_safe
def search(request: MemberRequest) -> HttpResponse:
    """What every room finds for ``?q=``, in groups; all of one group with ``?in=``."""
    text = tidied(request.GET.get("q", ""))
    reader = Reader(getattr(request, "member", None), rights_of(request))
    finders = FINDERS.open_to(reader) if text else []
    only = [finder for finder in finders if finder.key == request.GET.get("in")]
    most = MANY if only else FEW
    groups = []
    for finder in only or finders:
        hits = finder.find(text, reader, most + 1)
        if hits:
            group = {"finder": finder, "hits": hits[:most], "more": len(hits) > most}
            groups.append(group | {"all": group["more"] and _all_hits(finder, text, bool(only))})
    context = {"text": text, "groups": groups, "only": bool(only)}
    return render(request, "search/search.html", context)


def _all_hits(finder: Finder, text: str, is_alone: bool) -> str:
    listing = finder.all_at(text)
    if listing or is_alone:
        return listing
    return f"{reverse('search')}?{urlencode({'q': text, 'in': finder.key})}"
