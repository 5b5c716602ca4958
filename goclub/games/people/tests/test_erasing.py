"""A name replaced for good: it stands nowhere any more, and no point of anybody changed."""

from __future__ import annotations

import pytest
from axes.models import AccessLog
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db.models import BinaryField, Model
from django.urls import reverse

from goclub.common.canonical import fingerprint
from goclub.common.tests.reading import codes, read
from goclub.games.bulletin.services import add_games, save_bulletin
from goclub.games.lessons.services import ask_question, come_in, start_lesson
from goclub.games.library.services.recording import finish_recording, start_recording
from goclub.games.library.services.records import read_kifu, upload_kifu
from goclub.games.models import Bulletin, BulletinItem, Game, Kifu, KifuNote, Recording
from goclub.games.people.services.erasing import erase_name, replacement_of
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.reports import report_game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import at, facts, play
from goclub.leagues.models import Event, Participant, Snapshot
from goclub.leagues.tests.factories import make_event, make_organiser
from goclub.leagues.tests.season_factories import make_season_league
from goclub.leagues.tournament.services import registration, rounds
from goclub.members.mail.services.writing import post_test_letter
from goclub.members.models import (
    ClubSettings,
    Letter,
    Member,
    MembershipStep,
    Nickname,
    Notice,
    StrengthDecision,
    User,
)
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, ROLES, SECRETARY
from goclub.members.strength.services import set_strength
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import RuleError

NAME, LATIN = "佐藤 健一郎", "Sato Kenichiro"
RECORD = (
    f"(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[{LATIN}]PW[Ann]RE[B+R]DT[2025-03-04]KM[5.5];B[pd];W[dd]"
    ";B[qp];W[dp];B[fq];W[cn])"
)


@pytest.fixture
def sato():
    member = make_member(
        NAME, romanised_name=LATIN, points=100, birth_date="1990-05-06", country="JP"
    )
    member.display_name = NAME
    member.save()  # an older version
    Nickname.objects.create(member=member, name="stonefish")
    return member


@pytest.fixture
def ann():
    return make_member("Ann", points=120)


def texts_of(rows: list[Model]) -> str:
    """Every value of these rows, as one text."""
    return "\n".join(
        str(bytes(value).decode("utf-8", "replace") if isinstance(field, BinaryField) else value)
        for row in rows
        for field in row._meta.concrete_fields
        if (value := getattr(row, field.attname)) is not None
    )


def everything() -> str:
    return "\n".join(
        texts_of(list(model._base_manager.all()))
        for model in apps.get_models(include_auto_created=True)
    )


def with_record(sato, ann):
    draft = upload_kifu(Act(sato.user, at()), RECORD.encode(), filename=f"{LATIN}.sgf")
    game = report_game(Act(sato.user, at()), facts(sato, ann), kifu=draft)
    return confirm_game(Act(ann.user, at(minute=1)), game)


def test_what_belongs_to_an_address_that_is_ones_username_stays(sato, ann):
    address = ann.user.email
    User.objects.filter(pk=sato.user_id).update(username=address)
    post_test_letter(to=address, at=at(), language="en")
    post_test_letter(to=sato.user.email.upper(), at=at(), language="en")
    sato = Member.objects.select_related("user").get(pk=sato.pk)
    erase_name(Act(sato.user, at(minute=99)), sato)
    assert list(Letter.objects.values_list("to", flat=True)) == [address]


def test_the_name_stands_nowhere_and_nobodys_points_change(sato, ann):
    game = with_record(sato, ann)
    play(ann, sato, minute=30)
    organiser = make_organiser()
    event = make_event(organiser)
    registration.register_member(Act(organiser.user, at()), event, member=sato)
    KifuNote.objects.create(
        kifu=game.kifu, author=sato.user, at=at(), spot="0", text=f"Said by {LATIN}."
    )
    lesson = start_lesson(Act(organiser.user, at()), title=f"{NAME} – Ann", kifu=game.kifu)
    question = f"Why does {NAME} play here?"
    ask_question(Act(ann.user, at()), lesson, chapter=1, at="0", moves="", text=question)
    pasted = start_lesson(
        Act(organiser.user, at()), title=f"With {NAME}", text=f"(;SZ[9]PB[{NAME}]C[By {LATIN}])"
    )
    come_in(Act(sato.user, at()), pasted)
    bulletin = Bulletin(title=f"{NAME} wins", introduction=f"By {LATIN}.", language="en")
    act = Act(organiser.user, at())
    add_games(act, save_bulletin(act, bulletin), [game.kifu])
    BulletinItem.objects.update(title=f"{NAME} – Ann", text=f"{LATIN} attacks.")
    AccessLog.objects.create(username=sato.user.email)
    LogEntry.objects.create(
        user=organiser.user, content_type=ContentType.objects.get_for_model(Member),
        object_id=str(sato.pk), object_repr=NAME, action_flag=CHANGE,
    )  # fmt: skip
    address, login = sato.user.email, sato.user.username
    assert all(word in everything() for word in (NAME, LATIN, address, "stonefish", "1990-05-06"))
    ledger = fingerprint(tables=["games_ratingentry", "games_standing", "games_revision"])

    erase_name(Act(sato.user, at(minute=99)), sato)

    left = everything()
    for word in (NAME, LATIN, address, login, "stonefish", "1990-05-06"):
        assert word not in left, word
    assert fingerprint(tables=list(ledger)) == ledger
    assert rebuild() == 0
    sato = Member.objects.get(pk=sato.pk)
    new = replacement_of(sato)
    assert (sato.display_name, sato.status) == (new, Member.Status.FORMER)
    kifu = Kifu.objects.get(game=game)
    assert (kifu.black_name, kifu.white_name) == (new, "Ann")
    assert bytes(kifu.original).decode() == kifu.normalised
    assert f"PB[{new}]" in kifu.normalised
    assert Participant.objects.get(member=sato).display_name == new
    assert KifuNote.objects.get().author.member == sato


