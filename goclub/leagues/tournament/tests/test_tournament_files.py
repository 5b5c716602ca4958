"""A tournament's file by form: the look, members by tick only, stored once."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from goclub.common.http import packed, unpacked
from goclub.common.refusals.registry import describe
from goclub.common.tests.reading import read, said
from goclub.leagues.models import Event, Participant
from goclub.leagues.tests.factories import make_organiser
from goclub.leagues.tournament.services.exchange import MAX_BYTES, read_file
from goclub.leagues.tournament.tests.test_exchange import small
from goclub.members.tests.factories import as_member, make_member
from ratings.errors import RuleError
from tournaments.events.field import EventDetails as TheirEvent
from tournaments.events.field import Player, Tournament
from tournaments.events.presets import preset
from tournaments.events.settings import Kind
from tournaments.formats.opengotha_write import write_opengotha
from tournaments.formats.tou import write_tou
from tournaments.tests.opengotha_files import Layout, h9_of, tou_of
from tournaments.tests.tables import player, tournament


@pytest.fixture
def desk(client):
    return as_member(client, make_organiser())


def look(client, data, **more):
    file = SimpleUploadedFile("cup.xml", data)
    return client.post(reverse("leagues:event-import"), {"file": file, "look": "1"} | more)


def store(client, page, **more):
    """Send the page that the look showed, without choosing the file again."""
    form = page.context["form"]
    sent = {name: form.data[name] for name in ("kept", "token", "name")}
    return client.post(reverse("leagues:event-import"), sent | more)


def offers(page):
    """The members proposed, by the player's number."""
    return {
        one["player"].id: [offer["member"].pk for offer in one["members"]]
        for one in page.context["people"]
        if one["members"]
    }


def test_the_file_is_chosen_once_and_nobody_is_a_member_unasked(desk):
    ewa, ken = make_member("Ewa Nowak"), make_member("佐藤 健", romanised_name="SATŌ Ken")
    page = look(desk, write_opengotha(small()), name="Copy")
    assert page.status_code == 200
    assert offers(page) == {1: [ewa.pk], 2: [ken.pk]}
    assert b"<b>Bold</b>" not in page.content
    assert not Event.objects.exists()
    assert store(desk, page).status_code == 302
    assert Event.objects.get().name == "Copy"
    assert not Event.objects.get().participants.exclude(member=None).exists()


def test_who_is_ticked_is_the_member_and_keeps_the_name_of_the_file(desk):
    ewa = make_member("Ewa Nowak", club="Hoshi")
    store(desk, look(desk, write_opengotha(small())), member=f"1:{ewa.pk}")
    [linked] = Event.objects.get().participants.exclude(member=None)
    assert (linked.member, linked.number, linked.club) == (ewa, 1, "Krak")


def test_a_page_sent_twice_stores_one_event(desk):
    page = look(desk, write_opengotha(small()))
    first, second = store(desk, page), store(desk, page)
    assert first.url == second.url
    assert Event.objects.count() == 1
    assert store(desk, look(desk, write_opengotha(small()))).status_code == 302
    assert Event.objects.count() == 2  # looked at anew, meant anew


@pytest.mark.parametrize("wrong", ["two members", "two players", "a stranger", "nonsense"])
def test_ticks_that_cannot_be_are_refused_and_kept(desk, wrong):
    first, second = make_member("Ewa Nowak"), make_member("Nowak Ewa")
    other = make_member("Jan Lis")
    players = (*small().players, Player(6, "Ewa", "Nowak", rank=0))
    page = look(desk, write_opengotha(Tournament(players, (), preset("OpenGotha", rounds=3))))
    assert offers(page) == {1: [first.pk, second.pk], 6: [first.pk, second.pk]}
    ticks = {
        "two members": [f"1:{first.pk}", f"1:{second.pk}"],
        "two players": [f"1:{first.pk}", f"6:{first.pk}"],
        "a stranger": [f"1:{other.pk}"],
        "nonsense": ["1:x", "²:1", ":", "9" * 30],
    }[wrong]
    again = store(desk, page, member=ticks)
    if wrong == "nonsense":
        assert again.status_code == 302
        assert not Event.objects.get().participants.exclude(member=None).exists()
        return
    assert again.status_code == 422
    assert again.content.count(b" checked") == (0 if wrong == "a stranger" else 2)
    assert not Event.objects.exists()
    assert store(desk, again, member=f"1:{first.pk}").status_code == 302


@pytest.mark.parametrize("kept", ["", "x", "eJw=", packed(b"")])
def test_a_file_that_got_lost_is_asked_for_again(desk, kept):
    assert desk.post(reverse("leagues:event-import"), {"kept": kept}).status_code == 422
    assert not Event.objects.exists()


def test_a_kept_file_cannot_blow_up():
    bomb = packed(b"\0" * (MAX_BYTES + 5_000_000))
    assert len(bomb) < 50_000
    assert len(unpacked(bomb, most=MAX_BYTES)) == MAX_BYTES + 1


def test_what_is_not_kept_is_listed_at_the_look_and_after_it(desk):
    """Teams stay outside; clock and server are kept, and the draw has a seed."""
    data = write_opengotha(
        replace(small(), event=TheirEvent(main_minutes=45, overtime="+10 s", online=True))
    )
    data = data.replace(b"</Tournament>", b"<Teams><Team/><Team/></Teams></Tournament>")
    page = look(desk, data)
    [listed] = page.context["remarks"]
    assert "2" in listed
    assert listed in html.unescape(page.content.decode())
    entered = desk.get(store(desk, page).url)
    assert any(listed in str(message) for message in entered.context["messages"])
    event = Event.objects.get()
    assert (event.main_minutes, event.overtime, event.egf_class) == (45, "+10 s", "D")
    assert event.seed is not None


