"""Addresses of the club night."""

from django.urls import path

from goclub.leagues.evening.views import member, pages, presses, screens, summaries

urlpatterns = [
    path("night/", pages.night, name="night"),
    path("night/open/", pages.opening, name="night-open"),
    path("night/close/", pages.closing, name="night-close"),
    path("night/settings/", pages.settings, name="night-settings"),
    path("night/me/", member.me, name="night-me"),
    path("night/wall/", screens.wall, name="night-wall"),
    path("night/door/", screens.door, name="night-door"),
    path("night/tablet/", screens.tablet, name="night-tablet"),
    path("night/names/", screens.names, name="night-names"),
    path("night/worker.js", screens.worker, name="night-worker"),
    path("night/past/", summaries.nights, name="nights"),
    path("night/<number:pk>/", summaries.summary, name="night-summary"),
    path("night/games/<number:pk>/", pages.game, name="night-game"),
    path("night/going/<number:pk>/", pages.going, name="night-going"),
    path("night/press/<slug:what>/", presses.press, name="night-press"),
]
