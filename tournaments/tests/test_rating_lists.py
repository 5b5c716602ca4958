"""Rating lists of federations: every line of theirs, and what is none."""

from __future__ import annotations

from datetime import date

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.formats.rating_lists import ListSource, read_head, read_pasted, read_players

EGD, FFG, AGA = ListSource.EGD, ListSource.FFG, ListSource.AGA
EUROPEAN = " 10000001  {name:<38}{country}  {club:<4}  {rank:>3}  --  {rating:>4}    12  T260301A"


def european(name="Nowak Ewa", country="PL", club="Krak", rank="3k", rating=1823):
    return EUROPEAN.format(name=name, country=country, club=club, rank=rank, rating=rating)


def only(source, line):
    (player,) = read_players(source, [line], [])
    return player


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (european(), ("Nowak", "Ewa", "3k", "1823", "Krak", "PL")),
        (european("Van_Dam Anne_Marie", club="xxxx"),
         ("Van Dam", "Anne Marie", "3k", "1823", "", "PL")),
        (european("Łoś"), ("Łoś", "", "3k", "1823", "Krak", "PL")),
        (european("O&#39;Dowd Al&amp;x"), ("O'Dowd", "Al&x", "3k", "1823", "Krak", "PL")),
        (european("Li YU", "CN", "Beij", "1p", 2740), ("Li", "YU", "1p", "2740", "Beij", "CN")),
        (european(rank="20k", rating=-912), ("Nowak", "Ewa", "20k", "-912", "Krak", "PL")),
    ],
)  # fmt: skip
def test_a_line_of_the_european_list(line, read):
    player = only(EGD, line)
    assert (player.name, player.first_name, player.rank, player.rating, player.club,
            player.country) == read  # fmt: skip
    assert (player.egf_pin, player.at) == ("10000001", 1)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("NOWAK Ewa          -250 C 1234567 38Gr FR",
         ("NOWAK", "Ewa", "3k", "1800", "38Gr", "FR", "1234567")),
        ("SATO Ken (toky)     350 e ------- xxxx JP",
         ("SATO", "Ken (toky)", "4d", "2400", "", "JP", "")),
        ("LE_GOFF Anne-Marie -9999 X 7654321 75Pa FR",
         ("LE GOFF", "Anne-Marie", "", "", "75Pa", "FR", "7654321")),
        ("1400315 HWANG Min            720        38Gr",
         ("HWANG", "Min", "8d", "2770", "38Gr", "FR", "1400315")),
        ("2100088 ABIR Sam             NC        38Gr",
         ("ABIR", "Sam", "", "", "38Gr", "FR", "2100088")),
    ],
)  # fmt: skip
def test_a_line_of_the_french_ladder(line, read):
    player = only(FFG, line)
    assert (player.name, player.first_name, player.rank, player.rating, player.club,
            player.country, player.ffg_licence) == read  # fmt: skip


def test_a_line_of_the_american_list():
    player = only(AGA, "Nowak, Ewa Maria\t12345\tFull\t-3.24\t1/1/2030\tNOVA\tCA\t0.5\t1/1/2020")
    assert (player.name, player.first_name, player.rank, player.rating) == (
        "Nowak", "Ewa Maria", "3k", "1826",
    )  # fmt: skip
    assert (player.club, player.country, player.aga_id, player.listed) == (
        "NOVA", "US", "12345", "-3.24",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "source", "day"),
    [
        (["<pre>", "(01 Mar 2026)", european()], EGD, date(2026, 3, 1)),
        ([european(), "(01 Mar 2026)"], EGD, None),
        (["(31 Feb 2026)", european()], EGD, None),
        (["Echelle du 01/03/2026", "NOWAK Ewa -250 C 1234567 38Gr FR"], FFG, date(2026, 3, 1)),
        (["Nowak, Ewa\t12345\tFull\t-3.24\t1/1/2030\tNone\tCA"], AGA, None),
    ],
)
def test_which_list_and_of_which_day(lines, source, day):
    head = read_head(lines)
    assert (head.source, head.listed_on) == (source, day)


@pytest.mark.parametrize("lines", [[], [""], ["name;rank", "Nowak;3k"], ["<html>", "404"]])
def test_any_other_text_is_refused(lines):
    with refused(Code.TYPE, reason="ratinglist.unknown_list"):
        read_head(lines)


@pytest.mark.parametrize(
    ("source", "lines", "at"),
    [
        (EGD, ["<pre>", european(), european()], 3),
        (EGD, [european(), european()[:60]], 2),
        (FFG, ["NOWAK Ewa  -250 C 1234567 38Gr FR", "SATO Ken   350 e 76543"], 2),
        (AGA, ["A, B\t1\tFull\t1.2\t\tX\tCA\t0.5", "C, D\t2\tFull\t1.2\t"], 2),
        (AGA, ["A, B\t1\tFull\t1.2\t\tX\tCA\t0.5", "C, D\t2\tFu"], 2),
        (EGD, [], 0),
    ],
)
def test_a_list_cut_in_the_middle_is_refused(source, lines, at):
    with refused(Code.INCONSISTENT, reason="ratinglist.cut") as error:
        list(read_players(source, lines, []))
    assert error.value.value == at


def test_a_whole_page_is_not_cut():
    lines = ["<html><pre>", european(), "</pre></html>", "", "made by a program"]
    assert len(list(read_players(EGD, lines, []))) == 1


def test_unreadable_lines_are_counted_and_many_are_refused():
    odd = " 10000009  Anonymous (undefined)"
    unread: list[int] = []
    lines = [european(), odd, *[european()] * 200]
    assert len(list(read_players(EGD, lines, unread))) == 201
    assert unread == [2]
    with refused(Code.TYPE, reason="ratinglist.many_unread"):
        list(read_players(EGD, [european(), odd, european()], []))


@pytest.mark.parametrize("line", ["10000001 A" + " " * 500_000, "A\t1\tFull\t" + "1" * 500_000])
def test_a_line_without_end_is_soon_put_down(line):
    with refused(Code.TYPE, reason="ratinglist.unknown_list"):
        read_head([line])
    assert read_pasted(line) == []


def test_pasted_lines_keep_those_that_cannot_be_read():
    players = read_pasted("heading\n10000001 Nowak Ewa PL Krak 3k -- 1823 12\n10000002 Nobody\n")
    assert [player.name for player in players] == ["Nowak", "10000002 Nobody"]
