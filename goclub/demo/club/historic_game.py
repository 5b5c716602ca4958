"""The form in which the demo keeps an old game."""

from __future__ import annotations

from dataclasses import dataclass

from goclub.go.board.basics import BLACK, WHITE, Point, opponent


@dataclass(frozen=True, slots=True)
class HistoricGame:
    """A game of long ago on 19×19, played without komi.

    Players by the names under which the game is known, in Hepburn.  ``month`` and ``day`` in the
    Gregorian calendar, of the first day of play, or None where the records do not agree.
    ``result`` "B+2", "W+R" or "jigo".  ``moves`` pairs of letters as in SGF, alternating from
    Black, or from White with handicap.
    """

    title: str
    black: str
    white: str
    year: int
    month: int | None
    day: int | None
    place: str
    handicap: int
    result: str
    moves: str

    @property
    def outcome(self) -> str:
        """ "B", "W" or "J"."""
        return "J" if self.result == "jigo" else self.result[0]

    @property
    def ending(self) -> str:
        """ "points", "resign", or "" for jigo."""
        if self.result == "jigo":
            return ""
        return "resign" if self.result.endswith("R") else "points"

    @property
    def margin2(self) -> int | None:
        """The margin in half points, for a win by points."""
        return 2 * int(self.result[2:]) if self.ending == "points" else None

    @property
    def credit(self) -> str:
        """Whose moves these are, for the page that shows them."""
        return f"Moves: {self.black} – {self.white}, {self.year}"

    def plays(self) -> list[tuple[int, Point]]:
        """The moves as (colour, point), without the handicap stones."""
        colour = WHITE if self.handicap else BLACK
        found = []
        for start in range(0, len(self.moves), 2):
            column, row = (ord(letter) - ord("a") for letter in self.moves[start : start + 2])
            found.append((colour, (column, row)))
            colour = opponent(colour)
        return found
