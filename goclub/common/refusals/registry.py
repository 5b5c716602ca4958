"""The one registry of refusals: what is said of each code.

A topic keeps its texts in a mapping ``REFUSALS`` of its labels; its app names the module in
``AppConfig.refusals``.  The registry is put together when the site starts, and refuses a code that
has two texts and a class that has none.  Whether every code that is raised has a text, and every
text a code that is raised, is asked by ``test_refusals``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from importlib import import_module
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.management.base import CommandError
from django.forms import BaseForm
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django_stubs_ext import StrOrPromise

from goclub.common.refusals.words import accepted_text, value_text
from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords
from ratings.errors import Code, RuleError


class RefusalText(NamedTuple):
    """A text some of whose parameters are codes themselves, and the words for these."""

    text: str | Promise
    words: Mapping[str, Mapping[object, str | Promise]]


#: By code (``E_RANGE``, ``paa.time_loss``).  A text may name %(value)s, %(accepted)s, the refusal's
#: own parameters, and %(reason)s, the code without its room.
Refusals = Mapping[str, str | Promise | RefusalText]


class Refusal(RuleError):
    """A refusal of the site itself, with its text: ``Refusal(_("Game %(value)s is void."))``.

    *field* is the field of the form that it speaks of, *reason* a short name for programs and
    tests, *code* the class where a caller asks for it.  The text may name *value* and the figures;
    days and numbers are written as the reader writes them.
    """

    def __init__(
        self,
        text: StrOrPromise,
        *,
        field: str = "",
        reason: str = "",
        code: Code = Code.STATE,
        value: object = None,
        **figures: object,
    ) -> None:
        self.text: Final = text
        super().__init__(code, field=field, value=value, reason=reason, params=figures)

    def about(self, field: str = "", *, value: object = None) -> Refusal:
        """The same refusal, of the field as a caller calls it."""
        value = self.value if value is None else value
        return self._with(self.params, field=field or self.field, value=value)

    def within(self, where: int | str) -> Refusal:
        """The same refusal with its place in a file; the first to know the place says it."""
        params = {"where": where, **self.params}
        return self._with(params, field=self.field, value=self.value)

    def _with(self, params: Mapping[str, Any], *, field: str, value: object) -> Refusal:
        return Refusal(
            self.text, field=field, reason=self.reason, code=self.code, value=value, **params
        )


def describe(error: RuleError) -> str:
    """Say what was refused, what was received and what would be taken."""
    text = RefusalText(error.text, {}) if isinstance(error, Refusal) else registry()[error.key]
    named_zone = error.params.get("zone")
    zone = named_zone if isinstance(named_zone, str) else None
    figures = {
        "value": value_text(error.value, zone),
        "accepted": accepted_text(error.accepted) if error.accepted else _("see the rule"),
        "reason": error.name,
        **{n: v if n in text.words else value_text(v, zone) for n, v in error.params.items()},
    }
    for name, words in text.words.items():
        figures[name] = words[figures[name]]
    # Not str(text): a text with plural forms chooses among them by its figure.
    return _place(error) + (text.text % figures).strip()


def _place(error: RuleError) -> str:
    """Where in a file the fault is, "" for a refusal that is not of a file."""
    where = error.params.get("where", "")
    if isinstance(where, int):
        return _("Line %(number)s:") % {"number": where} + " "
    return f"{where}: " if where else ""


@cache
def registry() -> Mapping[str, RefusalText]:
    """Every text by its code, from the labels that the apps name."""
    modules = chain.from_iterable(getattr(app, "refusals", ()) for app in apps.get_app_configs())
    return put_together(import_module(name).REFUSALS for name in modules)


def put_together(tables: Iterable[Refusals]) -> Mapping[str, RefusalText]:
    """The texts of all tables; raises ImproperlyConfigured for a second text and a class without.

    >>> put_together([{"toss.call_fixed": "No."}, {"toss.call_fixed": "Never."}])
    Traceback (most recent call last):
    ...
    django.core.exceptions.ImproperlyConfigured: two texts for one refusal: toss.call_fixed
    """
    texts: dict[str, RefusalText] = {}
    for code, text in chain.from_iterable(table.items() for table in tables):
        if code in texts:
            raise ImproperlyConfigured(f"two texts for one refusal: {code}")
        texts[code] = text if isinstance(text, RefusalText) else RefusalText(text, {})
    if missing := {code.value for code in Code} - set(texts):
        raise ImproperlyConfigured(f"refusals without a text: {', '.join(sorted(missing))}")
    return texts


@contextmanager
def refusing() -> Iterator[None]:
    """Turn a refusal into one line on the error stream and exit status 2."""
    try:
        yield
    except RuleError as error:
        text = f"{error.code.value}: {error.field}: {describe(error)}"
        raise CommandError(" ".join(text.split()), returncode=2) from error
    except ValidationError as error:
        raise CommandError(" ".join(map(str, error.messages)), returncode=2) from error


_SAME: Mapping[str, str] = MappingProxyType({})


def add_refusal(
    form: BaseForm, error: RuleError | ValidationError, fields: Mapping[str, str] = _SAME
) -> None:
    """Put the message beside the field it speaks of; ``fields`` maps rule names to form names.

    What speaks of a field that nobody sees stands above the form.
    """
    if isinstance(error, ValidationError):
        for name, errors in error.update_error_dict({}).items():
            form.add_error(name if name in form.fields else None, ValidationError(errors))
        return
    name = fields.get(error.field, error.field)
    field = form.fields.get(name)
    form.add_error(
        None if field is None or field.widget.is_hidden else name,
        ValidationError(
            describe(error),
            code=(isinstance(error, Refusal) and error.reason) or error.code.value,
        ),
    )


def read_fields(form: BaseForm, **readers: Callable[[str], object]) -> None:
    """Put what is read of these fields in place of their text; refusals stand beside them."""
    for name in [name for name in readers if name in form.cleaned_data]:
        try:
            form.cleaned_data[name] = readers[name](form.cleaned_data[name])
        except RuleError as error:
            add_refusal(form, error)


def read_given(form: BaseForm, **readers: Callable[[str], object]) -> None:
    """Read those of these fields in which something was typed; the others hold None."""
    given = {name: read for name, read in readers.items() if form.cleaned_data.get(name)}
    read_fields(form, **given)
    form.cleaned_data |= dict.fromkeys(readers.keys() - given.keys())


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
