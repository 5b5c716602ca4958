"""The heaviest pairing of a whole field, proven (see :mod:`tournaments.events.matching.solve`)."""
