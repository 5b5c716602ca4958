"""Reporting a game, with or without a kifu, or in four presses."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from goclub.common.http import initial_from_query
from goclub.common.reading import read_number
from goclub.common.refusals.registry import Refusal, add_refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.finding.queries import others
from goclub.games.library.labels.record_page import preview_context
from goclub.games.library.services.records import read_kifu
from goclub.games.models import Game, Kifu, Toss
from goclub.games.playing.forms import (
    KifuForm,
    ReportForm,
    differences,
    initial_from_record,
)
from goclub.games.playing.queries import (
    ShortResult,
    results_of,
    told_by,
    toss_page,
    usual_opponents,
    usual_terms,
)
from goclub.games.playing.services.decisions import (
    confirm_entered,
)
from goclub.games.playing.services.pairings import PAIRINGS, PairingReport
from goclub.games.playing.services.reports import (
    DuplicateGame,
    NotOwnGame,
    report_game,
    sent_before,
)
from goclub.games.playing.services.toss import attach_toss, may_attach
from goclub.games.rating.systems.calculation import ONE, GameTerms
from goclub.go.records.record import Record
from goclub.members.models import Member
from goclub.members.queries import match_names
from goclub.members.requests import Act, MemberRequest, act_of, user_of
from ratings.errors import Code, RuleError
from ratings.halves import half_text

#: Fields that nobody sees: what is refused about them stands above the form.
_OF_THE_PAGE = {"kifu": "", "toss": ""}
AT_TABLE = gettext_lazy(
    "Reported at the table. Once both of you report the same result, it is final. "
    "The game is added to your histories when the event is closed."
)
FROM_LINK = (
    "black", "white", "handicap", "komi", "played_on", "board", "black_free", "white_free",
    "winner", "ending", "margin", "pairing",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Enclosures:
    """What a report brings along: a draft with its record, a toss."""

    kifu: Kifu | None
    record: Record | None
    toss: Toss | None


@login_required
@require_http_methods(["GET", "POST"])
def report(request: MemberRequest) -> HttpResponse:
    """The result form, empty, or filled by the calculator, a toss, or an uploaded kifu."""
    if request.member is None and not request.user.has_perm("games.report_for_others"):
        raise PermissionDenied
    kifu, toss = asked_draft(request), asked_toss(request)
    if request.method == "GET" and toss and toss.game and toss.game.state != Game.State.VOID:
        messages.info(request, _("This nigiri already has a game. Please check the report."))
        return redirect(toss.game)
    context: dict[str, object] = {"kifu": kifu, "toss": toss, "kifu_form": KifuForm()}
    record = read_kifu(kifu) if kifu else None
    if request.method == "POST":
        form = ReportForm(request.POST)
        if form.is_valid() and (
            done := store_report(request, form, Enclosures(kifu, record, toss), context)
        ):
            return redirect(done)
        context["form"] = form
        status = 422
    else:
        initial = initial_values(request, kifu, record, toss)
        context["form"] = ReportForm(initial=initial)
        context["is_of_others"] = kifu and not (initial.get("black") or initial.get("white"))
        if request.member and not request.GET:
            context["opponents"] = usual_opponents(request.member)
        status = 200
    if record and kifu:
        context |= preview_context(request, kifu, record)
    return render(request, "games/playing/report.html", context, status=status)


def asked_draft(request: MemberRequest) -> Kifu | None:
    """The draft that the address or the form names, if it is this user's and still there."""
    pk = read_number(request.POST.get("kifu") or request.GET.get("kifu"))
    return Kifu.objects.drafts_of(request.user.pk).filter(pk=pk).first() if pk else None


def asked_toss(request: MemberRequest) -> Toss | None:
    """The decided toss that the address or the form names, if this user may report with it."""
    pk = read_number(request.POST.get("toss") or request.GET.get("toss"))
    toss = toss_page(pk).first() if pk else None
    if toss is None or toss.decided_at is None:
        return None
    return toss if may_attach(toss, user_of(request)) else None


