# Sourced by script/test as root where no server answers: installs PostgreSQL from Debian and starts
# a throw-away server that is stopped and removed when the tests end.  Sets THROWAWAY_URL.

if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  echo "Installing postgresql from Debian …"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null
fi
pg_bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
pg_data=$(mktemp -d)
pg_port=${THROWAWAY_PORT:-54329}
chown postgres "$pg_data"
as_postgres() { su postgres -s /bin/sh -c "cd '$pg_data' && $1"; }
as_postgres "'$pg_bin/initdb' -D data -A trust -U postgres --encoding=UTF8 >/dev/null"
as_postgres "'$pg_bin/pg_ctl' -D data -o '-p $pg_port -k $pg_data' -l log -w start >/dev/null"
trap 'as_postgres "'"'$pg_bin/pg_ctl'"' -D data -m fast stop >/dev/null"; rm -rf "$pg_data"' EXIT
THROWAWAY_URL=postgres://postgres@127.0.0.1:$pg_port/postgres
