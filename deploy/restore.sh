#!/bin/sh
# Restores a backup: `deploy/restore.sh FOLDER`, with DATABASE_URL of an empty database and DATA_DIR of a folder that holds no files
# yet. Start the service afterwards; it brings older tables up to date.
set -eu
umask 077

folder=${1:?"say which backup: deploy/restore.sh FOLDER"}
data=${DATA_DIR:-data}
(cd "$folder" && sha256sum --check --quiet SHA256SUMS) || { echo "restore: $folder is damaged." >&2; exit 1; }
[ ! -e "$data/files" ] || { echo "restore: $data/files is there already; nothing was changed." >&2; exit 1; }

mkdir -p "$data"
if [ -f "$folder/database.dump" ]; then
  : "${DATABASE_URL:?"the backup is of a PostgreSQL: set DATABASE_URL to an empty database"}"
  pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname="$DATABASE_URL" "$folder/database.dump"
else
  [ ! -e "$data/database" ] || { echo "restore: $data/database is there already; nothing was changed." >&2; exit 1; }
  tar -C "$data" -xpf "$folder/database.tar"
fi
tar -C "$data" -xpf "$folder/files.tar"
sync
echo "Restored into $data; start the service."
