"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from goclub.api.interface import api
from goclub.front.views import machines, start
from goclub.members.people.views import language, theme

handler400 = "goclub.common.middleware.bad_request"
handler404 = "goclub.api.interface.not_found"
handler500 = "goclub.common.middleware.server_error"

urlpatterns = [
    path("", start.home, name="home"),
    path("now/", start.now_part, name="now"),
    path("", include("goclub.games.urls")),
    path("", include("goclub.members.urls")),
    path("", include("goclub.leagues.urls")),
    path("health/", machines.health, name="health"),
    path("theme/", theme, name="theme"),
    path("language/", language, name="language"),
    path("club.css", machines.club_css, name="club-css"),
    path("robots.txt", machines.robots, name="robots"),
    path("sitemap.xml", machines.contents, name="sitemap"),
    path("sitemap-<slug:section>.xml", machines.section, name="sitemap-section"),
    path("site.webmanifest", machines.manifest, name="manifest"),
    path("picture.png", machines.picture, name="picture"),
    path("worker.js", machines.worker, name="worker"),
    path("search/", start.search, name="search"),
    path("learn/", machines.learn, name="learn"),
    path("offline/", machines.page, name="offline"),
    path("api/v1/", api.urls),
    path("office/", admin.site.urls),
]
