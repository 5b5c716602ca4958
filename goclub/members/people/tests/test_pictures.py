"""A member's own picture: sent, seen as the club's settings say, and gone when it has to be."""

from __future__ import annotations

import io

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from goclub.common.canonical import batches, tables_of, write_lines
from goclub.common.photos import FACE, Photo, read_photo
from goclub.games.people.services.erasing import erase_name
from goclub.games.people.services.merging import MergeChoice, MergeSide, merge_members
from goclub.members.models import ClubSettings, Member, MemberPicture
from goclub.members.people.services import remove_picture, save_picture
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY
from goclub.members.tests.factories import fresh, make_member, signed_in
from ratings.errors import RuleError

Faces = ClubSettings.Faces


def photo(colour: tuple[int, int, int] = (200, 30, 30)) -> Photo:
    target = io.BytesIO()
    Image.new("RGB", (400, 300), colour).save(target, "PNG")
    return read_photo(target.getvalue(), FACE)


def give(member: Member, colour: tuple[int, int, int] = (200, 30, 30)) -> Member:
    return save_picture(Act(None), member, photo(colour))


def address(member: Member, size: str = "small") -> str:
    return reverse("members:face", args=[member.pk, member.face, size])


def club(**values: str) -> None:
    ClubSettings.objects.update_or_create(pk=1, defaults=values)


def sent(client, data: bytes, name: str = "me.jpg"):
    return client.post(
        reverse("members:picture"), {"picture": SimpleUploadedFile(name, data, "image/jpeg")}
    )


def test_a_picture_is_sent_replaced_and_removed_again(client):
    me = signed_in(client, "Ewa Nowak")
    target = io.BytesIO()
    Image.new("RGB", (700, 500), (9, 99, 9)).save(target, "JPEG")
    assert sent(client, target.getvalue()).status_code == 302
    first = fresh(me).face
    page = client.get(me.get_absolute_url()).content.decode()
    assert address(fresh(me), "large") in page
    Image.new("RGB", (700, 500), (99, 9, 9)).save(target := io.BytesIO(), "WEBP")
    sent(client, target.getvalue(), "two.webp")
    assert fresh(me).face not in ("", first)
    assert MemberPicture.objects.count() == 1
    assert client.get(reverse("members:face", args=[me.pk, first, "small"])).status_code == 404
    client.post(reverse("members:picture-remove", args=[me.pk]))
    assert fresh(me).face == ""
    assert not MemberPicture.objects.exists()
    assert "EN</span>" in client.get(me.get_absolute_url()).content.decode()


def test_a_refused_file_changes_nothing_and_says_why(client):
    me = give(signed_in(client, "Ewa"))
    answer = sent(client, b"<svg xmlns='http://www.w3.org/2000/svg'/>", "me.svg")
    assert answer.status_code == 422
    assert "is not a picture that can be read" in answer.content.decode()
    assert client.post(reverse("members:picture")).status_code == 422
    assert fresh(me).face == me.face


@pytest.mark.postgres
def test_a_picture_is_served_as_a_picture_that_the_browser_keeps(client):
    me = give(signed_in(client, "Ewa"))
    answer = client.get(address(me, "large"))
    assert answer.headers["Content-Type"] == "image/webp"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    caching = answer.headers["Cache-Control"]
    assert {"private", "immutable", "max-age=31536000"} == set(caching.split(", "))
    assert Image.open(io.BytesIO(answer.content)).size == (320, 320)
    assert client.get(address(me, "huge")).status_code == 404


@pytest.mark.parametrize(
    ("faces", "visitors_see", "shows_profile", "member_sees", "visitor_sees"),
    [
        (Faces.MEMBERS, "everything", True, True, False),
        (Faces.EVERYONE, "everything", True, True, True),
        (Faces.EVERYONE, "everything", False, True, False),
        (Faces.EVERYONE, "table", True, True, False),
        (Faces.OFF, "everything", True, False, False),
    ],
)
def test_pictures_are_seen_as_the_club_says(
    client, faces, visitors_see, shows_profile, member_sees, visitor_sees
):
    club(faces=faces, visitors_see=visitors_see)
    ken = give(make_member("Ken", shows_profile=shows_profile))
    members = reverse("games:members")

    def seen() -> set[bool]:
        in_list = address(ken) in client.get(members).content.decode()
        return {in_list, client.get(address(ken)).status_code == 200}

    assert seen() == {visitor_sees}
    signed_in(client, "Reader")
    assert seen() == {member_sees}


def test_a_list_of_faces_asks_no_more_than_a_list_of_initials(client, django_assert_num_queries):
    people = [make_member(f"Player {letter}") for letter in "ABCDEF"]
    signed_in(client, "Reader")
    members = reverse("games:members")
    client.get(members)
    with CaptureQueriesContext(connection) as without:
        client.get(members)
    for number, member in enumerate(people):
        give(member, (number, 9, 9))
    with django_assert_num_queries(len(without)):
        page = client.get(members).content.decode()
    assert page.count('<img class="face') == len(people)


@pytest.mark.parametrize(
    ("role", "of", "allowed"),
    [
        (MEMBER, MEMBER, False),
        (ORGANISER, MEMBER, False),
        (SECRETARY, MEMBER, True),
        (SECRETARY, CHAIR, False),
        (CHAIR, SECRETARY, True),
    ],
)
def test_admins_remove_pictures_of_those_below_them(role, of, allowed):
    make_member("Another chair", role=CHAIR)
    ken, by = give(make_member("Ken", role=of)), make_member("By", role=role)
    act = Act(by.user)
    if allowed:
        remove_picture(act, ken)
    else:
        with pytest.raises((PermissionDenied, RuleError)):
            remove_picture(act, ken)
    assert bool(fresh(ken).face) is not allowed
    with pytest.raises(PermissionDenied):
        save_picture(act, ken, photo())


def test_a_replaced_name_takes_the_picture_along():
    ken, chair = give(make_member("Kenichiro")), make_member("Chair", role=CHAIR)
    erase_name(Act(chair.user), ken)
    assert fresh(ken).face == ""
    assert not MemberPicture.objects.exists()


@pytest.mark.parametrize("kept_has_one", [True, False])
def test_a_merge_keeps_the_picture_of_the_one_who_stays(kept_has_one):
    kept, gone = make_member("Ken"), give(make_member("Kenny"), (1, 2, 3))
    if kept_has_one:
        kept = give(kept, (4, 5, 6))
    before = kept.face
    merge_members(
        Act(None),
        kept,
        gone=gone,
        reason="one person",
        choice=MergeChoice(MergeSide.KEPT, MergeSide.KEPT),
    )
    assert fresh(kept).face == before
    assert [row.digest for row in MemberPicture.objects.all()] == [before] * kept_has_one


@pytest.mark.postgres
def test_a_picture_survives_a_backup_to_the_last_byte():
    ken = give(make_member("Ken"))
    [table] = tables_of([MemberPicture])
    lines = b"".join(text for _count, text in batches(table)).splitlines()
    before = MemberPicture.objects.values_list("digest", "small", "large")
    kept = [(digest, bytes(small), bytes(large)) for digest, small, large in before]
    MemberPicture.objects.all().delete()
    assert write_lines(table, lines) == 1
    picture = MemberPicture.objects.get(member=ken)
    assert (picture.digest, bytes(picture.small), bytes(picture.large)) == kept[0]
