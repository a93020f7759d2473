-- Submissions to other institutions.

-- Templates of institutions, as they were last read.
create table institution_template (
  id text primary key,
  institution_id uuid not null references institution on delete cascade,
  name text not null,
  -- The code and label of the kind of resource, such as 11-数据集.
  type text not null,
  definition jsonb not null,
  plan jsonb not null,
  omitted jsonb not null,
  unusable jsonb not null,
  -- The institution has it no more.
  is_gone boolean not null default false,
  -- SHA-256 of its text.
  sha256 bytea not null
);
create index institution_template_of on institution_template (institution_id, name);
alter table institution add column templates_at timestamptz;

-- The institution that a submission goes to; null: it is reviewed and published here.
alter table publication add column institution_id uuid references institution;
create index publication_of_institution on publication (institution_id) where institution_id is not null;
-- The newest submission that the institution decided about: later ones join its family there.
alter table dataset add column trace_id text;
alter table dataset add column trace_institution_id uuid references institution;
create index dataset_trace on dataset (trace_institution_id) where trace_institution_id is not null;

alter table publication_file add column is_sent boolean not null default false;

-- How far a submission to an institution is, and what became of it.
create table publication_transfer (
  publication_id uuid primary key references publication on delete cascade,
  -- The template as it was: its id, its text by its hash, how its fields are sent.
  template_name text not null,
  template_id text not null,
  template_sha256 bytea not null,
  resource_type text not null,
  plan jsonb not null,
  step text not null check (step in ('waiting', 'announcing', 'sending', 'completing', 'sent', 'decided')),
  -- What the institution calls the submission, and where its files go, sealed.
  trace_id text,
  upload bytea,
  -- The secret in the address at which the institution tells its decision, sealed, and its hash.
  token bytea not null,
  token_sha256 bytea not null unique,
  bytes_per_second bigint not null default 0,
  bytes_ahead bigint not null default 0,
  -- A cancellation was asked for whose answer never came.
  is_cancelling boolean not null default false,
  decision text check (decision in ('adopt', 'no')),
  details_url text not null default '',
  doi text not null default '',
  cstr text not null default '',
  attachment_name text not null default '',
  blob_sha256 bytea references blob
);
create index publication_transfer_attachment on publication_transfer (blob_sha256)
  where blob_sha256 is not null;

alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check check (kind in ('archive', 'extract', 'verify', 'versionMake',
  'versionRestore', 'importSpace', 'importShare', 'importDrive', 'importS3', 'importUrl', 'metaApply', 'tableImport',
  'sourceImport', 'tableExport', 'dataViewExport', 'publish', 'transfer'));
