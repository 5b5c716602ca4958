"""Where the letter for another password goes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.utils import timezone
from django.utils.translation import get_language

from goclub.common.forms import Bare
from goclub.members.mail.services.writing import post_letter
from goclub.members.models import Letter, Member

HOUR: Final = timedelta(hours=1)
#: So many letters for a new password one account gets in an hour, whoever asks from wherever.
MOST_LETTERS: Final = 3


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
        lately = Letter.objects.filter(kind="password", to=to_email, written_at__gt=now - HOUR)
        if lately.count() >= MOST_LETTERS:
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
