"""Addresses of the club night."""

from django.urls import path

from goclub.leagues.evening.views import member, pages, presses, screens, summaries
from goclub.members.club_time import in_club_time

#: Club nights run in club time, whoever looks at them from wherever.
VIEWS = (
    ("night/", pages.night, "night"),
    ("night/open/", pages.opening, "night-open"),
    ("night/close/", pages.closing, "night-close"),
    ("night/settings/", pages.settings, "night-settings"),
    ("night/me/", member.me, "night-me"),
    ("night/wall/", screens.wall, "night-wall"),
    ("night/door/", screens.door, "night-door"),
    ("night/tablet/", screens.tablet, "night-tablet"),
    ("night/names/", screens.names, "night-names"),
    ("night/worker.js", screens.worker, "night-worker"),
    ("night/past/", summaries.nights, "nights"),
    ("night/<number:pk>/", summaries.summary, "night-summary"),
    ("night/games/<number:pk>/", pages.game, "night-game"),
    ("night/going/<number:pk>/", pages.going, "night-going"),
    ("night/press/<slug:what>/", presses.press, "night-press"),
)
urlpatterns = [path(route, in_club_time(view), name=name) for route, view, name in VIEWS]
