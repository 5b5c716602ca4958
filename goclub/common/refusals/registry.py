"""The one registry of refusals: what is said of each code.

A topic keeps its texts in a mapping ``REFUSALS`` of its labels; its app names the module in
``AppConfig.refusals``.  The registry is put together when the site starts, and refuses a code that
has two texts and a class that has none.  Whether every code that is raised has a text, and every
text a code that is raised, is asked by ``test_refusals``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Final, NamedTuple

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django_stubs_ext import StrOrPromise

from goclub.common.refusals.words import accepted_text, value_text
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
        return Refusal(
            self.text,
            field=field or self.field,
            reason=self.reason,
            code=self.code,
            value=self.value if value is None else value,
            **self.params,
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
