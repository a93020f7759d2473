-- Charts and boards of a space. What people work on is the draft; what was published is a version.
create table report (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  kind text not null check (kind in ('chart', 'board')),
  name text not null,
  description text not null,
  maker_id uuid not null references person,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by uuid not null references person,
  version integer not null default 1,
  draft jsonb not null,
  -- Number of the version that readers see; null: it is there for its maker alone.
  published integer,
  last_number integer not null default 0
);
create index report_list on report (space_id, changed_at desc, id desc);
create index report_maker on report (maker_id);
create index report_changer on report (changed_by);
create table report_version (
  report_id uuid not null references report on delete cascade,
  number integer not null,
  -- '' for none; versions without one make room for newer ones.
  name text not null,
  content jsonb not null,
  maker_id uuid not null references person,
  at timestamptz not null,
  primary key (report_id, number)
);
create index report_version_maker on report_version (maker_id);
