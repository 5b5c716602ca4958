"""Who organises next time: S1-25, S1-26, erratum B11 (booby is second from last)."""

from datetime import date

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.official.choice import Search, Verdict, organisers
from tournaments.official.facts import LeagueEnding, LeagueGame
from tournaments.official.standing import DivisionRow
from tournaments.tests.league_builders import FOUR, FOUR_GAMES, Player, table, won

TODAY = date(2025, 4, 1)
YOUNG = date(1990, 1, 1)
OLD = date(1940, 1, 1)


def people(*, old: str = "", willing: str = "", young: str = "KLMN") -> list[Player]:
    return [
        Player(one, 1, OLD if one in old else YOUNG if one in young else None, one in willing)
        for one in [player.id for player in FOUR]
        if isinstance(one, str)
    ]


def chosen(old: str = "", willing: str = "") -> tuple[object, object]:
    found = organisers(table(FOUR, FOUR_GAMES), people(old=old, willing=willing), on=TODAY)
    return found.winner, found.booby


# The final order of the worked league is N, K, L, M.
@pytest.mark.parametrize(
    ("old", "willing", "winner", "booby"),
    [
        ("", "", "N", "L"),  # winner and second from last
        ("L", "", "N", "K"),  # L is 71: the next above
        ("L", "L", "N", "L"),  # exempt but willing
        ("N", "", "K", "L"),  # winner exempt: the next below
        ("NK", "", "L", "M"),  # the searches meet: L is taken, above all exempt, then downward
        ("NL", "", "K", "M"),  # up past K, N exempt, then downward
        ("L", "M", "N", "K"),  # willingness of others changes nothing
        ("KL", "", "N", "M"),  # up: L, K exempt, N taken; then the last
        ("NKL", "L", "L", "M"),
        ("M", "", "N", "L"),
    ],
)
def test_searches(old: str, willing: str, winner: str, booby: str) -> None:
    assert chosen(old, willing) == (winner, booby)


def test_the_steps_tell_the_chair_how_they_were_found() -> None:
    found = organisers(table(FOUR, FOUR_GAMES), people(old="NL"), on=TODAY)
    assert [(one.search, one.player, one.place, one.verdict) for one in found.steps] == [
        (Search.WINNER, "N", 1, Verdict.EXEMPT),
        (Search.WINNER, "K", 2, Verdict.CHOSEN),
        (Search.BOOBY, "L", 3, Verdict.EXEMPT),
        (Search.BOOBY, "K", 2, Verdict.TAKEN),
        (Search.BOOBY, "N", 1, Verdict.EXEMPT),
        (Search.BOOBY, "M", 4, Verdict.CHOSEN),
    ]


@pytest.mark.parametrize("old", ["KLMN", "KLM", "KMN"])
def test_all_exempt_is_for_the_office(old: str) -> None:
    """E_UNDEFINED, also where only one of two can be found."""
    with refused(Code.UNDEFINED, "players", "official.all_exempt"):
        chosen(old)


@pytest.mark.parametrize(
    ("born", "on", "booby"),
    [
        (date(1955, 4, 1), TODAY, "K"),  # seventy today
        (date(1955, 4, 2), TODAY, "L"),  # tomorrow
        (date(1954, 4, 2), TODAY, "K"),
        (date(1956, 2, 29), date(2026, 2, 28), "L"),
        (date(1956, 2, 29), date(2026, 3, 1), "K"),
    ],
)
def test_seventy_from_the_birthday_on(born: date, on: date, booby: str) -> None:
    everybody = [Player(one.id, 1, born if one.id == "L" else YOUNG) for one in FOUR]
    assert organisers(table(FOUR, FOUR_GAMES), everybody, on=on).booby == booby


def test_a_missing_birth_date_matters_only_where_it_is_asked_for() -> None:
    rows = table(FOUR, FOUR_GAMES)
    unknown_l = people(young="KMN")
    with refused(Code.MISSING, "born") as caught:
        organisers(rows, unknown_l, on=TODAY)
    assert caught.value.value == "L"
    assert organisers(rows, unknown_l, on=TODAY, exemption=False).booby == "L"
    assert organisers(rows, people(young="KMN", willing="L"), on=TODAY).booby == "L"
    # Nobody looks at K and M.
    assert organisers(rows, people(young="NL"), on=TODAY).winner == "N"


