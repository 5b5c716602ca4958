"""A backup made beside the request that asked for it: it may take minutes, and a page may not."""

from __future__ import annotations

import subprocess
import sys
import threading

from django.conf import settings


def start_backup() -> None:
    """Start ``manage.py backup`` as a process of its own, which notes how it ended by itself."""
    process = subprocess.Popen(  # noqa: S603 -- nothing of it comes from a request
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "backup"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    # Somebody hears when it ends, so that no dead process is left.
    threading.Thread(target=process.wait, daemon=True).start()
