"""Refusals of the official league in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy, ngettext_lazy

from goclub.common.refusals.registry import Refusals

# --- Refusals ---------------------------------------------------------------------------------
REFUSALS: Refusals = {
    "official.not_official": gettext_lazy("This league is played in seasons, not in terms."),
    "official.term_open": gettext_lazy("“%(value)s” is not closed yet: one term after the other."),
    "official.sign_up_over": gettext_lazy(
        "Signing up ended on %(value)s. An organiser can still enter you before the start."
    ),
    "official.sizes": gettext_lazy(
        "%(value)s does not fit: the sizes must add up to the number of players (%(accepted)s), "
        "two or more in each division."
    ),
    "official.league_of_one": gettext_lazy(
        "A division of %(value)s cannot play: two players or more are needed."
    ),
    "official.left_already": gettext_lazy("This player left on %(value)s."),
    "official.not_signing_up": gettext_lazy(
        "“%(value)s” has begun: players and divisions are settled."
    ),
    "official.not_running": gettext_lazy("“%(value)s” is not being played at present."),
    "official.match_decided": gettext_lazy("This pairing has its result or its report already."),
    "official.game_taken": gettext_lazy("Game %(value)s belongs to another pairing."),
    "official.game_void": gettext_lazy("Game %(value)s is void."),
    "official.other_players": gettext_lazy(
        "This game has to be between the two players of the pairing."
    ),
    "official.not_one_to_one": gettext_lazy(
        "A league game is played by two people, one against one."
    ),
    "official.after_withdrawal": gettext_lazy(
        "One of the two left on %(value)s; play on or before it."
    ),
    "official.ending_unknown": gettext_lazy("The league needs to know how the game ended."),
    "official.other_conditions": gettext_lazy(
        "The pairing has other conditions; see above. Take them, or say that you both agreed on "
        "these (S1-1)."
    ),
    "official.unplayed": ngettext_lazy(
        "%(value)s pairing is open. It has to be played or forfeited before the table is recorded.",
        "%(value)s pairings are open. Each has to be played or forfeited before the table is "
        "recorded.",
        "value",
    ),
    "official.day_outside": gettext_lazy(
        "%(value)s does not fit. Possible: %(first)s to %(last)s, days on the clocks of %(zone)s."
    ),
    "official.one_organiser": gettext_lazy(
        "Two people organise: choose somebody else than %(value)s for one of the two."
    ),
    "official.not_in_term": gettext_lazy("%(value)s did not play in this term."),
    "official.rolled_over": gettext_lazy("“%(value)s” has been carried over already."),
    "official.preview_changed": gettext_lazy(
        "Something changed since you looked: please look at the preview again."
    ),
    "official.undecided": gettext_lazy(
        "Some share a place across a border: put them in order before carrying it out."
    ),
    "official.too_few_left": gettext_lazy(
        "Division %(value)s would be left with fewer than two players."
    ),
    "official.annulled": gettext_lazy("After the withdrawals fewer than two players are left."),
    "official.shared_place": gettext_lazy(
        "The choice depends on who of those that share a place comes first: put them in order."
    ),
    "official.all_exempt": gettext_lazy(
        "Everybody who comes into question is exempt and none has said that he would: choose two "
        "people yourself."
    ),
    "official.not_born": gettext_lazy(
        "A date of birth lies in the future: please correct the profile."
    ),
    "official.time_loss": gettext_lazy(
        "In this league nobody loses on time (S1-19): agree on another result."
    ),
    "official.no_birth_date": gettext_lazy(
        "The date of birth of a player is needed here. Ask for it, or let the player say that he "
        "is willing."
    ),
}
