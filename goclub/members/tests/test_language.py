"""The site speaks English, Japanese, Thai and Polish: to members as they chose, else as asked."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from django.urls import reverse

from goclub.members.models import Member
from goclub.members.tests.factories import as_member, make_member, signed_in

WITH_A_FIFTH = [*settings.LANGUAGES, ("zh-hant", "Traditional Chinese")]


def start_page(client, **headers):
    return client.get("/", headers=headers).content.decode()


@override_settings(LANGUAGES=WITH_A_FIFTH)
def test_a_fifth_language_is_a_line_of_the_settings(client):
    """No migration is missing for it; the foot of the page and the profile offer it."""
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    assert "zh-hant" in dict(Member._meta.get_field("language").flatchoices)
    member = make_member(language="zh-hant")
    member.full_clean(exclude=["user"])
    assert ("zh-hant", "繁體中文") in as_member(client, member).get("/").context["site_languages"]
    form = client.get(reverse("members:me")).context["form"]
    assert form["language"].value() == "zh-hant"
    assert "zh-hant" in dict(form.fields["language"].choices)


def test_a_visitor_reads_what_the_browser_asks_for_or_english(client):
    for code in ("ja", "th", "pl"):
        assert f'<html lang="{code}"' in start_page(client, accept_language=f"{code}, en;q=0.5")
    assert '<html lang="en"' in start_page(client, accept_language="tlh")
    answer = client.get("/", headers={"accept-language": "tlh"})
    assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))


def test_a_member_keeps_his_choice_on_every_device(client):
    member = signed_in(client)
    client.post(reverse("language"), {"language": "pl"})
    assert Member.objects.get(pk=member.pk).language == "pl"
    client.cookies.pop(settings.LANGUAGE_COOKIE_NAME)
    assert '<html lang="pl"' in start_page(client, accept_language="ja")


@pytest.mark.parametrize("chosen", ["", "xx", "../en", "pl-PL"])
def test_what_is_no_language_of_ours_changes_nothing(client, chosen):
    answer = client.post(reverse("language"), {"language": chosen, "next": "https://evil.example/"})
    assert answer["Location"] == "/"
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies
