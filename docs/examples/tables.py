# DATASPACE_TOKEN=dst_… python3 tables.py https://data.example.org lake Casts
import io, json, os, sys, urllib.error, urllib.parse, urllib.request
import pandas as pd

site, code, name = sys.argv[1:4]

def fetch(path, fields=None, body=None):
    query = "?" + urllib.parse.urlencode(fields) if fields else ""
    headers = {"Authorization": "Bearer " + os.environ["DATASPACE_TOKEN"], "Accept-Language": "en"}
    sent = None if body is None else json.dumps(body).encode()
    if sent:
        headers["Content-Type"] = "application/json"
    try:
        return urllib.request.urlopen(urllib.request.Request(site + "/api" + path + query, sent, headers))
    except urllib.error.HTTPError as refused:
        sys.exit(json.load(refused)["message"])

def call(*request):
    return json.load(fetch(*request))["data"]

space = call("/space/transit", {"code": code})
found = [one for one in call("/tables", {"spaceId": space, "q": name})["list"] if one["name"] == name]
if not found:
    sys.exit(f"no table named {name}")
table = found[0]["id"]
columns = {one["name"]: one["id"] for one in call(f"/tables/{table}", {"spaceId": space})["columnList"]}

# The whole table as a frame. Texts stay texts, so that 007 is not 7.
csv = fetch(f"/data/space/tables/{table}/export", {"spaceId": space, "format": "csvForPrograms"})
casts = pd.read_csv(io.TextIOWrapper(csv, "utf-8", newline=""), dtype={"Station": str}, parse_dates=["Taken"])
print(casts.groupby("Station")["Depth"].mean().to_string())

# Page after page of what a filter leaves, deepest first.
wish = {
    "spaceId": space,
    "filter": [{"match": "all", "conditions": [{"column": columns["Depth"], "operator": "greater", "values": ["1"]}]}],
    "sort": [{"column": columns["Depth"], "order": "desc"}],
    "columns": [columns["Station"], columns["Depth"]],
    "count": 2,
    "after": "",
}
while wish["after"] is not None:
    page = call(f"/data/space/tables/{table}/rows", None, wish)
    for row in page["rows"]:
        print(*row["cells"])
    wish["after"] = page.get("next")

# Rows by key: S07 is changed, S99 is new. One step that can be undone.
change = {
    "kind": "upsert",
    "keys": [columns["Station"]],
    "columns": [columns["Station"], columns["Depth"]],
    "rows": [["S07", "12.50"], ["S99", "3"]],
}
print(call(f"/tables/{table}/changes", None, {"spaceId": space, "change": change})["touched"], "rows")
