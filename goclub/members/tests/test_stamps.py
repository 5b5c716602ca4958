"""A member that is stamped stands in every table as one whom the services made."""

from __future__ import annotations

import re
from datetime import date
from unittest import mock

import pytest
from django.apps import apps
from django.db import transaction

from goclub.common.gate import gate_open
from goclub.members.models import Member, User
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.tests import stamps
from goclub.members.tests.factories import LONG_AGO, LONG_AGO_AT, PASSWORD, make_member

KINDS = {
    "ordinary": {},
    "with points": {"points": 119},
    "a kyu player": {"rank": "12k", "joined": date(2025, 2, 3)},
    "of another script": {"name": "佐藤 健", "romanised_name": "Satō Ken"},
    "with kana": {"name": "さとう けん"},
    "with a profile": {"language": "th", "time_zone": "Asia/Bangkok", "country": "TH"},
    "chair": {"role": CHAIR, "password": True},
    "secretary": {"role": SECRETARY},
    "organiser": {"role": ORGANISER, "points": 140},
}


def written(make):
    """Every row of the database that *make* writes, numbers counted from the first of its table."""
    kept, places = {}, {}
    before = dict(zip(stamps._tables(), stamps._highest(), strict=True))
    make()
    for table, last in before.items():
        kept[table] = stamps.rows_after(table, last)
        places |= {
            (table.name, row[table.key]): f"{table.name} {place}"
            for place, row in enumerate(kept[table])
        }
    clocks = {(model._meta.db_table, column) for model, column in stamps._BY_THE_CLOCK.items()}
    for table, rows in kept.items():
        links = {link.column: link.table for link in table.links} | {table.key: table.name}
        for row in rows:
            for column in row:
                if column in links:
                    row[column] = places.get((links[column], row[column]), row[column])
                if (table.name, column) in clocks or column == "password":
                    row[column] = bool(row[column])
                elif column in ("username", "email"):
                    row[column] = re.sub(r"\d+", "", row[column])
        rows.sort(key=repr)
    return {table.name: rows for table, rows in kept.items() if rows}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("office", [False, True], ids=["nobody hears", "an office"])
def test_all_rows_are_those_of_the_services(kind, office):
    make_member(**kind)  # kept, if nobody has been one of this kind yet
    if office:
        make_member("Kimura", role=CHAIR)
    kind = {"name": "Ota"} | kind
    made_by_services = mock.patch.object(stamps, "_since", side_effect=AssertionError)
    with transaction.atomic(), made_by_services:
        stamped = written(lambda: make_member(**kind))
        transaction.set_rollback(True)
    with stamps.afresh():
        by_services = written(lambda: make_member(**kind))
    assert stamped == by_services
    assert len(by_services) >= 9
    assert ("members_notice" in by_services) is (office or kind.get("role") in (CHAIR, SECRETARY))


def test_what_comes_back_is_the_row():
    make_member()
    member = make_member("Kimura", role=CHAIR, password=True)
    assert member == Member.objects.get(display_name="Kimura")
    assert member.user == User.objects.get(pk=member.user.pk)
    assert member.user.check_password(PASSWORD)
    assert member.user.has_perm("members.approve_member")
    assert {row.display_name for row in Member.history.filter(id=member.pk)} == {"Kimura"}


SAYS = {
    "games.HouseRule": {"key": "paa_window", "value": 30, "valid_from": LONG_AGO, "reason": "!"},
    "games.ThresholdTable": {"table": {}, "valid_from": LONG_AGO, "reason": "!"},
    "members.Webhook": {"name": "Channel", "address": "https://a.example/", "made_at": LONG_AGO_AT},
}


@pytest.mark.parametrize("label", stamps._HAVE_A_SAY)
def test_where_something_has_a_say_the_services_do_it(label):
    make_member()
    writing = mock.patch.object(stamps, "_write", side_effect=AssertionError)
    with writing, pytest.raises(AssertionError):
        make_member()  # stamped
    model, given = apps.get_model(label), SAYS[label]
    by = {"set_by": User.objects.first()} if hasattr(model, "set_by") else {}
    with gate_open():
        model.objects.create(**given, **by)
    with writing, mock.patch.object(stamps, "_since", side_effect=AssertionError):
        assert stamps._looked_at()[0]
        assert stamps.stamped("kind", Member(), LONG_AGO_AT, lambda: "made") == "made"
