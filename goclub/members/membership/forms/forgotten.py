"""Where the letter for another password goes."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.utils import timezone
from django.utils.translation import get_language

from goclub.common.forms import Bare
from goclub.members.mail.services.writing import is_written_to_enough, post_letter
from goclub.members.models import Member


class ForgottenPasswordForm(Bare, PasswordResetForm):
    """An address; whether it belongs to somebody is said to nobody."""

    def send_mail(
        self,
        subject_template_name: str,  # noqa: ARG002
        email_template_name: str,  # noqa: ARG002
        context: dict[str, Any],
        from_email: str | None,  # noqa: ARG002
        to_email: str,
        html_email_template_name: str | None = None,  # noqa: ARG002
    ) -> None:
        """Put the letter into the outbox, in the language of the one who forgot."""
        user = context["user"]
        now = timezone.now()
        if is_written_to_enough(to=to_email, kind="password", at=now):
            return
        member = Member.objects.filter(user=user.pk).first()
        asked_in = get_language() or settings.LANGUAGE_CODE
        post_letter(
            to=to_email,
            template="reset",
            context=context,
            language=member.language if member else asked_in,
            kind="password",
            at=now,
            member=member,
        )
