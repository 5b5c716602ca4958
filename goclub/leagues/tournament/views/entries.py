"""Entering: members themselves, organisers for everyone; on the desk, players who left the club."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common import notation
from goclub.common.collation import by_name
from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import attempt, carried_out
from goclub.common.notation import rank
from goclub.common.reading import read_number
from goclub.common.refusals.registry import add_refusal
from goclub.leagues.models import Event, Participant, RatingList
from goclub.leagues.ratinglist.labels import difference_lines
from goclub.leagues.ratinglist.queries import (
    contradictions,
    form_values,
    lists_of,
    lookup,
    rated_player,
)
from goclub.leagues.tournament.forms.entries import EntryForm, GuestEntryForm, MemberEntryForm
from goclub.leagues.tournament.labels.frame import find_event
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import exchange, registration
from goclub.leagues.tournament.services.leavers import open_entries
from goclub.leagues.tournament.services.registration import withdraw
from goclub.leagues.tournament.services.schedules import free_places
from goclub.leagues.tournament.views.shortcuts import event_page, organiser_event
from goclub.members.desk.queries import Choice, Matter, PressOutcome, Source, Urgency
from goclub.members.desk.services import each
from goclub.members.models import Member
from goclub.members.requests import Act, MemberRequest, act_of, member_of, user_of
from ratings.errors import RuleError


@login_required
@require_POST
def enter(request: MemberRequest, slug: str) -> HttpResponse:
    """Enter the member who is signed in."""
    event, _runs = find_event(request, slug)
    member = member_of(request)
    attempt(
        request,
        lambda: registration.register_member(act_of(request), event, member=member),
        _("You are entered."),
    )
    return redirect(event)


@login_required
@require_POST
def leave(request: MemberRequest, slug: str) -> HttpResponse:
    """Withdraw the entry of the member who is signed in."""
    event, _runs = find_event(request, slug)
    mine = event.participants.filter(member__user=user_of(request)).first()
    if mine is None:
        raise PermissionDenied
    attempt(
        request,
        lambda: registration.remove_entry(act_of(request), mine),
        _("You are no longer on the list."),
    )
    return redirect(event)


@organiser_event
@require_http_methods(["GET", "POST"])
def entries(request: MemberRequest, event: Event) -> HttpResponse:
    """The organisers' list: enter members and guests, see who is here."""
    if event.team_size:
        return redirect("leagues:teams", slug=event.slug)
    posted = request.POST if request.method == "POST" else None
    members = Member.objects.active().exclude(participations__event=event)
    members = members.order_by(by_name("display_name"), "pk")
    by_member = MemberEntryForm(
        posted if posted and "member_form" in posted else None, members=members, prefix="m"
    )
    chosen = rated_player(read_number(request.GET.get("listed", "")))
    by_guest = GuestEntryForm(
        posted if posted and "guest_form" in posted else None,
        prefix="g",
        goes_on="guest" in request.GET,
        initial=form_values(chosen) if chosen else None,
    )
    if not is_confirmed(request) and (question := _late_question(event, by_member, by_guest)):
        return ask(request, question)
    if _enter(request, event, by_member, registration.register_member):
        return redirect("leagues:event-entries", slug=event.slug)
    if _enter(request, event, by_guest, registration.register_guest):
        # Whoever enters one guest enters the next one.
        return redirect(reverse("leagues:event-entries", args=[event.slug]) + "?guest")
    snapshot = load(event)
    lists = lists_of(event)
    differing = contradictions(snapshot.participants.values(), lists) if event.is_open else []
    search = request.GET.get("find", "")[:120]
    context = {
        "lists": lists,
        "all_lists": RatingList.objects.ready().defer("data"),
        "search": search,
        "listed": lookup(search, lists, among=Member.objects.active()) if search else [],
        "differing": difference_lines(differing),
        "taking": sum(row.may_be_taken for row in differing),
        "member_form": by_member,
        "guest_form": by_guest,
        "people": list(snapshot.participants.values()),
        "announced": sum(1 for p in snapshot.participants.values() if p.state == "preliminary"),
        "suggestions": exchange.suggest_members(snapshot),
    }
    return event_page(request, snapshot, "leagues/tournament/event_entries.html", context)


def _late_question(event: Event, *forms: BaseForm) -> Question | None:
    """What a late entry into a round robin under way brings with it; None elsewhere."""
    if event.system != Event.System.ROUND_ROBIN or not any(
        form.is_bound and form.is_valid() for form in forms
    ):
        return None
    snapshot = load(event)
    number = snapshot.last_out + 1
    if number == 1 or not free_places(snapshot):
        return None
    return Question(
        title=_("Enter a player late?"),
        button=_("Enter"),
        back=reverse("leagues:event-entries", args=[event.slug]),
        why=_("The schedule of the round robin stays as it was drawn."),
        effects=[
            _("The new player takes the free place, and meets those who would have the bye.")
            + " "
            + _("That begins with round %(number)s.") % {"number": number},
            _("Rounds already published are not made up: those players keep their byes."),
        ],
    )


