"""A refusal as JSON values, for what is said later and in another process."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from goclub.common.refusals.registry import Refusal, describe
from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords
from ratings.errors import Code, RuleError


def refusal_as_json(error: RuleError) -> dict[str, object]:
    """Return a refusal as JSON values that :func:`refusal_of` reads."""
    if isinstance(error, Refusal):
        return {"text": describe(error), "field": error.field, "reason": error.reason}
    return {
        "code": error.code.value,
        "field": error.field,
        "value": _packed(error.value),
        "accepted": _packed(error.accepted),
        "reason": error.reason,
        "params": {name: _packed(value) for name, value in error.params.items()},
    }


def refusal_of(data: Mapping[str, Any]) -> RuleError:
    """Read what :func:`refusal_as_json` wrote."""
    if "text" in data:
        text = data["text"].replace("%", "%%")
        return Refusal(text, field=data["field"], reason=data["reason"])
    names = ("field", "value", "accepted", "reason", "params")
    read = {name: _unpacked(data[name]) for name in names}
    return RuleError(Code(data["code"]), **{name: value for name, value in read.items() if value})


def _packed(value: object) -> object:
    if isinstance(value, AcceptedRange):
        return {"range": [_packed(value.low), _packed(value.high)]}
    if isinstance(value, AcceptedChoice):
        return {"choice": [_packed(item) for item in value.items]}
    if isinstance(value, AcceptedWords):
        return {"words": value.words, "parts": {n: _packed(v) for n, v in value.parts.items()}}
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, datetime):
        return {"moment": value.isoformat()}
    if isinstance(value, date):
        return {"day": value.isoformat()}
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    if isinstance(value, list | tuple):
        return [_packed(item) for item in value]
    return str(value)


def _unpacked(value: Any) -> Any:
    match value:
        case {"range": [low, high]}:
            return AcceptedRange(_unpacked(low), _unpacked(high))
        case {"choice": items}:
            return AcceptedChoice(*map(_unpacked, items))
        case {"words": words, "parts": parts}:
            return AcceptedWords(words, **{name: _unpacked(part) for name, part in parts.items()})
        case {"moment": text}:
            return datetime.fromisoformat(text)
        case {"day": text}:
            return date.fromisoformat(text)
        case {"decimal": text}:
            return Decimal(text)
        case dict():
            return {name: _unpacked(item) for name, item in value.items()}
        case list():
            return [_unpacked(item) for item in value]
    return value
