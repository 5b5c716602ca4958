"""Template tags that speak Go: players, ranks, results, reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.http import HttpRequest
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from goclub.common.notation import clauses, half, notation, short_rank
from goclub.common.rules import RuleText
from goclub.common.templatetags.ui import icon
from goclub.games.favourites.services import favourites_of, is_favourite
from goclub.games.labels import (
    KIFU_FILES,
    claim_of,
    conditions_of,
    figure,
    kifu_formats,
    komi_text,
    result_code,
    result_of,
    signed,
    stones_text,
)
from goclub.games.library.forms import NoteForm
from goclub.games.models import Game, Kifu, RatingEntry, Revision, Standing
from goclub.games.rating.forecasts import Moves
from goclub.games.rating.house_rules import settings_today
from goclub.games.rating.labels import computation, rule_in_words, rule_page, short_reason
from goclub.games.rating.systems.protocol import Present
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS, holds_points
from goclub.games.rating.systems.shared import Words
from goclub.members.models import Member

register = template.Library()
#: So many favourites stand open in the list, the others behind one line.
OPEN = 5

register.filter("signed", signed)
register.filter("conditions", conditions_of)
register.filter("result", result_of)
register.filter("claim", claim_of)
register.filter("result_code", result_code)
register.filter("short_reason", short_reason)
register.filter("computation", computation)
register.filter("stones_text", stones_text)
register.filter("komi_text", komi_text)
register.filter("figure", figure)
register.filter("holds_points", holds_points)


@register.filter
def half_size(komi2: int) -> str:
    """A komi without its sign, where the giver is shown otherwise."""
    return half(abs(komi2))


@register.filter
def unsigned(stones: int) -> int:
    """A number of stones without its sign, where taking or giving is said otherwise."""
    return abs(stones)


register.simple_tag(kifu_formats)


@register.simple_tag
def kifu_files() -> str:
    """What a file chooser for records offers first."""
    return KIFU_FILES


@register.simple_tag(takes_context=True)
def player(context: Context, member: Member) -> str:
    """A player's name, linked where the reader may see profiles; guests are marked."""
    name = format_html('<bdi class="name">{}</bdi>', member.shown_name)
    if member.is_guest:
        return format_html('{} <span class="soft">({})</span>', name, _("guest"))
    sees = context.get("sees")
    if sees is not None and not sees.page_of(member):
        return name
    return format_html('<a href="{}">{}</a>', member.get_absolute_url(), name)


@register.simple_tag
def stone(colour: str) -> str:
    """A small stone with its colour said aloud."""
    black = colour in ("B", "black")
    label = _("Black") if black else _("White")
    css = "stone-black" if black else "stone-white"
    return format_html('<span class="stone {}" role="img" aria-label="{}"></span>', css, label)


@register.simple_tag
def move_items(moves: Iterable[dict[str, Any]]) -> str:
    """The moves of a game as the items of a list, each with a link to it.

    240 moves in 3 ms on a busy machine; a template takes 8.
    """
    stones = {True: stone("B"), False: stone("W")}
    return format_html_join(
        "",
        '<li>\n<a href="?move={}#board">\n<span class="n">{}</span>\n{}\n{}\n</a>\n</li>\n',
        ((move["place"], move["number"], stones[move["black"]], move["point"]) for move in moves),
    )


@register.simple_tag
def rank_badge(code: str) -> str:
    """A rank in its badge; the ends of the ladder say what they stand for."""
    if not code:
        return ""
    title = ""
    if code in ("9k", "8d+"):
        title = _("9 kyu or weaker") if code == "9k" else _("above 8 dan")
    if title:
        return format_html('<span class="rank" title="{}">{}</span>', title, short_rank(code))
    return format_html('<span class="rank">{}</span>', short_rank(code))


@register.simple_tag
def form_dots(standing: Standing) -> str:
    """The last five counted results as dots: filled won, ring lost, half jigo."""
    form = standing.form
    if not form:
        return format_html('<span class="soft">{}</span>', _("no counted game"))
    words = {"W": _("won"), "L": _("lost"), "J": _("jigo")}
    css = {"W": "won", "L": "lost", "J": "jigo"}
    dots = format_html_join("", '<i class="dot {}"></i>', ((css[r],) for r in form))
    label = clauses(words[r] for r in form)
    return format_html('<span class="dots" role="img" aria-label="{}">{}</span>', label, dots)


