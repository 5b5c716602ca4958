"""A stored record that cannot be read: its pages say so and offer the file; nothing else breaks."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from goclub.games.library.services import filing
from goclub.games.library.services import positions as indexing
from goclub.games.library.services.comments import add_variation, read_comments
from goclub.games.library.services.filing import file_record
from goclub.games.library.services.importing import import_kifu
from goclub.games.library.services.records import UnreadableKifu, read_kifu, upload_kifu
from goclub.games.models import Game, Kifu, KifuNote, KifuVariation, Position
from goclub.games.tests.factories import play
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import read
from goclub.go.records.record import Record
from goclub.go.records.write import write_record
from goclub.members.models import User
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member

# White takes the ko back at once, which an earlier release let pass beside an edit.
BROKEN = "(;GM[1]SZ[9]PB[Ann]PW[Ben]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];;W[bb])"
LIFTED = b"(;GM[1]SZ[9]PB[Ann]PW[Ben]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];AE[ii];W[bb])"


def filed(sgf: str, by: User | None = None) -> Kifu:
    return file_record(Act(by), read(sgf.encode()), data=sgf.encode(), filename="a.sgf")


def broken(by: User | None = None, game: Game | None = None) -> Kifu:
    """A record of the library whose text no longer passes the checks."""
    kifu = filed("(;GM[1]SZ[9]PB[Ann]PW[Ben];B[cb];W[bb];B[ee])", by)
    if game:
        Kifu.objects.filter(pk=kifu.pk).update(game=game, filed_at=None)
    Kifu.objects.filter(pk=kifu.pk).update(normalised=BROKEN, original=BROKEN.encode())
    return Kifu.objects.get(pk=kifu.pk)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


PAGES = ("kifu-detail", "kifu-embed", "kifu-print", "kifu-count", "kifu-comments", "kifu-variation",
         "kifu-comments-sgf", "guess")  # fmt: skip


def test_its_pages_say_so_and_offer_the_files_as_they_are() -> None:
    user = make_member().user
    kifu = broken(by=user)
    client = signed_in(user)
    files = [reverse(f"games:{name}", args=[kifu.pk]) for name in ("record", "record-original")]
    for name in PAGES:
        answer = client.get(reverse(f"games:{name}", args=[kifu.pk]))
        assert answer.status_code == 200, name
        text = answer.content.decode()
        assert "This record cannot be read" in text
        assert all(file in text for file in files)
    assert [client.get(file).content for file in files] == [BROKEN.encode()] * 2
    text = signed_in(make_member().user).get(kifu.get_absolute_url()).content.decode()
    assert [file in text for file in files] == [True, False]  # the original is the uploader's


def test_the_game_keeps_its_page() -> None:
    game = play(make_member(), make_member())
    kifu = broken(game=game)
    client = signed_in(make_member().user)
    page = client.get(game.get_absolute_url())
    assert page.status_code == 200
    assert "This record cannot be read" in page.content.decode()
    assert game.black.display_name in page.content.decode()
    for address in (
        reverse("games:kifu-list"), reverse("games:kifu-list") + "?names=Ann",
        reverse("games:positions") + f"?kifu={kifu.pk}", reverse("games:list"), "/",
    ):  # fmt: skip
        assert client.get(address, follow=True).status_code == 200
    assert client.get(f"/api/v1/games/{game.pk}/record").status_code in (401, 409)


def test_what_is_posted_about_it_is_refused() -> None:
    user = make_member().user
    kifu = broken(by=user)
    client = signed_in(user)
    for name, data in (
        ("kifu-comments", {"text": "Well.", "at": "1"}),
        ("kifu-variation", {"at": "0", "moves": "Bcc"}),
    ):
        answer = client.post(reverse(f"games:{name}", args=[kifu.pk]), data)
        assert answer.status_code in (200, 422)
        assert "This record cannot be read" in answer.content.decode()
    assert not KifuNote.objects.exists()
    assert not KifuVariation.objects.exists()


def test_a_game_whose_record_is_unreadable_is_still_decided() -> None:
    """Its record leaves the index and comes back; nobody learns a name from it."""
    game = play(make_member(), make_member())
    broken(game=game)
    game = Game.objects.select_related("kifu").get(pk=game.pk)
    indexing.keep_index(game)
    assert not Position.objects.exists()


def test_another_record_of_the_same_game_can_be_uploaded() -> None:
    moves = "".join(f";{'BW'[n % 2]}[{'abcdefghi'[n % 9]}{'abcdefghi'[n // 9]}]" for n in range(30))
    sgf = f"(;GM[1]SZ[9]PB[Ann]PW[Ben]{moves})"
    Kifu.objects.filter(pk=filed(sgf).pk).update(normalised=BROKEN)
    user = make_member().user
    file = SimpleUploadedFile("b.sgf", sgf.encode())
    answer = signed_in(user).post(reverse("games:kifu-upload"), {"file": file}, follow=True)
    assert answer.status_code == 200


def test_a_rebuild_names_it_and_goes_on() -> None:
    """Neither the records before it nor those behind it are lost."""
    sound = [filed(f"(;GM[1]SZ[9]PB[Eva];B[{a}{a}];W[cd])") for a in "abc"]
    middle = broken()
    sound += [filed(f"(;GM[1]SZ[9]PB[Eva];B[{a}{a}];W[cd])") for a in "efg"]
    said, faults = io.StringIO(), io.StringIO()
    call_command("index_positions", "--rebuild", stdout=said, stderr=faults)
    assert set(Position.objects.values_list("kifu", flat=True)) == {kifu.pk for kifu in sound}
    assert "6 records indexed" in said.getvalue()
    assert f"Kifu {middle.pk} (Ann – Ben) cannot be read" in faults.getvalue()
    assert len(faults.getvalue().splitlines()) == 1


def test_what_the_issue_names_is_accepted_and_readable() -> None:
    user = make_member().user
    client = signed_in(user)
    kifu = upload_kifu(Act(user), LIFTED, filename="ko.sgf")
    assert client.get(reverse("games:report") + f"?kifu={kifu.pk}").status_code == 200
    client.post(reverse("games:kifu-file", args=[kifu.pk]))
    for name in PAGES:
        answer = client.get(reverse(f"games:{name}", args=[kifu.pk]))
        assert answer.status_code == 200
        assert "This record cannot be read" not in answer.content.decode()
    call_command("index_positions", "--rebuild", stdout=io.StringIO())
    assert Position.objects.filter(kifu=kifu).exists()


def test_reading_it_raises_what_pages_answer_for() -> None:
    kifu = broken()
    with pytest.raises(UnreadableKifu) as error:
        read_kifu(kifu)
    assert (error.value.kifu, error.value.why.reason) == (kifu, "records.illegal_move")


def test_a_variation_that_no_longer_fits_is_left_out() -> None:
    user = make_member().user
    kifu = filed("(;GM[1]SZ[9];B[cb];W[bb];B[ee])", user)
    variation = add_variation(Act(user), kifu, spot="3", moves="Wff", text="")
    Kifu.objects.filter(pk=kifu.pk).update(normalised="(;GM[1]SZ[9];B[cb];W[bb];B[ff])")
    assert read_comments(Kifu.objects.get(pk=kifu.pk)).node_of(variation) is None
    assert signed_in(user).get(kifu.get_absolute_url()).status_code == 200


def test_what_could_not_be_read_again_is_refused_and_the_others_are_filed(tmp_path, monkeypatch):
    """Whatever the checks overlook: nothing is kept that no page could show."""

    def write(record: Record) -> bytes:
        return BROKEN.encode() if record.header.black == "Ann" else write_record(record)

    monkeypatch.setattr(filing, "write_record", write)
    games = [f"(;GM[1]SZ[9]PB[{name}];B[cb];W[bb])" for name in ("Eva", "Ann", "Ida")]
    (tmp_path / "three.sgf").write_text("\n".join(games))
    outcomes = list(import_kifu(Act(None), [tmp_path]))
    assert [outcome.status for outcome in outcomes] == ["accepted", "rejected", "accepted"]
    assert {kifu.black_name for kifu in Kifu.objects.all()} == {"Eva", "Ida"}
    with pytest.raises(KifuError):
        filed(games[1])
