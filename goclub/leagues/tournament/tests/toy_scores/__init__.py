"""A module as it would lie in ``tournaments/events/scores``."""
