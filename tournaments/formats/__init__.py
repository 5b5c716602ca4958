"""Files of other programs: reading them into a :class:`~tournaments.field.Tournament`, and back."""
