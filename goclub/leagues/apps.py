from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """COMPETITION: events and tournaments, leagues and their seasons."""

    name = "goclub.leagues"
    label = "leagues"
    verbose_name = _("Leagues")
    refusals = (
        "goclub.leagues.league.labels",
        "goclub.leagues.ratinglist.labels",
        "goclub.leagues.tournament.labels.refusals",
        "goclub.leagues.official.labels.texts",
        "goclub.leagues.season.labels.texts",
        "goclub.leagues.calendar.labels.entries",
        "goclub.leagues.ladder.labels",
        "goclub.leagues.challenge.labels",
        "goclub.leagues.evening.labels",
    )
    notices = (
        "goclub.leagues.tournament.labels.refusals",
        "goclub.leagues.signup.labels",
        "goclub.leagues.official.labels.texts",
        "goclub.leagues.season.labels.texts",
        "goclub.leagues.calendar.labels.entries",
        "goclub.leagues.ladder.labels",
        "goclub.leagues.challenge.labels",
    )
    jobs = ("goclub.leagues.ratinglist.services",)
    desk = (
        "goclub.leagues.official.views.waiting",
        "goclub.leagues.season.views.waiting",
        "goclub.leagues.tournament.views.entries",
    )

    #: Tables in which two people stand apart: whoever is in one twice cannot be made one.
    people_apart = (
        "leagues.Participant",
        "leagues.Entry",
        "leagues.OrganiserChoice",
        "leagues.Presence",
        "leagues.Registration",
    )
    #: Rows between two who turn out to be one person: they go when the two are made one.
    people_between = ("leagues.Challenge",)
    #: Values that name people, by their number under ``member`` and in words.
    people_told = (
        "leagues.Snapshot.table",
        "leagues.OrganiserChoice.steps",
        "leagues.Rollover.moves",
        "leagues.Change.before",
        "leagues.Change.after",
        "leagues.Round.request",
    )

    #: Rows that copy a person's name: where it stands, and what goes with it.
    people_named = {
        "leagues.Participant.member": (
            ("display_name", "name"),
            ("first_name", "club", "country", "egf_pin", "ffg_licence", "aga_id", "birth_year"),
        ),
        "leagues.Participant.guest": (
            ("display_name", "name"),
            ("first_name", "club", "country", "egf_pin", "ffg_licence", "aga_id", "birth_year"),
        ),
        "leagues.Registration.member": (
            ("name",),
            (
                *("first_name", "other_name", "club", "country", "egf_pin", "ffg_licence"),
                *("aga_id", "email", "remarks", "answers", "reason", "birth_year"),
            ),
        ),
        "leagues.RegisteredPlayer.participant__member": (
            ("name",),
            (
                *("first_name", "other_name", "club", "country", "egf_pin", "ffg_licence"),
                "aga_id",
            ),
        ),
    }

    def ready(self) -> None:
        from goclub.common.rules import RULE_PAGES
        from goclub.games.bulletin.queries import STANDINGS
        from goclub.games.models import Game
        from goclub.games.notebook.labels.exported import PARTS
        from goclub.games.playing.queries import WAITING
        from goclub.games.playing.services.facts import KEEPERS
        from goclub.games.playing.services.pairings import PAIRINGS
        from goclub.games.signals import game_decided, games_confirmed
        from goclub.leagues.calendar.queries import MeetingFinder
        from goclub.leagues.calendar.services import dates
        from goclub.leagues.challenge.queries import WAITS
        from goclub.leagues.challenge.services import challenges
        from goclub.leagues.challenge.services.challenges import CHALLENGES
        from goclub.leagues.directory.labels import (
            LadderTable,
            SeasonTables,
            TermTables,
            TournamentTables,
            exported_leagues,
        )
        from goclub.leagues.evening.services import people, results
        from goclub.leagues.ladder.labels import TEXTS as LADDER_TEXTS
        from goclub.leagues.ladder.services import on_games_confirmed
        from goclub.leagues.league.queries import LeagueFinder
        from goclub.leagues.official.services import terms
        from goclub.leagues.official.services.keeping import MATCHES
        from goclub.leagues.rulebook.labels.texts import OFFICIAL, SCORES, SEASONS
        from goclub.leagues.season.labels.feeds import EVENTS
        from goclub.leagues.season.services.rules import closing_within
        from goclub.leagues.signup.services import registrations
        from goclub.leagues.signup.services.letters import write_results
        from goclub.leagues.signup.services.places import settle
        from goclub.leagues.tournament.queries.events import TournamentFinder
        from goclub.leagues.tournament.services import leavers
        from goclub.leagues.tournament.services.corrections import TABLES, on_game_decided
        from goclub.leagues.tournament.services.ends import HOURS
        from goclub.leagues.tournament.services.leavers import on_member_renamed
        from goclub.leagues.tournament.services.offering import TABLES_OPEN
        from goclub.leagues.tournament.services.prizes import RESULTS_SENT
        from goclub.leagues.tournament.services.registration import PLACES_CHANGED
        from goclub.members.models import Member
        from goclub.members.searching.queries import FINDERS
        from goclub.members.signals import member_leaves, member_renamed

        for finder in (TournamentFinder(), LeagueFinder(), MeetingFinder()):
            FINDERS.add(finder)
        RULE_PAGES.add("leagues:rules", (*OFFICIAL, *SEASONS, *LADDER_TEXTS))
        RULE_PAGES.add("leagues:scores", SCORES)
        HOURS.append(closing_within)
        PLACES_CHANGED.append(settle)
        RESULTS_SENT.append(write_results)
        PARTS.add(exported_leagues)
        for source in (TournamentTables(), TermTables(), SeasonTables(), LadderTable()):
            STANDINGS.add(source)
        WAITING.add(WAITS)
        # A league's event says more than its table alone: the first that knows a game speaks.
        for keeper in (MATCHES, EVENTS, TABLES):
            KEEPERS.add(keeper)
        for pairer in (MATCHES, TABLES_OPEN, CHALLENGES):
            PAIRINGS.add(pairer)
        game_decided.connect(on_game_decided, sender=Game, dispatch_uid="leagues")
        games_confirmed.connect(on_games_confirmed, sender=Game, dispatch_uid="ladder")
        games_confirmed.connect(results.on_games_confirmed, sender=Game, dispatch_uid="evening")
        member_renamed.connect(on_member_renamed, sender=Member, dispatch_uid="leagues")
        # In the order of locks.
        for room in (people, terms, leavers, registrations, dates, challenges):
            receiver = room.on_member_leaves
            member_leaves.connect(receiver, sender=Member, dispatch_uid=room.__name__)
