"""Registration by anyone: a public form, the mail that confirms it, places and the waiting list."""
