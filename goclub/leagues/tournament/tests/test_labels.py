"""Every figure has its form."""

from __future__ import annotations

from goclub.leagues.models.event import settings_from_json, settings_to_json
from goclub.leagues.tournament.labels.figures import CRITERIA, PROOFS, WEIGHTS
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
