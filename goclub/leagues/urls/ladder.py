"""Addresses of the ladder."""

from django.urls import path

from goclub.leagues.ladder.views import pages

urlpatterns = [
    path("ladder/", pages.ladder, name="ladder"),
    path("ladder/<number:pk>/", pages.way, name="ladder-way"),
    path("ladder/join/", pages.join, name="ladder-join"),
    path("ladder/leave/", pages.leave, name="ladder-leave"),
    path("ladder/rules/", pages.rules, name="ladder-rules"),
]
