"""Addresses of what stands beside an event's pages: phones, screens and prints."""

from django.urls import path

from goclub.leagues.tournament.views import phone, picture, prints, screens

_EVENT = "tournaments/<word:slug>"

urlpatterns = [
    # Short, so that the code on the slip stays coarse and easy to read.
    path("t/<word:token>/", phone.phone, name="phone"),
    path(f"{_EVENT}/picture.png", picture.picture, name="event-picture"),
    path(f"{_EVENT}/screen/", screens.projector, name="projector"),
    path(f"{_EVENT}/print/", prints.papers, name="papers"),
    path(f"{_EVENT}/print/pairings/<number:number>/", prints.pairings, name="print-pairings"),
    path(f"{_EVENT}/print/names/<number:number>/", prints.names, name="print-names"),
    path(f"{_EVENT}/print/slips/<number:number>/", prints.slips, name="print-slips"),
    path(f"{_EVENT}/print/wall/", prints.wall, name="print-wall"),
    path(f"{_EVENT}/print/wall/<number:number>/", prints.wall, name="print-wall"),
    path(f"{_EVENT}/print/standings/", prints.standings, name="print-standings"),
    path(f"{_EVENT}/print/standings/<number:number>/", prints.standings, name="print-standings"),
    path(f"{_EVENT}/print/cards/", prints.cards, name="print-cards"),
]
