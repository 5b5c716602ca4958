"""Players from a table: the dry run, the choices, storing once, taking back."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from goclub.common.refusals.words import accepted_text
from goclub.common.tests.reading import said, shows
from goclub.leagues.models import Change, Event, Participant
from goclub.leagues.models.participant import rank_text
from goclub.leagues.templatetags.events import change_words
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round
from goclub.leagues.tournament.services import registration
from goclub.leagues.tournament.services.steps import entry_json
from goclub.leagues.tournament.tests.table_desk import Desk, csv_of, press, queries_of
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member
from ratings.accepted import AcceptedRange


@pytest.fixture
def desk(client, organiser, event):
    return Desk(client, organiser, reverse("leagues:event-entries-file", args=[event.slug]))


def names(event):
    return [one.display_name for one in event.participants.order_by("number")]


# --- Players ------------------------------------------------------------------------------------
def test_a_look_stores_nothing_and_storing_enters_all_in_one_step(desk, event):
    add_guests(event, 1)
    page = desk.look(
        "name,first_name,rank,rating,club,country,egf_pin,rounds_absent\n"
        "Nowak,Ewa,3k,1800,Krak,pl,12345678,2 3\n"
        "<b>Bold</b>,Łukasz,2d,,,,,\n"
        "Guest 001,,3d,,,,,\n"
    )
    assert page.status_code == 200
    assert desk.kinds() == {2: "new", 3: "new", 4: "entered"}
    assert b"<b>Bold</b>" not in page.content
    assert names(event) == ["Guest 001"]

    version = Event.objects.get().version
    assert desk.store().status_code == 302
    assert names(event) == ["Guest 001", "Ewa Nowak", "Łukasz <b>Bold</b>"]
    ewa = event.participants.get(name="Nowak")
    assert (ewa.rank, ewa.rating, ewa.club, ewa.country) == (-3, 1800, "Krak", "PL")
    assert (ewa.egf_pin, ewa.member) == ("12345678", None)
    assert list(ewa.absences.values_list("number", "excused")) == [(2, True), (3, True)]
    assert event.participants.get(name="<b>Bold</b>").rating == 2200
    assert Event.objects.get().version == version + 1
    newest = event.changes.first()
    assert (newest.what, newest.after["entries"]) == ("imported", [ewa.pk, ewa.pk + 1])


def test_what_was_changed_after_the_look_is_looked_at_again(desk, event):
    desk.look("name,rank\nNowak,3k\n")
    assert desk.store(text="name,rank\nKowalska,3k\n").status_code == 422
    assert names(event) == []
    desk.look("name,rank\nNowak,3k\n")
    registration.register_guest(Act(None, at()), event, name="Nowak", rank=0)
    assert desk.store().status_code == 422
    assert desk.kinds() == {2: "entered"}
    assert names(event) == ["Nowak"]


def test_a_member_is_taken_only_where_somebody_says_so(desk, event):
    ken = make_member("佐藤 健", romanised_name="Sato Ken", points=119, club="Hoshi")
    page = desk.look("name,first_name,rank,country\nSATO,ken,5d,jp\nNowak,Ewa,3k,pl\n")
    assert desk.kinds() == {2: "ask", 3: "new"}
    own = registration.strength_of(ken)[0]
    assert desk.plan.lines[0].choices == ("", f"m{ken.pk}", f"f{ken.pk}", "guest", "skip")

    assert desk.store().status_code == 422
    assert said("say_who", "2") in desk.words()
    assert names(event) == []

    assert desk.store(**{desk.key(2): "m0"}).status_code == 422  # nobody's
    assert desk.store(**{desk.key(2): f"m{ken.pk}"}).status_code == 302
    one = event.participants.get(member=ken)
    assert (one.display_name, one.name, one.first_name) == ("佐藤 健", "Sato", "Ken")
    assert (one.rank, one.rank_source, one.club, one.country) == (own, "", "Hoshi", "JP")
    assert page.status_code == 200


@pytest.mark.parametrize(("said", "expected"), [("guest", 1), ("skip", 0)])
def test_a_guest_of_a_members_name_or_nobody(desk, event, said, expected):
    make_member("Ken Sato")
    desk.look("name,first_name,rank\nSato,Ken,5d\nNowak,Ewa,1d\n")
    desk.store(**{desk.key(2): said})
    assert event.participants.filter(name="Sato", member=None).count() == expected
    assert event.participants.filter(name="Nowak").count() == 1


def test_the_undecided_may_all_come_in_as_guests(desk, event):
    make_member("Ken Sato")
    desk.look("name,first_name,rank\nSato,Ken,5d\nKen,Sato,5d\n")
    assert desk.kinds() == {2: "ask", 3: "ask"}
    assert desk.store(guests="1").status_code == 302
    assert event.participants.filter(member=None).count() == 2


def test_one_member_cannot_be_two_lines(desk, event):
    ken = make_member("Ken Sato")
    desk.look("name,first_name,rank\nSato,Ken,5d\nKen,Sato,5d\n")
    page = desk.store(**{desk.key(number): f"f{ken.pk}" for number in (2, 3)})
    assert page.status_code == 422
    assert said("member_twice", "Ken Sato", lines="2 / 3") in desk.words()
    assert page.content.count(b" selected") >= 2  # what was said is kept
    assert names(event) == []


def test_a_member_who_is_entered_is_not_offered_again(desk, event):
    ken = make_member("佐藤 健", romanised_name="Sato Ken")
    registration.register_member(Act(None, at()), event, member=ken)
    desk.look("name,first_name,rank\nSato,Ken,1k\n佐藤,健,1k\n")
    assert desk.kinds() == {2: "entered", 3: "entered"}
    assert desk.store().status_code == 422
    assert said("tournament.nothing_to_store") in desk.words()


def test_somebody_else_of_an_entered_name_is_ticked(desk, event):
    registration.register_guest(
        Act(None, at()), event, name="Nowak", first_name="Jan", rank=0, egf_pin="11111111"
    )
    desk.look(
        "name,first_name,rank,egf_pin\nNowak,Jan,5k,\nLis,Ola,5k,11111111\nJan,Nowak,5k,22222222\n"
    )
    assert desk.kinds() == {2: "entered", 3: "entered", 4: "ask"}
    assert "Same as line 2 of this table." in desk.words()
    assert desk.plan.lines[1].choices == ("skip",)  # the number is his
    assert desk.store(**{desk.key(2): "guest", desk.key(4): "skip"}).status_code == 302
    assert sorted(event.participants.values_list("rank", flat=True)) == [-5, 0]


def test_refused_lines_name_line_and_column_and_the_others_come_in(desk, event):
    desk.look(
        "name,first_name,rank,rating,club,rounds_absent\n"
        "Nowak,Ewa,strong,,,\n"
        ",Jan,1d,,,\n"
        f"Lis,Ola,1d,9999,{'x' * 81},9\n"
        "Zak,Ala,1d,,,\n"
        "ŻAK,ala,1d,,,\n"
        f"{'y' * 5000},,1d,5000,,\n"
    )
    assert desk.kinds() == {n: {5: "new", 6: "ask"}.get(n, "refused") for n in range(2, 8)}
    words = desk.words()
    assert "Line 2 rank “strong” is not a valid rank here." in words
    assert "Line 3 name Please fill this in." in words
    assert "Line 4 rounds_absent 9 is out of range. Accepted: 1 to 3." in words
    assert "Same as line 5 of this table." in words
    assert said("tournament.too_long", accepted=AcceptedRange(None, 80)) in words
    assert "400" not in words, "a name is cut before it is judged"
    assert accepted_text(AcceptedRange(-900, 4000)) in words
    desk.store(**{desk.key(6): "skip"})
    assert names(event) == ["Ala Zak"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Please fill this in."),
        ("Nowak;3k\n", "“name” is missing"),
        ("name,rank,name\nA,1d,B\n", "twice"),
        ('name,rank\n"A,1d\n', "This CSV table cannot be read"),
        ("name,rank\n" + "".join(f"P{n},1d\n" for n in range(10_000)), "has 10,000 lines"),
    ],
    ids=["empty", "no heading", "heading twice", "broken", "too long"],
)
def test_a_table_that_cannot_be_read_is_refused_with_words_and_kept(desk, event, text, says):
    assert desk.look(text).status_code == 422
    assert says in desk.words()
    assert desk.page.context["plan"] is None
    assert desk.page.context["form"]["text"].value() == text.replace("\r\n", "\n")
    assert names(event) == []


def test_a_file_that_is_none_is_refused(desk):
    for data in (b"PK\x03\x04\0\0", b"", b"x" * (2 * 1024 * 1024 + 1)):
        assert desk.look(file=SimpleUploadedFile("players.csv", data)).status_code == 422


def test_the_sites_own_players_come_back_without_a_change(client, desk, event, organiser):
    registration.register_guest(
        Act(None, at()),
        event,
        name="=cmd()",
        first_name="-1+1",
        rank=2,
        club="@x",
        egf_pin="12345678",
        country="PL",
    )
    announced, missing, *_others = add_guests(event, 3)
    registration.alter_entry(
        Act(None, at()), announced, changes={"state": "preliminary", "correction": -2}
    )
    registration.set_absences(Act(None, at()), missing, absences={1: True, 3: False})
    Participant.objects.filter(pk=missing.pk).update(grade="4P")
    for name in ("?", "-"):
        registration.register_guest(Act(None, at()), event, name=name, rank=2, another=True)
    data = csv_of(client, event, "players")
    assert b"'=cmd()" in data
    desk.look(file=SimpleUploadedFile("players.csv", data))
    assert set(desk.kinds().values()) == {"entered"}

    other = make_event(organiser, name="Autumn Cup")
    desk.url = reverse("leagues:event-entries-file", args=[other.slug])
    desk.look(file=SimpleUploadedFile("players.csv", data))
    desk.store()
    assert csv_of(client, other, "players") == data
    for guest, copy in zip(event.participants.all(), other.participants.all(), strict=True):
        assert entry_json(copy) == entry_json(guest)
        excused = "number", "excused"
        assert set(copy.absences.values_list(*excused)) == set(guest.absences.values_list(*excused))
    assert other.participants.get(number=missing.number).grade == "4P"
    strange = other.participants.get(egf_pin="12345678")
    assert (strange.name, strange.first_name, strange.club) == ("=cmd()", "-1+1", "@x")


def test_namesakes_of_different_pins_are_two_and_come_back(client, desk, event, organiser):
    desk.look(
        "name,first_name,rank,egf_pin\nNowak,Jan,5k,11111111\nNowak,Jan,1d,22222222\n"
        "Lis,Ola,2k,\nLis,Ola,3k,\n"
    )
    assert desk.kinds() == {2: "new", 3: "new", 4: "new", 5: "ask"}
    assert len({line.key for line in desk.plan.lines}) == 4
    desk.store(**{desk.key(5): "guest"})
    assert names(event) == ["Jan Nowak", "Jan Nowak", "Ola Lis", "Ola Lis"]
    data = csv_of(client, event, "players")
    desk.look(file=SimpleUploadedFile("players.csv", data))
    assert set(desk.kinds().values()) == {"entered"}
    other = make_event(organiser, name="Autumn Cup")
    desk.url = reverse("leagues:event-entries-file", args=[other.slug])
    desk.look(file=SimpleUploadedFile("players.csv", data))
    desk.store(**{desk.key(5): "guest"})
    assert csv_of(client, other, "players") == data


def test_the_encoding_is_asked_where_letters_could_be_lost(desk, event):
    data = "name;first_name;rank\nKjær;Søren;3k\n".encode("cp1252")
    page = desk.look(file=SimpleUploadedFile("players.csv", data))
    assert page.status_code == 422
    assert said("files.which_encoding") in desk.words()
    assert "Windows-1252: Kjær;Søren;3k" in desk.words()
    desk.look(kept=page.context["form"].data["kept"], read_as="", encoding="cp1252")
    assert desk.kinds() == {2: "new"}
    desk.store()
    assert names(event) == ["Søren Kjær"]


def test_another_encoding_may_be_chosen_after_the_look(desk, event):
    data = "name;rank\nŁoś Ala;3k\nŻak Ewa;1d\nŹrebiec Ola;2k\n".encode("cp1250")
    form = desk.look(file=SimpleUploadedFile("players.csv", data)).context["form"]
    assert desk.plan.lines[0].player.first_name == "Łoś"
    text, kept = form.data["text"], form.data["kept"]
    desk.look(text, kept=kept, read_as="", encoding="cp1252")  # it does not have all these bytes
    assert desk.page.status_code == 422
    desk.look(text, kept=kept, read_as="", encoding="mac_roman")
    assert "Źrebiec" not in desk.page.context["form"].data["text"]
    # What was corrected in the text stays where the encoding stays.
    desk.look(text.replace("3k", "4k"), kept=kept, read_as="", encoding="")
    assert [line.player.rank for line in desk.plan.lines] == [-4, 0, -2]


def test_a_guest_of_a_name_in_japanese_is_shown_family_name_first(desk, event):
    desk.look("姓,名,段級\n佐藤,健,3段\n")
    desk.store()
    registration.register_guest(Act(None, at()), event, name="高橋", first_name="さくら", rank=0)
    assert names(event) == ["佐藤 健", "高橋 さくら"]
    entry = event.participants.get(name="佐藤")
    assert (entry.first_name, entry.rank_text) == ("健", "3d")


#: A list of MacMahon 3.9: two people, a strength in each of the ways it has, a missed round.
MACMAHON = """<?xml version="1.0" encoding="UTF-8"?>
<Tournament typeversion="2">
  <Name>Winter</Name><NumberOfRounds>5</NumberOfRounds>
  <IndividualParticipant>
    <Id>7</Id><NotPlayingInRound>2</NotPlayingInRound><NotPlayingInRound>5</NotPlayingInRound>
    <GoPlayer>
      <FirstName>Łucja</FirstName><Surname>Żak</Surname><GoLevel>3k</GoLevel><Rating>1820</Rating>
      <Club>Krak</Club><Country>pl</Country><EgdPin>12345678</EgdPin>
    </GoPlayer>
  </IndividualParticipant>
  <IndividualParticipant>
    <Id>9</Id>
    <GoPlayer><FirstName>健</FirstName><Surname>佐藤</Surname><Rank>2D</Rank></GoPlayer>
  </IndividualParticipant>
