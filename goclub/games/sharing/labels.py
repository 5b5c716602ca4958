"""What is said and drawn of a game, a record and a member."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.common.notation import dotted, listed, record_result, short_day, short_rank
from goclub.common.pictures import Caption, Face, above, beside
from goclub.common.sharing import Shared
from goclub.games.labels import conditions_of, conditions_text, figure, record_text, result_of
from goclub.games.models import Game, Kifu, Standing
from goclub.games.rating.charts import chart_of
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import draw_board
from goclub.go.diagrams.svg import SafeSvg
from goclub.members.models import ClubSettings, Member
from goclub.members.visitors import VisitorRights


class Score(NamedTuple):
    """Won, lost and drawn confirmed games."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self) -> int:
        return sum(self)


def score_of(member: Member) -> Score:
    """A member's games as the database counts them, in one query."""
    won = Q(black=member, winner="B") | Q(white=member, winner="W")
    counted = (
        Game.objects.confirmed()
        .of(member)
        .order_by()
        .aggregate(
            won=Count("pk", filter=won),
            drawn=Count("pk", filter=Q(winner="J")),
            decided=Count("pk", filter=Q(winner__in=("B", "W"))),
        )
    )
    return Score(counted["won"], counted["decided"] - counted["won"], counted["drawn"])


def ranks_in(game: Game, system: str) -> dict[int, str]:
    """The ranks of both players before a game, by member, as far as the ledger knows them."""
    return dict(game.entries.filter(system=system).values_list("member_id", "rank_before"))


def face_of(club: ClubSettings) -> Face:
    """The club as its pictures show it."""
    return Face(club.name, club.accent)


# --- A game -----------------------------------------------------------------------------------
def shared_game(game: Game, club: ClubSettings, events: Iterable[str] = ()) -> Shared:
    """A game as others see it; *events* what it belongs to.  A void one asks not to be found."""
    rights = VisitorRights.of_visitor(club)
    return Shared(
        public=rights.games and game.state != Game.State.VOID,
        description=_described(
            f"{game.black} – {game.white}",
            result_of(game),
            listed(events),
            conditions_of(game),
            short_day(game.played_on),
            game.place,
        ),
        picture=reverse("games:picture", args=[game.pk]),
        alt=_("Final position of %(game)s") % {"game": f"{game.black} – {game.white}"},
        kind="article",
    )


def _described(*parts: str) -> str:
    return dotted(parts)


def game_picture(
    game: Game, kifu: Kifu | None, club: ClubSettings, ranks: Mapping[int, str]
) -> SafeSvg:
    """The final board, who played, and how it ended; an empty board where nothing is recorded."""
    lines = [
        Caption(_named(game.black, ranks), 42, stone="B"),
        Caption(_named(game.white, ranks), 42, stone="W", gap=34),
        Caption(result_of(game), 38, gap=26),
        Caption(conditions_of(game), 30, soft=True),
        Caption(dotted((short_day(game.played_on), game.place)), 30, soft=True),
    ]
    return beside(face_of(club), _board(kifu, game.board), lines)


def _named(member: Member, ranks: Mapping[int, str]) -> str:
    return " ".join(filter(None, (str(member), short_rank(ranks.get(member.pk, "")))))


def _board(kifu: Kifu | None, size: int) -> SafeSvg:
    rows = kifu.final.split("/") if kifu and kifu.final else None
    if rows is None:
        width, height = (kifu.width, kifu.height) if kifu else (size, size)
        rows = ["." * width] * height
    return draw_board(Board.from_rows(rows), title="", coordinates=False)


# --- A record of the library ------------------------------------------------------------------
def shared_kifu(kifu: Kifu, club: ClubSettings) -> Shared:
    """A record as others see it."""
    return Shared(
        public=VisitorRights.of_visitor(club).games and not kifu.is_draft,
        description=_described(str(kifu), *_facts(kifu)),
        picture=reverse("games:kifu-picture", args=[kifu.pk]),
        alt=_("Final position of %(game)s") % {"game": str(kifu)},
        kind="article",
    )


def _facts(kifu: Kifu) -> list[str]:
    conditions = () if kifu.komi2 is None else (conditions_text(kifu.handicap, kifu.komi2),)
    day = kifu.date_text or (short_day(kifu.played_on) if kifu.played_on else "")
    return [record_result(kifu.result), kifu.event, *conditions, day]


def kifu_picture(kifu: Kifu, club: ClubSettings) -> SafeSvg:
    """The final board of a record, and what it says of itself."""
    result, event, *rest = _facts(kifu)
    lines = [
        Caption(" ".join(filter(None, (kifu.black_name, kifu.black_rank))), 42, stone="B"),
        Caption(" ".join(filter(None, (kifu.white_name, kifu.white_rank))), 42, stone="W", gap=34),
        Caption("" if kifu.has_names else str(kifu), 40, gap=34),
        Caption(result, 38, gap=26),
        Caption(event if kifu.has_names else "", 30, soft=True),
        Caption(dotted(rest), 30, soft=True),
    ]
    return beside(face_of(club), _board(kifu, 19), lines)


# --- A member ---------------------------------------------------------------------------------
def shared_member(
    member: Member, club: ClubSettings, standing: Standing | None, score: Score
) -> Shared:
    """Describe a member's page; only for members who let visitors open it."""
    visible = VisitorRights.of_visitor(club).page_of(member)
    return Shared(
        public=visible and member.status == Member.Status.MEMBER,
        description=_described(str(member), *_standing(standing), _score(score)),
        picture=reverse("games:member-picture", args=[member.pk]),
        alt=_("%(name)s: %(system)s over time")
        % {"name": member.shown_name, "system": SYSTEMS.of(MAIN_SYSTEM).name},
        kind="profile",
    )


def shared_pair(first: Member, second: Member, club: ClubSettings) -> Shared:
    """Two members against each other, where visitors may open both pages."""
    rights = VisitorRights.of_visitor(club)
    return Shared(
        public=rights.page_of(first) and rights.page_of(second),
        description=_("Every game between these two, and who leads."),
        titled=True,
    )


def _standing(standing: Standing | None) -> list[str]:
    if standing is None:
        return []
    system = SYSTEMS.of(standing.system)
    return [short_rank(standing.rank), f"{system.name} {figure(standing.value)}"]


def _score(score: Score) -> str:
    if not score.games:
        return _("no games yet")
    words = {"record": record_text(*score)}
    return _("%(record)s in confirmed games") % words


def member_picture(
    member: Member, club: ClubSettings, standing: Standing | None, score: Score, today: date
) -> SafeSvg:
    """Name, rank and record over the chart of the club's own system."""
    chart = chart_of(member, MAIN_SYSTEM, today).picture
    lines = [
        Caption(str(member), 60, gap=14),
        Caption(dotted((*_standing(standing), _score(score))), 32, soft=True),
    ]
    return above(face_of(club), chart, lines)
