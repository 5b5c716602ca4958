"""A name is found by its beginnings, in any script, at the price of a range of the index."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from goclub.members.finding.queries import MOST_FOUND, find_members, is_whole
from goclub.members.finding.services import write_name_keys
from goclub.members.membership.services.roles import set_role
from goclub.members.models import Member, NameKey, Nickname
from goclub.members.people.services import learn_nickname
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres

NAMES = {
    "sato": ("佐藤 健", "Satō Ken"),
    "kana": ("さとう じゅん", ""),
    "lukasz": ("Łukasz Wiśniewski", ""),
    "nat": ("ณัฐ ใจดี", "Nat Jaidee"),
    "kim": ("김철수", "Kim Cheol-su"),
    "maria": ("Maria Anna Kowalska-Nowak", ""),
}


@pytest.fixture
def people():
    return {
        key: make_member(name, romanised_name=romanised) for key, (name, romanised) in NAMES.items()
    }


def found(text):
    return find_members(text, Member.objects.active())


@pytest.mark.parametrize(
    ("typed", "who"),
    [
        ("佐藤", {"sato"}),
        ("健", {"sato"}),
        ("さとう", {"sato", "kana"}),
        ("サトウ", {"sato", "kana"}),
        ("Sato", {"sato", "kana"}),
        ("Satō", {"sato", "kana"}),
        ("SATOU", {"kana"}),
        ("ｓａｔｏ ｋｅｎ", {"sato"}),
        ("ken sato", {"sato"}),
        ("ken s", {"sato"}),
        ("jun", {"kana"}),
        ("Łukasz", {"lukasz"}),
        ("lukasz", {"lukasz"}),
        ("wisn", {"lukasz"}),
        ("ณัฐ", {"nat"}),
        ("ณฐ", set()),
        ("ใจ", {"nat"}),
        ("jai", {"nat"}),
        ("철수", {"kim"}),
        ("nowak", {"maria"}),
        ("maria nowak", {"maria"}),
        ("kowal mar", {"maria"}),
        ("owalska", {"maria"}),
        ("zzz", set()),
        ("…", set()),
        ("%", set()),
        ("k" * 5000, set()),
        ("\x00", set()),
    ],
)
def test_a_name_is_found_by_what_is_typed_of_it(people, typed, who):
    assert {key for key, one in people.items() if one in found(typed)} == who


def test_a_nickname_finds_from_the_moment_it_is_known_until_it_goes(people):
    learn_nickname(member=people["lukasz"], name="StoneEater", server="OGS")
    assert found("stoneeat") == [people["lukasz"]]
    Nickname.objects.get(name="StoneEater").delete()
    assert found("stoneeat") == []


def test_a_new_name_finds_and_the_old_one_no_longer(people):
    member = people["lukasz"]
    member.display_name = "Łukasz Zieliński"
    member.save()
    assert (found("wisn"), found("ziel")) == ([], [member])
    before = set(NameKey.objects.values_list("pk", flat=True))
    set_role(Act(None), member, role=ORGANISER)
    member.save(update_fields=["club"])
    assert set(NameKey.objects.values_list("pk", flat=True)) == before
    assert write_name_keys([one.pk for one in people.values()]) == 0


def test_who_has_left_or_is_not_among_those_asked_for_is_not_found(people):
    people["sato"].status = Member.Status.FORMER
    people["sato"].save()
    assert found("sato") == [people["kana"]]
    assert find_members("sato", Member.objects.active().exclude(pk=people["kana"].pk)) == []


@pytest.mark.parametrize(
    ("typed", "whole"),
    [("Sato Ken", True), ("ken sato", True), ("佐藤", True), ("Sato", True), ("Sat", False)],
)
def test_a_part_of_a_word_is_no_whole_name(people, typed, whole):
    assert is_whole(typed, people["sato"]) is whole


@pytest.mark.parametrize("typed", ["s", "sato", "ato", "qqq", ""])
def test_a_search_asks_as_much_whatever_the_club(people, typed):
    for _ in range(3):
        make_member()
    with CaptureQueriesContext(
        connection,
    ) as few:
        found(typed)
    Member.objects.bulk_create(
        Member(status="member", joined_on="2024-01-01", display_name=f"Stone {n}")
        for n in range(200)
    )
    write_name_keys(list(Member.objects.values_list("pk", flat=True)))
    with CaptureQueriesContext(connection) as many:
        answers = found(typed)
    assert len(many) == len(few) == {"ato": 2, "qqq": 2}.get(typed, 1)
    assert len(answers) <= MOST_FOUND


def test_a_range_of_the_index_answers_not_the_whole_table(people):
    keys = NameKey.objects.filter(key__gte="s", key__lt="s\U0010ffff").order_by("key", "member")
    if connection.vendor == "sqlite":
        plan = keys.explain()
        assert "SEARCH" in plan
        assert "SCAN" not in plan
    else:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT collation_name FROM information_schema.columns "
                "WHERE table_name = 'members_namekey' AND column_name = 'key'"
            )
            assert cursor.fetchone() == ("C",)


def test_who_bears_a_word_so_begun_comes_by_that_word(people):
    first = make_member("Kena Abe")
    assert found("ken") == [people["sato"], first]
    assert found("ke") == [first, people["sato"]]
