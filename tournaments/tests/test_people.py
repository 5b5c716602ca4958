"""Whom a person of a file may be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.latin import Candidate, Doubt, MatchReason, NamedPerson, match_people

MEMBERS = [
    NamedPerson(1, "Łukasik-Żak", "Zoë", pin="11111111"),
    NamedPerson(2, "佐藤", "健", also=(("Sato", "Ken"),)),
    NamedPerson(3, "Nowak", "Jan"),
    NamedPerson(4, "Nowak", "Jan", pin="44444444"),
    NamedPerson(5, "O'Neill", "Sean"),
]


def found(*person, **details):
    (match,) = match_people([NamedPerson(99, *person, **details)], MEMBERS)
    return [(each.id, each.reasons, each.doubts) for each in match.candidates]


@pytest.mark.parametrize(
    ("person", "pin", "id", "reasons", "doubts"),
    [
        # A number and a name are the strongest; a number alone is doubted, as is another number.
        (("Łukasik-Żak", "Zoë"), "11111111", 1, (MatchReason.PIN, MatchReason.NAME), ()),
        (("Kowalska", "Ewa"), "11111111", 1, (MatchReason.PIN,), (Doubt.OTHER_NAME,)),
        (("Łukasik-Żak", "Zoë"), "99999999", 1, (MatchReason.NAME,), (Doubt.OTHER_PIN,)),
        # Accents, case, hyphens and spaces do not part people.
        (("LUKASIK ZAK", "zoe"), "", 1, (MatchReason.FOLDED,), ()),
        (("ONeill", "SEAN"), "", 5, (MatchReason.FOLDED,), ()),
        # The other way round, and divided otherwise.
        (("Zoë", "Łukasik-Żak"), "", 1, (MatchReason.SWAPPED,), ()),
        (("Ken", "Sato"), "", 2, (MatchReason.SWAPPED,), ()),
        (("Sato Ken",), "", 2, (MatchReason.JOINED,), ()),
        (("Zak", "Zoe Łukasik"), "", 1, (MatchReason.JOINED,), ()),
        # Another spelling is as good as the name.
        (("Sato", "Ken"), "", 2, (MatchReason.NAME,), ()),
        (("佐藤", "健"), "", 2, (MatchReason.NAME,), ()),
    ],
)
def test_why_somebody_is_proposed(person, pin, id, reasons, doubts):
    assert found(*person, pin=pin) == [(id, reasons, doubts)]


def test_parts_of_two_names_are_nobody():
    assert found("Zoe", "Zak Łukasik") == []


def test_width_does_not_part_people_but_vowels_and_voicing_do():
    members = [
        NamedPerson(1, "サトウ", "Ｋｅｎ"),
        NamedPerson(2, "นุด", "ใจดี"),
        NamedPerson(3, "ハタ", "Ai"),
    ]
    guests = [
        NamedPerson(1, "ｻﾄｳ", "KEN"),
        NamedPerson(2, "นิด", "ใจดี"),
        NamedPerson(3, "バタ", "Ai"),
    ]
    found = [[one.id for one in match.candidates] for match in match_people(guests, members)]
    assert found == [[1], [], []]


def test_of_namesakes_the_one_with_the_number_comes_first():
    assert found("Nowak", "Jan", pin="44444444") == [
        (4, (MatchReason.PIN, MatchReason.NAME), ()),
        (3, (MatchReason.NAME,), ()),
    ]
    assert [each[0] for each in found("Nowak", "Jan")] == [3, 4]


def test_clear_is_one_candidate_without_a_doubt():
    guests = [
        NamedPerson(1, "Sato", "Ken"),
        NamedPerson(2, "Nowak", "Jan"),
        NamedPerson(3, "Kim", "A"),
    ]
    assert [match.is_clear for match in match_people(guests, MEMBERS)] == [True, False, False]


def test_a_member_wanted_by_two_is_doubted_for_both():
    matches = match_people([NamedPerson(1, "Sato", "Ken"), NamedPerson(2, "Ken", "Sato")], MEMBERS)
    assert [match.candidates[0].doubts for match in matches] == [(Doubt.SHARED,)] * 2
    assert not any(match.is_clear for match in matches)


NAMES = st.sampled_from(["Ann", "ann", "Bob", "Łoś", "Los", "", "佐藤"])
PEOPLE = st.lists(
    st.builds(
        NamedPerson,
        st.integers(1, 50),
        NAMES,
        NAMES,
        st.sampled_from(["", "11111111", "22222222"]),
    ),
    max_size=6,
    unique_by=lambda person: person.id,
)


@given(PEOPLE, PEOPLE)
def test_everybody_of_the_file_is_answered_and_nobody_is_made_up(guests, members):
    matches = match_people(guests, members)
    assert [match.id for match in matches] == [guest.id for guest in guests]
    ids = {member.id for member in members}
    for match in matches:
        assert {candidate.id for candidate in match.candidates} <= ids
        assert all(candidate.reasons for candidate in match.candidates)
        assert len({candidate.id for candidate in match.candidates}) == len(match.candidates)


@given(PEOPLE)
def test_everybody_is_proposed_for_himself(people):
    for person, match in zip(people, match_people(people, people), strict=True):
        own = [candidate for candidate in match.candidates if candidate.id == person.id]
        assert isinstance(own[0], Candidate)
        assert MatchReason.NAME in own[0].reasons


def test_somebody_with_another_number_comes_last():
    """Two of one name: the one without a number is likelier than the one with a wrong one."""
    assert [one[0] for one in found("Nowak", "Jan", pin="99999999")] == [3, 4]
    members = [NamedPerson(1, "Nowak", "Jan", pin="44444444"), NamedPerson(2, "Nowak", "Jan")]
    (match,) = match_people([NamedPerson(99, "Nowak", "Jan", pin="99999999")], members)
    assert [one.id for one in match.candidates] == [2, 1]
