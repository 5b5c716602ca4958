"""What the settings behind the leagues' rules say at present, league by league."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.formats import number_format, time_format
from django.utils.translation import gettext as _

from goclub.common.collation import by_name
from goclub.common.notation import dotted, half
from goclub.games.rating.systems.protocol import Present
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import EventFormat, League, SeasonRules, Term
from goclub.leagues.season.labels.wording import since_of


def present_values(at: datetime) -> dict[str, list[Present]]:
    """The settings of every league that is played, by the rule that leaves them open."""
    values: dict[str, list[Present]] = {}
    for term in latest_terms():
        for rule, value in _of_term(term):
            values.setdefault(rule, []).append(Present(str(term), value, term.get_absolute_url()))
    leagues = seasonal(at)
    formats = formats_of([league for league, _settings in leagues])
    for league, settings in leagues:
        for rule, value in _of_season(settings, formats[league.pk]):
            values.setdefault(rule, []).append(
                Present(league.name, value, league.get_absolute_url(), since_of(settings))
            )
    return values


def _of_term(term: Term) -> Iterator[tuple[str, str]]:
    yield "S1-24", _("forfeit margin %(margin)s") % {"margin": half(term.forfeit_margin2)}
    yield (
        "S1-26",
        _("players aged seventy or older are exempt") if term.exemption else _("nobody is exempt"),
    )


def _of_season(settings: SeasonRules, formats: list[EventFormat]) -> Iterator[tuple[str, str]]:
    if formats:
        yield (
            "S4-14",
            dotted(f"{event_format.name} {event_format.limits}" for event_format in formats),
        )
    small = {"resignation": half(settings.off_board2), "bye": half(settings.bye2)}
    yield "S4-16", _("a resignation %(resignation)s, a bye %(bye)s") % small
    closing = {"time": time_format(settings.closes_at, "TIME_FORMAT"), "zone": settings.zone}
    yield "S4-23", _("%(time)s, %(zone)s") % closing
    places = number_format(settings.prize_places)
    yield "S4-24", _("prize places: %(n)s") % {"n": places}
    yield "S4-25", _("yes") if settings.carry_over else _("no: everyone restarts at 1000")


def latest_terms() -> list[Term]:
    """The latest term of every official league that is still played, in the leagues' order."""
    rows = Term.objects.filter(league__active=True).select_related("league")
    latest: dict[int, Term] = {}
    for term in rows.order_by(by_name("league__name"), "number"):
        latest[term.league_id] = term
    return list(latest.values())


def seasonal(at: datetime) -> list[tuple[League, SeasonRules]]:
    """Every season league that is still played, with its settings of the day at that moment."""
    leagues = League.objects.filter(kind=League.Kind.SEASON, active=True).order_by(by_name("name"))
    dated = []
    for league in leagues.prefetch_related("season_rules"):
        # Known already: the league need not ask for them one by one.
        league.dated_rules = sorted(league.season_rules.all(), key=lambda row: row.valid_from)
        dated.append((league, league.rules_on(league_day(league, at))))
    return dated


def formats_of(leagues: list[League]) -> dict[int, list[EventFormat]]:
    """The formats of these leagues, by the league's key."""
    formats: dict[int, list[EventFormat]] = {league.pk: [] for league in leagues}
    for row in EventFormat.objects.filter(league__in=leagues).order_by("pk"):
        formats[row.league_id].append(row)
    return formats
