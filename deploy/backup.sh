#!/bin/sh
# Writes a backup of a running service into a new folder: `deploy/backup.sh FOLDER`, with DATABASE_URL and DATA_DIR as the service
# has them. The database goes first: a file is there before its row and goes after it, so that every row has its file. Of the
# embedded database the service must be stopped.
set -eu
umask 077

folder=${1:?"say into which folder: deploy/backup.sh FOLDER"}
data=${DATA_DIR:-data}
[ ! -e "$folder" ] || { echo "backup: $folder is there already." >&2; exit 1; }
[ -f "$data/files/storage-mark" ] || { echo "backup: $data holds no files of a service; set DATA_DIR." >&2; exit 1; }
if [ -z "${DATABASE_URL:-}" ] && [ -e "$data/database/lock" ]; then
  echo "backup: the embedded database is in use (or its service was killed: start and stop it once)." >&2
  exit 1
fi

# Whole under its name, or not at all.
part=$folder.part
rm -rf "$part"
mkdir -p "$part"
if [ -n "${DATABASE_URL:-}" ]; then
  pg_dump --format=custom --no-owner --no-privileges --file="$part/database.dump" "$DATABASE_URL"
else
  tar -C "$data" -cf "$part/database.tar" database
fi
# What is deleted while it is read is no error.
tar -C "$data" -cf "$part/files.tar" --warning=no-file-removed --warning=no-file-changed files || [ $? -eq 1 ]
(cd "$part" && sha256sum ./*) >"$part.sums"
mv "$part.sums" "$part/SHA256SUMS"
sync
mv "$part" "$folder"
echo "The backup is in $folder."
