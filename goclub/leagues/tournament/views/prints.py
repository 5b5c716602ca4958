"""Paper and the projector: pairings, slips, wall list, standings, cards, and their list.

What is published may be printed by whoever may see it; a preview and the slips, whose codes open
the results, by the organisers only.  The projector needs no sign-in and no script.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goclub.common.collation import name_key
from goclub.common.reading import read_number
from goclub.common.sharing import absolute
from goclub.leagues.models import Event, Pairing
from goclub.leagues.tournament.labels.boards import with_boards
from goclub.leagues.tournament.labels.frame import EventRequest
from goclub.leagues.tournament.labels.papers import (
    SLIPS_AT_ONCE,
    cards_of,
    density,
    screen_of,
    slips_of,
)
from goclub.leagues.tournament.labels.report import names_on_paper, not_playing
from goclub.leagues.tournament.labels.rounds import bye_of
from goclub.leagues.tournament.labels.standings import categories_of, standings_table
from goclub.leagues.tournament.queries.events import last_out
from goclub.leagues.tournament.queries.hall import hall_of
from goclub.leagues.tournament.queries.sanctions import cases_of
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.claims import LASTS, token_of
from goclub.leagues.tournament.views.shortcuts import (
    category_or_404,
    event_page,
    find_screen,
    in_language,
    language_links,
    organiser_event,
    public_event,
    round_or_404,
    screen_key,
)
from goclub.members.context import THEMES
from goclub.members.requests import MemberRequest

#: How long a page stays, in seconds: least, usual, most.
SECONDS = (5, 12, 120)
#: The category of an address that prints each of them on a sheet of its own.
EACH = "each"
#: Over how many screens the names can be shared out.
MOST_PARTS = 12


@never_cache
@require_safe
@in_language
def projector(request: MemberRequest, slug: str) -> HttpResponse:
    """Pairings by name, then the standings as results come in."""
    event = find_screen(request, slug)
    if event is None:
        return redirect_to_login(request.get_full_path())
    least, usual, most = SECONDS
    parts = _number(request, "parts", 1, 1, MOST_PARTS)
    screen = screen_of(
        load(event),
        _number(request, "page", 1, 1, 9999),
        part=_number(request, "part", 1, 1, parts),
        parts=parts,
    )
    following = request.GET.copy()
    following["page"] = str(screen["page"]["number"] % screen["page"]["count"] + 1)
    theme = request.GET.get("theme", "")
    context = {
        "event": event,
        "hall": hall_of(event, timezone.now(), last_out=last_out(event)),
        "screen": screen,
        "page": screen["page"],
        "seconds": _number(request, "seconds", usual, least, most),
        "following": following.urlencode(),
        "still": "still" in request.GET,
        # Read at ten metres: who was sanctioned is marked; why stands on the other pages.
        "sanctioned": {case.row.player_id for case in cases_of(event) if case.tables},
    }
    if theme in THEMES:
        context["theme"] = theme
    return render(request, "leagues/tournament/projector.html", context)


def _number(request: MemberRequest, name: str, usual: int, least: int, most: int) -> int:
    """A number of the address within its limits; anything else is the usual one."""
    number = read_number(request.GET.get(name), high=99_999)
    return usual if number is None else min(max(number, least), most)


@require_safe
@public_event
def papers(request: EventRequest, snapshot: EventSnapshot) -> HttpResponse:
    """Everything that can be printed or thrown on the wall."""
    runs = request.runs
    context = {
        "rounds": [
            event_round
            for event_round in snapshot.rounds
            if event_round.is_out or (runs and snapshot.pairings[event_round.number])
        ],
        "languages": language_links(request),
        "screens": _screens(snapshot.event, {"key": screen_key(snapshot.event)} if runs else {}),
    }
    return event_page(request, snapshot, "leagues/tournament/papers.html", context)


def _screens(event: Event, key: dict[str, str]) -> dict[str, str]:
    """The addresses of the projector; the key opens it where visitors see nothing else."""
    queries: dict[str, dict[str, str]] = {
        "plain": {},
        "dark": {"theme": "dark"},
        "light": {"theme": "light"},
        "first": {"part": "1", "parts": "2"},
        "second": {"part": "2", "parts": "2"},
    }
    clock = reverse("leagues:event-clock", args=[event.slug], query=key)
    bracket = reverse("leagues:bracket-screen", args=[event.slug], query=key)
    pools = reverse("leagues:pools-screen", args=[event.slug], query=key)
    return {"clock": clock, "bracket": bracket, "pools": pools} | {
        name: reverse("leagues:projector", args=[event.slug], query=query | key)
        for name, query in queries.items()
    }


def print_page(
    request: MemberRequest, snapshot: EventSnapshot, template: str, context: Mapping[str, object]
) -> HttpResponse:
    frame = {"languages": language_links(request), "printed_at": timezone.now()}
    return event_page(request, snapshot, template, frame | dict(context))


@require_safe
@in_language
@public_event
def pairings(request: EventRequest, snapshot: EventSnapshot, number: int) -> HttpResponse:
    """The pairings of a round by table."""
    number = round_or_404(snapshot, number, runs=request.runs)
    category = category_or_404(request, snapshot.settings)
    tables = with_boards(snapshot, number, category)
    resting = not_playing(snapshot, number, category)
    context = {
        "category": category,
        "number": number,
        "round": snapshot.round(number),
        "tables": tables,
        "bye": bye_of(snapshot, number, category),
        "resting": resting,
        "cases": [case for case in cases_of(snapshot.event) if case.is_of(number)],
        "density": density(len(tables) + len(resting), 30, 40, 50),
    }
    return print_page(request, snapshot, "leagues/tournament/print_pairings.html", context)


@require_safe
@in_language
@public_event
def names(request: EventRequest, snapshot: EventSnapshot, number: int) -> HttpResponse:
    """The pairings of a round by name."""
    number = round_or_404(snapshot, number, runs=request.runs)
    category = category_or_404(request, snapshot.settings)
    lines = names_on_paper(snapshot.at_boards, number, category)
    context = {
        "category": category,
        "number": number,
        "round": snapshot.round(number),
        "lines": lines,
        "density": density(len(lines), 64, 84, 110),
    }
    return print_page(request, snapshot, "leagues/tournament/print_names.html", context)


@never_cache
@require_safe
@in_language
@organiser_event
def slips(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """A slip for each table, with the code that opens its result form."""
    snapshot = load(event)
    number = round_or_404(snapshot, number, runs=True)
    tables = snapshot.at_boards.pairings[number]
    start = read_number(request.GET.get("from"), low=1, high=99_999) or 1
    chosen = tables[start - 1 :][:SLIPS_AT_ONCE]
    if tables and not chosen:
        raise Http404

    def link(pairing: Pairing) -> str:
        return absolute(request, reverse("leagues:phone", args=[token_of(pairing)]))

    parts = range(0, len(tables), SLIPS_AT_ONCE)
    context = {
        "number": number,
        "round": snapshot.round(number),
        "slips": slips_of(chosen, link),
        "density": "slips-paper",
        "hours": int(LASTS.total_seconds() // 3600),
        "until": timezone.now() + LASTS,
        "parts": [
            {"start": n + 1, "end": min(n + SLIPS_AT_ONCE, len(tables)), "here": n == start}
            for n in parts
        ],
    }
    return print_page(request, snapshot, "leagues/tournament/print_slips.html", context)


def _ranked(
    request: MemberRequest, snapshot: EventSnapshot, number: int | None, template: str, *steps: int
) -> HttpResponse:
    """The standings after a round (the last published one by default)."""
    after = snapshot.last_out if number is None else number
    if not 0 <= after <= snapshot.last_out:
        raise Http404
    each = categories_of(snapshot.settings) if request.GET.get("category") == EACH else ()
    category = None if each else category_or_404(request, snapshot.settings)
    sheets = [(part, standings_table(snapshot, after, part)) for part in each or (category,)]
    context = {
        "after": after,
        "still_open": sum(not pairing.has_result for pairing in snapshot.pairings[after]),
        "category": category,
        "sheets": sheets,
        "table": sheets[0][1],
        "density": density(max(len(table.rows) for _category, table in sheets), *steps),
    }
    return print_page(request, snapshot, template, context)


@require_safe
@in_language
@public_event
def wall(
    request: MemberRequest, snapshot: EventSnapshot, number: int | None = None
) -> HttpResponse:
    """The wall list: the standings with every round's opponent and result."""
    return _ranked(request, snapshot, number, "leagues/tournament/print_wall.html", 20, 29, 42)


