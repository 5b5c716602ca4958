"""Template tags that speak of leagues: places, margins, the cross table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.translation import gettext as _

from goclub.games.labels import margin
from goclub.games.templatetags.go import rank_badge, stone
from goclub.leagues.evening.labels import result_words
from goclub.leagues.league import labels
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import League, Match
from goclub.leagues.official.labels.standings import percent, result_in_words, rule_of, why
from goclub.leagues.official.queries import open_matches_of
from goclub.leagues.official.services.tables import Group, GroupCell, TableRow
from goclub.leagues.season.labels import wording

register = template.Library()

register.filter("percent", percent)
register.filter("margin", margin)
register.filter("why", why)
register.filter("why_rule", rule_of)


@register.simple_tag(takes_context=True)
def league_moment(context: Context, at: datetime, league: League, style: str = "short") -> str:
    """A moment on the league's clocks, which are named; a member's own beside it where it differs.

    *style* ``short`` in lists and tables, ``long`` in sentences.
    """
    member = bool(context.get("me"))
    moment = labels.league_moment(league, at, short=style == "short", own=member)
    clocks = moment.clocks
    if moment.own:
        clocks = _("%(clocks)s; %(own)s your time") % {"clocks": clocks, "own": moment.own}
    return format_html(
        '<time datetime="{}">{}</time> <span class="soft">({})</span>',
        at.isoformat(), moment.figures, clocks,
    )  # fmt: skip


register.filter("bonus_text", wording.bonus_text)


@register.filter("league_day")
def day_of_league(at: datetime | None, league: League) -> date | None:
    """The day of a moment on the league's clocks."""
    return at and league_day(league, at)


@register.simple_tag
def rank_in(group: Group, row: TableRow) -> str:
    """The rank that whoever has a line holds today; none in a record, which keeps its day."""
    entry = group.entries.get(row.entry)
    return rank_badge(getattr(entry, "member_rank", "") or "")


@register.filter
def cross_figure(cell: GroupCell) -> str:
    """The figure of a game in the cross table: = for jigo, else the margin with its sign."""
    if cell.letter == "J":
        return "="
    if cell.margin2 == 0:
        return "+0" if cell.letter == "W" else "−0"
    return margin(cell.margin2)


@register.inclusion_tag("leagues/official/_mine.html", takes_context=True)
def my_league_games(context: Context) -> dict[str, object]:
    """The signed-in member's open pairings, for the start page."""
    me = context.get("me")
    matches = open_matches_of(me) if me else []
    return {"matches": [_mine(match, me.pk) for match in matches[:6]] if me else [],
            "more": max(0, len(matches) - 6)}  # fmt: skip


def _mine(match: Match, me: int) -> dict[str, object]:
    opponent = match.second if match.first.member_id == me else match.first
    rank = getattr(match, "second_rank" if opponent == match.second else "first_rank")
    return {"match": match, "other": opponent.member, "rank": rank}


@register.filter
def verdict(step: Mapping[str, object]) -> str:
    """What a search said of a player (S1-25, S1-26); never an age."""
    if step["verdict"] == "chosen":
        return _("chosen, willing") if step["willing"] else _("chosen")
    return _("exempt") if step["verdict"] == "exempt" else _("already chosen")


register.filter("result_in_words", result_in_words)
register.filter("counts_word", wording.counts_word)
register.filter("counts_heading", wording.counts_heading)
register.filter("finding_text", wording.finding_text)
register.filter("missing_text", wording.missing_text)
register.filter("rating", wording.rating_text)
register.filter("small_points", margin)
register.filter("level_text", wording.level_text)
register.filter("month_name", wording.month_name)
register.filter("move_lines", wording.move_lines)
register.filter("move_text", wording.move_text)
register.filter("title_of", wording.title_of)


@register.filter
def row_of(rows: dict[int, dict[str, object]], key: int) -> dict[str, object] | None:
    """The row of this member, or None."""
    return rows.get(key)


@register.simple_tag
def night_stone(colour: str) -> str:
    """A stone before a name: B, W, T where the colour is drawn by lot, none without one."""
    if colour == "T":
        return format_html(
            '<span class="stone stone-lot" role="img" aria-label="{}"></span>', _("at random")
        )
    return stone(colour) if colour else ""


register.filter("night_result", result_words)
