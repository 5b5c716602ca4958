"""An event between home and the hall in words: what differs, and what the file does not hold."""

from __future__ import annotations

from typing import Any

from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.notation import dotted, labelled, listed, short_rank
from goclub.leagues.models import Event, Pairing, Participant
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.services.comparing import EventDifference, Homecoming
from goclub.leagues.tournament.services.event_file import player_columns

#: What is written anew from the file, or says nothing to people.
_IN_FILE = frozenset(
    {"participants", "rounds", "forbidden_pairs", "changes", "trip", "prizes", "prize_giving",
     "prize_groups", "announcements"}
)  # fmt: skip


def left_behind(event: Event) -> list[str]:
    """Return the kinds of rows of an event that its file does not hold, if it has any."""
    names = []
    for relation in event._meta.related_objects:
        accessor = relation.get_accessor_name()
        model = relation.related_model
        if accessor in _IN_FILE or accessor is None or isinstance(model, str):
            continue
        if model._base_manager.filter(**{relation.field.name: event}).exists():
            names.append(str(model._meta.verbose_name_plural))
    return names


def difference_line(difference: EventDifference, coming: Homecoming) -> dict[str, Any]:
    """Return a difference as the page shows it: its form name, its title, and both sides."""
    kind = difference.key[0]
    title, text = _WORDS[str(kind)](difference, coming)
    return {
        "name": difference.name,
        "title": title,
        "home": text(difference.home),
        "hall": text(difference.hall),
    }


def _none(text: str) -> str:
    return text or _("nothing")


def _event(difference: EventDifference, _coming: Homecoming) -> Any:
    column = Event._meta.get_field(str(difference.key[1]))
    choices = dict(getattr(column, "flatchoices", ()))
    title = str(getattr(column, "verbose_name", column.name))
    return title, lambda value: _none(str(choices.get(value, localize(value) if value else "")))


def _settings(difference: EventDifference, _coming: Homecoming) -> Any:
    names = sorted(
        name for name, value in difference.hall.items() if difference.home.get(name) != value
    )
    return _("Rules of the tournament"), lambda value: listed(
        labelled(name, value.get(name)) for name in names
    )


def _bans(_difference: EventDifference, coming: Homecoming) -> Any:
    return _("Pairs that must not meet"), lambda value: _none(
        listed(
            f"{name_in(coming, first)} – {name_in(coming, second)}" for first, second, *_ in value
        )
    )


def _lineups(difference: EventDifference, coming: Homecoming) -> Any:
    sides = [side or [] for side in (difference.home, difference.hall)]

    def text(value: Any) -> str:
        changed = [place for place in value or () if not all(place in side for side in sides)]
        rows = [
            _("round %(round)s, board %(board)s: %(name)s")
            % {"round": number, "board": board, "name": name_in(coming, player)}
            for number, player, board in changed
        ]
        return _none(listed(rows))

    return _("Lineups"), text


def _hall(_difference: EventDifference, _coming: Homecoming) -> Any:
    def text(value: Any) -> str:
        value = value or {"announcements": [], "clocks": []}
        clocks = [_("clock of round %(round)s") % {"round": row[0]} for row in value["clocks"]]
        return _none(listed([*(f"“{row[0]}”" for row in value["announcements"]), *clocks]))

    return _("Announcements and clock"), text


def name_in(coming: Homecoming, number: int) -> str:
    """Return the name of a player of either side."""
    there = coming.hall["players"].get(str(number), {})
    known = coming.snapshot.participants.get(number)
    return str(there.get("display_name") or (known.shown_name if known else number))


def _player(difference: EventDifference, coming: Homecoming) -> Any:
    number = int(difference.key[1])
    sides = [side for side in (difference.home, difference.hall) if side is not None]
    both = len(sides) == 2
    names = [
        name
        for name in (*player_columns(), "absences")
        if both and sides[0].get(name) != sides[1].get(name)
    ]

    def text(value: Any) -> str:
        if value is None:
            return _("not entered")
        if not both:
            rank = short_rank(rank_text(value["rank"]))
            return dotted((_("entered"), rank, value.get("club", "")))
        return listed(_column_text(name, value.get(name)) for name in names)

    shown = next((side["display_name"] for side in sides if side.get("display_name")), "")
    return labelled(_("Player"), shown or name_in(coming, number)), text


def _column_text(name: str, value: Any) -> str:
    if name == "absences":
        return labelled(_("sits out"), _none(listed(sorted(value or ()))))
    column = Participant._meta.get_field(name)
    choices = dict(getattr(column, "flatchoices", ()))
    shown = choices.get(value, value)
    return labelled(
        getattr(column, "verbose_name", name), _none("" if shown is None else str(shown))
    )


def _round(difference: EventDifference, _coming: Homecoming) -> Any:
    def text(value: Any) -> str:
        if value is None:
            return _("not paired")
        tables, results = len(value["tables"]), value["results"].values()
        known = sum(result["result"] != "unknown" for result in results)
        state = _("published") if value["out"] else _("preview")
        counted = ngettext("%(n)s table", "%(n)s tables", tables) % {"n": tables}
        done = ngettext("%(n)s result", "%(n)s results", known) % {"n": known}
        return dotted((state, counted, done))

    return _("Round %(number)s") % {"number": difference.key[1]}, text


def _result(difference: EventDifference, coming: Homecoming) -> Any:
    _kind, number, table = difference.key
    rows = coming.hall["rounds"][str(number)]["tables"]
    row = next(row for row in rows if row["table"] == table)
    pair = f"{name_in(coming, row['black'])} – {name_in(coming, row['white'])}"
    place = _("Round %(round)s, table %(table)s") % {"round": number, "table": table}
    return labelled(place, pair), lambda value: Pairing(**value).result_name


_WORDS = {
    "event": _event, "settings": _settings, "bans": _bans, "lineups": _lineups, "player": _player,
    "round": _round, "result": _result, "hall": _hall,
}  # fmt: skip
