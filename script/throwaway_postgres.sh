# Sourced by script/test as root where no server answers: installs PostgreSQL from Debian and starts
# a throw-away server, which nobody minds losing (-F: it waits for no disk).  Sets THROWAWAY_URL and
# stop_postgres, which stops the server and removes it: to be called when the tests end.

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
as_postgres "'$pg_bin/pg_ctl' -D data -o '-F -p $pg_port -k $pg_data' -l log -w start >/dev/null"
stop_postgres() {
  as_postgres "'$pg_bin/pg_ctl' -D data -m fast stop >/dev/null"
  rm -rf "$pg_data"
}
THROWAWAY_URL=postgres://postgres@127.0.0.1:$pg_port/postgres
