"""Rating lists: uploaded, loaded, refused, found in, deleted; entries that they contradict."""

from __future__ import annotations

import io
import zipfile
from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from goclub.leagues.models import Participant, RatedPlayer, RatingList
from goclub.leagues.ratinglist.queries import contradictions, lists_of, lookup, newest_lists
from goclub.leagues.ratinglist.services import add_list, delete_list
from goclub.leagues.ratinglist.tests.lists import (
    AMERICAN,
    FRENCH,
    NOW,
    PEOPLE,
    european,
    european_of,
    load,
    secretary,
)
from goclub.leagues.tests.factories import make_event, make_organiser
from goclub.leagues.tournament.services.listed import freeze_list
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member
from ratings.errors import Code
from ratings.tests.builders import refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MARCH = date(2026, 3, 1)


def zipped(*files, packing=zipfile.ZIP_STORED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", packing) as archive:
        for number, data in enumerate(files):
            archive.writestr(f"{number}.html", data)
    return packed.getvalue()


#: An archive packed in another way than usual, with a byte changed.
PACKED = zipped(european(), packing=zipfile.ZIP_LZMA)
SPOILED = PACKED[:40] + b"\xff" + PACKED[41:]


# --- Uploading and loading --------------------------------------------------------------------
@pytest.mark.parametrize(
    ("source", "data", "day", "count"),
    [
        ("egd", european(), None, 8),
        ("egd", zipped(european()), None, 8),
        ("egd", european().replace(b"\n", b"\r\n"), MARCH, 8),
        ("ffg", FRENCH, None, 3),
        ("aga", AMERICAN, MARCH, 2),
    ],
)
def test_a_list_is_loaded_with_all_its_players(source, data, day, count):
    rating_list = load(data, source, listed_on=day)
    assert (rating_list.is_ready, rating_list.listed_on, rating_list.players) == (
        True, MARCH, count,
    )  # fmt: skip
    assert rating_list.rows.count() == count
    assert bytes(rating_list.data) == b""


@pytest.mark.parametrize(
    ("source", "data", "day", "field", "reason"),
    [
        ("aga", european(), MARCH, "file", "another_list"),
        ("egd", b"name;rank\nNowak;3k\n", MARCH, "file", "ratinglist.unknown_list"),
        ("egd", b"\0\0", MARCH, "file", "files.not_text"),
        ("egd", b"PK\x03\x04 no archive", MARCH, "file", "ratinglist.unknown_list"),
        ("egd", SPOILED, MARCH, "file", "ratinglist.unknown_list"),
        ("egd", zipped(european(), european()), MARCH, "file", "ratinglist.unknown_list"),
        ("aga", AMERICAN, None, "listed_on", "undated"),
        ("aga", AMERICAN, NOW.date() + timedelta(days=2), "listed_on", "future_day"),
        ("egd", european(), date(2025, 3, 1), "listed_on", "another_day"),
    ],
)
def test_what_is_refused_at_once(source, data, day, field, reason):
    with refused(field=field, reason=reason):
        load(data, source, listed_on=day)
    assert not RatingList.objects.exists()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (european(end=""), "ratinglist.cut"),
        (european()[: len(european()) // 2], "ratinglist.cut"),
        (european() + b" 10000009  Nobody\n" * 5, "ratinglist.cut"),
    ],
)
def test_a_list_refused_while_loading_leaves_nothing(data, reason):
    newer = european_of(date(2026, 2, 1))
    with refused(reason=reason):
        load(data)
    assert list(RatingList.objects.all()) == [newer]
    assert RatedPlayer.objects.count() == len(PEOPLE)


def test_far_fewer_players_than_before_must_be_meant():
    european_of(date(2026, 2, 1))
    with refused(reason="fewer"):
        european_of(MARCH, PEOPLE[:5])
    assert european_of(MARCH, PEOPLE[:5], is_complete=True).players == 5


def test_one_list_a_day_and_an_older_one_is_kept_as_that():
    newest = european_of(MARCH)
    older = european_of(date(2025, 3, 1))
    french = load(FRENCH, "ffg")
    assert newest_lists() == [newest, french]
    assert older.is_ready
    with pytest.raises(ValidationError):
        european_of(MARCH)


def test_only_the_office_uploads_and_deletes():
    organiser = make_organiser()
    rating_list = european_of(MARCH)
    with pytest.raises(PermissionDenied):
        add_list(Act(organiser.user, NOW), source="egd", data=european())
    with pytest.raises(PermissionDenied):
        delete_list(Act(organiser.user, NOW), rating_list)


def test_a_frozen_list_is_not_deleted():
    rating_list = european_of(MARCH)
    event = freeze_list(Act(None, NOW), make_event(make_organiser()), rating_list)
    assert lists_of(event) == [rating_list]
    with refused(Code.STATE, reason="frozen"):
        delete_list(Act(secretary(), NOW), rating_list)
    freeze_list(Act(None, NOW), event, None)
    delete_list(Act(secretary(), NOW), rating_list)
    assert not RatedPlayer.objects.exists()


def test_the_second_of_two_uploads_at_once_is_refused_in_words(monkeypatch):
    """Both were checked before either was stored."""
    check = RatingList.full_clean

    def other_comes_first(rating_list, **options):
        check(rating_list, **options)
        RatingList.objects.create(source="egd", listed_on=MARCH, added_at=NOW)

    monkeypatch.setattr(RatingList, "full_clean", other_comes_first)
    with pytest.raises(ValidationError, match="is here already"):
        add_list(Act(secretary(), NOW), source="egd", data=european())


# --- Finding ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("nowak", ["Nowak Ewa", "Nowakowski Jan"]),
        ("NOWAK, e", ["Nowak Ewa"]),
        ("ewa nowak", ["Nowak Ewa"]),
        ("ewa n", ["Nowak Ewa"]),
        ("muller", ["Müller Jörg"]),
        ("Müller", ["Müller Jörg", "Mueller Anne Marie"]),
        ("van dam k", ["Van Dam Kees"]),
        ("kees van", ["Van Dam Kees"]),
        ("さとう", ["Sato Ken"]),
        ("サトウ けん", ["Sato Ken"]),
        ("佐藤", ["Sato Ken"]),
        ("สมชาย", ["Kowalski Adam", "Kowalski Adam"]),
        ("Ковальски", ["Kowalski Adam", "Kowalski Adam"]),
        ("Адам Ковальски", ["Kowalski Adam", "Kowalski Adam"]),
        ("Σάτο", ["Sato Ken"]),
        ("10000004", ["Mueller Anne Marie"]),
        ("1000000", [f"{row[1].replace('_', ' ')}" for row in PEOPLE]),
        ("marie", []),
        ("", []),
        ("…", []),
        ("9" * 5000, []),
        ("%", []),
    ],
)
def test_found_by_name_in_any_script_or_by_number(typed, names):
    make_member("佐藤 健", romanised_name="Sato Ken")
    make_member("สมชาย", romanised_name="Kowalski Adam")
    rating_list = european_of(MARCH)
    matches = lookup(typed, [rating_list], among=Member.objects.active())
    assert [str(player) for player in matches] == names