def _leaving_question(event: Event, participant: Participant) -> Question | None:
    """What leaving a round robin under way brings with it; None elsewhere."""
    if event.system != Event.System.ROUND_ROBIN:
        return None
    snapshot = load(event)
    left = event.rounds_planned - snapshot.last_out
    if not snapshot.last_out or not left:
        return None
    return Question(
        title=_("Withdraw %(name)s?") % {"name": participant},
        button=_("Withdraw"),
        back=reverse("leagues:event-entry", args=[event.slug, participant.number]),
        why=_("The schedule of the round robin stays as it was drawn."),
        effects=[
            ngettext(
                "%(name)s loses the game of the last round by forfeit; the opponent wins it.",
                "%(name)s loses the games of the last %(n)s rounds by forfeit; the opponents win "
                "them.",
                left,
            )
            % {"name": participant, "n": left},
            _("Games that were played stay."),
        ],
    )


def _enter(
    request: MemberRequest,
    event: Event,
    form: MemberEntryForm | GuestEntryForm,
    register: Callable[..., Participant],
) -> bool:
    """Enter whom a form names; a refusal stands in the form."""
    if not form.is_bound or not form.is_valid():
        return False
    try:
        participant = register(act_of(request), event=event, **form.cleaned_data)
    except RuleError as error:
        add_refusal(form, error)
        return False
    messages.success(
        request,
        _("%(name)s has been entered as %(rank)s.")
        % {"name": participant, "rank": rank(participant.rank_text)},
    )
    return True


@organiser_event
@require_http_methods(["GET", "POST"])
def entry(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """One entry: names, rank, absences, withdrawal."""
    participant = get_object_or_404(event.participants.select_related("member"), number=number)
    snapshot = load(event)
    absences = {absence.number: absence.excused for absence in snapshot.absences[participant.pk]}
    form = EntryForm(
        request.POST or None, entry=participant, rounds=event.rounds_planned, absences=absences
    )
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: registration.change_entry(
            act_of(request),
            participant,
            changes=form.changes(),
            absences=form.absences(),
        ),
        _("Saved."),
    ):
        return redirect("leagues:event-entries", slug=event.slug)
    context = {"player": participant, "form": form}
    return event_page(request, snapshot, "leagues/tournament/event_entry.html", context)


@organiser_event
@require_POST
def entry_step(request: MemberRequest, event: Event, number: int, step: str) -> HttpResponse:
    """Withdraw, bring back, remove, link to a member: one button each."""
    participant = get_object_or_404(event.participants.select_related("member"), number=number)
    act = act_of(request)
    reason = request.POST.get("reason", "")
    if (
        step == "withdraw"
        and not is_confirmed(request)
        and (question := _leaving_question(event, participant))
    ):
        return ask(request, question)
    acts: dict[str, Callable[[], object]] = {
        "withdraw": lambda: registration.withdraw(act, participant, reason=reason),
        "back": lambda: registration.bring_back(act, participant),
        "remove": lambda: registration.remove_entry(act, participant, reason=reason),
        "link": lambda: registration.link_member(act, participant, member=_member_of(request)),
    }
    attempt(request, acts.get(step, acts["link"]), _("Done: %(name)s.") % {"name": participant})
    return redirect("leagues:event-entries", slug=event.slug)


def _member_of(request: MemberRequest) -> Member | None:
    pk = request.POST.get("member", "")
    if not pk:
        return None
    known = Member.objects.active()
    return get_object_or_404(known, pk=read_number(pk))


@organiser_event
@require_POST
def all_here(request: MemberRequest, event: Event) -> HttpResponse:
    """Everybody who was announced has arrived."""
    attempt(
        request,
        lambda: registration.confirm_all(act_of(request), event),
        _("Everyone is marked as here."),
    )
    return redirect("leagues:event-entries", slug=event.slug)


class EventLeavers(Source):
    """Players of tournaments under way who are members no more."""

    key = "left-players"
    gravity = Urgency.RESULT
    permission = "leagues.change_event"
    template = "leagues/tournament/_desk_leaver.html"
    ticked = True
    late_after = 3
    title = ngettext_lazy(
        "%(n)s player who left the club is still entered",
        "%(n)s players who left the club are still entered",
        "count",
    )
    joined = ("event", "member")
    choices = (
        Choice(
            "withdraw",
            pgettext_lazy("player", "Withdraw"),
            pgettext_lazy("player", "Withdraw %(n)s"),
        ),
    )

    def rows(self) -> QuerySet[Participant]:
        """Their entries, by event."""
        left = open_entries().filter(member__status=Member.Status.FORMER)
        return left.order_by("event__begins_on", "pk")

    def matter(self, row: Participant) -> Matter:
        """Each with its event."""
        return Matter(row.pk, row.shown_name, None, row)

    def press(
        self,
        act: Act,
        name: str,  # noqa: ARG002
        rows: Sequence[int],
        *,
        reason: str,
    ) -> PressOutcome:
        """Withdraw those who are still entered."""
        entries = self.rows().filter(pk__in=rows).select_related("event").order_by("event", "pk")
        return each(
            list(entries),
            lambda row: withdraw(act, row, reason=reason),
            lambda n: (
                ngettext("%(n)s player was withdrawn.", "%(n)s players were withdrawn.", n)
                % {"n": notation.number(n)}
            ),
        )


DESK: Final = (EventLeavers(),)
