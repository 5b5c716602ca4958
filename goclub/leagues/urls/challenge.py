"""Addresses of challenges."""

from django.urls import path

from goclub.leagues.challenge.views import answers, pages

urlpatterns = [
    path("challenges/", pages.challenges, name="challenges"),
    path("challenges/new/<number:pk>/", pages.new, name="challenge-new"),
    path("challenges/<number:pk>/", pages.challenge, name="challenge"),
    path("challenges/<number:pk>/change/", pages.change, name="challenge-change"),
    path("challenges/<number:pk>/report/", pages.report, name="challenge-report"),
    path("challenges/<number:pk>/accept/", answers.accept, name="challenge-accept"),
    path("challenges/<number:pk>/decline/", answers.decline, name="challenge-decline"),
    path("challenges/<number:pk>/withdraw/", answers.withdraw, name="challenge-withdraw"),
    path("challenges/<number:pk>/off/", answers.call_off, name="challenge-off"),
]
