"""Refusals of the official league in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy, ngettext_lazy

from goclub.common.refusals.registry import Refusals

# --- Refusals ---------------------------------------------------------------------------------
REFUSALS: Refusals = {
    "official.not_official": gettext_lazy("This league is played in seasons, not in terms."),
    "official.term_open": gettext_lazy(
        "“%(value)s” is not closed yet. Close it before starting the next term."
    ),
    "official.sign_up_over": gettext_lazy(
        "Sign-up closed on %(value)s. An organiser can still enter you before the start."
    ),
    "official.sizes": gettext_lazy(
        "%(value)s does not fit: the division sizes must add up to the number of "
        "players (%(accepted)s), with at least two in each division."
    ),
    "official.league_of_one": gettext_lazy(
        "A division of %(value)s cannot play: at least two players are needed."
    ),
    "official.left_already": gettext_lazy("This player left on %(value)s."),
    "official.not_signing_up": gettext_lazy(
        "“%(value)s” has begun. Players and divisions can no longer change."
    ),
    "official.not_running": gettext_lazy("“%(value)s” is not being played at present."),
    "official.match_decided": gettext_lazy("This pairing already has a result or a report."),
    "official.game_taken": gettext_lazy("Game %(value)s belongs to another pairing."),
    "official.game_void": gettext_lazy("Game %(value)s is void."),
    "official.other_players": gettext_lazy(
        "The game must be between the two players of the pairing."
    ),
    "official.not_one_to_one": gettext_lazy(
        "A league game is played by two people, one against the other."
    ),
    "official.after_withdrawal": gettext_lazy(
        "One of the two players left on %(value)s. Choose a date no later than that."
    ),
    "official.ending_unknown": gettext_lazy("Choose how the game ended; the league needs to know."),
    "official.other_conditions": gettext_lazy(
        "The pairing has other conditions; see above. Use those, or confirm that you "
        "both agreed on these."
    ),
    "official.unplayed": ngettext_lazy(
        "%(value)s pairing is open. It must be played or forfeited before the table is recorded.",
        "%(value)s pairings are open. Each must be played or forfeited before the "
        "table is recorded.",
        "value",
    ),
    "official.day_outside": gettext_lazy(
        "%(value)s is too early or too late. Choose a date from %(first)s to %(last)s "
        "(%(zone)s time)."
    ),
    "official.one_organiser": gettext_lazy(
        "Two people organise. Choose somebody other than %(value)s for one of the two."
    ),
    "official.not_in_term": gettext_lazy("%(value)s did not play in this term."),
    "official.rolled_over": gettext_lazy("“%(value)s” has already been carried over."),
    "official.preview_changed": gettext_lazy(
        "Something has changed since you looked. Check the preview again."
    ),
    "official.undecided": gettext_lazy(
        "Some players share a place on a promotion or relegation line. Put them in order first."
    ),
    "official.too_few_left": gettext_lazy(
        "Division %(value)s would be left with fewer than two players."
    ),
    "official.annulled": gettext_lazy("After the withdrawals fewer than two players are left."),
    "official.shared_place": gettext_lazy(
        "The choice depends on the order of players who share a place. Put them in order first."
    ),
    "official.all_exempt": gettext_lazy(
        "Everyone who could organise is exempt, and nobody has volunteered. Choose two "
        "people yourself."
    ),
    "official.not_born": gettext_lazy(
        "The date of birth is in the future. Please correct the profile."
    ),
    "official.time_loss": gettext_lazy(
        "In this league, games are not lost on time. Agree on another result."
    ),
    "official.no_birth_date": gettext_lazy(
        "A player’s date of birth is needed here. Ask for it, or have the player "
        "confirm that they are willing to organise."
    ),
}
