"""Addresses of the calendar."""

from django.urls import path, re_path

from goclub.leagues.calendar import views

_DATE = r"^calendar/(?P<pk>[0-9]{1,18})/(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})/"

urlpatterns = [
    path("calendar/", views.club_calendar, name="club-calendar"),
    re_path(
        r"^calendar/(?P<month>[0-9]{4}-[0-9]{2})/$", views.club_calendar, name="calendar-month"
    ),
    path("calendar/club.ics", views.club_feed, name="club-feed"),
    path("calendar/my/<slug:token>.ics", views.member_feed, name="member-feed"),
    path("calendar/free/", views.free, name="free"),
    path("calendar/links/", views.links, name="calendar-links"),
    path("calendar/links/renew/", views.renew, name="calendar-renew"),
    path("calendar/links/end/", views.end, name="calendar-link-end"),
    path("calendar/new/", views.meeting_new, name="meeting-new"),
    path("calendar/holidays/", views.holidays, name="holidays"),
    path("calendar/holidays/<number:pk>/remove/", views.holiday_remove, name="holiday-remove"),
    path("calendar/<number:pk>/edit/", views.meeting_edit, name="meeting-edit"),
    path("calendar/<number:pk>/end/", views.meeting_end, name="meeting-end"),
    re_path(rf"{_DATE}$", views.meeting, name="meeting"),
    re_path(rf"{_DATE}answer/$", views.answer_date, name="meeting-answer"),
    re_path(rf"{_DATE}answer-for/$", views.answer_for, name="meeting-answer-for"),
    re_path(rf"{_DATE}cancel/$", views.date_cancel, name="meeting-cancel"),
    re_path(rf"{_DATE}move/$", views.date_move, name="meeting-move"),
    re_path(rf"{_DATE}restore/$", views.date_restore, name="meeting-restore"),
]
