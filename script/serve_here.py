"""Fills and serves the site of script/server in one process, so that Django starts once.

python -m script.serve_here [EVENT FILE]: the demo club in an empty database, or only the event of a
file.  E-mails are sent by a process of their own; in the demo they are printed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import django
import waitress
from django.conf import settings
from django.core.management import call_command

from goclub.common.environment import refusal

#: Files that no page loads.
UNUSED = ("bootstrap-*", "*.rtl.*", "*.esm.*", "bootstrap.js*", "bootstrap.css")
MANAGE = (sys.executable, "manage.py")


def fill(event: str) -> None:
    """Bring the database to what the site shows, while the static files are collected."""
    ignored = [f"--ignore={pattern}" for pattern in UNUSED]
    collecting = subprocess.Popen((*MANAGE, "collectstatic", "--no-input", "-v0", *ignored))
    call_command("migrate", verbosity=0, skip_checks=True)
    if event:
        call_command("open_event", event, skip_checks=False)
    else:
        call_command("demo", if_empty=True, skip_checks=False)
    if collecting.wait():
        sys.exit(collecting.returncode)


def main(event: str = "") -> None:
    """Serve until a signal comes."""
    host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    if port != "8000":  # links in e-mails lead here
        os.environ.setdefault("SITE_URL", f"http://{host}:{port}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
    if why := refusal(settings.SETTING_FAULTS):
        sys.exit(why)
    django.setup(set_prefix=False)
    fill(event)
    from goclub.wsgi import application  # knows the files that are collected now

    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    mail = subprocess.Popen((*MANAGE, "send_mail_queue", "--watch"))
    print(f"\nThe site: http://{host}:{port}   (Ctrl-C stops it)", flush=True)
    # Behind a proxy the site reads the client's address from its headers (TRUSTED_PROXIES).
    behind_proxy = os.environ.get("BEHIND_PROXY", "").lower() in {"true", "1", "on", "yes"}
    try:
        waitress.serve(
            application,
            listen=f"{host}:{port}",
            threads=8,
            clear_untrusted_proxy_headers=not behind_proxy,
            connection_limit=2000,
            channel_timeout=20,
            asyncore_use_poll=True,
            max_request_body_size=20 * 1024 * 1024,
        )
    finally:
        mail.terminate()


if __name__ == "__main__":
    main(*sys.argv[1:])
