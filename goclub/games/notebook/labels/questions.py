"""Faults, questions and remarks about rows, and refusals of a batch: each says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.notation import half, number, short_day
from goclub.common.refusals.registry import Refusals, describe
from goclub.games.notebook.services.judged import AnswerOption, Ask, RowRemark
from ratings.errors import RuleError

FAULTS: Final[Mapping[str, StrOrPromise]] = {
    "name_missing": _("The name is missing. Add it to the file."),
    "no_name": _("“%(value)s” is not a name. Enter only the name."),
    "unseen": _(
        "“%(value)s” has a direction mark or another character that cannot be seen. Type it again."
    ),
    "name_too_long": _("The name is longer than %(most)s characters. Shorten it."),
    "too_long": _("This is too long. Use at most %(most)s characters."),
    "broken_cell": _("This cell holds an error, “%(value)s”. Correct it in the spreadsheet."),
    "lost_letters": _(
        "“%(value)s” has lost letters. Save the spreadsheet as UTF-8 or XLSX and upload it again."
    ),
    "formula": _("“%(value)s” is a formula, which is not evaluated. Enter the value itself."),
    "no_such_day": _("“%(value)s” is not a date. Write dates like 2024-03-05."),
    "day_missing": _("The date is missing. Enter it as 2024-03-05."),
    "day_to_come": _("“%(value)s” is in the future. Correct the year."),
    "joined_before_birth": _(
        "“%(value)s” is before the date of birth, %(born)s. Correct one of the two."
    ),
    "no_such_rank": _("“%(value)s” is not a rank. Enter 30 kyu to 1 kyu or 1 dan to 8 dan."),
    "no_points": _("“%(value)s” is not a number of points. Enter a whole number."),
    "points_above": _("“%(value)s” is too high. Enter at most %(most)s points."),
    "no_mail_address": _(
        "“%(value)s” is not an e-mail address. Correct it, or leave the field empty."
    ),
    "member_twice": _("This person is already in row %(first)s. Delete one of the two rows."),
    "same_player": _("%(name)s cannot have played against themselves. Correct one of the names."),
    "before_joining": _(
        "%(name)s joined on %(joined)s, after this game. Correct the date of the game "
        "here, or the joining date."
    ),
    "result_missing": _("The result is missing. Enter who won, for example %(example)s."),
    "no_result": _("“%(value)s” does not say who won. Write it like %(example)s."),
    "jigo_half_komi": _(
        "A jigo is not possible with komi %(komi)s. Correct the komi or the result."
    ),
    "no_such_handicap": _(
        "“%(value)s” is not a handicap. Enter 2 to 9 stones, or 0 for an even game."
    ),
    "no_half_points": _("“%(value)s” is not a possible komi. Enter whole or half points."),
    "komi_too_large": _("A komi of “%(value)s” is too large. Enter the komi that was given."),
    "no_komi": _("“%(value)s” is not a komi. Enter a number such as 6.5, or 0."),
    "no_such_board": _("“%(value)s” is not a valid board size. Enter 19, 13 or 9."),
    "against_rules": "%(error)s",
}

WARNINGS: Final[Mapping[str, StrOrPromise]] = {
    "abbreviated": _("“%(value)s” was read as %(name)s, the only match."),
    "past_headings": _(
        "“%(value)s” is to the right of the last heading and was ignored. Put names with a "
        "comma in quotation marks."
    ),
    "komi_assumed": _("No komi is given; %(komi)s was assumed."),
    "margin_against_komi": _(
        "The margin “%(value)s” is impossible with komi %(komi)s: the winner is kept, "
        "the margin is not."
    ),
    "ending_unknown": _("The winner is known, but not how the game ended."),
    "time_loss": _(
        "Counted games cannot be lost on time here: the winner is kept, but not how the game ended."
    ),
    "rank_against_points": _(
        "The points (%(points)s) do not match “%(value)s”: the points are used, and "
        "the rank follows from them."
    ),
    "no_such_country": _("“%(value)s” is not in the list of countries and was left out."),
    "not_understood": _("“%(value)s” is not known here."),
    "address_taken": _(
        "%(name)s of the club has this address or signs in with it. Check whose address it is."
    ),
    "address_shared": _("Row %(first)s has the same e-mail address."),
}

QUESTIONS: Final[Mapping[str, StrOrPromise]] = {
    "several": _("“%(name)s” matches several people. Who do you mean?"),
    "part_of_name": _("“%(name)s” is only part of a name. Who do you mean?"),
    "nobody": _("Nobody in the club or on the list is called “%(name)s”. Who do you mean?"),
    "member_here": _("The club already has a member called %(name)s. Is it the same person?"),
    "same_name": _(
        "%(name)s is also in row %(first)s, with different details. Is it the same person?"
    ),
    "professional": _("“%(value)s” is not an amateur rank. How should this person be entered?"),
    "no_start": _(
        "“%(value)s” has no published starting points. Enter points in the file, or choose:"
    ),
    "date_order": _("“%(value)s” can be read in two ways. Which comes first in this file?"),
    "letters": _("B can be Black or, in Polish, White (białe). What does B mean in this file?"),
    "game_twice": _("Row %(first)s has the same game. Was it played twice?"),
}

OPTIONS: Final[Mapping[str, StrOrPromise]] = {
    "guest": _("a guest, added under this name"),
    "new": _("someone else: a separate person"),
    "skip": _("skip the row"),
    "none": _("without a rank"),
    "another": _("yes, another game"),
    "dmy": _("the day: 3/4 is 3 April"),
    "mdy": _("the month: 3/4 is 4 March"),
    "ymd": _("the year: 24-05-06 is 6 May 2024"),
    "own": _("B is White (białe)"),
    "english": _("B is Black"),
}

LEFT_OUT: Final[Mapping[str, StrOrPromise]] = {
    "blank": _("an empty row"),
    "totals": _("a totals line"),
    "heading": _("the heading row repeated"),
    "line": _("a line of its own, not a game"),
    "skipped": pgettext_lazy("of a row", "skipped by your answer"),
}


def said(remark: RowRemark) -> str:
    """Why a row stays out and what to do, or a remark on one that comes in."""
    text = FAULTS.get(remark.code) or WARNINGS[remark.code]
    return str(text) % _figures(remark.value, remark.params)


def asked(ask: Ask) -> str:
    """A question about a row."""
    return str(QUESTIONS[ask.question]) % _figures(ask.value, ask.params)


def offered(option: AnswerOption) -> str:
    """An answer: a person's name, or what would become of the row."""
    return option.name if option.kind == "person" else str(OPTIONS[option.kind])


def _figures(value: str, params: Mapping[str, object]) -> dict[str, object]:
    """The figures of a text, half points by the names of their columns; others do not matter."""
    written = {name.removesuffix("2"): _figure(name, param) for name, param in params.items()}
    return {"value": value, **written}


def _figure(name: str, figure: object) -> str:
    if isinstance(figure, RuleError):
        return describe(figure)
    if isinstance(figure, date):
        return short_day(figure)
    if isinstance(figure, int):
        return half(figure) if name.endswith("2") else number(figure)
    return str(figure)


REFUSALS: Refusals = {
    "notebook.two_of_a_kind": _(
        "“%(value)s” is the same kind of file as the other one. Upload one file of "
        "members and one of games."
    ),
    "notebook.draft_no_more": _(
        "You can no longer change this draft: it has been imported, or someone else uploaded it."
    ),
}
