-- When a content was last read as a whole and was what it should be; null: since it came.
alter table blob add column checked_at timestamptz;
create index blob_unchecked on blob ((coalesce(checked_at, created_at)));

-- Contents that were found missing or other than their hash says; whatever is whole again leaves.
create table damaged_content (
  sha256 bytea primary key references blob on delete cascade,
  problem text not null check (problem in ('missing', 'damaged')),
  found_at timestamptz not null
);
create index damaged_content_list on damaged_content (found_at desc, sha256);

-- What the nightly comparison of database and store found.
create table health_report (
  key text primary key,
  at timestamptz not null,
  findings jsonb not null
);

-- The servers of this installation, each as it says itself every half minute; who stops in order takes its row along.
create table server_node (
  id uuid primary key,
  host text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
