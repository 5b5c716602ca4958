"""What is read from the replica, what from the primary; the two are one database here."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connections, transaction
from django.http import HttpResponse

from goclub.common import replicas
from goclub.common.replicas import MARK, REPLICA, ReplicaMiddleware, ReplicaRouter, reading_alias
from goclub.members.models import Member
from goclub.members.receipts import carried_out

ROUTER = ReplicaRouter()


class Health:
    """A replica that is as the test says."""

    def __init__(self, *, good: bool) -> None:
        self.good = good
        self.failures = 0

    def __call__(self) -> bool:
        return self.good

    def failed(self) -> None:
        self.failures += 1


@pytest.fixture
def health(monkeypatch):
    monkeypatch.setattr(replicas, "has_replica", lambda: True)
    monkeypatch.setattr(
        replicas, "connections", {"default": connections["default"], REPLICA: Gone()}
    )
    said = Health(good=True)
    monkeypatch.setattr(replicas, "health", said)
    return said


class Gone:
    """A connection to nowhere."""

    in_atomic_block = False

    def close(self) -> None:
        pass

    def close_if_unusable_or_obsolete(self) -> None:
        pass

    def cursor(self):
        raise OperationalError("connection refused")


def asked(rf, view, method="get", cookies=None):
    request = getattr(rf, method)("/")
    request.COOKIES.update(cookies or {})
    return ReplicaMiddleware(view)(request)


def says_where(_request):
    return HttpResponse(ROUTER.db_for_read(Member))


@pytest.mark.parametrize(
    ("method", "cookies", "good", "place"),
    [
        ("get", {}, True, REPLICA),
        ("get", {"sessionid": "x"}, True, REPLICA),
        ("get", {MARK: "1"}, True, "default"),
        ("get", {}, False, "default"),
        ("post", {}, True, "default"),
        ("delete", {}, True, "default"),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_a_request_that_only_reads_reads_the_replica(rf, health, method, cookies, good, place):
    health.good = good
    assert asked(rf, says_where, method, cookies).content.decode() == place
    assert reading_alias() == "default"


@pytest.mark.django_db(transaction=True)
def test_without_a_replica_there_is_nothing_to_choose(rf):
    answer = asked(rf, says_where)
    assert answer.content.decode() == "default"
    assert not answer.cookies


@pytest.mark.django_db(transaction=True)
def test_who_has_written_is_marked_and_reads_the_primary_from_there_on(rf, health):
    places = []

    def writes(_request):
        places.append(ROUTER.db_for_read(Member))
        places.append(ROUTER.db_for_write(Member))
        places.append(ROUTER.db_for_read(Member))
        return HttpResponse()

    answer = asked(rf, writes)
    assert places == [REPLICA, "default", "default"]
    assert answer.cookies[MARK]["max-age"] == 5
    assert answer.cookies[MARK]["httponly"]
    assert not asked(rf, says_where, "post").cookies


@pytest.mark.django_db(transaction=True)
def test_who_wrote_when_the_request_came_before_is_marked_too(rf, health):
    def came_before(request):
        request.META["HTTP_ACCEPT"] = "application/json"
        return carried_out(request, None)

    answer = asked(rf, came_before, "post")
    assert answer.cookies[MARK]["max-age"] == 5


@pytest.mark.django_db(transaction=True)
def test_inside_a_transaction_what_it_wrote_is_read(rf, health):
    def view(_request):
        with transaction.atomic():
            return HttpResponse(ROUTER.db_for_read(Member))

    assert asked(rf, view).content.decode() == "default"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("status", [500, 503])
def test_a_page_that_met_the_end_of_the_replica_is_made_once_more(rf, health, status):
    def view(_request):
        place = ROUTER.db_for_read(Member)
        return HttpResponse(place, status=status if place == REPLICA else 200)

    answer = asked(rf, view)
    assert (answer.status_code, answer.content) == (200, b"default")
    assert health.failures == 1


@pytest.mark.django_db(transaction=True)
def test_while_the_primary_is_away_the_replica_is_read_as_it_stands(rf, health):
    health.good = False

    def view(_request):
        place = ROUTER.db_for_read(Member)
        return HttpResponse(place, status=503 if place == "default" else 200)

    assert asked(rf, view).content.decode() == REPLICA
    assert asked(rf, view, "post").status_code == 503
    assert asked(rf, view, cookies={MARK: "1"}).status_code == 503


@pytest.mark.django_db(transaction=True)
def test_where_both_are_away_the_page_says_so(rf, health):
    assert asked(rf, lambda _request: HttpResponse(status=503)).status_code == 503
    health.good = False
    assert asked(rf, lambda _request: HttpResponse(status=503)).status_code == 503


@pytest.mark.parametrize(
    ("behind", "good"), [(0.0, True), (1.9, True), (2.1, False), (None, False), ("away", False)]
)
def test_a_replica_that_lags_or_is_away_is_left_alone(monkeypatch, behind, good):
    asked_for = []

    def said():
        asked_for.append(1)
        if behind == "away":
            raise OperationalError("connection refused")
        return behind

    monkeypatch.setattr(replicas, "seconds_behind", said)
    health = replicas._Health()
    assert [health(), health(), health()] == [good] * 3
    assert len(asked_for) == 1  # once a second, not with each page


def test_a_failure_lets_it_rest(monkeypatch):
    monkeypatch.setattr(replicas, "seconds_behind", lambda: 0.0)
    health = replicas._Health()
    assert health()
    health.failed()
    assert not health()


def test_migrations_are_the_primarys_alone():
    assert ROUTER.allow_migrate("default", "members")
    assert not ROUTER.allow_migrate(REPLICA, "members")
    assert ROUTER.allow_relation(object(), object())
