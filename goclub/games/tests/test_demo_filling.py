"""The demo club in the database: what a newcomer to the site finds there."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from goclub.games import ledger
from goclub.games.demo.filling import LOGINS, PASSWORD
from goclub.games.models import Game, Kifu, RatingEntry, Standing
from goclub.members.models import Member, User
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


def test_the_demo_club_is_complete_and_stands_where_the_rules_put_it():
    told = StringIO()
    call_command("demo", stdout=told)
    assert all(login in told.getvalue() for login in LOGINS)
    for login in LOGINS:
        assert User.objects.get(username=login).check_password(PASSWORD)
    games = Game.objects.count()
    assert games >= 600
    assert Member.objects.active().count() >= 38
    assert Member.objects.applying().count() == 1
    assert Game.objects.filter(state=Game.State.DISPUTED).count() == 1
    assert games * 0.25 <= Kifu.objects.count() <= games * 0.45
    codes = [e.reason["inputs"].get("rank_code") for e in RatingEntry.objects.exclude(game=None)]
    assert {"promoted", "demoted", "kept_rate"} <= set(codes)
    me = Member.objects.get(user__username="member")
    assert Game.objects.waiting_for(me).count() >= 2
    assert Standing.objects.get(member=me).games > 20
    assert ledger.rebuild() == 0
    assert Game.objects.filter(winner="J").exists()
    assert set(Member.objects.values_list("country", flat=True)) >= {"JP", "TH", "PL"}


def test_the_demo_never_touches_a_database_that_holds_somebody():
    make_member()
    with pytest.raises(CommandError) as refused:
        call_command("demo")
    assert refused.value.returncode == 2
    call_command("demo", if_empty=True, stdout=StringIO())
    assert Member.objects.count() == 1


@override_settings(DEMO=False)
def test_the_demo_never_opens_a_real_club():
    with pytest.raises(CommandError):
        call_command("demo")
    assert not User.objects.exists()
