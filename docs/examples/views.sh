#!/bin/sh
# DATASPACE_TOKEN=dst_… sh views.sh https://data.example.org <id of the space> <id of the view>
set -eu
site=$1 space=$2 view=$3

# A plain GET streams the rows: csvForPrograms, csv, jsonl, parquet or xlsx. A look (a filter, an order) is optional.
curl -fsSG -H "Authorization: Bearer $DATASPACE_TOKEN" --data-urlencode "spaceId=$space" -d format=jsonl \
  --data-urlencode 'look={"sort":[{"field":"f2","order":"desc"}]}' \
  "$site/api/data/space/data-views/$view/export"
