"""How notices go by mail."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import pgettext_lazy

from goclub.common.forms import BareForm, FormArguments, Sent
from goclub.members.models import Member, NoticeSwitch
from goclub.members.notices.queries import Mail, NoticeKind, kinds


class SwitchesForm(BareForm):
    """One choice for each kind that concerns the member."""

    def __init__(
        self, data: Sent = None, *, member: Member, **kwargs: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **kwargs)
        chosen = dict(NoticeSwitch.objects.filter(member=member).values_list("kind", "mail"))
        for kind in kinds_for(member):
            self.fields[kind.key] = forms.ChoiceField(
                label=kind.label,
                choices=[(value, _WHEN[value]) for value in Mail],
                initial=chosen.get(kind.key, kind.mail),
            )

    def choices(self) -> dict[str, str]:
        """What was chosen: key of the kind → when."""
        return dict(self.cleaned_data)


_WHEN = {
    Mail.NOW: pgettext_lazy("letters", "immediately"),
    Mail.DAILY: pgettext_lazy("letters", "once a day"),
    Mail.NEVER: pgettext_lazy("letters", "never"),
}


def kinds_for(member: Member) -> list[NoticeKind]:
    """Kinds that may concern a member; those of the office only for who works there."""
    office = bool(member.user and member.user.is_staff)
    return [kind for kind in kinds().values() if office or not kind.office]
