"""How gunicorn serves the site: processes, one request at a time in each, behind a proxy.

Threads share one core of a process and wait for each other; processes do not.  A proxy that
buffers (deploy/nginx.conf) sends whole requests and takes whole answers, so no slow line keeps a
process busy.
"""

import os

bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
# One per core serves most requests; at least two, so that one long answer blocks nobody else.
workers = int(os.environ.get("WEB_WORKERS") or max(os.cpu_count() or 1, 2))
worker_class = "sync"
# The longest that a page may take (an import of 2,000 games), and so the longest to wait for one.
timeout = 90
graceful_timeout = 60
# Replace each process now and then, not all at once, so that leaks stay small.
max_requests = 5000
max_requests_jitter = 1000
# The site itself decides which headers of the proxy it trusts (TRUSTED_PROXIES).
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108
errorlog = "-"
loglevel = "warning"
