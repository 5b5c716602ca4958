"""What a sanction amounts to and what it changed, in the reader's words (S4-18)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from goclub.leagues.models import Pairing
from goclub.leagues.tournament.labels.figures import outcome_text
from goclub.leagues.tournament.queries.sanctions import Case


def effect_lines(case: Case) -> list[str]:
    """What the sanction changed, a line for each table and one for what follows."""
    lines = [_effect(table) for table in case.tables]
    if case.level == "removed":
        lines.append(_("Not paired again; listed below all others, without a place."))
    elif case.level == "warning":
        lines.append(_("It does not change any result."))
    elif not case.level:
        lines.append(_("All games count again as played."))
    return lines


def _effect(table: Pairing) -> str:
    return _("Round %(round)s, table %(table)s, %(black)s – %(white)s: %(outcome)s.") % {
        "round": table.round.number,
        "table": table.table,
        "black": table.black,
        "white": table.white,
        "outcome": outcome_text(table),
    }
