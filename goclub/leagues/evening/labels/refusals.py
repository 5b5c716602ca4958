"""Refusals of the club night in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "night.over": _("This club night is over."),
    "night.no_member": _("%(value)s is not a member of the club."),
    "night.in_a_game": _("%(value)s is in the middle of a game. Say what should happen to it."),
    "night.not_waiting": _("%(value)s is no longer waiting. Look at the new pairs."),
    "night.already_paired": _("%(value)s is already paired with the other player."),
    "night.two_needed": _("Tick two names."),
    "night.one_needed": _("Tick a name first."),
    "night.who_is_it": _(
        "“%(value)s” matches no member, or more than one. Choose from the list; enter "
        "guests below it."
    ),
    "night.hour": _("“%(value)s” is not a time. Write it like %(accepted)s."),
    "night.no_table": ngettext_lazy(
        "The only table is taken.", "All %(value)s tables are taken.", "value"
    ),
    "night.was_not_played": _("%(value)s: an organiser said that this game was not played."),
    "night.told_otherwise": _(
        "%(value)s: another result has already been reported. Open the game to dispute "
        "it, or ask an organiser."
    ),
    "night.nobody_won": _("%(value)s: nobody has won this game."),
}
