"""The handbook of those who run the club, written in ``docs/handbook`` and read on the site."""
