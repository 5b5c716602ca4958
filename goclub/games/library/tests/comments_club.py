"""A game that people talk about, for the tests of talk."""

from __future__ import annotations

import pytest

from goclub.common.tests.reading import read as read_page
from goclub.games.library.services.comments import add_note, add_variation
from goclub.games.library.services.records import upload_kifu
from goclub.games.models import KifuNote, KifuVariation
from goclub.games.playing.services.reports import report_game
from goclub.games.tests.factories import at, facts
from goclub.go.records.tests.text import sgf
from goclub.members.comments.services import hide_comment
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError


def make_club():
    """Two players with a game that has a kifu, a stranger and the offices."""
    people = {
        "black": make_member("佐藤 健"),
        "white": make_member("Anong <b>S.</b>"),
        "stranger": make_member("สมชาย ใจดี"),
        "organiser": make_member(role=ORGANISER),
        "secretary": make_member(role=SECRETARY),
        "chair": make_member(role=CHAIR),
    }
    black = people["black"]
    kifu = upload_kifu(Act(black.user, at()), sgf(), filename="g.sgf")
    game = report_game(Act(black.user, at()), facts(black, people["white"]), kifu=kifu)
    return {"game": game, "kifu": game.kifu, **people}


def comment(club, who="black", key="3", text="Cut at D4!", minute=1) -> KifuNote:
    return add_note(Act(club[who].user, at(minute=minute)), club["kifu"], key=key, text=text)


def variation(club, who="black", spot="3", moves="WaaBbb", text="", minute=1) -> KifuVariation:
    return add_variation(
        Act(club[who].user, at(minute=minute)), club["kifu"], spot=spot, moves=moves, text=text
    )


def refusal(act) -> RuleError:
    with pytest.raises(RuleError) as caught:
        act()
    return caught.value


def text_of(response) -> str:
    return read_page(response).text


def hide(club, said, who="secretary", reason="Not kind."):
    hide_comment(Act(club[who].user, at(minute=20)), said, reason=reason)
