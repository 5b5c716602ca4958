"""How OpenGotha's files refer to a player: by name and first name run together, in capitals.

Releases before data version 201 also dropped everything but the letters A to Z, after taking the
accents off the Latin-1 letters; files of later releases are met with such keys too.  A machine set
to Turkish makes i to İ and ı to I.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from ratings.errors import Code, RuleError

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
                    field="players",
                    value=(self.spoken[self._exact[key]], self.spoken[player]),
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
        raise RuleError(Code.UNKNOWN, field=field, value=reference)


def _without_marks(key: str) -> str:
    apart = unicodedata.normalize("NFKD", key.translate(_UNMARKED))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).upper()
