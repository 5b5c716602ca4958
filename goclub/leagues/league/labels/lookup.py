"""Many participants as one list in which a name is looked up, shared by the fields of a page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join

from goclub.leagues.models import Participant

#: Up to so many people are a list to choose from.
MOST_TO_CHOOSE = 60
PEOPLE_LIST = "people-here"


def entry_text(participant: Participant) -> str:
    """A participant as the list proposes one: name, rank, and the number that nobody shares."""
    return f"{participant.display_name} · {participant.rank_text} · {participant.number}"


def people_list(people: Sequence[Participant]) -> str:
    """The ``datalist`` of a page; empty where the fields are lists themselves."""
    if len(people) <= MOST_TO_CHOOSE:
        return ""
    lines = format_html_join(
        "", '<option value="{}">', ((entry_text(person),) for person in people)
    )
    return format_html('<datalist id="{}">{}</datalist>', PEOPLE_LIST, lines)
