"""Queries whose words are made once: the rows are those of the query, of this very moment."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.db.models import CharField, F, OuterRef, Q, Subquery, Value
from django.db.models.sql.compiler import SQLCompiler

from goclub.common.prepared import apart, prepared, together
from goclub.members.models import Member, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    user = User.objects.create_user("sato")
    hana = Member.objects.create(
        display_name="Hana", status="member", user=user, joined_on=date(2020, 4, 1)
    )
    return [hana, *(Member.objects.create(display_name=n, status="guest") for n in ("Ken", "Mika"))]


def _named(**given):
    """Joined, with an annotation that has a value too, and one value in two places."""
    word, number = given["word"], given["number"]
    again = Member.objects.filter(pk=OuterRef("pk")).values("display_name")[:1]
    return (
        Member.objects.filter(Q(display_name=word) | Q(pk=number))
        .exclude(display_name="100%")
        .select_related("user")
        .annotate(again=Subquery(again), said=Value(word, output_field=CharField()))
        .order_by("-pk")
    )


def test_the_rows_are_those_of_the_query(people, django_assert_num_queries):
    ask = prepared(_named)
    for word, number in (("Ken", people[0].pk), ("Mika", people[1].pk), ("nobody", 0)):
        wanted = list(_named(word=word, number=number))
        with django_assert_num_queries(1):
            found = ask(word=word, number=number)
            users = [one.user for one in found]
        assert found == wanted
        assert [vars(one).keys() for one in found] == [vars(one).keys() for one in wanted]
        assert users == [one.user for one in wanted]
        assert [(one.again, one.said) for one in found] == [(o.again, o.said) for o in wanted]
        assert all(one._state.db == "default" and not one._state.adding for one in found)


def test_tuples_are_converted_as_the_query_does(people):
    def joined(*, name):
        return Member.objects.filter(display_name=name).values_list("joined_on", "status", "pk")

    assert prepared(joined)(name="Ken") == list(joined(name="Ken"))
    assert type(prepared(joined)(name="Ken")[0]) is tuple


def test_days_and_moments_are_values(people):
    """Each as its column holds it, whatever zone a moment was said in."""

    def since(*, day, at, before):
        joined = Q(joined_on__gte=day) | Q(joined_on__lt=before)
        return Member.objects.filter(joined, user__date_joined__lte=at)

    ask, now = prepared(since), datetime.now(UTC)
    long_ago = date(1990, 1, 1)
    for day in (date(2020, 4, 1), date(2020, 4, 2)):
        for at in (now + timedelta(days=1), now - timedelta(days=1)):
            for zone in (None, "Asia/Tokyo"):
                moment = at.astimezone(ZoneInfo(zone)) if zone else at
                found = ask(day=day, at=moment, before=long_ago)
                assert found == list(since(day=day, at=moment, before=long_ago))
                assert bool(found) == (day == people[0].joined_on and at > now)


def test_nothing_that_was_read_is_kept(people):
    ask = prepared(lambda *, pk: Member.objects.filter(pk=pk))
    assert ask(pk=people[0].pk)[0].display_name == "Hana"
    Member.objects.filter(pk=people[0].pk).update(display_name="Hanako")
    assert ask(pk=people[0].pk)[0].display_name == "Hanako"
    Member.objects.filter(pk=people[1].pk).delete()
    assert ask(pk=people[1].pk) == []


def test_the_words_are_made_once_for_a_connection(people, monkeypatch):
    made = []
    plain = SQLCompiler.as_sql
    monkeypatch.setattr(
        SQLCompiler, "as_sql", lambda self, *a, **k: made.append(self) or plain(self, *a, **k)
    )
    ask = prepared(lambda *, pk: Member.objects.filter(pk=pk))
    for one in people:
        assert ask(pk=one.pk) == [one]
    assert len(made) == 1
    (statement,) = ask._mine.kept.values()
    monkeypatch.setattr(statement, "connection", connection.copy())
    assert ask(pk=people[0].pk) == [people[0]]
    assert len(made) == 2


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda *, pk: Member.objects.all(), id="value unused"),
        pytest.param(
            lambda *, pk: Member.objects.filter(pk=pk).prefetch_related("entries"), id="prefetched"
        ),
        pytest.param(lambda *, pk: Member.objects.filter(pk=pk).values("pk"), id="dictionaries"),
        pytest.param(
            lambda *, pk: Member(pk=1).entries.filter(pk=pk), id="known relation"
        ),
    ],
)  # fmt: skip
def test_what_would_be_lost_is_refused(build):
    with pytest.raises(TypeError):
        prepared(build)(pk=1)


@pytest.mark.parametrize("value", [None, True, 1.5, Member.Status.GUEST, F("pk")])
def test_other_values_are_refused(value):
    with pytest.raises(TypeError):
        prepared(lambda *, pk: Member.objects.filter(pk=pk))(pk=value)


def test_it_is_asked_like_any_other(people):
    """What fails tells so as Django tells it, and the connection is the one of this test."""
    ask = prepared(lambda *, pk: Member.objects.filter(pk=pk))
    ask(pk=1)
    assert connection.in_atomic_block
    with connection.execute_wrapper(lambda _run, sql, *_rest: pytest.fail(sql)):  # noqa: SIM117
        with pytest.raises(pytest.fail.Exception, match="members_member"):
            ask(pk=2)


def test_several_queries_are_asked_as_one_and_each_gets_its_own_values():
    parts = [{"at": date(2025, 1, 2), "who": 3}, {}, {"who": 4}]
    asked = together(parts)
    assert len(asked) == 3
    assert apart(asked, 3) == parts
