"""What is said of refusals that no room owns: the classes of RULEBOOK.md section 0, where no reason
says more, files, names, backups."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.name_field import UNSEEN
from goclub.common.refusals.registry import Refusals
from ratings.errors import Code

#: A reason that needs no words of its own takes those of its class.
GENERIC: dict[Code, StrOrPromise] = {
    Code.MISSING: _("Please fill this in."),
    Code.TYPE: _("“%(value)s” is not valid here. Accepted: %(accepted)s."),
    Code.RANGE: _("%(value)s is out of range. Accepted: %(accepted)s."),
    Code.GRID: _("%(value)s is between two steps. Accepted: %(accepted)s."),
    Code.RANK: _("“%(value)s” is not a valid rank here. Accepted: %(accepted)s."),
    Code.SAME_PLAYER: _("A player cannot play against themselves. Choose two different players."),
    Code.UNKNOWN: _("“%(value)s” is not known here."),
    Code.DUPLICATE: _("This already exists: %(value)s."),
    Code.STATE: _("That is not possible now: %(accepted)s."),
    # Raised only with a reason that has words of its own (``test_refusals``).
    Code.INCONSISTENT: _("This does not go with the other fields. Change one of them."),
    Code.FORBIDDEN: _("Only an admin can do this."),
    Code.ILLEGAL_MOVE: _("%(value)s: %(reason)s."),
    Code.UNDEFINED: _("The published rules give no value for %(value)s. Accepted: %(accepted)s."),
}

# --- Of files: one text for each kind of refusal, whatever the file is for.
FILE_TOO_LARGE = _("The file is too large. Choose one of at most %(accepted)s.")
FILE_EMPTY = _("The file is empty. Choose another file.")
FILE_NONE = _("Choose a file first.")
#: Of a kind that nobody here reads; %(accepted)s: the kinds.
FILE_UNREADABLE = _("This file cannot be read. Accepted: %(accepted)s.")

REFUSALS: Refusals = {
    **{code.value: text for code, text in GENERIC.items()},
    "names.unseen": UNSEEN,
    "files.none": FILE_NONE,
    "files.empty": FILE_EMPTY,
    "files.too_large": FILE_TOO_LARGE,
    "files.not_text": _("This is not a text file. If it is a spreadsheet, save a copy as CSV."),
    "files.not_csv": _(
        "This CSV table cannot be read: a quotation mark may be missing in line %(value)s. "
        "Correct the line, or save the table again as CSV."
    ),
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
    "files.several_sheets": _(
        "Several sheets of this workbook have a list: %(value)s. Save the one you need as a file "
        "of its own, then choose that file."
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
        "Unpacked, this workbook would be far larger than any club’s list: %(value)s. At "
        "most: %(accepted)s. Save the list alone as CSV."
    ),
    "files.which_encoding": _(
        "The letters of this file can be read in more than one way. Choose its encoding, or save "
        "the file as UTF-8 or XLSX."
    ),
    "files.not_in_encoding": _(
        "This file is not in %(value)s: some letters would be lost. Choose another encoding."
    ),
    "files.no_such_encoding": _("“%(value)s” is not an encoding in the list. Choose one of them."),
    "backups.no_file": _("File not found: %(value)s. Check the path."),
    "backups.no_backup": _("“%(value)s” is not a backup of this site. Choose another file."),
    "backups.damaged": _(
        "This backup is damaged (%(value)s) and was not used. Nothing was changed. Use "
        "another backup."
    ),
    "backups.newer_release": _(
        "This backup was made by a newer release (%(value)s). Upgrade the site first, then restore."
    ),
    "backups.newer_database": _(
        "A newer release changed this database, and this release cannot back it up. Copy it with "
        "the database’s own tools (pg_dump), empty it, then restore."
    ),
    "backups.not_empty": _(
        "The database “%(value)s” already holds a club. To restore the backup over it, "
        "add --replace; the current data is backed up first."
    ),
    "backups.not_taken": _("The database rejected the rows of %(table)s: %(value)s"),
    "backups.differs": _(
        "The rows of %(value)s differ from the original. Nothing was kept. Make a new backup "
        "and try again."
    ),
    "backups.busy": _("A backup is already running. Wait until it is finished."),
    "backups.no_address": _("This is not a database address. Accepted: %(accepted)s."),
    "backups.same_database": _(
        "“%(value)s” is the database that the site is using now. Choose another one."
    ),
    "backups.no_answer": _(
        "The database is not responding (%(value)s). Check its address and that it is running."
    ),
    "backups.target_not_empty": _(
        "The database “%(value)s” is not empty or belongs to another release. Choose an empty one."
    ),
}
