"""Addresses of the calendar."""

from django.urls import path, re_path

from goclub.leagues.calendar.views import desk, feeds, pages

_DATE = r"^calendar/(?P<pk>[0-9]{1,18})/(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})/"

urlpatterns = [
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
]
