"""From term to term: preview, once, all or nothing, even when the machine dies."""

from __future__ import annotations

import os
import signal
import threading
from datetime import date

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection, connections

from goclub.leagues.models import Division, Entry, Rollover, Snapshot, Term
from goclub.leagues.official.services import divisions
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.official.services.tables import tables_of, to_json
from goclub.leagues.official.services.terms import start_term
from goclub.leagues.tests.league_factories import (
    AFTER,
    BEFORE,
    DAY,
    beat,
    make_league,
    make_term,
    running,
)
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code, RuleError
from ratings.tests.builders import refused

pytestmark = pytest.mark.postgres

DATES = {
    "name": "Autumn",
    "sign_up_until": date(2025, 8, 31),
    "starts_on": date(2025, 9, 1),
    "ends_on": date(2025, 11, 30),
}


def two_divisions(**settings):
    """A: a before b; B: c before d, closed."""
    term, players = running(130, 120, 110, 100, sizes=[2, 2], names="abcd", **settings)
    a, b, c, d = players
    beat(term, a, b)
    beat(term, c, d, minute=3)
    close_term(Act(None, AFTER), term)
    return fresh(term), players


def carry(term, plan, **more):
    into = Term.next_for(term.league, **DATES)
    act = Act(more.pop("by", None), AFTER, plan.fingerprint)
    return divisions.carry_out(act, term, **({"into": into} | more))


def names(term):
    return [
        [entry.member.display_name for entry in division.entries.order_by("seed")]
        for division in term.divisions.order_by("level")
    ]


def test_one_up_one_down():
    term, _players = two_divisions()
    plan = divisions.plan_rollover(term)
    assert Term.objects.count() == 1
    rollover = carry(term, plan)
    assert names(rollover.into) == [["a", "c"], ["b", "d"]]
    assert rollover.into.state == Term.State.SIGN_UP
    assert [(m["name"], m["move"]) for m in rollover.moves] == [
        ("a", "stay"),
        ("b", "down"),
        ("c", "up"),
        ("d", "stay"),
    ]


def test_who_leaves_and_who_joins():
    term, (_a, _b, _c, d) = two_divisions()
    e, f = make_member("e", points=90), make_member("f", points=80)
    choices = {"leaving": [d.pk], "joining": [e.pk, f.pk]}
    rollover = carry(term, divisions.plan_rollover(term, **choices), **choices)
    assert names(rollover.into) == [["a", "c"], ["b", "e", "f"]]
    with refused(Code.UNKNOWN, "joining"):
        divisions.plan_rollover(term, joining=[10**9])


def test_it_is_carried_out_once():
    term, _players = two_divisions()
    plan = divisions.plan_rollover(term)
    carry(term, plan)
    with refused(Code.STATE, "term", "rolled_over"):
        carry(term, plan)
    assert Term.objects.count() == 2


def test_what_was_looked_at_is_what_is_carried_out():
    term, (_a, _b, _c, _d) = two_divisions()
    plan = divisions.plan_rollover(term)
    with refused(Code.STATE, "term", "preview_changed"):
        carry(term, plan, joining=[make_member().pk])
    assert (Term.objects.count(), Rollover.objects.count()) == (1, 0)


def test_a_shared_place_across_the_border_is_for_the_office():
    term, (a, b, c) = running(120, 120, 120, sizes=[3], names="abc")
    beat(term, a, b, "5.5", minute=0)
    beat(term, b, c, "5.5", minute=2)
    beat(term, c, a, "5.5", minute=4)
    close_term(Act(None, AFTER), term)
    term.refresh_from_db()
    # One division has no border; with a second one there is.
    lower = Division.objects.create(term=term, level=2, name="B")
    for name in "de":
        Entry.objects.create(
            term=term, member=make_member(name, points=100), division=lower, seed=9, points=100,
            signed_up_at=BEFORE,
        )  # fmt: skip
    Snapshot.objects.filter(term=term).update(table=to_json(tables_of(term)))
    plan = divisions.plan_rollover(term)
    assert not plan.ready
    with refused(Code.STATE, "decided", "undecided"):
        carry(term, plan)
    d, e = Member.objects.get(display_name="d"), Member.objects.get(display_name="e")
    decided = [c.pk, a.pk, b.pk, d.pk, e.pk]
    plan = divisions.plan_rollover(term, decided=decided)
    assert names(carry(term, plan, decided=decided).into) == [["c", "a", "d"], ["b", "e"]]


def test_before_the_end_and_by_others_nothing_moves():
    term, (a, b) = running(120, 110)
    with refused(Code.STATE, "term", "league.not_closed_yet"):
        divisions.plan_rollover(term)
    beat(term, a, b)
    close_term(Act(None, AFTER), term)
    plan = divisions.plan_rollover(fresh(term))
    with pytest.raises(PermissionDenied):
        carry(term, plan, by=a.user)
    early = Term.next_for(term.league, **(DATES | {"ends_on": date(2025, 8, 1)}))
    with pytest.raises(ValidationError):
        carry(term, plan, into=early)
    assert Term.objects.count() == 1


