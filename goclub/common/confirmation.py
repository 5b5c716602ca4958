"""Grave actions ask once more: one question, one page, on the site and in the admin.

A view, or an action of the admin, puts a :class:`Question` together that says what will happen, and
answers with :func:`ask` unless :func:`is_confirmed`.  The page sends everything that was posted
again, with ``confirmed`` beside it, so that nothing is typed twice; where the action needs a
reason, its form stands on the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django_stubs_ext import StrOrPromise

#: What a question names at most; of the others it says how many they are.
MOST_NAMED = 20
_OWN = frozenset({"csrfmiddlewaretoken", "confirmed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What will happen, said before it does.

    ``why`` what there is to think about; ``items`` rows it is about (linked where they have an
    address); ``effects`` what will be so afterwards, a sentence each; ``then`` what else could be
    done, or whether there is a way back; ``form`` what is still to be said, such as the reason.
    """

    title: StrOrPromise
    button: StrOrPromise
    back: str
    why: StrOrPromise = ""
    items: Sequence[object] = ()
    effects: Sequence[StrOrPromise] = ()
    then: StrOrPromise = ""
    form: BaseForm | None = None

    @property
    def named(self) -> Sequence[object]:
        """The rows that the page names."""
        return self.items[:MOST_NAMED]

    @property
    def unnamed(self) -> int:
        """How many more there are."""
        return max(0, len(self.items) - MOST_NAMED)


def is_confirmed(request: HttpRequest) -> bool:
    """Whether this was sent from the page that asks."""
    return request.method == "POST" and "confirmed" in request.POST


def ask(
    request: HttpRequest,
    question: Question,
    *,
    template: str = "common/confirm.html",
    context: Mapping[str, object] | None = None,
) -> HttpResponse:
    """The page that asks; 422 where its form was sent and refused."""
    form = question.form
    own = _OWN | {form.add_prefix(name) for name in form.fields} if form else _OWN
    kept = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in own
        for value in values
    ]
    shown = {**(context or {}), "title": question.title, "question": question, "kept": kept}
    status = 422 if form is not None and form.errors else 200
    return TemplateResponse(request, template, shown, status=status)
