"""What is said beside the tables: where we stand, what is next, who is missing; days, results."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.calendar_file import CANCELLED, CONFIRMED, Item
from goclub.common.collation import name_key
from goclub.common.confirmation import Question
from goclub.common.notation import bracketed, labelled
from goclub.games.labels import conditions_of
from goclub.games.models import Game
from goclub.leagues.league.labels import day_text
from goclub.leagues.league.queries import waiting_words
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import League, Match, Term
from goclub.leagues.official.labels.standings import result_in_words
from goclub.leagues.official.queries import arranged_matches, latest_results, terms_of
from goclub.leagues.official.services.standings import terms_with_corrections
from goclub.leagues.official.services.tables import Group, tables_of


def reminders(groups: list[Group]) -> list[dict[str, Any]]:
    """Return each player's open games, each with the opponent, players with the most first."""
    by_player: dict[int, dict[str, Any]] = {}
    for group in groups:
        for match in group.open:
            for entry, opponent in ((match.first, match.second), (match.second, match.first)):
                named = {"entry": entry, "division": group.name, "matches": []}
                by_player.setdefault(entry.pk, named)["matches"].append((match, opponent))
    return sorted(
        by_player.values(),
        key=lambda row: (-len(row["matches"]), name_key(row["entry"].member.shown_name)),
    )


def start_question(term: Term, at: datetime) -> Question | None:
    """What is asked before a term starts, and what that does; nothing where it has started."""
    if term.state != Term.State.SIGN_UP:
        return None
    today = league_day(term.league, at)
    count = term.entries.count()
    early = today < term.starts_on
    days = {
        "term": term.name,
        "first": day_text(term.starts_on, short=False),
        "today": day_text(today, short=False),
        "until": day_text(term.sign_up_until, short=False),
    }
    effects = [
        ngettext("%(n)s player has signed up.", "%(n)s players have signed up.", count)
        % {"n": count},
        _("Today’s points are used for the whole term, and the pairings are drawn."),
    ]
    if today <= term.sign_up_until:
        effects.append(_("Sign-up is open until %(until)s; starting now closes it.") % days)
    return Question(
        title=_("Start before the first day?") if early else _("Start %(term)s?") % days,
        why=_("%(term)s begins on %(first)s; today is %(today)s.") % days if early else "",
        effects=effects,
        then=_("You cannot reopen sign-up afterwards."),
        button=_("Start now"),
        back=term.get_absolute_url(),
    )


def close_question(term: Term, at: datetime) -> Question | None:
    """What is asked before a term is closed, and what that does; nothing where games are open,
    which stop the closing anyway.
    """
    if term.state != Term.State.RUNNING:
        return None
    groups = tables_of(term)
    if any(group.open for group in groups):
        return None
    today = league_day(term.league, at)
    early = today <= term.ends_on
    played, _scheduled = progress(groups)
    days = {
        "term": term.name,
        "last": day_text(term.ends_on, short=False),
        "today": day_text(today, short=False),
    }
    return Question(
        title=_("Close before the last day?") if early else _("Close %(term)s?") % days,
        why=_("%(term)s runs until %(last)s; today is %(today)s.") % days if early else "",
        effects=[
            ngettext("%(n)s game is in the table.", "%(n)s games are in the table.", played)
            % {"n": played},
            _("The standings become final, and nobody can withdraw any more."),
        ],
        then=_(
            "A later correction of a game is recorded beside the table; the table itself "
            "is not reopened."
        ),
        button=_("Close now"),
        back=term.get_absolute_url(),
    )


def progress(groups: list[Group]) -> tuple[int, int]:
    """Games played and games in all."""
    return sum(group.played for group in groups), sum(group.scheduled for group in groups)


def days_left(term: Term, at: datetime) -> int:
    """Days until the last day, that day among them; 0 once it is over."""
    return max(0, (term.ends_on - league_day(term.league, at)).days + 1)


#: So many results an Atom feed tells.
# --- What other programs read -----------------------------------------------------------------
LATEST = 30


def term_items(league: League) -> Iterator[Item]:
    """The days of the terms, and the games that have a date."""
    for term in terms_of(league):
        yield Item(
            uid=f"term-{term.pk}",
            title=labelled(league, term.name),
            first=term.starts_on,
            last=term.ends_on,
            path=term.get_absolute_url(),
        )
    for match in arranged_matches(league):
        yield Item(
            uid=f"match-{match.pk}",
            title=f"{match.first.member} – {match.second.member}{bracketed(league)}",
            begins=match.arranged_for,
            place=match.place,
            path=match.get_absolute_url(),
            text=_outcome(match),
            status=CANCELLED if _off(match) else CONFIRMED,
        )


def _outcome(match: Match) -> str:
    open_yet = not match.forfeit and (match.game is None or match.game.state == Game.State.VOID)
    return "" if open_yet else str(result_in_words(match))


def _off(match: Match) -> bool:
    """Whether the two will not meet, or did not: a forfeit, somebody who left, a closed term."""
    if match.game is not None and match.game.state != Game.State.VOID:
        return False
    gone = bool(match.first.withdrawn_on or match.second.withdrawn_on)
    return bool(match.forfeit) or gone or match.division.term.state == Term.State.CLOSED


def term_results(league: League) -> Iterator[tuple[str, str, str, datetime]]:
    """The latest results over all terms, the latest first: title, text, address, moment."""
    rows = sorted(latest_results(league, LATEST), key=_moment, reverse=True)
    rows = rows[:LATEST]
    terms = {match.division.term for match in rows}
    waiting = terms_with_corrections([term.pk for term in terms if term.state == Term.State.CLOSED])
    for match in rows:
        term = match.division.term
        title = f"{match.first.member} – {match.second.member}{bracketed(term.name)}"
        text = _text(match)
        if term.pk in waiting:
            text = f"{text} · {waiting_words(term.name)}"
        yield title, text, match.get_absolute_url(), _moment(match)


def _text(match: Match) -> str:
    text = str(result_in_words(match))
    if match.game:
        return f"{text} · {conditions_of(match.game)}"
    return f"{text} · {_('standings only')}"


def _moment(match: Match) -> datetime:
    if match.game and match.game.confirmed_at:
        return match.game.confirmed_at
    day: date = match.forfeit_on or date(1970, 1, 1)
    return datetime.combine(day, time(12), tzinfo=UTC)
