"""Exit 0 when a PostgreSQL server answers at the URL given as the first argument."""

import sys

import psycopg

try:
    psycopg.connect(sys.argv[1], connect_timeout=3).close()
except psycopg.OperationalError:
    sys.exit(1)
