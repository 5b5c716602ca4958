"""Tables and tournaments as files: chosen, pasted, and kept between the look and the storing."""

from __future__ import annotations

import secrets

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, Files, Sent, UploadField
from goclub.common.refusals.registry import describe
from goclub.common.uploads import packed, unpacked
from goclub.leagues.tournament.services.exchange import MAX_BYTES
from ratings.errors import Code, RuleError
from ratings.text_files import decoded, too_large

#: A thousand lines of every column full have half of it.
MAX_TABLE_BYTES = 2 * 1024 * 1024


class TableForm(BareForm):
    """A table, pasted or as a file; the file's text takes the place of what was pasted."""

    text = forms.CharField(
        label=_("Text of the table"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off"}),
        help_text=_(
            "Paste it from a spreadsheet, or write it: the columns’ names first, then one line "
            "each, parted by commas, semicolons or tabs."
        ),
    )
    file = UploadField(label=_("or a CSV file"), required=False)
    seen = forms.CharField(required=False, widget=forms.HiddenInput, max_length=64)

    def __init__(self, data: Sent = None, files: Files = None, *, example: str = "") -> None:
        super().__init__(data, files)
        self.example = example
        self.fields["text"].widget.attrs["placeholder"] = example

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        upload = data.get("file")
        try:
            text = _read(upload) if upload else _plain(data.get("text", ""))
            if not text.strip() and not self.errors:
                raise RuleError(Code.MISSING, field="text")
        except RuleError as error:
            field = "file" if upload else "text"
            raise ValidationError({field: describe(error)}, code=str(error.code)) from None
        data["text"] = text
        return data

    @property
    def table(self) -> bytes:
        """The table that was sent, in UTF-8."""
        return str(self.cleaned_data["text"]).encode("utf-8", "replace")


def _read(upload: UploadedFile[bytes]) -> str:
    if (upload.size or 0) > MAX_TABLE_BYTES:
        raise too_large(upload.size or 0, MAX_TABLE_BYTES)
    return decoded(upload.read())


def _plain(text: str) -> str:
    """What a browser sends of a text: it ends every line with two signs."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class FileForm(BareForm):
    """A tournament's file, chosen, or kept in the page since it was looked at.

    ``token`` is the page's own: the same page sent twice stores one event.
    """

    file = UploadField(
        label=_("File"),
        required=False,
        help_text=_("OpenGotha or MacMahon XML, Pairgoth’s .tour, H9 or .tou."),
    )
    name = forms.CharField(
        label=_("Name"), max_length=120, required=False, help_text=_("Empty: as in the file.")
    )
    kept = forms.CharField(required=False, widget=forms.HiddenInput)
    token = forms.CharField(required=False, widget=forms.HiddenInput, max_length=64)

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        upload = data.get("file")
        kept = data.get("kept", "")
        data["data"] = upload.read(MAX_BYTES + 1) if upload else unpacked(kept, most=MAX_BYTES)
        if not data["data"] and not self.errors:
            self.add_error(
                "file", describe(RuleError(Code.MISSING, field="file", reason="files.none"))
            )
        return data

    def keeping(self, data: bytes) -> FileForm:
        """The form for the page that shows what the file holds."""
        values = {"name": self.cleaned_data["name"], "kept": packed(data)}
        return FileForm(values | {"token": self.cleaned_data["token"] or secrets.token_hex(16)})
