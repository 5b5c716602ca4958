"""A site of its own for every module that starts one the way a club does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from goclub.common.tests.production_site import (
    Production,
    own_certificate,
    production_database,
    proxied,
)


@pytest.fixture(scope="module")
def programs() -> dict[str, str]:
    path = f"{os.environ['PATH']}:/usr/sbin"
    found = {name: shutil.which(name, path=path) for name in ("nginx", "openssl")}
    missing = [name for name, place in found.items() if not place]
    if missing:
        pytest.skip(f"not installed, and could not be: {', '.join(missing)}")
    return {name: str(place) for name, place in found.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("production")


@pytest.fixture(scope="module")
def database(folder) -> Iterator[str]:
    """The address of a database of its own."""
    with production_database(folder) as url:
        yield url


@pytest.fixture(scope="module")
def site(programs, folder, database) -> Iterator[Production]:
    made = Production(folder, database)
    try:
        made.start()
        yield made
    finally:
        if made.process is not None and made.process.poll() is None:
            made.stop()


@pytest.fixture(scope="module")
def proxy(programs, folder, site) -> Iterator[tuple[int, int]]:
    """The ports of nginx, http and https, with the file of deploy/ and a certificate of its own."""
    own_certificate(folder, programs["openssl"])
    with proxied(folder, site.port, programs["nginx"]) as ports:
        yield ports
