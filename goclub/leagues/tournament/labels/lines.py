"""The lines of a table of players or results at its dry run, and what a file held in vain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.notation import rank, sentence, sentences
from goclub.common.refusals.registry import describe
from goclub.games.notebook.labels.questions import OPTIONS, QUESTIONS
from goclub.games.notebook.services.cells.results import ENGLISH, OWN
from goclub.leagues.league.services.sheet_tables import (
    BLACK_FIRST,
    LETTERS,
    SCORES,
    WHITE_FIRST,
    SheetQuestion,
)
from goclub.leagues.models.participant import full_name, rank_text
from goclub.leagues.tournament.labels.figures import outcome_text, outcome_words
from goclub.leagues.tournament.services.player_files import GUEST, SKIP, Offer, PlannedPlayer
from goclub.leagues.tournament.services.result_files import PlannedResult
from ratings.errors import RuleError
from tournaments.formats.latin import Doubt, MatchReason
from tournaments.formats.remarks import Remark, RemarkKind

_QUESTIONS = {
    LETTERS: QUESTIONS["letters"],
    SCORES: gettext_lazy("In a result such as 1-0, whose point comes first in this file?"),
}
_ANSWERS = {
    OWN: OPTIONS["own"],
    ENGLISH: OPTIONS["english"],
    BLACK_FIRST: gettext_lazy("Black’s territory"),
    WHITE_FIRST: gettext_lazy("White’s"),
}


def sheet_questions(questions: Iterable[SheetQuestion]) -> list[dict[str, object]]:
    """The questions about a table, those answered before with their answer."""
    return [
        {
            "name": question.name,
            "text": _QUESTIONS[question.name],
            "options": [
                {"value": value, "text": _ANSWERS[value], "selected": value == question.answer}
                for value in question.options
            ],
        }
        for question in questions
    ]


def player_line(
    line: PlannedPlayer, typed: Mapping[str, str], *, others_are_guests: bool
) -> dict[str, object]:
    """A line with its choices, the one said before selected; ``notes`` say who is like whom.

    ``ticked``: someone entered already is said to be another person.
    """
    chosen = line.chosen(typed)
    offers = {offer.choice: offer for offer in line.offers}
    alike = line.entered is not None or line.before is not None
    player = line.player
    return {
        "line": line,
        "name": "" if player is None else full_name(player.name, player.first_name),
        "rank": "" if player is None else rank_text(player.rank),
        "options": [
            {
                "value": choice,
                "text": _choice_text(choice, offers.get(choice), alike, others_are_guests),
                "selected": choice == chosen,
            }
            for choice in line.choices
        ],
        "ticked": chosen == GUEST,
        "problems": _problems(line.problems),
        "notes": list(_notes(line)),
    }


def _choice_text(choice: str, offer: Offer | None, alike: bool, guests: bool) -> str:
    if offer is not None:
        text = (
            _("the member %(name)s, as %(rank)s")
            if offer.own
            else _("the member %(name)s, at %(rank)s as in the file")
        )
        return text % {"name": offer.member.shown_name, "rank": rank(rank_text(offer.rank))}
    if choice == GUEST:
        return _("another person: a new guest") if alike else _("a new guest")
    if choice == SKIP:
        return _("the same person: skip") if alike else _("skip this line")
    return _("undecided: a guest") if guests else _("choose …")


_LIKENESS = {
    MatchReason.PIN: lambda: _("the same European PIN"),
    MatchReason.NAME: lambda: _("the same name"),
    MatchReason.FOLDED: lambda: _("the same name except for accents or case"),
    MatchReason.SWAPPED: lambda: _("the same names the other way round"),
    MatchReason.JOINED: lambda: _("the same words, split differently"),
}


def _notes(line: PlannedPlayer) -> Iterable[str]:
    """In words: who of the event or the file this may be, and what speaks against a member."""
    entered, player = line.entered, line.player
    if entered is not None and player is not None:
        yield _("Entered as %(name)s, %(rank)s.") % {
            "name": entered.shown_name,
            "rank": rank(entered.rank_text),
        }
        if entered.rank != player.rank:
            yield _("The file says %(rank)s; the entry is not changed.") % {
                "rank": rank(rank_text(player.rank))
            }
        if player.egf_pin and entered.egf_pin and player.egf_pin != entered.egf_pin:
            yield _("The EGF PINs differ: %(here)s here, %(file)s in the file.") % {
                "here": entered.egf_pin,
                "file": player.egf_pin,
            }
    if line.before is not None:
        yield _("Same as line %(line)s of this table.") % {"line": line.before}
    for offer in {offer.member.pk: offer for offer in line.offers}.values():
        yield sentence(
            _("%(name)s: %(likeness)s")
            % {"name": offer.member.shown_name, "likeness": _LIKENESS[offer.reason]()}
        )
        if Doubt.SHARED in offer.doubts:
            yield _("Another line may be this member too.")


def result_line(line: PlannedResult, replace: Iterable[int]) -> dict[str, object]:
    """A line of a table of results: what is here, what the file says, what stays."""
    in_file = line.result, line.by_default, line.ending, line.margin2
    return {
        "line": line,
        "here": "" if line.pairing is None else outcome_text(line.pairing),
        "said": outcome_words(*in_file) if line.result else "",
        "ticked": line.pairing is not None and line.pairing.table in replace,
        "problems": _problems(line.problems),
        "notes": list(_differences(line)),
    }


def _differences(line: PlannedResult) -> Iterable[str]:
    if line.pairing is None:
        return
    if line.table is not None:
        yield _("The file says table %(n)s; the table is not changed.") % {"n": line.table}
    if line.stones is not None:
        yield _("Handicap: %(here)s here, %(file)s in the file. It is not changed.") % {
            "here": line.pairing.handicap,
            "file": line.stones,
        }


def _problems(errors: Iterable[RuleError]) -> list[dict[str, str]]:
    """What is wrong with a line, and in which column, under our name."""
    return [{"field": error.field, "text": describe(error)} for error in errors]


_TEXTS = {
    RemarkKind.TEAMS: gettext_lazy(
        "The file’s teams (%(value)s) are not imported; their players are."
    ),
    RemarkKind.TEAM_PLAYERS: gettext_lazy(
        "The file’s teams (%(value)s) are imported as players; the team members are not."
    ),
    RemarkKind.SCORES: gettext_lazy(
        "The file gives no scores, so the system, bar, floor and criteria were guessed "
        "from the order. Check the rules before publishing the standings."
    ),
    RemarkKind.SECOND_BYE: gettext_lazy(
        "In round %(round)s, the file gives a second bye, to %(value)s, who has "
        "neither a game nor a bye here."
    ),
    RemarkKind.OVERTIME: gettext_lazy(
        "The file’s overtime (“%(value)s”) is not recognised. Enter it yourself."
    ),
    RemarkKind.ADJUSTED_TIME: gettext_lazy(
        "The file gives only the adjusted time of %(value)s minutes. Enter thinking "
        "time and overtime."
    ),
    RemarkKind.RULES: gettext_lazy("The file’s rules of play (%(value)s) are not imported."),
    RemarkKind.CANCELLED: gettext_lazy(
        "In round %(round)s, the file has a cancelled game (%(value)s); here it has no result."
    ),
    RemarkKind.STONES: gettext_lazy(
        "In round %(round)s, the file gives more than nine stones (%(value)s); the "
        "result is kept, with nine stones."
    ),
    RemarkKind.COUNTRIES: gettext_lazy(
        "No country has the code or name %(value)s: enter it among the entries."
    ),
    RemarkKind.DRAWS: gettext_lazy(
        "In round %(round)s it has draws with half a point of komi (table %(value)s), which cannot "
        "be jigo: here they are draws because time was called."
    ),
    RemarkKind.DATE: gettext_lazy(
        "“%(value)s” is not a date, so the event is dated today. Change that in its settings."
    ),
    RemarkKind.NAMES: gettext_lazy(
        "Some names in the file are cut off or missing letters (%(value)s). Correct "
        "them in the list of entries."
    ),
}


def remark_texts(remarks: Iterable[Remark]) -> list[str]:
    """A sentence for each, in the order of the file."""
    return [
        str(_TEXTS[remark.kind]) % {"value": remark.value, "round": remark.round_number}
        for remark in remarks
    ]


def remarks_text(remarks: Iterable[Remark]) -> str:
    """All of them after the import; "" where there are none."""
    texts = remark_texts(remarks)
    return sentences([_("In the file but not imported:"), *texts]) if texts else ""
