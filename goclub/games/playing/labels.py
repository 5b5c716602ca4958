"""Refusals of reports, decisions and tosses in the reader's words; what players are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import Q
from django.forms import BaseForm
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from goclub.common.notation import named
from goclub.common.refusals.registry import Refusals
from goclub.common.sure import Question
from goclub.games.labels import result_text
from goclub.games.models import Game
from goclub.members.notices.queries import Mail, NoticeKind

REFUSALS: Refusals = {
    # Reports and decisions.
    "playing.game_here": _("This game seems to be here already; see above."),
    "playing.toss_gone": _("This toss is not yours to report. Open the report without it."),
    "playing.kifu_differs": _("The form and the kifu disagree; see above."),
    "playing.organiser_decides": _("This game is disputed or void: an organiser decides it."),
    "playing.only_waiting_disputed": _(
        "Only a report that still waits can be disputed. Ask an organiser to correct the game."
    ),
    "playing.claim_same": _(
        "That is the result as it was reported. Say another one, or leave the result out."
    ),
    "playing.claim_settled": _("This game is not disputed any more. It stands as this page says."),
    "playing.claim_changed": _(
        "Your opponent says something else by now. Nothing was confirmed: please look again."
    ),
    "playing.confirmed_stays": _(
        "A confirmed game stays; ask an organiser to correct it or to make it void."
    ),
    "playing.own_game": _("You played this game yourself: another organiser confirms it."),
    "playing.not_yours_to_undo": _(
        "Somebody else confirmed this game. Ask an organiser to correct it."
    ),
    "playing.paired": _(
        "The two are paired (%(value)s), and that game has no result yet. Say on the page of the "
        "game whether it is this one."
    ),
    "playing.no_such_pairing": _("This pairing is not open any more. Please choose again."),
    "playing.date_in_future": _("%(value)s lies in the future. Accepted: %(accepted)s."),
    "playing.before_joining": _(
        "On %(value)s one of the players was not yet a member. Accepted: %(accepted)s."
    ),
    "playing.partners": _("Partners belong to pair go. Choose it, or leave them out."),
    "playing.computer_seat": _(
        "One of the two has to be the computer: choose “someone who is not a member” there, and "
        "write the program’s name."
    ),
    # Tosses for colour.
    "toss.cannot_call": _(
        "%(value)s has no login here and could not call. Toss at the board instead."
    ),
    "toss.no_call_yet": _("Even or odd has to be called first, before there is any digit."),
    "toss.call_not_before_post": _(
        "The call has to stand before the deciding post, and this post did not come after it. "
        "Nothing was decided: please post again."
    ),
    "toss.opener_calls_not": _("You opened this toss: now %(value)s calls."),
    "toss.caller_posts_not": _("The call is yours; the deciding post belongs to %(value)s."),
    "toss.call_fixed": _("The call is fixed: %(value)s. It cannot be changed any more."),
    "toss.called_goes_on": _(
        "Somebody has called (%(value)s) already. From there a toss is carried through."
    ),
    "toss.cancelled": _("This toss was cancelled. Please open a new one."),
    "toss.clock_behind": _("The server's clock was set back a little: please post again."),
    "toss.undecided": _("This toss is not decided yet: finish it first."),
    "toss.players": _(
        "The toss was between two other players. Choose them, or report without the toss."
    ),
    "toss.colours": _(
        "By the toss %(value)s plays Black. Exchange the players, or report without the toss."
    ),
    "toss.used": _("This toss belongs to game %(value)s already."),
}


def as_claimed_reason(game: Game) -> str:
    """The reason of a decision for what the disputing player says."""
    by = game.disputed_by_id
    name = next((str(player) for player in game.players if player.user_id == by), "–")
    return gettext("The result as %(name)s gave it is right.") % {"name": name}


def void_effects(games: Sequence[Game]) -> list[str]:
    """What making these games void does, a sentence each.  One query."""
    posted = [game for game in games if game.is_rated]
    effects = [
        gettext(
            "What is void stays on record and moves nobody’s points; an organiser can bring it "
            "back."
        )
    ]
    if not posted:
        return [gettext("Nothing was counted yet."), *effects]
    players = {
        player.pk
        for game in posted
        for player in game.players
        if not player.plays_as_guest(game.played_on)
    }
    first = min(game.played_on for game in posted)
    later = (
        Game.objects.rated()
        .filter(Q(black__in=players) | Q(white__in=players), played_on__gte=first)
        .exclude(pk__in=[game.pk for game in posted])
        .count()
    )
    moved = ngettext(
        "The points of %(n)s player are moved back.",
        "The points of %(n)s players are moved back.",
        len(players),
    )
    again = ngettext(
        "%(n)s later game of theirs is counted anew.",
        "%(n)s later games of theirs are counted anew.",
        later,
    )
    return [moved % {"n": len(players)}, again % {"n": later}, *effects]


def voiding(games: Sequence[Game], form: BaseForm, back: str) -> Question:
    """What is asked before games are made void, and what it does."""
    count = len(games)
    return Question(
        title=ngettext("Make %(n)s game void?", "Make %(n)s games void?", count) % {"n": count},
        items=games,
        effects=void_effects(games),
        then=gettext("Both players read the reason."),
        button=ngettext("Make %(n)s game void", "Make %(n)s games void", count) % {"n": count},
        back=back,
        form=form,
    )


def _disputed_with_result(params: Mapping[str, object]) -> str | None:
    """A dispute that says the right result as well."""
    winner, margin2 = str(params.get("winner", "")), params.get("margin2")
    if not winner:
        return None
    ending = str(params.get("ending", ""))
    result = result_text(winner, ending, margin2 if isinstance(margin2, int) else None)
    return gettext(
        "%(other)s says of your game: %(result)s. Accept it with one press if that is right; "
        "otherwise an organiser decides."
    ) % {"other": _with_rank(params, "other"), "result": result}


def _with_rank(params: Mapping[str, object], name: str) -> str:
    return named(str(params.get(name, "")), str(params.get(f"{name}_rank", "")))


#: What players are told about their games.
KINDS: Final = [
    NoticeKind(
        "game.to_confirm",
        label=_("A game waits for my confirmation"),
        text=_("%(other)s reported a game with you: confirm it, or say what is wrong."),
    ),
    NoticeKind(
        "game.remind",
        label=_("Somebody reminds me of a report"),
        text=_("The report of %(black)s – %(white)s still waits for you."),
    ),
    NoticeKind(
        "game.confirmed",
        label=_("A game of mine was confirmed"),
        text=_("Your game with %(other)s has been confirmed."),
        mail=Mail.DAILY,
    ),
    NoticeKind(
        "game.disputed",
        label=_("A report of mine is disputed"),
        text=_("The report of your game with %(other)s is disputed; an organiser decides."),
        fuller=_disputed_with_result,
    ),
    NoticeKind(
        "game.decided",
        label=_("A game of mine was decided"),
        text=_("An organiser decided or corrected your game with %(other)s."),
    ),
    NoticeKind(
        "game.void",
        label=_("A game of mine was made void"),
        text=_("An organiser made your game with %(other)s void; it moves nothing."),
    ),
    NoticeKind(
        "game.dispute",
        label=_("A result is disputed"),
        text=_("The result of %(black)s against %(white)s is disputed."),
        office=True,
    ),
]
