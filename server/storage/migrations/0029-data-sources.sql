-- Databases that spaces read from, the imports that bring their rows into tables, and what each run did.
alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check check (kind in ('archive', 'extract', 'verify', 'versionMake',
  'versionRestore', 'importSpace', 'importShare', 'importDrive', 'importS3', 'importUrl', 'metaApply', 'tableImport',
  'sourceImport'));
-- Runs wait for another site, so they are one more at a time of a person.
drop index task_one_a_person;
create unique index task_one_a_person on task
  (person_id, (kind in ('importShare', 'importDrive', 'importS3', 'importUrl', 'sourceImport'))) where lease_by is not null;

create table data_source (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  name text not null,
  kind text not null check (kind in ('postgresql', 'mysql')),
  host text not null,
  port integer not null,
  database text not null,
  account text not null,
  -- Sealed with the key of the installation for this row alone; null: none.
  password bytea,
  tls text not null check (tls in ('off', 'required', 'verified')),
  -- PEM of the certificates that are trusted; '' for the usual ones.
  ca text not null,
  comment text not null,
  maker_id uuid not null references person,
  created_at timestamptz not null
);
create unique index data_source_name on data_source (space_id, lower(name));
create index data_source_list on data_source (space_id, name collate natural_order, id);
create index data_source_maker on data_source (maker_id);

create table source_import (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  source_id uuid not null references data_source on delete cascade,
  table_id uuid not null references data_table on delete cascade,
  title text not null,
  -- What is read, and how its rows go into the table (SourceReading of the contract).
  reading jsonb not null,
  -- The greatest value of the watermark that is in the table, as the database writes it.
  reached text,
  -- Five fields of cron in the clock of a zone; null: it runs when somebody says so.
  cron text,
  zone text,
  is_on boolean not null,
  next_at timestamptz,
  -- When a run was due that did not come; null as soon as one has come.
  missed_at timestamptz,
  -- When its maker was told that runs do not come; null as soon as one has.
  told_at timestamptz,
  maker_id uuid not null references person,
  created_at timestamptz not null,
  check ((cron is null) = (zone is null)),
  check (not is_on or next_at is not null)
);
create index source_import_list on source_import (space_id, created_at desc, id desc);
create index source_import_source on source_import (source_id, created_at desc, id desc);
create index source_import_table on source_import (table_id);
create index source_import_maker on source_import (maker_id);
create index source_import_due on source_import (next_at) where is_on;

create table source_run (
  task_id uuid primary key references task on delete cascade,
  import_id uuid not null references source_import on delete cascade,
  is_scheduled boolean not null,
  rows_read bigint not null default 0,
  rows_written bigint not null default 0,
  rows_refused bigint not null default 0,
  log jsonb not null default '[]',
  created_at timestamptz not null
);
create index source_run_of on source_run (import_id, created_at desc, task_id desc);
