"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from goclub.games.playing.views import home
from goclub.members.views import language, theme

handler500 = "goclub.common.middleware.server_error"

urlpatterns = [
    path("", home.home, name="home"),
    path("", include("goclub.games.urls")),
    path("", include("goclub.members.urls")),
    path("", include("goclub.leagues.urls")),
    path("health/", home.health, name="health"),
    path("theme/", theme, name="theme"),
    path("language/", language, name="language"),
    path("club.css", home.club_css, name="club-css"),
    path("office/", admin.site.urls),
]
