"""Addresses of challenges."""

from django.urls import path

from goclub.leagues.challenge import views

urlpatterns = [
    path("challenges/", views.challenges, name="challenges"),
    path("challenges/new/<number:pk>/", views.new, name="challenge-new"),
    path("challenges/<number:pk>/", views.challenge, name="challenge"),
    path("challenges/<number:pk>/change/", views.change, name="challenge-change"),
    path("challenges/<number:pk>/report/", views.report, name="challenge-report"),
    path("challenges/<number:pk>/accept/", views.accept, name="challenge-accept"),
    path("challenges/<number:pk>/decline/", views.decline, name="challenge-decline"),
    path("challenges/<number:pk>/withdraw/", views.withdraw, name="challenge-withdraw"),
    path("challenges/<number:pk>/off/", views.call_off, name="challenge-off"),
]
