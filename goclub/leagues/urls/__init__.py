"""Addresses of competitions."""

from django.urls import path

from goclub.leagues.tournament.views import (
    desk,
    entries,
    files,
    imports,
    public,
    results,
    setup,
    tables,
)
from goclub.leagues.urls import calendar, challenge, evening, ladder, leagues
from goclub.leagues.urls.screens import urlpatterns as screens

app_name = "leagues"

urlpatterns = [
    *screens,
    *leagues.urlpatterns,
    *evening.urlpatterns,
    *calendar.urlpatterns,
    *challenge.urlpatterns,
    *ladder.urlpatterns,
    path("tournaments/", public.EventList.as_view(), name="events"),
    path("tournaments/new/", setup.event_new, name="event-new"),
    path("tournaments/import/", setup.event_import, name="event-import"),
    path("tournaments/<word:slug>/", public.event_detail, name="event"),
    path("tournaments/<word:slug>/players/", public.players, name="event-players"),
    path("tournaments/<word:slug>/players/<number:number>/", public.player, name="event-player"),
    path("tournaments/<word:slug>/enter/", entries.enter, name="event-enter"),
    path("tournaments/<word:slug>/leave/", entries.leave, name="event-leave"),
    path("tournaments/<word:slug>/rounds/<number:number>/", public.round_detail, name="round"),
    path(
        "tournaments/<word:slug>/rounds/<number:number>/why/<number:table>/",
        results.why,
        name="round-why",
    ),
    path("tournaments/<word:slug>/standings/", public.standings, name="standings"),
    path("tournaments/<word:slug>/standings/<number:number>/", public.standings, name="standings"),
    path("tournaments/<word:slug>/cross/", public.cross, name="cross"),
    path("tournaments/<word:slug>/opengotha.xml", files.opengotha, name="event-opengotha"),
    path("tournaments/<word:slug>/results.h9", files.h9, name="event-h9"),
    path("tournaments/<word:slug>/results.tou", files.tou, name="event-tou"),
    path("tournaments/<word:slug>/results.csv", files.results_csv, name="event-results-csv"),
    path("tournaments/<word:slug>/players.csv", files.players_csv, name="event-players-csv"),
    path("tournaments/<word:slug>/desk/", desk.desk, name="event-desk"),
    path("tournaments/<word:slug>/desk/history/", desk.history, name="event-history"),
    path("tournaments/<word:slug>/desk/settings/", setup.event_settings, name="event-settings"),
    path("tournaments/<word:slug>/desk/entries/", entries.entries, name="event-entries"),
    path("tournaments/<word:slug>/desk/entries/here/", entries.all_here, name="event-all-here"),
    path(
        "tournaments/<word:slug>/desk/entries/<number:number>/", entries.entry, name="event-entry"
    ),
    path("tournaments/<word:slug>/desk/entries/file/", imports.players, name="event-entries-file"),
    path(
        "tournaments/<word:slug>/desk/entries/<number:number>/<slug:step>/",
        entries.entry_step,
        name="event-entry-step",
    ),
    path("tournaments/<word:slug>/desk/do/<slug:name>/", desk.step, name="event-step"),
    path(
        "tournaments/<word:slug>/desk/rounds/<number:number>/results/",
        results.results,
        name="event-results",
    ),
    path(
        "tournaments/<word:slug>/desk/rounds/<number:number>/ended/",
        results.ended,
        name="event-ended",
    ),
    path(
        "tournaments/<word:slug>/desk/rounds/<number:number>/results/file/",
        imports.results,
        name="event-results-file",
    ),
    path(
        "tournaments/<word:slug>/desk/rounds/<number:number>/tables/<number:table>/",
        tables.table,
        name="event-table",
    ),
]
