"""The start page, the health page and the club's colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache

from django.db import Error
from django.db.models import F
from django.db.models.functions import Abs
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from goclub.common import backups
from goclub.common.health import database_problems, problem_of
from goclub.common.kept_pages import counted
from goclub.games.models import Game, Kifu, RatingEntry, Standing
from goclub.games.playing.queries import WAITING, filed_since, tosses_due
from goclub.games.playing.services.facts import ClaimedResult, as_claimed
from goclub.games.rating.forecasts import Moves, forecast_lines, stretch_of, would_move
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.ledger import triggers
from goclub.games.rating.ledger.facts import members_of
from goclub.games.rating.ledger.locks import standings_of
from goclub.games.rating.queries import near_lately, players_ranks, standings_table
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import thumbnail
from goclub.go.diagrams.svg import SafeSvg
from goclub.members.founding.services import first_hour
from goclub.members.models import Member
from goclub.members.notices.queries import NEWS_MOST, news_of, unread_of
from goclub.members.queries import club_settings, unread_count
from goclub.members.requests import MemberRequest, user_of
from goclub.members.theme import accent_css
from goclub.members.visitors import rights_of

#: So many waiting games stand open on the start page, the others behind one line.
OPEN = 2
#: From so many days on the age of what waits stands out.
LATE_DAYS = 7
#: So many are looked at in all; whoever has more finds them in the list of games.
MOST = 50
#: Results of rivals: looked back so far at least, so many shown.
LATELY_DAYS = 14
LATELY_SHOWN = 4
#: Notices of what stands on the start page itself.
SHOWN_ANYWAY = ("game.to_confirm", "game.remind")


@dataclass(frozen=True, slots=True)
class WaitingReport:
    """A report that waits for the reader, or what is said against his own, with what it would move.

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


@require_safe
def home(request: MemberRequest) -> HttpResponse:
    """Show members what is waiting for them and what comes next; show visitors what the club is."""
    rights = rights_of(request)
    member: Member | None = request.member
    context = _of_member(request, member) if member else _of_visitor()
    context["shows_games"] = rights.games
    return render(request, "games/playing/home.html", context)


def _of_member(request: MemberRequest, member: Member) -> dict[str, object]:
    now = timezone.now()
    today = timezone.localdate(now)
    open_games = Game.objects.of(member).open().with_players().annotate(**players_ranks())
    games = list(open_games.order_by("reported_at", "pk")[:MOST])
    asked = [game for game in games if game.waits_for(request.user.pk)]
    timeline = rules_timeline()
    since = _since(request, now)
    # What came into the library is counted with the standings: a query less.
    standings = list(
        standings_of(members_of(*asked) | {member.pk}).annotate(new_kifu=filed_since(since, member))
    )
    standing = next(
        (s for s in standings if s.member_id == member.pk and s.system == MAIN_SYSTEM), None
    )
    moves = would_move(
        [as_claimed(game) for game in asked], now, standings=standings, timeline=timeline
    )
    waiting = [_waiting(game, moves[game.pk], today) for game in asked]
    is_new = standing is None or not standing.games
    unread = unread_of(member)
    return {
        "waiting": waiting[:OPEN],
        "more_waiting": waiting[OPEN:],
        "tosses_due": tosses_due(member),
        "mine_open": [
            game for game in games if game.reported_by_id == request.user.pk and game not in asked
        ],
        "standing": standing,
        "stretch": stretch_of(standing, today, timeline),
        "ahead": forecast_lines(standing, today, timeline),
        "me_unread": len(unread) if len(unread) < NEWS_MOST else unread_count(member),
        "news": news_of(unread, without=SHOWN_ANYWAY),
        "last_visit": user_of(request).last_visit(now),
        "since": since,
        "since_day": timezone.localdate(since).isoformat(),
        "new_kifu": getattr(standing, "new_kifu", 0),
        **_rivals(standing, since, today),
        "is_new": is_new,
        "suggested": _near(standing) if is_new else (),
        "tasks": first_hour(user_of(request), request.club),
    }


def _waiting(game: Game, moves: Moves, today: date) -> WaitingReport:
    claim = ClaimedResult.of(game) if game.state == Game.State.DISPUTED else None
    days = max(0, (today - timezone.localdate(game.reported_at)).days)  # the clocks of travellers
    return WaitingReport(game, moves, days, claim.key if claim else "")


def _since(request: MemberRequest, now: datetime) -> datetime:
    """From when on things are new: the visit before, in the first one a fortnight ago."""
    return user_of(request).last_visit(now) or now - timedelta(days=LATELY_DAYS)


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


def _of_visitor() -> dict[str, object]:
    return {
        "counts": {
            "members": Member.objects.active().count(),
            "games": Game.objects.confirmed().count(),
            "kifu": Kifu.objects.exclude(game=None).count(),
        },
        "lesson": [lesson_picture(rows) for rows in (BEFORE, AFTER)],
    }


#: White's stone has one liberty left; Black takes it.
BEFORE = (".....", "..X..", ".XO..", "..X..", ".....")
AFTER = (".....", "..X..", ".X.X.", "..X..", ".....")


def lesson_picture(rows: Sequence[str]) -> SafeSvg:
    """A small board of the first lesson."""
    return thumbnail(Board.from_rows(rows), title=_("A board with a few stones"))


@cache_control(no_store=True)
@require_safe
def health(_request: MemberRequest) -> JsonResponse:
    """200 when the database reads and writes and the ledger is guarded, else 503 with the reason.

    Always JSON, whatever is wrong.  A late backup is a warning: nobody is served better by a site
    that is taken away for it.
    """
    problems = database_problems()
    try:
        problems += [f"trigger missing: {name}" for name in triggers.missing()]
    except Error as error:
        problems = problems or [problem_of(error)]
    body = {"status": "failing" if problems else "ok", "problems": problems}
    body["warnings"] = backups.warnings()
    return JsonResponse(body, status=503 if problems else 200)


@require_safe
@cache_control(max_age=300)
def club_css(_request: MemberRequest) -> HttpResponse:
    """The club's accent colour as a style sheet: the strict CSP allows none in the page."""
    return HttpResponse(accent_css(club_settings().accent), content_type="text/css")


def waiting(request: MemberRequest) -> dict[str, object]:
    """``me_waiting``: how many things wait for the signed-in member.

    A function, since it is asked only where it is shown, and then once; templates call it.  A
    lazy object would not do: the plurals of some languages calculate with the number.
    """
    member = getattr(request, "member", None)
    if member is None:
        return {"me_waiting": 0}

    def count() -> int:
        return WAITING.count(member, timezone.now())

    return {"me_waiting": cache(lambda: counted(request, "waiting", count))}