@register.simple_tag
def moved(entry: RatingEntry) -> str:
    """The signed change of an entry; a dash where nothing was counted."""
    if entry.decision_id and entry.before is None:
        return format_html('<span class="moved">{}</span>', figure(entry.after))
    if entry.code not in ("win", "loss", "jigo", "called", "draw") and not entry.delta:
        return format_html(
            '<span class="moved none" aria-label="{}">–</span>', _("nothing changed")
        )
    css = "up" if entry.delta > 0 else "down" if entry.delta < 0 else "none"
    return format_html('<span class="moved {}">{}</span>', css, signed(entry.delta))


def number_of(rule: str) -> str:
    """Return the rule that an id cites: of “S1-20 (2)” it is S1-20."""
    return rule.split(" ")[0]


def rule_url(rule: str) -> str:
    """Return the address at which a rule is said in words."""
    number = number_of(rule)
    return f"{reverse(rule_page(number))}#{number}"


@register.inclusion_tag("common/_why.html", takes_context=True)
def rule(context: Context, *rules: str) -> dict[str, object]:
    """Return one information mark that opens rules in place: ``{% rule "S1-25" "S1-26" %}``.

    The page shows each set of rules once, at its end (``rules_opened``).  A part that is rendered
    without a request has a link to the rules page instead.
    """
    ids = [rule for rule in rules if rule]
    request = getattr(context, "request", None) or context.get("request")
    if ids and request is not None:
        key = "-".join(["why", *(re.sub(r"[^\w-]+", "", rule) for rule in ids)])
        _marked(request)[key] = ids
        return {"opens": key}
    return {"link": rule_url(ids[0]) if ids else ""}


@register.inclusion_tag("common/_why_texts.html", takes_context=True)
def rules_opened(context: Context) -> dict[str, object]:
    """Return what the information marks of this page open: rule, source and present setting.

    A view that has read the house rules hands them on as ``timeline``.
    """
    request = getattr(context, "request", None)
    marked = _marked(request) if request else {}
    asked = {number_of(rule) for rules in marked.values() for rule in rules}
    settings = settings_today(asked, context.get("timeline")) if asked else {}
    return {
        "opened": {
            key: [
                {
                    "id": rule,
                    "url": rule_url(rule),
                    "text": rule_in_words(number_of(rule)),
                    "present": settings.get(number_of(rule), ()),
                }
                for rule in rules
            ]
            for key, rules in marked.items()
        }
    }


def _marked(request: HttpRequest) -> dict[str, list[str]]:
    """Return the rules that this page has marked so far, by the id of what the mark opens."""
    marked: dict[str, list[str]] = request.__dict__.setdefault("rules_marked", {})
    return marked


@register.simple_tag
def rule_code(*rules: str) -> str:
    """Rules by their ids, for the pages of rules and "Why?", each with a link to its words."""
    links = format_html_join(
        ", ", '<a href="{}">{}</a>', ((rule_url(rule), rule) for rule in rules if rule)
    )
    return format_html('<span class="rule">{}</span>', links) if links else links


@register.simple_tag
def rule_text(text: RuleText, present: Mapping[str, Sequence[Present]]) -> str:
    """A rule in words, what of it is ours, and what its settings say at present, by its id."""
    values = {"rule": text, "present": present.get(text.id, ())}
    return render_to_string("games/rating/_rule_text.html", values)


@register.simple_tag
def trend(change: int | float | None) -> str:
    """What thirty days changed: an arrow and a signed figure, or “new”."""
    if change is None:
        return format_html('<span class="soft">{}</span>', _("new"))
    text = signed(change)
    if text == "0":
        return format_html('<span class="soft" aria-label="{}">–</span>', _("nothing changed"))
    css, arrow = ("up", "▲") if change > 0 else ("down", "▼")
    return format_html(
        '<span class="moved-{}"><span aria-hidden="true">{}</span> {}</span>', css, arrow, text
    )


@register.simple_tag
def from_to(entry: RatingEntry) -> str:
    """The value before and after an entry, as “117 → 118”; nothing where there are no points."""
    if not holds_points(entry):
        return ""
    after = figure(entry.after)
    text = after if entry.before is None else f"{figure(entry.before)} → {after}"
    return format_html('<span class="from-to">{}</span>', text)


