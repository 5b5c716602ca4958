"""Every figure has its form."""

from __future__ import annotations

from goclub.leagues.models.event import settings_from_json, settings_to_json
from goclub.leagues.tests.factories import add_guests, make_event, next_round, play_out
from goclub.leagues.tournament.labels.figures import CRITERIA, PROOFS, WEIGHTS
from goclub.leagues.tournament.labels.rounds import round_tables
from goclub.leagues.tournament.labels.standings import path_of, standings_table
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.members.tests.factories import fresh
from tournaments.events.criteria import CRITERIA as ORDER
from tournaments.events.matching.proof import ProofKind
from tournaments.events.presets import PRESETS
from tournaments.events.settings import Kind
from tournaments.events.weights.criteria import Criterion


def test_every_criterion_weight_and_proof_has_a_name():
    assert set(CRITERIA) == set(ORDER)
    assert set(WEIGHTS) == set(Criterion)
    assert {kind.value for kind in ProofKind} < set(PROOFS)


def test_settings_survive_the_row():
    for preset in PRESETS.values():
        for kind in Kind:
            settings = preset(kind, rounds=4, category_limits=(0, -10))
            data = settings_to_json(settings)
            assert settings_from_json(data, kind=kind.value, rounds=4) == settings


def test_the_tables_of_an_event_lay_out_its_players_once(monkeypatch):
    event = make_event(rounds=3)
    add_guests(event, 4)
    for _number in (1, 2):
        play_out(next_round(event))
    snapshot, laid_out, lay_out = load(fresh(event)), [], EventSnapshot.tournament

    def counted(self, **options):
        laid_out.append(options)
        return lay_out(self, **options)

    monkeypatch.setattr(EventSnapshot, "tournament", counted)
    standings_table(snapshot, 2)
    round_tables(snapshot, 2)
    path_of(snapshot, snapshot.participants[1])
    assert laid_out == [{}]
