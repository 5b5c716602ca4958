"""Template tags that speak of leagues: places, margins, the cross table."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from django import template
from django.template import Context
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from goclub.common.notation import Notation, notation
from goclub.games.labels import margin
from goclub.games.templatetags.go import rank_badge
from goclub.leagues.league import labels
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import League, LeagueEvent, Match, Season, SeasonRules
from goclub.leagues.official.labels.standings import percent, result_in_words, rule_of, why
from goclub.leagues.official.queries.terms import open_matches_of
from goclub.leagues.official.services.organisers import OrganiserStep
from goclub.leagues.official.services.tables import Group, TableRow
from goclub.leagues.season.labels import wording
from goclub.leagues.season.services.rules import closings_of

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


@register.filter
def settings_of_event(row: LeagueEvent) -> SeasonRules:
    """The settings of its league by which an event goes: those of its day."""
    return row.league.rules_on(row.event.begins_on)


@register.simple_tag
def season_closings(league: League) -> list[tuple[Season, datetime]]:
    """The seasons of a season league with when each closes, the latest first; else none."""
    return list(reversed(closings_of(league))) if league.kind == League.Kind.SEASON else []


@register.filter("league_day")
def day_of_league(at: datetime | None, league: League) -> date | None:
    """The day of a moment on the league's clocks."""
    return at and league_day(league, at)


@register.simple_tag
def rank_in(group: Group, row: TableRow) -> str:
    """The rank that whoever has a line holds today; none in a record, which keeps its day."""
    entry = group.entries.get(row.entry)
    return rank_badge(getattr(entry, "member_rank", "") or "")


@register.simple_tag
def cross_table(group: Group) -> SafeString:
    """The body of the cross table: rows and columns by place, a cell for what was played.

    Thousands of cells: written in one go, with the end tags that HTML lets one leave out.  Of 60
    players in 2 ms; a template takes 52 to 69 ms.
    """
    entries, ways = [row.entry for row in group.rows], notation()
    parts: list[str] = []
    for row in group.rows:
        rank = rank_in(group, row)
        parts.append(
            f"<tr><th scope=row>{row.place}"
            f"<th scope=row class=pl><bdi>{escape(row.name)}</bdi>{rank and f'&nbsp;{rank}'}"
        )
        me, get = row.entry, group.cross.get
        for opponent in entries:
            cells = get((me, opponent))
            if cells is None:
                parts.append("<td class=x>" if opponent == me else "<td>")
            elif len(cells) == 1:
                [cell] = cells
                parts.append(_single(cell.letter, cell.margin2, cell.standing_only, ways))
            else:
                text = " ".join(_cell(cell.letter, cell.margin2, ways) for cell in cells)
                mark = " class=f" if any(cell.standing_only for cell in cells) else ""
                parts.append(f"<td{mark}>{text}")
    # Safe: names are escaped, badges are ``format_html``, the rest are numbers and fixed letters.
    return mark_safe("".join(parts))  # noqa: S308


_CLASSES = {"W": "w", "L": "l", "J": "j"}


@lru_cache(maxsize=1024)
def _single(letter: str, margin2: int, standing_only: bool, ways: Notation) -> str:
    css = f'"{_CLASSES[letter]} f"' if standing_only else _CLASSES[letter]
    return f"<td class={css}>{_cell(letter, margin2, ways)}"


@lru_cache(maxsize=512)
def _cell(letter: str, margin2: int, _ways: Notation) -> str:
    """A cell's figure; the reader's notation is part of what it is remembered under."""
    if letter == "J":
        return "="
    if margin2 == 0:
        return "+0" if letter == "W" else "−0"
    return margin(margin2)


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
def verdict(step: OrganiserStep | dict[str, object]) -> str:
    """What a search said of a player (S1-25, S1-26); never an age."""
    name = step["verdict"] if isinstance(step, dict) else step.verdict
    willing = step["willing"] if isinstance(step, dict) else step.willing
    if name == "chosen":
        return _("chosen, willing") if willing else _("chosen")
    return _("exempt") if name == "exempt" else _("already chosen")


register.filter("result_in_words", result_in_words)
register.filter("counts_word", wording.counts_word)
register.filter("counts_heading", wording.counts_heading)
register.filter("finding_text", wording.finding_text)
register.filter("missing_text", wording.missing_text)
register.filter("rating", wording.rating_text)
register.filter("small_points", wording.small_text)
register.filter("level_text", wording.level_text)
register.filter("month_name", wording.month_name)
register.filter("move_lines", wording.move_lines)
register.filter("move_text", wording.move_text)
register.filter("title_of", wording.title_of)


@register.filter
def row_of(rows: dict[int, dict[str, object]], key: int) -> dict[str, object] | None:
    """The row of this member, or None."""
    return rows.get(key)
