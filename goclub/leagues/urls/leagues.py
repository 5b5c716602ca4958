"""Addresses of leagues."""

from django.urls import path, re_path

from goclub.leagues.directory.views import by_kind, calendar, found, home, results
from goclub.leagues.league.views import dismiss, edit, people, regulation, regulation_edit
from goclub.leagues.official.views import matches, pages, terms
from goclub.leagues.official.views.pages import export, games
from goclub.leagues.rulebook import views as rulebook
from goclub.leagues.season.views import desk, events
from goclub.leagues.season.views import pages as seasons

TERM = "leagues/<slug:slug>/<number:number>"

urlpatterns = [
    path("learn/rules/leagues/", rulebook.league_rules, name="rules"),
    path("learn/scores/", rulebook.score_rules, name="scores"),
    path("leagues/", home, name="home"),
    path("leagues/new/", found, name="found"),
    path("leagues/record/<number:pk>/", pages.snapshot, name="snapshot"),
    path("leagues/games/<number:pk>/", matches.show_match, name="match"),
    path("leagues/games/<number:pk>/picture.png", matches.picture, name="match-picture"),
    path(
        "leagues/games/<number:pk>/arrange/", matches.ArrangeMatch.as_view(), name="match-arrange"
    ),
    path("leagues/games/<number:pk>/report/", matches.ReportMatch.as_view(), name="match-report"),
    path("leagues/games/<number:pk>/link/", matches.LinkGame.as_view(), name="match-link"),
    path(
        "leagues/games/<number:pk>/forfeit/", matches.ForfeitMatch.as_view(), name="match-forfeit"
    ),
    path("leagues/games/<number:pk>/reopen/", matches.ReopenMatch.as_view(), name="match-reopen"),
    path("leagues/records/<number:pk>/", seasons.record, name="season-record"),
    path("leagues/events/<number:pk>/", events.detail, name="league-event"),
    path(
        "leagues/events/<number:pk>/approve/", events.ApproveEvent.as_view(), name="event-approve"
    ),
    path(
        "leagues/events/<number:pk>/decline/", events.DeclineEvent.as_view(), name="event-decline"
    ),
    path("leagues/events/<number:pk>/move/", events.MoveEvent.as_view(), name="event-move"),
    path("leagues/events/<number:pk>/sanction/", events.GiveSanction.as_view(), name="sanction"),
    path(
        "leagues/sanctions/<number:pk>/appeal/",
        events.AppealSanction.as_view(),
        name="sanction-appeal",
    ),
    path(
        "leagues/sanctions/<number:pk>/decide/",
        events.DecideAppeal.as_view(),
        name="sanction-decide",
    ),
    path(
        "leagues/<slug:slug>/",
        by_kind(official=pages.official_home, season=seasons.season_home),
        name="league",
    ),
    path("leagues/<slug:slug>/announce/", events.Announce.as_view(), name="announce"),
    path("leagues/<slug:slug>/desk/", desk.LeagueDesk.as_view(), name="season-desk"),
    path("leagues/<slug:slug>/year/", desk.CloseYear.as_view(), name="year-close"),
    path("leagues/<slug:slug>/seasons/<number:pk>/", seasons.season, name="season"),
    path(
        "leagues/<slug:slug>/seasons/<number:pk>/picture.png",
        seasons.picture,
        name="season-picture",
    ),
    path(
        "leagues/<slug:slug>/seasons/<number:pk>/change/",
        desk.ChangeSeason.as_view(),
        name="season-change",
    ),
    path(
        "leagues/<slug:slug>/seasons/<number:pk>/close/",
        desk.CloseSeason.as_view(),
        name="season-close",
    ),
    path(
        "leagues/<slug:slug>/seasons/<number:pk>/correct/",
        desk.CorrectSeason.as_view(),
        name="season-correct",
    ),
    path("leagues/<slug:slug>/members/<number:pk>/", seasons.player, name="season-player"),
    re_path(
        r"^leagues/(?P<slug>[-\w]+)/seasons/(?P<pk>[0-9]{1,18})/(?P<what>[a-z]+)\.(?P<form>csv|json)$",
        seasons.export,
        name="season-export",
    ),
    path("leagues/<slug:slug>/edit/", edit, name="edit"),
    path("leagues/<slug:slug>/people/", people, name="people"),
    path("leagues/<slug:slug>/people/<number:pk>/end/", dismiss, name="dismiss"),
    path("leagues/<slug:slug>/regulation/", regulation, name="regulation"),
    path(
        "leagues/<slug:slug>/regulation/<number:version>/",
        regulation,
        name="regulation-version",
    ),
    path("leagues/<slug:slug>/regulation/edit/", regulation_edit, name="regulation-edit"),
    path(
        "leagues/<slug:slug>/archive/",
        by_kind(official=pages.official_archive, season=seasons.season_archive),
        name="archive",
    ),
    path("leagues/<slug:slug>/calendar.ics", calendar, name="calendar"),
    path("leagues/<slug:slug>/results.atom", results, name="results"),
    path("leagues/<slug:slug>/new/", terms.OpenTerm.as_view(), name="term-new"),
    path(f"{TERM}/", pages.show_term, name="term"),
    path(f"{TERM}/picture.png", pages.picture, name="term-picture"),
    path(f"{TERM}/settings/", terms.ChangeTerm.as_view(), name="term-settings"),
    path(f"{TERM}/players/", terms.TermPlayers.as_view(), name="term-players"),
    path(f"{TERM}/players/<number:pk>/", pages.player, name="player"),
    path(f"{TERM}/players/<number:pk>/withdraw/", terms.WithdrawPlayer.as_view(), name="withdraw"),
    path(f"{TERM}/players/<number:pk>/sign-off/", terms.SignOff.as_view(), name="sign-off"),
    path(f"{TERM}/sign-up/", terms.SignUp.as_view(), name="sign-up"),
    path(f"{TERM}/start/", terms.StartTerm.as_view(), name="term-start"),
    path(f"{TERM}/close/", terms.CloseTerm.as_view(), name="term-close"),
    path(f"{TERM}/correct/", terms.CorrectTerm.as_view(), name="term-correct"),
    path(f"{TERM}/open/", pages.open_games, name="open"),
    path(f"{TERM}/organisers/", terms.ConfirmOrganisers.as_view(), name="organisers"),
    path(f"{TERM}/rollover/", terms.RollOver.as_view(), name="rollover"),
    re_path(r"^leagues/(?P<slug>[-\w]+)/games\.(?P<form>csv|json)$", games, name="games"),
    re_path(
        r"^leagues/(?P<slug>[-\w]+)/(?P<number>[0-9]{1,18})/(?P<what>[a-z]+)\.(?P<form>csv|json)$",
        export,
        name="export",
    ),
]