def initial_values(
    request: MemberRequest, kifu: Kifu | None, record: Record | None, toss: Toss | None
) -> dict[str, object]:
    me = request.member
    initial: dict[str, object] = {"key": uuid.uuid4(), "played_on": timezone.localdate()}
    if record is not None and kifu is not None:
        header = record.header
        members_by_name = match_names([header.black, header.white])
        initial |= initial_from_record(record, members_by_name, me) | {"kifu": kifu.pk}
    elif me and "black" not in request.GET and "white" not in request.GET:
        initial["black"] = str(me.pk)
    if toss:
        initial |= _initial_from_toss(toss, initial)
    return initial | initial_from_query(request, FROM_LINK)


def _initial_from_toss(toss: Toss, initial: dict[str, object]) -> dict[str, object]:
    """Colours and day of a toss; a kifu that names both its players keeps its own colours."""
    assert toss.black is not None
    assert toss.white is not None
    assert toss.decided_at is not None
    black, white = str(toss.black.pk), str(toss.white.pk)
    values: dict[str, object] = {"toss": toss.pk}
    if {initial.get("black"), initial.get("white")} != {black, white}:
        values |= {"black": black, "white": white}
    if not initial.get("kifu"):
        values["played_on"] = timezone.localdate(toss.decided_at)
    return values


def store_report(
    request: MemberRequest,
    form: ReportForm,
    enclosed: Enclosures,
    context: dict[str, object],
) -> Game | str | None:
    """Store the report, or put the reason beside the field and return None.

    Returns its game, or the page of the table where the result stands.
    """
    act = act_of(request)
    try:
        game = _report(act, form, enclosed, context)
    except NotOwnGame:
        form.add_error(
            "black", _("You can only report your own games: one of the two players must be you.")
        )
    except RuleError as error:
        add_refusal(form, error, _OF_THE_PAGE)
        context["twin"] = error.game if isinstance(error, DuplicateGame) else None
        context["other_conditions"] = error.field == "other_conditions"
    else:
        if game is None:
            messages.success(request, AT_TABLE)
            chosen = form.chosen_pairing()
            return next(offer.url for offer in form.offers if offer.key == chosen)
        if game.reported_at == act.at:  # not of the same form, sent before
            messages.success(request, _reported_text(game))
        return game
    return None


@atomic_retried
def _report(
    act: Act, form: ReportForm, enclosed: Enclosures, context: dict[str, object]
) -> Game | None:
    """The game of a valid form, with a guest made for it and the toss that gave its colours.

    None where it is the result of a table, whose event posts the game.
    """
    data = form.cleaned_data
    pairing, gone = form.chosen_pairing(), _gone(form, enclosed)
    if (pairing or gone) and (sent := sent_before(data["key"])):
        return sent  # its kifu is no draft any more, its pairing not open
    if gone:
        raise gone
    _check_differences(form, enclosed, context)
    if pairing:
        report = PairingReport(
            form.stored_facts(), data["key"], enclosed.kifu, data["other_conditions"]
        )
        paired_game = PAIRINGS.take(act, pairing, report)
        if paired_game is not None and enclosed.toss:
            _attach(act, enclosed.toss, paired_game)
        return paired_game and confirm_entered(act, paired_game)
    game = report_game(
        act,
        form.stored_facts(),
        key=data["key"],
        kifu=enclosed.kifu,
        another=data["another"],
    )
    if enclosed.toss:
        _attach(act, enclosed.toss, game)
    return confirm_entered(act, game)


def _attach(act: Act, toss: Toss, game: Game) -> None:
    """The toss that gave the colours; its game is locked first, as it may be confirmed at once."""
    lock_row(game)
    attach_toss(act, toss, game=game)


def _gone(form: ReportForm, enclosed: Enclosures) -> RuleError | None:
    """What to raise where the form names a kifu or a toss that is there no more."""
    data = form.cleaned_data
    if data.get("kifu") and enclosed.kifu is None:
        return RuleError(Code.STATE, "kifu", data["kifu"], reason="library.draft_gone")
    if data.get("toss") and enclosed.toss is None:
        return Refusal(
            _("This nigiri is not yours to report. Open the report without it."),
            field="toss",
            value=data["toss"],
        )
    return None


