#!/bin/sh
# DATASPACE_TOKEN=dst_… sh tables.sh https://data.example.org <id of the space> <id of the table>
set -eu
site=$1 space=$2 table=$3

# A plain GET streams a table: csvForPrograms, csv, jsonl, parquet or xlsx. A question and columns are optional.
get() {
  curl -fsSG -H "Authorization: Bearer $DATASPACE_TOKEN" --data-urlencode "spaceId=$space" "$@" \
    "$site/api/data/space/tables/$table/export"
}
get -d format=csvForPrograms
get -d format=jsonl -d columns=1,2 --data-urlencode 'question={"sort":[{"column":2,"order":"desc"}]}'

# Rows by key: those that are there are changed, the others added.
curl -fsS -H "Authorization: Bearer $DATASPACE_TOKEN" -H 'Content-Type: application/json' \
  -d '{"spaceId":"'"$space"'","change":{"kind":"upsert","keys":[1],"columns":[1,2],"rows":[["S07","12.50"],["S99","3"]]}}' \
  "$site/api/tables/$table/changes"
