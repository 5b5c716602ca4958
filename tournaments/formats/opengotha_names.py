"""The words of OpenGotha's files on both sides, and how its games refer to a player.

A key is name and first name run together, in capitals.  Releases before data version 201 also
dropped everything but the letters A to Z, after taking the accents off the Latin-1 letters; files
of later releases are met with such keys too.  A machine set to Turkish makes i to İ and ı to I.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.events.criteria import CRITERIA
from tournaments.events.field import GameResult
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK, NO_CRITERION, Kind
from tournaments.formats.clock import OvertimeSystem

#: Rounds in a file's participation text.
FILE_ROUNDS = 20
#: How many criteria OpenGotha keeps.
FILE_CRITERIA = 6

#: The data version from which ratings and keys are as they are today.
DATA_VERSION = 201
RATING_SHIFT = 2050
HIGHEST_RATING = 2949

#: The ranks of files.
RANKS = AcceptedChoice(AcceptedRange("30k", "1k"), AcceptedRange("1d", "9d"))
BY_DEFAULT = "_BYDEF"
RESULTS: dict[str, GameResult] = {
    "RESULT_BOTHLOOSE": GameResult.BOTH_LOSE,  # Pairgoth's spelling: read, never written
    "RESULT_WHITEWINS": GameResult.WHITE,
    "RESULT_BLACKWINS": GameResult.BLACK,
    "RESULT_EQUAL": GameResult.EQUAL,
    "RESULT_BOTHWIN": GameResult.BOTH_WIN,
    "RESULT_BOTHLOSE": GameResult.BOTH_LOSE,
    "RESULT_UNKNOWN": GameResult.UNKNOWN,
}

#: Overtime by the word of a file, with the attribute of its seconds.
OVERTIMES: dict[str, tuple[OvertimeSystem, str]] = {
    "SUDDENDEATH": (OvertimeSystem.SUDDEN_DEATH, ""),
    "STDBYOYOMI": (OvertimeSystem.BYOYOMI, "stdByoYomiTime"),
    "CANBYOYOMI": (OvertimeSystem.CANADIAN, "canByoYomiTime"),
    "FISCHER": (OvertimeSystem.FISCHER, "fischerTime"),
}

#: The two criteria that it spells in its own way.
_SPELT = {"RANK": "Rank", "RATING": "Rating"}
#: Pairgoth's names for criteria of its own list.
_PAIRGOTH = {
    "CATEGORY": "CAT",
    "SOSWM1": "SOSW-1",
    "SOSWM2": "SOSW-2",
    "SOSMM1": "SOSM-1",
    "SOSMM2": "SOSM-2",
}
_READ = {spelt: name for name, spelt in _SPELT.items()} | _PAIRGOTH


def criterion_of(text: str) -> str | None:
    """Return our name of a criterion of a file, OpenGotha's or Pairgoth's; None if nobody knows it.

    >>> criterion_of("Rating"), criterion_of("SOSWM1"), criterion_of("None"), criterion_of("Luck")
    ('RATING', 'SOSW-1', 'NULL', None)
    """
    name = NO_CRITERION if text.upper() == "NONE" else _READ.get(text, text)
    return name if name == NO_CRITERION or in_opengotha(name) else None


def read_criterion(text: str, field: str) -> str:
    """Return our name of a criterion of a file; raises RuleError for one that nobody knows."""
    name = criterion_of(text)
    if name is None:
        known = ", ".join(filter(in_opengotha, CRITERIA))
        reason = "tournament.unknown_criterion"
        raise RuleError(Code.INCONSISTENT, field, text, known, reason=reason)
    return name


def criterion_text(name: str) -> str:
    """Return the name under which a file has a criterion; "NULL" for what only we know."""
    return _SPELT.get(name, name) if in_opengotha(name) else NO_CRITERION


def in_opengotha(name: str) -> bool:
    """Whether OpenGotha has this criterion.

    >>> in_opengotha("SOSM"), in_opengotha("OCUSSM"), in_opengotha("NULL")
    (True, False, False)
    """
    return name in CRITERIA and not CRITERIA[name].ours


def kind_of(criteria: tuple[str, ...]) -> Kind:
    """Return what kind OpenGotha takes a tournament of this order of placement for.

    The first criterion says it; where that is none of the three, whichever of NBW and MMS comes
    first.

    >>> kind_of(("MMS", "SOSM")), kind_of(("STS", "MMS")), kind_of(("CAT", "NBW"))
    (<Kind.MCMAHON: 'mcmahon'>, <Kind.MCMAHON: 'mcmahon'>, <Kind.SWISS_CAT: 'swiss_cat'>)
    """
    if criteria[0] == "CAT":
        return Kind.SWISS_CAT
    main = next((name for name in criteria if name in ("NBW", "MMS")), "NBW")
    return Kind.MCMAHON if main == "MMS" else Kind.SWISS


#: Small points of an event of a league (S4-16), by attributes of ours.
SMALL_POINTS = {"own-offBoard2": "off_board2", "own-smallBye2": "small_bye2"}
#: PairingSettings by attribute of PairingParameterSet, with what OpenGotha takes where it is
#: missing.
WHOLE_NUMBERS: dict[str, tuple[str, int]] = {
    "paiBaAvoidDuplGame": ("duplicate", 500_000_000_000_000),
    "paiBaRandom": ("random", 0),
    "paiBaBalanceWB": ("balance", 1_000),
    "paiMaAvoidMixingCategories": ("category", 20_000_000_000_000),
    "paiMaMinimizeScoreDifference": ("score", 100_000_000_000),
    "paiMaDUDDWeight": ("draw", 100_000_000),
    "paiMaMaximizeSeeding": ("seeding", 5_000_000),
    "paiMaLastRoundForSeedSystem1": ("last_round_system1", 2),
    "paiSeDefSecCrit": ("secondary", 100_000_000_000),
    "paiSeMinimizeHandicap": ("handicap", 0),
    "paiSeAvoidSameGeo": ("geography", 100_000_000_000),
    "paiSePreferMMSDiffRatherThanSameCountry": ("country_preference", 1),
    "paiSePreferMMSDiffRatherThanSameClubsGroup": ("clubs_group_preference", 2),
    "paiSePreferMMSDiffRatherThanSameClub": ("club_preference", 3),
}
SWITCHES: dict[str, str] = {
    "paiBaDeterministic": "deterministic",
    "paiMaCompensateDUDD": "compensate_draws",
    "paiSeNbWinsThresholdActive": "wins_threshold",
    "paiSeBarThresholdActive": "bar_threshold",
}
#: attribute: (field, what OpenGotha takes where it is missing)
DRAW_MODES = {
    "paiMaDUDDUpperMode": ("draw_upper", "MID"),
    "paiMaDUDDLowerMode": ("draw_lower", "MID"),
}
SEED_SYSTEMS = {
    "paiMaSeedSystem1": ("seed_system1", "SPLITANDRANDOM"),
    "paiMaSeedSystem2": ("seed_system2", "SPLITANDFOLD"),
}
EXTRA_CRITERIA = {
    "paiMaAdditionalPlacementCritSystem1": ("extra_criterion1", "Rating"),
    "paiMaAdditionalPlacementCritSystem2": ("extra_criterion2", NO_CRITERION),
}


def rank_text(rank: int) -> str:
    """Return a rank as files have it.

    >>> rank_text(-30), rank_text(-1), rank_text(0)
    ('30K', '1K', '1D')
    """
    return f"{rank + 1}D" if rank >= 0 else f"{-rank}K"


def rank_of(text: str) -> int | None:
    """Return the rank that a file means, None for none: "5K", "2d", "7" (kyu), "4P".

    What no rank is, such as 0 dan or 31 kyu, is none; 1 to 3 dan professional is 7 dan, 4 to 6
    is 8 dan, stronger is 9 dan.

    >>> [rank_of(text) for text in ("30K", "1d", "7", "4P", "31k", "0d", "10d", "x")]
    [-30, 0, -7, 7, None, None, None, None]
    """
    plain = text.strip().upper()
    number, unit = (plain, "K") if plain.isdecimal() else (plain[:-1], plain[-1:])
    if not number.isascii() or not number.isdecimal() or len(number) > 3 or unit not in "KDP":
        return None
    level = int(number)
    if level < 1 or level > (-LOWEST_RANK if unit == "K" else HIGHEST_RANK + 1):
        return None
    if unit == "P":
        return HIGHEST_RANK - 2 if level <= 3 else HIGHEST_RANK - 1 if level <= 6 else HIGHEST_RANK
    return -level if unit == "K" else level - 1


# The accented capitals that the old releases knew; any other letter they dropped.
_LATIN_1 = {
    letter: plain
    for plain, letters in {
        "A": "ÀÁÂÃÄÅ",
        "C": "Ç",
        "E": "ÈÉÊË",
        "I": "ÌÍÎÏ",
        "N": "Ñ",
        "O": "ÒÓÔÕÖØ",
        "U": "ÙÚÛÜ",
        "Y": "Ý",
    }.items()
    for letter in letters
}

_TURKISH = str.maketrans({"i": "İ", "ı": "I"})

# Letters that Unicode does not take for a plain letter with a mark.
_UNMARKED = str.maketrans({"Ø": "O", "Ł": "L", "Đ": "D", "Ħ": "H", "Æ": "AE", "Œ": "OE", "Þ": "TH"})


def key_of(name: str, first_name: str = "") -> str:
    """Return the key under which games refer to a player.

    >>> key_of("Le Goff", "Anaïs")
    'LEGOFFANAÏS'
    """
    return (name + first_name).replace(" ", "").upper()


def old_key_of(name: str, first_name: str = "") -> str:
    """Return the key that releases before data version 201 used.

    >>> old_key_of("Le Goff-Łuk", "Anaïs")
    'LEGOFFUKANAIS'
    """
    plain = (_LATIN_1.get(letter, letter) for letter in key_of(name, first_name))
    return "".join(letter for letter in plain if "A" <= letter <= "Z")


def turkish_key_of(name: str, first_name: str = "") -> str:
    """Return the key that a machine set to Turkish writes.

    >>> turkish_key_of("Yildirim", "Işık")
    'YİLDİRİMIŞIK'
    """
    return key_of(name.translate(_TURKISH), first_name.translate(_TURKISH))


def letters_of(key: str) -> str:
    """Return a key with all accents off and everything but letters dropped.

    >>> letters_of("LEGOFF-ŁUKANAÏS")
    'LEGOFFLUKANAIS'
    """
    return re.sub(r"[^A-Z]", "", _without_marks(key))


class PlayerKeys:
    """Finds the player that a key of the file means.

    *written*: the id, name and first name of every player, as they stand in the file.  Raises
    RuleError E_DUPLICATE (reason ``same_key``, value: both names) if two have the same key: the
    file could not tell their games apart.
    """

    def __init__(self, written: Iterable[tuple[int, str, str]]) -> None:
        self._exact: dict[str, int] = {}
        self._loose: dict[str, set[int]] = {}
        self.spoken: dict[int, str] = {}
        for player, name, first_name in written:
            self.spoken[player] = f"{name} {first_name}".strip()
            key = key_of(name, first_name)
            if key in self._exact:
                raise RuleError(
                    Code.DUPLICATE,
                    "players",
                    (self.spoken[self._exact[key]], self.spoken[player]),
                    reason="formats.same_key",
                )
            self._exact[key] = player
            spellings = {turkish_key_of(name, first_name), _without_marks(key)}
            spellings |= {old_key_of(name, first_name), letters_of(key)} - {""}
            for spelling in spellings:
                self._loose.setdefault(spelling, set()).add(player)

    def find(self, reference: str, field: str) -> int:
        """Return the id of the player meant; raises RuleError E_UNKNOWN with the reference.

        A key of a Turkish machine, or one without its accents and marks, is understood if only
        one player answers to it.
        """
        key = key_of(reference)
        if key in self._exact:
            return self._exact[key]
        for loose in (key, _without_marks(key)):
            players = self._loose.get(loose, set())
            if len(players) == 1:
                return next(iter(players))
        raise RuleError(Code.UNKNOWN, field, reference)


def _without_marks(key: str) -> str:
    apart = unicodedata.normalize("NFKD", key.translate(_UNMARKED))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).upper()
