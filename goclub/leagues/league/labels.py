"""Refusals of leagues in the reader's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from goclub.common.refusals import describe
from ratings.errors import RuleError
from ratings.errors import RuleError as StrengthError

if TYPE_CHECKING:
    from django.forms import BaseForm


#: Rules of strength and of competition speak twin vocabularies; pages take both.
Refusal = RuleError | StrengthError
REFUSALS = (RuleError, StrengthError)

#: A sub-reason says more than its code; what is not here is said by the code.
BY_REASON: dict[str, str | Promise] = {
    "not_official": gettext_lazy("This league is played in seasons, not in terms."),
    "term_open": gettext_lazy("“%(value)s” is not closed yet: one term after the other."),
    "term_closed": gettext_lazy("“%(value)s” is closed; its settings stay as they were."),
    "began": gettext_lazy("It has begun: this stays as it is."),
    "ends_before_start": gettext_lazy("The last day cannot lie before the first."),
    "late_sign_up": gettext_lazy("Signing up ends on the first day at the latest."),
    "sign_up_over": gettext_lazy(
        "Signing up ended on %(value)s. An organiser can still enter you before the start."
    ),
    "no_member": gettext_lazy("%(value)s is not a member at present."),
    "sizes": gettext_lazy(
        "%(value)s does not fit: the sizes must add up to the %(accepted)s players, two or more in "
        "each division."
    ),
    "league_of_one": gettext_lazy(
        "A division of %(value)s cannot play: two players or more are needed."
    ),
    "left_already": gettext_lazy("This player left on %(value)s."),
    "not_signing_up": gettext_lazy("“%(value)s” has begun: players and divisions are settled."),
    "not_running": gettext_lazy("“%(value)s” is not being played at present."),
    "match_decided": gettext_lazy("This pairing has its result or its report already."),
    "game_taken": gettext_lazy("Game %(value)s belongs to another pairing."),
    "game_void": gettext_lazy("Game %(value)s is void."),
    "other_players": gettext_lazy("This game has to be between the two players of the pairing."),
    "after_withdrawal": gettext_lazy("One of the two left on %(value)s; play on or before it."),
    "league_time_loss": gettext_lazy(
        "In this league nobody loses on time (S1-19): agree on another result."
    ),
    "ending_unknown": gettext_lazy("The league needs to know how the game ended."),
    "other_conditions": gettext_lazy(
        "The pairing has other conditions; see above. Take them, or say that you both agreed on "
        "these (S1-1)."
    ),
    "own_game": gettext_lazy("Nobody judges his own game: another organiser has to decide it."),
    "unplayed": gettext_lazy(
        "%(value)s pairings are open. Each has to be played or forfeited before the term closes."
    ),
    "not_closed_yet": gettext_lazy("“%(value)s” has to be closed first."),
    "not_in_term": gettext_lazy("%(value)s did not play in this term."),
    "rolled_over": gettext_lazy("“%(value)s” has been carried over already."),
    "preview_changed": gettext_lazy(
        "Something changed since you looked: please look at the preview again."
    ),
    "undecided": gettext_lazy(
        "Some share a place across a border: put them in order before carrying it out."
    ),
    "too_few_left": gettext_lazy("Division %(value)s would be left with fewer than two players."),
    "annulled": gettext_lazy("After the withdrawals fewer than two players are left."),
    "shared_place": gettext_lazy(
        "The choice depends on who of those that share a place comes first: put them in order."
    ),
    "all_exempt": gettext_lazy(
        "Everybody who comes into question is exempt and none has said that he would: choose two "
        "people yourself."
    ),
    # Seasons.
    "not_seasonal": gettext_lazy("This league is played in terms, not in seasons."),
    "overlap": gettext_lazy("Two seasons would overlap; the later one may begin: %(accepted)s."),
    "event_moved_out": gettext_lazy("The event on %(value)s would lie outside: move it first."),
    "not_closed": gettext_lazy("The season closes at %(accepted)s; before that nobody has won it."),
    "season_open": gettext_lazy("Every season of the year has to be closed first."),
    "late_report": gettext_lazy(
        "That day is too near: an event is announced seven days before. Possible: %(accepted)s"
    ),
    "held": gettext_lazy("The day of the event has come: it stays."),
    "past": gettext_lazy("That day lies in the past. Possible: %(accepted)s"),
    "not_run_by_approved": gettext_lazy(
        "Only who announces an event, an organiser or an approved judge of the league may run it."
    ),
    "rounds": gettext_lazy("%(value)s rounds do not fit. Possible: %(accepted)s."),
    "format_limits": gettext_lazy(
        "%(value)s minutes do not fit the format. Possible: %(accepted)s."
    ),
    "theme_missing": gettext_lazy("Please write the theme that binds all games."),
    "second_national": gettext_lazy(
        "There is a national event on %(value)s already: one in a season for each organiser."
    ),
    "declined_already": gettext_lazy("This event was declined: %(value)s"),
    "removed": gettext_lazy("%(value)s was removed from the event already."),
    "no_game": gettext_lazy("There is no game to lose in round %(value)s."),
    "appealed_already": gettext_lazy("There is an appeal against this sanction already."),
    "no_appeal": gettext_lazy("There is no open appeal to decide."),
    "not_approved": gettext_lazy("%(value)s is no approved judge of this event."),
    "no_such_round": gettext_lazy("The event has no round %(value)s. Possible: %(accepted)s."),
    "not_born": gettext_lazy("A date of birth lies in the future: please correct the profile."),
}

#: What is said of a field that is missing, where “please fill this in” would not do.
MISSING = {
    "born": gettext_lazy(
        "The date of birth of a player is needed here. Ask for it, or let the player say that he "
        "is willing."
    ),
    "reason": gettext_lazy("Please give a reason: everybody concerned will read it."),
}


def refusal(error: Refusal) -> str:
    """Say what was refused and what would be taken."""
    if error.code.value == "E_MISSING" and error.field in MISSING:
        return str(MISSING[error.field])
    text = BY_REASON.get(error.reason)
    if text is None:
        return describe(error)
    return str(text) % {"value": error.value, "accepted": error.accepted}


def add_refusal(form: BaseForm, error: Refusal, fields: dict[str, str] | None = None) -> None:
    """Put the message beside the field it speaks of; ``fields`` maps rule names to form names."""
    name = (fields or {}).get(error.field, error.field)
    form.add_error(
        name if name in form.fields else None,
        ValidationError(refusal(error), code=error.code.value),
    )
