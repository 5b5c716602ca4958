"""The official league to look at: its home, a term's tables, a player, the record; its files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.common.export import tabular
from goclub.common.pictures import picture_response
from goclub.games.rating.queries import rank_of
from goclub.leagues.league.labels import record_words
from goclub.leagues.league.queries import get_league, people_of
from goclub.leagues.league.services.rights import league_day, runs
from goclub.leagues.models import Entry, League, Snapshot, Term
from goclub.leagues.official.labels.overview import (
    days_left,
    progress,
    reminders,
)
from goclub.leagues.official.labels.standings import (
    correction_of_term,
    rule_of,
    shared_term,
    term_picture,
    why,
)
from goclub.leagues.official.queries import (
    appointments,
    decided_matches,
    entry_of,
    get_term,
    matches_of_member,
    signed_up,
    terms_of,
)
from goclub.leagues.official.services.standings import (
    TermStandings,
    roll,
    tables_of_terms,
    terms_with_corrections,
)
from goclub.leagues.official.services.tables import Group, GroupCell, TableRow, from_json
from goclub.members.requests import MemberRequest
from goclub.members.visitors import shown_to_visitors

#: So many appointments that lie ahead stand on the page of a term.
APPOINTMENTS = 8


def official_home(request: MemberRequest, league: League) -> HttpResponseBase:
    """Where we stand, what is next, who is missing what."""
    term = terms_of(league).first()
    today = league_day(league, timezone.now())
    people = [person for person in people_of(league) if person.serves_on(today)]
    context: dict[str, object] = {
        "league": league,
        "term": term,
        "people": people,
        "runs": runs(request.user, league, people),
        "may_confirm": request.user.has_perm("leagues.confirm_organisers"),
        "champions": roll(league, latest=3),
    }
    if term is not None:
        context |= _standing(request, term)
    return render(request, "leagues/official/league.html", context)


def _standing(request: MemberRequest, term: Term) -> dict[str, object]:
    me = request.member
    if term.state == Term.State.SIGN_UP:
        return {
            "my_entry": entry_of(term, me),
            "signed_up": signed_up(term),
            "sign_up_open": league_day(term.league, timezone.now()) <= term.sign_up_until,
        }
    standings = TermStandings(term)
    groups = standings.groups
    played, scheduled = progress(groups)
    playing = [entry for group in groups for entry in group.entries.values()]
    running = term.state == Term.State.RUNNING
    return {
        "my_entry": next((entry for entry in playing if me and entry.member_id == me.pk), None),
        "groups": groups,
        "annulled": set().union(*(group.annulled for group in groups)),
        "waits": correction_of_term(standings, request.user),
        "played": played,
        "scheduled": scheduled,
        "days_left": days_left(term, timezone.now()),
        "next": list(appointments(term.league)[:APPOINTMENTS]) if running else [],
        "latest": decided_matches(term)[:8],
        "reminders": reminders(groups)[:8] if running else [],
    }


@require_safe
@shown_to_visitors
def show_term(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """A term: every division's table, with why, and its cross table."""
    term = get_term(slug, number)
    context: dict[str, object] = {
        "league": term.league,
        "term": term,
        "runs": runs(request.user, term.league),
        "may_confirm": request.user.has_perm("leagues.confirm_organisers"),
        "my_entry": entry_of(term, request.member),
        "shared_page": shared_term(term, request.club),
    }
    if term.state == Term.State.SIGN_UP:
        context["signed_up"] = signed_up(term)
        context["sign_up_open"] = league_day(term.league, timezone.now()) <= term.sign_up_until
    else:
        standings = TermStandings(term)
        played, scheduled = progress(standings.groups)
        context |= {
            "groups": standings.groups,
            "record": standings.record,
            "versions": standings.versions,
            "waits": correction_of_term(standings, request.user),
            "played": played,
            "scheduled": scheduled,
        }
    return render(request, "leagues/official/term.html", context)


