"""Addresses that name a thing by letters, with letters that no database keeps."""

from __future__ import annotations

import pytest
from django.urls import Resolver404, resolve

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    [
        "/tournaments/{}/",
        "/tournaments/{}/results.csv",
        "/t/{}/",
        "/calendar/my/{}.ics",
        "/found/{}/",
        "/address/{}/",
        "/letters/stop/{}/",
    ],
)
def test_a_nul_in_an_address_is_nothing_that_is_here(client, address):
    assert resolve(address.format("word"))
    with pytest.raises(Resolver404):  # SQLite would compare it and find nothing
        resolve(address.format("\x00"))
    assert client.get(address.format("%00")).status_code == 404