def test_a_comment_that_looks_like_the_name_of_a_player_stays_whole(sato, ann):
    """What stands in a text is no property; the record is read as before but for the name."""
    said = "Write PB[x] and PW[y]. ;B[aa"
    raw = said.replace("]", "\\]").replace("[", "\\[")
    data = RECORD.replace(";B[pd]", f";B[pd]C[{raw}]").encode()
    draft = upload_kifu(Act(sato.user, at()), data, filename="a.sgf")
    game = report_game(Act(sato.user, at()), facts(sato, ann), kifu=draft)
    confirm_game(Act(ann.user, at(minute=1)), game)
    before = read_kifu(Kifu.objects.get(game=game))
    erase_name(Act(sato.user, at(minute=99)), sato)
    after = read_kifu(Kifu.objects.get(game=game))
    assert (after.nodes, after.nodes[1].comment) == (before.nodes, said)
    assert after.header.black == replacement_of(Member.objects.get(pk=sato.pk))


def test_a_namesake_keeps_the_name(sato, ann):
    other = make_member(NAME, points=90)
    play(other, ann)
    erase_name(Act(sato.user, at(minute=99)), sato)
    assert fresh(other).display_name == NAME


def test_the_draft_of_a_recorded_game_goes(sato, ann):
    recording = Recording(black=sato, white=ann, log="pddp")
    act = Act(ann.user, at())
    finish_recording(act, start_recording(act, recording, token="phone"), token="phone")
    erase_name(Act(sato.user, at(minute=99)), sato)
    assert NAME not in everything()


def test_a_short_name_is_no_part_of_other_words():
    short, annette = make_member("Ann"), make_member("Annette")
    place = play(short, annette, place="At Annie's")
    erase_name(Act(short.user, at(minute=99)), short)
    assert (fresh(annette).display_name, fresh(place).place) == ("Annette", "At Annie's")


#: Names that are also a part of addresses, passwords, time zones, keys and other people's names.
ALSO_WORDS = [
    "pbkdf2_sha256",
    "@",
    "club",
    "Asia",
    "Tokyo",
    "spring",
    "林",
    "1",
    "japanese",
    "Annette",
]


def all_rows():
    """Every value of every row, files aside."""
    return {
        (model._meta.label, row.pk, field.attname): getattr(row, field.attname)
        for model in apps.get_models(include_auto_created=True)
        for row in model._base_manager.all()
        for field in model._meta.concrete_fields
        if not isinstance(field, BinaryField)
    }


@pytest.mark.parametrize("name", ALSO_WORDS)
@pytest.mark.parametrize("since", ["the beginning", "a moment ago"])
def test_a_name_that_is_a_word_changes_nothing_of_others(name, since):
    """Whoever calls himself Tokyo and goes takes no time zone, password or address with him."""
    ClubSettings.objects.create(
        pk=1, name="Go club", time_zone="Asia/Tokyo", motto=f"{name}: https://go.example"
    )
    chair = make_member("小林 光一", role=CHAIR, time_zone="Asia/Tokyo")
    User.objects.filter(pk=chair.user_id).update(
        email="chair@club.example", password="pbkdf2_sha256$1$spring$x"
    )
    event = make_event(make_organiser())
    Event.objects.filter(pk=event.pk).update(director=name, notes=f"Ask {name}.")
    notice = Notice.objects.create(
        member=chair, kind="x", at=at(), params={"day": name, "other": f"{name} Nowak"}
    )
    MembershipStep.objects.create(
        member=chair, kind=MembershipStep.Kind.LEFT, at=at(), reason=f"{name} took money"
    )
    member = make_member("Kowalski")
    member.display_name = name
    member.save()
    if since == "the beginning":
        member.history.update(display_name=name)
    mine = {("members.Member", member.pk), ("members.User", member.user_id)}
    mine |= {("members.HistoricalMember", version.pk) for version in member.history.all()}
    told = Notice.objects.exclude(pk=notice.pk)  # that the member joined
    mine |= {("members.Notice", pk) for pk in told.values_list("pk", flat=True)}
    before = all_rows()
    erase_name(Act(member.user), member)
    after = all_rows()
    changed = {key for key in before.keys() & after.keys() if before[key] != after[key]}
    assert not [key for key in changed if key[:2] not in mine]


