"""Several members in one field: ticked, found, typed with ; between them."""

from __future__ import annotations

import pytest
from django import forms
from django.http import QueryDict
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.finding.forms import MembersField, offer_members
from goclub.members.models import Member
from goclub.members.tests.factories import as_member, make_member


class Party(forms.Form):
    who = MembersField(required=False)


@pytest.fixture
def people():
    return {
        "sato": make_member("佐藤 健", romanised_name="Sato Ken"),
        "jun": make_member("Sato Jun"),
        "lukasz": make_member("Łukasz <b>"),
        "gone": gone_away(),
    }


def gone_away() -> Member:
    one = make_member("Gone Away")
    Member.objects.filter(pk=one.pk).update(status=Member.Status.FORMER)
    return one


def sent(*ticked: object, text: str = "") -> Party:
    data = QueryDict(mutable=True)
    data.setlist("who", [str(one) for one in ticked])
    data["who_text"] = text
    return Party(data)


def test_ticks_and_names_make_one_list_without_repeats(people):
    form = sent(people["jun"].pk, people["jun"].pk, text="lukasz <b>; 佐藤 健;; sato jun ;")
    assert form.is_valid(), form.errors
    assert form.cleaned_data["who"] == [people["jun"], people["lukasz"], people["sato"]]


def test_nobody_is_an_empty_list_unless_somebody_is_needed(people):
    form = sent()
    assert form.is_valid()
    assert form.cleaned_data["who"] == []
    form = sent()
    form.fields["who"].required = True
    assert not form.is_valid()


@pytest.mark.parametrize("ticked", ["9" * 5000, "-1", "x", "0"])
def test_what_is_no_member_is_refused_and_the_others_stay(people, ticked):
    form = sent(people["jun"].pk, ticked)
    assert form.errors.as_data()["who"][0].code == "unknown"
    assert read(str(form["who"])).values("input[checked]", "value") == [str(people["jun"].pk)]


def test_who_left_is_nobody_here(people):
    assert sent(people["gone"].pk).errors.as_data()["who"][0].code == "unknown"
    assert sent(text="Gone Away").errors.as_data()["who"][0].code == "unknown"


def test_a_name_of_two_is_asked_about_and_the_rest_stays(people):
    form = sent(people["lukasz"].pk, text="sato; Nobody At All; Sato Jun")
    assert not form.is_valid()
    page = read(str(form["who"]))
    ticked = page.values(".found-chosen input[checked]", "value")
    assert ticked == [str(people["lukasz"].pk), str(people["jun"].pk)]
    assert page.values(".found-choices input", "value") == [str(people["sato"].pk)]
    assert page.one("input[type=text]").attrs["value"] == "Nobody At All"
    assert "<b>" not in str(form["who"])


def test_only_whom_the_form_offers(people):
    form = sent(people["jun"].pk)
    offer_members(form, "who", Member.objects.exclude(pk=people["jun"].pk))
    assert not form.is_valid()


def test_the_organisers_of_an_event_are_ticked_found_and_unticked(client, people):
    olga = make_member("Olga Organiser", role="organiser")
    page = read(as_member(client, olga).get(reverse("leagues:event-new")))
    assert page.values(".found-chosen input[checked]", "value") == [str(olga.pk)]
    assert "Sato Jun" not in page.one("main").text