</Tournament>
"""


@pytest.mark.parametrize("is_file", [True, False], ids=["uploaded", "pasted"])
def test_a_list_of_macmahon_enters_its_players(desk, event, is_file):
    if is_file:
        desk.look(file=SimpleUploadedFile("winter.xml", MACMAHON.encode()))
    else:
        desk.look(MACMAHON)
    assert desk.kinds() == {2: "new", 3: "new"}
    assert desk.store().status_code == 302
    assert names(event) == ["Łucja Żak", "佐藤 健"]
    first, second = event.participants.order_by("number")
    assert (first.rank, first.rating, first.club, first.country) == (-3, 1820, "Krak", "PL")
    assert (first.egf_pin, second.rank) == ("12345678", 1)
    # The event has three rounds; what was missed after them is nothing here.
    assert list(first.absences.values_list("number", flat=True)) == [2]


# --- Taking players back ------------------------------------------------------------------------
def test_what_a_file_brought_can_be_taken_back_from_the_record(client, desk, event):
    add_guests(event, 1)
    desk.look("name,rank\nNowak,3k\nLis,2k\n")
    desk.store()
    history = reverse("leagues:event-history", args=[event.slug])
    change = event.changes.first()
    assert change_words(change) == "entered 2 players from a file"
    assert shows(client.get(history), change_words(change))
    assert client.get(history).context["undoable"] == {change.pk}
    assert press(client, event, "undo-file", change=change.pk).redirect_chain
    assert names(event) == ["Guest 001"]
    removed = event.changes.filter(what=Change.What.REMOVED)
    assert {one.before["name"] for one in removed} == {"Nowak", "Lis"}
    assert client.get(history).context["undoable"] == set()
    assert press(client, event, "undo-file", change=change.pk).status_code == 422
    assert names(event) == ["Guest 001"]


def test_players_with_games_are_not_taken_back(client, desk, event):
    desk.look("name,rank\nNowak,3k\nLis,2k\n")
    desk.store()
    change = event.changes.first()
    next_round(event)
    response = press(client, event, "undo-file", change=change.pk)
    assert response.status_code == 422
    assert shows(response, said("file_has_games", "Nowak, Lis"))
    assert len(names(event)) == 2


# --- Large --------------------------------------------------------------
def players_text(count):
    return "name,first_name,rank\n" + "".join(
        f"Name{number:04},Ann,{1 + number % 20}k\n" for number in range(count)
    )


def test_questions_to_the_database_do_not_grow_with_the_table(desk, event, organiser):
    other = make_event(organiser, name="Large")
    counts = []
    for one, count in ((event, 5), (other, 500)):
        desk.url = reverse("leagues:event-entries-file", args=[one.slug])
        looked = queries_of(lambda count=count: desk.look(players_text(count)))
        counts.append((looked, queries_of(desk.store)))
    (look_few, store_few), (look_many, store_many) = counts
    assert look_few == look_many <= 20
    assert store_many - store_few <= 20  # in batches, as SQLite's statements have a largest size
    assert other.participants.count() == 500


def test_a_member_of_exactly_that_name_needs_no_choice(desk, event):
    ken = make_member("Ken Sato", points=119)
    rank = registration.strength_of(ken)[0]
    desk.look(f"name,first_name,rank\nSato,Ken,{rank_text(rank)}\nKen,Sato,1d\n")
    assert desk.kinds() == {2: "ask", 3: "ask"}, "two lines may be the one member"
    desk.look(f"name,first_name,rank\nSato,Ken,{rank_text(rank)}\nNowak,Ewa,3k\n")
    assert desk.kinds() == {2: "known", 3: "new"}
    assert desk.plan.lines[0].choices == (f"m{ken.pk}", "guest", "skip")
    assert desk.store().status_code == 302
    assert event.participants.get(name="Sato").member == ken
