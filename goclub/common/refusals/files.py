"""What is said of a file that is refused: one text for each kind of refusal, whatever it is for."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

TOO_LARGE = _("The file is too large. At most: %(accepted)s.")
EMPTY = _("The file is empty.")
NONE = _("Choose a file first.")
#: Of a kind that nobody here reads; %(accepted)s: the kinds.
UNREADABLE = _("This file cannot be read. Accepted: %(accepted)s.")

REFUSALS: Refusals = {
    "files.none": NONE,
    "files.empty": EMPTY,
    "files.too_large": TOO_LARGE,
    "files.not_text": _("This is not a text file. If it is a spreadsheet, save a copy as CSV."),
    "files.not_csv": _("This CSV table cannot be read (line %(value)s)."),
    "files.missing_column": _(
        "The first line must name the columns, but “%(value)s” is missing. Known: %(accepted)s."
    ),
    "files.no_spreadsheet": _(
        "“%(value)s” is not a spreadsheet that can be read. Accepted: %(accepted)s."
    ),
    "files.broken": _(
        "This workbook is damaged. Open it in your spreadsheet program, save it again as XLSX or "
        "CSV, and choose the new file."
    ),
    "files.encrypted": _(
        "This workbook is protected by a password. Save a copy without one, and choose the copy."
    ),
    "files.too_many_rows": _(
        "The table has too many rows. Accepted: %(accepted)s. Save it in parts."
    ),
    "files.too_many_columns": _(
        "The table has too many columns. Accepted: %(accepted)s. Delete any you do not need."
    ),
    "files.too_many_cells": _(
        "The table has too many cells. Accepted: %(accepted)s. Save it in parts."
    ),
    "files.workbook_bomb": _(
        "Unpacked, this workbook would be far larger than any club’s list: %(value)s. "
        "At most: %(accepted)s."
    ),
    "files.which_encoding": _(
        "The letters of this file can be read in more than one way. Choose its encoding, or save "
        "the file as UTF-8 or XLSX."
    ),
    "files.not_in_encoding": _(
        "This file is not in %(value)s: some letters would be lost. Choose another encoding."
    ),
    "files.no_such_encoding": _("“%(value)s” is not an encoding in the list. Choose one of them."),
}
