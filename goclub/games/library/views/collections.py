"""The games of an uploaded collection, each judged alone, and putting records into the library."""

from __future__ import annotations

from collections import Counter

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.http import attempt, download, form_page
from goclub.common.limits import limited
from goclub.common.refusals.registry import describe
from goclub.games.library.forms import AddForm, GamesForm, KifuFilesForm
from goclub.games.library.labels.records import added_text, kifu_oddities
from goclub.games.library.queries import get_draft
from goclub.games.library.services.enriching import (
    ENRICHED,
    FILED,
    add_draft,
    adds_to,
    file_games,
    may_see_addition,
    take_back_addition,
)
from goclub.games.library.services.filing import FEWEST_MOVES_TO_COMPARE, file_draft, may_file
from goclub.games.library.services.importing import (
    ACCEPTED,
    DUPLICATE,
    GAMES_IN_ONE_REQUEST,
    IN_ONE_REQUEST,
    MOST_IN_ONE_REQUEST,
    REJECTED,
    ImportOutcome,
    import_found,
)
from goclub.games.library.services.records import open_upload, reread_draft
from goclub.games.models import Kifu, KifuAddition
from goclub.go.records.batch import opened
from goclub.go.records.errors import KifuError
from goclub.go.records.record import Record
from goclub.members.requests import MemberRequest, act_of, user_of

GAMES_A_PAGE = 100
#: What is said of a game in the list: what may make somebody leave it out.
_ABOUT_GAME = frozenset(("no_moves", "no_moves_after_repair", "result_unread", "result_in_part"))


@login_required
@require_POST
@limited("upload")
def kifu_file(request: MemberRequest, pk: int) -> HttpResponse:
    """Put a draft into the library, as a record without a game of the club."""
    kifu, user = get_draft(user_of(request), pk), user_of(request)
    if not may_file(user):
        raise PermissionDenied
    kifu = file_draft(act_of(request), kifu)
    messages.success(request, _("Game record added to the library."))
    return redirect(kifu)


@login_required
@require_POST
@limited("upload")
def kifu_add(request: MemberRequest, pk: int) -> HttpResponse:
    """Add what a draft says to a record of the same game that is here."""
    draft = get_draft(user_of(request), pk)
    form = AddForm(request.POST)
    if not form.is_valid():
        raise Http404
    known = form.cleaned_data["kifu"]
    added = attempt(
        request,
        lambda: add_draft(act_of(request), draft, kifu=known),
        _("The rest of your record was added."),
    )
    return redirect(known if added else reverse("games:report", query={"kifu": draft.pk}))


@login_required
@require_POST
def addition_back(request: MemberRequest, pk: int) -> HttpResponse:
    """Take back what another record added."""
    addition = get_object_or_404(KifuAddition.objects.select_related("kifu__game"), pk=pk)
    attempt(
        request,
        lambda: take_back_addition(act_of(request), addition),
        _("Game record restored."),
    )
    return redirect(addition.kifu)


@login_required
@require_safe
def addition_original(request: MemberRequest, pk: int) -> HttpResponse:
    """The bytes of the other file: for who added it and the office alone."""
    addition = get_object_or_404(KifuAddition.objects.select_related("kifu"), pk=pk)
    if not may_see_addition(addition, user_of(request)):
        raise Http404
    name = f"addition-{addition.pk}.sgf"
    return download(bytes(addition.original), "application/octet-stream", name)