# --- Killed ----------------------------------------------------------------------------------
def large_league():
    """Twelve divisions of ten, played by forfeit (the rows are what matters here), closed."""
    term = make_term(make_league())
    members = Member.objects.bulk_create(
        [
            Member(status="member", joined_on=DAY, display_name=f"p{n:03}", search_names=f"p{n}")
            for n in range(120)
        ]
    )
    made = Division.objects.bulk_create(
        [Division(term=term, level=n + 1, name=chr(65 + n)) for n in range(12)]
    )
    Entry.objects.bulk_create(
        [
            Entry(term=term, member=member, division=made[n // 10], seed=n, points=n,
                  signed_up_at=BEFORE)
            for n, member in enumerate(members)
        ]
    )  # fmt: skip
    term = start_term(Act(None, AFTER), term)
    from goclub.leagues.models import Match

    Match.objects.update(forfeit="second", forfeit_on=DAY, reason="did not come")
    close_term(Act(None, AFTER), term)
    return fresh(term)


def state_of_the_league():
    """What a rollover writes: nothing of it, or all of it."""
    return (
        Term.objects.count(),
        Division.objects.count(),
        Entry.objects.count(),
        Entry.history.filter(term__number=2).count(),
        Rollover.objects.count(),
    )


def copy_of_the_database(tmp_path):
    """A file that a child may open: SQLite's database of the tests lives in memory."""
    if connection.vendor != "sqlite":
        return None
    path = tmp_path / "league.sqlite3"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])
    return path


def in_a_child(path, work):
    """Fork, run *work* on a connection of its own, and return how the child ended."""
    if path is None:
        connections.close_all()
    pid = os.fork()
    if pid:
        return os.waitpid(pid, 0)[1]
    try:  # the child never returns
        wrapper = connections["default"]
        wrapper.connection = None
        if path is not None:
            wrapper.settings_dict["NAME"] = str(path)
            wrapper.in_atomic_block = False
        work(wrapper)
        os._exit(0)
    except BaseException:
        os._exit(3)


@pytest.mark.extended
@pytest.mark.django_db(transaction=True)
def test_killed_at_any_statement_the_league_is_as_before_or_as_after(tmp_path):
    """SIGKILL, no clean-up: twelve divisions of ten, one more statement each time."""
    term = large_league()
    plan = divisions.plan_rollover(term)
    before = state_of_the_league()
    path = copy_of_the_database(tmp_path)
    after = (2, 24, 240, 120, 1)
    found = []
    for number in range(1, 80):
        ended = in_a_child(path, lambda wrapper, n=number: _roll_and_die(wrapper, term, plan, n))
        state = _look(path)
        found.append(state)
        if ended == 0:
            break
        assert os.WIFSIGNALED(ended), "the child failed in another way"
        assert os.WTERMSIG(ended) == signal.SIGKILL
        assert state in (before, after)
    assert before == (1, 12, 120, 0, 0)
    assert found[-1] == after, "the last child was not killed and finished"
    assert len(found) > 10, "it was killed at many statements"
    assert set(found[:-1]) == {before}


def _roll_and_die(wrapper, term, plan, at_statement):
    count = 0

    def die(execute, sql, params, many, context):
        nonlocal count
        count += 1
        if count == at_statement:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)

    with wrapper.execute_wrapper(die):
        carry(term, plan)


def _look(path):
    """The state as somebody else sees it after the child's end."""
    if path is None:
        return state_of_the_league()
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            wrapper = connections["default"]
            wrapper.connection = None
            wrapper.settings_dict["NAME"] = str(path)
            wrapper.in_atomic_block = False
            os.write(writing, repr(state_of_the_league()).encode())
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    os.close(writing)
    text = os.read(reading, 1000).decode()
    os.close(reading)
    return tuple(int(part) for part in text.strip("()").split(","))


@pytest.mark.django_db(transaction=True)
def test_two_rollovers_at_once_are_one():
    if connection.vendor != "postgresql":
        pytest.skip("threads share nothing of SQLite's database in memory; it has one writer")
    term, _players = two_divisions()
    plan = divisions.plan_rollover(term)
    start, raised = threading.Barrier(4), []

    def run():
        try:
            start.wait()
            carry(term, plan)
        except BaseException as error:
            raised.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(isinstance(error, RuleError) for error in raised), raised
    assert [error.reason for error in raised] == ["rolled_over"] * 3
    assert (Term.objects.count(), Rollover.objects.count()) == (2, 1)