def _check_differences(form: ReportForm, enclosed: Enclosures, context: dict[str, object]) -> None:
    """Refuse a form that contradicts its kifu without saying so."""
    assert form.facts is not None
    if enclosed.record is not None and not form.cleaned_data["differs"]:
        context["differences"] = differences(enclosed.record, form.facts)
        if context["differences"]:
            raise Refusal(
                _("The form and the kifu disagree; see above."),
                code=Code.INCONSISTENT,
                field="differs",
            )


def _reported_text(game: Game) -> str:
    if game.state == Game.State.CONFIRMED:
        return _("Game entered and confirmed in your name. Here is what it changed.")
    others = [p for p in game.players if p.user_id and p.user_id != game.reported_by_id]
    if others:
        return _("Reported. Points change once %(name)s confirms it.") % {
            "name": others[0].shown_name
        }
    return _("Reported. An organiser will confirm it, as guests cannot.")


# --- An ordinary game of today in four presses: the opponent first, then what happened -----------
BOARD: Final = 19
#: What the page says and does not ask, and what it asks; all else is asked by the long form.
_SAID: Final = ("played_on", "handicap", "komi", "board")
_ASKED_HERE: Final = frozenset({"ending", "margin", "pairing"})
_NOTHING: Final = Enclosures(None, None, None)


@login_required
@require_http_methods(["GET", "POST"])
def report_short(request: MemberRequest, pk: int) -> HttpResponse:
    """The short form; what it does not ask is said on the page, or else the long form asks it."""
    me = request.member
    if me is None:
        raise PermissionDenied
    opponent = get_object_or_404(others(me), pk=pk)
    terms = usual_terms(me, opponent)
    results = results_of(me, opponent, terms)
    context: dict[str, object] = {"other": opponent, "terms": terms, "results": results}
    if request.method == "POST":
        result = told_by(request.POST.get("told", ""), me, opponent)
        form = ReportForm(_told_in_full(request.POST, result, me, opponent))
        if result is None:
            messages.error(request, _("Choose who won."))
        elif form.is_valid() and (done := store_report(request, form, _NOTHING, context)):
            return redirect(done)
        if result is not None and (set(form.errors) - _ASKED_HERE or _has_moved(form, terms)):
            context |= {"form": form, "kifu_form": KifuForm()}
            return render(request, "games/playing/report.html", context, status=422)
        context["told"] = result
    else:
        form = ReportForm(initial=_initial(me, opponent, terms))
    context["longer"] = _longer(me, opponent, terms)
    context |= {"form": form, "hidden": [form[name].as_hidden() for name in _SAID]}
    status = 422 if form.is_bound else 200
    return render(request, "games/playing/report_short.html", context, status=status)


def _has_moved(form: ReportForm, terms: GameTerms) -> bool:
    """Whether the form was shown under other conditions than those of now."""
    sent = str(form["handicap"].value()), str(form["komi"].value())
    return sent != (str(terms.handicap), half_text(terms.komi2))


def _initial(me: Member, opponent: Member, terms: GameTerms) -> dict[str, object]:
    black, white = (me, opponent) if terms.black == ONE else (opponent, me)
    return {
        "key": uuid.uuid4(),
        "black": str(black.pk),
        "white": str(white.pk),
        "played_on": timezone.localdate(),
        "handicap": terms.handicap,
        "komi": half_text(terms.komi2),
        "board": BOARD,
        "ending": Game.Ended.RESIGNATION,
    }


def _longer(me: Member, opponent: Member, terms: GameTerms) -> str:
    """The long form, filled with what this page says."""
    names = ("black", "white", "handicap", "komi")
    values = {name: value for name, value in _initial(me, opponent, terms).items() if name in names}
    return f"{reverse('games:report')}?{urlencode(values)}"


def _told_in_full(
    sent: QueryDict, result: ShortResult | None, me: Member, opponent: Member
) -> QueryDict:
    """What the long form would have been sent."""
    data = sent.copy()
    data["black"] = str(result.black.pk if result else me.pk)
    data["white"] = str(result.white.pk if result else opponent.pk)
    data["winner"] = result.winner if result else ""
    if result and result.is_jigo:
        data["ending"] = data["margin"] = ""
    elif data.get("ending") != Game.Ended.POINTS:
        data["margin"] = ""
    return data
