"""One address for every button of an evening: each press has a key, and is done once.

A page without script is sent back to where it came from; the script of the pages, which keeps a
press until the line is back, asks for JSON.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from goclub.common.reading import read_number, read_numbers
from goclub.common.refusals.registry import Refusal, describe
from goclub.games.evening.services import need_organiser, players_named
from goclub.games.models import Game
from goclub.leagues.evening.forms import NOT_AT_THE_CLUB, ResultForm, WishForm
from goclub.leagues.evening.labels import result_words
from goclub.leagues.evening.services import pairs, people, results
from goclub.leagues.evening.services.nights import open_by_calendar
from goclub.leagues.models import ClubNight, NightGame, Presence
from goclub.members.models import Member
from goclub.members.requests import Act, MemberRequest, act_of, user_of
from ratings.errors import Code, RuleError
from ratings.halves import parse_half

#: Pages of the evening to which a press leads back, by the name that the form gives them.
BACK: Final = {"desk": "leagues:night", "me": "leagues:night-me", "start": "home"}


@dataclass(frozen=True, slots=True)
class Press:
    """A button press: who pressed when, its key, and the data sent with it."""

    request: MemberRequest
    act: Act
    key: uuid.UUID | None
    pressed_at: datetime | None

    def text(self, name: str) -> str:
        return self.request.POST.get(name, "").strip()

    def flag(self, name: str) -> bool:
        return bool(self.text(name))

    @property
    def night(self) -> ClubNight:
        """The night that is open, or opens now by the calendar; raises E_STATE without one."""
        night = open_by_calendar(at=self.act.at)
        if night is None:
            raise RuleError(Code.STATE, "night", reason="night.over")
        return night

    @property
    def presence(self) -> Presence:
        """Return the person it is about; by default the one who pressed the button."""
        rows = Presence.objects.select_related("member", "night")
        if number := read_number(self.text("presence")):
            return get_object_or_404(rows, pk=number)
        me = self.request.member
        return get_object_or_404(rows, night=self.night, member=me)

    @property
    def game(self) -> NightGame:
        """The game that the key names."""
        rows = NightGame.objects.select_related("night", "black__member", "white__member")
        return get_object_or_404(rows, key=_uuid(self.text("game")) or uuid.UUID(int=0))

    @property
    def pair(self) -> tuple[int, int]:
        """Two people: as a pair that was shown, or as two ticks."""
        if shown := _pair(self.text("pair")):
            return shown
        ticked = read_numbers(self.request.POST.getlist("tick"))
        if len(ticked) != 2:
            raise RuleError(Code.STATE, "tick", reason="night.two_needed")
        return ticked[0], ticked[1]

    @property
    def ticked(self) -> list[Presence]:
        """Those who are ticked, one at least."""
        keys = read_numbers(self.request.POST.getlist("tick"))
        presences = list(self.night.presences.filter(pk__in=keys).select_related("member", "night"))
        if not presences:
            raise Refusal(_("Tick a name first."), field="tick")
        return presences


def member_named(name: str) -> Member:
    """Return the member with a typed name; raises E_UNKNOWN if there is none or more than one."""
    meant = players_named([name]).get(name.strip(), [])
    if len(meant) != 1:
        raise RuleError(Code.UNKNOWN, "who", name, reason="night.who_is_it")
    return meant[0]


# --- What each does -------------------------------------------------------------------------------
def _here(press: Press) -> str:
    if name := press.text("who"):
        need_organiser(press.act.user)
        member = member_named(name)
    elif number := read_number(press.text("member")):
        member = get_object_or_404(Member, pk=number)
    else:
        member = press.request.member or _nobody()
    people.check_in(press.act, press.night, member=member)
    return _("%(name)s is here.") % {"name": member.shown_name}


def _guest(press: Press) -> str:
    need_organiser(press.act.user)
    name = press.text("name")
    people.check_in_guest(press.act, press.night, name=name, rank=press.text("rank"))
    return _("%(name)s is here.") % {"name": name}


def _expect(press: Press) -> str:
    member = press.request.member or _nobody()
    comes = _hour(press.text("comes"), press.act.at)
    people.expect(press.act, press.night, member=member, comes_at=comes)
    return _("You are expected.")


def _leave(press: Press) -> str:
    presence, then = press.presence, press.text("then")
    people.leave(press.act, presence, then=then)
    return _("%(name)s has left.") % {"name": presence.member.shown_name}


def _rest(press: Press) -> str:
    presence, rests = press.presence, press.text("rests") != "no"
    people.rest(press.act, presence, rests=rests)
    text = _("%(name)s is taking a break.") if rests else _("%(name)s is playing again.")
    return text % {"name": presence.member.shown_name}


def _wish(press: Press) -> str:
    presence = press.presence
    form = WishForm(press.request.POST)
    form.offer_rivals(presence.member)
    if not form.is_valid():
        typed = press.text("rival_text") or press.text("rival")
        raise RuleError(Code.UNKNOWN, "rival", typed, reason="night.who_is_it")
    people.wish(press.act, presence, **form.cleaned_data)
    return _("Your preferences were saved.")


def _accept(press: Press) -> str:
    game = pairs.accept_pair(press.act, press.night, pair=press.pair)
    return _("They are at table %(n)d.") % {"n": game.table}


def _all(press: Press) -> str:
    shown = [pair for text in press.text("pairs").split() if (pair := _pair(text))]
    games = pairs.accept_all(press.act, press.night, pairs=shown)
    return _("Pairs seated: %(n)d.") % {"n": len(games)}


def _apart(press: Press) -> str:
    pairs.keep_apart(press.act, press.night, pair=press.pair)
    return _("These two are not paired tonight.")


def _hand(press: Press) -> str:
    pairs.pair_by_hand(press.act, press.night, pair=press.pair)
    return _("These two will play each other next.")


def _swap(press: Press) -> str:
    pairs.swap_places(press.act, press.night, pair=press.pair)
    return _("Places swapped.")


def _rest_many(press: Press) -> str:
    need_organiser(press.act.user)
    for presence in press.ticked:
        people.rest(press.act, presence)
    return _("They are taking a break.")


def _home_many(press: Press) -> str:
    need_organiser(press.act.user)
    for presence in press.ticked:
        people.leave(press.act, presence)
    return _("They went home.")


def _result(press: Press) -> str:
    form = ResultForm(press.request.POST)
    if not form.is_valid():
        name, (text, *_others) = next(iter(form.errors.items()))
        raise Refusal("%(value)s", field=name, code=Code.UNKNOWN, value=str(text))
    margin = form.cleaned_data["margin"]
    game = results.record_result(
        press.act,
        press.game,
        winner=form.cleaned_data["winner"],
        key=press.key,
        pressed_at=press.pressed_at,
        ending=form.cleaned_data["ending"],
        margin2=parse_half(margin, "margin") if margin else None,
    )
    if press.flag("presence"):
        # Somebody is going home and said first who won.
        people.leave(press.act, press.presence)
    # The start page says who won beside its undo.
    return _("Result reported.") if press.text("back") == "start" else result_words(game)


def _undo(press: Press) -> str:
    results.undo_result(press.act, press.game, key=press.key)
    return _("Result withdrawn.")


def _margin(press: Press) -> str:
    margin = parse_half(press.text("margin"), "margin") if press.flag("margin") else None
    ending = press.text("ending") or ("points" if margin is not None else "")
    if ending not in Game.Ended.values or ending in NOT_AT_THE_CLUB:
        raise Refusal(_("Choose how the game ended."), field="ending", code=Code.UNKNOWN)
    game = results.add_margin(press.act, press.game, ending=ending, margin2=margin)
    return result_words(game)


def _free(press: Press) -> str:
    results.free_table(press.act, press.game, cancelled=press.flag("cancelled"), key=press.key)
    return _("The table is free.")


PRESSES: Final[dict[str, Callable[[Press], str]]] = {
    "here": _here,
    "guest": _guest,
    "expect": _expect,
    "leave": _leave,
    "rest": _rest,
    "wish": _wish,
    "accept": _accept,
    "all": _all,
    "apart": _apart,
    "hand": _hand,
    "swap": _swap,
    "rest-many": _rest_many,
    "home-many": _home_many,
    "result": _result,
    "undo": _undo,
    "margin": _margin,
    "free": _free,
}


@login_required
@require_POST
def press(request: MemberRequest, what: str) -> HttpResponse:
    """Do what a button says."""
    carry_out = PRESSES.get(what)
    if carry_out is None:
        raise Http404
    if request.member is None and not user_of(request).has_perm("games.decide_game"):
        raise Http404
    sent = request.POST.get("pressed", "")
    pressed = Press(
        request=request,
        act=act_of(request),
        key=_uuid(request.POST.get("key", "")),
        pressed_at=_moment(sent),
    )
    quiet = request.headers.get("Accept", "").startswith("application/json")
    try:
        message = carry_out(pressed)
    except RuleError as error:
        refusal = describe(error)
        if quiet:
            return JsonResponse({"done": False, "said": refusal}, status=422)
        if what == "leave" and error.reason == "night.in_a_game":
            return redirect("leagues:night-going", pressed.presence.pk)
        messages.error(request, refusal)
        return redirect(_table_page(pressed) if "ending" in request.POST else _back(pressed))
    if quiet:
        return JsonResponse({"done": True, "said": message})
    messages.success(request, message)
    return redirect(_back(pressed))


def _back(press: Press) -> str:
    if press.text("back") == "summary":
        return press.game.night.get_absolute_url()
    return reverse(BACK.get(press.text("back"), "leagues:night"))


def _table_page(press: Press) -> str:
    """The page of the table, with its form as it was typed."""
    typed = {name: press.text(name) for name in ResultForm.base_fields}
    return f"{reverse('leagues:night-game', args=[press.game.pk])}?{urlencode(typed)}"


def _nobody() -> Member:
    raise Http404


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text.strip())
    except ValueError:
        return None


def _pair(text: str) -> tuple[int, int] | None:
    first, _dash, second = text.partition("-")
    first_key, second_key = read_number(first), read_number(second)
    return None if first_key is None or second_key is None else (first_key, second_key)


def _moment(text: str) -> datetime | None:
    """When a phone says that it was pressed; nonsense is no answer."""
    try:
        moment = parse_datetime(text)
        return None if moment is None or moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _hour(text: str, now: datetime) -> datetime:
    """An hour of today (or, after midnight, of the next day); raises E_SYNTAX."""
    here = timezone.localtime(now)
    try:
        hour, minute = (int(part) for part in text.split(":")[:2])
        moment = here.replace(hour=hour, minute=minute, second=0, microsecond=0)
    except ValueError:
        raise RuleError(Code.TYPE, "comes", text, "20:00", reason="night.hour") from None
    return moment
