"""Addresses of leagues."""

from django.urls import path, re_path

from .views import feeds, league_events, leagues, matches, official, season_desk, seasons, terms

TERM = "leagues/<slug:slug>/<int:number>"

urlpatterns = [
    path("leagues/", leagues.home, name="home"),
    path("leagues/new/", leagues.found, name="found"),
    path("leagues/record/<int:pk>/", official.snapshot, name="snapshot"),
    path("leagues/games/<int:pk>/", matches.match, name="match"),
    path("leagues/games/<int:pk>/arrange/", matches.arrange, name="match-arrange"),
    path("leagues/games/<int:pk>/report/", matches.report, name="match-report"),
    path("leagues/games/<int:pk>/link/", matches.link, name="match-link"),
    path("leagues/games/<int:pk>/forfeit/", matches.forfeit, name="match-forfeit"),
    path("leagues/games/<int:pk>/reopen/", matches.reopen, name="match-reopen"),
    path("leagues/records/<int:pk>/", seasons.record, name="season-record"),
    path("leagues/events/<int:pk>/", league_events.detail, name="league-event"),
    path("leagues/events/<int:pk>/approve/", league_events.approve, name="event-approve"),
    path("leagues/events/<int:pk>/decline/", league_events.decline, name="event-decline"),
    path("leagues/events/<int:pk>/move/", league_events.move, name="event-move"),
    path("leagues/events/<int:pk>/sanction/", league_events.sanction, name="sanction"),
    path("leagues/sanctions/<int:pk>/appeal/", league_events.appeal, name="sanction-appeal"),
    path("leagues/sanctions/<int:pk>/decide/", league_events.decide, name="sanction-decide"),
    path("leagues/<slug:slug>/", leagues.league, name="league"),
    path("leagues/<slug:slug>/announce/", league_events.announce, name="announce"),
    path("leagues/<slug:slug>/desk/", season_desk.desk, name="season-desk"),
    path("leagues/<slug:slug>/year/", season_desk.close_year, name="year-close"),
    path("leagues/<slug:slug>/seasons/<int:pk>/", seasons.season, name="season"),
    path("leagues/<slug:slug>/seasons/<int:pk>/change/", season_desk.change, name="season-change"),
    path("leagues/<slug:slug>/seasons/<int:pk>/close/", season_desk.close, name="season-close"),
    path(
        "leagues/<slug:slug>/seasons/<int:pk>/correct/", season_desk.correct, name="season-correct"
    ),
    path("leagues/<slug:slug>/members/<int:pk>/", seasons.player, name="season-player"),
    re_path(
        r"^leagues/(?P<slug>[-\w]+)/seasons/(?P<pk>\d+)/(?P<what>[a-z]+)\.(?P<form>csv|json)$",
        seasons.export,
        name="season-export",
    ),
    path("leagues/<slug:slug>/edit/", leagues.edit, name="edit"),
    path("leagues/<slug:slug>/people/", leagues.people, name="people"),
    path("leagues/<slug:slug>/people/<int:pk>/end/", leagues.dismiss, name="dismiss"),
    path("leagues/<slug:slug>/regulation/", leagues.regulation, name="regulation"),
    path(
        "leagues/<slug:slug>/regulation/<int:version>/",
        leagues.regulation,
        name="regulation-version",
    ),
    path("leagues/<slug:slug>/regulation/edit/", leagues.regulation_edit, name="regulation-edit"),
    path("leagues/<slug:slug>/archive/", official.archive, name="archive"),
    path("leagues/<slug:slug>/calendar.ics", feeds.calendar, name="calendar"),
    path("leagues/<slug:slug>/results.atom", feeds.results, name="results"),
    path("leagues/<slug:slug>/new/", terms.new, name="term-new"),
    path(f"{TERM}/", official.term, name="term"),
    path(f"{TERM}/settings/", terms.settings, name="term-settings"),
    path(f"{TERM}/players/", terms.players, name="term-players"),
    path(f"{TERM}/players/<int:pk>/", official.player, name="player"),
    path(f"{TERM}/players/<int:pk>/withdraw/", terms.withdraw, name="withdraw"),
    path(f"{TERM}/players/<int:pk>/sign-off/", terms.sign_off, name="sign-off"),
    path(f"{TERM}/sign-up/", terms.sign_up, name="sign-up"),
    path(f"{TERM}/start/", terms.start, name="term-start"),
    path(f"{TERM}/close/", terms.close, name="term-close"),
    path(f"{TERM}/correct/", terms.correct, name="term-correct"),
    path(f"{TERM}/open/", official.open_games, name="open"),
    path(f"{TERM}/organisers/", terms.organisers, name="organisers"),
    path(f"{TERM}/rollover/", terms.rollover, name="rollover"),
    re_path(
        r"^leagues/(?P<slug>[-\w]+)/(?P<number>\d+)/(?P<what>[a-z]+)\.(?P<form>csv|json)$",
        feeds.export,
        name="export",
    ),
]
