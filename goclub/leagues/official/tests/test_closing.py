"""Closing a term, correcting its record, naming the next organisers (S1-25, S1-26)."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from goclub.games.playing.services.decisions import decide_game
from goclub.games.tests.factories import facts
from goclub.leagues.models import Entry, LeaguePerson, Snapshot, Term
from goclub.leagues.official.services.matches import reopen
from goclub.leagues.official.services.organisers import confirm_organisers, propose_organisers
from goclub.leagues.official.services.standings import TermStandings, close_term, correct_term
from goclub.leagues.official.services.terms import change_term, sign_up, withdraw
from goclub.leagues.tests.league_factories import AFTER, DAY, match_of, worked_league
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


# --- Closing ----------------------------------------------------------------------------------
def test_closing_keeps_the_table_for_good_and_twice_changes_nothing():
    term, _players = worked_league()
    first = close_term(Act(None, AFTER), term)
    assert close_term(Act(None, AFTER), term) == first
    assert Snapshot.objects.count() == 1
    assert not TermStandings(fresh(term)).is_pending
    assert [r["name"] for r in first.table[0]["rows"]] == ["N", "K", "L", "M"]


def test_a_later_correction_shows_old_and_new_and_why():
    term, players = worked_league()
    old = close_term(Act(None, AFTER), term)
    match = match_of(fresh(term), players["K"], players["N"])
    chair = make_member(role=CHAIR).user
    claim = facts(players["K"], players["N"], "B+2.5", played_on=DAY)
    decide_game(Act(chair, AFTER), match.game, facts=claim, reason="counted again")
    assert TermStandings(term).is_pending
    with refused(Code.MISSING, "reason"):
        correct_term(Act(None, AFTER), term, reason="")
    new = correct_term(Act(None, AFTER), term, reason="counted again")
    assert (new.version, new.reason) == (2, "counted again")
    old.refresh_from_db()
    assert [r["name"] for r in old.table[0]["rows"]] == ["N", "K", "L", "M"]
    assert [r["name"] for r in new.table[0]["rows"]] == ["K", "L", "N", "M"]
    assert correct_term(Act(None, AFTER), term, reason="again") == new


def test_a_closed_term_takes_nothing_more():
    term, players = worked_league()
    close_term(Act(None, AFTER), term)
    match = match_of(term, players["K"], players["N"])
    entry = Entry.objects.get(member=players["K"])
    for act in (
        lambda: reopen(Act(None, AFTER), match, reason="x"),
        lambda: withdraw(Act(None, AFTER), entry, on=DAY, reason="x"),
        lambda: sign_up(Act(None, AFTER), term, member=make_member()),
    ):
        with refused(Code.STATE):
            act()
    term = Term.objects.get(pk=term.pk)
    term.name = "x"
    with pytest.raises(ValidationError):
        change_term(Act(None, AFTER), term)


# --- Organisers -------------------------------------------------------------------------------
def test_only_the_chair_confirms_and_another_choice_needs_a_reason():
    term, players = worked_league()
    close_term(Act(None, AFTER), term)
    term.refresh_from_db()
    for member in players.values():
        member.birth_date = date(1980, 1, 1)
        member.save()
    proposal = propose_organisers(term, on=date(2025, 6, 1))
    chair, organiser = make_member(role=CHAIR).user, make_member(role=ORGANISER).user
    two = {"winner": proposal.winner, "booby": proposal.booby, "proposal": proposal}
    with pytest.raises(PermissionDenied):
        confirm_organisers(Act(organiser, AFTER), term, **two)
    swapped = two | {"booby": players["K"]}
    with refused(Code.MISSING, "reason"):
        confirm_organisers(Act(chair, AFTER), term, **swapped)
    with refused(Code.STATE, "booby", "one_organiser"):
        confirm_organisers(Act(chair, AFTER), term, **two | {"booby": players["N"]})
    choice = confirm_organisers(Act(chair, AFTER), term, **two)
    told = [value for step in choice.steps for key, value in step.items() if key != "member"]
    assert "1980" not in str(told)
    assert {p.member for p in LeaguePerson.objects.filter(league=term.league)} == {
        players["N"],
        players["L"],
    }


def test_a_missing_birth_date_is_asked_for_only_where_it_matters():
    term, players = worked_league()
    close_term(Act(None, AFTER), term)
    term.refresh_from_db()
    with refused(Code.MISSING, "born"):
        propose_organisers(term, on=date(2025, 6, 1))
    Entry.objects.filter(member__in=[players["N"], players["L"]]).update(willing=True)
    found = propose_organisers(term, on=date(2025, 6, 1))
    assert (found.winner, found.booby) == (players["N"], players["L"])
