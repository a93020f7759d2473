-- Backups of spaces: when which spaces are copied where, the runs, and the copy of each space in them.
create table backup_policy (
  id uuid primary key,
  name text not null,
  scope text not null check (scope in ('all', 'some', 'rule')),
  space_ids uuid[] not null,
  owner_id uuid references person,
  tag text not null,
  type text check (type in ('private', 'restricted', 'public')),
  retention text not null check (retention in ('all', 'three', 'latest')),
  cycle text not null check (cycle in ('daily', 'weekly', 'monthly')),
  weekday integer not null,
  month_day text not null check (month_day in ('first', 'last')),
  hour integer not null,
  zone text not null,
  is_compressed boolean not null,
  folder text not null,
  -- The sealed passphrase; null: the copies are not encrypted.
  passphrase bytea,
  is_on boolean not null,
  -- When the next run is due; null while the policy is off.
  next_at timestamptz,
  -- How often the newest copies are tried out, and when next.
  drill text not null check (drill in ('never', 'weekly', 'monthly')),
  drill_at timestamptz,
  created_at timestamptz not null
);
create index backup_policy_due on backup_policy (next_at) where next_at is not null;
create index backup_policy_drill_due on backup_policy (drill_at) where drill_at is not null;

-- A node works on a run while it holds its lease; one that died leaves it to the next.
create table backup_run (
  id uuid primary key,
  policy_id uuid not null references backup_policy on delete cascade,
  kind text not null check (kind in ('backup', 'restore', 'drill')),
  is_scheduled boolean not null,
  state text not null check (state in ('waiting', 'running', 'completed', 'partlyFailed', 'failed', 'stopped')),
  person_id uuid references person,
  error text not null default '',
  bytes bigint not null default 0,
  sent_bytes bigint not null default 0,
  stop_asked boolean not null default false,
  tries integer not null default 0,
  lease_by text,
  lease_until timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
-- One run of a policy at a time.
create unique index backup_run_open on backup_run (policy_id)
  where state in ('waiting', 'running') and kind <> 'restore';
create index backup_run_waiting on backup_run (created_at) where state in ('waiting', 'running');
create index backup_run_newest on backup_run (policy_id, created_at desc, id desc);

-- The copy of a space in a run; it outlives its space. Of a drill and a restore: the copy that they read is `source_id`.
create table backup_copy (
  id uuid primary key,
  run_id uuid not null references backup_run on delete cascade,
  policy_id uuid not null,
  space_id uuid not null,
  space_name text not null,
  state text not null check (state in ('waiting', 'running', 'completed', 'failed', 'removed')),
  source_id uuid,
  -- What a restore makes: `{way, name, identifier, spaceId}`; null for all others.
  into_space jsonb,
  error text not null default '',
  files bigint not null default 0,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  sent_bytes bigint not null default 0,
  started_at timestamptz,
  finished_at timestamptz
);
create index backup_copy_run on backup_copy (run_id, id);
create index backup_copy_space on backup_copy (space_id, started_at desc, id desc) where state = 'completed' and source_id is null;
create index backup_copy_restores on backup_copy (space_id, id desc) where into_space is not null;
