"""Addresses of the club's life: calendar, club nights, challenges, ladder."""

from django.urls import path, re_path

from goclub.leagues.calendar.views import desk, feeds, pages
from goclub.leagues.challenge import views as challenges
from goclub.leagues.evening.views import pages as night
from goclub.leagues.evening.views import presses, screens
from goclub.leagues.ladder import views as ladder
from goclub.members.club_time import in_club_time

_DATE = r"^calendar/(?P<pk>[0-9]{1,18})/(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})/"
#: Club nights run in club time, whoever looks at them from wherever.
_NIGHT = (
    ("night/", night.night, "night"),
    ("night/open/", night.opening, "night-open"),
    ("night/close/", night.closing, "night-close"),
    ("night/settings/", night.settings, "night-settings"),
    ("night/me/", night.me, "night-me"),
    ("night/wall/", screens.wall, "night-wall"),
    ("night/door/", screens.door, "night-door"),
    ("night/tablet/", screens.tablet, "night-tablet"),
    ("night/names/", screens.names, "night-names"),
    ("night/worker.js", screens.worker, "night-worker"),
    ("night/past/", night.nights, "nights"),
    ("night/<number:pk>/", night.summary, "night-summary"),
    ("night/games/<number:pk>/", night.game, "night-game"),
    ("night/going/<number:pk>/", night.going, "night-going"),
    ("night/press/<slug:what>/", presses.press, "night-press"),
)

urlpatterns = [
    *(path(route, in_club_time(view), name=name) for route, view, name in _NIGHT),
    path("calendar/", pages.club_calendar, name="club-calendar"),
    re_path(
        r"^calendar/(?P<month>[0-9]{4}-[0-9]{2})/$", pages.club_calendar, name="calendar-month"
    ),
    path("calendar/club.ics", feeds.club_feed, name="club-feed"),
    path("calendar/my/<slug:token>.ics", feeds.member_feed, name="member-feed"),
    path("calendar/free/", pages.free, name="free"),
    path("calendar/links/", feeds.links, name="calendar-links"),
    path("calendar/links/renew/", feeds.renew, name="calendar-renew"),
    path("calendar/links/end/", feeds.end, name="calendar-link-end"),
    path("calendar/new/", desk.meeting_new, name="meeting-new"),
    path("calendar/holidays/", desk.holidays, name="holidays"),
    path("calendar/holidays/<number:pk>/remove/", desk.holiday_remove, name="holiday-remove"),
    path("calendar/<number:pk>/edit/", desk.meeting_edit, name="meeting-edit"),
    path("calendar/<number:pk>/end/", desk.meeting_end, name="meeting-end"),
    re_path(rf"{_DATE}$", pages.meeting, name="meeting"),
    re_path(rf"{_DATE}answer/$", pages.answer_date, name="meeting-answer"),
    re_path(rf"{_DATE}answer-for/$", pages.answer_for, name="meeting-answer-for"),
    re_path(rf"{_DATE}cancel/$", desk.date_cancel, name="meeting-cancel"),
    re_path(rf"{_DATE}move/$", desk.date_move, name="meeting-move"),
    re_path(rf"{_DATE}restore/$", desk.date_restore, name="meeting-restore"),
    path("challenges/", challenges.challenges, name="challenges"),
    path("challenges/new/<number:pk>/", challenges.new, name="challenge-new"),
    path("challenges/<number:pk>/", challenges.challenge, name="challenge"),
    path("challenges/<number:pk>/change/", challenges.change, name="challenge-change"),
    path("challenges/<number:pk>/report/", challenges.report, name="challenge-report"),
    path("challenges/<number:pk>/accept/", challenges.accept, name="challenge-accept"),
    path("challenges/<number:pk>/decline/", challenges.decline, name="challenge-decline"),
    path("challenges/<number:pk>/withdraw/", challenges.withdraw, name="challenge-withdraw"),
    path("challenges/<number:pk>/off/", challenges.call_off, name="challenge-off"),
    path("ladder/", ladder.ladder, name="ladder"),
    path("ladder/<number:pk>/", ladder.way, name="ladder-way"),
    path("ladder/join/", ladder.join, name="ladder-join"),
    path("ladder/leave/", ladder.leave, name="ladder-leave"),
    path("ladder/rules/", ladder.rules, name="ladder-rules"),
]
