"""Addresses of the ladder."""

from django.urls import path

from goclub.leagues.ladder import views

urlpatterns = [
    path("ladder/", views.ladder, name="ladder"),
    path("ladder/<number:pk>/", views.way, name="ladder-way"),
    path("ladder/join/", views.join, name="ladder-join"),
    path("ladder/leave/", views.leave, name="ladder-leave"),
    path("ladder/rules/", views.rules, name="ladder-rules"),
]