@login_required
@require_http_methods(["GET", "POST"])
@limited("upload")
def kifu_games(request: MemberRequest, pk: int) -> HttpResponse:
    """The games of an uploaded collection, each judged alone; choose what to do with them."""
    kifu, user = get_draft(user_of(request), pk), user_of(request)
    opened, _record = open_upload(kifu)
    total = len(opened)
    page = Paginator(range(1, total + 1), GAMES_A_PAGE).get_page(request.GET.get("page"))
    if request.method == "POST":
        form = GamesForm(request.POST, games=page.object_list)
        if not form.is_valid():
            messages.error(request, _("Choose games from this file."))
        elif form.cleaned_data["report"]:
            return _report_one(request, kifu, form.cleaned_data["report"])
        elif form.cleaned_data["number"]:
            if not may_file(user):
                raise PermissionDenied
            _file_chosen(request, kifu, form.cleaned_data["number"])
        else:
            messages.error(request, _("Choose at least one game."))
        return redirect(request.get_full_path())
    judged = list(opened.some(page.object_list))
    context = {
        "kifu": kifu,
        "page_obj": page,
        "total": total,
        "games": _game_rows(judged),
        "may_file": may_file(user),
    }
    return render(request, "games/library/kifu_games.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@limited("upload")
def kifu_files(request: MemberRequest) -> HttpResponse:
    """Put the games of several files or of an archive into the library, each judged alone."""
    if not may_file(user_of(request)):
        raise PermissionDenied
    is_sent = request.method == "POST"
    form = KifuFilesForm(request.POST, request.FILES) if is_sent else KifuFilesForm()
    context: dict[str, object] = {"form": form}
    if is_sent and form.is_valid():
        files = opened(form.sent, IN_ONE_REQUEST)
        outcomes = list(
            import_found(
                act_of(request),
                files,
                most_games=GAMES_IN_ONE_REQUEST,
                most_in_all=MOST_IN_ONE_REQUEST,
            )
        )
        context |= _outcomes_context(outcomes)
    return form_page(request, "games/library/kifu_files.html", context)


def _outcomes_context(outcomes: list[ImportOutcome]) -> dict[str, object]:
    """What became of all games that were sent, the rejected ones first."""
    became = Counter(outcome.status for outcome in outcomes)
    games = Counter(outcome.path for outcome in outcomes)
    order = (REJECTED, ACCEPTED, DUPLICATE)
    return {
        "outcomes": [
            {
                "outcome": outcome,
                "text": _outcome_text(outcome),
                "file": outcome.path.replace("!", " › "),
                "game": outcome.game if games[outcome.path] > 1 else None,
            }
            for outcome in sorted(outcomes, key=lambda outcome: order.index(outcome.status))
        ],
        "added": became[ACCEPTED],
        "rejected": became[REJECTED],
        "known": became[DUPLICATE],
    }


def _outcome_text(outcome: ImportOutcome) -> str:
    """What became of a game that was sent with others."""
    if outcome.status == DUPLICATE:
        return _("already here")
    if outcome.reason == "enriched":
        return _("added to the record that is here: %(what)s") % {"what": added_text(outcome.added)}
    if outcome.status == ACCEPTED:
        return _("added")
    if outcome.error is None:
        return _("This file could not be read. Try it alone.")
    return describe(outcome.error)


def _game_rows(judged: list[tuple[int, Record | KifuError]]) -> list[dict[str, object]]:
    digests = [record.digest for _n, record in judged if isinstance(record, Record)]
    here = Kifu.objects.in_library().with_game().defer("original", "text")
    known = {kifu.digest: kifu for kifu in here.filter(digest__in=digests)}
    rows = []
    for number, record in judged:
        if isinstance(record, KifuError):
            rows.append({"number": number, "refused": describe(record)})
            continue
        moves = len(record.moves)
        twin = known.get(record.digest) if moves >= FEWEST_MOVES_TO_COMPARE else None
        adds = "" if twin is None else added_text(adds_to(twin, record))
        rows.append(
            {
                "number": number,
                "header": record.header,
                "moves": moves,
                "twin": twin,
                "adds": adds,
                "oddities": kifu_oddities(w for w in record.warnings if w.code in _ABOUT_GAME),
            }
        )
    return rows


def _report_one(request: MemberRequest, kifu: Kifu, number: int) -> HttpResponse:
    try:
        reread_draft(act_of(request), kifu, number=number)
    except KifuError as error:
        messages.error(request, describe(error))
        return redirect(request.get_full_path())
    return redirect(reverse("games:report", query={"kifu": kifu.pk}))


def _file_chosen(request: MemberRequest, kifu: Kifu, numbers: list[int]) -> None:
    filings, refused = file_games(act_of(request), kifu, numbers=numbers)
    became = Counter(filing.status for filing in filings)
    if filed := became.pop(FILED, 0):
        text = ngettext(
            "%(n)d game record was added to the library.",
            "%(n)d game records were added to the library.",
            filed,
        )
        messages.success(request, text % {"n": filed})
    if enriched := became.pop(ENRICHED, 0):
        text = ngettext(
            "%(n)d was already here; its extra details were added.",
            "%(n)d were already here; their extra details were added.",
            enriched,
        )
        messages.success(request, text % {"n": enriched})
    if known := became.total():
        text = ngettext("%(n)d was already here.", "%(n)d were already here.", known)
        messages.info(request, text % {"n": known})
    if refused:
        text = ngettext("%(n)d was rejected.", "%(n)d were rejected.", refused)
        messages.error(request, text % {"n": refused})
