"""Files of other programs: reading them into a :class:`~tournaments.events.field.Tournament`, and
back."""
