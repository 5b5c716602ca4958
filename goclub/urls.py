"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from goclub.api.interface import api
from goclub.front import views
from goclub.games.playing.views import home
from goclub.members.people.views import language, theme

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
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", views.contents, name="sitemap"),
    path("sitemap-<slug:section>.xml", views.section, name="sitemap-section"),
    path("site.webmanifest", views.manifest, name="manifest"),
    path("picture.png", views.picture, name="picture"),
    path("worker.js", views.worker, name="worker"),
    path("learn/", views.learn, name="learn"),
    path("offline/", views.page, name="offline"),
    path("api/v1/", api.urls),
    path("office/", admin.site.urls),
]