@require_safe
@in_language
@public_event
def standings(
    request: MemberRequest, snapshot: EventSnapshot, number: int | None = None
) -> HttpResponse:
    """The standings without the rounds, upright."""
    return _ranked(request, snapshot, number, "leagues/tournament/print_standings.html", 34, 44, 56)


@require_safe
@in_language
@public_event
def players(request: EventRequest, snapshot: EventSnapshot) -> HttpResponse:
    """Everybody who is entered, by name; for organisers with the rounds they or their team miss."""
    event = snapshot.event
    rounds = range(1, event.rounds_planned + 1) if request.runs else range(0)
    people = sorted(
        snapshot.at_boards.participants.values(), key=lambda person: name_key(person.shown_name)
    )
    lines = []
    for person in people:
        entry = person.team or person
        away = set().union(*snapshot.missed(entry), *snapshot.missed(person))
        lines.append((person, entry, [number in away for number in rounds]))
    context = {"lines": lines, "rounds": rounds, "density": density(len(lines), 36, 48, 60)}
    return print_page(request, snapshot, "leagues/tournament/print_players.html", context)


@require_safe
@in_language
@public_event
def cards(request: MemberRequest, snapshot: EventSnapshot) -> HttpResponse:
    """A card for each player: what is published filled in, the rest to be written by hand."""
    cases = cases_of(snapshot.event)
    context = {
        "cards": cards_of(snapshot, cases),
        "cases": cases,
        "density": "cards-paper",
    }
    return print_page(request, snapshot, "leagues/tournament/print_cards.html", context)
