"""Players who are kept apart: families, friends, one club, one country (ours).

A hard rule closes pairs; a soft one weighs as much as a pair loses whose scores are so many groups
apart.  The criterion of geography (PAIRING.md, weight 9) stays what it is beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.events.field import Player, Tournament
from tournaments.events.settings import ApartRule, Basis


@dataclass(frozen=True, slots=True)
class KeptApart:
    """One rule: those for whom ``shared`` has the same value are not to meet.

    ``shared`` goes by id; whoever is not in it meets everybody.  ``groups`` and ``rounds`` as in
    :class:`tournaments.events.settings.ApartRule`.

    >>> family = KeptApart({1: "Nowak", 2: "Nowak", 3: "Sato"}, rounds=2)
    >>> family.separates(1, 2), family.separates(2, 3), family.in_force(2)
    (True, False, False)
    """

    shared: Mapping[int, Hashable]
    groups: int | None = None
    rounds: int | None = None

    @property
    def hard(self) -> bool:
        return self.groups is None

    def in_force(self, round_number: int) -> bool:
        """Whether it holds in a 0-based round."""
        return self.rounds is None or round_number < self.rounds

    def separates(self, first: int, second: int) -> bool:
        """Whether two ids share what this rule looks at."""
        both = self.shared.get(first), self.shared.get(second)
        return both[0] is not None and both[0] == both[1]

    def crowded_out(self, players: Sequence[int]) -> tuple[int, ...]:
        """Return those of *players* for whom a hard rule leaves nobody: the last of a majority.

        An odd one of *players* sits out.

        >>> KeptApart(dict.fromkeys((1, 2, 3), "f")).crowded_out([1, 2, 3, 4])
        (2, 3)
        """
        values = Counter(self.shared[player] for player in players if player in self.shared)
        value, size = values.most_common(1)[0] if values else (None, 0)
        beyond = size - (len(players) + 1) // 2
        if not self.hard or beyond <= 0:
            return ()
        same = [player for player in players if self.shared.get(player) == value]
        return tuple(same[-(2 * size - len(players)) :])


def kept_apart(tournament: Tournament) -> tuple[KeptApart, ...]:
    """Return the rules of a tournament's settings with the players they are about."""
    return tuple(
        KeptApart(_shared(rule, tournament), rule.groups, rule.rounds)
        for rule in tournament.system.apart
    )


def _shared(rule: ApartRule, tournament: Tournament) -> Mapping[int, Hashable]:
    if rule.basis is Basis.PLAYERS:
        return dict.fromkeys(rule.players, rule.basis)
    if rule.basis is Basis.COUNTRY:
        return by_country(tournament.players)
    return by_club(tournament.players, tournament.system.pairing.clubs_groups)


def by_club(players: Iterable[Player], groups: Iterable[Sequence[str]] = ()) -> dict[int, str]:
    """Return what players of one club share: its name, whatever its case; none without a club.

    Clubs of one of *groups* share its first name; files of OpenGotha cut names there, so that the
    beginning of a club's name is enough.

    >>> players = [Player(1, "A", club="Osaka"), Player(2, "B", club="KOBE")]
    >>> by_club(players, [("Kobe", "Osak")])
    {1: 'kobe', 2: 'kobe'}
    """
    named = [[name for club in group if (name := club.strip().casefold())] for group in groups]
    first_of = {name: group[0] for group in named for name in group}

    def shared(club: str) -> str:
        longest = max(filter(club.startswith, first_of), key=len, default="")
        return first_of.get(longest, club)

    return {
        player.id: shared(player.club.strip().casefold())
        for player in players
        if player.club.strip()
    }


def by_country(players: Iterable[Player]) -> dict[int, str]:
    """Return what players of one country share; none without a country."""
    return {
        player.id: player.country.strip().casefold() for player in players if player.country.strip()
    }
