"""What is said of a file that is refused: one text for each kind of refusal, whatever it is for."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

TOO_LARGE = _("The file is too large. At most: %(accepted)s.")
EMPTY = _("The file is empty.")
NONE = _("Choose a file first.")
#: Of a kind that nobody here reads; %(accepted)s: the kinds.
UNREADABLE = _("This file cannot be read here. Accepted: %(accepted)s.")

REFUSALS: Refusals = {
    "files.none": NONE,
    "files.empty": EMPTY,
    "files.too_large": TOO_LARGE,
    "files.not_text": _("This is no text file. Of a spreadsheet, save a copy as CSV."),
    "files.not_csv": _("This is no CSV table that can be read here (line %(value)s)."),
    "files.missing_column": _(
        "The first line names the columns, and “%(value)s” is not among them. Known: %(accepted)s."
    ),
    "files.no_spreadsheet": _(
        "“%(value)s” is no spreadsheet that can be read here. Accepted: %(accepted)s."
    ),
    "files.broken": _(
        "This workbook is damaged. Open it in your spreadsheet program, save it again as XLSX or "
        "CSV, and choose the new file."
    ),
    "files.encrypted": _(
        "This workbook is locked with a password. Save a copy without one, and choose the copy."
    ),
    "files.too_many_rows": _(
        "The table has more rows than are read at once. Accepted: %(accepted)s. Save it in parts."
    ),
    "files.too_many_columns": _(
        "The table has more columns than are read. Accepted: %(accepted)s. Delete those that are "
        "not needed."
    ),
    "files.too_many_cells": _(
        "The table has more cells than are read at once. Accepted: %(accepted)s. Save it in parts."
    ),
    "files.workbook_bomb": _(
        "Unpacked, this workbook would take up far more room than any list of a club: "
        "%(value)s. At most: %(accepted)s."
    ),
    "files.which_encoding": _(
        "The letters of this file can be read in more than one way. Choose its encoding, or save "
        "the file as UTF-8 or XLSX."
    ),
    "files.not_in_encoding": _(
        "This file is not in %(value)s: some letters would be lost. Choose another encoding."
    ),
    "files.no_such_encoding": _("“%(value)s” is no encoding of the list. Choose one of them."),
}
