"""The tables of rows in the admin: names in them are text, and their script reads what it needs."""

from __future__ import annotations

import json

from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.members.models import Nickname
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member, signed_in

BUTTON = "<button formaction=/members/4/role/ name=role value=chair>Ok"


def test_a_name_of_markup_is_text_in_the_rows_of_its_member(client):
    chair = make_member("Rika", role=CHAIR)
    member = make_member(BUTTON)
    Nickname.objects.create(member=member, name=BUTTON)
    client.force_login(chair.user)
    page = read(client.get(reverse("admin:members_member_change", args=[member.pk])))
    assert not page.has("[formaction]")
    assert page.one("#nicknames-0 .original p").text == BUTTON
    assert page.one("[name=nicknames-0-name]").attrs["value"] == BUTTON


def test_the_script_of_the_rows_finds_what_it_needs_to_add_another(client):
    chair = signed_in(client, "Rika", role=CHAIR)
    page = read(client.get(reverse("admin:members_member_change", args=[chair.pk])))
    told = [json.loads(text) for text in page.values(".inline-group", "data-inline-formset")]
    assert [group["options"]["prefix"] for group in told] == ["nicknames", "decisions"]
    assert page.one("#nicknames-empty .delete").text == ""
