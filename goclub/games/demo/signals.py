"""A word to the rooms above: the demo club is filled, add what is yours."""

from django.dispatch import Signal

#: Sent once the club has its people, games and ledger; ``today`` the demo's day.
demo_filled = Signal()
