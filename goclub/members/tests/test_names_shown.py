"""Every reader sees a name in a script they read; the other spelling where it adds something."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from goclub.common.tests.reading import read
from goclub.games.people.services.erasing import erase_name
from goclub.members.models import Letter, Notice
from goclub.members.models.people import NamesShown
from goclub.members.names import AS_WRITTEN, ROMANISED, scripts_of, shown_as, shown_name
from goclub.members.notices.services import tell
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import fresh, make_member, signed_in

SATO, JAIDEE, EWA = ("佐藤 健", "Satō Ken"), ("ใจดี", "Jaidee"), "Ewa Szczepańska"

#: The name, its romanised spelling, and where they come in en, pl, ja and th: the romanised one
#: first (R), the name as written first (W), or the name alone (-).
NAMES = [
    (*SATO, "RRWR"),
    (*JAIDEE, "RRRW"),
    ("김민준", "Kim Minjun", "RRRR"),
    ("דוד לוי", "David Levi", "RRRR"),
    ("さとう ケン々ー", "Satō Ken", "RRWR"),
    ("Ken 佐藤", "Ken Satō", "RRWR"),
    ("Оксана Sato 健", "Oksana Satō Ken", "RRRR"),
    # The second spelling adds nothing: accents, order, width, spaces, none at all.
    (EWA, "Ewa Szczepanska", "----"),
    (EWA, "SZCZEPAŃSKA, Ewa", "----"),
    ("Ｓato Ken", "Satō Ken", "----"),
    ("佐藤 健", "佐藤健", "----"),
    ("佐藤 健", "", "----"),
    # Neither can be read, or there is nothing to read.
    ("佐藤 健", "Сато", "WWWW"),
    ("☆ 7", "Star", "WWWW"),
    ("ก" * 80, "x" * 80, "RRRW"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "romanised", "orders"), NAMES)
def test_a_name_as_readers_of_each_language_see_it(name, romanised, orders):
    expected = {"R": (romanised, name), "W": (name, romanised), "-": (name, "")}
    for language, order in zip(("en", "pl", "ja", "th"), orders, strict=True):
        with override(language):
            assert tuple(shown_name(name, romanised)) == expected[order], language


def test_a_preference_is_stronger_than_the_language():
    with override("en"), shown_as(AS_WRITTEN):
        assert tuple(shown_name(*SATO)) == SATO
        assert tuple(shown_name(EWA, "Ewa Szczepanska")) == (EWA, "")
    with override("ja"), shown_as(ROMANISED):
        assert tuple(shown_name(*SATO)) == SATO[::-1]
    with override("ja"):  # nothing is left of it
        assert tuple(shown_name(*SATO)) == SATO


def test_scripts_are_those_of_letters_alone():
    assert scripts_of("O’Dowd-ʻĪ 7") == {"LATIN"}
    assert scripts_of("") == scripts_of("🀄 \u0301") == frozenset()


# --- On the site ---------------------------------------------------------------------------------
@pytest.fixture
def sato(db):
    return make_member(SATO[0], romanised_name=SATO[1])


def heading(client, member, **headers):
    return read(client.get(member.get_absolute_url(), headers=headers)).texts("h1 bdi")


def test_a_reader_chooses_on_the_settings_page(client, sato):
    member = signed_in(client, language="en")
    assert heading(client, sato) == [SATO[1]]
    form = client.get(reverse("members:me")).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    assert [value for value, _label in form.fields["names_shown"].choices] == NamesShown.values
    assert client.post(reverse("members:me"), sent | {"names_shown": "both"}).status_code == 422
    assert client.post(reverse("members:me"), sent | {"names_shown": AS_WRITTEN}).status_code == 302
    assert fresh(member).names_shown == AS_WRITTEN
    assert heading(client, sato) == [SATO[0]]
    assert sato.romanised_name in read(client.get(sato.get_absolute_url())).text


def test_a_kept_page_of_visitors_is_one_for_each_language(client, settings, sato):
    settings.KEEP_PAGES = 60
    for _again in range(2):
        assert heading(client, sato, accept_language="en") == [SATO[1]]
        assert heading(client, sato, accept_language="ja") == [SATO[0]]


def test_the_list_shows_both_spellings_and_asks_no_more(client, sato):
    signed_in(client, language="en")
    list_page = reverse("games:members")
    client.get(list_page)
    with CaptureQueriesContext(
        connection,
    ) as before:
        text = read(client.get(list_page)).text
    assert text.index(SATO[1]) < text.index(SATO[0])
    for number in range(5):
        make_member(f"ใจดี {number}", romanised_name=f"Jaidee {number}")
    with CaptureQueriesContext(connection) as after:
        client.get(list_page)
    assert len(after) == len(before)


def test_a_notice_and_its_letter_name_people_as_the_recipient_reads(client, sato):
    kinds = {"en": SATO[1], "ja": SATO[0]}
    members = {language: make_member(language=language) for language in kinds}
    for member in members.values():
        tell(Act(None), member, "member.asks", url="/", name=sato)
    for language, member in members.items():
        client.force_login(member.user)
        assert kinds[language] in read(client.get(reverse("members:notices"))).text
        assert kinds[language] in Letter.objects.get(member=member).text
    assert Notice.objects.filter(params__name=SATO[0], params__name_romanised=SATO[1]).count() == 2
    erase_name(Act(make_member(role=CHAIR).user, timezone.now() + timedelta(days=1)), sato)
    told = Notice.objects.filter(member__in=members.values()).values_list("params", flat=True)
    assert not any(part in str(params) for params in told for part in SATO)


def test_markup_in_either_spelling_is_text(client):
    member = make_member("<b>健</b>", romanised_name="<i>Ken</i>")
    signed_in(client, language="en")
    page = client.get(member.get_absolute_url())
    assert heading(client, member) == ["<i>Ken</i>"]
    assert b"<b>\xe5\x81\xa5</b>" not in page.content
