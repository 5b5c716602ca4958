"""The settings of a tournament as JSON, and back: what the rules call Settings, kept in a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from enum import Enum
from typing import Any, TypeVar

from ratings.errors import Code, RuleError
from tournaments.events.settings import (
    Convention,
    DrawMode,
    HandicapSettings,
    JigoInSodos,
    Kind,
    PairingSettings,
    SeedSystem,
    Settings,
)

#: Columns of the event itself, so that they can be asked for in a query.
E = TypeVar("E", bound=Enum)

_COLUMNS = ("kind", "rounds")

_ENUMS: dict[str, type[Enum]] = {
    "sodos_jigo": JigoInSodos,
    "convention": Convention,
    "draw_upper": DrawMode,
    "draw_lower": DrawMode,
    "seed_system1": SeedSystem,
    "seed_system2": SeedSystem,
}


def settings_to_json(settings: Settings) -> dict[str, object]:
    """Return JSON types for everything but the kind and the number of rounds.

    >>> settings_to_json(Settings())["pairing"]["seed_system1"]
    'SPLITANDRANDOM'
    """
    data = asdict(settings)
    for name in _COLUMNS:
        del data[name]
    plain = _plain(data)
    assert isinstance(plain, dict)
    return plain


def settings_from_json(data: Mapping[str, Any], *, kind: str, rounds: int) -> Settings:
    """Return the settings that :func:`settings_to_json` wrote; missing entries take the default.

    Raises RuleError E_TYPE for an unknown kind or name, and what the settings themselves refuse.

    >>> settings_from_json(settings_to_json(Settings(bar=8)), kind="swiss", rounds=3).bar
    8
    """
    values = _read(Settings, data)
    values["handicap"] = HandicapSettings(**_read(HandicapSettings, data.get("handicap", {})))
    values["pairing"] = PairingSettings(**_read(PairingSettings, data.get("pairing", {})))
    return Settings(kind=_member(Kind, "kind", kind), rounds=rounds, **values)


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, str) else value


def _read(
    kind: type[Settings | HandicapSettings | PairingSettings], data: Mapping[str, object]
) -> dict[str, Any]:
    known = {field.name for field in fields(kind)} - set(_COLUMNS)
    values = {}
    for name in known & data.keys():
        value = data[name]
        if name in _ENUMS:
            value = _member(_ENUMS[name], name, value)
        values[name] = _tuples(value)
    return values


def _tuples(value: object) -> object:
    return tuple(_tuples(inner) for inner in value) if isinstance(value, list) else value


def _member(enum: type[E], field: str, value: object) -> E:
    try:
        return enum(value)
    except ValueError:
        raise RuleError(
            Code.TYPE, field=field, value=value, accepted=", ".join(map(str, enum))
        ) from None