@register.simple_tag
def led_to(revision: Revision) -> str:
    """Where a line led before and after it was changed: “121 → 122”, with the rank if it moved."""
    parts: list[tuple[str, ...]] = []
    if revision.before != revision.after:
        whole = SYSTEMS.of(revision.system).whole_points
        values = (revision.before, revision.after)
        parts.append(tuple(figure(int(v) if whole else v) for v in values))
    if revision.rank_before != revision.rank_after:
        parts.append((rank_badge(revision.rank_before), rank_badge(revision.rank_after)))
    return format_html_join(", ", '<span class="from-to">{} → {}</span>', parts)


@register.simple_tag
def rank_change(entry: RatingEntry) -> str:
    """“1k → 1d” where an entry moved the rank, nothing elsewhere."""
    if not entry.moved_rank:
        return ""
    order = SYSTEMS.of(entry.system).order
    up = order(entry.rank_after) - order(entry.rank_before)
    css = "promotion" if up > 0 else "demotion" if up < 0 else "certification"
    before, after = rank_badge(entry.rank_before), rank_badge(entry.rank_after)
    sign = icon("up" if up > 0 else "down") if up else ""
    return format_html('<span class="{}">{}{} → {}</span>', css, sign, before, after)


_VERBS: Words = {
    "B": lambda: _("beat"),
    "W": lambda: _("lost to"),
    "J": lambda: _("drew with"),
    "N": lambda: _("played"),
}


@register.filter
def verb(game: Game) -> str:
    """The word between the two players: “beat”, “lost to”, “and … drew”."""
    return _VERBS[game.winner]()


@register.simple_tag
def rank_then(game: Game, member: Member) -> str:
    """The rank a member held when the game was played, from its (prefetched) ledger entries.

    Before a game is in the ledger, what ``players_ranks`` brought: the rank of today.
    """
    entry = entry_of(game, member)
    return rank_badge(entry.rank_before) if entry else rank_now(game, member)


#: How a row calls the people it has; their ranks of today stand beside them as ``…_rank``.
_PEOPLE = (
    "black", "white", "opener", "caller", "challenger", "challenged", "member",
)  # fmt: skip


@register.simple_tag
def rank_now(row: object, member: Member) -> str:
    """The rank that one of a row's people holds today, as its query brought it (``rank_of``)."""
    return rank_badge(_held(row, member))


def _held(row: object, member: Member) -> str:
    for name in _PEOPLE:
        if getattr(row, f"{name}_id", None) == member.pk and hasattr(row, f"{name}_rank"):
            return getattr(row, f"{name}_rank") or ""
    return ""


@register.simple_tag(takes_context=True)
def player_now(context: Context, row: object, member: Member) -> str:
    """Return one of a row's people for use inside a sentence, as ``notation.named`` writes them."""
    name, code = player(context, member), _held(row, member)
    return format_html(notation().named, name, short_rank(code)) if code else name


@register.filter
def entry_of(game: Game, member: Member) -> RatingEntry | None:
    """The prefetched entry of a member in a game, in the salon's own system."""
    entries = (e for e in game.entries.all() if e.system == MAIN_SYSTEM)
    return next((e for e in entries if e.member_id == member.pk), None)


@register.filter
def versus(game: Game, member: Member) -> Member:
    """The opponent."""
    return game.white if member.pk == game.black_id else game.black


@register.filter
def won_by(game: Game, member: Member) -> bool:
    return game.winner == game.colour_of(member)


@register.simple_tag
def note_form() -> NoteForm:
    """An empty form for a comment on the move that is shown: a line that grows."""
    form = NoteForm()
    form.fields["text"].widget.attrs |= {
        "rows": 1,
        "class": "form-control",
        "placeholder": _("About this move …"),
    }
    return form


@register.inclusion_tag("games/rating/_would.html")
def would(moves: Moves | None, member: Member, name: str = "") -> dict[str, object]:
    """What a report would move for a player, in each system."""
    return {"moves": moves, "lines": moves.of.get(member.pk, ()) if moves else (), "who": name}


@register.inclusion_tag("games/favourites/_star.html", takes_context=True)
def star(context: Context, starred: Member | Kifu) -> dict[str, Any]:
    """The button; nothing for a visitor and for oneself (one query)."""
    me = context.get("me")
    if me is None or me == starred:
        return {}
    kind = "member" if isinstance(starred, Member) else "kifu"
    return {
        "address": reverse(f"games:star-{kind}", args=[starred.pk]),
        "starred": is_favourite(me, starred),
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("games/favourites/_list.html")
def own_favourites(me: Member) -> dict[str, Any]:
    """The list, the latest first (one query)."""
    rows = list(favourites_of(me))
    return {"favourites": rows[:OPEN], "more": rows[OPEN:]}
