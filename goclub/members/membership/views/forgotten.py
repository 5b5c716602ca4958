"""A letter to those who forgot their password."""

from __future__ import annotations

from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.messages.views import SuccessMessageMixin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy

from goclub.common.limits import refused, seconds_to_wait
from goclub.members.membership.forms.forgotten import ForgottenPasswordForm


class PasswordReset(SuccessMessageMixin[PasswordResetForm], auth_views.PasswordResetView):
    """A letter to those who forgot their password."""

    form_class = ForgottenPasswordForm
    template_name = "members/password.html"
    success_url = reverse_lazy("members:sign-in")
    success_message = gettext_lazy(
        "If the address belongs to a member, an e-mail with a link is on its way."
    )
    extra_context = {"title": gettext_lazy("Forgot your password?")}

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Send the letter, unless this address has asked for too many; the address stays."""
        seconds = seconds_to_wait(request, "password")
        if not seconds:
            return super().post(request, *args, **kwargs)
        self.initial = {"email": request.POST.get("email", "")[:254]}
        form = self.form_class(initial=self.initial)
        return refused(request, seconds, self.template_name, self.get_context_data(form=form))
