"""Talking about a kifu: comments and variations by members, in a layer of their own."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from goclub.common.tests.written_once import written_once
from goclub.games.library.services import comments as rules
from goclub.games.library.services.comments import (
    add_note,
    delete_annotation,
    export_comments,
    read_comments,
)
from goclub.games.library.services.records import read_kifu, upload_kifu
from goclub.games.library.tests.comments_club import comment, hide, make_club, refusal, variation
from goclub.games.models import Kifu, KifuNote, KifuVariation
from goclub.games.tests.factories import at
from goclub.go.board.basics import BLACK, WHITE
from goclub.go.records.reading import read
from goclub.go.records.tests.text import LINE, sgf
from goclub.members.comments.services import edit_comment, show_comment
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh
from ratings.errors import Code


@pytest.fixture
@written_once
def club():
    return make_club()


# -- the layer -----------------------------------------------------------------------------------
def test_the_uploaded_record_never_changes(club):
    before = Kifu.objects.values("original", "normalised", "digest", "moves").get()
    comment(club)
    variation(club, text="better")
    assert Kifu.objects.values("original", "normalised", "digest", "moves").get() == before


def test_a_comment_stays_on_its_move_when_others_add_variations(club):
    note = comment(club, key="5")
    variation(club, spot="2", moves="BaaWbb")
    line = variation(club, "white", spot="4", moves="BccWdc")
    on_line = comment(club, key=f"v{line.pk}-2")
    variation(club, spot="1", moves="Waa")
    commented = read_comments(club["kifu"])
    record = commented.record
    assert record.nodes[commented.node_of(note)].number == 5
    assert record.nodes[commented.node_of(note)].point == record.moves[4][1]
    node = record.nodes[commented.node_of(on_line)]
    assert (node.colour, node.point, node.number) == (WHITE, (3, 2), 6)


def test_every_node_has_a_key_that_leads_back_to_it(club):
    line = variation(club, moves="WaaBbb")
    variation(club, "white", moves="WaaBcc")
    variation(club, spot=str(len(LINE)), moves="Waa")
    commented = read_comments(club["kifu"], end="The game record ends here.")
    assert f"v{line.pk}-2" in commented.added_keys.values()
    end = commented.record.main_line[-1]
    for node in range(len(commented.record.nodes)):
        key = commented.key_of(node)
        assert commented.node_at(key) == (node if node != end else end - 1)


@pytest.mark.parametrize(
    ("spot", "moves", "code"),
    [
        ("3", "", Code.MISSING),
        ("3", "Wpd", Code.ILLEGAL_MOVE),  # occupied
        ("3", "WaaBaa", Code.ILLEGAL_MOVE),
        ("3", "Wzz", Code.ILLEGAL_MOVE),
        ("99", "Waa", Code.UNKNOWN),
        ("x", "Waa", Code.UNKNOWN),
        ("3", "nonsense", Code.TYPE),
        ("3", "W-B-" * 60, Code.RANGE),
        ("3", "W-" * 101, Code.RANGE),
        ("3", "Wdd", Code.DUPLICATE),  # the game's own fourth move
    ],
)
def test_lines_that_are_refused(club, spot, moves, code):
    assert refusal(lambda: variation(club, spot=spot, moves=moves)).code is code
    assert KifuVariation.objects.count() == 0


def test_the_same_line_is_added_once_but_may_go_on(club):
    variation(club, moves="WaaBbb")
    assert refusal(lambda: variation(club, "white", moves="Waa")).reason == "moves_there"
    variation(club, "white", moves="WaaBbbWcc")
    commented = read_comments(club["kifu"])
    assert len(commented.record.nodes) == len(commented.bare.nodes) + 3


@pytest.mark.parametrize("text", ["", "   \n ", "\x00\u202e"])
def test_an_empty_comment_is_refused(club, text):
    assert refusal(lambda: comment(club, text=text)).code is Code.MISSING


def test_a_comment_has_a_longest_length(club):
    assert comment(club, text="x" * 2000).text == "x" * 2000
    assert refusal(lambda: comment(club, text="x" * 2001)).code is Code.RANGE


@pytest.mark.parametrize("key", ["99", "x", "v999-1", "v0-0", "v-", "v1", ""])
def test_a_comment_needs_a_move_that_is_there(club, key):
    assert refusal(lambda: comment(club, key=key)).code is Code.UNKNOWN


def test_a_comment_beyond_a_line_or_on_another_games_is_refused(club):
    line = variation(club, moves="WaaBbb")
    for step in (0, 3):
        key = f"v{line.pk}-{step}"
        assert refusal(lambda key=key: comment(club, key=key)).code is Code.UNKNOWN
    other = upload_kifu(Act(club["black"].user, at()), sgf(moves=["cc"]), filename="o.sgf")
    error = refusal(
        lambda: add_note(Act(club["black"].user, at()), other, key=f"v{line.pk}-1", text="x")
    )
    assert error.code is Code.UNKNOWN


def test_a_kifu_holds_so_many_and_no_more(club, monkeypatch):
    monkeypatch.setattr(rules, "MOST_NOTES", 2)
    monkeypatch.setattr(rules, "MOST_VARIATIONS", 1)
    comment(club)
    comment(club)
    variation(club)
    assert refusal(lambda: comment(club)).reason == "too_many_notes"
    assert refusal(lambda: variation(club, moves="Wcc")).reason == "too_many_variations"


# -- own things ----------------------------------------------------------------------------------
def test_changing_ones_own_comment_keeps_the_first_time(club):
    note = comment(club)
    later = at(minute=9)
    edit_comment(Act(club["black"].user, later), note, text="Cut at Q16!")
    assert (fresh(note).text, note.at, note.edited_at) == ("Cut at Q16!", at(minute=1), later)


@pytest.mark.parametrize("who", ["white", "chair"])
def test_nobody_changes_or_deletes_what_others_said(club, who):
    note, line = comment(club), variation(club)
    by = club[who].user
    for act in (
        lambda: edit_comment(Act(by, at()), note, text="x"),
        lambda: delete_annotation(Act(by), note),
        lambda: delete_annotation(Act(by), line),
    ):
        with pytest.raises(PermissionDenied):
            act()
    assert (KifuNote.objects.count(), KifuVariation.objects.count()) == (1, 1)


def test_deleting_takes_ones_own_comments_along_but_not_those_of_others(club):
    line = variation(club, text="mine")
    delete_annotation(Act(club["black"].user), line)
    assert KifuNote.objects.count() == 0
    line = variation(club)
    comment(club, "white", key=f"v{line.pk}-1")
    error = refusal(lambda: delete_annotation(Act(club["black"].user), line))
    assert error.reason == "others_commented"
    assert KifuVariation.objects.count() == 1


def test_who_left_the_club_reads_only(club):
    note = comment(club)
    club["black"].status = Member.Status.FORMER
    club["black"].save()
    with pytest.raises(PermissionDenied):
        comment(club)
    with pytest.raises(PermissionDenied):
        delete_annotation(Act(club["black"].user), note)


# -- the office ----------------------------------------------------------------------------------
def test_the_office_hides_with_a_reason_and_nothing_is_lost(club):
    note = comment(club)
    hide(club, note)
    assert (fresh(note).text, note.hidden_reason) == ("Cut at D4!", "Not kind.")
    assert note.hidden_by == club["secretary"].user
    show_comment(Act(club["chair"].user, at()), note)
    assert not fresh(note).is_hidden


@pytest.mark.parametrize("who", ["black", "stranger", "organiser"])
def test_only_the_office_hides(club, who):
    note = comment(club)
    with pytest.raises(PermissionDenied):
        hide(club, note, who)
    with pytest.raises(PermissionDenied):
        show_comment(Act(club[who].user, at()), note)


def test_hiding_needs_a_reason(club):
    note = comment(club)
    assert refusal(lambda: hide(club, note, reason="  ")).code is Code.MISSING
    with pytest.raises(IntegrityError), transaction.atomic():
        KifuNote.objects.filter(pk=note.pk).update(hidden_at=at(), hidden_by=club["chair"].user)


def test_a_hidden_comment_is_neither_changed_nor_deleted(club):
    note = comment(club)
    hide(club, note)
    by = club["black"].user
    for act in (
        lambda: edit_comment(Act(by, at()), note, text="x"),
        lambda: delete_annotation(Act(by), note),
    ):
        assert refusal(act).reason == "hidden_stays"


def test_a_hidden_variation_leaves_the_board_with_what_was_said_on_it(club):
    line = variation(club, text="look at D4")
    hide(club, line)
    commented = read_comments(club["kifu"])
    assert len(commented.record.nodes) == len(commented.bare.nodes)
    assert commented.node_of(line) is None
    assert "look at D4" not in export_comments(club["kifu"]).decode()


# -- the file ------------------------------------------------------------------------------------
def test_the_export_holds_all_layers_under_their_names(club):
    comment(club, text="Good ] move \\ here")
    variation(club, "white", moves="WaaBbb", text="ここは A1?")
    hide(club, comment(club, text="secret"))
    record = read(export_comments(club["kifu"]))
    assert record.nodes[3].comment == "佐藤 健: Good ] move \\ here"
    branch = next(n for n in record.nodes if n.point == (0, 0))
    assert (branch.colour, branch.number, branch.comment) == (WHITE, 4, "[Anong <b>S.</b>]")
    leaf = record.nodes[branch.children[0]]
    assert (leaf.colour, leaf.comment) == (BLACK, "Anong <b>S.</b>: ここは A1?")
    assert "secret" not in export_comments(club["kifu"]).decode()
    assert record.moves == read_kifu(club["kifu"]).moves


def test_the_game_ends_where_it_ended_in_the_export(club):
    variation(club, spot=str(len(LINE)), moves="Waa")
    record = read(export_comments(club["kifu"], end="The game record ends here."))
    assert record.moves == read_kifu(club["kifu"]).moves
    assert record.nodes[record.main_line[-1]].comment == "The game record ends here."
