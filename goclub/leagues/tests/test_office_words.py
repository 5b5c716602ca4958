"""The office's pages as they are read: by task, in the reader's language, on a phone."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.test import Client
from django.urls import reverse
from django.utils import translation

from goclub.common.library_words import WORDS
from goclub.common.tests.reading import read
from goclub.games.models import Game
from goclub.games.playing.services.decisions import decide_game, dispute_game
from goclub.games.tests.factories import at, facts, report
from goclub.leagues.tests.test_office import rows  # noqa: F401 - a club with a row of everything
from goclub.members.models import User
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

#: What the libraries say in English where nobody translated it.
LIBRARY = re.compile(
    r"\b(Skip to main content|View history|Changed by|Change reason|Date/time|Show counts|None|"
    r"Hide counts|Toggle theme|Clear all filters|Access Attempt|IP Address|User Agent|Username|"
    r"You may edit it again|Start typing to filter|This object doesn.t have|To do|Created)\b"
)


@pytest.fixture
def chief(rows):  # noqa: F811
    """A superuser who sees every list; signs in once."""
    client = Client()
    user = User.objects.create_superuser("chief", "chief@example.org")
    client.force_login(user, "goclub.members.backends.NameOrEmailBackend")
    return client


def addresses():
    """The index, and of every model its list, a row, and the history of it where there is one."""
    yield reverse("admin:index")
    for model, shown in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        row = model._default_manager.first()
        if row is None:
            continue
        yield reverse(f"{name}_change", args=[quote(row.pk)])
        if hasattr(shown, "history_form_view"):
            yield reverse(f"{name}_history", args=[quote(row.pk)])
            version = row.history.first()
            if version is not None:
                yield reverse(f"{name}_simple_history", args=[row.pk, version.pk])


@pytest.mark.parametrize("language", ["ja"])
def test_no_library_speaks_english_in_between(chief, language):
    found = {}
    for address in addresses():
        page = chief.get(address, headers={"accept-language": language})
        assert page.status_code == 200, address
        text = read(page).one("body").text
        # What a library calls its rows is data: "Failed access: user x from None".
        text = re.sub(r"Failed access: \S.*? from None", "", text)
        if said := LIBRARY.findall(text):
            found[address] = said
    assert found == {}


@pytest.mark.parametrize("language", ["ja", "th", "pl"])
def test_every_word_that_libraries_lack_is_in_our_catalogue(language):
    with translation.override(language):
        plain = [word for word in WORDS if isinstance(word, str)]
        same = [word for word in plain if translation.gettext(word) == word]
    assert set(same) <= {"HTTP Accept"}


# --- The index ------------------------------------------------------------------------------------
# --- Histories ------------------------------------------------------------------------------------
def test_a_history_speaks_in_words(chief):
    black, white = make_member("Anong"), make_member("Bo")
    organiser = make_member("Cleo", role=ORGANISER)
    game = report(black, white, "B+4.5", minute=50)
    dispute_game(Act(white.user), game, reason="A ko was open.")
    decide_game(
        Act(organiser.user, at(minute=90)),
        game,
        reason="Counted again.",
        facts=facts(black, white, "W+2.5"),
    )
    page = read(chief.get(reverse("admin:games_game_history", args=[game.pk])))
    text = page.one("#change-history").text
    for raw in ("pk=", "Deleted", "None", "margin2", "komi2", "doubled", str(game.report_key)):
        assert raw not in text
    assert not re.search(r":\d\d\.\d{3}", text)  # no microseconds
    changed = {
        part.one("dt").text: part.one("dd").text for part in page.all("#change-history dl div")
    }
    assert (changed["Winning margin"], changed["Result"]) == ("4½ → 2½", "Black won → White won")
    version = Game.history.filter(id=game.pk).latest()
    page = chief.get(reverse("admin:games_game_simple_history", args=[game.pk, version.pk]))
    rows_of = {
        part.one("dt").text: part.one("dd").text for part in read(page).all(".version-rows div")
    }
    assert (rows_of["Komi"], rows_of["Black"]) == ("5½", "Anong")
    assert "Key of the form" not in rows_of
