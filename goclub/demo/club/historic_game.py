"""The form in which the demo keeps an old game."""

from __future__ import annotations

from dataclasses import dataclass

from goclub.go.board.basics import BLACK, Point, opponent


@dataclass(frozen=True, slots=True)
class HistoricGame:
    """A game of long ago on 19×19, played without handicap and komi, and resigned.

    Players by the names under which the game is known, in Hepburn.  ``month`` and ``day`` in the
    Gregorian calendar, of the first day of play, or None where the records do not agree.
    ``outcome`` "B" or "W".  ``moves`` pairs of letters as in SGF, alternating from Black.
    """

    title: str
    black: str
    white: str
    year: int
    month: int | None
    day: int | None
    place: str
    outcome: str
    moves: str

    @property
    def credit(self) -> str:
        """Whose moves these are, for the page that shows them."""
        return f"Moves: {self.black} – {self.white}, {self.year}"

    def plays(self) -> list[tuple[int, Point]]:
        """Return the moves as (colour, point)."""
        colour = BLACK
        found = []
        for start in range(0, len(self.moves), 2):
            column, row = (ord(letter) - ord("a") for letter in self.moves[start : start + 2])
            found.append((colour, (column, row)))
            colour = opponent(colour)
        return found
