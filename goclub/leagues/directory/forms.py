"""Forms of the list of leagues."""

from goclub.leagues.league.forms import LeagueForm


class NewLeagueForm(LeagueForm):
    """A new league: what its settings ask, and its kind."""
