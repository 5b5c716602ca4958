"""Favourites: starred with one press, listed for their owner alone, gone with what they name."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.games.favourites.services import add_favourite, remove_favourite
from goclub.games.library.services.records import upload_kifu
from goclub.games.models import Favourite, Kifu
from goclub.games.people.services.erasing import erase_name
from goclub.games.people.services.merging import MergeChoice, MergeSide, merge_members
from goclub.games.tests.factories import at
from goclub.go.records.tests.text import sgf
from goclub.members.membership.services.own_data import zipped
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member, signed_in

pytestmark = pytest.mark.postgres
MEMBERS, LIBRARY = reverse("games:members"), reverse("games:kifu-list")


def star(owner, thing) -> None:
    add_favourite(Act(owner.user, timezone.now()), thing)


def starred_by(owner) -> list[object]:
    return [row.member or row.kifu for row in Favourite.objects.filter(owner=owner)]


@pytest.fixture
def kifu():
    record = upload_kifu(Act(make_member("Uploader").user, at()), sgf(), filename="g.sgf")
    Kifu.objects.filter(pk=record.pk).update(filed_at=at(), black_name="Hatano <b>")
    return Kifu.objects.get(pk=record.pk)


def merged(kept, gone) -> None:
    choice = MergeChoice(MergeSide.KEPT, MergeSide.KEPT)
    merge_members(Act(None, at()), kept, gone=gone, reason="one person", choice=choice)


def test_one_press_stars_another_is_nothing_and_the_button_takes_it_away(client, kifu):
    me, ken = signed_in(client, "Me"), make_member("Ken")
    for target, name in ((ken, "member"), (kifu, "kifu")):
        url = reverse(f"games:star-{name}", args=[target.pk])
        page = target.get_absolute_url()
        assert f'action="{url}"' in client.get(page).content.decode()
        for _press in range(2):
            answer = client.post(url)
            assert (answer.status_code, answer.headers["Location"]) == (302, page)
        assert starred_by(me).count(target) == 1
        assert 'name="off"' in client.get(page).content.decode()
        client.post(url, {"off": "1"})
        client.post(url, {"off": "1"})
        assert starred_by(me) == []


def test_own_page_lists_the_latest_first_and_nobody_else_sees_it(client, kifu):
    me, ken = signed_in(client, "Me"), make_member("Ken Starred")
    star(me, ken)
    star(me, kifu)
    assert starred_by(me) == [kifu, ken]
    mine = client.get(me.get_absolute_url()).content.decode()
    assert mine.index("Hatano &lt;b&gt;") < mine.index("Ken Starred")
    reader = signed_in(client, "Reader", role=CHAIR)
    assert "Ken Starred" not in client.get(me.get_absolute_url()).content.decode()
    assert 'name="off"' not in client.get(ken.get_absolute_url()).content.decode()
    assert starred_by(reader) == []


def test_lists_can_be_narrowed_to_favourites(client, kifu):
    me, ken = signed_in(client, "Me"), make_member("Ken")
    make_member("Ann")
    star(me, ken)
    star(make_member("Other"), kifu)
    rows = client.get(MEMBERS, {"favourites": "on"}).context["table"].rows
    assert [row.record.member for row in rows] == [ken]
    assert client.get(LIBRARY, {"favourites": "on"}).context["total"] == 0
    star(me, kifu)
    assert client.get(LIBRARY, {"favourites": "on"}).context["total"] == 1
    client.logout()
    assert "favourites" not in client.get(MEMBERS).context["filter"].form.fields
    assert len(client.get(MEMBERS, {"favourites": "on"}).context["table"].rows) > 1
    assert client.get(LIBRARY, {"favourites": "on"}).context["total"] == 1


def test_oneself_drafts_and_visitors_are_refused(client, kifu):
    url = reverse("games:star-kifu", args=[kifu.pk])
    assert "sign-in" in client.post(url).headers["Location"]
    client.post(reverse("games:star-member", args=[signed_in(client, "Me").pk]))
    Kifu.objects.filter(pk=kifu.pk).update(filed_at=None)
    assert client.post(url).status_code == 404
    assert client.get(url).status_code == 405
    assert not Favourite.objects.exists()


def test_a_favourite_that_is_gone_is_not_listed(client, kifu):
    me = signed_in(client, "Me")
    star(me, kifu)
    Kifu.objects.filter(pk=kifu.pk).update(filed_at=None)
    assert "Hatano" not in client.get(me.get_absolute_url()).content.decode()
    kifu.delete()
    assert not Favourite.objects.exists()


def test_a_replaced_name_keeps_no_stars_given_or_received(kifu):
    me, ken, chair = make_member("Me"), make_member("Kenichiro"), make_member("C", role=CHAIR)
    star(ken, me)
    star(ken, kifu)
    star(me, ken)
    star(me, kifu)
    erase_name(Act(chair.user, timezone.now()), ken)
    assert starred_by(ken) == []
    assert starred_by(me) == [kifu]


def test_after_a_merge_everything_is_starred_once_and_nobody_stars_themselves(kifu):
    kept, gone, ann, bea = (make_member(name) for name in ("Kept", "Gone", "Ann", "Bea"))
    for owner, stars in (
        (kept, (gone, ann)),
        (gone, (kept, ann, bea, kifu)),
        (ann, (kept, gone)),
    ):
        for starred in stars:
            star(owner, starred)
    merged(kept, gone)
    assert set(starred_by(kept)) == {ann, bea, kifu}
    assert len(starred_by(kept)) == 3
    assert starred_by(ann) == [kept]


def test_the_own_archive_has_what_i_starred_and_not_who_starred_me():
    me, ken, fan = make_member("Me"), make_member("Ken"), make_member("Fan")
    star(me, ken)
    star(fan, me)
    archive = zipfile.ZipFile(io.BytesIO(b"".join(zipped(me))))
    rows = json.loads(archive.read("games.favourite.json"))
    assert [(row["owner"], row["member"]) for row in rows] == [(str(me.pk), str(ken.pk))]


def test_removing_what_was_never_starred_is_nothing():
    me, ken = make_member("Me"), make_member("Ken")
    remove_favourite(Act(me.user, timezone.now()), ken)
    assert not Favourite.objects.exists()
