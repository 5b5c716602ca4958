"""Addresses of teams in a tournament."""

from django.urls import path

from goclub.leagues.team import views

_EVENT = "tournaments/<word:slug>"
_TEAM = f"{_EVENT}/desk/teams/<number:number>"

urlpatterns = [
    path(f"{_EVENT}/desk/teams/", views.Teams.as_view(), name="teams"),
    path(f"{_EVENT}/desk/teams/rules/", views.TeamRules.as_view(), name="team-rules"),
    path(f"{_TEAM}/", views.Team.as_view(), name="team"),
    path(
        f"{_TEAM}/players/<number:player>/<slug:step>/",
        views.TeamPlayerStep.as_view(),
        name="team-player",
    ),
    path(
        f"{_EVENT}/teams/<number:number>/lineup/<number:round_number>/",
        views.Lineup.as_view(),
        name="lineup",
    ),
]
