"""Prizes: who gets which, what ties do, who keeps one alone, and what contradicts itself."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.prizes import (
    Contradiction,
    PrizeContender,
    PrizeScope,
    TieRule,
    award_prizes,
    contradictions,
)


@dataclass(frozen=True)
class Prize:
    """A prize as the rules read it."""

    number: int
    scope: str = PrizeScope.ALL
    place: int = 1
    category: int | None = None
    highest: int | None = None
    lowest: int | None = None
    subject: str = ""
    group_id: int | None = None
    wins: int | None = None
    amount: Decimal | None = None
    item: str = ""


def money(*amounts: int) -> list[Prize]:
    """Prizes for the places from 1 on."""
    return [
        Prize(place, place=place, amount=Decimal(amount)) for place, amount in enumerate(amounts, 1)
    ]


def field(*places: int) -> list[PrizeContender]:
    """Players 1, 2, … with these places, each a rank weaker."""
    return [PrizeContender(n, place, 4 - n) for n, place in enumerate(places, 1)]


def winners(awards):
    return [(award.prize, award.player, award.amount) for award in awards]


def give(prizes, contenders, ties=TieRule.ORDER, *, one_each=True, **more):
    return award_prizes(prizes, contenders, ties=ties, one_each=one_each, **more)


D = Decimal


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        # Two share place 2; the prizes are 100, 50 and 25.
        (
            TieRule.SHARE,
            [(1, 1, D(100)), (2, 2, D(25)), (2, 3, D(25)), (3, 2, D("12.5")), (3, 3, D("12.5"))],
        ),
        (TieRule.BOTH, [(1, 1, D(100)), (2, 2, D(50)), (2, 3, D(50)), (3, None, None)]),
        (TieRule.ORDER, [(1, 1, D(100)), (2, 2, D(50)), (3, 3, D(25))]),
    ],
)
def test_a_shared_place_is_settled_by_the_rule_of_the_event(ties, expected):
    assert winners(give(money(100, 50, 25), field(1, 2, 2, 4), ties)) == expected


def test_the_next_criterion_decides_a_tie_and_then_the_order():
    contenders = [
        PrizeContender(1, 1, 0, further=(3.0, 1.0)),
        PrizeContender(2, 1, 0, further=(4.0, 0.0)),
        PrizeContender(3, 1, 0, further=(3.0, 1.0)),
    ]
    awards = give(money(9, 6, 3), contenders, TieRule.NEXT)
    assert [award.player for award in awards] == [2, 1, 3]
    assert awards[0].tied == (1, 2, 3)


def test_three_share_two_prizes_and_the_rest_of_a_cent_stays_with_the_club():
    awards = give(money(10, 10), field(1, 1, 1), TieRule.SHARE)
    assert {award.amount for award in awards} == {D("3.33")}
    assert {award.player for award in awards if award.prize == 2} == {1, 2, 3}


@pytest.mark.parametrize(("ties", "lines"), [(TieRule.SHARE, 3), (TieRule.BOTH, 3)])
def test_prizes_listed_out_of_order_are_given_once(ties, lines):
    prizes = [Prize(1, place=3, amount=D(30)), Prize(2, place=1, amount=D(90))]
    awards = give(prizes, field(1, 1, 1), ties, one_each=False)
    assert [award.prize for award in awards] == [1] * lines + [2] * lines


def test_an_item_is_not_divided():
    prizes = [Prize(1, item="Cup"), Prize(2, place=2, amount=D(30), item="Book")]
    awards = give(prizes, field(1, 1, 3), TieRule.SHARE)
    assert [(award.prize, award.player, award.with_item) for award in awards] == [
        (1, 1, True),
        (2, 2, True),
    ]
    both = give([Prize(1, amount=D(30), item="Book")], field(1, 1), TieRule.SHARE)
    assert [(award.player, award.amount, award.with_item) for award in both] == [
        (1, D(15), True),
        (2, D(15), False),
    ]


def test_the_reason_names_who_has_a_better_prize():
    """The example of the issue: 3rd among 1–5 kyu; the 2nd already has the 5th prize."""
    prizes = [*money(5, 4, 3, 2, 1), Prize(6, PrizeScope.BAND, 1, highest=-1, lowest=-5)]
    ranks = [3, 2, -1, 1, -2, -3, 0]
    contenders = [PrizeContender(n, n, rank) for n, rank in enumerate(ranks, 1)]
    best = give(prizes, contenders)[-1]
    assert (best.player, best.position, best.passed) == (6, 3, ((3, 3), (5, 5)))


def test_two_prizes_for_one_player_where_the_event_allows_it():
    prizes = [*money(5), Prize(2, PrizeScope.BAND, highest=8, lowest=0)]
    assert [award.player for award in give(prizes, field(1, 2), one_each=False)] == [1, 1]
    assert [award.player for award in give(prizes, field(1, 2))] == [1, 2]


def test_the_second_of_a_scope_counts_those_who_have_prizes_of_it():
    band = [
        Prize(n, PrizeScope.BAND, place, highest=8, lowest=0)
        for n, place in [(2, 1), (3, 2), (4, 3)]
    ]
    assert [a.player for a in give([*money(5), *band], field(1, 2, 3, 4))] == [1, 2, 3, 4]


SCOPES = [
    (Prize(1, PrizeScope.CATEGORY, category=2), [2, 4]),
    (Prize(1, PrizeScope.BAND, highest=1, lowest=-3), [2, 3, 4]),
    (Prize(1, PrizeScope.BAND, lowest=1), [1, 2]),
    (Prize(1, PrizeScope.YOUNGEST), [3, 2]),
    (Prize(1, PrizeScope.CLUB, subject="kRAK "), [1, 4]),
    (Prize(1, PrizeScope.COUNTRY, subject="PL"), [3]),
    (Prize(1, PrizeScope.GROUP, group_id=7), [4]),
]


@pytest.mark.parametrize(("prize", "order"), SCOPES)
def test_each_scope_has_its_players_in_the_order_of_their_claims(prize, order):
    contenders = [
        PrizeContender(1, 1, 3, category=1, club="Krak"),
        PrizeContender(2, 2, 1, category=2, birth_year=2010),
        PrizeContender(3, 3, 0, category=1, country="PL", birth_year=2012),
        PrizeContender(4, 4, -3, category=2, club=" KRAK", groups=frozenset({7})),
    ]
    places = [Prize(**{**vars(prize), "number": place, "place": place}) for place in (1, 2, 3, 4)]
    awards = give(places, contenders)
    assert [award.player for award in awards if award.player] == order


def test_all_with_enough_wins_get_the_prize_but_those_with_a_better_one():
    contenders = [PrizeContender(n, n, 0, wins2=wins2) for n, wins2 in enumerate([10, 8, 9, 7], 1)]
    prizes = [*money(5), Prize(2, PrizeScope.WINS, wins=4, item="Book")]
    assert winners(give(prizes, contenders)) == [(1, 1, D(5)), (2, 2, None), (2, 3, None)]
    assert len(give(prizes[1:], contenders, one_each=False)) == 3
    assert winners(give(prizes[1:], contenders[3:])) == [(2, None, None)]


def test_a_prize_by_hand_is_kept_and_counts_as_one():
    awards = give(money(3, 2, 1), field(1, 2, 3), by_hand={2: 3, 3: None})
    assert winners(awards) == [(1, 1, D(3)), (2, 3, D(2)), (3, None, D(1))]
    assert awards[1].by_hand


CONTRADICTIONS = [
    ([Prize(1), Prize(2)], Contradiction.SAME, 2, 1, 0),
    ([Prize(1, PrizeScope.CLUB, subject="A"), Prize(2, PrizeScope.CLUB, subject="a ")],
     Contradiction.SAME, 2, 1, 0),
    ([Prize(1, PrizeScope.BAND, highest=-20, lowest=-30)], Contradiction.NOBODY, 1, 0, 0),
    ([Prize(1, place=4)], Contradiction.TOO_MANY, 1, 0, 3),
    ([Prize(1, place=2), Prize(2, place=1)], Contradiction.ORDER, 2, 1, 0),
    (money(10, 20), Contradiction.WORTH_LESS, 2, 1, 0),
    ([Prize(1, PrizeScope.WINS, wins=6)], Contradiction.TOO_MANY_WINS, 1, 0, 5),
]  # fmt: skip


@pytest.mark.parametrize(("prizes", "kind", "number", "against", "count"), CONTRADICTIONS)
def test_contradictions_are_named(prizes, kind, number, against, count):
    named = contradictions(prizes, field(1, 2, 3), ties=TieRule.SHARE, rounds=5)
    assert (kind, number, against, count) in [
        (wrong.kind, wrong.prize, wrong.against, wrong.count) for wrong in named
    ]


def test_an_item_is_named_where_players_are_tied_for_it():
    prizes = [Prize(1, item="Cup"), Prize(2, place=2, item="Book"), Prize(3, place=3, item="Fan")]
    named = contradictions(prizes, field(1, 2, 2), ties=TieRule.SHARE, rounds=5)
    assert [(wrong.kind, wrong.prize) for wrong in named] == [
        (Contradiction.INDIVISIBLE, 2),
        (Contradiction.INDIVISIBLE, 3),
    ]
    assert not contradictions(prizes, field(1, 2, 2), ties=TieRule.ORDER, rounds=5)


def test_prizes_in_order_contradict_nothing():
    assert not contradictions(money(3, 2, 1), field(1, 2, 3), ties=TieRule.SHARE, rounds=5)
    assert not contradictions(money(3, 2, 1), [], ties=TieRule.SHARE, rounds=5)


prize_lists = st.lists(
    st.builds(
        Prize,
        number=st.integers(1, 99),
        scope=st.sampled_from(list(PrizeScope)),
        place=st.integers(1, 4),
        category=st.integers(1, 2),
        highest=st.integers(0, 8),
        lowest=st.integers(-30, 0),
        subject=st.sampled_from(["A", "PL"]),
        group_id=st.integers(1, 2),
        wins=st.integers(1, 5),
        amount=st.one_of(st.none(), st.decimals(1, 500, places=2)),
    ),
    unique_by=lambda prize: prize.number,
    max_size=8,
)


@st.composite
def fields(draw):
    """Players with places that are shared now and then."""
    count, place, contenders = draw(st.integers(0, 9)), 0, []
    for number in range(1, count + 1):
        place = place if place and draw(st.booleans()) else number
        contenders.append(
            PrizeContender(
                number,
                place,
                draw(st.integers(-30, 8)),
                category=draw(st.integers(1, 2)),
                club=draw(st.sampled_from(["", "A"])),
                country=draw(st.sampled_from(["", "PL"])),
                birth_year=draw(st.one_of(st.none(), st.integers(2000, 2015))),
                wins2=draw(st.integers(0, 10)),
                groups=frozenset(draw(st.sets(st.integers(1, 2)))),
                further=(draw(st.integers(0, 3)),),
            )
        )
    return contenders


@given(prize_lists, fields(), st.sampled_from(list(TieRule)), st.booleans(), st.randoms())
def test_nothing_is_given_twice_lost_or_given_beyond_its_amount(
    prizes, contenders, ties, one_each, chance
):
    awards = award_prizes(prizes, contenders, ties=ties, one_each=one_each)
    assert {award.prize for award in awards} == {prize.number for prize in prizes}
    shuffled = random.Random(chance.random()).sample(prizes, len(prizes))
    assert award_prizes(shuffled, contenders, ties=ties, one_each=one_each) == awards
    by_prize = {prize.number: prize for prize in prizes}
    for prize in prizes:
        shares = [a.amount or 0 for a in awards if a.prize == prize.number and a.player]
        if ties is not TieRule.BOTH and prize.scope != PrizeScope.WINS:
            assert sum(shares) <= (prize.amount or 0)
            assert not prize.amount or not shares or prize.amount - sum(shares) < D("0.01") * 9
    if one_each:
        for player in {award.player for award in awards} - {None}:
            own = [award for award in awards if award.player == player]
            scopes = {by_prize[award.prize].scope for award in own}
            assert len(own) == 1 or (ties is TieRule.SHARE and len(scopes) == 1)
