"""Template tags of events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.notation import clock_note, hour, short_rank
from goclub.games.models import Game
from goclub.leagues.league.queries import moment_text
from goclub.leagues.league.services.timetable import Start, by_day
from goclub.leagues.models import Change, Event, Pairing, Participant
from goclub.leagues.ratinglist.labels import listed_label, listed_note
from goclub.leagues.tournament.labels.figures import outcome_text, outcome_words
from goclub.leagues.tournament.labels.rounds import NameLine, effect_lines
from goclub.leagues.tournament.labels.standings import CrossCell, StandingRow
from goclub.leagues.tournament.queries.sanctions import case_line, level_text
from goclub.leagues.tournament.services import files

register = template.Library()


@register.filter
def player_link(player: Participant, players_page: str) -> SafeString:
    """Return a player's name, a link below *players_page*, and the rank; as ``_player.html``."""
    return format_html(
        '<a href="{}{}/"><bdi class="name">{}</bdi></a>&nbsp;<span class="rank">{}</span>',
        players_page,
        player.number,
        player.shown_name,
        short_rank(player.rank_text),
    )


@register.filter
def with_links(
    lines: Iterable[NameLine], players_page: str
) -> Iterator[tuple[NameLine, SafeString, SafeString | str]]:
    """Yield lines with the links of their players and opponents; everybody is both, once each."""
    link = cache(lambda player: player_link(player, players_page))
    for line in lines:
        yield line, link(line.participant), link(line.opponent) if line.opponent else ""


@register.filter
def figure_cells(row: StandingRow) -> SafeString:
    """Return the cells of a line of the standings: its rounds, then its figures."""
    rounds = ((_cell_tag(f"wide cell {cell.css}"), cell.text) for cell in row.rounds)
    figures = (
        (_figure_tag(figure.slot, figure.column.label, parted=figure.parted), figure.text)
        for figure in row.figures
    )
    return _line_of(chain(rounds, figures))


@register.filter
def cross_cells(cells: Sequence[CrossCell]) -> SafeString:
    """Return the cells of a line of the cross table."""
    return _line_of((_cell_tag(cell.css, cell.span), cell.text) for cell in cells)


def _line_of(cells: Iterable[tuple[SafeString, str]]) -> SafeString:
    """Return cells, each with its tag and its text.

    A page has thousands of them, of few kinds: one call for a line, and tags that are kept, take a
    tenth of the time of the template language.
    """
    parts = [*chain.from_iterable(cells)]
    # Safe: the pattern is ours, and format_html escapes every text; the tags were made below.
    return format_html("{}{}</td>" * (len(parts) // 2), *parts)


@lru_cache(maxsize=2048)
def _cell_tag(css: str, span: int = 1) -> SafeString:
    # Safe: format_html escapes; classes and spans are ours, none is typed by a person.
    if span == 1:
        return format_html('<td class="{}">', css)
    return format_html('<td class="{}" colspan="{}">', css, span)


@lru_cache(maxsize=512)
def _figure_tag(slot: str, label: str, *, parted: bool) -> SafeString:
    css = f"num {slot or 'wide'}{' parted' if parted else ''}"
    # Safe: the same; a label is the name of a criterion.
    return format_html('<td class="{}" data-label="{}">', css, label) if slot else _cell_tag(css)


@register.simple_tag(takes_context=True)
def tab(context: Context, name: str, *args: object, exact: bool = False) -> SafeString:
    """The address of a navigation link, marked as the current one where the reader is there.

    On the page itself with *exact*, else on every page below it too.
    """
    url, path = reverse(name, args=args), context["request"].path
    here = path == url if exact else path.startswith(url)
    return format_html('href="{}" aria-current="page"' if here else 'href="{}"', url)


register.filter("sanction_level", level_text)
register.filter("effect_lines", effect_lines)
register.filter("case_line", case_line)
register.filter("outcome_text", outcome_text)
register.filter("listed_label", listed_label)
register.filter("listed_note", listed_note)
register.filter("clock", hour)
register.filter("clock_note", clock_note)


@register.simple_tag
def timetable(event: Event) -> list[tuple[date, list[Start]]]:
    """The days of an event with the rounds that begin on them."""
    return list(by_day(event).items())


@register.filter
def european_class(event: Event) -> str:
    """The class of an event in words, as its file for the European list has it."""
    judged = files.european_class(event)
    return str(Event.EgfClass(judged).label) if judged else ""


@register.filter
def stones(count: int) -> str:
    """Handicap stones in words: “3 stones”."""
    return ngettext("%(n)s stone", "%(n)s stones", count) % {"n": count}


@register.filter
def how_it_went(step: Mapping[str, Any]) -> str:
    """A player's outcome of a round in words; nothing without a game.

    A draw because time was called is no jigo (S4-15).  Of a match of teams the board points.
    """
    if step.get("boards"):
        return str(step["boards"])
    if step["css"] == "jigo" and step["pairing"].ending == Game.Ended.CALLED:
        return _("draw (time was called)")
    words = {"won": _("won"), "lost": _("lost"), "jigo": _("jigo"), "open": _("open")}
    return words.get(step["css"], "")


@register.filter
def change_author(change: Change) -> str:
    """Who did it, by the member's name or else the login."""
    if change.by is None:
        return ""
    member = getattr(change.by, "member", None)
    return member.shown_name if member else change.by.username


@register.filter
def change_words(change: Change) -> str:
    """Return what a person did, for a line that begins with their name."""
    after = change.after if isinstance(change.after, dict) else {}
    if entries := after.get("entries"):
        count = len(entries)
        return ngettext(
            "entered %(count)s player from a file", "entered %(count)s players from a file", count
        ) % {"count": count}
    if results := after.get("results"):
        count = len(results)
        return ngettext(
            "set %(count)s result from a file", "set %(count)s results from a file", count
        ) % {"count": count}
    return str(change.get_what_display())


@register.simple_tag
def ended_change(change: Change, event: Event) -> str:
    """When games ended as it was said before and after, on the event's clocks."""
    before, after = (
        moment_text(datetime.fromisoformat(state), event.time_zone)
        if isinstance(state, str) and state
        else _("not known")
        for state in (change.before, change.after)
    )
    return f"{before} → {after}"


@register.filter
def result_word(facts: Mapping[str, Any] | None) -> str:
    """The words for a stored result, as it was kept: “White won by forfeit”, “open”.

    >>> str(result_word({"result": "white"})), result_word({"result": "equal", "ending": "called"})
    ('White won', 'Draw (time was called)')
    """
    facts = facts or {}
    result = str(facts.get("result", ""))
    if result not in Pairing.Outcome.values:
        return result
    how = str(facts.get("ending") or ""), facts.get("margin2")
    return outcome_words(result, bool(facts.get("by_default")), *how)
