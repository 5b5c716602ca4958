"""The connection; Django looks for it under this name.

A database in WAL mode needs two small files beside it even to be read.  Connections stay open from
request to request, so that these are there before a disk is full; where the site starts on a full
or read-only disk all the same, the file is read as it stands.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

from goclub.common.transactions import Fault, fault_of


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to a file that may be written, or else to what it holds."""

    init_commands: list[str]

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        """Open the file; as a picture that nothing changes where its disk takes no more."""
        try:
            return self._open(conn_params)
        except sqlite3.OperationalError as error:
            file = Path(str(conn_params["database"]))
            if fault_of(error) in (None, Fault.BUSY) or not _is_whole(file):
                raise
        commands: list[str] = self.init_commands
        self.init_commands = []
        try:
            address = f"{file.resolve().as_uri()}?mode=ro&immutable=1"
            picture = self._open(conn_params | {"database": address})
        finally:
            self.init_commands = commands
        self.close_at = time.monotonic()  # the next request looks again
        return picture

    def _open(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        opened: sqlite3.Connection = super().get_new_connection(conn_params)
        return opened


def _is_whole(file: Path) -> bool:
    """Whether all that was written is in the file itself, and not beside it."""
    log = file.with_name(f"{file.name}-wal")
    return file.is_file() and not (log.exists() and log.stat().st_size)