def test_a_reason_that_feeds_the_ledger_is_changed_too(sato, ann):
    """In a row about the member; a sentence about somebody else stays what was written."""
    chair = make_member(role=CHAIR).user
    for member in (sato, ann):
        set_strength(
            Act(chair, at()), member, rank="1k", on=at().date(), reason=f"As {LATIN} asked"
        )
    erase_name(Act(sato.user), sato)
    reasons = StrengthDecision.objects.filter(reason__startswith="As ").order_by("member_id")
    assert [decision.reason for decision in reasons] == [
        f"As {replacement_of(sato)} asked", f"As {LATIN} asked",
    ]  # fmt: skip
    assert rebuild() == 0


def test_what_others_were_told_names_them_no_more_even_by_a_short_name(ann):
    bo = make_member("Bo", points=100)
    organiser = make_organiser()
    event = make_event(organiser)
    for member in (bo, ann):
        registration.register_member(Act(organiser.user, at()), event, member=member)
    entry = Participant.objects.get(member=bo)
    changes = {"display_name": "Bo from Oslo"}
    registration.alter_entry(Act(organiser.user, at()), entry, changes=changes)
    rounds.pair_round(Act(organiser.user, at()), event)
    event.refresh_from_db()
    rounds.publish_round(Act(organiser.user), event)
    report_game(Act(bo.user), facts(bo, ann))
    notices = Notice.objects.filter(member=ann)
    assert {notice.params["other"] for notice in notices} == {"Bo", "Bo from Oslo"}
    assert Letter.objects.filter(member=ann, text__contains="Bo").exists()
    erase_name(Act(bo.user), bo)
    assert {notice.params["other"] for notice in notices.all()} == {replacement_of(bo)}
    assert not Letter.objects.filter(text__contains="Bo").exists()
    assert "Bo from Oslo" not in everything()


def test_a_login_of_that_name_is_no_obstacle(sato):
    """A visitor may have asked to join as former-12@example.org."""
    User.objects.create(username=f"former-{sato.pk}")
    erase_name(Act(sato.user), sato)
    assert User.objects.filter(username__startswith=f"former-{sato.pk}").count() == 2


def test_tables_kept_for_good_say_it_too(sato):
    row = {"member": sato.pk, "name": NAME, "second_name": LATIN, "place": 1}
    other = {"member": 0, "name": "Somebody", "second_name": ""}

    league, _seasons = make_season_league(name="Liga")
    kept = Snapshot.objects.create(
        league=league, cycle="2025", version=1, table=[row, other], taken_at=at()
    )
    erase_name(Act(sato.user, at(minute=99)), sato)
    assert fresh(kept).table == [{**row, "name": replacement_of(sato), "second_name": ""}, other]


def test_the_login_opens_nothing(client, sato):
    client.force_login(sato.user)
    erase_name(Act(sato.user, at()), sato)
    assert client.get(reverse("members:me")).status_code == 302
    user = User.objects.get(pk=sato.user_id)
    assert not user.is_active
    assert not user.has_usable_password()


def test_whom_it_is_refused(sato, ann):
    with pytest.raises(PermissionDenied):
        erase_name(Act(ann.user, at()), sato)
    chair = make_member(role=CHAIR)
    with pytest.raises(RuleError) as caught:
        erase_name(Act(chair.user, at()), chair)
    assert caught.value.key == "last_chair"
    erase_name(Act(chair.user, at()), sato)
    with pytest.raises(RuleError) as caught:
        erase_name(Act(chair.user, at()), Member.objects.get(pk=sato.pk))
    assert caught.value.key == "gone_for_good"


def test_a_guest_stays_a_guest(ann):
    guest = add_guest(name="Walter Visitor")
    erase_name(Act(make_member(role=SECRETARY).user, at()), guest)
    assert (fresh(guest).status, guest.display_name) == (Member.Status.GUEST, replacement_of(guest))


# --- The page -------------------------------------------------------------------------------------
def test_the_name_is_typed_and_asked_once_more(client, sato, ann):
    play(sato, ann)
    url = reverse("games:erase", args=[sato.pk])
    client.force_login(sato.user)
    assert codes(client.post(url, {"name": "Somebody"}).context["form"]) == {"name": ["other_name"]}
    asked = client.post(url, {"name": NAME})
    assert len(asked.context["question"].effects) == 5
    assert fresh(sato).display_name == NAME
    sent = {one.attrs["name"]: one.attrs["value"] for one in read(asked).all("main form input")}
    assert client.post(url, sent).url == reverse("home")
    assert "_auth_user_id" not in client.session
    assert Game.objects.get().black.display_name == replacement_of(sato)


def test_who_may_come_in(client, sato):
    url = reverse("games:erase", args=[sato.pk])
    for role in ("visitor", *ROLES):
        client.logout()
        if role != "visitor":
            client.force_login(make_member(role=role).user)
        wanted = {"visitor": 302, MEMBER: 403, ORGANISER: 403}.get(role, 200)
        assert client.get(url).status_code == wanted
