#!/bin/sh
# The role that the servers use, made once with an empty database. The migration gives it its rights.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SERVER_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role club_app login password :'password';
SQL
