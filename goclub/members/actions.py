"""Views of one action: a page with a form, or a button."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import ValidationError
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.generic import FormView
from django_stubs_ext import StrOrPromise

from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import note_clocks
from goclub.common.refusals.registry import add_refusal
from goclub.members.requests import Act, MemberRequest, act_of
from ratings.errors import RuleError


class ActionView(LoginRequiredMixin, FormView[Any], ABC):
    """A page with the form of one action.

    A view names ``form_class``, ``template_name`` and ``done``, the message; ``find`` loads the
    rows that the address names and refuses those who may not act; ``carry_out`` calls the service
    and returns the row whose page comes next.  A refusal stands in the form, with status 422.
    """

    http_method_names = ["get", "post"]
    request: MemberRequest
    done: StrOrPromise = ""
    #: Where a refused button leads: a row with a page, or an address.
    back: Any

    @abstractmethod
    def find(self, *args: Any, **address: Any) -> Any:
        """Load what the address names; return an answer where there is nothing to do."""

    @abstractmethod
    def carry_out(self, act: Act, form: Any) -> Any:
        """Call the service with a valid form; return where to go, a row or an address."""

    def question(self) -> Question | None:
        """Return what is asked once more before a grave action."""

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        """Return what the template shows beside the form."""
        return {}

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        context = super().get_context_data(**context)
        return context | self.context_for(context["form"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Return what the form is made of: what was sent, else its first values."""
        if self.request.method == "POST":
            return {"data": self.request.POST}
        initial = self.get_initial()
        return {"initial": initial} if initial else {}

    def dispatch(self, request: Any, *args: Any, **address: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.method.lower() in self.http_method_names:
            answer: HttpResponse | None = self.find(**address)
            if answer is not None:
                return answer
        return super().dispatch(request, *args, **address)

    def post(self, request: Any, *args: Any, **address: Any) -> HttpResponse:
        if not is_confirmed(request) and (question := self.question()):
            return ask(request, question)
        return super().post(request, *args, **address)

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            target = self.carry_out(act_of(self.request), form)
        except (RuleError, ValidationError) as error:
            add_refusal(form, error)
            return self.form_invalid(form)
        messages.success(self.request, self.done)
        note_clocks(self.request, form)
        return redirect(target)

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


class ButtonView(ActionView):
    """A button, which has no form: a refusal is a message on the page *back*, set by ``find``."""

    http_method_names = ["post"]
    form_class = forms.Form

    def form_invalid(self, form: Any) -> HttpResponse:
        for texts in form.errors.values():
            for text in texts:
                messages.error(self.request, text)
        return redirect(self.back)
