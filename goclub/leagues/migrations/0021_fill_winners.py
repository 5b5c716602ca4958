"""Who won the events that were closed before winners were kept."""

from collections import defaultdict
from types import SimpleNamespace

from django.db import migrations, transaction

from goclub.leagues.tournament.queries.snapshot import EventSnapshot, Placing

#: So many events at a time: what was done stays done, and done again it changes nothing.
BATCH = 100
_ENTRY = ("pk", "number", "display_name", "name", "first_name", "rank", "rating", "grade", "club",
          "country", "egf_pin", "ffg_licence", "aga_id", "correction", "state", "late_from",
          "withdrawn_from", "removed_in")
_PAIRING = ("table", "handicap", "known_colour", "margin2", "verdict")
_OUT = ("published", "complete")


def fill(apps, schema_editor):
    """The first of every final table, by the order of the league where one places the event."""
    Event = apps.get_model("leagues", "Event")
    Participant = apps.get_model("leagues", "Participant")
    closed = list(Event.objects.filter(state="closed").order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(closed), BATCH):
        with transaction.atomic():
            events = Event.objects.in_bulk(closed[start : start + BATCH])
            first = [
                one.pk
                for snapshot in _snapshots(apps, events)
                if snapshot.last_out
                for one in snapshot.first_of(snapshot.last_out)
            ]
            Participant.objects.filter(pk__in=first).update(won=True)


def _snapshots(apps, events):
    """The events as the tables of standings read them: six queries for all."""
    people, absences, rounds = defaultdict(dict), defaultdict(list), defaultdict(dict)
    for row in _rows(apps, "Participant", event__in=events).order_by("number"):
        entry = {name: getattr(row, name) for name in _ENTRY}
        people[row.event_id][row.pk] = SimpleNamespace(pool=None, **entry)  # pools came later
    for row in _rows(apps, "Absence", participant__event__in=events).order_by("number"):
        absences[row.participant_id].append(row)
    for row in _rows(apps, "Round", event__in=events).order_by("number"):
        rounds[row.event_id][row.pk] = SimpleNamespace(
            number=row.number, state=row.state, is_out=row.state in _OUT
        )
    pairings = defaultdict(lambda: defaultdict(list))
    for row in _rows(apps, "Pairing", round__event__in=events).select_related("round"):
        seated, event_round = people[row.round.event_id], rounds[row.round.event_id][row.round_id]
        pairings[row.round.event_id][event_round.number].append(
            SimpleNamespace(
                round=event_round, black=seated[row.black_id], white=seated[row.white_id], ending="",
                players=(seated[row.black_id], seated[row.white_id]),
                counted=row.verdict or row.result, counted_default=row.by_default or row.unplayed,
                **{name: getattr(row, name) for name in _PAIRING},
            )
        )
    byes = defaultdict(dict)
    for row in _rows(apps, "Seat", round__event__in=events, pairing=None).select_related("round"):
        bye = SimpleNamespace(participant=people[row.round.event_id][row.participant_id])
        byes[row.round.event_id][row.round.number] = bye
    placings = _placings(apps, events)
    for pk, event in events.items():
        snapshot = EventSnapshot(
            event=event,
            participants={one.number: one for one in people[pk].values()},
            absences=absences,
            rounds=list(rounds[pk].values()),
            pairings=pairings[pk],
            byes=byes[pk],
        )
        snapshot.placing = placings.get(pk)
        yield snapshot


def _placings(apps, events):
    """By which league's small points an event is placed; none where it goes by its own order."""
    SeasonRules = apps.get_model("leagues", "SeasonRules")
    dated = defaultdict(list)
    for row in SeasonRules.objects.order_by("valid_from"):
        dated[row.league_id].append(row)
    found = {}
    for row in _rows(apps, "LeagueEvent", event__in=events):
        event = events[row.event_id]
        if event.for_league:
            held = [one for one in dated[row.league_id] if one.valid_from <= event.begins_on]
            rules = held[-1] if held else SeasonRules()
            found[row.event_id] = Placing(row, rules.off_board2, rules.bye2)
    return found


def _rows(apps, model, **which):
    return apps.get_model("leagues", model).objects.filter(**which)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('leagues', '0020_event_winners'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
