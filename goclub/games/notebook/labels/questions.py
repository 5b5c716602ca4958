"""Faults, questions and remarks about rows, in the reader's words: each says what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.notation import half, number, short_day
from goclub.common.refusals.registry import describe
from goclub.games.notebook.services.judged import Ask, Fault, Option, Warn
from ratings.errors import RuleError

FAULTS: Final[Mapping[str, StrOrPromise]] = {
    "name_missing": _("The name is missing. Write it into the file."),
    "no_name": _("“%(value)s” is no name. Write the name alone."),
    "name_too_long": _("The name is longer than %(most)s characters. Shorten it."),
    "too_long": _("This is longer than %(most)s characters. Shorten it."),
    "broken_cell": _("This cell holds an error, “%(value)s”. Correct it in the spreadsheet."),
    "lost_letters": _(
        "“%(value)s” has lost letters. Save the spreadsheet as UTF-8 or XLSX and upload it again."
    ),
    "formula": _("“%(value)s” is a formula. It was not run; write what is meant."),
    "no_such_day": _("“%(value)s” is no day of the calendar. Write the day as 2024-03-05."),
    "day_missing": _("The day is missing. Write it as 2024-03-05."),
    "day_to_come": _("“%(value)s” is a day to come. Correct the year."),
    "joined_before_birth": _(
        "“%(value)s” is before the day of birth, %(born)s. Correct one of the two."
    ),
    "no_such_rank": _("“%(value)s” is no rank. Write 30 kyu to 1 kyu or 1 dan to 8 dan."),
    "no_points": _("“%(value)s” is no number of points. Write a whole number."),
    "points_above": _("“%(value)s” is more than the system has. Write at most %(most)s points."),
    "no_mail_address": _("“%(value)s” is no e-mail address. Correct it, or leave the field empty."),
    "member_twice": _("This person is in row %(first)s already. Delete one of the two rows."),
    "same_player": _("%(name)s cannot have played against himself. Correct one of the names."),
    "before_joining": _(
        "%(name)s joined on %(joined)s, after this game. Correct the day here, or the day of "
        "joining."
    ),
    "result_missing": _("The result is missing. Write who won, such as %(example)s."),
    "no_result": _("“%(value)s” does not say who won. Write it such as %(example)s."),
    "jigo_half_komi": _(
        "There is no jigo with a komi of %(komi)s. Correct the komi or the result."
    ),
    "no_such_handicap": _(
        "“%(value)s” is no handicap. Write 2 to 9 stones, or 0 for an even game."
    ),
    "no_half_points": _("A komi of “%(value)s” does not exist. Write whole or half points."),
    "komi_too_large": _("A komi of “%(value)s” is too large. Write what was given."),
    "no_komi": _("“%(value)s” is no komi. Write a number such as 6.5, or 0."),
    "no_such_board": _("“%(value)s” is no board that counts here. Write 19, 13 or 9."),
    "against_rules": "%(error)s",
}

WARNINGS: Final[Mapping[str, StrOrPromise]] = {
    "abbreviated": _("“%(value)s” was taken for %(name)s, whom alone it fits."),
    "komi_assumed": _("No komi is written; %(komi)s was taken."),
    "margin_against_komi": _(
        "The margin “%(value)s” cannot come of a komi of %(komi)s: who won is kept, the margin "
        "is not."
    ),
    "ending_unknown": _("Who won is known, how is not."),
    "time_loss": _(
        "Games that count are not lost on time here: who won is kept, how it ended is not."
    ),
    "rank_against_points": _(
        "The points (%(points)s) are not those of “%(value)s”: they are taken, and the rank "
        "follows from them."
    ),
    "no_such_country": _("“%(value)s” is no country of the list; it was left out."),
    "address_shared": _("Row %(first)s has the same e-mail address."),
}

QUESTIONS: Final[Mapping[str, StrOrPromise]] = {
    "several": _("“%(name)s” fits several people. Who is meant?"),
    "part_of_name": _("“%(name)s” is only a part of a name. Who is meant?"),
    "nobody": _("Nobody of the club or of the list is called “%(name)s”. Who is meant?"),
    "member_here": _("Somebody called %(name)s is in the club already. Is it the same person?"),
    "same_name": _("%(name)s stands in row %(first)s too, with other details. The same person?"),
    "professional": _("“%(value)s” is no amateur rank. How does this person come in?"),
    "no_start": _(
        "“%(value)s” has no published points to begin with. Write points into the file, or choose:"
    ),
    "date_order": _("“%(value)s” can be read in two ways. Which comes first in this file?"),
    "letters": _("B can be Black or, in Polish, White (białe). What does B mean in this file?"),
    "game_twice": _("The same game stands in row %(first)s. Was it played twice?"),
}

OPTIONS: Final[Mapping[str, StrOrPromise]] = {
    "guest": _("a guest, who comes in by this name"),
    "new": _("somebody else: a person of his or her own"),
    "skip": _("leave the row out"),
    "none": _("without a rank"),
    "another": _("yes, another game"),
    "dmy": _("the day: 3/4 is the third of April"),
    "mdy": _("the month: 3/4 is the fourth of March"),
    "own": _("B is White (białe)"),
    "english": _("B is Black"),
}

LEFT_OUT: Final[Mapping[str, StrOrPromise]] = {
    "blank": _("an empty row"),
    "totals": _("a line of totals"),
    "heading": _("the headings once more"),
    "line": _("a line of its own, no game"),
    "skipped": pgettext_lazy("of a row", "left out by your answer"),
}


def said(fault: Fault) -> str:
    """Why a row stays out, and what to do."""
    return str(FAULTS[fault.code]) % _told(fault.value, fault.params)


def warned(warn: Warn) -> str:
    """A remark on a row that comes in."""
    return str(WARNINGS[warn.code]) % _told(warn.value, warn.params)


def asked(ask: Ask) -> str:
    """A question about a row."""
    return str(QUESTIONS[ask.question]) % _told(ask.value, ask.params)


def offered(option: Option) -> str:
    """An answer: a person's name, or what would become of the row."""
    return option.name if option.kind == "person" else str(OPTIONS[option.kind])


def left_out_label(code: str) -> str:
    """Why nobody need look at a row."""
    return str(LEFT_OUT[code])


def _told(value: str, params: Mapping[str, object]) -> dict[str, object]:
    """The figures of a text; what a text does not name does not matter."""
    told: dict[str, object] = {"value": value}
    for name, said in params.items():
        write = _WAYS.get(name)
        told[name.removesuffix("2")] = write(said) if write else _plain(said)
    return told


def _plain(said: object) -> str:
    if isinstance(said, RuleError):
        return describe(said)
    if isinstance(said, date):
        return short_day(said)
    return number(said) if isinstance(said, int) else str(said)


def _halves(said: object) -> str:
    return half(said) if isinstance(said, int) else str(said)


_WAYS: Final[Mapping[str, Callable[[object], str]]] = {"komi2": _halves, "margin2": _halves}
