"""What is said where a backup is not made, not put back, or a database not moved."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "backups.no_file": _("There is no such file: %(value)s."),
    "backups.no_backup": _("“%(value)s” is no backup of this site."),
    "backups.damaged": _(
        "This backup is damaged (%(value)s) and was not used."
        " Nothing was changed; take another one."
    ),
    "backups.newer_release": _(
        "This backup was made by a newer release (%(value)s). Upgrade the site first, then restore."
    ),
    "backups.not_empty": _(
        "The database “%(value)s” holds a club already. To put the backup in its place, add"
        " --replace; what is there is kept first."
    ),
    "backups.not_taken": _("The database does not take the rows of %(table)s: %(value)s"),
    "backups.differs": _(
        "The rows of %(value)s are not as they were written. Nothing of it was kept."
    ),
    "backups.busy": _("A backup is being made at this moment. Wait until it is done."),
    "backups.no_address": _("This is no address of a database. Accepted: %(accepted)s."),
    "backups.same_database": _("“%(value)s” is the database that the site has now."),
    "backups.no_answer": _("The database does not answer: %(value)s"),
    "backups.target_not_empty": _(
        "The database “%(value)s” is not empty, or not of this release. Name an empty one."
    ),
}
