"""Tables and tournaments as files: chosen, pasted, and kept between the look and the storing."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, Files, Sent, UploadField, offer
from goclub.common.http import packed, unpacked
from goclub.common.refusals.registry import describe
from goclub.common.sheets.reading import is_workbook
from goclub.common.sheets.text import encoding_choices, is_in_one_encoding
from goclub.leagues.tournament.services.exchange import MAX_BYTES
from ratings.errors import Code, RuleError
from ratings.text_files import too_large

#: Returns the text of a table from a file, its name and the encoding that was chosen.
ReadTable = Callable[[bytes, str, str], str]
#: A thousand lines of every column full have half of it.
MAX_TABLE_BYTES = 2 * 1024 * 1024


class TableForm(BareForm):
    """A table, pasted or as a file; the file's text takes the place of what was pasted.

    A file whose letters may be read in another way is kept in the page (``kept``), and read again
    where another encoding is chosen than the one it was read in (``read_as``).
    """

    text = forms.CharField(
        label=_("Table as text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off"}),
        help_text=_(
            "Paste from a spreadsheet or type it in. Start with the column names, then one "
            "entry per line, separated by commas, semicolons or tabs."
        ),
    )
    file = UploadField(label=_("or a file: CSV, XLSX or ODS"), required=False)
    encoding = forms.ChoiceField(label=_("Encoding"), required=False)
    kept = forms.CharField(required=False, widget=forms.HiddenInput)
    read_as = forms.CharField(required=False, widget=forms.HiddenInput, max_length=20)
    seen = forms.CharField(required=False, widget=forms.HiddenInput, max_length=64)

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        read: ReadTable,
        example: str = "",
    ) -> None:
        # What was read is put back among what was sent, for the page that shows it.
        self._values = {} if data is None else dict(data.items())
        super().__init__(None if data is None else self._values, files)
        self._read = read
        self.fields["text"].widget.attrs["placeholder"] = example
        self._offer_encodings(unpacked(str(self.data.get("kept", "")), most=MAX_TABLE_BYTES))

    @property
    def asks_encoding(self) -> bool:
        """Whether the page keeps a file that may be in another encoding."""
        return bool(self.data.get("kept"))

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        upload, encoding = data.get("file"), str(data.get("encoding", ""))
        field = "file" if upload else "text"
        try:
            if upload:
                text = self._of_file(_bytes_of(upload), upload.name or "", encoding)
            elif data.get("kept") and encoding != data.get("read_as", ""):
                field = "encoding"
                file = unpacked(str(data["kept"]), most=MAX_TABLE_BYTES)
                text = self._of_file(file, "", encoding)
            else:
                text = self._values["text"] = _plain(str(data.get("text", "")))
                if text.strip():
                    text = self._read(text.encode("utf-8", "replace"), "", "utf-8")
            if not text.strip() and not self.errors:
                raise RuleError(Code.MISSING, "text")
        except RuleError as error:
            raise ValidationError({field: describe(error)}, code=str(error.code)) from None
        data["text"] = self._values["text"] = text
        return data

    def _of_file(self, file: bytes, name: str, encoding: str) -> str:
        self._values["kept"] = "" if _is_sure(file) else packed(file)
        self._values["encoding"] = self._values["read_as"] = encoding
        self._offer_encodings(b"" if _is_sure(file) else file)
        return self._read(file, name, encoding)

    def _offer_encodings(self, file: bytes) -> None:
        offer(self, "encoding", [("", _("as detected")), *encoding_choices(file)])

    def show_plan(self, seen: str) -> None:
        """Let the page send the mark of the plan that it shows."""
        self._values["seen"] = seen

    @property
    def table(self) -> bytes:
        """The table that was sent, in UTF-8."""
        return str(self.cleaned_data["text"]).encode("utf-8", "replace")


def _plain(text: str) -> str:
    """What a browser sends of a text: it ends every line with two signs."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _bytes_of(upload: UploadedFile[bytes]) -> bytes:
    if (upload.size or 0) > MAX_TABLE_BYTES:
        raise too_large(upload.size or 0, MAX_TABLE_BYTES)
    data: bytes = upload.read()
    return data


def _is_sure(file: bytes) -> bool:
    """Whether the letters of a file can be read in one way only."""
    return not file or is_workbook(file) or is_in_one_encoding(file)


class KeptFileForm(BareForm):
    """A file, chosen or kept in the page since it was looked at; its bytes are ``data``."""

    file = UploadField(label=_("File"), required=False)
    kept = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        upload = data.get("file")
        kept = unpacked(str(data.get("kept", "")), most=MAX_BYTES)
        data["data"] = upload.read(MAX_BYTES + 1) if upload else kept
        if not data["data"] and not self.errors:
            self.add_error("file", describe(RuleError(Code.MISSING, "file", reason="files.none")))
        return data


class FileForm(KeptFileForm):
    """A tournament's file, chosen, or kept in the page since it was looked at.

    ``token`` is the page's own: the same page sent twice stores one event.
    """

    file = UploadField(
        label=_("File"),
        required=False,
        help_text=_("OpenGotha or MacMahon XML, Pairgoth’s .tour, H9 or .tou."),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        required=False,
        help_text=_("Leave empty to use the name in the file."),
    )
    encoding = forms.ChoiceField(label=_("Encoding"), required=False)
    token = forms.CharField(required=False, widget=forms.HiddenInput, max_length=64)

    def __init__(self, data: Sent = None, files: Files = None) -> None:
        super().__init__(data, files)
        file = unpacked(str(self.data.get("kept", "")), most=MAX_BYTES)
        self.asks_encoding = not _is_sure(file)
        choices = encoding_choices(file if self.asks_encoding else b"")
        offer(self, "encoding", [("", _("as detected")), *choices])

    def keeping(self, data: bytes) -> FileForm:
        """The form for the page that shows what the file holds."""
        values = {name: self.cleaned_data[name] for name in ("name", "encoding")}
        values |= {"kept": packed(data), "token": self.cleaned_data["token"]}
        return FileForm(values | {"token": values["token"] or secrets.token_hex(16)})