@require_safe
@shown_to_visitors
def picture(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """The head of a term's table, for those who share the term elsewhere."""
    term = get_term(slug, number)
    groups = [] if term.state == Term.State.SIGN_UP else TermStandings(term).groups
    return picture_response(request, term_picture(term, groups, request.club))


@require_safe
@shown_to_visitors
def player(request: MemberRequest, slug: str, number: int, pk: int) -> HttpResponse:
    """One player in one term: place, every game, what is still open."""
    term = get_term(slug, number)
    entries = Entry.objects.select_related("member", "division")
    entry = get_object_or_404(entries.annotate(member_rank=rank_of("member")), term=term, member=pk)
    row, left, waiting, annulled, waits = None, None, set(), set(), None
    rows: list[TableRow] = []
    if term.state != Term.State.SIGN_UP:
        standings = TermStandings(term)
        waits = correction_of_term(standings, request.user)
        for group in standings.groups:
            rows += group.rows
            row = row or next((line for line in group.rows if line.entry == entry.pk), None)
            left = left or next(
                (leaver for player, leaver in group.left if player.pk == entry.pk), None
            )
            waiting |= {match.pk for match in group.open}
            annulled |= group.annulled
    matches = list(matches_of_member(term, entry.member))
    context = {
        "league": term.league,
        "term": term,
        "entry": entry,
        "row": row,
        "rows": rows,
        "left": left,
        "annulled": annulled,
        "waits": waits,
        "open": [match for match in matches if match.pk in waiting],
        "done": [match for match in matches if match.pk not in waiting],
        "runs": runs(request.user, term.league),
        "mine": request.user.is_authenticated and entry.member.user_id == request.user.pk,
    }
    return render(request, "leagues/official/player.html", context)


@require_safe
@shown_to_visitors
def open_games(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """The open games of each player."""
    term = get_term(slug, number)
    if term.state == Term.State.SIGN_UP:
        raise Http404
    standings = TermStandings(term)
    context = {
        "league": term.league,
        "term": term,
        "waits": correction_of_term(standings, request.user),
        "reminders": reminders(standings.groups),
        "count": sum(len(group.open) for group in standings.groups),
        "days_left": days_left(term, timezone.now()),
    }
    return render(request, "leagues/official/open.html", context)


@require_safe
@shown_to_visitors
def snapshot(request: MemberRequest, pk: int) -> HttpResponse:
    """A final table as it was recorded, for good, with the versions beside it."""
    rows = Snapshot.objects.select_related("term__league", "taken_by__member")
    record = get_object_or_404(rows, pk=pk, term__isnull=False)
    term = record.term
    assert term is not None
    standings = TermStandings(term)
    applies = record == standings.record
    context = {
        "league": term.league,
        "term": term,
        "record": record,
        "waits": correction_of_term(standings, request.user) if applies else None,
        "groups": from_json(record.table),
        "versions": standings.versions,
    }
    return render(request, "leagues/official/snapshot.html", context)


def official_archive(request: MemberRequest, league: League) -> HttpResponse:
    """Every term with its winners: the roll over the years."""
    context = {"league": league, "rows": roll(league)}
    return render(request, "leagues/official/archive.html", context)


# --- Tables and games as CSV and JSON ---------------------------------------------------------
TABLE_HEADER = ("division", "place", "shared", "player", "points_at_start", "games", "wins",
                "losses", "jigo", "rate", "margin_sum", "why", "rule")  # fmt: skip


def table_rows(groups: Iterable[Group]) -> Iterator[tuple[object, ...]]:
    """The standing as values, one line a player."""
    for group in groups:
        for row in group.rows:
            rate = "" if row.rate is None else f"{row.rate[0]}/{row.rate[1]}"
            yield (group.name, row.place, int(row.shared), row.name, row.points, row.games,
                   row.wins, row.losses, row.jigo, rate, row.margin2 / 2, why(row),
                   rule_of(row))  # fmt: skip


CROSS_HEADER = ("division", "player", "opponent", "result", "margin_counted", "standing_only",
                "on", "game", "ending", "margin")  # fmt: skip


def cross_rows(groups: Iterable[Group]) -> Iterator[tuple[object, ...]]:
    """The cross table as values, one line for each side of a game."""
    for group in groups:
        names = {pk: entry.member.display_name for pk, entry in group.entries.items()}
        for (me, opponent), cells in group.cross.items():
            for cell in cells:
                yield (group.name, names[me], names[opponent], cell.letter, cell.margin2 / 2,
                       int(cell.standing_only), *cell_facts(cell))  # fmt: skip


def cell_facts(cell: GroupCell) -> tuple[object, ...]:
    """Day, number of the game, how it ended, and the margin on the board, where there are such."""
    actual = "" if cell.actual2 is None else cell.actual2 / 2
    return cell.on, cell.game or "", cell.ending, actual


GAMES_HEADER = ("term", "division", "on", "game", "player", "opponent", "result", "ending",
                "margin", "margin_counted", "standing_only", "record",
                "correction_waits")  # fmt: skip


def game_rows(league: League) -> Iterator[tuple[object, ...]]:
    """Every game that counts, term by term, one line each; closed terms as their records say."""
    terms = list(tables_of_terms(league))
    pending = terms_with_corrections([term.pk for term, _groups, record in terms if record])
    for term, groups, record in terms:
        words = record_words(record, is_pending=term.pk in pending).values()
        for group in groups:
            names = {row.entry: row.name for row in group.rows}
            for (me, opponent), cells in group.cross.items():
                for cell in cells if me < opponent else ():
                    on, game, ending, actual = cell_facts(cell)
                    yield (term.name, group.name, on, game, names[me], names[opponent], cell.letter,
                           ending, actual, cell.margin2 / 2, int(cell.standing_only),
                           *words)  # fmt: skip


OPEN_HEADER = ("division", "player", "opponent", "waiting_report")


def open_rows(groups: Iterable[Group]) -> Iterator[tuple[object, ...]]:
    """Open pairings, one line each."""
    for group in groups:
        for match in group.open:
            two = (entry.member.display_name for entry in (match.first, match.second))
            yield (group.name, *two, match.game_id if match.reported else "")


TABLES = {
    "table": (TABLE_HEADER, table_rows),
    "cross": (CROSS_HEADER, cross_rows),
    "open": (OPEN_HEADER, open_rows),
}


@require_safe
@shown_to_visitors
def export(
    _request: MemberRequest, slug: str, number: int, what: str, form: str
) -> HttpResponseBase:
    """A table of a term as CSV or JSON."""
    term = get_term(slug, number)
    if what not in TABLES or term.state == Term.State.SIGN_UP:
        raise Http404
    standings = TermStandings(term)
    record = record_words(standings.record, is_pending=standings.is_pending)
    header, rows = TABLES[what]
    return tabular(f"{slug}-{number}-{what}", form, header, rows(standings.groups),
                   each=record, league=term.league.name, term=term.name, **record)  # fmt: skip


@require_safe
@shown_to_visitors
def games(_request: MemberRequest, slug: str, form: str) -> HttpResponseBase:
    """The games of all terms of an official league as CSV or JSON."""
    league = get_league(slug)
    if league.kind != League.Kind.OFFICIAL:
        raise Http404
    return tabular(f"{slug}-games", form, GAMES_HEADER, game_rows(league), league=league.name)
