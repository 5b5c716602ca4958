"""Which site this is, and which release of it: under these names a shared cache keeps things."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

#: What the pages that are kept are made of.
_SOURCES = {
    "goclub": "*.py",
    "ratings": "*.py",
    "tournaments": "*.py",
    "templates": "*.html",
    "locale": "*.mo",
}


def release_of(root: Path) -> str:
    """A fingerprint of the code below *root*: the same on every machine that runs the same.

    Takes about 90 ms, so it is asked once, and only where a cache outlives the process.
    """
    digest = hashlib.sha256()
    for folder, pattern in _SOURCES.items():
        for path in sorted((root / folder).rglob(pattern)):
            if "tests" not in path.parts:
                digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:10]


def key_prefix(secret_key: str, database: Mapping[str, Any], release: str) -> str:
    """What stands before every key in a shared cache: the site (its key and its database) and the
    release.

    >>> key_prefix("k", {"NAME": "club"}, "r1") == key_prefix("k", {"NAME": "other"}, "r1")
    False
    """
    place = [
        secret_key,
        *(str(database.get(key, "")) for key in ("ENGINE", "HOST", "PORT", "NAME")),
    ]
    site = hashlib.sha256("\0".join(place).encode()).hexdigest()[:10]
    return f"goclub.{site}.{release}"
