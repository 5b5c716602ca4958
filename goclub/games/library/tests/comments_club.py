"""A game that people talk about, for the tests of talk."""

from __future__ import annotations

import pytest

from goclub.common.tests.reading import read as read_page
from goclub.games.library.services.comments import add_note, add_variation, hide_annotation
from goclub.games.library.services.records import upload_kifu
from goclub.games.models import KifuNote, KifuVariation
from goclub.games.playing.services.reports import report_game
from goclub.games.tests.factories import at, facts
from goclub.go.records.tests.text import sgf
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
    kifu = upload_kifu(data=sgf(), filename="g.sgf", by=black.user, at=at())
    game = report_game(facts=facts(black, people["white"]), by=black.user, at=at(), kifu=kifu)
    return {"game": game, "kifu": game.kifu, **people}


def comment(club, who="black", key="3", text="Cut at D4!", minute=1) -> KifuNote:
    return add_note(kifu=club["kifu"], by=club[who].user, key=key, text=text, at=at(minute=minute))


def variation(club, who="black", spot="3", moves="WaaBbb", text="", minute=1) -> KifuVariation:
    return add_variation(
        kifu=club["kifu"], by=club[who].user, spot=spot, moves=moves, text=text,
        at=at(minute=minute),
    )  # fmt: skip


def refusal(act) -> RuleError:
    with pytest.raises(RuleError) as caught:
        act()
    return caught.value


def text_of(response) -> str:
    return read_page(response).text


def hide(club, said, who="secretary", reason="Not kind."):
    hide_annotation(annotation=said, by=club[who].user, reason=reason, at=at(minute=20))
