"""Addresses of competitions."""

from django.urls import path

from goclub.leagues.tournament.views import desk, entries, files, imports, public, results, setup
from goclub.leagues.urls import leagues
from goclub.leagues.urls.screens import urlpatterns as screens

app_name = "leagues"

urlpatterns = [
    *screens,
    *leagues.urlpatterns,
    path("tournaments/", public.EventList.as_view(), name="events"),
    path("tournaments/new/", setup.event_new, name="event-new"),
    path("tournaments/import/", setup.event_import, name="event-import"),
    path("tournaments/<str:slug>/", public.event_detail, name="event"),
    path("tournaments/<str:slug>/players/", public.players, name="event-players"),
    path("tournaments/<str:slug>/players/<number:number>/", public.player, name="event-player"),
    path("tournaments/<str:slug>/enter/", entries.enter, name="event-enter"),
    path("tournaments/<str:slug>/leave/", entries.leave, name="event-leave"),
    path("tournaments/<str:slug>/rounds/<number:number>/", public.round_detail, name="round"),
    path(
        "tournaments/<str:slug>/rounds/<number:number>/why/<number:table>/",
        results.why,
        name="round-why",
    ),
    path("tournaments/<str:slug>/standings/", public.standings, name="standings"),
    path("tournaments/<str:slug>/standings/<number:number>/", public.standings, name="standings"),
    path("tournaments/<str:slug>/cross/", public.cross, name="cross"),
    path("tournaments/<str:slug>/opengotha.xml", files.opengotha, name="event-opengotha"),
    path("tournaments/<str:slug>/results.h9", files.h9, name="event-h9"),
    path("tournaments/<str:slug>/results.tou", files.tou, name="event-tou"),
    path("tournaments/<str:slug>/results.csv", files.results_csv, name="event-results-csv"),
    path("tournaments/<str:slug>/players.csv", files.players_csv, name="event-players-csv"),
    path("tournaments/<str:slug>/desk/", desk.desk, name="event-desk"),
    path("tournaments/<str:slug>/desk/history/", desk.history, name="event-history"),
    path("tournaments/<str:slug>/desk/settings/", setup.event_settings, name="event-settings"),
    path("tournaments/<str:slug>/desk/entries/", entries.entries, name="event-entries"),
    path("tournaments/<str:slug>/desk/entries/here/", entries.all_here, name="event-all-here"),
    path("tournaments/<str:slug>/desk/entries/<number:number>/", entries.entry, name="event-entry"),
    path("tournaments/<str:slug>/desk/entries/file/", imports.players, name="event-entries-file"),
    path(
        "tournaments/<str:slug>/desk/entries/<number:number>/<slug:step>/",
        entries.entry_step,
        name="event-entry-step",
    ),
    path("tournaments/<str:slug>/desk/do/<slug:name>/", desk.step, name="event-step"),
    path(
        "tournaments/<str:slug>/desk/rounds/<number:number>/results/",
        results.results,
        name="event-results",
    ),
    path(
        "tournaments/<str:slug>/desk/rounds/<number:number>/results/file/",
        imports.results,
        name="event-results-file",
    ),
    path(
        "tournaments/<str:slug>/desk/rounds/<number:number>/tables/<number:table>/",
        desk.table,
        name="event-table",
    ),
]
