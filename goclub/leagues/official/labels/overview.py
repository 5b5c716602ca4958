"""What the pages of leagues say beside the tables: where we stand, what is next, who is missing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.collation import name_key
from goclub.common.confirmation import Question
from goclub.leagues.league.labels import day_text
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import Entry, League, Match, Term
from goclub.leagues.official.queries.terms import appointments
from goclub.leagues.official.services.tables import Group, tables_of


@dataclass(frozen=True, slots=True)
class Reminder:
    """A player's open games, each with the opponent."""

    entry: Entry
    division: str
    matches: list[tuple[Match, Entry]]

    @property
    def count(self) -> int:
        return len(self.matches)


def reminders(groups: list[Group]) -> list[Reminder]:
    """Return who still has to play whom, most open games first."""
    by_player: dict[int, Reminder] = {}
    for group in groups:
        for match in group.open:
            for entry, opponent in ((match.first, match.second), (match.second, match.first)):
                reminder = by_player.setdefault(entry.pk, Reminder(entry, group.name, []))
                reminder.matches.append((match, opponent))
    return sorted(
        by_player.values(),
        key=lambda reminder: (-reminder.count, name_key(reminder.entry.member.display_name)),
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


def next_matches(league: League, limit: int = 8) -> list[Match]:
    """Appointments that lie ahead, soonest first."""
    return list(appointments(league)[:limit])


def days_left(term: Term, at: datetime) -> int:
    """Days until the last day, that day among them; 0 once it is over."""
    return max(0, (term.ends_on - league_day(term.league, at)).days + 1)
