"""The library, the pages of a kifu, and the preview of an upload."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from xml.etree import ElementTree

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.gate import gate_open
from goclub.common.http import packed
from goclub.common.tests.reading import codes
from goclub.common.tests.reading import read as read_page
from goclub.games.library.services.enriching import file_games
from goclub.games.library.services.filing import file_record, withdraw_record
from goclub.games.library.services.records import upload_kifu
from goclub.games.library.views import collections
from goclub.games.models import Game, Kifu
from goclub.games.playing.services.reports import report_game
from goclub.games.tests.factories import at, facts
from goclub.go.records.reading import MAX_BYTES, read, read_all
from goclub.go.records.tests.samples import TREE
from goclub.go.records.tests.text import LINE, sgf
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER, SECRETARY
from goclub.members.tests.factories import as_member, fresh, make_member

LONG = [*LINE, "ck", "qn", "ql", "on"]


def filed(data=None, by=None, **more):
    data = data or sgf(moves=LONG, **more)
    return file_record(Act(by, at()), read(data), data=data, filename="g.sgf")


def upload(client, data, **more):
    file = SimpleUploadedFile("a@example.org.sgf", data)
    return client.post(reverse("games:kifu-upload"), {"file": file, **more}, follow=True)


@pytest.fixture
def people(client):
    return {
        "uploader": make_member("佐藤 健"),
        "member": make_member("Anong <b>S.</b>"),
        "organiser": make_member(role=ORGANISER),
        "secretary": make_member(role=SECRETARY),
    }


# --- Who may look -----------------------------------------------------------------------------
PAGES = ("kifu-detail", "kifu-print", "kifu-embed", "record")


def test_everybody_may_look_at_a_record_of_the_library(client, people):
    kifu = filed(by=people["uploader"].user)
    for name in PAGES:
        url = reverse(f"games:{name}", args=[kifu.pk])
        assert client.get(url).status_code == 200
    for name in ("kifu-list", "kifu-feed"):
        assert client.get(reverse(f"games:{name}")).status_code == 200


def test_where_visitors_see_nothing_they_are_asked_in(client, people):
    ClubSettings.objects.update_or_create(pk=1, defaults={"visitors_see": "nothing"})
    kifu = filed()
    for name in PAGES:
        wanted = 404 if name == "kifu-embed" else 302
        assert client.get(reverse(f"games:{name}", args=[kifu.pk])).status_code == wanted
    for name in ("kifu-list", "kifu-feed"):
        assert client.get(reverse(f"games:{name}")).status_code == 302
    assert as_member(client, people["member"]).get(kifu.get_absolute_url()).status_code == 200


def test_the_original_is_for_the_uploader_and_the_office(client, people):
    url = reverse("games:record-original", args=[filed(by=people["uploader"].user).pk])
    found = {"visitor": client.get(url).status_code}
    for role, member in people.items():
        found[role] = as_member(client, member).get(url).status_code
    assert found == {
        "visitor": 404, "uploader": 200, "member": 404, "organiser": 404, "secretary": 200,
    }  # fmt: skip
    assert client.get(url).content == sgf(moves=LONG)


def test_a_draft_is_seen_by_nobody_else(client, people):
    draft = upload_kifu(Act(people["uploader"].user, at()), sgf(moves=LONG), filename="x")
    for name in PAGES:
        assert client.get(reverse(f"games:{name}", args=[draft.pk])).status_code == 404
    client.force_login(people["member"].user)
    for name in ("discard", "encoding", "games", "file"):
        url = reverse(f"games:kifu-{name}", args=[draft.pk])
        assert client.post(url, {"encoding": "cp932"}).status_code == 404
    client.logout()
    assert client.post(url).status_code == 302
    assert draft not in Kifu.objects.in_library()


def test_the_kifu_of_a_void_game_is_not_shown(client, people):
    black, white = people["uploader"], people["member"]
    draft = upload_kifu(Act(black.user, at()), sgf(moves=LONG), filename="x")
    game = report_game(Act(black.user, at()), facts(black, white), kifu=draft)
    page = client.get(reverse("games:kifu-detail", args=[draft.pk]) + "?move=3")
    assert page["Location"] == f"{game.get_absolute_url()}?move=3"
    assert client.get(reverse("games:kifu-list")).context["total"] == 1
    with gate_open():
        Game.objects.update(state=Game.State.VOID)
    assert client.get(reverse("games:record", args=[draft.pk])).status_code == 404
    assert client.get(reverse("games:kifu-list")).context["total"] == 0


def test_the_uploader_or_the_desk_takes_a_record_out_again(client, people):
    for role, status in (("member", 403), ("uploader", 302), ("organiser", 302)):
        kifu = filed(by=people["uploader"].user)
        url = reverse("games:record-withdraw", args=[kifu.pk])
        client.force_login(people[role].user)
        assert client.post(url).status_code == (403 if status == 403 else 200)
        assert Kifu.objects.filter(pk=kifu.pk).exists()
        assert client.post(url, {"confirmed": "1"}).status_code == status
        assert Kifu.objects.filter(pk=kifu.pk).exists() is (status == 403)
        Kifu.objects.all().delete()


# --- The page ---------------------------------------------------------------------------------
def test_without_script_there_are_numbers_variations_and_a_table(client):
    url = filed(TREE).get_absolute_url()
    page = read_page(client.get(url + "?node=2&table=1"))
    assert page.has("svg .number.on-black")
    assert page.has('a[href="?node=6#board"]')
    assert len(page.all("th[scope=row]")) == 19
    assert page.has("th[scope=row]")
    assert any("Black" in text for text in page.texts("main td"))
    assert client.get(url + "?node=6").context["node"].comment == "Approach"
    for bad in ("node=99", "node=x", "move=-1", "move=²", "node=99999999999999999999"):
        assert client.get(f"{url}?{bad}").status_code == 404
    assert (
        client.get(f"{url}?move=٣").context["node"] == client.get(f"{url}?move=3").context["node"]
    )


def test_a_frame_on_another_site_is_allowed_for_the_embedded_board_alone(client):
    kifu = filed()
    embedded = client.get(reverse("games:kifu-embed", args=[kifu.pk]))
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "script-src 'self'" in embedded["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded
    page = client.get(kifu.get_absolute_url())
    assert '<iframe src="http://testserver/kifu/' in read_page(page).one("main").text
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_the_printed_game_has_diagrams_of_fifty_moves_and_its_comments(client):
    letters = "abcdefghijklmnopqrs"
    points = [f"{x}{y}" for y in letters[::2] for x in letters][:120]
    kifu = filed(sgf(moves=points, extra="C[Before <i>the</i> game.]"))
    page = client.get(reverse("games:kifu-print", args=[kifu.pk]))
    assert [d["title"] for d in page.context["diagrams"]] == [
        "Moves 1 to 50", "Moves 51 to 100", "Moves 101 to 120",
    ]  # fmt: skip
    printed = read_page(page)
    assert "Before <i>the</i> game." in printed.text
    assert len(printed.all("svg[xmlns]")) == 3


def test_a_record_speaks_of_its_game_and_its_moves_in_words(client):
    kifu = filed(
        b"(;SZ[9]PB[a]BT[East]DT[April 14-15, 1957]RO[3]HA[2]AB[cc][gg]TM[5400]OT[5x30 byo-yomi]"
        b";W[ee]N[Centre]TE[2];B[ec]BM[1]C[Why?];C[Only words])"
    )
    page = client.get(kifu.get_absolute_url() + "?move=1")
    said = read_page(page)
    for text in ("a (East)", "1957-04-14,15", "1 h 30 min + byo-yomi 5 × 30 s"):
        assert text in said.text
    assert "2" in said.texts("dd bdi")
    assert page.context["heading"] == "Centre · Very good move"
    assert "Bad move" in page.context["tree_json"]
    printed = client.get(reverse("games:kifu-print", args=[kifu.pk]))
    comments = [said for row in printed.context["diagrams"] for said in row["comments"]]
    assert comments == [(1, "Centre · Very good move"), (2, "Bad move\nWhy?"), (2, "Only words")]


def test_addresses_of_mail_are_shown_to_nobody_else(client, people):
    client.force_login(people["uploader"].user)
    data = b"From: me@example.org\n\n" + sgf(
        "me@example.org", moves=LONG, extra="C[write to you@example.org]"
    )
    upload(client, data)
    draft = Kifu.objects.get()
    client.post(reverse("games:kifu-file", args=[draft.pk]))
    for name in ("kifu-detail", "record", "kifu-print"):
        assert b"@example.org" not in client.get(reverse(f"games:{name}", args=[draft.pk])).content
    assert b"me@example.org" in bytes(draft.original)


# --- The list ---------------------------------------------------------------------------------
def games_found(client, **asked):
    page = client.get(reverse("games:kifu-list"), asked)
    assert page.status_code == 200
    return {kifu.black_name for kifu, *_shown in page.context["cards"]}


def test_the_library_is_searched_by_what_records_say(client):
    filed(sgf("Mori Aoi", moves=LONG, result="W+R", komi="6.5", date="2020-01-01"))
    filed(sgf("森 葵", moves=LONG[:21], komi="0.5", extra="HA[2]EV[Honinbo]C[A ladder.]"))
    filed(b"(;SZ[9]PB[Nine]RE[0];B[ee])")
    filed(b"(;SZ[13:9]PB[Odd]RE[?];B[ee])")
    everybody = {"Mori Aoi", "森 葵", "Nine", "Odd"}
    for asked, wanted in (
        ({}, everybody),
        ({"q": "aoi mori"}, set()),
        ({"q": "MORI"}, {"Mori Aoi"}),
        ({"q": "葵"}, {"森 葵"}),
        ({"q": "'; --"}, set()),
        ({"result": "W"}, {"Mori Aoi"}),
        ({"result": "J"}, {"Nine"}),
        ({"result": "none"}, {"Odd"}),
        ({"size": "9"}, {"Nine"}),
        ({"size": "other"}, {"Odd"}),
        ({"handicap": "2"}, {"森 葵"}),
        ({"handicap": "none"}, everybody - {"森 葵"}),
        ({"komi": "6.5"}, {"Mori Aoi"}),
        ({"komi": "6.25"}, set()),
        ({"komi": "900"}, set()),
        ({"komi": "-1e999999999"}, set()),
        ({"event": "honin"}, {"森 葵"}),
        ({"text": "ladder"}, {"森 葵"}),
        ({"since": "2021-01-01"}, {"森 葵"}),
        ({"until": "2020-12-31"}, {"Mori Aoi"}),
        ({"since": "nonsense", "size": "7"}, everybody),
    ):
        assert games_found(client, **asked) == wanted, asked


def test_lists_name_members_as_the_reader_reads_them(client):
    names = {"romanised_name": "Anong Srisuk"}
    anong, bo = make_member("อนงค์ ศรีสุข", **names), make_member("Bo")
    draft = upload_kifu(Act(bo.user, at()), sgf("อนงค์ ศรีสุข", "Bo", moves=LONG), filename="x")
    report_game(Act(bo.user, at()), facts(anong, bo), kifu=draft)
    library = read_page(client.get(reverse("games:kifu-list")))
    assert library.texts(".kifu-card .name") == ["Anong Srisuk", "Bo"]
    results_page = read_page(client.get(reverse("search"), {"q": "Anong"}))
    assert "Anong Srisuk – Bo" in results_page.texts(".name")


def test_the_list_asks_the_same_at_one_and_at_thirty(client, people):
    counts = []
    for rows in (1, 29):
        for number in range(rows):
            filed(sgf(f"P{number}", moves=LONG), by=people["uploader"].user)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("games:kifu-list"))
            client.get(reverse("games:kifu-feed"))
            client.get(reverse("games:kifu-list") + "?format=sgf").getvalue()
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_selection_is_downloaded_as_one_file(client):
    first, second = filed(sgf("One", moves=LONG)), filed(sgf("Two", moves=LONG, result="W+R"))
    url = reverse("games:kifu-list")
    whole = client.get(url, {"format": "sgf"}).getvalue()
    assert [game.header.black for game in read_all(whole)] == ["One", "Two"]
    assert read(client.get(url, {"format": "sgf", "result": "W"}).getvalue()).header.black == "Two"
    chosen = client.get(url, {"format": "zip", "pk": [first.pk, "x", "9" * 30]})
    with zipfile.ZipFile(io.BytesIO(chosen.content)) as archive:
        assert archive.namelist() == [f"kifu-{first.pk}.sgf"]
        assert archive.read(archive.namelist()[0]).decode() == first.normalised
    assert second.normalised.encode() in whole


def test_the_feed_is_atom_and_escapes_names(client):
    kifu = filed(sgf("<b>Bo</b>", moves=LONG))
    feed = client.get(reverse("games:kifu-feed"))
    assert feed["Content-Type"].startswith("application/atom+xml")
    (entry,) = ElementTree.fromstring(feed.content).findall("{http://www.w3.org/2005/Atom}entry")
    assert entry.find("{http://www.w3.org/2005/Atom}title").text == "<b>Bo</b> – Anong S."
    link = entry.find("{http://www.w3.org/2005/Atom}link").get("href")
    assert link.endswith(kifu.get_absolute_url())


# --- The preview ------------------------------------------------------------------------------
def test_another_reading_of_the_names_is_chosen(client, people):
    client.force_login(people["uploader"].user)
    data = (
        sgf("XXXX", moves=LONG).replace(b"CA[UTF-8]", b"").replace(b"XXXX", "許功蓋".encode("big5"))
    )
    page = upload(client, data)
    readings = {row["encoding"]: row["players"] for row in page.context["readings"]}
    assert len(readings) > 1
    assert readings["big5hkscs"].startswith("許功蓋")
    draft = Kifu.objects.get()
    url = reverse("games:kifu-encoding", args=[draft.pk])
    for encoding in ("gb18030", "big5"):
        page = client.post(url, {"encoding": encoding}, follow=True)
        assert page.context["named"]["black"] == "許功蓋".encode("big5").decode(encoding)
    assert (fresh(draft).encoding, draft.black_name) == ("big5hkscs", "許功蓋")
    for bad in ({"encoding": "rot13"}, {}):
        assert client.post(url, bad, follow=True).status_code == 200
        assert Kifu.objects.get().encoding == "big5hkscs"


def test_the_moves_before_an_illegal_one_are_shown_and_may_be_taken(client, people):
    page = upload(as_member(client, people["uploader"]), sgf(moves=[*LONG, LONG[0]]))
    assert (page.status_code, page.context["legal"]) == (422, 23)
    assert b"data-kifu" in page.content
    assert not Kifu.objects.exists()
    sent = dict.fromkeys(("kept", "kept_name"), "") | {"legal_part": "on"}
    for name in ("kept", "kept_name"):
        sent[name] = read_page(page).one(f'main input[name="{name}"]').attrs["value"]
    page = client.post(reverse("games:kifu-upload"), sent, follow=True)
    assert page.status_code == 200
    assert sent["kept_name"] == "a@example.org.sgf"
    assert Kifu.objects.get().moves == 23
    assert any("illegal" in oddity for oddity in page.context["oddities"])


def test_without_a_file_one_is_asked_for(client, people):
    client.force_login(people["uploader"].user)
    for sent in ({}, {"kept": "x"}, {"kept": packed(b"")}):
        page = client.post(reverse("games:kifu-upload"), sent)
        assert (page.status_code, codes(page.context["kifu_form"])) == (422, {"file": ["required"]})


def test_a_file_that_is_too_large_is_not_kept(client, people):
    page = upload(as_member(client, people["uploader"]), b"(;SZ[19]" + b" " * MAX_BYTES + b")")
    assert page.status_code == 422
    assert read_page(page).one('main input[name="kept"]').attrs.get("value", "") == ""


def test_the_same_game_is_named_with_a_link(client, people):
    known = filed(sgf("Somebody", moves=[*LONG, "bb"]))
    page = upload(as_member(client, people["uploader"]), sgf(moves=[f"{m[1]}{m[0]}" for m in LONG]))
    (row,) = page.context["alike"]
    assert row["kifu"] == known
    assert "is 1 move longer" in row["how"]
    assert known.get_absolute_url() in read_page(page).values("main a", "href")


def test_the_games_of_one_file_are_judged_alone(client, people):
    client.force_login(people["uploader"].user)
    bad = sgf("Bad", moves=["aa", "aa"])
    one = sgf("One", moves=LONG, extra="BR[3 kyu]WR[2d]")
    data = bad + one + sgf("Two", moves=LONG[2:]) + bad
    page = upload(client, data)
    assert read_page(page).texts("td.at-name .rank") == ["3k", "2d"]
    assert [bool(game.get("refused")) for game in page.context["games"]] == [
        True, False, False, True,
    ]  # fmt: skip
    rows = read_page(page).all("table.rows tbody tr")
    places = ("at-lead", "at-name", "at-end")
    assert [[len(row.all(f"td.{place}")) for place in places] for row in rows] == [[1, 1, 1]] * 4
    assert [len(row.all("td.at-more button")) for row in rows] == [0, 1, 1, 0]
    draft = Kifu.objects.get()
    assert (draft.number, draft.black_name) == (2, "One")
    url = reverse("games:kifu-games", args=[draft.pk])
    page = client.post(url, {"report": 3}, follow=True)
    assert page.context["named"]["black"] == "Two"
    client.post(url, {"number": [2, 3, 4]}, follow=True)
    one, two = Kifu.objects.in_library().order_by("number")
    assert (one.black_name, two.black_name) == ("One", "Two")
    assert one.file_bytes == two.file_bytes == data
    page = client.post(url, {"number": [2, 3]}, follow=True)
    assert [bool(game.get("twin")) for game in page.context["games"]] == [False, True, True, False]
    assert Kifu.objects.in_library().count() == 2
    for bad in ({}, {"report": 1}, {"report": "x"}, {"number": [99]}):
        assert client.post(url, bad, follow=True).status_code == 200


def test_when_the_first_of_a_file_goes_the_next_keeps_the_bytes(people):
    data = sgf("One", moves=LONG) + sgf("Two", moves=LONG[2:])
    user = people["uploader"].user
    draft = upload_kifu(Act(user, at()), data, filename="x")
    taken, refused = file_games(Act(user, at()), draft, numbers=[1, 2])
    assert ([done.status for done in taken], refused) == (["filed", "filed"], 0)
    one, two = (done.kifu for done in taken)
    withdraw_record(Act(user), one)
    assert (fresh(two).source, two.file_bytes) == (None, data)


def test_a_record_that_is_no_game_of_the_club_goes_into_the_library(client, people):
    upload(as_member(client, people["uploader"]), sgf(moves=LONG))
    draft = Kifu.objects.get()
    page = client.post(reverse("games:kifu-file", args=[draft.pk]), follow=True)
    assert page.redirect_chain[-1][0] == reverse("games:kifu-detail", args=[draft.pk])
    assert client.post(reverse("games:kifu-file", args=[draft.pk])).status_code == 404
    assert Kifu.objects.in_library().get().filename == "[e-mail removed]"


# --- What a record is called, and what its board offers -------------------------------------------
@pytest.mark.parametrize(
    ("head", "title"),
    [
        (b"PB[Sato]PW[Anong]EV[Spring cup]", "Sato – Anong"),
        (b"EV[Spring cup]DT[2025-04-01]", "Spring cup · 2025-04-01"),
        (b"DT[2025-04-01]", "Game record of 2025-04-01"),
        (b"", "Game record with 2 moves"),
    ],
)
def test_a_record_opens_with_a_better_title_than_its_files_name(client, head, title):
    kifu = filed(b"(;SZ[9]" + head + b";B[ee];W[cc])")
    page = read_page(client.get(kifu.get_absolute_url()))
    assert str(kifu) == title
    assert kifu.filename
    assert kifu.filename not in page.one("h1").text
    assert kifu.filename not in page.one("head title").text
    if not kifu.has_names:
        assert page.one("h1").text == title


def test_several_files_and_an_archive_go_into_the_library_at_once(client, people):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("in/one.sgf", sgf("One", moves=LONG))
        archive.writestr("two.sgf", sgf("Two", moves=LONG[2:]) + sgf("Three", moves=LONG[4:]))
        archive.writestr("notes.txt", "not a record")
    files = [
        SimpleUploadedFile("all.zip", whole.getvalue()),
        SimpleUploadedFile("four <b>.sgf", sgf("Four", moves=LONG[1:])),
        SimpleUploadedFile("again.sgf", sgf("One", moves=LONG)),
        SimpleUploadedFile("broken.sgf", b"\x00\x01 nothing"),
        SimpleUploadedFile("empty.zip", whole.getvalue()[:60]),
    ]
    as_member(client, people["uploader"])
    address = reverse("games:kifu-files")
    assert address in read_page(client.get(reverse("games:report"))).values("a", "href")
    page = client.post(address, {"file": files})
    rows = page.context["outcomes"]
    assert [(row["file"], row["game"], row["outcome"].status) for row in rows] == [
        ("all.zip › notes.txt", None, "rejected"),
        ("broken.sgf", None, "rejected"),
        ("empty.zip", None, "rejected"),
        ("all.zip › in/one.sgf", None, "accepted"),
        ("all.zip › two.sgf", 1, "accepted"),
        ("all.zip › two.sgf", 2, "accepted"),
        ("four <b>.sgf", None, "accepted"),
        ("again.sgf", None, "duplicate"),
    ]
    assert page.context["added"] == Kifu.objects.in_library().count() == 4
    assert all(row["text"] for row in rows)
    text = " ".join(read_page(page).one("section").text.split())
    assert "4 games added 3 could not be added. 1 was already here." in text
    assert client.post(address, {}).status_code == 422
    client.logout()
    assert client.get(address).status_code == 302


def test_a_folder_of_records_may_be_chosen_as_a_whole(client, people):
    """Browsers send each of its files."""
    as_member(client, people["uploader"])
    files = [SimpleUploadedFile(f"{n}.sgf", sgf("One")) for n in range(101)]
    page = client.post(reverse("games:kifu-files"), {"file": files})
    assert (page.context["added"], page.context["known"]) == (1, 100)


def test_a_large_collection_is_no_matter_of_one_request(client, people):
    """Its games are chosen page by page; filing thousands at once would hold up everybody."""
    as_member(client, people["uploader"])
    collection = b"(;SZ[9];B[ee])" * 101
    files = [SimpleUploadedFile("all.sgf", collection), SimpleUploadedFile("a.sgf", sgf("One"))]
    page = client.post(reverse("games:kifu-files"), {"file": files})
    reasons = [(row["file"], row["outcome"].reason) for row in page.context["outcomes"]]
    assert reasons == [("all.sgf", "large_collection"), ("a.sgf", "")]
    assert "more than 100 games" in page.content.decode()
    assert Kifu.objects.in_library().count() == 1


def test_what_comes_after_the_games_of_one_request_is_sent_again(client, people, monkeypatch):
    monkeypatch.setattr(collections, "MOST_IN_ONE_REQUEST", 3)
    as_member(client, people["uploader"])
    files = [SimpleUploadedFile(f"{n}.sgf", sgf("One")) for n in range(12)]
    page = client.post(reverse("games:kifu-files"), {"file": files})
    reasons = Counter(row["outcome"].reason for row in page.context["outcomes"])
    assert reasons == {"": 1, "identical": 9, "next_upload": 2}
    assert "Upload the file again" in page.content.decode()
