"""The welcome of the club: a text for each language, two pictures, seen by everyone."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from goclub.common.tests.reading import read
from goclub.members.models import ClubPicture, ClubSettings
from goclub.members.roles import CHAIR, SECRETARY
from goclub.members.tests.factories import signed_in

pytestmark = pytest.mark.usefixtures("founded")

PAGE = "members:welcome"
TEXTS = {"text_en": "We meet **above** the shop.", "text_ja": "茶店の2階です。", "text_pl": "  "}


def jpeg(colour=(9, 99, 9)):
    target = io.BytesIO()
    Image.new("RGB", (900, 600), colour).save(target, "JPEG")
    return SimpleUploadedFile("room.jpg", target.getvalue(), "image/jpeg")


def start(client, language):
    client.logout()
    return read(client.get("/", headers={"accept-language": language}))


def test_each_visitor_reads_the_text_in_their_language_or_the_clubs(client):
    ClubSettings.objects.update(language="ja")
    signed_in(client, role=CHAIR)
    assert client.post(reverse(PAGE), TEXTS).status_code == 302
    assert ClubSettings.objects.get().welcome_texts == {
        "en": TEXTS["text_en"], "ja": TEXTS["text_ja"],
    }  # fmt: skip
    english = start(client, "en").one(".welcome")
    assert (english.text, english.one("strong").text) == ("We meet above the shop.", "above")
    for language in ("ja", "pl", "th"):
        assert start(client, language).one(".welcome").text == TEXTS["text_ja"]
    # Without a text in the club's language any other is better than none.
    ClubSettings.objects.update(language="th")
    assert start(client, "pl").one(".welcome").text == "We meet above the shop."
    ClubSettings.objects.update(welcome_texts={})
    assert start(client, "en").one(".welcome").text


def test_markup_in_a_welcome_stays_text(client):
    signed_in(client, role=CHAIR)
    client.post(reverse(PAGE), {"text_en": "<script>alert(1)</script> [x](javascript:alert(1))"})
    welcome = start(client, "en").one(".welcome")
    assert "<script>alert(1)</script>" in welcome.text
    assert not welcome.has("script")
    assert not welcome.has("a")


def test_two_pictures_are_added_described_replaced_and_removed(client):
    signed_in(client, role=CHAIR)
    sent = TEXTS | {"picture_1": jpeg(), "description_1": "The <b>room</b>", "picture_2": jpeg()}
    assert client.post(reverse(PAGE), sent).status_code == 302
    first, second = ClubPicture.objects.all()
    images = start(client, "en").all(".club-pictures img")
    assert [image.attrs["alt"] for image in images] == ["The <b>room</b>", ""]
    answer = client.get(images[0].attrs["src"])
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert client.get(reverse("members:club-picture", args=["0" * 32, "small"])).status_code == 404
    signed_in(client, role=CHAIR)
    # What is not sent again stays, with its new description; another picture has another address.
    client.post(reverse(PAGE), {"description_1": "Tea", "picture_2": jpeg((99, 9, 9))})
    kept, other = ClubPicture.objects.all()
    assert (kept.digest, kept.description) == (first.digest, "Tea")
    assert other.digest != second.digest
    client.post(reverse(PAGE), {"remove_1": "on", "description_1": "Tea"})
    assert list(ClubPicture.objects.all()) == [other]
    assert len(start(client, "en").all(".club-pictures img")) == 1


def test_a_file_that_is_no_picture_is_refused_and_the_texts_stay_typed(client):
    signed_in(client, role=CHAIR)
    svg = SimpleUploadedFile("x.jpg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/jpeg")
    answer = client.post(reverse(PAGE), TEXTS | {"picture_1": svg})
    assert answer.status_code == 422
    assert "not a picture that can be read" in read(answer).text
    assert TEXTS["text_ja"] in read(answer).text
    assert not ClubPicture.objects.exists()
    assert not ClubSettings.objects.get().welcome_texts


def test_only_the_chair_writes_it(client):
    signed_in(client, role=SECRETARY)
    assert client.get(reverse(PAGE)).status_code == 403
    assert client.post(reverse(PAGE), TEXTS).status_code == 403
    client.logout()
    assert client.get(reverse(PAGE)).status_code == 302
