"""The office answers for keys that no row can have, and counts passwords as the site does."""

from __future__ import annotations

from datetime import date

import pytest
from django import forms
from django.contrib import admin
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from simple_history.admin import SimpleHistoryAdmin

from goclub import settings as site
from goclub.members.models import Member, Nickname, User
from goclub.members.roles import CHAIR, SECRETARY
from goclub.members.tests.factories import PASSWORD, fresh, make_member

WITH_HISTORY = sorted(
    f"{model._meta.app_label}_{model._meta.model_name}"
    for model, office in admin.site._registry.items()
    if isinstance(office, SimpleHistoryAdmin)
)
ODD = ["abc", "\0", "1\0", "1.0", "1e3", "-1", "-" + "9" * 30, "9" * 30, "²", "_2F", "1_0", " "]


@pytest.fixture
def office():
    client = Client()
    client.force_login(User.objects.create_superuser("root", "root@example.org", PASSWORD))
    return client


@pytest.mark.parametrize("name", WITH_HISTORY)
def test_no_history_is_kept_of_a_key_that_no_row_can_have(office, name):
    answers = {}
    for key in ODD if name == "members_member" else ("abc", "\0", "9" * 30):
        answers[key] = office.get(reverse(f"admin:{name}_history", args=[key])).status_code
        for keys in ([key, "1"], ["1", key]):
            address = reverse(f"admin:{name}_simple_history", args=keys)
            answers[tuple(keys)] = office.get(address).status_code
    assert set(answers.values()) == {404}, answers


def test_history_of_a_row_and_one_of_its_versions_open(office):
    member = make_member()
    member.save()
    address = reverse("admin:members_member_history", args=[member.pk])
    assert office.get(address).status_code == 200
    version = Member.history.filter(id=member.pk).latest()
    address = reverse("admin:members_member_simple_history", args=[member.pk, version.pk])
    assert office.get(address).status_code == 200


def test_the_office_and_the_site_count_wrong_passwords_together(client, settings):
    settings.LIMITS = dict.fromkeys(site.LIMITS) | {"password": "2/h"}
    cache.clear()
    client.force_login(make_member(role=CHAIR, password=True).user)
    wrong = {"old_password": "wrong", "new_password1": "a-board-of-kaya"}
    wrong["new_password2"] = wrong["new_password1"]
    asked = [reverse("admin:password_change"), reverse("members:password")] * 2
    answers = [client.post(address, wrong).status_code for address in asked]
    assert answers[2:] == [429, 429]
    assert 429 not in answers[:2]
    right = client.post(reverse("admin:password_change"), wrong | {"old_password": PASSWORD})
    assert (right.status_code, "Retry-After" in right.headers) == (429, True)


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_no_day_of_the_office_is_at_the_edge_of_the_calendar(rf, day):
    request = rf.get("/")
    request.user = User(is_superuser=True, is_staff=True, is_active=True)
    days = {
        (model.__name__, name): field
        for model, office in admin.site._registry.items()
        if office.has_change_permission(request)
        for name, field in office.get_form(request).base_fields.items()
        if isinstance(field, forms.DateField)
    }
    assert ("Season", "last") in days
    for field in days.values():
        with pytest.raises(ValidationError):
            field.clean(day)
        assert field.clean("2030-01-12") == date(2030, 1, 12)


def of_member_form(page):
    form = page.context["adminform"].form
    return {name: form.initial.get(name) or "" for name in form.fields}


def test_a_nickname_in_two_spellings_is_refused_beside_it(client):
    member = make_member()
    Nickname.objects.create(member=member, name="kenchan")
    client.force_login(make_member(role=SECRETARY).user)
    address = reverse("admin:members_member_change", args=[member.pk])
    page = client.get(address)
    data = of_member_form(page)
    for formset in page.context["inline_admin_formsets"]:
        prefix = formset.formset.prefix
        data |= {f"{prefix}-TOTAL_FORMS": "0", f"{prefix}-INITIAL_FORMS": "0"}
    data |= {"nicknames-INITIAL_FORMS": "1", "nicknames-TOTAL_FORMS": "2"}
    data |= {"nicknames-0-id": member.nicknames.get().pk, "nicknames-0-name": "kenchan"}
    data |= {"nicknames-0-member": member.pk, "nicknames-1-name": "\u212aenchan"}
    refused = client.post(address, data)
    (rows,) = [
        formset.formset
        for formset in refused.context["inline_admin_formsets"]
        if formset.formset.prefix == "nicknames"
    ]
    assert [set(errors) for errors in rows.errors] == [set(), {"name"}]
    assert client.post(address, data | {"nicknames-1-name": "sato"}).status_code == 302
    assert member.nicknames.count() == 2


@pytest.mark.parametrize(
    ("by", "of", "changed"),
    [(SECRETARY, CHAIR, False), (SECRETARY, SECRETARY, False), (SECRETARY, "member", True),
     (CHAIR, CHAIR, True)],
)  # fmt: skip
def test_an_address_of_contact_follows_the_rule_about_accounts(client, by, of, changed):
    member = make_member(role=of)
    client.force_login(make_member(role=by).user)
    address = reverse("admin:members_member_change", args=[member.pk])
    page = client.get(address)
    data = of_member_form(page) | {"contact_email": "mine@example.org"}
    for formset in page.context["inline_admin_formsets"]:
        prefix = formset.formset.prefix
        data |= {f"{prefix}-TOTAL_FORMS": "0", f"{prefix}-INITIAL_FORMS": "0"}
    assert client.post(address, data).status_code == (302 if changed else 403)
    assert (fresh(member).contact_email == "mine@example.org") is changed
