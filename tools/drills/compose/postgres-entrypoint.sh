#!/bin/sh
# Does what the entrypoint of the official image of PostgreSQL does, with the variables that compose.yaml sets and no others.
set -eu
programs=$(echo /usr/lib/postgresql/*/bin)
major=$(basename "$(dirname "$programs")")
export PATH="$programs:$PATH" PGDATA="${PGDATA:-/var/lib/postgresql/$major/docker}"

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  chown -R postgres: "$PGDATA" /var/run/postgresql
  # Read while root: a secret may be of root alone.
  POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export POSTGRES_PASSWORD
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  given=$(mktemp)
  printf '%s\n' "$POSTGRES_PASSWORD" > "$given"
  # Its words are several: no quotes.
  # shellcheck disable=SC2086
  initdb --username="$POSTGRES_USER" --pwfile="$given" ${POSTGRES_INITDB_ARGS:-}
  rm "$given"
  printf '\nhost all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
  # The first server listens at a socket alone.
  pg_ctl -w -D "$PGDATA" -o "-c listen_addresses=''" start
  createdb --username="$POSTGRES_USER" --no-password --maintenance-db=postgres "$POSTGRES_DB"
  pg_ctl -m fast -w -D "$PGDATA" stop
fi
unset POSTGRES_PASSWORD
exec postgres -c listen_addresses='*' "$@"
