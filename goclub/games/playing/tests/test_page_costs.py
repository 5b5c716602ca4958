"""The pages of a member and of a game ask the database little, and show what it holds now."""

from __future__ import annotations

import pytest

from goclub.games.models import NEWEST_FIRST, RatingEntry
from goclub.games.rating.queries import LEDGER_PAGE, MemberLedger
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.games.tests.factories import play
from goclub.members.tests.factories import make_member


@pytest.fixture
def pair():
    one, other = make_member("Sato", points=120), make_member("Anong", points=120)
    for minute in range(LEDGER_PAGE + 2):
        play(one, other, minute=minute)
    return one, other


def test_the_pages_of_a_ledger_are_its_lines_in_order(client, pair, django_assert_num_queries):
    member = pair[0]
    rows = RatingEntry.objects.filter(member=member, system=MAIN_SYSTEM)
    wanted = list(rows.order_by(*NEWEST_FIRST))
    assert len(wanted) > LEDGER_PAGE
    ledger = MemberLedger(member, MAIN_SYSTEM, len(wanted))
    first, rest = ledger[0:LEDGER_PAGE], ledger[LEDGER_PAGE : len(wanted)]
    assert [*first, *rest] == wanted
    assert ledger[LEDGER_PAGE] == wanted[LEDGER_PAGE]
    with django_assert_num_queries(1):
        assert [line.game and line.game.white.display_name for line in ledger[0:LEDGER_PAGE]]
        assert {line.member.display_name for line in first} == {"Sato"}
    shown = []
    for page in (1, 2):
        answer = client.get(member.get_absolute_url(), {"page": page})
        shown += [row.record for row in answer.context["table"].paginated_rows]
    assert shown == wanted
