"""A page that breaks: said in the reader's language, whatever it is that broke."""

from __future__ import annotations

from unittest import mock

import pytest
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import include, path
from django.utils import translation

from goclub.common.middleware import server_error
from goclub.common.tests.reading import read
from goclub.common.tests.test_away import away
from goclub.members.tests.factories import make_member

LANGUAGES = ["en", "ja", "pl", "th"]


def view(request):
    if "answer" in request.GET:
        return HttpResponse("well")
    raise ValueError("a board with 20 lines")


class Urls:
    """Addresses of a site, one of which breaks."""

    urlpatterns = [path("broken/", view), path("", include("goclub.urls"))]
    handler500 = "goclub.common.middleware.server_error"


@pytest.fixture
def visitor():
    with override_settings(ROOT_URLCONF=Urls):
        yield Client(raise_request_exception=False)


def said(language):
    with translation.override(language):
        return translation.gettext("Something went wrong")


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_visitor_reads_it_in_the_language_of_the_browser(visitor, language):
    page = visitor.get("/broken/", headers={"accept-language": language})
    assert page.status_code == 500
    assert "no-store" in page["Cache-Control"]
    html = read(page)
    assert html.one("html").attrs["lang"] == language
    assert html.one("h1").text == said(language)
    assert html.one("code").text == page["X-Request-ID"]


@pytest.mark.django_db
def test_what_breaks_after_the_view_is_said_in_his_own_as_well(visitor, monkeypatch):
    """Outside of what knows the reader; the request still does."""
    visitor.force_login(make_member(password=True, language="th").user)

    def refuse(self, request, response):
        raise ValueError("broken")

    path_of = "django.contrib.sessions.middleware.SessionMiddleware.process_response"
    monkeypatch.setattr(path_of, refuse)
    page = visitor.get("/broken/?answer", headers={"accept-language": "ja"})
    assert page.status_code == 500
    assert read(page).one("html").attrs["lang"] == "th"


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_made_without_the_database(rf, language):
    request = rf.get("/", headers={"accept-language": language})
    with away():
        answer = server_error(request)
    assert answer.status_code == 500
    assert said(language) in answer.content.decode()


@pytest.mark.parametrize(
    "broken", ["goclub.common.middleware.render_to_string", "django.utils.translation.override"]
)
def test_where_no_page_can_be_made_a_plain_one_is_shown(rf, caplog, broken):
    with mock.patch(broken, side_effect=RuntimeError("no templates")):
        answer = server_error(rf.get("/", headers={"accept-language": "pl"}))
    assert answer.status_code == 500
    text = answer.content.decode()
    assert 'lang="ja"' in text
    assert 'lang="pl"' in text
    assert 'lang="th"' in text
    assert caplog.records[-1].exc_info
