"""The organisers' desk of an event: what is next, the preview, changes by hand, steps back."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from goclub.common.collation import name_key
from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.notation import listed
from goclub.common.reading import read_number, read_numbers
from goclub.common.refusals.registry import Refusal, add_refusal, describe
from goclub.leagues.league.labels import people_list
from goclub.leagues.models import Change, Event, ForbiddenPair, Pairing, Participant, Round
from goclub.leagues.tournament.forms.desk import (
    ByeForm,
    DeskForm,
    DeskReasonForm,
    FixForm,
    ForbidForm,
    LateForm,
    PairForm,
    SeatListForm,
)
from goclub.leagues.tournament.labels.figures import outcome_text
from goclub.leagues.tournament.labels.refusals import not_posted_texts
from goclub.leagues.tournament.labels.report import not_playing, pairing_report
from goclub.leagues.tournament.labels.rounds import at_the_ends, round_tables, warnings
from goclub.leagues.tournament.labels.why import proof_text
from goclub.leagues.tournament.queries.events import changes_of
from goclub.leagues.tournament.queries.presence import (
    came_for,
    door_round,
    missing,
    no_shows,
)
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load, stage_of
from goclub.leagues.tournament.services import (
    by_hand,
    closing,
    events,
    rounds,
    seating,
    table_plans,
)
from goclub.leagues.tournament.services.claims import claims_of
from goclub.leagues.tournament.services.consequences import consequences_of
from goclub.leagues.tournament.services.latecomers import (
    is_agreed_absence,
    late_players,
    seat_late_player,
)
from goclub.leagues.tournament.services.presence import decide_no_show
from goclub.leagues.tournament.views.desk_questions import _ask_cancel, _ask_delete, _ask_pair
from goclub.leagues.tournament.views.shortcuts import event_page, organiser_event
from goclub.members.requests import MemberRequest, act_of
from ratings.errors import Code, RuleError

#: The forms of the desk, by the step that each belongs to.
FORMS: dict[str, type[DeskForm]] = {
    "pair": PairForm,
    "fix": FixForm,
    "late": LateForm,
    "seat-all": SeatListForm,
    "bye": ByeForm,
    "forbid": ForbidForm,
    "reopen": DeskReasonForm,
    "cancel": DeskReasonForm,
}


@organiser_event
@require_safe
def desk(request: MemberRequest, event: Event) -> HttpResponse:
    """Where the event stands, and everything that can be done about it."""
    return _page(request, event)


def _page(
    request: MemberRequest,
    event: Event,
    *,
    bound: dict[str, DeskForm] | None = None,
    refused: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    event = Event.objects.get(pk=event.pk)
    snapshot = load(event)
    people = snapshot.at_boards
    number = snapshot.rounds[-1].number if snapshot.rounds else 0
    door = door_round(snapshot)
    here = _here(snapshot, stage_of(snapshot).number)
    late = _late(snapshot, number)
    stays = events.why_import_stays(event)
    tables = round_tables(snapshot, number, claims_of(snapshot, number)) if number else []
    forms = {
        name.replace("-", "_"): (bound or {}).get(name)
        or form(people=late if name == "late" else here, prefix=name)
        for name, form in FORMS.items()
    }
    context = {
        "forms": forms,
        "refused": refused or {},
        "number": number,
        "round": snapshot.round(number),
        "tables": tables,
        "not_playing": not_playing(snapshot, number) if number else (),
        "report": pairing_report(snapshot, number, tables) if number else (),
        "bye": snapshot.byes.get(number),
        "late": late,
        "late_due": not all(is_agreed_absence(snapshot, player, number) for player in late),
        "proof": proof_text(snapshot, number) if number else "",
        "door": door,
        "missing": missing(people, door, came_for(people, door)) if event.is_open else (),
        "no_shows": no_shows(people, number, timezone.now()) if number else (),
        "consequences": consequences_of(snapshot, number) if number else None,
        "warnings": warnings(snapshot, number) if number else [],
        "unseated": rounds.unseated(snapshot, number) if number else [],
        "bans": snapshot.forbidden,
        "people_list": people_list(here),
        "ends": "" if snapshot.rounds else at_the_ends(snapshot),
        "empty": not snapshot.rounds and not snapshot.participants,
        "imported": bool(snapshot.participants) and events.may_be_deleted(event),
        "import_stays": describe(stays) if stays else "",
        "changes": list(changes_of(event)[:8]),
    }
    return event_page(
        request, snapshot, "leagues/tournament/event_desk.html", context, status=status
    )


def _late(snapshot: EventSnapshot, number: int) -> list[Participant]:
    """Those who can sit down with the bye, the absent by agreement last."""
    return sorted(
        late_players(snapshot, number),
        key=lambda player: (
            is_agreed_absence(snapshot, player, number),
            name_key(player.shown_name),
        ),
    )


def _here(snapshot: EventSnapshot, number: int) -> list[Participant]:
    """Those present in a round, by name."""
    people = [
        participant
        for participant in snapshot.participants.values()
        if participant.state == Participant.State.FINAL
        and number not in set().union(*snapshot.missed(participant))
    ]
    return sorted(people, key=lambda person: name_key(person.shown_name))


@organiser_event
@require_POST
def step(request: MemberRequest, event: Event, name: str) -> HttpResponse:
    """One step at the desk; a refusal shows the desk again with what was typed."""
    if name not in STEPS:
        raise Http404
    form = None
    if name in FORMS:
        snapshot = load(event)
        number = stage_of(snapshot).number
        late = name == "late"
        people = _late(snapshot, number) if late else _here(snapshot, number)
        form = FORMS[name](request.POST, people=people, prefix=name)
        if not form.is_valid():
            return _page(request, event, bound={name: form}, status=422)
    if name in QUESTIONS and not is_confirmed(request) and (question := QUESTIONS[name](event)):
        return ask(request, question)
    work = Work(request, event, form)
    try:
        message = STEPS[name](work)
    except RuleError as error:
        if form is not None:
            add_refusal(form, error)
            return _page(request, event, bound={name: form}, status=422)
        return _page(request, event, refused={name.replace("-", "_"): describe(error)}, status=422)
    if message:
        messages.success(request, message)
    if name == "delete":
        return redirect("leagues:events")
    return redirect("leagues:event-desk", slug=event.slug)


class Work:
    """A step at the desk, and what its form says."""

    def __init__(self, request: MemberRequest, event: Event, form: DeskForm | None) -> None:
        self.request = request
        self.event = event
        self.data = form.cleaned_data if form else {}
        self.act = act_of(request)

    def numbers(self, name: str) -> list[int]:
        """The numbers of the ticked boxes."""
        return read_numbers(self.request.POST.getlist(name), high=999_999)

    def change(self) -> Change:
        """The change that the button names."""
        [pk] = self.numbers("change")[:1] or [0]
        return get_object_or_404(Change, event=self.event, pk=pk)


def _pair(work: Work) -> str:
    event_round = rounds.pair_round(
        work.act, work.event, seed=work.data["seed"], allow_bye=not work.data["no_bye"]
    )
    return _("Round %(number)s is paired. Check it, then publish.") % {"number": event_round.number}


def _pair_only(work: Work) -> str:
    rounds.pair_round(work.act, work.event, only=work.numbers("only"))
    return _(
        "The chosen tables were paired again among themselves. The other tables stay as they were."
    )


def _publish(work: Work) -> str:
    event_round = rounds.publish_round(
        work.act, work.event, leave_out="leave_out" in work.request.POST
    )
    return _("Round %(number)s is published.") % {"number": event_round.number}


def _undo(work: Work) -> str:
    undone = rounds.undo_step(work.act, work.event)
    if undone == Change.What.UNPUBLISHED:
        return _("Unpublished: the round is a preview again. Its results are kept.")
    return _("Preview discarded. You can restore it from the history below.")


def _restore(work: Work) -> str:
    rounds.restore_preview(work.act, work.event, change=work.change())
    return _("Earlier preview restored.")


def _undo_file(work: Work) -> str:
    gone, stay = table_plans.undo_file(work.act, work.event, change=work.change())
    if stay:
        messages.warning(
            work.request,
            ngettext(
                "One result was changed in the meantime and was kept.",
                "%(count)s results were changed in the meantime and were kept.",
                stay,
            )
            % {"count": stay},
        )
    return ngettext("One line undone.", "%(count)s lines undone.", gone) % {"count": gone}


def _break_up(work: Work) -> str:
    seating.break_up(work.act, work.event, tables=work.numbers("tables"))
    return _("Broken up. Pair those players again, or seat them together by hand.")


def _fix(work: Work) -> str:
    data = work.data
    fixed = seating.fix_pair(
        work.act,
        work.event,
        first=data["white"],
        second=data["black"],
        white=data["white"],
        handicap=data["handicap"],
        table=data["table"],
    )
    _warn_of_meetings(work, [fixed])
    return _("Seated at table %(table)s.") % {"table": fixed.pairing.table}


def _seat_late(work: Work) -> str:
    pairing = seat_late_player(work.act, work.event, participant=work.data["late"])
    return _("Seated at table %(table)s.") % {"table": pairing.table}


def _seat_all(work: Work) -> str:
    seated = by_hand.seat_all(work.act, work.event, text=work.data["lines"])
    _warn_of_meetings(work, seated)
    return ngettext(
        "%(count)s table has been set up.", "%(count)s tables have been set up.", len(seated)
    ) % {"count": len(seated)}


def _warn_of_meetings(work: Work, seated: list[seating.FixedPair]) -> None:
    for fixed in seated:
        if fixed.met:
            messages.warning(
                work.request,
                _("%(pair)s already met in round %(round)s. They are seated together anyway.")
                % {
                    "pair": f"{fixed.pairing.white} – {fixed.pairing.black}",
                    "round": listed(fixed.met),
                },
            )


def _swap(work: Work) -> str:
    pks = work.numbers("swap")
    people = list(Participant.objects.filter(event=work.event, number__in=pks).order_by("number"))
    if len(people) != 2:
        raise Refusal(
            _("Tick the names of two players to swap their places."),
            code=Code.MISSING,
            field="swap",
            reason="tick_two",
        )
    first, second = people
    _warn_of_meetings(work, by_hand.swap_players(work.act, work.event, first=first, second=second))
    return _("Players swapped. They stay that way when the round is paired again.")


def _no_show(work: Work) -> str:
    pk, out = read_number(work.request.POST.get("table")) or 0, "out" in work.request.POST
    tables = Pairing.objects.select_related("round__event")
    pairing = get_object_or_404(tables, round__event=work.event, pk=pk)
    decided = decide_no_show(work.act, pairing, out=out)
    return _("Table %(table)s: %(result)s.") % {
        "table": decided,
        "result": outcome_text(decided),
    }


def _bye(work: Work) -> str:
    participant = work.data["bye"]
    seating.choose_bye(work.act, work.event, participant=participant)
    return _("Bye assigned.") if participant else _("Nobody has the bye.")


def _forbid(work: Work) -> str:
    snapshot = load(work.event)
    number = None if work.data["always"] else stage_of(snapshot).number
    seating.forbid_pair(
        work.act,
        work.event,
        first=work.data["first"],
        second=work.data["second"],
        number=number,
        reason=work.data["why"],
    )
    return _("Pair forbidden. Pair the round again to apply this.")


def _allow(work: Work) -> str:
    pks = work.numbers("ban")
    ban = get_object_or_404(ForbiddenPair, event=work.event, pk=pks[0] if pks else 0)
    seating.allow_pair(work.act, ban)
    return _("Allowed again.")


def _close(work: Work) -> str:
    out = closing.close_event(work.act, work.event, early="early" in work.request.POST)
    for text in not_posted_texts(out):
        messages.warning(work.request, text)
    if work.event.for_ledger:
        return _("Closed. The games are in the members’ histories.")
    return _("Closed.")


def _reopen(work: Work) -> str:
    closing.reopen_event(work.act, work.event, reason=work.data["reason"])
    return _("Reopened. Its games are void until you close it again.")


def _delete(work: Work) -> str:
    name = work.event.name
    events.delete_event(work.act, work.event)
    return _("“%(name)s” is deleted.") % {"name": name}


def _cancel(work: Work) -> str:
    events.cancel_event(work.act, work.event, reason=work.data["reason"])
    return _("Cancelled.")


STEPS: dict[str, Callable[[Work], str]] = {
    "pair": _pair,
    "pair-only": _pair_only,
    "publish": _publish,
    "undo": _undo,
    "restore": _restore,
    "undo-file": _undo_file,
    "break-up": _break_up,
    "fix": _fix,
    "late": _seat_late,
    "seat-all": _seat_all,
    "swap": _swap,
    "no-show": _no_show,
    "bye": _bye,
    "forbid": _forbid,
    "allow": _allow,
    "close": _close,
    "reopen": _reopen,
    "cancel": _cancel,
    "delete": _delete,
}


#: Steps without a way back ask once more, unless they are refused anyway, and so does one that
#: decides about all rounds; all others are taken back from the record below the desk.
QUESTIONS: dict[str, Callable[[Event], Question | None]] = {
    "cancel": _ask_cancel,
    "delete": _ask_delete,
    "pair": _ask_pair,
}


@organiser_event
@require_safe
def history(request: MemberRequest, event: Event) -> HttpResponse:
    """Show every change: what, by which person, and what it was before."""
    pages = Paginator(changes_of(event), 50).get_page(request.GET.get("page"))
    context = {
        "changes": pages,
        "restorable": _restorable(event),
        "undoable": table_plans.undoable(event, pages.object_list),
    }
    return event_page(request, load(event), "leagues/tournament/event_history.html", context)


def _restorable(event: Event) -> int | None:
    """The number of the round whose earlier previews may come back."""
    last = event.rounds.order_by("-number").first()
    if last is None:
        return 1
    return last.number if last.state in (Round.State.OPEN, Round.State.PAIRED) else last.number + 1
