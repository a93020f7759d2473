-- The export of a person's data, a zip of JSON files: one a person, made in the background, deleted when it expires.
create table personal_data_export (
  person_id uuid primary key references person on delete cascade,
  id uuid not null unique,
  asked_by uuid references person on delete set null,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  error text not null default '',
  tries integer not null default 0,
  -- The node that makes it; whoever's lease ran out can write nothing.
  lease_by uuid,
  lease_until timestamptz,
  blob_sha256 bytea references blob,
  size_bytes bigint not null default 0,
  finished_at timestamptz,
  expires_at timestamptz
);
create index personal_data_export_open on personal_data_export (asked_at) where state in ('waiting', 'running');
create index personal_data_export_blob on personal_data_export (blob_sha256) where blob_sha256 is not null;
create index personal_data_export_expires on personal_data_export (expires_at) where expires_at is not null;
