"""What the club reads into the salon's rules stands as ours, beside the salon's own words."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils.translation import override

from goclub.common.tests.reading import read
from goclub.games.rating.systems.paa.system import READINGS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "ja", "pl", "th"])
def test_our_readings_stand_beside_the_published_words(client, language):
    """S1-1, S1-8, S1-18, S1-19: tagged as ours, in every language, the source in its own."""
    page = read(client.get(reverse("games:points"), headers={"accept-language": language}))
    quotes = page.texts("dd q[lang=ja]")
    pills = len(page.all("dd .pill"))
    assert pills >= len(READINGS) == 6
    for rule in READINGS.values():
        assert page.has(f"#{rule.id}")
        with override(language):
            assert str(rule.text) in page.text
            assert str(rule.ours) in page.text
        assert not rule.published or rule.published in quotes
    for key in ("paa_jigo", "paa_free_both", "paa_time", "paa_min_games", "paa_window"):
        assert f"{reverse('games:rules')}#{key}" in page.values("dd a", "href")
    assert len({rule.published for rule in READINGS.values() if rule.published}) == 5
