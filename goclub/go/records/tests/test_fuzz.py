"""Damaged files of every kind: nothing but a refusal comes back, and no page breaks."""

from __future__ import annotations

import json
import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goclub.games.models import Kifu
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import OpenedFile, candidates, read, read_all
from goclub.go.records.tests.samples import ODD_FILES, mutate
from goclub.go.records.write import tree_json, write_record
from goclub.members.tests.factories import make_member

damaged = st.builds(
    lambda seed, data: mutate(data, random.Random(seed)),
    st.integers(0, 2**32),
    st.sampled_from(ODD_FILES),
)


@settings(max_examples=200, deadline=None)
@given(damaged)
def test_a_damaged_file_is_read_or_refused(data):
    """What was read can be written, read again and sent to a page."""
    try:
        games = read_all(data)
    except KifuError as error:
        assert error.reason  # noqa: PT017 - either is fine, as long as it says why
        return
    for number, game in enumerate(games, 1):
        if isinstance(game, KifuError):
            assert game.reason
            assert game.game == number
            continue
        again = read(write_record(game))
        assert [node.point for node in again.nodes] == [node.point for node in game.nodes]
        assert again.digest == game.digest
        assert json.dumps(tree_json(game))


@settings(max_examples=60, deadline=None)
@given(damaged, st.sampled_from(["cp932", "gb18030", "utf-16", "latin-1", "rot13", "\x00"]))
def test_any_encoding_may_be_asked_for(data, encoding):
    try:
        opened = OpenedFile(data, encoding=encoding)
        assert list(opened.some([1, 99]))
        scores = [candidate.score for candidate in candidates(data)]
        assert all(0 <= score <= 1 for score in scores)
        opened.legal_part()
    except KifuError as error:
        assert error.reason  # noqa: PT017 - as above


@pytest.mark.django_db
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=damaged)
def test_the_upload_page_never_breaks(client, data):
    """422 with the reason, or on to the preview; nothing stays half stored."""
    user = make_member().user
    client.force_login(user)
    file = SimpleUploadedFile("g.sgf", data or b"x")
    answer = client.post(reverse("games:kifu-upload"), {"file": file, "legal_part": "on"})
    assert answer.status_code in (302, 422)
    assert Kifu.objects.filter(uploaded_by=user).count() == (1 if answer.status_code == 302 else 0)
    if answer.status_code == 302:
        page = client.get(answer["Location"])
        assert page.status_code == 200
        assert b"<script>" not in page.content
