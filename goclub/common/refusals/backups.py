"""What is said where a backup is not made, not put back, or a database not moved."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "backups.no_file": _("File not found: %(value)s."),
    "backups.no_backup": _("“%(value)s” is not a backup of this site."),
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
    "backups.differs": _("The rows of %(value)s differ from the original. Nothing was kept."),
    "backups.busy": _("A backup is already running. Wait until it is finished."),
    "backups.no_address": _("This is not a database address. Accepted: %(accepted)s."),
    "backups.same_database": _("“%(value)s” is the database that the site is using now."),
    "backups.no_answer": _("The database is not responding: %(value)s"),
    "backups.target_not_empty": _(
        "The database “%(value)s” is not empty or belongs to another release. Choose an empty one."
    ),
}
