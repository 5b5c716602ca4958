"""Addresses of competitions; those of tournaments stand here."""

from django.urls import path

from goclub.leagues.tournament.views import (
    desk,
    entries,
    imports,
    phone,
    prints,
    public,
    results,
    setup,
)
from goclub.leagues.urls import club, leagues

app_name = "leagues"
_EVENT = "tournaments/<word:slug>"

urlpatterns = [
    *leagues.urlpatterns,
    *club.urlpatterns,
    path("tournaments/", public.EventList.as_view(), name="events"),
    path("tournaments/new/", setup.event_new, name="event-new"),
    path("tournaments/import/", setup.event_import, name="event-import"),
    path(f"{_EVENT}/", public.event_detail, name="event"),
    path(f"{_EVENT}/players/", public.players, name="event-players"),
    path(f"{_EVENT}/players/<number:number>/", public.player, name="event-player"),
    path(f"{_EVENT}/enter/", entries.enter, name="event-enter"),
    path(f"{_EVENT}/leave/", entries.leave, name="event-leave"),
    path(f"{_EVENT}/rounds/<number:number>/", public.round_detail, name="round"),
    path(
        f"{_EVENT}/rounds/<number:number>/why/<number:table>/",
        results.why,
        name="round-why",
    ),
    path(f"{_EVENT}/standings/", public.standings, name="standings"),
    path(f"{_EVENT}/standings/<number:number>/", public.standings, name="standings"),
    path(f"{_EVENT}/cross/", public.cross, name="cross"),
    path(f"{_EVENT}/opengotha.xml", imports.opengotha, name="event-opengotha"),
    path(f"{_EVENT}/results.h9", imports.h9, name="event-h9"),
    path(f"{_EVENT}/results.tou", imports.tou, name="event-tou"),
    path(f"{_EVENT}/results.csv", imports.results_csv, name="event-results-csv"),
    path(f"{_EVENT}/players.csv", imports.players_csv, name="event-players-csv"),
    path(f"{_EVENT}/desk/", desk.desk, name="event-desk"),
    path(f"{_EVENT}/desk/history/", desk.history, name="event-history"),
    path(f"{_EVENT}/desk/settings/", setup.event_settings, name="event-settings"),
    path(f"{_EVENT}/desk/entries/", entries.entries, name="event-entries"),
    path(f"{_EVENT}/desk/entries/here/", entries.all_here, name="event-all-here"),
    path(f"{_EVENT}/desk/entries/<number:number>/", entries.entry, name="event-entry"),
    path(f"{_EVENT}/desk/entries/file/", imports.players, name="event-entries-file"),
    path(
        f"{_EVENT}/desk/entries/<number:number>/<slug:step>/",
        entries.entry_step,
        name="event-entry-step",
    ),
    path(f"{_EVENT}/desk/do/<slug:name>/", desk.step, name="event-step"),
    path(
        f"{_EVENT}/desk/rounds/<number:number>/results/",
        results.results,
        name="event-results",
    ),
    path(
        f"{_EVENT}/desk/rounds/<number:number>/ended/",
        results.ended,
        name="event-ended",
    ),
    path(
        f"{_EVENT}/desk/rounds/<number:number>/results/file/",
        imports.results,
        name="event-results-file",
    ),
    path(
        f"{_EVENT}/desk/rounds/<number:number>/tables/<number:table>/",
        results.table,
        name="event-table",
    ),
    # Short, so that the code on the slip stays coarse and easy to read.
    path("t/<word:token>/", phone.phone, name="phone"),
    path(f"{_EVENT}/picture.png", public.picture, name="event-picture"),
    path(f"{_EVENT}/screen/", prints.projector, name="projector"),
    path(f"{_EVENT}/print/", prints.papers, name="papers"),
    path(f"{_EVENT}/print/pairings/<number:number>/", prints.pairings, name="print-pairings"),
    path(f"{_EVENT}/print/names/<number:number>/", prints.names, name="print-names"),
    path(f"{_EVENT}/print/slips/<number:number>/", prints.slips, name="print-slips"),
    path(f"{_EVENT}/print/wall/", prints.wall, name="print-wall"),
    path(f"{_EVENT}/print/wall/<number:number>/", prints.wall, name="print-wall"),
    path(f"{_EVENT}/print/standings/", prints.standings, name="print-standings"),
    path(f"{_EVENT}/print/standings/<number:number>/", prints.standings, name="print-standings"),
    path(f"{_EVENT}/print/cards/", prints.cards, name="print-cards"),
]
