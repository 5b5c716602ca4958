"""How gunicorn serves the site: processes, one request at a time in each, behind a proxy.

Threads share one core of a process and wait for each other; processes do not.  A proxy that
buffers (deploy/nginx.conf) sends whole requests and takes whole answers, so no slow line keeps a
process busy.
"""

import os

bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
# One for each core answers most; two at least, so that one long answer holds up nobody else.
workers = int(os.environ.get("WEB_WORKERS") or max(os.cpu_count() or 1, 2))
worker_class = "sync"
# The longest that a page may take (a notebook of 2,000 games), and so the longest to end one.
timeout = 90
graceful_timeout = 60
# A process is made anew now and then, not all at once: what leaks stays small.
max_requests = 5000
max_requests_jitter = 1000
# What the proxy says of the client is judged by the site itself (TRUSTED_PROXIES).
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108
errorlog = "-"
loglevel = "warning"
