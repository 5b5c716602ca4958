"""Forms of the notebook: the files, how they are read."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import Bare, FilesField, FilesInput, Sent, offer
from goclub.common.notation import listed
from goclub.common.refusals import texts
from goclub.common.sheets.sheet import Spreadsheet
from goclub.common.sheets.text import encoding_choices
from goclub.games.models import BatchFile
from goclub.games.notebook.labels.drafts import fields_to_choose
from goclub.games.notebook.services.batches import MOST_BYTES, Upload
from goclub.games.notebook.services.columns import SheetColumns

#: What a browser offers to choose.
ACCEPTED = ".csv,.tsv,.txt,.xlsx,.ods,.xls,text/csv"
MOST_FILES = 2


class SheetsField(FilesField):
    """One or two files."""

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Each file as a single one would be; more than two are refused."""
        if data and len(data) > MOST_FILES:
            raise forms.ValidationError(
                _("Choose at most two files: one of members, one of games."), code="too_many"
            )
        return super().clean(data, initial)


class UploadForm(Bare, forms.Form):
    """The files; ``key`` makes sending the form twice harmless."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    chosen = SheetsField(
        label=_("Spreadsheets of members and games"),
        help_text=_(
            "CSV, XLSX or ODS, in any of the site’s languages. One file of members, one of "
            "games, or both at once; members are then imported first."
        ),
        widget=FilesInput(attrs={"accept": ACCEPTED}),
    )

    def clean_chosen(self) -> list[UploadedFile[bytes]]:
        """The files; one that is too large is named."""
        chosen: list[UploadedFile[bytes]] = self.cleaned_data["chosen"]
        for upload in chosen:
            if (upload.size or 0) > MOST_BYTES:
                raise forms.ValidationError(
                    texts.FILE_TOO_LARGE % {"accepted": f"{MOST_BYTES // 1024 // 1024} MB"},
                    code="too_large",
                )
        return chosen

    def uploads(self) -> list[Upload]:
        """What was sent, once the form is valid."""
        return [Upload(upload.name or "", upload.read()) for upload in self.cleaned_data["chosen"]]


class ReadingForm(Bare, forms.Form):
    """How one file is read: its kind, its encoding, its sheet, and what each column holds."""

    kind = forms.ChoiceField(label=_("Contents"), choices=BatchFile.Kind.choices)
    encoding = forms.ChoiceField(label=_("Encoding"), required=False)
    sheet = forms.ChoiceField(label=pgettext_lazy("of a workbook", "Sheet"), required=False)
    #: What the page shows below them: the first rows, or why there are none.
    preview: list[tuple[int, list[str]]]
    refused: str

    def __init__(
        self,
        data: Sent = None,
        *,
        file: BatchFile,
        sheets: Sequence[Spreadsheet],
        columns: SheetColumns | None,
    ) -> None:
        initial = {"kind": file.kind, "encoding": file.encoding, "sheet": file.sheet}
        super().__init__(data, prefix=file.kind, initial=initial)
        self.file, self.read_as = file, columns
        is_text = bool(file.encoding) or any(sheet.encoding for sheet in sheets)
        if is_text or not sheets:
            encodings = listed(sheet.encoding for sheet in sheets if sheet.encoding)
            offer(self, "encoding", [("", _found(encodings)), *encoding_choices(bytes(file.data))])
        else:
            self.fields["encoding"].widget = forms.HiddenInput()
            offer(self, "encoding", [("", "")])
        titles = [("", _("the first sheet with members or games"))]
        offer(self, "sheet", [*titles, *((each.title, each.title) for each in sheets)])
        if len(sheets) < 2:
            self.fields["sheet"].widget = forms.HiddenInput()
        if columns is not None:
            self._add_columns(columns)

    def _add_columns(self, columns: SheetColumns) -> None:
        choices = fields_to_choose(columns)
        by_place = {at: name for name, at in columns.chosen.items()}
        for at, heading in enumerate(columns.headings):
            self.fields[f"column-{at}"] = forms.ChoiceField(
                label=heading or f"#{at + 1}",
                choices=choices,
                required=False,
                initial=by_place.get(at, ""),
            )

    def selects(self) -> list[forms.BoundField]:
        """The fields of the columns, in their order."""
        return [self[name] for name in self.fields if name.startswith("column-")]

    def reads_anew(self) -> bool:
        """Whether the file is to be read in another way, so that its columns are found again."""
        kept = {"kind": self.file.kind, "encoding": self.file.encoding, "sheet": self.file.sheet}
        return any(self.cleaned_data[name] != value for name, value in kept.items())

    def chosen_columns(self) -> dict[str, Any]:
        """The columns as chosen, as the draft keeps them; none where no heading was found."""
        if self.read_as is None:
            return {}
        chosen = {
            self.cleaned_data[f"column-{at}"]: at
            for at in range(len(self.read_as.headings))
            if self.cleaned_data.get(f"column-{at}")
        }
        return replace(self.read_as, chosen=chosen).to_json()

    def clean(self) -> dict[str, Any]:
        """Two columns cannot be read as the same."""
        data = super().clean() or self.cleaned_data
        seen: dict[str, str] = {}
        for name, value in list(data.items()):
            if not name.startswith("column-") or not value:
                continue
            if value in seen:
                error = _("Two columns are set to the same field. Change one of them.")
                self.add_error(name, forms.ValidationError(error, code="twice"))
            seen[value] = name
        return data


def _found(encoding: str) -> str:
    return gettext("as detected (%(encoding)s)") % {"encoding": encoding or "–"}
