"""Every refusal has words of its own, and every figure its form."""

from __future__ import annotations

import re
from pathlib import Path

from goclub.common.refusals import BY_REASON, describe
from goclub.leagues.tournament.labels.figures import CRITERIA, PROOFS, WEIGHTS
from goclub.leagues.tournament.labels.refusals import REASONS
from goclub.leagues.tournament.queries.settings_json import settings_from_json, settings_to_json
from ratings.errors import Code, RuleError
from tournaments.events.matching.proof import ProofKind
from tournaments.events.presets import PRESETS
from tournaments.events.settings import CRITERIA as ORDER
from tournaments.events.settings import Kind
from tournaments.events.weights.criteria import Criterion

ROOT = Path(__file__).resolve().parents[4]


def test_every_reason_has_words_of_its_own():
    folders = ("goclub/leagues/tournament/services", "tournaments/formats")
    files = [path for folder in folders for path in (ROOT / folder).glob("*.py")]
    files += [ROOT / "tournaments" / "events" / f"{name}.py" for name in
              ("field", "settings", "pairing", "pairing_request", "matching/solve")]  # fmt: skip
    text = "".join(path.read_text() for path in files)
    reasons = set(re.findall(r'reason="(\w+)"', text)) | {"rank_differs_ask", "rank_differs"}
    reasons -= {"refused"}  # a game not posted carries the refusal of its facts
    assert {"odd_field", "unseated", "open_games", "doctype"} <= reasons
    assert reasons - set(BY_REASON) == set()


def test_no_message_shows_a_placeholder():
    for reason in REASONS:
        error = RuleError(Code.STATE, field="x", value="7", accepted="8", reason=reason)
        error.params = dict.fromkeys(("who", "what", "result", "table", "round", "typed"), "?")
        assert "%(" not in describe(error)


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
