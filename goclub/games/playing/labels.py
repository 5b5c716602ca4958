"""Refusals of reports, decisions and tosses in the reader's words; what players are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import Q
from django.forms import BaseForm
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from goclub.common.confirmation import Question
from goclub.common.notation import named
from goclub.common.refusals.registry import Refusals
from goclub.games.labels import result_text
from goclub.games.models import Game
from goclub.members.notices.queries import Mail, NoticeGroup, NoticeKind

REFUSALS: Refusals = {
    # Reports and decisions.
    "playing.game_here": _("This game seems to be here already; see above."),
    "playing.organiser_decides": _("This game is disputed or void. An organiser will decide."),
    "playing.only_waiting_disputed": _(
        "Only a report that is still waiting can be disputed. Ask an organiser to correct the game."
    ),
    "playing.claim_settled": _("This game is no longer disputed. It counts as shown on this page."),
    "playing.claim_changed": _(
        "Your opponent has since given a different answer. Nothing was confirmed. "
        "Please look again."
    ),
    "playing.confirmed_stays": _(
        "A confirmed game stays. Ask an organiser to correct it or make it void."
    ),
    "playing.paired": _(
        "These two are paired (%(value)s), and that game has no result yet. On the game’s "
        "page, say whether this is the game."
    ),
    "playing.no_such_pairing": _("This pairing is no longer open. Please choose again."),
    "playing.date_in_future": _("%(value)s is in the future. Accepted: %(accepted)s."),
    "playing.before_joining": _(
        "On %(value)s one of the players was not yet a member. Accepted: %(accepted)s."
    ),
    # Tosses for colour.
    "toss.no_call_yet": _("Even or odd must be called first, before the digit is known."),
    "toss.call_not_before_post": _(
        "The call has to come before the deciding post, but this post did not follow "
        "it. Nothing was decided. Please post again."
    ),
    "toss.opener_calls_not": _("You started this nigiri. Now %(value)s calls."),
    "toss.caller_posts_not": _("You make the call; %(value)s makes the deciding post."),
    "toss.call_fixed": _("The call is %(value)s and can no longer be changed."),
    "toss.called_goes_on": _(
        "%(value)s has already been called, so this nigiri has to be finished."
    ),
    "toss.cancelled": _("This nigiri was cancelled. Please start a new one."),
    "toss.clock_behind": _("The server’s clock was set back a little. Please post again."),
    "toss.undecided": _("This nigiri is still open. Finish it first."),
}


def as_claimed_reason(game: Game) -> str:
    """The reason of a decision for what the disputing player says."""
    by = game.disputed_by_id
    name = next((str(player) for player in game.players if player.user_id == by), "–")
    return gettext("The result given by %(name)s is correct.") % {"name": name}


def void_effects(games: Sequence[Game]) -> list[str]:
    """What making these games void does, a sentence each.  One query."""
    posted = [game for game in games if game.is_rated]
    effects = [
        gettext(
            "Void games stay on record but change nobody’s points. An organiser can restore them."
        )
    ]
    if not posted:
        return [gettext("Nothing has been counted yet."), *effects]
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
        "The rating changes of %(n)s player will be undone.",
        "The rating changes of %(n)s players will be undone.",
        len(players),
    )
    again = ngettext(
        "%(n)s of their later games is recalculated.",
        "%(n)s of their later games are recalculated.",
        later,
    )
    return [moved % {"n": len(players)}, again % {"n": later}, *effects]


def voiding(games: Sequence[Game], form: BaseForm, back: str) -> Question:
    """What is asked before games are made void, and what it does."""
    count = len(games)
    return Question(
        title=ngettext("Void %(n)s game?", "Void %(n)s games?", count) % {"n": count},
        items=games,
        effects=void_effects(games),
        then=gettext("Both players will see the reason."),
        button=ngettext("Void %(n)s game", "Void %(n)s games", count) % {"n": count},
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
        "%(other)s says the result of your game is: %(result)s. Accept it if that is "
        "right; otherwise an organiser will decide."
    ) % {"other": _with_rank(params, "other"), "result": result}


def _with_rank(params: Mapping[str, object], name: str) -> str:
    return named(str(params.get(name, "")), str(params.get(f"{name}_rank", "")))


#: What players are told about their games.
KINDS: Final = [
    NoticeKind(
        "game.to_confirm",
        NoticeGroup.GAMES,
        label=_("A game is waiting for my confirmation"),
        text=_("%(other)s reported a game with you. Confirm it or dispute it."),
    ),
    NoticeKind(
        "game.remind",
        NoticeGroup.GAMES,
        label=_("Someone reminds me of a report"),
        text=_("The report of %(black)s – %(white)s is still waiting for you."),
    ),
    NoticeKind(
        "game.confirmed",
        NoticeGroup.GAMES,
        label=_("A game of mine was confirmed"),
        text=_("Your game with %(other)s has been confirmed."),
        mail=Mail.DAILY,
    ),
    NoticeKind(
        "game.disputed",
        NoticeGroup.GAMES,
        label=_("A report of mine is disputed"),
        text=_("The report of your game with %(other)s is disputed; an organiser will decide."),
        fuller=_disputed_with_result,
    ),
    NoticeKind(
        "game.decided",
        NoticeGroup.GAMES,
        label=_("A game of mine was decided"),
        text=_("An organiser decided or corrected your game with %(other)s."),
    ),
    NoticeKind(
        "game.void",
        NoticeGroup.GAMES,
        label=_("A game of mine was made void"),
        text=_("An organiser made your game with %(other)s void. It changes nothing."),
    ),
    NoticeKind(
        "game.dispute",
        NoticeGroup.GAMES,
        label=_("A result is disputed"),
        text=_("The result of %(black)s against %(white)s is disputed."),
        office=True,
    ),
]