@pytest.mark.parametrize(
    ("typed", "listed"),
    [
        ("Шевченко Юрий", "Shevchenko Yury"),
        ("Шевченко Юрий", "Shevchenko Yuriy"),
        ("Шевченко", "Sevcenko Jurij"),
        ("Шевченко", "Schewtschenko Iurii"),
        ("Хмыров Евгений", "Khmyrov Evgeny"),
        ("Хмыров", "Chmyrov Evgenij"),
        ("Яковлева Мария", "Yakovleva Mariya"),
        ("Яковлева", "Jakovleva Maria"),
        ("Жуков", "Joukov Ilia"),
        ("Щербаков Алексей", "Shcherbakov Alexey"),
        ("Щербаков", "Schtscherbakow Alexei"),
        ("Семёнов Артём", "Semenov Artem"),
        ("Παπαδόπουλος Γιώργος", "Papadopoulos Giorgos"),
    ],
)
def test_a_name_in_an_alphabet_is_found_as_lists_write_it(typed, listed):
    row = ("10000009", listed, "UA", "Kyiv", "1d", 2100)
    rating_list = load(european((*PEOPLE, row)), "egd")
    assert [str(player) for player in lookup(typed, [rating_list])] == [listed]
    family, _, given = typed.partition(" ")
    [row] = contradictions([entry(family, given, rank=-1)], [rating_list]) if given else [None]
    assert row is None or ("rank" in row.columns and "name" not in row.columns)


def test_lists_are_asked_in_their_order_and_no_more_than_asked_for():
    european_of(MARCH)
    load(FRENCH, "ffg")
    matches = lookup("nowak", newest_lists())
    assert [(str(player), player.rating_list.source) for player in matches] == [
        ("Nowak Ewa", "egd"), ("Nowakowski Jan", "egd"), ("NOWAK Ewa", "ffg"),
    ]  # fmt: skip
    assert len(lookup("nowak", newest_lists(), most=2)) == 2


# --- Entries against the list -----------------------------------------------------------------
def entry(name="Nowak", first_name="Ewa", **more):
    values = {"rank": -3, "rating": 1823, "club": "Kraków", "country": "PL", "number": 1}
    return Participant(name=name, first_name=first_name, **values | more)


@pytest.mark.parametrize(
    ("participant", "columns"),
    [
        (entry(egf_pin="10000001"), None),
        (entry(), ("egf_pin",)),
        (entry(name="Ewa", first_name="Nowak", egf_pin="10000001"), None),
        (entry(egf_pin="10000001", rank=0, rating=2100), ("rank", "rating")),
        (entry(egf_pin="10000001", club="Lublin", country="DE"), ("club", "country")),
        (entry(egf_pin="10000001", club="", country=""), ("club", "country")),
        (entry(egf_pin="10000002"), ("name",)),
        (entry(egf_pin="99999999"), ("egf_pin",)),
        (entry(name="Kowalski", first_name="Adam"), None),
        (entry(name="Nobody", first_name="X"), None),
    ],
)
def test_what_an_entry_differs_in(participant, columns):
    differing = contradictions([participant], [european_of(MARCH)])
    assert [row.columns for row in differing] == ([] if columns is None else [columns])


def test_a_number_of_somebody_else_and_of_nobody_is_not_taken():
    rows = contradictions(
        [entry(egf_pin="10000002"), entry(egf_pin="99999999"), entry()], [european_of(MARCH)]
    )
    assert [(row.player is None, row.may_be_taken) for row in rows] == [
        (False, False), (True, False), (False, True),
    ]  # fmt: skip


def test_the_first_list_that_knows_a_player_speaks():
    european_of(MARCH)
    french = load(FRENCH, "ffg")
    rows = contradictions(
        [entry("Le Goff", "Anne-Marie", egf_pin="", ffg_licence="7654321", club="", country="FR")],
        newest_lists(),
    )
    assert [(row.rating_list, row.columns) for row in rows] == [(french, ("club",))]