def test_a_birth_date_in_the_future_is_refused_without_showing_it() -> None:
    with refused(Code.INCONSISTENT, "born", "official.not_born") as caught:
        organisers(
            table(FOUR, FOUR_GAMES),
            [Player(one.id, 1, date(2031, 1, 1)) for one in FOUR],
            on=TODAY,
        )
    assert "2031" not in str(caught.value)


def test_a_league_of_two_gives_both() -> None:
    """Second from last is the winner himself, so the search goes on downward."""
    two = [Player("a", 1, YOUNG), Player("b", 1, YOUNG)]
    found = organisers(table(two, [won("a", "b")]), two, on=TODAY)
    assert (found.winner, found.booby) == ("a", "b")
    assert [one.verdict for one in found.steps] == [
        Verdict.CHOSEN,
        Verdict.TAKEN,
        Verdict.CHOSEN,
    ]


def test_bad_input() -> None:
    rows = table(FOUR, FOUR_GAMES)
    with refused(Code.UNKNOWN, "players"):
        organisers(rows, people()[:3], on=TODAY)
    with refused(Code.UNKNOWN, "decided"):
        organisers(rows, people(), on=TODAY, decided=["X"])
    with refused(Code.RANGE, "rows", accepted="2…"):
        organisers(rows[:1], people(), on=TODAY)


# Shared places --------------------------------------------------------------------------------

CIRCLE = [won("A", "B"), won("B", "C"), won("C", "A")]
BEAT_D = [LeagueGame(one, "D", one, LeagueEnding.RESIGNATION) for one in "ABC"]


def circle_first(*, old: str = "") -> tuple[tuple[DivisionRow, ...], list[Player]]:
    """A, B and C share the first place, D is last."""
    league = [Player(one, 100, OLD if one in old else YOUNG) for one in "ABCD"]
    return table(league, CIRCLE + BEAT_D), league


def circle_last(*, old: str = "") -> tuple[tuple[DivisionRow, ...], list[Player]]:
    """D has won everything, A, B and C share the second and last place."""
    league = [Player(one, 100, OLD if one in old else YOUNG) for one in "ABCD"]
    lost = [LeagueGame(one, "D", "D", LeagueEnding.RESIGNATION) for one in "ABC"]
    return table(league, CIRCLE + lost), league


def test_a_shared_first_place_is_put_in_order_by_the_office() -> None:
    rows, league = circle_first()
    with refused(Code.UNDEFINED, "decided", "official.shared_place") as caught:
        organisers(rows, league, on=TODAY)
    assert set(caught.value.value) == {"A", "B", "C"}  # type: ignore[call-overload]
    found = organisers(rows, league, on=TODAY, decided=["B", "C", "A"])
    assert (found.winner, found.booby) == ("B", "A")


@pytest.mark.parametrize("old", ["A", "B", "C"])
def test_two_free_players_of_a_shared_place_are_enough_to_ask_the_office(old: str) -> None:
    rows, league = circle_first(old=old)
    with refused(Code.UNDEFINED, "decided", "official.shared_place"):
        organisers(rows, league, on=TODAY)


def test_two_who_share_the_last_places_are_put_in_order_by_the_office() -> None:
    """Who of C and D is second from last nobody knows, even where one of them is exempt."""
    for old in ("", "C", "D"):
        league = [Player(one, 100, OLD if one in old else YOUNG) for one in "ABCD"]
        games = [LeagueGame("A", one, "A", LeagueEnding.RESIGNATION) for one in "BCD"]
        games += [LeagueGame("B", one, "B", LeagueEnding.RESIGNATION) for one in "CD"]
        rows = table(league, [*games, LeagueGame("C", "D", None, LeagueEnding.JIGO)])
        assert [row.place for row in rows] == [1, 2, 3, 3]
        with refused(Code.UNDEFINED, "decided", "official.shared_place"):
            organisers(rows, league, on=TODAY)


def test_a_shared_last_place_hides_who_is_second_from_last() -> None:
    """Even with one free: whether he is last or second from last is the office's to say."""
    rows, league = circle_last(old="AB")
    with refused(Code.UNDEFINED, "decided", "official.shared_place"):
        organisers(rows, league, on=TODAY)
    for order, booby in (("ACB", "C"), ("CBA", "C"), ("ABC", "C")):
        assert organisers(rows, league, on=TODAY, decided=list(order)).booby == booby


def test_a_shared_last_place_of_exempt_players_needs_no_decision() -> None:
    rows, league = circle_last(old="ABC")
    with refused(reason="official.all_exempt", value="booby"):
        organisers(rows, league, on=TODAY)