def test_the_french_list_is_looked_at_too(desk):
    event = small()
    people = (replace(each, name="Bold") if each.id == 5 else each for each in event.players)
    page = look(desk, write_tou(replace(event, players=tuple(people))))
    assert page.status_code == 200
    scores, draws = page.context["remarks"]
    assert "The file gives no scores" in scores
    # The list has no sign for a draw because time was called; its komi says what it was.
    assert "draws because time was called" in draws


@pytest.mark.parametrize("write", [h9_of, tou_of])
def test_a_file_of_opengotha_with_lost_names_is_entered(desk, write):
    """Two of one name, as Latin-9 leaves them, become two entries; the page says so."""
    people = (
        player(1, name="Иванов", first_name="Олег"),
        player(2, name="Петров", first_name="Юрий"),
        player(3, "12K", name="Abcdefghijklmno", first_name="Pqrstuvwxyzabcdefgh"),
    )
    played = tournament(people, "1+2 bye3", kind=Kind.SWISS, criteria=("NBW",))
    page = look(desk, write(played, Layout(("NBW",))))
    assert any("?????? ????" in one for one in page.context["remarks"])
    assert store(desk, page).status_code == 302
    names = Event.objects.get().participants.order_by("number").values_list("name", flat=True)
    assert sorted(names) == ["??????", "??????", "Abcdefghijklmno"]


def test_an_encoding_that_nobody_can_tell_is_asked_for_and_kept(desk):
    text = "; CL[B]\n1 Kjær Søren 3k DK Koeb 30 2+/b0\n2 Sato Ken 4k JP Toky 29 1-/w0\n"
    page = look(desk, text.encode("cp1252"))
    assert page.status_code == 422
    assert said("files.which_encoding") in read(page).text
    kept = page.context["form"].data["kept"]
    page = desk.post(
        reverse("leagues:event-import"), {"kept": kept, "encoding": "cp1252", "look": "1"}
    )
    assert [one["name"] for one in page.context["people"]] == ["Søren Kjær", "Ken Sato"]
    store(desk, page, encoding="cp1252")
    assert Participant.objects.filter(name="Kjær", first_name="Søren").exists()


def test_the_command_takes_the_encoding_that_nobody_can_tell(tmp_path):
    text = "; CL[B]\n1 Kjær Søren 3k DK Koeb 30 2+/b0\n2 Sato Ken 4k JP Toky 29 1-/w0\n"
    path = tmp_path / "list.h9"
    path.write_bytes(text.encode("cp1252"))
    with pytest.raises(CommandError, match="encoding"):
        call_command("import_tournament", str(path))
    call_command("import_tournament", str(path), "--encoding", "cp1252")
    assert Participant.objects.filter(name="Kjær", first_name="Søren").exists()


XML = "<Tournament><Players>\n{}\n</Players></Tournament>"
MACMAHON = (
    "<Tournament>\n<IndividualParticipant>{}\n<GoPlayer><Surname>Lis{}</Surname>{}</GoPlayer>"
    "</IndividualParticipant></Tournament>"
)
PAIRGOTH = '{{"pairing": {{"type": "SWISS"}}, "players": [{{"id": 1, "name": "Lis{}", {}}}]}}'
UNSEEN = [
    ("; CL[A]\n1 Nowak Ewa 2d PL Krak 0 0+\n2 Li\u200bs Ola 2d PL Krak 0 0-\n", "Line 3: “Lis”"),
    ("; EV[Cup\u202e]\n1 Nowak Ewa 2d PL Krak 0 0+\n", "Line 1: “Cup”"),
    (XML.format('<Player name="Li\u200bs" rank="1D"/>'), "Line 2: “Lis”"),
    (XML.format('<Player name="Li&#x200b;s" rank="1D"/>'), "“Lis”"),
    (MACMAHON.format("", "\u200b", ""), "Line 3: “Lis”"),
    (PAIRGOTH.format("\\u200b", '"rank": 1'), "“Lis”"),
]
FAULTS = [
    ("1 Nowak Ewa 2d PL Krak 0 0+\n2 Lis\n", "Line 2: “2 Lis” is not valid here"),
    (XML.format('<Player name="Lis" rank="1D" rating="x"/>'), "Line 2: “x” is not valid"),
    (XML.format('<Player name="Lis" rank="x"/>'), "Line 2: “x, Lis” is not a valid rank"),
    (XML.format('<Player name="Lis" rank="1D" smmsCorrection="40"/>'), "Lis: 40 is out of range"),
    (
        XML.format('<Player name="Lis" rank="1D"/>\n<Game roundNumber="x"/>'),
        "Line 3: “x” is not valid",
    ),
    (
        XML.format('<Player name="Lis" rank="1D"/>\n<GeneralParameterSet genMMFloor="x"/>'),
        "Line 3: “x” is not a valid rank",
    ),
    (
        MACMAHON.format("<NotPlayingInRound>x</NotPlayingInRound>", "", ""),
        "Line 2: “x” is not valid",
    ),
    (MACMAHON.format("", "", "<Rating>x</Rating>"), "Line 3: “x” is not valid"),
    (PAIRGOTH.format("", '"rank": "x"'), "Lis: “x” is not valid"),
]


@pytest.mark.parametrize(("text", "says"), UNSEEN + FAULTS)
def test_a_refused_file_says_where(text, says):
    with pytest.raises(RuleError) as caught:
        read_file(text.encode())
    assert describe(caught.value).startswith(says)
